// Systems of constraints as matrices.

package factor

import (
	"fmt"
	"math"
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// system is a system of constraints, rows (b, a): a·x + b is 0, not negative, positive. The
// matrices have 1+dims columns and are read only once the system is shared.
type system struct {
	eqs, weak, strict *cone.Matrix
}

func newSystem(dims int) *system {
	return &system{cone.NewMatrix(1 + dims), cone.NewMatrix(1 + dims), cone.NewMatrix(1 + dims)}
}

// systemOf reads constraints; those that say nothing vanish, and one that no point satisfies makes
// it return false. Nobody may change the result.
func systemOf(op string, dims int, cs []linear.Constraint) (*system, bool) {
	var rows [3]*cone.Matrix // by relation
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

// single is the system of one equality.
func single(dims int, zero linear.Expr) *system {
	m := cone.NewMatrix(1 + dims)
	appendExpr(m, zero, 1)
	return &system{eqs: m, weak: noRows(dims), strict: noRows(dims)}
}

func mustFit(op string, dims int, e linear.Expr) {
	if e.Dims() > dims {
		panic(fmt.Sprintf("factor: %s of an expression with %d dimensions on a factor with %d dimensions", op, e.Dims(), dims))
	}
}

// maxWords is the length of rows that are read into memory on the stack.
const maxWords = 48

// appendExpr adds to m the row of e times sign times the positive number that makes it primitive.
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

// wordsOf writes e times sign into a row of zeros, and reports whether its numbers are integers
// that fit.
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

// integers returns a row of integers that are e times the positive number den.
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

// hasDims reports whether a row has a number that is not 0 after column 0.
func hasDims(m *cone.Matrix) bool {
	for i := range m.Len() {
		if !isConstant(m, i) {
			return true
		}
	}
	return false
}

// isConstant reports whether row i has zeros after column 0.
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

// withEps returns the rows of the cone with ε; the bounds of ε are not among them.
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

func identity(n int) []int {
	to := make([]int, n)
	for j := range to {
		to[j] = j
	}
	return to
}

// dropLast maps columns to themselves and leaves out the last one.
func dropLast(cols int) []int {
	to := identity(cols)
	to[cols-1] = -1
	return to
}

// system returns constraints of p, which is not known to be empty, as they are at hand, maybe with
// redundant ones; false where a limit did not let them be computed.
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

// noRows returns a matrix without rows and with 1+dims columns, which must stay as it is.
func noRows(dims int) *cone.Matrix {
	if dims < len(empties) {
		return empties[dims]
	}
	return cone.NewMatrix(1 + dims)
}

var empties = func() (all [24]*cone.Matrix) {
	for dims := range all {
		all[dims] = cone.NewMatrix(1 + dims)
	}
	return all
}()

// strip leaves out the column ε.
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

// constraintsOf returns what a system says, sorted, without constraints that all points satisfy.
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

func signed(x num.Int, negate bool) num.Rat {
	if negate {
		x = x.Neg()
	}
	return num.RatOfInt(x)
}
