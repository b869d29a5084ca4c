// Single paths: the states along one path alone, without joins with other paths. If they show that the path is
// infeasible, their constraints become bounds of widenings.

package summaries

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/convex"
	"github.com/whet-mc/whet/numeric"
)

// trace is a state on a path that is followed alone.
type trace[E numeric.Element[E]] struct {
	at     *convex.State[E]
	frames []awaited[E] // the calls that have not returned, outermost first
}

// awaited is a call that has not returned.
type awaited[E numeric.Element[E]] struct {
	caller, entry *convex.State[E]
}

// mostTraces bounds the cases in which a path is followed.
const mostTraces = 12

// Follow computes the states along a path alone, and calls see with each of them. It returns false if the domain
// excludes the path. With too many cases it gives up and returns true.
func (d *Domain[E]) Follow(path cfa.Path, see func(*cfa.Loc, *convex.State[E])) bool {
	traces := []trace[E]{{at: d.Start(d.prog).(*convex.State[E])}}
	for _, st := range path {
		var next []trace[E]
		for _, t := range traces {
			var out []mc.State
			frames := t.frames
			switch st.Kind {
			case cfa.Enter:
				if e, ok := d.Enter(t.at, st.Edge); ok {
					out = []mc.State{e}
					frames = append(slices.Clip(frames), awaited[E]{t.at, e.(*convex.State[E])})
				}
			case cfa.Return:
				f := frames[len(frames)-1]
				frames = frames[:len(frames)-1]
				out = d.Return(f.caller, st.Edge, f.entry, t.at)
			default:
				out = d.Post(t.at, st.Edge)
			}
			for _, s := range out {
				next = append(next, trace[E]{s.(*convex.State[E]), frames})
			}
		}
		if len(next) > mostTraces {
			return true // too many traces: whether the path can be followed is unknown
		}
		if traces = next; len(traces) == 0 {
			return false
		}
		for _, t := range traces {
			see(st.Target(), t.at)
		}
	}
	return true
}

// mostBounds bounds the bounds of one location.
const mostBounds = 200

// Learn follows a path alone, and adds the constraints of the states at widened locations to the bounds there: a
// widening keeps a bound that its operands satisfy. If the domain excludes the path, Learn returns the locations with
// new bounds, and true.
func (d *Domain[E]) Learn(path cfa.Path) (places []*cfa.Loc, excluded bool) {
	excluded = !d.Follow(path, func(l *cfa.Loc, s *convex.State[E]) {
		if !d.Widens(l) && !(l == l.Proc.Entry && l.Proc.Recursive) {
			return
		}
		for _, c := range s.Elem.Constraints() {
			halves := []linear.Constraint{c}
			if c.Rel == linear.EQ {
				halves = []linear.Constraint{{Expr: c.Expr, Rel: linear.LE}, {Expr: c.Expr.Neg(), Rel: linear.LE}}
			}
			for _, h := range halves {
				if d.bound(l, h.Tighten()) && !slices.Contains(places, l) {
					places = append(places, l)
				}
			}
		}
	})
	if !excluded {
		return nil, false
	}
	return places, true
}

// bound adds c to the bounds at a location, and reports whether it is new.
func (d *Domain[E]) bound(l *cfa.Loc, c linear.Constraint) bool {
	if len(d.bounds[l]) >= mostBounds || slices.ContainsFunc(d.bounds[l], c.Equal) {
		return false
	}
	d.bounds[l] = append(d.bounds[l], c)
	return true
}
