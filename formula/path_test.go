package formula

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

func k(n int64) cfa.Expr { return &cfa.Const{Val: num.Of(n)} }

// straight makes the path through the operations, in the start procedure.
func straight(p *cfa.Program, ops ...cfa.Op) cfa.Path {
	var path cfa.Path
	at := p.Start.Entry
	for _, op := range ops {
		to := p.NewLoc(p.Start, lang.Pos{})
		path = append(path, cfa.Step{Edge: p.NewEdge(at, to, op, lang.Pos{})})
		at = to
	}
	return path
}

func check(t *testing.T, p *cfa.Program, path cfa.Path) (*Path, solver.Status) {
	t.Helper()
	b := smt.NewBuilder()
	f, err := Encode(context.Background(), b, p, path)
	if err != nil {
		t.Fatal(err)
	}
	s := solver.New(b, solver.Options{})
	for _, g := range f.Formulas() {
		s.Assert(g)
	}
	return f, s.Check(context.Background())
}

func TestWideWordsAndRegions(t *testing.T) {
	u32 := cfa.Range{Bits: 32}
	for _, c := range []struct {
		name string
		ops  func(x, y *cfa.Var, mem *cfa.Array) []cfa.Op
		want solver.Status
	}{
		{"a sum that wraps", func(x, y *cfa.Var, _ *cfa.Array) []cfa.Op {
			return []cfa.Op{
				&cfa.Assume{Cond: cfa.MkBinary(cfa.Gt, x, k(1<<31))},
				&cfa.Assign{LHS: y, RHS: cfa.MkWrap(32, false, cfa.MkBinary(cfa.Add, x, x))},
				&cfa.Assume{Cond: cfa.MkBinary(cfa.Lt, y, x)},
			}
		}, solver.Sat},
		{"a word is never above its range", func(x, y *cfa.Var, _ *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Assume{Cond: cfa.MkBinary(cfa.Ge, x, k(1<<32))}}
		}, solver.Unsat},
		{"masks", func(x, y *cfa.Var, _ *cfa.Array) []cfa.Op {
			return []cfa.Op{
				&cfa.Assign{LHS: y, RHS: cfa.MkBinary(cfa.BitAnd, x, k(0xf0))},
				&cfa.Assume{Cond: cfa.MkBinary(cfa.Eq, cfa.MkBinary(cfa.BitOr, y, k(1)), k(0x31))},
				&cfa.Assume{Cond: cfa.MkBinary(cfa.Ne, y, k(0x30))},
			}
		}, solver.Unsat},
		{"a null pointer is not followed", func(x, _ *cfa.Var, mem *cfa.Array) []cfa.Op {
			return []cfa.Op{
				&cfa.Assume{Cond: cfa.MkBinary(cfa.Eq, x, k(0))},
				&cfa.Store{Arr: mem, Idx: x, Val: k(1)},
			}
		}, solver.Unsat},
		{"what was stored is read", func(x, y *cfa.Var, mem *cfa.Array) []cfa.Op {
			return []cfa.Op{
				&cfa.Store{Arr: mem, Idx: x, Val: k(1)},
				&cfa.Store{Arr: mem, Idx: cfa.MkBinary(cfa.Add, x, k(4)), Val: k(2)},
				&cfa.Assign{LHS: y, RHS: &cfa.Select{Arr: mem, Idx: x}},
				&cfa.Assume{Cond: cfa.MkBinary(cfa.Ne, y, k(1))},
			}
		}, solver.Unsat},
		{"an access is aligned", func(x, _ *cfa.Var, mem *cfa.Array) []cfa.Op {
			return []cfa.Op{
				&cfa.Assume{Cond: cfa.MkBinary(cfa.Eq, x, k(5001))},
				&cfa.Store{Arr: mem, Idx: x, Val: k(1)},
			}
		}, solver.Unsat},
	} {
		p := cfa.NewProgram(lang.LP64, cfa.Machine)
		p.Start = p.NewProc("start")
		x, y := p.NewVar(p.Start, "x", cfa.LocalVar, u32), p.NewVar(p.Start, "y", cfa.LocalVar, u32)
		mem := p.NewArray(nil, "mem", u32, -1)
		mem.Region, mem.Step, mem.Align = true, 4, 4
		f, got := check(t, p, straight(p, c.ops(x, y, mem)...))
		if got != c.want || len(f.Approximations) > 0 {
			t.Errorf("%s: %v, want %v; approximated %v\n%v", c.name, got, c.want, f.Approximations, f.Formulas())
		}
	}
}

