package solver

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// TestFloats asks for operands of operations on floats and half floats that give a result which
// operands do give, and which none give.
func TestFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 60 {
		b := smt.NewBuilder()
		f := []fp.Format{fp.Single, fp.Half}[n%2]
		s := b.FloatSort(f.Exp, f.Prec)
		x, y, m := b.Var("x", s), b.Var("y", s), b.Var("m", b.RoundingSort())
		terms := []*smt.Term{
			b.FloatAdd(m, x, y), b.FloatMul(m, x, b.FloatAbs(y)), b.FloatDiv(m, x, y), b.FloatSqrt(m, x),
			b.FloatIntegral(m, b.FloatSub(m, x, y)), b.FloatMin(x, y), b.FloatConvert(m, s, b.FloatConvert(m, b.FloatSort(4, 6), x)),
			b.FloatOfBV(m, s, b.FloatToBV(m, x, 20, true), true), b.App(b.Func("f", []*smt.Sort{s}, s), x),
		}
		term := terms[n%len(terms)]
		val := func() *smt.Term { return b.FloatVal(s, num.OfUint(r.Uint64())) }
		model := smt.NewModel(b)
		model.Set(x, val())
		model.Set(y, val())
		model.Set(m, b.RoundingMode(fp.Mode(r.IntN(5))))
		want, _ := model.Eval(term)
		given, _ := model.Eval(x)
		q := New(b, Options{})
		q.Assert(b.Eq(term, want))
		if n%3 == 0 {
			q.Assert(b.Eq(x, given))
		}
		if got := q.Check(context.Background()); got != Sat {
			t.Fatalf("%v = %v: %v %v", term, want, got, q.Reason())
		}
		// With all operands given, nothing else is the result.
		for _, v := range []*smt.Term{x, y, m} {
			is, _ := model.Eval(v)
			q.Assert(b.Eq(v, is))
		}
		if term.Op() == smt.OpApp {
			continue
		}
		q.Push()
		q.Assert(b.Not(b.Eq(b.Float(s, b.FloatBits(term)), want)))
		if got := q.Check(context.Background()); got != Unsat {
			t.Fatalf("%v ≠ %v: %v %v", term, want, got, q.Reason())
		}
	}
}

// TestFloatReals: conversions between floats and reals, with proofs.
func TestFloatReals(t *testing.T) {
	b := smt.NewBuilder()
	s := b.FloatSort(8, 24)
	x, m, r := b.Var("x", s), b.Var("m", b.RoundingSort()), b.Var("r", b.RealSort())
	real := func(n, d int64) *smt.Term { return b.Num(num.RatFrac(n, d), b.RealSort()) }
	to, of := b.FloatToReal(x), b.FloatOfReal(m, s, r)
	finite := b.Not(b.Or(b.FloatIs(smt.ClassNaN, x), b.FloatIs(smt.ClassInfinite, x)))
	for _, c := range []struct {
		f    *smt.Term
		want Status
	}{
		{b.Eq(to, real(3, 4)), Sat},
		{b.And(finite, b.Eq(to, real(1, 3))), Unsat},
		{b.And(b.Lt(real(1, 3), to), b.Lt(to, real(3333334, 10000000))), Sat},
		{b.And(b.Eq(r, real(1, 3)), b.Eq(of, x), b.Eq(to, r)), Unsat},
		{b.And(b.Eq(of, x), b.Le(real(0, 1), r), b.Le(r, real(5, 2)), b.Lt(real(5, 2), to)), Unsat},
		{b.And(b.Eq(of, b.FloatVal(s, fp.Single.Zero(true))), b.Le(real(-1, 1000), r)), Sat},
		{b.And(b.FloatIs(smt.ClassInfinite, of), b.Le(r, real(1000, 1))), Sat},
		{b.And(b.FloatIs(smt.ClassInfinite, of), b.Le(real(-1000, 1), r), b.Le(r, real(1000, 1))), Unsat},
	} {
		q := New(b, Options{Proofs: true})
		q.Assert(c.f)
		if got := q.Check(context.Background()); got != c.want {
			t.Errorf("%v: %v %v", c.f, got, q.Reason())
		} else if got == Unsat {
			p, err := q.Proof()
			if err != nil {
				t.Fatal(err)
			}
			if err := proof.Check(b, q.Assertions(), p); err != nil {
				t.Errorf("%v: %v", c.f, err)
			}
		}
	}
}
