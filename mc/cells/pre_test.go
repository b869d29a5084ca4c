package cells

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/randpath"
	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// image is one step forward in a layout for all procedures, joined to one element.
func image[E numeric.Element[E]](t *Transfer[E], l *Layout, s E, st cfa.Step) (out E, ok bool) {
	var es []E
	switch st.Kind {
	case cfa.Enter:
		es = t.Call(l, s, st.Edge)
	case cfa.Return:
		es = []E{t.Back(l, s, st.Edge)}
	default:
		es = t.Post(l, s, st.Edge)
	}
	for _, e := range es {
		switch {
		case e.IsBottom():
		case ok:
			out = out.Join(e)
		default:
			out, ok = e, true
		}
	}
	return out, ok
}

func preimage[E numeric.Element[E]](t *Transfer[E], l *Layout, s E, st cfa.Step, after E) ([]E, bool) {
	switch st.Kind {
	case cfa.Enter:
		return t.PreCall(l, s, st.Edge, after)
	case cfa.Return:
		return t.PreBack(l, s, st.Edge, after)
	}
	return t.Pre(l, s, st.Edge, after)
}

// A path that can be taken, by the solver, has preimages of its end from the end to the start,
// whatever is kept, also in the layout for all procedures together.
func TestPreAgainstTheSolver(t *testing.T) {
	t.Run("octagon", func(t *testing.T) { preAgainstTheSolver(t, octagon.Domain()) })
	t.Run("polyhedra", func(t *testing.T) {
		d := poly.Domain()
		top := d.Top
		d.Top = func(dims int, of linear.Numbers) *poly.Polyhedron {
			return top(dims, of).Within(&poly.Limit{Rows: 300})
		}
		preAgainstTheSolver(t, d)
	})
}

func preAgainstTheSolver[E numeric.Element[E]](t *testing.T, d numeric.Domain[E]) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p, path := randpath.Draw(t)
		prec := precision(t, p, rapid.Bool().Draw(t, "all"))
		lay := Whole(p, prec)
		tr := &Transfer[E]{Domain: d, Numbers: linear.Integers, Cases: rapid.Bool().Draw(t, "cases")}
		states := []E{tr.Start(lay)}
		for _, s := range path {
			e, ok := image(tr, lay, states[len(states)-1], s)
			if !ok {
				break
			}
			states = append(states, e)
		}
		reached := len(states) > len(path)
		err := []E{d.Top(lay.Dims(), linear.Integers)}
		for i := len(path) - 1; reached && i >= 0; i-- {
			var pre []E
			for _, a := range err {
				es, _ := preimage(tr, lay, states[i], path[i], a)
				for _, e := range es {
					if !e.Meet(states[i]).IsBottom() {
						pre = append(pre, e)
					}
				}
			}
			if err = pre; len(err) > 40 {
				count["too many cases"]++
				return
			}
		}
		b := smt.NewBuilder()
		f, ferr := formula.Encode(context.Background(), b, p, path)
		if ferr != nil {
			t.Fatal(ferr)
		}
		s := solver.New(b, solver.Options{Conflicts: 2000})
		for _, g := range f.Formulas() {
			s.Assert(g)
		}
		excluded := !reached || len(err) == 0
		switch verdict := s.Check(context.Background()); {
		case verdict == solver.Sat && excluded:
			t.Fatalf("the path can be taken, but is excluded: reached %v", reached)
		case verdict == solver.Sat:
			count["possible"]++
		case verdict == solver.Unsat && reached && excluded:
			count["refuted backward"]++
		case verdict == solver.Unsat && excluded:
			count["refuted forward"]++
		case verdict == solver.Unsat:
			count["not refuted"]++
		}
	})
	t.Logf("%s: %v", d.Name, count)
	if count["possible"] < steady.Bar(20) || count["refuted forward"]+count["refuted backward"] < steady.Bar(10) {
		t.Error("too few of a kind")
	}
}
