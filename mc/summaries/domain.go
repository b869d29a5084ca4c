// The domain of summaries as an mc.Domain with widening. It adds joins, widening and their bounds to the states of
// package convex.

package summaries

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/convex"
	"github.com/whet-mc/whet/numeric"
)

// Domain joins and widens states. Its bounds, and the locations where joins are undone, belong to its precision: a
// client that changes them must start the exploration anew.
type Domain[E numeric.Element[E]] struct {
	*convex.States[E]
	prog   *cfa.Program
	heads  map[*cfa.Loc]bool                     // the locations where states are widened
	bounds map[*cfa.Loc][]linear.Constraint      // by location: the constraints that widenings keep if they hold
	apart  map[*cfa.Loc]bool                     // the locations where only exact joins are made; never a head
	seeds  bool                                  // see New
	seeded map[*cells.Layout][]linear.Constraint // see limits
}

// New returns the domain for a finished program. If seeds is set, the program's conditions and the borders of the
// kept cells are bounds of all widenings.
func New[E numeric.Element[E]](p *cfa.Program, d numeric.Domain[E], prec *cells.Precision, seeds bool, o convex.Options) *Domain[E] {
	s := &Domain[E]{
		States: convex.New(p, d, prec, o), prog: p, seeds: seeds,
		heads: map[*cfa.Loc]bool{}, apart: map[*cfa.Loc]bool{}, bounds: map[*cfa.Loc][]linear.Constraint{}, seeded: map[*cells.Layout][]linear.Constraint{},
	}
	for _, l := range p.Locs {
		if l.LoopHead {
			s.heads[l] = true
		}
	}
	for _, e := range p.Edges {
		if c, ok := e.Op.(*cfa.Call); ok && c.Callee.Recursive && e.From.Proc.Recursive {
			s.heads[e.To] = true
		}
	}
	return s
}

// KeepApart stops inexact joins at a location. It reports false if they are stopped there already, at errors,
// and where states are widened, since these must be joined.
func (d *Domain[E]) KeepApart(l *cfa.Loc) bool {
	if d.heads[l] || d.apart[l] || l.Error != nil {
		return false
	}
	d.apart[l] = true
	return true
}

// Merge implements mc.Domain: it joins the states. Where joins were undone it makes only exact joins, at errors none.
func (d *Domain[E]) Merge(old, new mc.State, at *cfa.Loc) (mc.State, bool) {
	switch {
	case at.Error != nil:
		return nil, false
	case d.apart[at]:
		return d.ExactJoin(old, new)
	}
	s, t := old.(*convex.State[E]), new.(*convex.State[E])
	return &convex.State[E]{Layout: s.Layout, Elem: s.Elem.Join(t.Elem)}, true
}

// Widens implements mc.Widening.
func (d *Domain[E]) Widens(at *cfa.Loc) bool { return d.heads[at] }

// Widen implements mc.Widening.
func (d *Domain[E]) Widen(old, new mc.State, at *cfa.Loc) mc.State {
	s, t := old.(*convex.State[E]), new.(*convex.State[E])
	return &convex.State[E]{Layout: s.Layout, Elem: s.Elem.WidenUpTo(s.Elem.Join(t.Elem), append(slices.Clip(d.limits(s.Layout)), d.bounds[at]...))}
}

// limits returns the bounds of all widenings in a layout.
func (d *Domain[E]) limits(l *cells.Layout) []linear.Constraint {
	limits, made := d.seeded[l]
	if !made {
		limits = l.Ranges()
		if d.seeds {
			limits = append(append(limits, l.Conditions(d.prog)...), l.Borders(d.prog)...)
		}
		d.seeded[l] = limits
	}
	return limits
}
