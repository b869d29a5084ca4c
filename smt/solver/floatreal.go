package solver

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// The number that a float is, and the float that a number is rounded to, are unknowns to the tableau
// and to the bits. What ties them together are lemmas, made for the values that a candidate model
// has: both conversions are monotonic, so that a value, and the ones beside it, say something about
// all numbers on either side (as abstraction by value and bounds, A. Zeljić et al., An Approximation
// Framework for Solvers and Decision Procedures, JAR 2017, and others).

// mostRealLemmas is after how many of them a search ends without an answer.
const mostRealLemmas = 3000

// toReal notes the number r that a float is. Of what is none it is 0.
func (e *engine) toReal(r *smt.Term) {
	e.opaque = errOfReal
	e.reals = append(e.reals, r)
	x, zero := r.Arg(0), e.b.Num(num.Rat{}, r.Sort())
	e.laterNumber = append(e.laterNumber, x)
	for _, c := range []smt.FloatClass{smt.ClassNaN, smt.ClassInfinite} {
		e.laterReal = append(e.laterReal, realLemma{[]*smt.Term{e.b.Not(e.b.FloatIs(c, x)), e.b.Eq(r, zero)}, []*smt.Term{r}})
	}
}

// ofReal notes the float x that a number is rounded to.
func (e *engine) ofReal(x *smt.Term) {
	e.opaque = errOfReal
	e.reals = append(e.reals, x)
	e.laterNumber = append(e.laterNumber, x.Arg(0), x.Arg(1))
	b, s := e.b, x.Sort()
	e.laterReal = append(e.laterReal, realLemma{[]*smt.Term{b.Not(b.FloatIs(smt.ClassNaN, x))}, []*smt.Term{x}})
	// The zero of a number below 0 is -0.
	below := b.Lt(x.Arg(1), b.Num(num.Rat{}, b.RealSort()))
	for _, neg := range []bool{false, true} {
		c := below
		if !neg {
			c = b.Not(below)
		}
		e.laterReal = append(e.laterReal, realLemma{[]*smt.Term{c, b.Not(b.Eq(x, b.FloatVal(s, s.Format().Zero(neg))))}, []*smt.Term{x}})
	}
	// Rounding away from an infinity never gives it.
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

// A realLemma is a clause about a conversion, and the terms of its step.
type realLemma struct{ clause, terms []*smt.Term }

// agreeReals adds lemmas for conversions that the candidate model has wrong; false: there were some.
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

// realLemma adds a lemma unless it is known.
func (e *engine) realLemma(terms []*smt.Term, clause ...*smt.Term) {
	for _, l := range clause {
		if l.IsTrue() {
			return
		}
	}
	e.realLemmas++
	e.axiom(proof.FloatReal, clause, terms, nil)
}

// agreeToReal: r, whose value is given, is the number that x is.
func (e *engine) agreeToReal(r *smt.Term, is num.Rat) bool {
	b := e.b
	x := r.Arg(0)
	s := x.Sort()
	v := e.bitVector(x)
	want, finite := s.Format().Rat(v.Value().Num())
	if !finite || is.Equal(want) { // if it is no number, r is 0 by the clauses of toReal
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

// toRealAt says that what is at most v is at most the number that v is, and the other way round.
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

// agreeOfReal: x is the number rounded whose value is given.
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
		// the number, its neighbours, and the middle to each of them: where rounding changes
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

// number is what a float is; of an infinity, the power of two after the greatest number.
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

// ofRealAt says what numbers become in that mode that are at most, at least, or equal to a number.
func (e *engine) ofRealAt(x, mode *smt.Term, at num.Rat) {
	b := e.b
	r, k := x.Arg(1), b.Num(at, b.RealSort())
	v, other := b.FloatOfReal(mode, x.Sort(), k), b.Not(b.Eq(x.Arg(0), mode))
	terms := []*smt.Term{x, mode, k}
	e.realLemma(terms, other, b.Not(b.Le(r, k)), b.FloatLessEq(x, v))
	e.realLemma(terms, other, b.Not(b.Le(k, r)), b.FloatLessEq(v, x))
	e.realLemma(terms, other, b.Not(b.Eq(r, k)), b.Eq(x, v))
	// Rounding is constant between multiples of half of the least number.
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
