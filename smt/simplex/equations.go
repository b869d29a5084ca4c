package simplex

import "github.com/whet-mc/whet/num"

// eqLimit is the greatest number of coefficients of a system of equations that is
// looked at.
const eqLimit = 1 << 18

// system is a set of integer equations Σ coef·y = rhs, one a row, over unknowns
// that range over the integers.
//
// The unknowns are replaced by others as the elimination goes on, always by a
// unimodular change (an integer one with an integer inverse). So a sum of the
// unknowns of now has integer coefficients exactly if it has, written with the
// unknowns of the beginning. That is why no change needs to be remembered: for the
// certificate it is enough to know by which factors the first equations were
// added up.
type system struct {
	coef   [][]num.Int
	rhs    []num.Rat
	lambda [][]num.Rat // of each row: the factors of the first equations
	steps  *int64      // counts the coefficients looked at
}

// equations looks for a proof that the equations that hold now have no integer
// solution: those of the tableau, in which fixed variables are constants. It
// returns nil if there is none (or the system is too large, or stop said true).
//
// The method is elimination over the integers (as in Griggio, "A Practical
// Approach to Satisfiability Modulo Linear Integer Arithmetic", 2012, section 4.2,
// and the treatment of equalities in Pugh's Omega test, 1991): an equation whose
// coefficients have a common factor that the constant lacks is a contradiction;
// an unknown with coefficient 1 is eliminated; else a change of unknowns makes a
// coefficient smaller, as Euclid does. It decides the system of equations.
func (t *Tableau) equations(stop func() bool) []Equation {
	rows, sys := t.integerRows()
	if len(rows) == 0 {
		return nil
	}
	sys.steps = &t.Stats.Entries
	// What is looked at is counted as it is looked at: most coefficients are 0, and the cube that
	// elimination can take is hundreds of times too much.
	*sys.steps += int64(len(rows)) * int64(len(rows)+len(sys.coef[0]))
	lambda := sys.refute(stop)
	if lambda == nil {
		return nil
	}
	// Σ λ·row, with the unknowns on one side: Σ_fixed coef·v = Σ_fixed coef·value,
	// where the left side equals a sum of unknowns with integer coefficients.
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
			// An integer multiple of an integer variable with an integer value
			// contributes integers to both sides: it is not needed.
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

// integerRows collects the rows whose variables are integer variables or fixed. A
// row whose basic variable is not fixed and has the coefficient 1 is left out: the
// basic variable is in no other row, so the row only says what integer it is.
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

// refute returns factors for the equations such that their sum has integer
// coefficients and a right side that is no integer, or nil.
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

// smallest returns the column with the smallest coefficient of row i that is not 0.
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

// change replaces unknown k by y_k + Σ q_l·y_l, where q_l is the coefficient of l
// in row i divided by that of k, rounded towards 0. The coefficients of row i but
// the one of k become smaller than that one.
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

// subtract eliminates unknown k, whose coefficient in row i is 1 or -1, from row j.
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
