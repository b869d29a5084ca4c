// This file collects what the contexts of a proof claim at each location.

package facts

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// Claim is what a proof says of all runs at a location: whenever a run is there, all formulas of one of the cases
// hold.
type Claim struct {
	Loc   *cfa.Loc
	Cases [][]*smt.Term // the cases; if there are none, nothing is known
}

// Claimed joins what the contexts of proof a say of the wanted locations, in the order of the program. A location
// that occurs in no context has no claim.
func Claimed(a *annotate.Annotations, wanted func(*cfa.Loc) bool) []Claim {
	type known struct {
		cases [][]*smt.Term
		any   bool
	}
	at := map[*cfa.Loc]*known{}
	get := func(l *cfa.Loc) *known {
		k := at[l]
		if k == nil {
			k = new(known)
			at[l] = k
		}
		return k
	}
	for _, c := range a.Contexts {
		for l, list := range c.At { // each location gets its own claim: the order does not matter
			if !wanted(l) {
				continue
			}
			k := get(l)
			for _, n := range list {
				conj := slices.DeleteFunc(slices.Clone(n.Conj), (*smt.Term).IsTrue)
				k.cases = append(k.cases, conj)
				k.any = k.any || len(conj) == 0
			}
		}
		for l := range c.Pass { // runs of the context pass the location in states that the proof does not give
			if wanted(l) && len(c.At[l]) == 0 {
				get(l).any = true
			}
		}
	}
	// The formulas of loop heads hold in addition to the cases.
	for _, h := range a.Heads {
		if !wanted(h.Loc) {
			continue
		}
		k := get(h.Loc)
		if k.any || len(k.cases) == 0 {
			k.cases, k.any = [][]*smt.Term{nil}, false
		}
		for i, c := range k.cases {
			k.cases[i] = append(c, h.Holds...)
		}
	}
	var claims []Claim
	for l, k := range at {
		if k.any {
			k.cases = nil
		}
		claims = append(claims, Claim{l, k.cases})
	}
	slices.SortFunc(claims, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Loc.Proc.ID, b.Loc.Proc.ID), cmp.Compare(a.Loc.Index, b.Loc.Index))
	})
	return claims
}
