package refine

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/refine/invariants"
)

// Invariants of loop heads that one engine of auto has found, and proved by abstract interpretation, are good predicates for those
// that look for predicates path by path: the bounds that these would find one by one, j <= 1, j <= 2, …, are there at once. They are
// taken as predicates, not as facts: the abstraction asks the solver of each whether it holds, so that nobody has to believe anybody.

const (
	aidAfter = 3 // refinements that are made alone: most programs need no more
	mostAid  = 8 // predicates at a loop head that come from others
)

// Prove tells the other engines what holds at loop heads.
func (v *view) Prove(heads []invariants.Invariant) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.freshProved[v.engine] = append(v.freshProved[v.engine], heads...)
}

// Proved are the invariants that other engines told in earlier rounds.
func (v *view) Proved() []invariants.Invariant {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.proved
}

// aid takes invariants that others have proved as predicates at loop heads, as far as predicates about their variables have been found
// already.
func (r *Session) aid(prec *predicate.Precision, coder *formula.Coder, refinements int) {
	if refinements < aidAfter {
		return
	}
	for _, s := range r.Shared() {
		l := r.Slice.Locs[s.Loc.ID]
		told := prec.Vars(l)
		for _, c := range s.Cases[0] {
			if r.aided[l] >= mostAid {
				break
			}
			e := r.condition(s, c)
			if e == nil || !spokenOf(e, told) {
				continue
			}
			if t, conds, gaps := coder.PlainCond(e); !gaps && conds.IsTrue() && prec.Track(l, t) {
				r.aided[l]++
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

// condition is a constraint of what was reached as an expression of the slice; nil where it speaks of something that is not a variable.
func (r *Session) condition(s invariants.Invariant, c linear.Constraint) cfa.Expr {
	c = c.Primitive()
	var left, right cfa.Expr = cfa.ConstInt(0), cfa.ConstInt(0)
	for t := range c.Expr.Terms() {
		slot := s.Slots[t.Var]
		if slot.Var == nil || slot.Entry {
			return nil
		}
		k := t.Coef.Num()
		v := r.Slice.Vars[slot.Var.ID]
		if k.Sign() > 0 {
			left = cfa.MkBinary(cfa.Add, left, cfa.MkBinary(cfa.Mul, cfa.ConstOf(k), v))
		} else {
			right = cfa.MkBinary(cfa.Add, right, cfa.MkBinary(cfa.Mul, cfa.ConstOf(k.Neg()), v))
		}
	}
	if k := c.Expr.Constant().Num(); k.Sign() > 0 {
		left = cfa.MkBinary(cfa.Add, left, cfa.ConstOf(k))
	} else {
		right = cfa.MkBinary(cfa.Add, right, cfa.ConstOf(k.Neg()))
	}
	op := map[linear.Relation]cfa.BinOp{linear.LE: cfa.Le, linear.LT: cfa.Lt, linear.EQ: cfa.Eq}[c.Rel]
	return cfa.MkBinary(op, left, right)
}
