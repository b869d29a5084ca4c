// Invariants from the states of an exploration.

package invariants

import (
	"cmp"
	"iter"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/numeric"
)

// OfStates returns the invariants of each location from states in a common layout for all procedures. The invariant
// of a location covers all calls of its procedure, and mentions only the variables and cells that are visible there.
// States contained in others are left out.
func OfStates[E numeric.Element[E]](p, slice *cfa.Program, lay *cells.Layout, states iter.Seq2[*cfa.Loc, E]) []Invariant {
	slots := NewSlots(p).Of(lay)
	at := map[*cfa.Loc][]E{}
	visible := map[*cfa.Proc][]cells.Slot{}
	hidden := map[*cfa.Proc][]int{}
	var locs []*cfa.Loc
	for l, e := range states {
		q := l.Proc
		if _, known := visible[q]; !known {
			visible[q] = []cells.Slot{}
			for d, s := range lay.Slots {
				if seen(s, q) {
					visible[q] = append(visible[q], slots[d])
				} else {
					hidden[q] = append(hidden[q], d)
				}
			}
		}
		if len(hidden[q]) > 0 {
			e = e.RemoveDims(hidden[q]...)
		}
		es, known := at[l]
		if !known {
			locs = append(locs, l)
		}
		if !slices.ContainsFunc(es, func(f E) bool { return e.Leq(f) }) {
			es = append(slices.DeleteFunc(es, func(f E) bool { return f.Leq(e) }), e)
		}
		at[l] = es
	}
	sortLocs(locs)
	out := make([]Invariant, 0, len(locs))
	for _, l := range locs {
		s := Invariant{Loc: p.Locs[l.ID], Slots: visible[l.Proc], Integers: slice.Arith != cfa.Real}
		for _, e := range at[l] {
			cs := e.Constraints()
			for i, c := range cs {
				if s.Integers {
					cs[i] = c.Tighten()
				}
			}
			s.Cases = append(s.Cases, slices.DeleteFunc(cs, linear.Constraint.IsTrue))
		}
		out = append(out, s)
	}
	return out
}

// seen reports whether a slot is a variable or cell that is visible in a procedure, together with the variables of
// its index.
func seen(s cells.Slot, q *cfa.Proc) bool {
	own := func(r *cfa.Proc) bool { return r == nil || r == q }
	switch {
	case s.Derived():
		return false
	case s.Var != nil:
		return own(s.Var.Proc)
	case s.Idx.Term != nil && slices.ContainsFunc(s.Idx.Term.Parts, func(part cells.Part) bool { return !own(part.Var.Proc) }):
		return false
	}
	return own(s.Arr.Proc)
}

func sortLocs(locs []*cfa.Loc) {
	slices.SortFunc(locs, func(a, b *cfa.Loc) int {
		return cmp.Or(cmp.Compare(a.Proc.ID, b.Proc.ID), cmp.Compare(a.Index, b.Index))
	})
}
