package feasible

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/randpath"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

func k(n int64) cfa.Expr { return cfa.ConstInt(n) }

func bin(op cfa.BinOp, x, y cfa.Expr) cfa.Expr { return cfa.MkBinary(op, x, y) }

// takes reports whether the interpreter takes the whole path with the inputs.
func takes(p *cfa.Program, path cfa.Path, in interp.Inputs) (*interp.Outcome, bool) {
	o := interp.Run(context.Background(), p, in, interp.Options{Follow: path, Trace: true})
	return o, len(o.Path) == len(path) && !o.Diverged
}

func check(t interface{ Fatal(...any) }, p *cfa.Program, path cfa.Path) *Result {
	r, err := Check(context.Background(), p, path)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Paths that a run has taken are never refuted, and inputs are found for nearly all of them, with
// which the interpreter takes them, too.
func TestPathsOfRuns(t *testing.T) {
	tried, found := 0, 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := mctest.Program(r, mctest.Medium)
		run := mctest.Run(r, p, 50)
		var path cfa.Path
		for _, v := range run[1:] {
			path = append(path, v.Step)
		}
		if len(path) == 0 {
			continue
		}
		tried++
		switch res := check(t, p, path); res.Status {
		case Infeasible:
			t.Fatalf("seed %d: a path that was taken is refuted at step %d, %v: %s", seed, res.Step, path[max(res.Step, 0)].Edge.Op, res.Why)
		case Feasible:
			if o, ok := takes(p, path, res.Inputs); ok {
				found++
			} else if o.Kind != interp.Undefined {
				t.Fatalf("seed %d: the replay ends after %d of %d steps: %v %s", seed, len(o.Path), len(path), o.Kind, o.Reason)
			}
		}
	}
	if found < tried*99/100 {
		t.Errorf("inputs are found for %d of %d paths", found, tried)
	}
}

// Random paths with all operators and operations, against the formulas of the whole path as they
// stand.
func TestAgainstFormulas(t *testing.T) {
	count := map[[2]string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p, path := randpath.Draw(t)
		b := smt.NewBuilder()
		f, err := formula.Encode(context.Background(), b, p, path)
		if err != nil {
			t.Fatal(err)
		}
		s := solver.New(b, solver.Options{})
		for _, g := range f.Formulas() {
			s.Assert(g)
		}
		want := s.Check(context.Background())
		got := check(t, p, path)
		count[[2]string{want.String(), got.Status.String()}]++
		show := func() string {
			var text strings.Builder
			for _, s := range path {
				text.WriteString(cfa.OpString(s.Edge.Op) + "\n")
			}
			return text.String()
		}
		switch got.Status {
		case Infeasible:
			if want == solver.Sat {
				t.Fatalf("refuted at step %d: %s\n%s", got.Step, got.Why, show())
			}
		case Feasible:
			if want == solver.Unsat {
				t.Fatalf("the path cannot be taken:\n%s", show())
			}
			if o, ok := takes(p, path, got.Inputs); !ok {
				t.Fatalf("the inputs do not take the path: %v %s after %d steps\n%s", o.Kind, o.Reason, len(o.Path), show())
			}
		}
	})
	t.Log(count)
	if count[[2]string{"sat", "feasible"}] == 0 || count[[2]string{"unsat", "infeasible"}] == 0 {
		t.Errorf("the paths are of one kind: %v", count)
	}
}

