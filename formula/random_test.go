package formula

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// The oracle is the interpreter, run along the path with all inputs that there are. Words are so narrow that this
// ends soon.
var word = cfa.Range{Bits: 2, Signed: true}

// drawer draws a path: a line of operations, with calls of procedures that are lines as well.
type drawer struct {
	*rapid.T
	prog   *cfa.Program
	path   cfa.Path
	arrays []*cfa.Array
	global []*cfa.Var
}

func (d *drawer) upTo(n int, what string) int { return rapid.IntRange(0, n).Draw(d.T, what) }

func drawPath(t *rapid.T) (*cfa.Program, cfa.Path) {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("start")
	d := &drawer{T: t, prog: p}
	for _, name := range []string{"g", "h"} {
		d.global = append(d.global, p.NewVar(nil, name, cfa.GlobalVar, word))
	}
	d.arrays = []*cfa.Array{p.NewArray(nil, "a", word, 3), p.NewArray(nil, "b", word, -1)}
	d.line(p.Start, 1+d.upTo(7, "length"), 0)
	p.Finish()
	return p, d.path
}

// line appends a procedure's operations to the path.
func (d *drawer) line(q *cfa.Proc, n, depth int) {
	for range 2 {
		d.prog.NewVar(q, "x", cfa.LocalVar, word)
	}
	at := q.Entry
	for range n {
		to := d.prog.NewLoc(q, lang.Pos{})
		if depth < 2 && d.upTo(5, "call") == 0 {
			d.call(q, at, to, depth)
		} else {
			d.path = append(d.path, cfa.Step{Edge: d.prog.NewEdge(at, to, d.op(q), lang.Pos{})})
		}
		at = to
	}
	d.path = append(d.path, cfa.Step{Edge: d.prog.NewEdge(at, q.Exit, cfa.Skip{}, lang.Pos{})})
}

func (d *drawer) call(q *cfa.Proc, at, to *cfa.Loc, depth int) {
	f := d.prog.NewProc("f")
	d.prog.NewVar(f, "p", cfa.ParamVar, word)
	d.prog.NewVar(f, "r", cfa.ResultVar, word)
	e := d.prog.NewEdge(at, to, &cfa.Call{Callee: f, Args: []cfa.Expr{d.value(q)}, Results: []*cfa.Var{d.variable(q)}}, lang.Pos{})
	d.path = append(d.path, cfa.Step{Edge: e, Kind: cfa.Enter})
	d.line(f, d.upTo(3, "callee"), depth+1)
	d.path = append(d.path, cfa.Step{Edge: e, Kind: cfa.Return})
}

func (d *drawer) variable(q *cfa.Proc) *cfa.Var {
	vars := append(d.global[:2:2], q.Locals...)
	return vars[d.upTo(len(vars)-1, "variable")]
}

func (d *drawer) array() *cfa.Array { return d.arrays[d.upTo(1, "array")] }

// value draws an expression with values that fit a word.
func (d *drawer) value(q *cfa.Proc) cfa.Expr {
	return cfa.MkWrap(word.Bits, word.Signed, d.expr(q, 2))
}

func (d *drawer) expr(q *cfa.Proc, depth int) cfa.Expr {
	kind := d.upTo(11, "kind")
	if depth == 0 {
		kind %= 4
	}
	switch kind {
	case 0:
		return &cfa.Const{Val: num.Of(int64(d.upTo(6, "const") - 3))}
	case 1, 2, 3:
		return d.variable(q)
	case 4, 5:
		return &cfa.Select{Arr: d.array(), Idx: d.expr(q, depth-1)}
	case 6:
		return cfa.MkUnary(cfa.UnOp(d.upTo(2, "unary")), d.expr(q, depth-1))
	case 7:
		return cfa.MkIte(d.expr(q, depth-1), d.expr(q, depth-1), d.expr(q, depth-1))
	case 8:
		return &cfa.Wrap{Bits: 1 + d.upTo(2, "bits"), Signed: d.upTo(1, "signed") == 1, X: d.expr(q, depth-1)}
	case 9: // all operators but the next ones; shifts by small amounts only
		return &cfa.Binary{Op: []cfa.BinOp{cfa.Mul, cfa.Div, cfa.Rem, cfa.BitAnd, cfa.BitOr, cfa.BitXor, cfa.Shl, cfa.Shr}[d.upTo(7, "op")], X: d.value(q), Y: d.value(q)}
	default:
		ops := []cfa.BinOp{cfa.Add, cfa.Sub, cfa.Eq, cfa.Ne, cfa.Lt, cfa.Le, cfa.Gt, cfa.Ge, cfa.And, cfa.Or}
		return &cfa.Binary{Op: ops[d.upTo(len(ops)-1, "op")], X: d.expr(q, depth-1), Y: d.expr(q, depth-1)}
	}
}

