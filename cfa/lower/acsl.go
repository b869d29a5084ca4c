package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// ACSL annotations. A claim becomes a branch to an error location. An assumption becomes a branch that ends the run.
//
// A term may have no value: 7 / x where x is 0, a shift by a negative amount, an element outside of its array, the
// target of a null pointer or of a pointer to a dead object. Only evaluated terms count: the second operand of && and
// ==> may rely on the first. An annotation with such a term does not hold; the term never ends the run. So each
// evaluation of an annotation has a location for terms without a value (undefined). The tests of C's rules lead to
// this location, whether the rules are checked or not:
//
//	claim                 the error location of the claim
//	assumption            a location where nothing is claimed: whether the assumption holds is unknown
//	ensured, at a call    the location after the annotation, as if the annotation were true: the proof
//	                      of the contract shows that the terms have values
//	kept by \old          the term that uses the value has no value either
//
// Quantified variables of claims are ghosts: global variables that get a value before the program starts and keep it.
// A quantifier that is evaluated becomes a loop over the values within its bounds. This is exact: a run that passes
// an assumption satisfies it.

func (l *funcLowerer) claims(list []*lang.Assertion) {
	for _, a := range list {
		l.assertion(a)
	}
}

func (l *funcLowerer) assertion(a *lang.Assertion) {
	l.inClaim = true
	defer func() { l.inClaim = false }()
	if a.Kind == lang.Refused {
		if a.Beyond {
			l.notCovered(a)
			return
		}
		if !a.Leaks || l.opt.Check.Has(Leak|Cleanup) {
			l.cannot(a.At, a.Text)
		}
		return
	}
	if a.Kind == lang.Assumed {
		for _, o := range a.Choose {
			l.havocPlace(l.objPlace(o), &cfa.Input{Kind: cfa.Quantified, Name: o.Name, Pos: o.Pos, CType: o.Type.Name}, a.At)
		}
		none := l.newLoc(a.At)
		l.quietly(func() { l.evaluated(none, func() { l.assume(a.X, a.At) }) })
		if len(none.In) == 0 {
			return
		}
		end := l.cur
		l.cur = none
		if a.Lax {
			l.jump(end, a.At)
		} else {
			l.fail(&cfa.Property{Kind: "unsupported", Text: "an assumption with a term that has no value", Pos: a.At, Unsupported: true})
		}
		l.cur = end
		return
	}
	if !l.opt.NoAsserts { // the run goes on as if there were no assertion
		fails := l.newLoc(a.At)
		fails.Error = l.claimed(a)
		l.evaluated(fails, func() { l.fork(a.X, a.At, func() {}, func() { l.jump(fails, a.At) }) })
	}
}

// askedByAnnotations returns the rules whose data annotations need. A term that reads memory needs the data of the
// rules `accesses`: may this memory be accessed? \valid and similar terms also need the data of Const, \initialized
// the data of Uninit. The program keeps these data even if the rules are not checked.
func (l *lowerer) askedByAnnotations() (asked Check) {
	term := func(e lang.Expr) {
		lang.WalkExpr(e, nil, func(e lang.Expr) {
			switch x := e.(type) {
			case *lang.Deref:
				asked |= accesses
			case *lang.Index:
				if _, array := x.X.(*lang.Decay); !array {
					asked |= accesses
				}
			case *lang.Valid:
				if asked |= accesses | Const; x.Kind == lang.Stored {
					asked |= Uninit
				}
			}
		})
	}
	for _, f := range l.pts.Funcs {
		if f.Body == nil || f.Model {
			continue
		}
		lang.Walk(f.Body, func(s lang.Stmt) {
			switch s := s.(type) {
			case *lang.Assertion:
				if s.X != nil && (s.Kind == lang.Assumed || !l.opt.NoAsserts) {
					term(s.X)
				}
			case *lang.Quiet:
				if x, ok := s.S.(*lang.ExprStmt); ok && s.Defined != nil {
					term(x.X)
				}
			}
		}, nil)
	}
	return asked
}

// evaluated calls evaluate, which evaluates an annotation. Terms without a value lead to the location undefined.
func (l *funcLowerer) evaluated(undefined *cfa.Loc, evaluate func()) {
	outer := l.undefined
	l.undefined = undefined
	evaluate()
	l.undefined = outer
}

// valueless lowers a term without a value.
func (l *funcLowerer) valueless(x *lang.NoValue) cfa.Expr {
	l.must(cfa.ConstInt(0), l.undefined, x.At)
	if x.T.IsInteger() || x.T.Kind == lang.Pointer {
		return cfa.ConstInt(0)
	}
	return nil
}

// quietStmt lowers a statement of an annotation. If s.Defined is not nil, this variable becomes 0 if a term of the
// statement has no value.
func (l *funcLowerer) quietStmt(s *lang.Quiet) {
	if s.Defined == nil {
		l.quietly(func() { l.stmt(s.S) })
		return
	}
	none, end := l.newLoc(s.At), l.newLoc(s.At)
	l.quietly(func() { l.evaluated(none, func() { l.stmt(s.S) }) })
	l.jump(end, s.At)
	l.cur = none
	l.storePlace(l.objPlace(s.Defined), cfa.ConstInt(0), s.At)
	l.jump(end, s.At)
	l.cur = end
}

// ghosts gives values to the ghosts that the program uses.
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

// quant evaluates the quantifier q by a loop. It goes to t if q holds, else to f.
func (l *funcLowerer) quant(q *lang.Quant, t, f *cfa.Loc) {
	found, exhausted := t, f
	if q.Forall {
		found, exhausted = f, t // the loop looks for a counterexample
	}
	l.loops++
	l.quantFrom(q, 0, found)
	l.loops--
	l.jump(exhausted, q.At)
}

// quantFrom tries all values of the variables of q from the i-th on. It goes to found at the first values that decide
// the quantifier; otherwise it falls through.
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

// bound returns the value of a bound of a quantifier.
func (l *funcLowerer) bound(e lang.Expr) cfa.Expr {
	v := l.rval(e)
	if v == nil { // annotations have no floating values
		v = l.approx(cfa.Range{}, "a bound that is not modelled", e.Pos())
	}
	return v
}

// quantValue returns the truth value of a quantifier, 0 or 1.
func (l *funcLowerer) quantValue(q *lang.Quant) cfa.Expr {
	return l.truthValue(q.At, func(t, f *cfa.Loc) { l.quant(q, t, f) })
}
