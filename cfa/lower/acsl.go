package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// ACSL annotations. A claim is a branch to an error location, an assumption one that ends there.
// Quantified variables of claims are ghosts: global variables that get their value before anything
// else and keep it. Quantifiers that are evaluated are loops over what lies within their bounds,
// which is exact: a run that passes an assumption satisfies it.

func (l *funcLowerer) claims(list []*lang.Assertion) {
	for _, a := range list {
		l.assertion(a)
	}
}

func (l *funcLowerer) assertion(a *lang.Assertion) {
	l.inClaim = true
	defer func() { l.inClaim = false }()
	if a.Kind == lang.Refused {
		if !a.Leaks || l.opt.Check.Has(Leak|Cleanup) {
			l.cannot(a.At, a.Text)
		}
		return
	}
	if a.Kind == lang.Assumed {
		for _, o := range a.Choose {
			l.havocPlace(l.objPlace(o), &cfa.Input{Kind: cfa.Quantified, Name: o.Name, Pos: o.Pos, CType: o.Type.Name}, a.At)
		}
		// Terms have a value wherever they are evaluated.
		l.quietly(func() { l.assume(a.X, a.At) })
		return
	}
	if !l.opt.NoAsserts { // a run goes on behind it as if it were not there
		l.fork(a.X, a.At, func() {}, func() { l.fail(l.claimed(a)) })
	}
}

// ghosts gives the ghosts that are used their values.
func (l *funcLowerer) ghosts() {
	for _, o := range l.u.Ghosts {
		s := l.stores[o]
		if s == nil || s.v == nil {
			continue
		}
		s.v.Ghost = true
		in := &cfa.Input{Kind: cfa.Quantified, Name: o.Name, Range: s.v.Range, Pos: o.Pos, CType: o.Type.Name}
		l.emit(&cfa.Havoc{LHS: s.v, From: in}, o.Pos)
	}
}

// quant evaluates a quantifier by a loop, and goes to t where it holds, else to f.
func (l *funcLowerer) quant(q *lang.Quant, t, f *cfa.Loc) {
	found, exhausted := t, f
	if q.Forall {
		found, exhausted = f, t // a counterexample is what is looked for
	}
	l.loops++
	l.quantFrom(q, 0, found)
	l.loops--
	l.jump(exhausted, q.At)
}

// quantFrom goes through the values of the variables from the i-th on; it goes to found where there
// are values of interest, else it falls through.
func (l *funcLowerer) quantFrom(q *lang.Quant, i int, found *cfa.Loc) {
	if i == len(q.Vars) {
		next := l.newLoc(q.At)
		if q.Forall {
			l.cond(q.Body, next, found)
		} else {
			l.cond(q.Body, found, next)
		}
		l.cur = next
		return
	}
	o := q.Vars[i]
	p := l.objPlace(o)
	l.storePlace(p, l.fit(l.bound(q.Lo[i]), o.Type), q.At)
	hi := l.pin(l.bound(q.Hi[i]), q.At)
	head, body, end := l.newLoc(q.At), l.newLoc(q.At), l.newLoc(q.At)
	l.enterLoc(head, q.At)
	l.test(cfa.MkBinary(cfa.Lt, l.loadPlace(p), hi), body, end, q.At)
	l.cur = body
	l.quantFrom(q, i+1, found)
	l.storePlace(p, l.fit(cfa.MkBinary(cfa.Add, l.loadPlace(p), cfa.ConstInt(1)), o.Type), q.At)
	l.jump(head, q.At)
	l.cur = end
}

// bound is the value of a bound of a quantifier.
func (l *funcLowerer) bound(e lang.Expr) cfa.Expr {
	v := l.rval(e)
	if v == nil { // annotations have no floating values
		v = l.approx(cfa.Range{}, "a bound that is not modelled", e.Pos())
	}
	return v
}

// quantValue is a quantifier as a number.
func (l *funcLowerer) quantValue(q *lang.Quant) cfa.Expr {
	return l.truthValue(q.At, func(t, f *cfa.Loc) { l.quant(q, t, f) })
}