// Conditions over three words of four bits, against all their values: by ranges and likely values,
// as integers, as bit-vectors.
func TestPartsAgainstAllValues(t *testing.T) {
	kinds := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		word := cfa.Range{Bits: 4, Signed: rapid.Bool().Draw(t, "signed")}
		p := cfa.NewProgram(lang.LP64, cfa.Machine)
		p.Start = p.NewProc("main")
		var vars []*cfa.Var
		for _, name := range []string{"x", "y", "z"} {
			vars = append(vars, p.NewVar(nil, name, cfa.GlobalVar, word))
		}
		var expr func(depth int) cfa.Expr
		expr = func(depth int) cfa.Expr {
			if depth == 0 {
				if n := rapid.IntRange(-5, 2).Draw(t, "leaf"); n >= 0 {
					return vars[n]
				}
				return k(int64(rapid.IntRange(-9, 9).Draw(t, "number")))
			}
			op := rapid.IntRange(0, int(cfa.Or)+3).Draw(t, "operator")
			x := expr(depth - 1)
			switch {
			case op <= int(cfa.Or):
				return bin(cfa.BinOp(op), x, expr(depth-1))
			case op == int(cfa.Or)+1:
				return cfa.MkIte(x, expr(depth-1), expr(depth-1))
			case op == int(cfa.Or)+2:
				return cfa.MkUnary(cfa.UnOp(rapid.IntRange(0, 2).Draw(t, "unary")), x)
			}
			return cfa.MkWrap(rapid.IntRange(1, 5).Draw(t, "bits"), rapid.Bool().Draw(t, "signed wrap"), x)
		}
		var path cfa.Path
		at := p.Start.Entry
		for range rapid.IntRange(1, 3).Draw(t, "conditions") {
			to := p.NewLoc(p.Start, lang.Pos{})
			path = append(path, cfa.Step{Edge: p.NewEdge(at, to, &cfa.Assume{Cond: expr(rapid.IntRange(1, 3).Draw(t, "depth"))}, lang.Pos{})})
			at = to
		}
		any := false
		for n := range int64(1 << 12) {
			in := interp.Func(func(q interp.Query) (num.Int, bool) { return num.Of(n>>(4*q.Var.ID)).Wrap(4, word.Signed), true })
			if _, ok := takes(p, path, in); ok {
				any = true
				break
			}
		}
		test := func(kind string, status Status, in interp.Inputs) {
			kinds[kind+" "+status.String()]++
			if status == Infeasible && any || status == Feasible && !any {
				t.Fatalf("%s says %v", kind, status)
			}
			if in != nil {
				if _, ok := takes(p, path, in); !ok {
					t.Fatalf("the inputs of %s do not take the path", kind)
				}
			}
		}
		r := check(t, p, path)
		test("check", r.Status, r.Inputs)
		if r.Status == Unknown {
			t.Fatalf("not decided: %s", r.Why)
		}

		x := newWalk(context.Background(), p)
		if x.along(path, nil); x.contradiction {
			return
		}
		for name, f := range map[string]func(*part) (*answer, error){
			"integers": func(c *part) (*answer, error) { return c.integers(context.Background(), p, fewConflicts) },
			"words":    func(c *part) (*answer, error) { return c.words(context.Background(), p, fewConflicts) },
		} {
			status, values := Feasible, map[int]num.Int{}
			for _, c := range x.parts() {
				a, err := f(c)
				if err != nil {
					t.Fatal(err)
				}
				if a.status != Feasible {
					status = a.status
				}
				if a.status == Infeasible {
					break
				}
				for s, v := range a.values {
					values[s] = v
				}
			}
			if status == Feasible {
				test(name, status, x.inputs(values, nil, x.p.adds, nil))
			} else {
				test(name, status, nil)
			}
		}
	})
	t.Log(kinds)
	for _, kind := range []string{"check infeasible", "integers feasible", "words feasible", "words infeasible"} {
		if kinds[kind] == 0 {
			t.Errorf("never %s", kind)
		}
	}
}

// line makes the path through the operations.
func line(p *cfa.Program, ops ...cfa.Op) cfa.Path {
	var path cfa.Path
	at := p.Start.Entry
	for _, op := range ops {
		to := p.NewLoc(p.Start, lang.Pos{})
		path = append(path, cfa.Step{Edge: p.NewEdge(at, to, op, lang.Pos{})})
		at = to
	}
	return path
}

func TestWords(t *testing.T) {
	u32, s32 := cfa.Range{Bits: 32}, cfa.Range{Bits: 32, Signed: true}
	signed := false
	w := func(e cfa.Expr) cfa.Expr { return cfa.MkWrap(32, signed, e) }
	for _, c := range []struct {
		name  string
		conds func(x, y cfa.Expr) []cfa.Expr
		want  Status
	}{
		{"factors", func(x, y cfa.Expr) []cfa.Expr {
			return []cfa.Expr{bin(cfa.Eq, bin(cfa.Mul, x, y), k(323)), bin(cfa.Gt, x, k(1)), bin(cfa.Gt, y, x)}
		}, Feasible},
		{"a product that wraps", func(x, y cfa.Expr) []cfa.Expr {
			return []cfa.Expr{bin(cfa.Eq, w(bin(cfa.Mul, x, k(3))), k(1))}
		}, Feasible},
		{"no even square is odd", func(x, y cfa.Expr) []cfa.Expr {
			return []cfa.Expr{bin(cfa.Eq, bin(cfa.BitAnd, x, k(1)), k(0)), bin(cfa.Eq, bin(cfa.BitAnd, w(bin(cfa.Mul, x, x)), k(1)), k(1))}
		}, Infeasible},
		{"a power of two", func(x, y cfa.Expr) []cfa.Expr {
			return []cfa.Expr{bin(cfa.Gt, x, k(70000)), bin(cfa.Eq, bin(cfa.BitAnd, x, w(bin(cfa.Add, x, k(-1)))), k(0))}
		}, Feasible},
		{"a mask", func(x, y cfa.Expr) []cfa.Expr {
			return []cfa.Expr{bin(cfa.Eq, bin(cfa.BitXor, x, y), k(0x1234)), bin(cfa.Eq, bin(cfa.BitAnd, x, y), k(0x4001))}
		}, Feasible},
		{"less than itself and one", func(x, y cfa.Expr) []cfa.Expr { return []cfa.Expr{bin(cfa.Lt, w(bin(cfa.Add, x, k(1))), x)} }, Feasible},
		{"in between", func(x, y cfa.Expr) []cfa.Expr {
			return []cfa.Expr{bin(cfa.Lt, x, y), bin(cfa.Lt, y, bin(cfa.Add, x, k(1)))}
		}, Infeasible},
		{"a quotient", func(x, y cfa.Expr) []cfa.Expr {
			return []cfa.Expr{bin(cfa.Eq, bin(cfa.Div, x, y), k(1000)), bin(cfa.Eq, bin(cfa.Rem, x, y), k(77))}
		}, Feasible},
	} {
		for _, r := range []cfa.Range{u32, s32} {
			signed = r.Signed
			p := cfa.NewProgram(lang.LP64, cfa.Machine)
			p.Start = p.NewProc("main")
			x, y := p.NewVar(nil, "x", cfa.GlobalVar, r), p.NewVar(nil, "y", cfa.GlobalVar, r)
			var ops []cfa.Op
			for _, e := range c.conds(x, y) {
				ops = append(ops, &cfa.Assume{Cond: e})
			}
			path := line(p, ops...)
			got := check(t, p, path)
			if got.Status != c.want {
				t.Errorf("%s, %v: %v %s, want %v", c.name, r, got.Status, got.Why, c.want)
			}
			if got.Status == Feasible {
				if _, ok := takes(p, path, got.Inputs); !ok {
					t.Errorf("%s: the inputs do not take the path", c.name)
				}
			}
		}
	}
}

