// Conversions between floats and reals. Both the number that a float represents and the float that a number is rounded
// to are unknowns to the tableau and to the bits. They are connected by lemmas for the values of a candidate model:
// both conversions are monotonic, so that one value and its neighbours say something about all numbers on either side
// (compare abstraction by value and bounds: A. Zeljić et al., An Approximation Framework for Solvers and Decision
// Procedures, JAR 2017, and others).

package solver

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// mostRealLemmas is the number of these lemmas after which a search gives up.
const mostRealLemmas = 3000

// toReal registers r, the number that a float represents. For an infinity or NaN it is 0.
func (e *engine) toReal(r *smt.Term) {
	e.opaque = errOfReal
	e.reals = append(e.reals, r)
	x, zero := r.Arg(0), e.b.Num(num.Rat{}, r.Sort())
	e.laterNumber = append(e.laterNumber, x)
	for _, c := range []smt.FloatClass{smt.ClassNaN, smt.ClassInfinite} {
		e.laterReal = append(e.laterReal, realLemma{[]*smt.Term{e.b.Not(e.b.FloatIs(c, x)), e.b.Eq(r, zero)}, []*smt.Term{r}})
	}
}

// ofReal registers x, the float that a number is rounded to.
func (e *engine) ofReal(x *smt.Term) {
	e.opaque = errOfReal
	e.reals = append(e.reals, x)
	e.laterNumber = append(e.laterNumber, x.Arg(0), x.Arg(1))
	b, s := e.b, x.Sort()
	e.laterReal = append(e.laterReal, realLemma{[]*smt.Term{b.Not(b.FloatIs(smt.ClassNaN, x))}, []*smt.Term{x}})
	// A number below 0 that is rounded to zero gives -0, any other +0.
	below := b.Lt(x.Arg(1), b.Num(num.Rat{}, b.RealSort()))
	for _, neg := range []bool{false, true} {
		c := below
		if !neg {
			c = b.Not(below)
		}
		e.laterReal = append(e.laterReal, realLemma{[]*smt.Term{c, b.Not(b.Eq(x, b.FloatVal(s, s.Format().Zero(neg))))}, []*smt.Term{x}})
	}
	// A rounding mode that is directed away from an infinity never gives it.
	for _, m := range []fp.Mode{fp.TowardZero, fp.Upward, fp.Downward} {
		mode := b.RoundingMode(m)
		other := b.Not(b.Eq(x.Arg(0), mode))
		for _, neg := range []bool{false, true} {
			if m == fp.TowardZero || neg == (m == fp.Upward) {
				inf := b.FloatVal(s, s.Format().Inf(neg))
				e.laterReal = append(e.laterReal, realLemma{[]*smt.Term{other, b.Not(b.Eq(x, inf))}, []*smt.Term{x, mode}})
			}
		}
	}
}

// realLemma is a clause about a conversion, and the terms that its step names.
type realLemma struct{ clause, terms []*smt.Term }

// agreeReals adds lemmas about conversions whose value in the candidate model is wrong. It returns true if all values
// are right.
func (e *engine) agreeReals() bool {
	if len(e.reals) == 0 {
		return true
	}
	e.scratch = map[*smt.Term]bool{}
	values := e.concrete()
	value := func(t *smt.Term) num.Rat {
		v, c := e.arith.variable(t)
		return values[v].Add(c)
	}
	fine := true
	for _, t := range e.reals {
		if t.Op() == smt.OpFloatToReal {
			fine = e.agreeToReal(t, value(t)) && fine
		} else {
			fine = e.agreeOfReal(t, value(t.Arg(1))) && fine
		}
	}
	if fine {
		return true
	}
	if e.realLemmas > mostRealLemmas {
		e.sat.GiveUp(errOfReal)
		return false
	}
	e.drain()
	return false
}

// realLemma adds a lemma, unless one of its formulas is trivially true.
func (e *engine) realLemma(terms []*smt.Term, clause ...*smt.Term) {
	for _, l := range clause {
		if l.IsTrue() {
			return
		}
	}
	e.realLemmas++
	e.axiom(proof.FloatReal, clause, terms, nil)
}

