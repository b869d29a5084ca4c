package array

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/simplex"
)

// Linear arithmetic. Comparisons among the facts are bounds in a simplex tableau. The variables of the tableau
// represent the terms that are not sums, and its rows represent the sums without their constants.

// A bound is a comparison in the form that the tableau uses: v ≤ at, v < at or v = at, or its negation.
type bound struct {
	v  simplex.Var
	at num.Rat
	op smt.Op
}

// linear reports whether the atom compares numbers.
func linear(atom *smt.Term) bool {
	switch atom.Op() {
	case smt.OpLe, smt.OpLt:
		return true
	case smt.OpEq:
		return atom.Arg(0).Sort().Arithmetic()
	}
	return false
}

// bound converts a linear atom to a bound. It makes missing variables and rows.
func (p *prover) bound(atom *smt.Term) bound {
	t := atom.Arg(0)
	if atom.Op() == smt.OpEq {
		t = p.b.Sub(t, atom.Arg(1))
	}
	k := num.Rat{}
	switch t.Op() {
	case smt.OpNum:
		panic("array: a comparison of constants was not simplified")
	case smt.OpSum:
		k = t.Value()
		if !k.IsZero() {
			t = p.b.Sub(t, p.b.Num(k, t.Sort()))
		}
	}
	return bound{v: p.column(t), at: k.Neg(), op: atom.Op()}
}

// column returns the tableau's variable for t, a term without a constant.
func (p *prover) column(t *smt.Term) simplex.Var {
	if v, ok := p.columns[t]; ok {
		return v
	}
	whole := t.Sort().Kind == smt.Int
	var v simplex.Var
	if t.Op() == smt.OpSum {
		sum := make([]simplex.Monomial, t.NumArgs())
		for i, a := range t.Args() {
			sum[i] = simplex.Monomial{Coef: t.Coef(i), Var: p.column(a)}
		}
		v = p.tab.NewRow(sum, whole)
	} else {
		v = p.tab.NewVar(whole)
	}
	p.columns[t] = v
	for int(v) >= len(p.terms) {
		p.terms = append(p.terms, nil)
	}
	p.terms[v] = t
	p.steps++
	return v
}

// assert asserts the comparison b, or its negation, in the tableau. b must not be a negated equation. It returns false
// on a conflict.
func (p *prover) assert(b bound, negated bool, r simplex.Reason) bool {
	at := simplex.DeltaOf(b.at)
	whole := p.tab.IsInt(b.v)
	one := num.RatOf(1)
	switch {
	case b.op == smt.OpEq:
		return p.tab.AssertUpper(b.v, at, r) && p.tab.AssertLower(b.v, at, r)
	case b.op == smt.OpLe && !negated:
		return p.tab.AssertUpper(b.v, at, r)
	case b.op == smt.OpLt && !negated:
		at.B = one.Neg()
		return p.tab.AssertUpper(b.v, at, r)
	case b.op == smt.OpLe && whole:
		at.A = at.A.Add(one)
	case b.op == smt.OpLe:
		at.B = one
	}
	return p.tab.AssertLower(b.v, at, r)
}

// hypothetical is the reason of the bound that a query asserts.
const hypothetical simplex.Reason = 0

// reason makes a reason for the fact s.
func (p *prover) reason(s *Sequent) simplex.Reason {
	p.reasons = append(p.reasons, s)
	return simplex.Reason(len(p.reasons) - 1)
}

// farkas makes a node from the premises of a conflict. The coefficient of the hypothetical bound becomes Own.
func (p *prover) farkas(premises []simplex.Premise) *Sequent {
	type use struct {
		s    *Sequent
		coef num.Rat
	}
	var uses []use
	at := map[simplex.Reason]int{}
	own := num.Rat{}
	for _, q := range premises {
		c := q.Coef
		if q.Reason == hypothetical {
			if p.questionIsEq && !q.Upper {
				c = c.Neg()
			}
			own = own.Add(c)
			continue
		}
		s := p.reasons[q.Reason]
		if s.Left.Op() == smt.OpEq && s.Right == nil && !q.Upper || s.Right != nil && !q.Upper {
			c = c.Neg() // the direction ≥ of an equation
		}
		if i, ok := at[q.Reason]; ok {
			uses[i].coef = uses[i].coef.Add(c)
			continue
		}
		at[q.Reason] = len(uses)
		uses = append(uses, use{s, c})
	}
	var list []*Sequent
	var coefs []num.Rat
	for _, u := range uses {
		if !u.coef.IsZero() {
			list = append(list, u.s)
			coefs = append(coefs, u.coef)
		}
	}
	n := p.node(ByLinear, list...)
	n.Coefs, n.Own = coefs, own
	return n
}