// Pointers that are inputs point to objects of their own, unless the path needs them to meet.
func TestPointers(t *testing.T) {
	for _, same := range []bool{false, true} {
		p := cfa.NewProgram(lang.LP64, cfa.Machine)
		p.Start = p.NewProc("main")
		ptr := cfa.Range{Bits: 64}
		x, y := p.NewVar(nil, "p", cfa.GlobalVar, ptr), p.NewVar(nil, "q", cfa.GlobalVar, ptr)
		v := p.NewVar(nil, "v", cfa.GlobalVar, cfa.Range{Bits: 32})
		x.Pointer, y.Pointer = true, true
		mem := p.NewArray(nil, "mem", cfa.Range{Bits: 32}, -1)
		mem.Region, mem.Step, mem.Align = true, 4, 4
		ops := []cfa.Op{
			&cfa.Store{Arr: mem, Idx: x, Val: k(1)},
			&cfa.Store{Arr: mem, Idx: y, Val: k(2)},
			&cfa.Assign{LHS: v, RHS: &cfa.Select{Arr: mem, Idx: x}},
			&cfa.Assume{Cond: bin(cfa.Gt, v, k(0))},
		}
		if same {
			ops = append(ops, &cfa.Assume{Cond: bin(cfa.Eq, v, k(2))})
		}
		path := line(p, ops...)
		got := check(t, p, path)
		if got.Status != Feasible {
			t.Fatalf("%v: %s", got.Status, got.Why)
		}
		o, ok := takes(p, path, got.Inputs)
		if !ok {
			t.Fatalf("the inputs do not take the path: %v %s", o.Kind, o.Reason)
		}
		a, b := o.Inputs[0].Value, o.Inputs[1].Value
		if a.Equal(b) != same {
			t.Errorf("p = %v, q = %v", a, b)
		}
		if !same && a.Less(num.Of(firstObject)) {
			t.Errorf("p = %v", a)
		}
	}
}

// In memory that is accessed in several sizes, a pointer is the sum of bytes, which are inputs. It
// points to an object of its own, too.
func TestPointersOfBytes(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("main")
	x := p.NewVar(nil, "p", cfa.GlobalVar, cfa.Range{Bits: 64})
	y := p.NewVar(nil, "q", cfa.GlobalVar, cfa.Range{Bits: 64})
	x.Pointer, y.Pointer = true, true
	mem := p.NewArray(nil, "mem", cfa.Range{Bits: 8}, -1)
	mem.Region, mem.Step, mem.Align = true, 1, 1
	var sum cfa.Expr = k(0)
	for i := range 8 {
		b := &cfa.Select{Arr: mem, Idx: bin(cfa.Add, x, k(int64(16+i)))}
		sum = bin(cfa.Add, sum, bin(cfa.Mul, b, cfa.ConstOf(num.Pow2(uint(8*i)))))
	}
	path := line(p,
		&cfa.Assign{LHS: y, RHS: sum},
		&cfa.Assume{Cond: bin(cfa.Ne, y, k(0))},
		&cfa.Store{Arr: mem, Idx: bin(cfa.Add, y, k(3)), Val: k(7)},
		&cfa.Assume{Cond: bin(cfa.Eq, &cfa.Select{Arr: mem, Idx: bin(cfa.Add, y, k(4))}, k(9))},
		&cfa.Assume{Cond: bin(cfa.Eq, &cfa.Select{Arr: mem, Idx: bin(cfa.Add, y, k(3))}, k(7))},
	)
	got := check(t, p, path)
	if got.Status != Feasible {
		t.Fatalf("%v: %s", got.Status, got.Why)
	}
	o, ok := takes(p, path, got.Inputs)
	if !ok {
		t.Fatalf("the inputs do not take the path: %v %s", o.Kind, o.Reason)
	}
	at := num.Of(0)
	for i, in := range o.Inputs[1:9] {
		at = at.Add(in.Value.Shl(uint(8 * i)))
	}
	if at.Less(num.Of(firstObject)) || at.Equal(o.Inputs[0].Value) {
		t.Errorf("p = %v, q = %v", o.Inputs[0].Value, at)
	}
}

