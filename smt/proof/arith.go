// The rules farkas and int_cut: sums of inequalities. An inequality or equality s ⋈ 0, the negation of a literal, is
// multiplied by its coefficient and added to the others.

package proof

import (
	"errors"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// A combination says what is known of a sum: sum ≤ 0, or sum < 0 if strict, or sum = 0 if equal, that is, if only
// equalities were added.
type combination struct {
	konst  num.Rat
	strict bool
	equal  bool
}

// farkas checks that the sum is a contradiction between numbers.
func (c *checker) farkas(s *Step) error {
	sum, err := c.combine(s.Clause, s.Coefs)
	if err == nil {
		for _, t := range c.added {
			if !c.sum[t.ID()].IsZero() {
				err = errors.New("the sum still has unknowns")
				break
			}
		}
	}
	c.clearSum()
	switch {
	case err != nil:
		return err
	case sum.konst.Sign() > 0, sum.strict && sum.konst.IsZero(), sum.equal && !sum.konst.IsZero():
		return nil
	}
	return errors.New("the sum is no contradiction")
}

// intCut checks that the two sums bound a sum of integers from above and from below, with no integer between the
// bounds.
func (c *checker) intCut(s *Step) error {
	above, err := c.combine(s.Clause, s.Coefs)
	if err == nil {
		for _, t := range c.added {
			if k := c.sum[t.ID()]; !k.IsZero() && (!k.IsInt() || t.Sort().Kind != smt.Int) {
				err = errors.New("the sum is not one of integers")
				break
			}
		}
	}
	if err != nil {
		c.clearSum()
		return err
	}
	below, err := c.combine(s.Clause, s.Coefs2)
	if err == nil {
		for _, t := range c.added {
			if !c.sum[t.ID()].IsZero() {
				err = errors.New("the two sums are not opposite")
				break
			}
		}
	}
	c.clearSum()
	if err != nil {
		return err
	}
	// S + konst ≤ 0 and -S + konst ≤ 0.
	most, least := above.konst.Neg().Floor(), below.konst.Ceil()
	if above.strict && above.konst.IsInt() {
		most = most.Sub(num.RatOf(1))
	}
	if below.strict && below.konst.IsInt() {
		least = least.Add(num.RatOf(1))
	}
	if most.Less(least) {
		return nil
	}
	return errors.New("there is a whole number between the bounds")
}

// combine adds the negations of the literals, multiplied by coefs, to c.sum.
func (c *checker) combine(clause []*smt.Term, coefs []num.Rat) (combination, error) {
	sum := combination{equal: true}
	if len(coefs) != len(clause) {
		return sum, errors.New("it needs as many numbers as literals")
	}
	for i, l := range clause {
		k := coefs[i]
		a, neg := l.Atom()
		switch {
		case l.IsFalse(): // its negation says 0 = 0
			continue
		case a.Op() == smt.OpEq && neg && a.Arg(0).Sort().Arithmetic():
			c.add(&sum, a.Arg(0), k)
			c.add(&sum, a.Arg(1), k.Neg())
			continue
		case a.Op() != smt.OpLe && a.Op() != smt.OpLt:
			return sum, errors.New("the negation of a literal is neither an inequality nor an equality of numbers")
		case k.Sign() < 0:
			return sum, errors.New("an inequality multiplied by a negative number")
		case k.IsZero():
			continue
		}
		sum.equal = false
		t := a.Arg(0)
		switch {
		case neg: // t ≤ 0 or t < 0
			c.add(&sum, t, k)
			sum.strict = sum.strict || a.Op() == smt.OpLt
		case a.Op() == smt.OpLe && t.Sort().Kind == smt.Int: // t ≥ 1
			c.add(&sum, t, k.Neg())
			sum.konst = sum.konst.Add(k)
		default: // t > 0 or t ≥ 0
			c.add(&sum, t, k.Neg())
			sum.strict = sum.strict || a.Op() == smt.OpLe
		}
	}
	return sum, nil
}

// add adds k·t to the sum.
func (c *checker) add(sum *combination, t *smt.Term, k num.Rat) {
	switch t.Op() {
	case smt.OpNum:
		sum.konst = sum.konst.AddMul(k, t.Value())
	case smt.OpSum:
		sum.konst = sum.konst.AddMul(k, t.Value())
		for i, a := range t.Args() {
			c.addUnknown(a, k.Mul(t.Coef(i)))
		}
	default:
		c.addUnknown(t, k)
	}
}

// addUnknown adds k times the unknown t to c.sum.
func (c *checker) addUnknown(t *smt.Term, k num.Rat) {
	if t.Op() == smt.OpToReal {
		t = t.Arg(0) // the integer and the real are the same number
	}
	if n := c.b.Len(); t.ID() >= len(c.sum) {
		c.sum = append(c.sum, make([]num.Rat, n-len(c.sum))...)
	}
	c.sum[t.ID()] = c.sum[t.ID()].Add(k)
	c.added = append(c.added, t)
}

// clearSum sets c.sum to 0.
func (c *checker) clearSum() {
	for _, t := range c.added {
		c.sum[t.ID()] = num.Rat{}
	}
	c.added = c.added[:0]
}
