// Invariants of other engines as predicates.

package predicate

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/refine"
)

const (
	sharedAfter = 3 // number of refinements before shared invariants are used: most programs need no more refinements
	mostShared  = 8 // shared predicates at a loop head
)

// SharedInvariants tracks invariants that other engines have shared.
type SharedInvariants struct {
	s     *refine.Session
	taken map[*cfa.Loc]int // number of shared predicates at each loop head
}

// NewSharedInvariants returns a SharedInvariants for a session.
func NewSharedInvariants(s *refine.Session) *SharedInvariants {
	return &SharedInvariants{s: s, taken: map[*cfa.Loc]int{}}
}

// Track adds invariants that other engines have proved as predicates at loop heads, if all their variables already
// occur in predicates there. It does so only from sharedAfter refinements on.
func (x *SharedInvariants) Track(prec *predicate.Precision, coder *formula.Coder, refinements int) {
	if refinements < sharedAfter {
		return
	}
	for _, s := range x.s.Shared() {
		l := x.s.Slice.Locs[s.Loc.ID]
		vars := prec.Vars(l)
		for _, c := range s.Cases[0] {
			if x.taken[l] >= mostShared {
				break
			}
			e := s.Condition(x.s.Slice, c)
			if e == nil || !over(e, vars) {
				continue
			}
			if t, conds, approximated := coder.PlainCond(e); !approximated && conds.IsTrue() && prec.Track(l, t) {
				x.taken[l]++
			}
		}
	}
}

func over(e cfa.Expr, vars map[*cfa.Var]bool) bool {
	all := true
	cfa.Walk(e, func(x cfa.Expr) {
		if v, ok := x.(*cfa.Var); ok && !vars[v] {
			all = false
		}
	})
	return all
}