// impossible returns a node, without conclusion, that shows that the bound contradicts the facts, or nil if it finds no
// contradiction.
func (p *prover) impossible(b bound, negated bool) *Sequent {
	p.stats.Questions++
	p.steps += 8
	p.questionIsEq = b.op == smt.OpEq
	p.tab.Push()
	defer p.tab.Pop(1)
	if p.assert(b, negated, hypothetical) {
		if ok, stopped := p.tab.Check(p.stopped); ok || stopped {
			return nil
		}
	}
	return p.farkas(p.tab.Conflict())
}

// decide tries to decide the formula f by the facts. It returns 1 if the facts entail f, -1 if they contradict it, and
// 0 if neither is recognized. It also returns what rewrites f: a literal, or an equation of f with true or false; nil
// if f is a constant.
func (p *prover) decide(f *smt.Term) (int, *Sequent) {
	switch {
	case f.IsTrue():
		return 1, nil
	case f.IsFalse():
		return -1, nil
	}
	atom, negated := f.Atom()
	sign := 1
	if negated {
		sign = -1
	}
	if s := p.truth[atom]; s != nil {
		if s.Left != atom {
			sign = -sign
		}
		return sign, s
	}
	if p.conflict != nil {
		return 0, nil
	}
	if compound(atom) || hasIte(p, atom) {
		return p.decideParts(f)
	}
	if atom.Op() == smt.OpEq {
		if yes, s := p.byEquals(atom); yes != 0 {
			return yes * sign, s
		}
	}
	if !linear(atom) {
		return 0, nil
	}
	p.inform(atom)
	s := p.ask(atom)
	if s == nil {
		return 0, nil
	}
	p.remember(s)
	if s.Left != atom {
		sign = -sign
	}
	return sign, s
}

// compound reports whether f is the application of a connective.
func compound(f *smt.Term) bool {
	switch f.Op() {
	case smt.OpAnd, smt.OpOr, smt.OpXor, smt.OpIte:
		return true
	}
	return false
}

// decideParts decides a formula by deciding its atoms, including conditions. Deciding these may reveal others. In
// addition to the sign it returns an equation of f with true or false.
func (p *prover) decideParts(f *smt.Term) (int, *Sequent) {
	var chain []*Sequent
	for !f.IsValue() && !p.stopped() {
		var lits []*Sequent
		atoms := p.atoms(f)
		for _, a := range atoms {
			if hasIte(p, a) {
				continue
			}
			if sign, s := p.decide(a); sign != 0 {
				lits = append(lits, s)
			}
			if p.conflict != nil {
				return 0, nil
			}
		}
		r := p.apply(f, lits)
		if r == f {
			return 0, nil
		}
		eq := p.node(ByEqual, lits...)
		eq.Left, eq.Right = f, r
		chain = append(chain, eq)
		f = r
	}
	switch {
	case f.IsTrue():
		return 1, p.joined(chain)
	case f.IsFalse():
		return -1, p.joined(chain)
	}
	return 0, nil
}

// ask returns a node that concludes the linear atom or its negation, or nil if the tableau entails neither.
func (p *prover) ask(atom *smt.Term) *Sequent {
	if !p.consistent() {
		return nil
	}
	q := p.bound(atom)
	not := p.b.Not(atom)
	conclude := func(s *Sequent, t *smt.Term) *Sequent {
		s.Left = t
		return s
	}
	// The current values of the tableau refute one of the two entailments.
	now := p.tab.Value(q.v).Cmp(simplex.DeltaOf(q.at))
	holds := now <= 0
	switch q.op {
	case smt.OpLt:
		holds = now < 0
	case smt.OpEq:
		holds = now == 0
	}
	if !holds {
		if s := p.impossible(q, false); s != nil {
			return conclude(s, not)
		}
		return nil
	}
	if q.op != smt.OpEq {
		if s := p.impossible(q, true); s != nil {
			return conclude(s, atom)
		}
		return nil
	}
	less, more := p.orders(atom)
	var halves [2]*Sequent
	for i, side := range [2]*smt.Term{less, more} {
		a, negated := side.Atom()
		s := p.impossible(p.bound(a), negated)
		if s == nil {
			return nil
		}
		halves[i] = conclude(s, p.b.Not(side))
	}
	return conclude(p.node(BySqueeze, halves[:]...), atom)
}

