package solver

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
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
