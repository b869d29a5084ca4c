// Conflicts: sets of bounds that cannot hold together, with the factors of Farkas' lemma that prove it. A conflict is
// either two bounds of one variable or the bounds of the variables of one row. Bounds in it are replaced by weaker ones
// as long as the contradiction stays.

package simplex

import (
	"slices"

	"github.com/whet-mc/whet/num"
)

// Premise is a bound that a conclusion follows from: Var <= Bound if Upper, else Var >= Bound, with the positive factor
// with which it is taken.
//
// To check a conflict, write each premise as an inequality 0 <= Bound - Var or 0 <= Var - Bound, replace slacks by
// their sums, and add all inequalities with their factors. The variables cancel, and the result is 0 <= c for a
// negative c (or one whose infinitesimal part alone is negative). Farkas' lemma says that such factors exist for every
// conflict.
type Premise struct {
	Reason Reason
	Coef   num.Rat
	Upper  bool
	Var    Var
	Bound  Delta
}

// Conflict returns the premises that cannot hold together, after AssertUpper, AssertLower or Check failed. The slice is
// valid until the next of those calls. The factors are integers.
func (t *Tableau) Conflict() []Premise { return t.conflict }

// premise returns bound i, taken with a factor, as a Premise.
func (t *Tableau) premise(i int32, coef num.Rat) Premise {
	b := &t.bounds[i]
	return Premise{b.reason, coef, b.upper, b.v, b.val}
}

// boundConflict makes a conflict of bound i and b, a bound on the other side of the same variable that could not be
// added.
func (t *Tableau) boundConflict(i int32, b bound) {
	t.Stats.Conflicts++
	unit := num.RatOf(1)
	excess := b.val.Sub(t.bounds[i].val)
	if b.upper {
		excess = excess.Neg()
	}
	t.conflict = append(t.conflict[:0],
		Premise{b.reason, unit, b.upper, b.v, b.val},
		t.premise(t.weaken(i, unit, &excess), unit))
}

// use is a bound with its factor, before it becomes a Premise.
type use struct {
	bound int32
	coef  num.Rat
}

// rowConflict makes a conflict from row r. Its basic variable is below (side is -1) or above its bounds, and its other
// variables are at the bounds that keep it there.
func (t *Tableau) rowConflict(r int32, side int) {
	t.Stats.Conflicts++
	row := t.rows[r]
	x := row[0].v
	goal := t.lower[x]
	if side > 0 {
		goal = t.upper[x]
	}
	uses := make([]use, 0, len(row))
	uses = append(uses, use{goal, num.RatOfInt(row[0].coef)})
	for _, e := range row[1:] {
		up := (e.coef.Sign() < 0) == (side < 0)
		b := t.lower[e.v]
		if up {
			b = t.upper[e.v]
		}
		uses = append(uses, use{b, num.RatOfInt(e.coef).Abs()})
	}
	excess := t.bounds[goal].val.Sub(t.value[x]).Mul(uses[0].coef)
	if side > 0 {
		excess = excess.Neg()
	}
	// Try to weaken the latest bounds first: they belong to the innermost scopes.
	order := make([]int32, len(uses))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return int(uses[b].bound) - int(uses[a].bound) })
	for _, i := range order {
		uses[i].bound = t.weaken(uses[i].bound, uses[i].coef, &excess)
	}
	t.conflict = t.conflict[:0]
	for _, u := range uses {
		t.conflict = append(t.conflict, t.premise(u.bound, u.coef))
	}
}

// weaken replaces bound i by an earlier and weaker bound of the same variable as long as the premises still contradict
// each other, and returns the bound it ends with. excess is the amount by which they contradict; it stays positive. The
// conflict then holds in more situations.
func (t *Tableau) weaken(i int32, coef num.Rat, excess *Delta) int32 {
	for t.bounds[i].prev >= 0 {
		b, prev := &t.bounds[i], t.bounds[i].prev
		gap := t.bounds[prev].val.Sub(b.val)
		if !b.upper {
			gap = gap.Neg()
		}
		left := excess.AddMul(coef.Neg(), gap)
		if left.Sign() <= 0 {
			break
		}
		*excess, i = left, prev
	}
	return i
}