func TestApproximations(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	p.Start = p.NewProc("start")
	x := p.NewVar(p.Start, "x", cfa.LocalVar, cfa.Range{})
	path := straight(p, &cfa.Assume{Cond: &cfa.Binary{Op: cfa.BitXor, X: x, Y: &cfa.Unary{Op: cfa.Neg, X: x}}})
	f, got := check(t, p, path)
	if len(f.Approximations) != 1 || f.Approximations[0].What != "x ^ -x" || got != solver.Sat {
		t.Errorf("approximated %v, %v", f.Approximations, got)
	}
}

// Below n copies whose place is not known a cell may be one of 2^n: the read is left open, in
// little time. Where the places are known, or only one lies below, nothing is.
func TestManyCopies(t *testing.T) {
	for _, place := range []string{"known", "unknown", "fills"} {
		p := cfa.NewProgram(lang.LP64, cfa.Int)
		p.Start = p.NewProc("start")
		a := p.NewArray(nil, "a", cfa.Range{}, -1)
		b := p.NewArray(nil, "b", cfa.Range{}, -1)
		ops := []cfa.Op{&cfa.Store{Arr: a, Idx: k(7), Val: k(5)}, &cfa.Store{Arr: b, Idx: k(7), Val: k(5)}}
		for i := range int64(40) {
			x := cfa.Expr(p.NewVar(p.Start, "x", cfa.LocalVar, cfa.Range{}))
			if place == "known" {
				x = k(i - 20)
			}
			if place == "fills" {
				ops = append(ops, &cfa.Fill{Arr: a, Lo: x, Hi: k(0), Val: k(i)})
				continue
			}
			ops = append(ops, &cfa.Copy{Dst: a, DstLo: x, Src: b, SrcLo: k(0), N: k(3)})
			a, b = b, a
		}
		read := &cfa.Select{Arr: a, Idx: k(7)}
		ops = append(ops, &cfa.Assume{Cond: &cfa.Binary{Op: cfa.Ne, X: read, Y: read}})
		f, err := Encode(t.Context(), smt.NewBuilder(), p, straight(p, ops...))
		if err != nil {
			t.Fatal(err)
		}
		if open := len(f.Approximations) > 0; open != (place == "unknown") || len(f.Formulas()) > 20_000 {
			t.Errorf("places %s: %d formulas, approximated %v", place, len(f.Formulas()), f.Approximations)
		}
	}
}

func TestOwners(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	p.Start = p.NewProc("start")
	x := p.NewVar(p.Start, "x", cfa.LocalVar, cfa.Range{})
	other := p.NewVar(p.Start, "x", cfa.LocalVar, cfa.Range{})
	a := p.NewArray(nil, "x", cfa.Range{}, -1)
	f, _ := check(t, p, straight(p,
		&cfa.Assign{LHS: x, RHS: other},
		&cfa.Store{Arr: a, Idx: x, Val: other},
	))
	seen := map[Owner]bool{}
	for _, g := range f.Formulas() {
		smt.Walk(g, map[*smt.Term]bool{}, nil, func(v *smt.Term) {
			if v.IsVar() {
				o, ok := f.Owner(v)
				if !ok {
					t.Errorf("%v has no owner", v)
				}
				seen[o] = true
			}
		})
	}
	if len(seen) != 3 || !seen[Owner{Var: x}] || !seen[Owner{Var: other}] || !seen[Owner{Array: a}] {
		t.Errorf("owners %v", seen)
	}
}

func TestCancelled(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	p.Start = p.NewProc("start")
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	cancel(why)
	if _, err := Encode(ctx, smt.NewBuilder(), p, straight(p, cfa.Skip{})); !errors.Is(err, why) {
		t.Errorf("error %v", err)
	}
}

// Renaming, which is for showing, takes little time where an expression shares its parts.
func TestRenameShared(t *testing.T) {
	prog := cfa.NewProgram(lang.LP64, cfa.Int)
	q := prog.NewProc("main")
	prog.Start = q
	v := prog.NewVar(q, "x", cfa.LocalVar, cfa.Range{Bits: 32, Signed: true})
	sum := cfa.Expr(v)
	for range 200 {
		sum = &cfa.Binary{Op: cfa.Add, X: sum, Y: sum}
	}
	e := prog.NewEdge(q.Entry, prog.NewLoc(q, lang.Pos{}), &cfa.Assign{LHS: v, RHS: sum}, lang.Pos{})
	p, err := Encode(context.Background(), smt.NewBuilder(), prog, cfa.Path{{Edge: e}})
	if err != nil {
		t.Fatal(err)
	}
	if text := cfa.OpString(p.Steps[0].Renamed); !strings.HasPrefix(text, "x_1 = ") || len(text) > 10_000 {
		t.Errorf("%.200s", text)
	}
}
