// Integer solutions. Integers starts from a rational solution at a vertex and tries patches, a proof that the equations
// have no integer solution, cuts and branches. It asserts nothing itself: cuts and branches are returned to the caller
// as steps.

package simplex

import "github.com/whet-mc/whet/num"

// Kind is the kind of a Step.
type Kind uint8

const (
	// GaveUp: stop returned true.
	GaveUp Kind = iota
	// Done: the integer variables have integer values.
	Done
	// Branch: in an integer solution Var <= Floor or Var >= Floor+1.
	Branch
	// Cut: in an integer solution Sum <= Bound, which the assignment violates.
	Cut
	// Conflict: there is no integer solution.
	Conflict
)

func (k Kind) String() string {
	return [...]string{"gave up", "done", "branch", "cut", "conflict"}[k]
}

// Step is what Integers asks the caller to do next.
type Step struct {
	Kind Kind

	// Branch: the value of Var is strictly between Floor and Floor+1.
	Var   Var
	Floor num.Rat

	// Cut: a sum over integer variables that are not slacks, with integer coefficients without a common factor, ordered
	// by variable. The premises, added with their factors, give Sum <= c for some c with Bound <= c < Bound+1. So the
	// premises and Sum >= Bound+1 are a Farkas contradiction. Since the sum is an integer, the premises entail Sum <=
	// Bound: one clause over one new atom.
	Sum      []Monomial
	Bound    num.Rat
	Premises []Premise

	// Conflict: equations that, added with their factors, say that a sum of integer variables with integer coefficients
	// equals a fraction.
	Equations []Equation
}

// Equation is the equation Var = Value, which follows from the two bounds of Var. Coef is the factor with which it is
// taken, any number except 0.
type Equation struct {
	Var          Var
	Coef         num.Rat
	Value        num.Rat
	Lower, Upper Reason
}

const (
	cutEvery = 4 // one of every cutEvery decisions is a cut, the others are branches
	// The number of cuts is limited to cutFirst, and one more for every cutPerBranches branches. Every cut is one more
	// row that pivots have to update, and the coefficients of cuts made from cuts grow.
	cutFirst, cutPerBranches = 20, 20
)

// Integers looks for an assignment that gives the integer variables integer values. It may be called after a successful
// Check. It changes the values of variables within their bounds.
//
// Unless the assignment has such values already, Integers moves to a vertex of the polyhedron and tries the following,
// in this order: it moves the values of single nonbasic variables so that basic ones become integers (patch); it tries
// to prove that the equations among the bounds have no integer solution (equations); it makes a cut, once in a while;
// it branches. Branches alone need not terminate if integer variables have no bounds.
func (t *Tableau) Integers(stop func() bool) Step {
	if stop == nil {
		stop = func() bool { return false }
	}
	if !t.anyFraction() {
		return Step{Kind: Done}
	}
	if !t.vertex(stop) {
		return Step{Kind: GaveUp}
	}
	open := t.fractions()
	if len(open) == 0 || t.patchAll(open, stop) {
		return Step{Kind: Done}
	}
	if stop() {
		return Step{Kind: GaveUp}
	}
	if eqs := t.equations(stop); eqs != nil {
		t.Stats.EquationConflicts++
		return Step{Kind: Conflict, Equations: eqs}
	}
	if stop() {
		return Step{Kind: GaveUp}
	}
	t.rounds++
	if t.rounds%cutEvery == 1 && t.Stats.Cuts < cutFirst+t.Stats.Branches/cutPerBranches {
		if s, ok := t.bestCut(open, stop); ok {
			t.Stats.Cuts++
			return s
		}
	}
	t.Stats.Branches++
	v := t.branchVar(open)
	return Step{Kind: Branch, Var: v, Floor: t.value[v].Floor()}
}

// branchVar returns the variable in the list `open` to branch on. It is the variable with the fewest values left, if
// any has both bounds, and otherwise any variable, a different one each time. On unbounded variables a fixed order can
// go on forever where another order would terminate.
func (t *Tableau) branchVar(open []Var) Var {
	best := Var(-1)
	var width Delta
	for _, v := range open {
		l, u := t.lower[v], t.upper[v]
		if l < 0 || u < 0 {
			continue
		}
		if w := t.bounds[u].val.Sub(t.bounds[l].val); best < 0 || w.Less(width) {
			best, width = v, w
		}
	}
	if best >= 0 {
		return best
	}
	return open[(t.rounds*2654435761>>8)%uint32(len(open))]
}

// fractional reports whether v is an integer variable with a value that is not an integer.
func (t *Tableau) fractional(v Var) bool { return t.isInt[v] && !t.value[v].IsInt() }

// vertex moves the nonbasic variables to bounds, or to integers if they have no bounds, and makes the assignment
// feasible again. Usually little is to be done: a variable becomes nonbasic at a bound, and bounds of integer variables
// are integers. But restore brings back values that belong to another basis, and Spread moves values on purpose. vertex
// returns false if stop returned true.
func (t *Tableau) vertex(stop func() bool) bool {
	for v := range t.value {
		v := Var(v)
		if t.rowOf[v] >= 0 {
			continue
		}
		val, l, u := t.value[v], t.lower[v], t.upper[v]
		switch {
		case l >= 0 && t.bounds[l].val.Equal(val) || u >= 0 && t.bounds[u].val.Equal(val):
		case l >= 0 && (u < 0 || val.Sub(t.bounds[l].val).Cmp(t.bounds[u].val.Sub(val)) <= 0):
			t.move(v, t.bounds[l].val)
		case u >= 0:
			t.move(v, t.bounds[u].val)
		case t.fractional(v):
			t.move(v, DeltaOf(val.Floor()))
		}
	}
	ok, stopped := t.Check(stop)
	if !ok && !stopped {
		panic("simplex: Integers on a tableau whose bounds have no rational solution")
	}
	return ok
}

