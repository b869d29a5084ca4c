package widening

import (
	"cmp"
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/refine/invariants"
)

// reached tells what the states at each location are, over all calls of its procedure: of the program's variables those that
// are visible there.
func (r *run[E]) reached(context.Context) []invariants.Invariant {
	lay := r.x.Layout()
	c := invariants.NewSlots(r.Program)
	slots := c.Of(lay)
	at := map[*cfa.Loc][]E{}
	visible := map[*cfa.Proc][]cells.Slot{}
	hidden := map[*cfa.Proc][]int{}
	var locs []*cfa.Loc
	for _, p := range r.x.Places() {
		q := p.Loc.Proc
		if _, known := visible[q]; !known {
			for d, s := range lay.Slots {
				own := s.Var != nil && (s.Var.Proc == nil || s.Var.Proc == q) || s.Var == nil && (s.Arr.Proc == nil || s.Arr.Proc == q)
				if own {
					visible[q] = append(visible[q], slots[d])
				} else {
					hidden[q] = append(hidden[q], d)
				}
			}
		}
		for _, n := range p.Nodes {
			e := n.State
			if len(hidden[q]) > 0 {
				e = e.RemoveDims(hidden[q]...)
			}
			es, known := at[p.Loc]
			if !known {
				locs = append(locs, p.Loc)
			}
			if !slices.ContainsFunc(es, func(f E) bool { return e.Leq(f) }) {
				es = append(slices.DeleteFunc(es, func(f E) bool { return f.Leq(e) }), e)
			}
			at[p.Loc] = es
		}
	}
	slices.SortFunc(locs, func(a, b *cfa.Loc) int {
		return cmp.Or(cmp.Compare(a.Proc.ID, b.Proc.ID), cmp.Compare(a.Index, b.Index))
	})
	out := make([]invariants.Invariant, 0, len(locs))
	for _, l := range locs {
		s := invariants.Invariant{Loc: r.Program.Locs[l.ID], Slots: visible[l.Proc], Integers: r.Slice.Arith != cfa.Real}
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
