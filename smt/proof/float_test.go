package proof

import (
	"testing"

	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/float"
)

// TestFloatsTwice: the definitions of the checker and those of the solver, which package float
// compares with package fp on all operands of tiny formats, are the same terms.
func TestFloatsTwice(t *testing.T) {
	for _, f := range []fp.Format{{Exp: 2, Prec: 2}, {Exp: 2, Prec: 5}, {Exp: 5, Prec: 3}, fp.Half, fp.Single, fp.Double, {Exp: 15, Prec: 64}} {
		b := smt.NewBuilder()
		s := b.FloatSort(f.Exp, f.Prec)
		x, y, z, m := b.Var("x", s), b.Var("y", s), b.Var("z", s), b.Var("m", b.RoundingSort())
		v := b.Var("v", b.BitVecSort(9))
		w := b.Float(s, b.Var("w", b.BitVecSort(s.Width)))
		half := b.FloatSort(5, 11)
		made := []*smt.Term{
			b.FloatNeg(x), b.FloatAbs(x), b.FloatAdd(m, x, y), b.FloatSub(m, x, w), b.FloatMul(m, x, y), b.FloatDiv(m, x, y),
			b.FloatFma(m, x, y, z), b.FloatSqrt(m, x), b.FloatRem(x, y), b.FloatFmod(x, y), b.FloatIntegral(m, x),
			b.FloatOfBV(m, s, v, true), b.FloatOfBV(m, s, v, false), b.FloatOfBV(m, s, b.Extract(v, 0, 0), true),
			b.FloatConvert(m, s, b.Var("h", half)), b.FloatConvert(m, half, x), b.FloatConvert(m, b.FloatSort(9, 20), x),
			b.FloatMin(x, y), b.FloatOfReal(m, s, b.Var("r", b.RealSort())), b.FloatMul(b.RoundingMode(fp.Upward), x, b.FloatNeg(b.FloatAbs(w))),
		}
		var all []*smt.Term
		for _, t := range made {
			all = append(all, b.FloatBits(t))
		}
		all = append(all, b.FloatLess(x, y), b.FloatLessEq(x, b.FloatNeg(w)), b.Eq(x, y), b.Eq(m, b.Var("n", b.RoundingSort())))
		for c := smt.ClassNaN; c <= smt.ClassPositive; c++ {
			all = append(all, b.FloatIs(c, x))
		}
		for _, n := range []int{1, 2, 32} {
			for _, signed := range []bool{false, true} {
				all = append(all, b.FloatToBV(m, x, n, signed), b.FloatFits(m, x, n, signed))
			}
		}
		solver := float.New(b)
		c := &checker{b: b}
		for _, term := range all {
			if !aboutFloats(term) {
				continue
			}
			if one, two := solver.Define(term), c.floats().of(term); one != two {
				t.Errorf("%v: %v", f, term)
			}
		}
		for _, leaf := range []*smt.Term{x, m} {
			if err := c.floatLeaf(&Step{Terms: []*smt.Term{leaf}, Clause: []*smt.Term{solver.Canonical(leaf)}}); err != nil {
				t.Error(err)
			}
		}
	}
}
