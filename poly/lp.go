// Queries by linear programming. If a block reached its limit while only its constraints were known, it has no
// generators to compute a supremum with. Then the simplex method computes the supremum from the constraints. It takes
// polynomial time except in rare cases; for these the number of pivots is bounded.

package poly

import (
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/factor"
	"github.com/whet-mc/whet/smt/simplex"
)

// maxPivots is the maximal number of pivots per linear program.
const maxPivots = 5000

// fallsBack reports whether a linear program should answer a query that f could not answer because of the limit l.
func fallsBack(f *factor.Factor, l *factor.Limit) bool {
	return l != nil && f.Err() != nil && (l.Context == nil || !effort.Done(l.Context))
}

// blockSup is factor.Factor.Sup for block b; the dimensions of e are positions in the block. If the block has reached
// its limit, blockSup uses a linear program.
func (f *form) blockSup(b *block, e linear.Expr) (value num.Rat, attained, bounded bool) {
	value, attained, bounded = b.f.Sup(e)
	if f.limit == nil || !fallsBack(b.f, f.limit) {
		return value, attained, bounded
	}
	v, at, ok := programOf(b.f).sup(e)
	switch {
	case !ok || bounded && value.Less(v):
		return value, attained, bounded
	case bounded && value.Equal(v):
		return v, at && attained, true
	}
	return v, at, true
}

// program is the linear program of the constraints of a factor.
type program struct {
	t        *simplex.Tableau
	vars     []simplex.Var
	feasible bool // false if single bounds contradict each other
	pivots   int
}

// programOf returns the linear program of the known constraints of f.
func programOf(f *factor.Factor) *program {
	l := &program{t: simplex.New(), feasible: true}
	for range f.Dims() {
		l.vars = append(l.vars, l.t.NewVar(false))
	}
	for _, c := range f.Constraints() {
		if c.Expr.IsConst() {
			l.feasible = l.feasible && c.IsTrue()
			continue
		}
		v := l.row(c.Expr)
		bound := simplex.DeltaOf(c.Expr.Constant().Neg())
		if c.Rel == linear.LT {
			bound.B = num.RatOf(-1)
		}
		l.feasible = l.feasible && l.t.AssertUpper(v, bound, simplex.None)
		if c.Rel == linear.EQ {
			l.feasible = l.feasible && l.t.AssertLower(v, bound, simplex.None)
		}
	}
	return l
}

// row returns a variable whose value is e without its constant.
func (l *program) row(e linear.Expr) simplex.Var {
	if e.Len() == 1 && e.Term(0).Coef.IsOne() {
		return l.vars[e.Term(0).Var]
	}
	sum := make([]simplex.Monomial, 0, e.Len())
	for t := range e.Terms() {
		sum = append(sum, simplex.Monomial{Coef: t.Coef, Var: l.vars[t.Var]})
	}
	return l.t.NewRow(sum, false)
}

// stop counts a pivot and reports whether there have been too many.
func (l *program) stop() bool {
	l.pivots++
	return l.pivots > maxPivots
}

// isEmpty reports whether the constraints have no solution; false may mean "not known".
func (l *program) isEmpty() bool {
	if !l.feasible {
		return true
	}
	ok, stopped := l.t.Check(l.stop)
	return !ok && !stopped
}

// sup is factor.Factor.Sup for the constraints, which must have a solution. It returns false for bounded if there
// were too many pivots.
func (l *program) sup(e linear.Expr) (value num.Rat, attained, bounded bool) {
	if e.IsConst() {
		return e.Constant(), true, true
	}
	if !l.feasible {
		return num.Rat{}, false, false
	}
	d, status := l.t.Maximize(l.row(e), l.stop)
	if status != simplex.Optimal {
		return num.Rat{}, false, false
	}
	return d.A.Add(e.Constant()), d.B.Sign() == 0, true
}
