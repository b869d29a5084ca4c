// Constructors of formulas: connectives, conditionals and equality.

package smt

import "slices"

// True returns the formula that always holds.
func (b *Builder) True() *Term { return b.truth }

// False returns the formula that never holds.
func (b *Builder) False() *Term { return b.falsity }

// Bool returns True or False, according to v.
func (b *Builder) Bool(v bool) *Term {
	if v {
		return b.truth
	}
	return b.falsity
}

// Not returns the negation of t.
func (b *Builder) Not(t *Term) *Term {
	want(t, b.boolSort)
	switch t.op {
	case OpTrue:
		return b.falsity
	case OpFalse:
		return b.truth
	case OpNot:
		return t.args[0]
	}
	return b.intern(Term{op: OpNot, sort: b.boolSort, args: []*Term{t}})
}

// And returns the conjunction of the formulas, and True for no formulas.
func (b *Builder) And(ts ...*Term) *Term { return b.junction(OpAnd, b.truth, b.falsity, ts) }

// Or returns the disjunction of the formulas, and False for no formulas.
func (b *Builder) Or(ts ...*Term) *Term { return b.junction(OpOr, b.falsity, b.truth, ts) }

// Implies returns the formula that p implies q.
func (b *Builder) Implies(p, q *Term) *Term { return b.Or(b.Not(p), q) }

// flattenAt is the greatest length of an inner conjunction that is spliced into an outer one. It makes a chain of n
// binary conjunctions cost n·flattenAt instead of n².
const flattenAt = 8

// junction makes And and Or. unit is the neutral constant, zero the absorbing one.
func (b *Builder) junction(op Op, unit, zero *Term, ts []*Term) *Term {
	var buf [16]*Term
	list := buf[:0]
	for _, t := range ts {
		want(t, b.boolSort)
		switch {
		case t == zero:
			return zero
		case t == unit:
		case t.op == op && len(t.args) <= flattenAt:
			list = append(list, t.args...)
		default:
			list = append(list, t)
		}
	}
	// Sorting puts a formula next to its negation.
	slices.SortFunc(list, func(x, y *Term) int { return besideNegation(x, y, (*Term).Atom) })
	list = slices.Compact(list)
	for i := 1; i < len(list); i++ {
		if a, neg := list[i].Atom(); neg && a == list[i-1] {
			return zero
		}
	}
	switch len(list) {
	case 0:
		return unit
	case 1:
		return list[0]
	}
	return b.intern(Term{op: op, sort: b.boolSort, args: list})
}

// besideNegation compares two terms by ID and orders a term directly before its negation. split removes the negation.
func besideNegation(x, y *Term, split func(*Term) (*Term, bool)) int {
	px, nx := split(x)
	py, ny := split(y)
	switch {
	case px.id != py.id:
		if px.id < py.id {
			return -1
		}
		return 1
	case nx == ny:
		return 0
	case ny:
		return -1
	}
	return 1
}

// Xor holds if exactly one of x and y holds.
func (b *Builder) Xor(x, y *Term) *Term {
	want(x, b.boolSort)
	want(y, b.boolSort)
	x, nx := x.Atom()
	y, ny := y.Atom()
	neg := nx != ny
	var t *Term
	switch {
	case x == y:
		t = b.falsity
	case x.op == OpFalse:
		t = y
	case y.op == OpFalse:
		t = x
	case x.op == OpTrue:
		t, neg = y, !neg
	case y.op == OpTrue:
		t, neg = x, !neg
	default:
		if x.id > y.id {
			x, y = y, x
		}
		t = b.intern(Term{op: OpXor, sort: b.boolSort, args: []*Term{x, y}})
	}
	if neg {
		return b.Not(t)
	}
	return t
}

// Iff returns the formula that x and y are equivalent.
func (b *Builder) Iff(x, y *Term) *Term { return b.Not(b.Xor(x, y)) }

// Ite returns the conditional: the term `then` where cond holds, and els elsewhere. Both must have the same sort.
func (b *Builder) Ite(cond, then, els *Term) *Term {
	want(cond, b.boolSort)
	want(els, then.sort)
	if c, neg := cond.Atom(); neg {
		cond, then, els = c, els, then
	}
	switch {
	case cond.op == OpTrue || then == els:
		return then
	case cond.op == OpFalse:
		return els
	}
	if then.op == OpIte && then.args[0] == cond {
		then = then.args[1]
	}
	if els.op == OpIte && els.args[0] == cond {
		els = els.args[2]
	}
	if cond.op == OpEq && cond.args[1].IsValue() {
		then = b.known(then, cond.args[0], cond.args[1], 4)
	}
	return b.ite(cond, then, els)
}

