package quantified

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/regions"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/invariants"
)

// reachedRegions tells what the regions at each location are, over all calls of its procedure: of the program's variables
// and cells those that are visible there.
func reachedRegions[E numeric.Element[E]](b *refine.Session, x *regions.Explorer[E]) []invariants.Invariant {
	lay := x.Layout()
	slots := invariants.NewSlots(b.Program).Of(lay)
	at := map[*cfa.Loc][]E{}
	visible := map[*cfa.Proc][]cells.Slot{}
	hidden := map[*cfa.Proc][]int{}
	claims := map[*cfa.Loc][][]string{} // by context
	var locs []*cfa.Loc
	for _, p := range x.Places() {
		q := p.Loc.Proc
		if _, known := visible[q]; !known {
			visible[q] = []cells.Slot{}
			own := func(r *cfa.Proc) bool { return r == nil || r == q }
			for d, s := range lay.Slots {
				ok := s.Var != nil && own(s.Var.Proc) || s.Var == nil && own(s.Arr.Proc)
				ok = ok && !s.Derived()
				if s.Var == nil && s.Idx.Term != nil {
					for _, part := range s.Idx.Term.Parts {
						ok = ok && own(part.Var.Proc)
					}
				}
				if ok {
					visible[q] = append(visible[q], slots[d])
				} else {
					hidden[q] = append(hidden[q], d)
				}
			}
		}
		for _, n := range p.Regions() {
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
		if p.Loc.LoopHead {
			claims[p.Loc] = append(claims[p.Loc], claimsAt(x, p))
		}
	}
	slices.SortFunc(locs, func(a, b *cfa.Loc) int {
		return cmp.Or(cmp.Compare(a.Proc.ID, b.Proc.ID), cmp.Compare(a.Index, b.Index))
	})
	out := make([]invariants.Invariant, 0, len(locs))
	for _, l := range locs {
		s := invariants.Invariant{Loc: b.Program.Locs[l.ID], Slots: visible[l.Proc], Integers: b.Slice.Arith != cfa.Real}
		for _, e := range at[l] {
			cs := e.Constraints()
			for i, c := range cs {
				if s.Integers {
					cs[i] = c.Tighten()
				}
			}
			s.Cases = append(s.Cases, slices.DeleteFunc(cs, linear.Constraint.IsTrue))
		}
		if cs := claims[l]; len(cs) == 1 {
			s.ACSL = cs[0]
		}
		out = append(out, s)
	}
	return out
}

// keptSigns are the predicates by which states are told apart at the heads of loops: one entry for each.
func keptSigns[E numeric.Element[E]](x *regions.Explorer[E]) []refine.Kept {
	names := x.Layout().Names()
	var out []refine.Kept
	for _, p := range x.Places() {
		if !p.Loc.LoopHead || len(p.Regions()) == 0 {
			continue
		}
		k := refine.Kept{Proc: p.Loc.Proc.Name, Pos: refine.Place(p.Loc), What: []string{}}
		for _, s := range x.SignsAt(p) {
			k.What = append(k.What, compared(s.Term, "<", names))
			if !s.Two {
				k.What = append(k.What, compared(s.Term, ">", names))
			}
		}
		out = append(out, k)
	}
	return out
}
