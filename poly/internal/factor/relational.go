package factor

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Rel is how the two sides of a relational assignment compare.
type Rel uint8

// The relations.
const (
	LessEq Rel = iota
	Less
	EqualTo
	GreaterEq
	Greater
)

// String is the sign of the relation.
func (r Rel) String() string { return [...]string{"<=", "<", "=", ">=", ">"}[r] }

// flipped is the relation with its sides exchanged.
func (r Rel) flipped() Rel { return [...]Rel{GreaterEq, Greater, EqualTo, LessEq, Less}[r] }

func (r Rel) strict() bool { return r == Less || r == Greater }

// constraint is lhs ⋈ rhs.
func (r Rel) constraint(lhs, rhs linear.Expr) linear.Constraint {
	return [...]func(linear.Expr) linear.Constraint{lhs.LE, lhs.LT, lhs.EQ, lhs.GE, lhs.GT}[r](rhs)
}

// RelImage returns the points that one gets from the points x of p by giving dimension v any value
// x' with x' ⋈ e(x). It panics where v is out of range or e has a dimension that p has not.
func (p *Factor) RelImage(v int, rel Rel, e linear.Expr) *Factor {
	p.mustHave("RelImage", v)
	mustFit("RelImage", p.dims, e)
	q := p.Image(v, e)
	if rel == EqualTo || q.IsEmpty() {
		return q
	}
	if rel.strict() {
		return q.beyond(v, rel).from(p)
	}
	q = q.settled()
	if _, _, ok := q.generators(false); !ok {
		return q.Forget(v).from(p)
	}
	rays := cone.NewMatrix(q.cols())
	row := make([]int64, q.cols())
	row[1+v] = 1
	if rel == LessEq {
		row[1+v] = -1
	}
	rays.AppendWords(row)
	r := newFactor(p.dims, q.nnc, q.cone().AddGenerators(cone.NewMatrix(q.cols()), rays), inhabited).from(q, p)
	r.grown = q.grown || q.cone().HasConstraints()
	return r
}

// beyond returns the points x' that are strictly below, or above, the points of p in dimension v
// and equal to them in the others: the points of p become closure points, and each gives a point
// one step away.
func (p *Factor) beyond(v int, rel Rel) *Factor {
	q := p.withEps()
	lines, rays, ok := q.generators(false)
	if !ok {
		return q.Forget(v)
	}
	eps, cols := q.epsCol(), q.cols()
	step := int64(1)
	if rel == Less {
		step = -1
	}
	// A point (λ, x, ε) becomes (λ, x ± λ·e_v, ε).
	coefs := make([]num.Int, cols)
	coefs[1+v], coefs[0] = num.Of(1), num.Of(step)
	moved := rays.ReplaceCol(1+v, coefs, num.Of(1))
	all := rays.MapCols(cols, dropLast(cols)) // closure points and rays
	for i := range moved.Len() {
		if rays.Sign(i, eps) > 0 {
			all.AppendFrom(moved, i)
		}
	}
	row := make([]int64, cols)
	row[1+v] = step
	all.AppendWords(row)
	return newFactor(p.dims, true, cone.FromGenerators(cols, lines, withClosures(all, eps)), inhabited).from(q)
}

// withClosures adds to the rays of a cone with ε the closure point of each point, so that the
// invariant of ε holds.
func withClosures(rays *cone.Matrix, eps int) *cone.Matrix {
	low := rays.MapCols(rays.Cols(), dropLast(rays.Cols()))
	out := rays.Clone()
	for i := range rays.Len() {
		if rays.Sign(i, eps) > 0 {
			out.AppendFrom(low, i)
		}
	}
	return out
}

// RelPreimage returns the points x for which dimension v can be given a value x' with x' ⋈ e(x) so
// that the result is in p. It panics where v is out of range or e has a dimension that p has not.
func (p *Factor) RelPreimage(v int, rel Rel, e linear.Expr) *Factor {
	p.mustHave("RelPreimage", v)
	mustFit("RelPreimage", p.dims, e)
	if rel == EqualTo {
		return p.Preimage(v, e)
	}
	a := e.Coef(v)
	if a.IsZero() {
		return p.AddConstraints(rel.constraint(linear.X(v), e)).Forget(v)
	}
	// x' ⋈ a·x_v + rest says x_v ⋈' (x' - rest)/a.
	rest := e.Sub(linear.X(v).Scale(a))
	if a.Sign() > 0 {
		rel = rel.flipped()
	}
	return p.RelImage(v, rel, linear.X(v).Sub(rest).Scale(a.Inv()))
}

// RelImageExpr returns the points x' for which there is a point x in p with lhs(x') ⋈ rhs(x) that
// agrees with x' in all dimensions that lhs has not. It panics where an expression has a dimension
// that p has not.
func (p *Factor) RelImageExpr(lhs linear.Expr, rel Rel, rhs linear.Expr) *Factor {
	mustFit("RelImageExpr", p.dims, lhs)
	mustFit("RelImageExpr", p.dims, rhs)
	return p.relate(rhs, lhs, rel.constraint(lhs, linear.X(p.dims)))
}

// RelPreimageExpr returns the points x for which there is a point x' in p with lhs(x') ⋈ rhs(x)
// that agrees with x in all dimensions that lhs has not. It panics where an expression has a
// dimension that p has not.
func (p *Factor) RelPreimageExpr(lhs linear.Expr, rel Rel, rhs linear.Expr) *Factor {
	mustFit("RelPreimageExpr", p.dims, lhs)
	mustFit("RelPreimageExpr", p.dims, rhs)
	return p.relate(lhs, lhs, rel.constraint(linear.X(p.dims), rhs))
}

// relate keeps the value of an expression in one more dimension, forgets the dimensions of another
// one, and imposes a constraint between that value and the dimensions as they then are.
func (p *Factor) relate(value, forget linear.Expr, c linear.Constraint) *Factor {
	vs := make([]int, 0, forget.Len())
	for t := range forget.Terms() {
		vs = append(vs, t.Var)
	}
	return p.Define(value).Forget(vs...).AddConstraints(c).Restrict(identity(p.dims))
}