// A path of very many steps whose conditions hang on few inputs.
func TestLongPath(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("main")
	s32 := cfa.Range{Bits: 32, Signed: true}
	i, n := p.NewVar(nil, "i", cfa.GlobalVar, s32), p.NewVar(nil, "n", cfa.GlobalVar, s32)
	a := p.NewArray(nil, "a", s32, 40_000)
	loop := line(p,
		&cfa.Assume{Cond: bin(cfa.Lt, i, n)},
		&cfa.Store{Arr: a, Idx: i, Val: cfa.MkWrap(32, true, bin(cfa.Add, i, n))},
		&cfa.Assign{LHS: i, RHS: cfa.MkWrap(32, true, bin(cfa.Add, i, k(1)))})
	path := line(p, &cfa.Assign{LHS: i, RHS: k(0)})
	for range 30_000 {
		path = append(path, loop...)
	}
	path = append(path, line(p, &cfa.Assume{Cond: bin(cfa.Ge, i, n)}, &cfa.Assume{Cond: bin(cfa.Eq, &cfa.Select{Arr: a, Idx: k(5)}, k(30_005))})...)
	got := check(t, p, path)
	if got.Status != Feasible {
		t.Fatalf("%v: %s", got.Status, got.Why)
	}
	if v, _ := got.Inputs.Next(interp.Query{Birth: -1, Var: n}); !v.Equal(num.Of(30_000)) {
		t.Errorf("n = %v", v)
	}
}

// The error of a context that ends.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("main")
	if r, err := Check(ctx, p, line(p, cfa.Skip{})); err == nil {
		t.Errorf("%+v", r)
	}
}

// Results of floating operations are what they are on a path: inputs are found that have the one
// that is asked for, and a path that needs another one is refuted.
func TestFloats(t *testing.T) {
	word := cfa.Range{Bits: 32, Signed: true}
	bits := func(x float32) cfa.Expr { return k(int64(int32(math.Float32bits(x)))) }
	for want, asked := range map[Status]cfa.Expr{Feasible: bits(0x1.8p+1), Infeasible: bits(0x1.8p+10)} {
		p := cfa.NewProgram(lang.LP64, cfa.Machine)
		p.Start = p.NewProc("main")
		x, y := p.NewVar(p.Start, "x", cfa.LocalVar, word), p.NewVar(p.Start, "y", cfa.LocalVar, word)
		at := p.Start.Entry
		var path cfa.Path
		do := func(op cfa.Op) {
			to := p.NewLoc(p.Start, lang.Pos{})
			path = append(path, cfa.Step{Edge: p.NewEdge(at, to, op, lang.Pos{})})
			at = to
		}
		do(&cfa.Havoc{LHS: x, From: &cfa.Input{Kind: cfa.Nondet, Range: word, Name: "nondet"}})
		do(&cfa.Assume{Cond: bin(cfa.And, bin(cfa.Ge, x, k(0)), bin(cfa.Lt, x, bits(8)))})
		sum := &cfa.Computed{Op: fp.Operation{Code: fp.OpAdd, F: fp.Single}, Args: []cfa.Expr{k(int64(fp.NearestEven)), x, bits(1)}}
		do(&cfa.Havoc{LHS: y, From: &cfa.Input{Kind: cfa.Approx, Range: word}, Def: sum})
		do(&cfa.Assume{Cond: bin(cfa.Eq, y, asked)})
		p.Finish()
		res := check(t, p, path)
		if res.Status != want {
			t.Errorf("%v is %v", asked, res.Status)
		} else if want == Feasible {
			if _, ok := takes(p, path, res.Inputs); !ok {
				t.Errorf("the inputs for %v do not take the path", asked)
			}
		}
	}
}
