// Proofs that the equations among the bounds have no integer solution, by elimination over the integers (Griggio, "A
// Practical Approach to Satisfiability Modulo Linear Integer Arithmetic", 2012, section 4.2; Pugh's Omega test, 1991).
// Only rows whose variables are all integer variables or fixed take part, and only systems of limited size.

package simplex

import "github.com/whet-mc/whet/num"

// eqLimit is the greatest number of coefficients in a system of equations to which the method is applied.
const eqLimit = 1 << 18

// system is a set of integer equations Σ coef·y = rhs, one for each row, over unknowns that range over the integers.
//
// As the elimination goes on, the unknowns are replaced by others, always by a unimodular change (an integer change
// with an integer inverse). So a sum has integer coefficients over the current unknowns exactly if it has integer
// coefficients over the first ones. That is why the changes need not be remembered: the certificate only needs the
// factors with which the first equations were added.
type system struct {
	coef   [][]num.Int
	rhs    []num.Rat
	lambda [][]num.Rat // by row: the row is the sum of the first equations with these factors
	steps  *int64      // counts the coefficients examined
}

// equations looks for a proof that the current equations have no integer solution. They are the equations of the
// tableau, in which fixed variables are constants. It returns nil if it finds no proof, if the system is too large, or
// if stop returned true.
//
// The method is elimination over the integers (as in Griggio, "A Practical Approach to Satisfiability Modulo Linear
// Integer Arithmetic", 2012, section 4.2, and the treatment of equalities in Pugh's Omega test, 1991). An equation
// whose coefficients have a common factor that does not divide the constant is a contradiction. An unknown with
// coefficient 1 or -1 is eliminated. Otherwise a change of unknowns makes a coefficient smaller, as in Euclid's
// algorithm. The method decides the system of equations.
func (t *Tableau) equations(stop func() bool) []Equation {
	rows, sys := t.integerRows()
	if len(rows) == 0 {
		return nil
	}
	sys.steps = &t.Stats.Entries
	// Count the work while it is done. Most coefficients are 0, so the cubic worst case of elimination would be
	// hundreds of times too high.
	*sys.steps += int64(len(rows)) * int64(len(rows)+len(sys.coef[0]))
	lambda := sys.refute(stop)
	if lambda == nil {
		return nil
	}
	// The sum Σ λ·row, with the unknowns on one side, says Σ_fixed coef·v = Σ_fixed coef·value. The left side equals a
	// sum of unknowns with integer coefficients.
	coef := make(map[Var]num.Rat)
	var order []Var
	for i, r := range rows {
		if lambda[i].IsZero() {
			continue
		}
		for _, e := range t.rows[r] {
			if _, fixed := t.Fixed(e.v); fixed {
				if _, seen := coef[e.v]; !seen {
					order = append(order, e.v)
				}
				coef[e.v] = coef[e.v].AddMul(lambda[i], num.RatOfInt(e.coef))
			}
		}
	}
	var eqs []Equation
	for _, v := range order {
		c := coef[v]
		if t.isInt[v] {
			// An integer multiple of an integer variable with an integer value adds integers to both sides, so it can
			// be left out.
			c = c.Frac()
		}
		if c.IsZero() {
			continue
		}
		val, _ := t.Fixed(v)
		eqs = append(eqs, Equation{v, c, val.A, t.bounds[t.lower[v]].reason, t.bounds[t.upper[v]].reason})
	}
	return eqs
}

