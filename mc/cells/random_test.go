package cells

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/randpath"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// walk computes what the domain says is reachable along a path.
func walk[E numeric.Element[E]](d numeric.Domain[E], p *cfa.Program, prec *Precision, path cfa.Path, cases bool) ([]E, *Layout) {
	ls := NewLayouts(p, prec)
	t := &Transfer[E]{Domain: d, Numbers: linear.Integers, Cases: cases}
	type frame struct {
		lay   *Layout
		state E
		call  *cfa.Edge
	}
	lay := ls.Of(p.Start)
	// One caller a callee state: the stack is a list of choices, so runs are explored one by one.
	type run struct {
		stack []frame
		at    E
		lay   *Layout
	}
	runs := []run{{nil, t.Start(lay), lay}}
	for _, s := range path {
		var next []run
		for _, r := range runs {
			switch s.Kind {
			case cfa.Enter:
				to := ls.Of(s.Edge.Op.(*cfa.Call).Callee)
				if e, ok := t.Enter(r.lay, to, r.at, s.Edge); ok {
					next = append(next, run{append(r.stack[:len(r.stack):len(r.stack)], frame{r.lay, r.at, s.Edge}), e, to})
				}
			case cfa.Return:
				f := r.stack[len(r.stack)-1]
				for _, e := range t.Return(f.lay, r.lay, f.state, s.Edge, r.at) {
					next = append(next, run{r.stack[:len(r.stack)-1], e, f.lay})
				}
			default:
				for _, e := range t.Post(r.lay, r.at, s.Edge) {
					next = append(next, run{r.stack, e, r.lay})
				}
			}
		}
		if runs = next; len(runs) > 300 {
			return nil, nil
		}
	}
	var out []E
	for _, r := range runs {
		out = append(out, r.at)
	}
	return out, lay
}

// precision draws what is kept; all says everything.
func precision(t *rapid.T, p *cfa.Program, all bool) *Precision {
	prec := NewPrecision()
	for _, v := range p.Vars {
		if all || rapid.IntRange(0, 3).Draw(t, "keep") > 0 {
			prec.Keep(v)
		}
	}
	for _, a := range p.Arrays {
		for k := int64(-3); k <= 3; k++ {
			if (a.Len < 0 || k >= 0 && k < a.Len) && (all || rapid.IntRange(0, 2).Draw(t, "cell") == 0) {
				prec.KeepCell(a, Index{Num: num.Of(k)})
			}
		}
	}
	return prec
}

// A path that can be taken, by the solver and the interpreter, is taken by the abstraction at every
// precision, and the values at its end are in one of its elements. The path's last operation is at
// the start procedure's exit.
func TestSoundAgainstTheSolver(t *testing.T) {
	soundAgainstTheSolver(t, octagon.Domain())
	soundAgainstTheSolver(t, poly.Domain())
}

func soundAgainstTheSolver[E numeric.Element[E]](t *testing.T, d numeric.Domain[E]) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p, path := randpath.Draw(t)
		all := rapid.Bool().Draw(t, "all")
		prec := precision(t, p, all)
		ends, lay := walk(d, p, prec, path, rapid.Bool().Draw(t, "cases"))
		if lay == nil {
			count["too many cases"]++
			return
		}
		b := smt.NewBuilder()
		f, err := formula.Encode(context.Background(), b, p, path)
		if err != nil {
			t.Fatal(err)
		}
		s := solver.New(b, solver.Options{Conflicts: 2000})
		for _, g := range f.Formulas() {
			s.Assert(g)
		}
		switch s.Check(context.Background()) {
		case solver.Unsat:
			if len(ends) == 0 {
				count["refuted"]++
			} else {
				count["not refuted"]++
			}
		case solver.Sat:
			count["possible"]++
			in, err := f.Inputs(s.Model())
			if err != nil {
				t.Fatal(err)
			}
			o := interp.Run(context.Background(), p, in, interp.Options{Follow: path, Trace: true})
			if o.Kind != interp.PathEnd && o.Kind != interp.Exited {
				t.Fatalf("%v", o.Kind)
			}
			point := end(lay, path, o)
			for _, e := range ends {
				if !e.Assume(point...).IsBottom() {
					return
				}
			}
			t.Fatalf("the path can be taken, the abstraction has %v, the end %v", ends, point)
		}
	})
	t.Logf("%s: %v", d.Name, count)
}

// end is what the run tells of the values at its end: those of variables and cells that were given,
// or first read, after the last operation that set them.
func end(lay *Layout, path cfa.Path, o *interp.Outcome) []linear.Constraint {
	set := map[any]int{}
	for i, s := range path {
		op := s.Edge.Op
		if c, ok := op.(*cfa.Call); ok && s.Kind == cfa.Return {
			for _, v := range c.Results {
				set[v] = i
			}
		} else if !ok {
			cfa.Writes(op, func(v *cfa.Var) { set[v] = i }, func(a *cfa.Array) { set[a] = i })
		}
	}
	var out []linear.Constraint
	for dim, slot := range lay.Slots {
		var of any = slot.Arr
		if slot.Var != nil {
			if of = slot.Var; slot.Var.Proc != nil {
				continue // several may have the name
			}
		}
		for i := len(o.Changes) - 1; i >= 0; i-- {
			if c := o.Changes[i]; c.What == slot.Name() {
				if at, ok := set[of]; !ok || c.Step >= at {
					out = append(out, linear.X(dim).EQ(linear.Const(num.RatOfInt(c.Value))))
				}
				break
			}
		}
	}
	return out
}
