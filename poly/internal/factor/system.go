// This file has systems of constraints as matrices, and the conversion from and to constraints of package linear.

package factor

import (
	"fmt"
	"math"
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// system is a system of constraints. A row (b, a) is the constraint a·x + b = 0 in eqs, a·x + b >= 0 in weak, and a·x
// + b > 0 in strict. The matrices have 1+dims columns. They must not be changed once the system is shared.
type system struct {
	eqs, weak, strict *cone.Matrix
}

// newSystem returns a system without constraints.
func newSystem(dims int) *system {
	return &system{cone.NewMatrix(1 + dims), cone.NewMatrix(1 + dims), cone.NewMatrix(1 + dims)}
}

// systemOf returns the system of constraints. It drops constraints that all points satisfy, and returns false if no
// point satisfies one of them. The caller must not change the result. op is the name of the operation in messages.
func systemOf(op string, dims int, cs []linear.Constraint) (*system, bool) {
	var rows [3]*cone.Matrix // by relation: the constraints with this relation
	for _, c := range cs {
		mustFit(op, dims, c.Expr)
		if c.Expr.IsConst() {
			if c.IsFalse() {
				return nil, false
			}
			continue
		}
		if rows[c.Rel] == nil {
			rows[c.Rel] = cone.NewMatrix(1 + dims)
		}
		sign := int64(-1)
		if c.Rel == linear.EQ {
			sign = 1
		}
		appendExpr(rows[c.Rel], c.Expr, sign)
	}
	for i, m := range rows {
		if m == nil {
			rows[i] = noRows(dims)
		}
	}
	return &system{eqs: rows[linear.EQ], weak: rows[linear.LE], strict: rows[linear.LT]}, true
}

// single returns the system of one equality, zero = 0.
func single(dims int, zero linear.Expr) *system {
	m := cone.NewMatrix(1 + dims)
	appendExpr(m, zero, 1)
	return &system{eqs: m, weak: noRows(dims), strict: noRows(dims)}
}

// mustFit panics if e has a dimension that is not below dims.
func mustFit(op string, dims int, e linear.Expr) {
	if e.Dims() > dims {
		panic(fmt.Sprintf("factor: %s of an expression with %d dimensions on a factor with %d dimensions", op, e.Dims(), dims))
	}
}

// maxWords is the greatest length of rows for which functions use an array on the stack.
const maxWords = 48

// appendExpr appends to m the row of sign·e, multiplied by the positive number that makes it primitive.
func appendExpr(m *cone.Matrix, e linear.Expr, sign int64) {
	if m.Cols() <= maxWords {
		var buf [maxWords]int64
		row := buf[:m.Cols()]
		if wordsOf(row, e, sign) {
			m.AppendWords(row)
			return
		}
	}
	row, _ := integers(e, m.Cols())
	if sign < 0 {
		for j := range row {
			row[j] = row[j].Neg()
		}
	}
	m.Append(row)
}

// wordsOf writes sign·e into row, which must be 0. It returns false if a number is not an integer or does not fit a
// word.
func wordsOf(row []int64, e linear.Expr, sign int64) bool {
	v, ok := e.Constant().Int64()
	if !ok || v == math.MinInt64 {
		return false
	}
	row[0] = sign * v
	for i := range e.Len() {
		t := e.Term(i)
		v, ok := t.Coef.Int64()
		if !ok || v == math.MinInt64 {
			return false
		}
		row[1+t.Var] = sign * v
	}
	return true
}

// integers returns the row of den·e, where den is the least positive number that makes all its numbers integers.
func integers(e linear.Expr, cols int) (row []num.Int, den num.Int) {
	den = e.Constant().Den()
	for i := range e.Len() {
		if d := e.Term(i).Coef.Den(); !d.Equal(den) {
			den = num.LCM(den, d)
		}
	}
	row = make([]num.Int, cols)
	scaled := func(c num.Rat) num.Int { return c.Num().Mul(den.Quo(c.Den())) }
	row[0] = scaled(e.Constant())
	for i := range e.Len() {
		t := e.Term(i)
		row[1+t.Var] = scaled(t.Coef)
	}
	return row, den
}

// hasDims reports whether some row is not constant; see isConstant.
func hasDims(m *cone.Matrix) bool {
	for i := range m.Len() {
		if !isConstant(m, i) {
			return true
		}
	}
	return false
}

// isConstant reports whether row i is 0 in all columns after column 0.
func isConstant(m *cone.Matrix, i int) bool {
	if w, ok := m.Words(i); ok {
		for _, x := range w[1:] {
			if x != 0 {
				return false
			}
		}
		return true
	}
	for j := 1; j < m.Cols(); j++ {
		if m.Sign(i, j) != 0 {
			return false
		}
	}
	return true
}

// withEps returns the rows of s for a cone with ε, without the bounds of ε.
func (s *system) withEps() (eqs, ineqs *cone.Matrix) {
	cols := s.eqs.Cols()
	to := identity(cols)
	eqs, ineqs = s.eqs.MapCols(cols+1, to), s.weak.MapCols(cols+1, to)
	row := make([]num.Int, cols+1)
	for i := range s.strict.Len() {
		for j := range cols {
			row[j] = s.strict.At(i, j)
		}
		row[cols] = num.Of(-1)
		ineqs.Append(row)
	}
	return eqs, ineqs
}

// epsBounds returns the rows ε >= 0 and column 0 - ε >= 0.
func epsBounds(dims int) *cone.Matrix {
	m := cone.NewMatrix(2 + dims)
	row := make([]int64, 2+dims)
	row[1+dims] = 1
	m.AppendWords(row)
	row[0], row[1+dims] = 1, -1
	m.AppendWords(row)
	return m
}

// identity returns the map of n columns to themselves.
func identity(n int) []int {
	to := make([]int, n)
	for j := range to {
		to[j] = j
	}
	return to
}

// dropLast returns the map of cols columns to themselves that leaves out the last one.
func dropLast(cols int) []int {
	to := identity(cols)
	to[cols-1] = -1
	return to
}

// system returns known constraints of p, possibly with redundant ones; if none are known, it computes them. p must
// not be known to be empty. It returns false if a limit stopped the computation.
func (p *Factor) system() (*system, bool) {
	if s := p.facets.Load(); s != nil {
		return s, true
	}
	eqs, ineqs, ok := p.constraints(false)
	if !ok {
		return nil, false
	}
	if !p.nnc {
		return &system{eqs, ineqs, noRows(p.dims)}, true
	}
	return p.strip(eqs, ineqs), true
}

// noRows returns a matrix without rows and with 1+dims columns. The caller must not change it.
func noRows(dims int) *cone.Matrix {
	if dims < len(empties) {
		return empties[dims]
	}
	return cone.NewMatrix(1 + dims)
}

// empties are the results of noRows for small numbers of dimensions.
var empties = func() (all [24]*cone.Matrix) {
	for dims := range all {
		all[dims] = cone.NewMatrix(1 + dims)
	}
	return all
}()

// strip returns the system for constraints of p's cone, which has column ε.
func (p *Factor) strip(eqs, ineqs *cone.Matrix) *system {
	eps := p.epsCol()
	to := dropLast(p.cols())
	s := newSystem(p.dims)
	s.eqs = eqs.MapCols(1+p.dims, to)
	all := ineqs.MapCols(1+p.dims, to)
	for i := range ineqs.Len() {
		switch ineqs.Sign(i, eps) {
		case 0:
			s.weak.AppendFrom(all, i)
		case -1:
			s.strict.AppendFrom(all, i)
		}
	}
	return s
}

// constraintsOf returns the constraints of s, sorted, without those that all points satisfy.
func (s *system) constraintsOf() []linear.Constraint {
	cs := make([]linear.Constraint, 0, s.eqs.Len()+s.weak.Len()+s.strict.Len())
	for k, m := range []*cone.Matrix{s.eqs, s.weak, s.strict} {
		rel := [...]linear.Relation{linear.EQ, linear.LE, linear.LT}[k]
		for i := range m.Len() {
			if c := constraintOf(m, i, rel); !c.IsTrue() {
				cs = append(cs, c)
			}
		}
	}
	slices.SortFunc(cs, linear.Constraint.Cmp)
	return cs
}

// constraintOf returns row i as a constraint. The first coefficient of an equality is positive.
func constraintOf(m *cone.Matrix, i int, rel linear.Relation) linear.Constraint {
	var buf [maxWords]linear.Term
	terms := buf[:0]
	negate := rel != linear.EQ
	for j := 1; j < m.Cols(); j++ {
		if m.Sign(i, j) == 0 {
			continue
		}
		if rel == linear.EQ && len(terms) == 0 {
			negate = m.Sign(i, j) < 0
		}
		terms = append(terms, linear.Term{Var: j - 1, Coef: signed(m.At(i, j), negate)})
	}
	return linear.Constraint{Expr: linear.Sum(signed(m.At(i, 0), negate), terms...), Rel: rel}
}

// signed returns x, or -x if negate is set.
func signed(x num.Int, negate bool) num.Rat {
	if negate {
		x = x.Neg()
	}
	return num.RatOfInt(x)
}