// agreeToReal reports whether the number `is`, the value of r in the candidate model, is the number that the float of
// r represents. If not, it adds lemmas for the float's value and for the floats next to is.
func (e *engine) agreeToReal(r *smt.Term, is num.Rat) bool {
	b := e.b
	x := r.Arg(0)
	s := x.Sort()
	v := e.bitVector(x)
	want, finite := s.Format().Rat(v.Value().Num())
	if !finite || is.Equal(want) { // if it is not finite, r is 0 by the clauses of toReal
		return true
	}
	e.toRealAt(r, v)
	for _, m := range []fp.Mode{fp.Downward, fp.Upward} {
		near := b.FloatVal(s, s.Format().FromRat(m, is))
		e.toRealAt(r, near)
		for _, end := range []bool{false, true} {
			e.toRealAt(r, b.FloatVal(s, s.Format().NextAfter(fp.A, near.Value().Num(), s.Format().Inf(end)).Val))
		}
	}
	return false
}

// toRealAt adds that conversion is monotonic at the float v: if the float of r is at most v, then r is at most the
// number of v, and likewise for at least.
func (e *engine) toRealAt(r, v *smt.Term) {
	b := e.b
	x := r.Arg(0)
	if b.FloatIs(smt.ClassInfinite, v).IsTrue() || b.FloatIs(smt.ClassNaN, v).IsTrue() {
		return
	}
	at, inf := b.FloatToReal(v), b.FloatIs(smt.ClassInfinite, x)
	terms := []*smt.Term{r, v}
	e.realLemma(terms, inf, b.Not(b.FloatLessEq(x, v)), b.Le(r, at))
	e.realLemma(terms, inf, b.Not(b.FloatLessEq(v, x)), b.Le(at, r))
}

// agreeOfReal reports whether the float x has the right value: its argument has the value `at` in the candidate model,
// and x should be at rounded. If not, it adds lemmas for at and for the numbers near it where the result changes.
func (e *engine) agreeOfReal(x *smt.Term, at num.Rat) bool {
	b := e.b
	s := x.Sort()
	mode := e.bitVector(x.Arg(0))
	has, want := e.bitVector(x), b.FloatOfReal(mode, s, b.Num(at, b.RealSort()))
	if has == want {
		return true
	}
	e.ofRealAt(x, mode, at)
	f := s.Format()
	for _, v := range []*smt.Term{has, want} {
		// the number, its neighbours, and the middle between it and each of them: rounding changes there
		bits := v.Value().Num()
		k := number(f, bits)
		e.ofRealAt(x, mode, k)
		for _, end := range []bool{false, true} {
			near := number(f, f.NextAfter(fp.A, bits, f.Inf(end)).Val)
			e.ofRealAt(x, mode, near)
			e.ofRealAt(x, mode, near.Add(k).Quo(num.RatOf(2)))
		}
	}
	return false
}

// number returns the number that the float with the given bits represents; for an infinity, the power of two above the
// greatest number, with its sign.
func number(f fp.Format, bits num.Int) num.Rat {
	if v, finite := f.Rat(bits); finite {
		return v
	}
	v := num.RatOfInt(num.Pow2(1 << (f.Exp - 1)))
	if f.Signbit(bits) {
		return v.Neg()
	}
	return v
}

// ofRealAt adds lemmas for the rounding mode `mode`: they say what arguments of x that are at most, at least, or equal
// to the number `at` are rounded to.
func (e *engine) ofRealAt(x, mode *smt.Term, at num.Rat) {
	b := e.b
	r, k := x.Arg(1), b.Num(at, b.RealSort())
	v, other := b.FloatOfReal(mode, x.Sort(), k), b.Not(b.Eq(x.Arg(0), mode))
	terms := []*smt.Term{x, mode, k}
	e.realLemma(terms, other, b.Not(b.Le(r, k)), b.FloatLessEq(x, v))
	e.realLemma(terms, other, b.Not(b.Le(k, r)), b.FloatLessEq(v, x))
	e.realLemma(terms, other, b.Not(b.Eq(r, k)), b.Eq(x, v))
	// Between multiples of half of the least positive number, rounding is constant. If at is a multiple, then numbers
	// strictly below it, or above it, have the bounds of the interval next to it.
	half := num.RatOf(1).Quo(num.RatOfInt(num.Pow2(uint(1<<(x.Sort().Exp-1) - 2 + x.Sort().Format().Prec))))
	if !at.Quo(half).IsInt() {
		return
	}
	quarter := half.Quo(num.RatOf(2))
	below := b.FloatOfReal(mode, x.Sort(), b.Num(at.Sub(quarter), b.RealSort()))
	above := b.FloatOfReal(mode, x.Sort(), b.Num(at.Add(quarter), b.RealSort()))
	e.realLemma(terms, other, b.Not(b.Lt(r, k)), b.FloatLessEq(x, below))
	e.realLemma(terms, other, b.Not(b.Lt(k, r)), b.FloatLessEq(above, x))
}
