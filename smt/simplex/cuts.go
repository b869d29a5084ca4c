// Chvátal-Gomory cuts (Gomory, "Outline of an algorithm for integer solutions to linear programs", 1958; as a rounding
// of a sum of inequalities: Schrijver, Theory of Linear and Integer Programming, ch. 23). Cuts are over integer
// variables that are not slacks and have small coefficients.

package simplex

import "github.com/whet-mc/whet/num"

const (
	cutRows = 8       // the number of rows from which bestCut tries to make a cut
	cutSize = 1 << 12 // the greatest absolute value of a coefficient of a cut
)

// bestCut makes cuts from some rows of the variables in open, which have no integer value, and returns the cut with the
// fewest variables.
func (t *Tableau) bestCut(open []Var, stop func() bool) (best Step, ok bool) {
	start := int(t.rounds / cutEvery)
	for k := 0; k < len(open) && k < cutRows && !stop(); k++ {
		x := open[(start+k)%len(open)]
		for _, flip := range [2]bool{false, true} {
			if s, made := t.cut(t.rowOf[x], flip); made && (!ok || len(s.Sum) < len(best.Sum)) {
				best, ok = s, true
			}
		}
	}
	return best, ok
}

// cut makes a Chvátal-Gomory cut from row r, or, if flip, from the row for the negated basic variable. It returns false
// if the row gives no cut.
//
// The row says x = Σ α_j·x_j, where x is an integer variable whose value is not an integer. (If flip, it is the row of
// -x.) If α_j is not an integer or x_j is not an integer variable, x_j must be at a bound b_j. Let s_j be 1 at a lower
// bound and -1 at an upper bound, so that s_j·x_j >= s_j·b_j. With f_j the fractional part of s_j·α_j, the sum
//
//	S = Σ f_j·s_j·x_j
//
// differs from x by integer multiples of integer variables, so it is an integer. The bounds with the factors f_j say
// that it is at least Σ f_j·s_j·b_j. That is its value now, which is not an integer. The cut says that -S is at most
// the value of -S rounded down. If x_j is not an integer variable, no integer part can be split off: then f_j is
// s_j·α_j, and no cut exists if that is negative.
func (t *Tableau) cut(r int32, flip bool) (Step, bool) {
	row := t.rows[r]
	sum := make([]Monomial, 0, len(row)) // -S
	var premises []Premise
	var c Delta // the greatest value of -S that the premises allow
	unit := num.RatOf(-1)
	if flip {
		unit = num.RatOf(1)
	}
	sum = append(sum, Monomial{unit, row[0].v})
	for _, e := range row[1:] {
		alpha := ratio(e.coef, row[0].coef)
		if flip {
			alpha = alpha.Neg()
		}
		if val, ok := t.Fixed(e.v); ok {
			// The variable is a constant. S omits it, and its bound enters with the whole factor α. If it stayed in S,
			// the integer part of its factor would be arbitrary, and an endless series of cuts could differ only there.
			b := t.lower[e.v]
			if alpha.Sign() < 0 {
				b = t.upper[e.v]
			}
			if !alpha.IsZero() {
				premises = append(premises, t.premise(b, alpha.Abs()))
				c = c.AddMul(alpha.Neg(), val)
			}
			continue
		}
		if t.isInt[e.v] && alpha.IsInt() {
			sum = append(sum, Monomial{alpha, e.v})
			continue
		}
		val := t.value[e.v]
		b, low := t.lower[e.v], true
		if b < 0 || !t.bounds[b].val.Equal(val) {
			b, low = t.upper[e.v], false
			if b < 0 || !t.bounds[b].val.Equal(val) {
				return Step{}, false
			}
			alpha = alpha.Neg()
		}
		var whole num.Rat
		f := alpha
		if t.isInt[e.v] {
			whole, f = alpha.Floor(), alpha.Frac()
		} else if alpha.Sign() < 0 {
			return Step{}, false
		}
		premises = append(premises, t.premise(b, f))
		if low {
			c = c.AddMul(f.Neg(), val)
		} else {
			c = c.AddMul(f, val)
			whole = whole.Neg()
		}
		sum = append(sum, Monomial{whole, e.v})
	}
	sum = t.Expand(sum)
	var g num.Rat
	for _, m := range sum {
		g = num.RatGCD(g, m.Coef)
	}
	// The sum is empty, or it contains a slack that is not an integer sum, against the contract of NewRow.
	if !g.IsInt() || g.IsZero() {
		return Step{}, false
	}
	inv := g.Inv()
	for i := range sum {
		sum[i].Coef = sum[i].Coef.Mul(inv)
		if n, small := sum[i].Coef.Int64(); !small || n > cutSize || n < -cutSize || !t.isInt[sum[i].Var] {
			return Step{}, false
		}
	}
	for i := range premises {
		premises[i].Coef = premises[i].Coef.Mul(inv)
	}
	return Step{Kind: Cut, Sum: sum, Bound: c.Mul(inv).Floor(), Premises: premises}, true
}