// integerRows returns the rows in which all variables are integer variables or fixed, and their system of equations. It
// leaves out a row whose basic variable is not fixed and has the coefficient 1: the basic variable is in no other row,
// so the row only determines its value, an integer. It returns no rows if no variable in them is fixed or if the system
// is too large.
func (t *Tableau) integerRows() (rows []int32, sys system) {
	column := make([]int32, 0)
	index := make(map[Var]int32)
	any := false
next:
	for r := range t.rows {
		row := t.rows[r]
		if _, fixed := t.Fixed(row[0].v); !fixed && row[0].coef.Equal(one) {
			continue
		}
		for _, e := range row {
			if val, fixed := t.Fixed(e.v); fixed && !val.B.IsZero() || !fixed && !t.isInt[e.v] {
				continue next
			} else if fixed {
				any = true
			}
		}
		rows = append(rows, int32(r))
		for _, e := range row {
			if _, fixed := t.Fixed(e.v); !fixed {
				if _, ok := index[e.v]; !ok {
					index[e.v] = int32(len(column))
					column = append(column, int32(e.v))
				}
			}
		}
	}
	if !any || len(rows)*(len(rows)+len(column)) > eqLimit {
		return nil, sys
	}
	for i, r := range rows {
		coef, lambda := make([]num.Int, len(column)), make([]num.Rat, len(rows))
		var rhs num.Rat
		for _, e := range t.rows[r] {
			if val, fixed := t.Fixed(e.v); fixed {
				rhs = rhs.Sub(num.RatOfInt(e.coef).Mul(val.A))
			} else {
				coef[index[e.v]] = e.coef
			}
		}
		lambda[i] = num.RatOf(1)
		sys.coef, sys.rhs, sys.lambda = append(sys.coef, coef), append(sys.rhs, rhs), append(sys.lambda, lambda)
	}
	return rows, sys
}

// refute returns factors for the equations so that their sum has integer coefficients and a right side that is not an
// integer. It returns nil if no such factors exist or if stop returned true.
func (s *system) refute(stop func() bool) []num.Rat {
	for i := range s.coef {
		row := s.coef[i]
		var g num.Int
		for _, c := range row {
			g = num.GCD(g, c)
		}
		if g.IsZero() {
			continue // 0 = 0: the rational relaxation has a solution
		}
		if inv := num.RatOfInt(g).Inv(); !g.Equal(one) {
			for k := range row {
				row[k] = row[k].Quo(g)
			}
			s.rhs[i] = s.rhs[i].Mul(inv)
			for k := range s.lambda[i] {
				s.lambda[i][k] = s.lambda[i][k].Mul(inv)
			}
		}
		if !s.rhs[i].IsInt() {
			return s.lambda[i]
		}
		k := s.smallest(i)
		for !row[k].Equal(one) && !row[k].Equal(num.Of(-1)) {
			if stop() {
				return nil
			}
			s.change(i, k)
			k = s.smallest(i)
		}
		for j := i + 1; j < len(s.coef); j++ {
			if stop() {
				return nil
			}
			s.subtract(j, i, k)
		}
	}
	return nil
}

// smallest returns the column in which row i has its smallest coefficient, in absolute value, that is not 0.
func (s *system) smallest(i int) int {
	best := -1
	var least num.Int
	*s.steps += int64(len(s.coef[i]))
	for k, c := range s.coef[i] {
		if c.Sign() < 0 {
			c = c.Neg()
		}
		if !c.IsZero() && (best < 0 || c.Less(least)) {
			best, least = k, c
		}
	}
	return best
}

// change introduces the unknown y_k + Σ q_l·y_l in place of y_k, where q_l is l's coefficient in row i divided by k's
// coefficient, rounded towards 0. In row i the other coefficients become smaller than k's, in absolute value.
func (s *system) change(i, k int) {
	for l := range s.coef[i] {
		if l == k {
			continue
		}
		q := s.coef[i][l].Quo(s.coef[i][k])
		if q.IsZero() {
			continue
		}
		*s.steps += int64(len(s.coef) - i)
		for j := i; j < len(s.coef); j++ {
			if c := s.coef[j][k]; !c.IsZero() {
				s.coef[j][l] = s.coef[j][l].Sub(q.Mul(c))
			}
		}
	}
}

// subtract eliminates unknown k from row j. Its coefficient in row i is 1 or -1.
func (s *system) subtract(j, i, k int) {
	f := s.coef[j][k]
	*s.steps++
	if f.IsZero() {
		return
	}
	*s.steps += int64(len(s.coef[i]) + len(s.lambda[i]))
	f = f.Mul(s.coef[i][k]).Neg()
	for l, c := range s.coef[i] {
		if !c.IsZero() {
			s.coef[j][l] = s.coef[j][l].Add(f.Mul(c))
		}
	}
	q := num.RatOfInt(f)
	s.rhs[j] = s.rhs[j].AddMul(q, s.rhs[i])
	for l, c := range s.lambda[i] {
		if !c.IsZero() {
			s.lambda[j][l] = s.lambda[j][l].AddMul(q, c)
		}
	}
}
