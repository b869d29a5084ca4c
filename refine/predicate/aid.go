package predicate

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/refine"
)

const (
	aidAfter = 3 // refinements that are made alone: most programs need no more
	mostAid  = 8 // predicates at a loop head that come from others
)

// Aid takes invariants from other engines.
type Aid struct {
	s     *refine.Session
	taken map[*cfa.Loc]int // predicates that come from others
}

// NewAid returns what a run needs for that.
func NewAid(s *refine.Session) *Aid { return &Aid{s: s, taken: map[*cfa.Loc]int{}} }

// Track takes invariants that others have proved as predicates at loop heads, as far as predicates about their variables have been found
// already.
func (r *Aid) Track(prec *predicate.Precision, coder *formula.Coder, refinements int) {
	if refinements < aidAfter {
		return
	}
	for _, s := range r.s.Shared() {
		l := r.s.Slice.Locs[s.Loc.ID]
		told := prec.Vars(l)
		for _, c := range s.Cases[0] {
			if r.taken[l] >= mostAid {
				break
			}
			e := s.Condition(r.s.Slice, c)
			if e == nil || !spokenOf(e, told) {
				continue
			}
			if t, conds, gaps := coder.PlainCond(e); !gaps && conds.IsTrue() && prec.Track(l, t) {
				r.taken[l]++
			}
		}
	}
}

func spokenOf(e cfa.Expr, vars map[*cfa.Var]bool) bool {
	all := true
	cfa.Walk(e, func(x cfa.Expr) {
		if v, ok := x.(*cfa.Var); ok && !vars[v] {
			all = false
		}
	})
	return all
}