// anyFraction reports whether an integer variable has a value that is not an integer.
func (t *Tableau) anyFraction() bool {
	for v := range t.value {
		if t.fractional(Var(v)) {
			return true
		}
	}
	return false
}

// fractions returns the basic integer variables with a value that is not an integer. At a vertex no others have one.
func (t *Tableau) fractions() []Var {
	var open []Var
	for r := range t.rows {
		if v := t.rows[r][0].v; t.fractional(v) {
			open = append(open, v)
		}
	}
	return open
}

// patchAll tries to give each variable in open an integer value, by calls of patch, and reports whether all variables
// have integer values now. If not, it restores the previous assignment: cuts can only be made there, where nonbasic
// variables are at their bounds.
func (t *Tableau) patchAll(open []Var, stop func() bool) bool {
	failed := 0
	for _, v := range open {
		if stop() {
			failed++
			break
		}
		if t.fractional(v) && !t.patch(t.rowOf[v]) {
			failed++
		}
	}
	// A variable that could not be patched may have become an integer by a later patch.
	if failed == 0 || len(t.fractions()) == 0 {
		t.Stats.Patched++
		t.settle()
		return true
	}
	t.restore()
	return false
}

// patch moves one nonbasic variable so that the basic variable of row r becomes an integer, no integer becomes a
// fraction, and all bounds hold. It reports whether it found such a move.
func (t *Tableau) patch(r int32) bool {
	row := t.rows[r]
	x := row[0].v
	for _, e := range row[1:] {
		c := ratio(e.coef, row[0].coef)
		var steps [2]Delta
		if t.isInt[e.v] {
			s, d, ok := integerStep(t.value[x], c)
			if !ok {
				continue
			}
			steps = [2]Delta{DeltaOf(s), DeltaOf(s.Sub(d))}
		} else {
			floor := t.value[x].Floor()
			inv := c.Inv()
			steps[0] = DeltaOf(floor).Sub(t.value[x]).Mul(inv)
			steps[1] = DeltaOf(floor.Add(num.RatOf(1))).Sub(t.value[x]).Mul(inv)
		}
		for _, s := range steps {
			if t.allowed(e.v, s) {
				t.move(e.v, t.value[e.v].Add(s))
				return true
			}
		}
	}
	return false
}

// integerStep returns the least s >= 0 for which val + c·s is an integer, and the distance d between such s. It returns
// false if no such s exists, or if numbers are large.
func integerStep(val Delta, c num.Rat) (s, d num.Rat, ok bool) {
	if !val.B.IsZero() {
		return s, d, false
	}
	den, ok := c.Den().Int64()
	if !ok || den >= 1<<31 {
		return s, d, false
	}
	d = num.RatOf(den)
	// val = p/q. With c = n/den, den must divide p·(den/q) + n·s. So q divides den, and s = -p·(den/q)/n modulo den.
	scaled, ok := val.A.Mul(d).Int()
	if !ok {
		return s, d, false
	}
	p := modulo(scaled, den)
	n := modulo(c.Num(), den)
	return num.RatOf((den - p) % den * inverse(n, den) % den), d, true
}

// modulo returns x modulo m, which is at least 0.
func modulo(x num.Int, m int64) int64 {
	r, _ := x.Rem(num.Of(m)).Int64()
	if r < 0 {
		r += m
	}
	return r
}

// inverse returns 1/a modulo m. a must have no common factor with m.
func inverse(a, m int64) int64 {
	if m == 1 {
		return 0
	}
	x, y, u, v := a, m, int64(1), int64(0) // x = u·a and y = v·a modulo m
	for x != 1 {
		q := y / x
		x, y, u, v = y-q*x, x, v-q*u, u
	}
	if u %= m; u < 0 {
		u += m
	}
	return u
}

// allowed reports whether the nonbasic v can move by step so that all bounds still hold and no integer value becomes a
// fraction.
func (t *Tableau) allowed(v Var, step Delta) bool {
	if !t.within(v, t.value[v].Add(step)) || t.isInt[v] && !step.IsInt() {
		return false
	}
	for _, p := range t.cols[v] {
		row := t.rows[p.row]
		b := row[0].v
		val := t.value[b].AddMul(ratio(row[p.at].coef, row[0].coef), step)
		if !t.within(b, val) || t.isInt[b] && !val.IsInt() && t.value[b].IsInt() {
			return false
		}
	}
	return true
}

// within reports whether val is within the bounds of v.
func (t *Tableau) within(v Var, val Delta) bool {
	l, u := t.lower[v], t.upper[v]
	return (l < 0 || t.bounds[l].val.Cmp(val) <= 0) && (u < 0 || val.Cmp(t.bounds[u].val) <= 0)
}