func (d *drawer) op(q *cfa.Proc) cfa.Op {
	switch d.upTo(11, "op") {
	case 0, 1, 2:
		return &cfa.Assume{Cond: d.expr(q, 2)}
	case 3, 4:
		return &cfa.Assign{LHS: d.variable(q), RHS: d.value(q)}
	case 5, 6, 7:
		return &cfa.Store{Arr: d.array(), Idx: d.expr(q, 1), Val: d.value(q)}
	case 8:
		return &cfa.Havoc{LHS: d.variable(q), From: &cfa.Input{Kind: cfa.Nondet, Name: "nondet", Range: word}}
	case 9, 10:
		f := &cfa.Fill{Arr: d.array()}
		if d.upTo(3, "part") > 0 {
			f.Lo, f.Hi = d.expr(q, 1), d.expr(q, 1)
		}
		if d.upTo(1, "constant") == 0 {
			f.Val = d.value(q)
		} else {
			f.From = &cfa.Input{Kind: cfa.Nondet, Name: "nondet", Range: word}
		}
		return f
	default:
		return &cfa.Copy{Dst: d.array(), DstLo: d.expr(q, 1), Src: d.array(), SrcLo: d.expr(q, 1), N: d.expr(q, 1)}
	}
}

// follow runs the program along the path with the inputs, and reports how many inputs it asked for, and
// whether it came to the end of the path.
func follow(p *cfa.Program, path cfa.Path, given []num.Int) (asked int, arrived bool) {
	in := interp.Func(func(interp.Query) (num.Int, bool) {
		if asked++; asked > len(given) {
			return num.Int{}, false
		}
		return given[asked-1], true
	})
	o := interp.Run(context.Background(), p, in, interp.Options{Follow: path})
	return asked, o.Kind == interp.PathEnd || o.Kind == interp.Exited && !o.Diverged
}

const (
	tooMany  = 3000 // runs
	maxGiven = 7    // inputs
)

// possible tries all inputs; ok is false where there are too many.
func possible(p *cfa.Program, path cfa.Path) (yes, ok bool) {
	runs := 0
	var try func(given []num.Int) (bool, bool)
	try = func(given []num.Int) (bool, bool) {
		if runs++; runs > tooMany || len(given) > maxGiven {
			return false, false
		}
		asked, arrived := follow(p, path, given)
		if asked <= len(given) {
			return arrived, true
		}
		all := true
		for x := int64(-2); x <= 1; x++ {
			yes, ok := try(append(given[:len(given):len(given)], num.Of(x)))
			if yes {
				return true, true
			}
			all = all && ok
		}
		return false, all
	}
	return try(nil)
}

func TestPathsAgainstTheInterpreter(t *testing.T) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p, path := drawPath(t)
		b := smt.NewBuilder()
		f, err := Encode(context.Background(), b, p, path)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Gaps) > 0 {
			t.Fatalf("gaps: %v", f.Gaps)
		}
		s := solver.New(b, solver.Options{})
		for _, g := range f.Formulas() {
			s.Assert(g)
		}
		status := s.Check(context.Background())
		yes, known := possible(p, path)
		count[fmt.Sprintf("%v, by trying %v %v", status, yes, known)]++
		show := func() string {
			var text strings.Builder
			for _, s := range f.Steps {
				fmt.Fprintf(&text, "%v    %v\n", s.Step.Edge.Op, s.Formulas)
			}
			return text.String()
		}
		switch status {
		case solver.Unsat:
			if yes {
				t.Fatalf("the path can be taken:\n%s", show())
			}
		case solver.Sat:
			if !yes && known {
				t.Fatalf("the path cannot be taken:\n%s", show())
			}
			in, err := f.Inputs(s.Model())
			if err != nil {
				t.Fatal(err)
			}
			in.Else = nil // everything that is asked for must be there
			o := interp.Run(context.Background(), p, in, interp.Options{Follow: path})
			if o.Kind != interp.PathEnd && o.Kind != interp.Exited || o.Diverged {
				t.Fatalf("the inputs do not take the path: %v %s\n%s", o.Kind, o.Reason, show())
			}
		}
	})
	t.Log(count)
}
