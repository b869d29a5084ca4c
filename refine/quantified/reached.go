package quantified

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/regions"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/invariants"
)

// reachedRegions tells what the regions at each location are, and at heads of loops what they say of all values of ghosts.
func reachedRegions[E numeric.Element[E]](b *refine.Session, x *regions.Explorer[E]) []invariants.Invariant {
	claims := map[*cfa.Loc][][]string{} // by context
	out := invariants.OfStates(b.Program, b.Slice, x.Layout(), func(yield func(*cfa.Loc, E) bool) {
		for _, p := range x.Places() {
			for _, r := range p.Regions() {
				if !yield(p.Loc, r.State) {
					return
				}
			}
			if l := b.Program.Locs[p.Loc.ID]; p.Loc.LoopHead {
				claims[l] = append(claims[l], claimsAt(x, p))
			}
		}
	})
	for i, s := range out {
		if cs := claims[s.Loc]; len(cs) == 1 {
			out[i].ACSL = cs[0]
		}
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