// ite implements Ite for branches that do not depend on the condition.
func (b *Builder) ite(cond, then, els *Term) *Term {
	if then == els {
		return then
	}
	if then.sort == b.boolSort {
		switch {
		case then.op == OpTrue || then == cond:
			return b.Or(cond, els)
		case then.op == OpFalse:
			return b.And(b.Not(cond), els)
		case els.op == OpFalse || els == cond:
			return b.And(cond, then)
		case els.op == OpTrue:
			return b.Or(b.Not(cond), then)
		}
		if a, _ := then.Atom(); a == cond { // then is ¬cond, false here
			return b.And(b.Not(cond), els)
		}
		if a, _ := els.Atom(); a == cond { // els is ¬cond, true there
			return b.Or(b.Not(cond), then)
		}
		tA, tN := then.Atom()
		eA, eN := els.Atom()
		if tA == eA && tN != eN {
			return b.Iff(cond, then)
		}
	}
	if then.sort.Kind == BitVec {
		return b.iteBitVec(cond, then, els)
	}
	return b.intern(Term{op: OpIte, sort: then.sort, args: []*Term{cond, then, els}})
}

// known simplifies t, a nest of conditionals, under the assumption v = k, where k is a value. It looks depth levels
// deep.
func (b *Builder) known(t, v, k *Term, depth int) *Term {
	if t == v {
		return k
	}
	if t.op != OpIte || depth == 0 {
		return t
	}
	x, y := b.known(t.args[1], v, k, depth-1), b.known(t.args[2], v, k, depth-1)
	if x == t.args[1] && y == t.args[2] {
		return t
	}
	return b.ite(t.args[0], x, y)
}

// Eq returns the equality of two terms of one sort. For formulas it is the equivalence.
//
// For arithmetic terms the difference is brought to a normal form (coprime integer coefficients, the first one
// positive) and split: the positive part goes to the left, the negative part and the constant to the right. Over the
// integers Eq is False if the coefficients have a common divisor that does not divide the constant, as in 2x - 4y = 1.
func (b *Builder) Eq(x, y *Term) *Term {
	want(y, x.sort)
	if x == y {
		return b.truth
	}
	switch x.sort.Kind {
	case Bool:
		return b.Iff(x, y)
	case Int, Real:
		return b.eqArith(x, y)
	}
	if x.IsValue() && y.IsValue() {
		return b.falsity
	}
	if t := b.eqIte(x, y); t != nil {
		return t
	}
	if t := b.eqIte(y, x); t != nil {
		return t
	}
	return b.eqRest(x, y)
}

// eq makes the equality without simplification.
func (b *Builder) eq(x, y *Term) *Term {
	if x.id > y.id {
		x, y = y, x
	}
	return b.intern(Term{op: OpEq, sort: b.boolSort, args: []*Term{x, y}})
}

// eqIte simplifies x = y for a nest x of conditionals and a value y, if the values in the branches decide it. Otherwise
// it returns nil. It walks the nest in a loop, so the depth costs no stack.
func (b *Builder) eqIte(x, y *Term) *Term {
	if x.op != OpIte || !y.IsValue() {
		return nil
	}
	var conj []*Term
	for x.op == OpIte {
		c, then, els := x.args[0], x.args[1], x.args[2]
		switch {
		case then.IsValue() && els.IsValue():
			switch y {
			case then:
				conj = append(conj, c)
			case els:
				conj = append(conj, b.Not(c))
			default:
				return b.falsity
			}
			return b.And(conj...)
		case then.IsValue() && then != y:
			conj = append(conj, b.Not(c))
			x = els
			continue
		case els.IsValue() && els != y:
			conj = append(conj, c)
			x = then
			continue
		}
		break
	}
	switch {
	case len(conj) == 0:
		return nil
	case x == y:
		return b.And(conj...)
	}
	// The remaining equality is not decided by values in branches, so Eq does not lead back here.
	return b.And(append(conj, b.eqRest(x, y))...)
}

// eqRest makes x = y if eqIte does not simplify it.
func (b *Builder) eqRest(x, y *Term) *Term {
	switch {
	case x.sort.Arithmetic():
		return b.eqSum(x, y)
	case x.IsValue() && y.IsValue():
		return b.Bool(x == y)
	case x.sort.Kind == BitVec:
		return b.eqBitVec(x, y)
	}
	return b.eq(x, y)
}

// Distinct holds if no two of the terms are equal.
func (b *Builder) Distinct(ts ...*Term) *Term {
	if len(ts) > 2 && ts[0].sort == b.boolSort {
		return b.falsity
	}
	var all []*Term
	for i, x := range ts {
		for _, y := range ts[:i] {
			all = append(all, b.Not(b.Eq(y, x)))
		}
	}
	return b.And(all...)
}