// orders returns the formulas that the left side of the equation eq is less and greater than the right side.
func (p *prover) orders(eq *smt.Term) (less, more *smt.Term) {
	return p.b.Lt(eq.Arg(0), eq.Arg(1)), p.b.Gt(eq.Arg(0), eq.Arg(1))
}

// consistent checks the tableau. It returns false if the facts are contradictory, in which case p.conflict is set, or
// if the search was stopped.
func (p *prover) consistent() bool {
	if p.conflict != nil {
		return false
	}
	ok, stopped := p.tab.Check(p.stopped)
	if !ok && !stopped {
		p.refute(p.farkas(p.tab.Conflict()))
	}
	return ok
}

// refute records that the facts are contradictory.
func (p *prover) refute(s *Sequent) {
	if p.conflict == nil {
		s.Left = p.b.False()
		p.conflict = s
	}
}

// whole looks for integer values for the tableau's integer variables. It returns a formula to split on, or nil if it
// succeeds, finds a conflict, or is stopped.
func (p *prover) whole() *smt.Term {
	for !p.stopped() && p.consistent() {
		step := p.tab.Integers(p.stopped)
		switch step.Kind {
		case simplex.Branch:
			t := p.terms[step.Var]
			return p.b.Le(t, p.b.Num(step.Floor, t.Sort()))
		case simplex.Cut:
			terms := make([]*smt.Term, len(step.Sum))
			coefs := make([]num.Rat, len(step.Sum))
			for i, m := range step.Sum {
				terms[i], coefs[i] = p.terms[m.Var], m.Coef
			}
			n := p.farkas(step.Premises)
			n.Left = p.b.Le(p.b.Linear(p.b.IntSort(), num.Rat{}, coefs, terms), p.b.Num(step.Bound, p.b.IntSort()))
			n.Own = num.RatOf(1)
			if p.truth[n.Left] != nil {
				p.incomplete("a cut that is known already")
				return nil
			}
			p.fact(n)
		case simplex.Conflict:
			var premises []*Sequent
			var coefs []num.Rat
			for _, e := range step.Equations {
				premises = append(premises, p.equation(e))
				coefs = append(coefs, e.Coef)
			}
			n := p.node(ByCombine, premises...)
			n.Coefs = coefs
			p.refute(n)
			return nil
		default:
			return nil
		}
	}
	return nil
}

// equation returns a node for the equation of a tableau variable with a number.
func (p *prover) equation(e simplex.Equation) *Sequent {
	t := p.terms[e.Var]
	eq := p.b.Eq(t, p.b.Num(e.Value, t.Sort()))
	lower, upper := p.reasons[e.Lower], p.reasons[e.Upper]
	for _, s := range [2]*Sequent{lower, upper} {
		if s.Formula(p.b) == eq {
			return s
		}
	}
	n := p.node(BySqueeze, upper, lower)
	n.Left = eq
	return n
}

// hasIte reports whether t contains a conditional outside of selects. It memoizes its results.
func hasIte(p *prover, t *smt.Term) bool {
	const no, yes = 1, 2
	for len(p.ite) < p.b.Len() {
		p.ite = append(p.ite, 0)
	}
	stack := []*smt.Term{t}
	for len(stack) > 0 && !p.looking() {
		t := stack[len(stack)-1]
		n := len(stack)
		found := uint8(no)
		switch {
		case p.ite[t.ID()] != 0:
			found = p.ite[t.ID()]
		case t.Op() == smt.OpIte:
			found = yes
		case t.Op() != smt.OpSelect:
			for _, a := range t.Args() {
				switch p.ite[a.ID()] {
				case 0:
					stack = append(stack, a)
				case yes:
					found = yes
				}
			}
		}
		if len(stack) == n || found == yes {
			p.ite[t.ID()] = found
			stack = stack[:n-1]
		}
	}
	return p.ite[t.ID()] == yes
}
