// Projections and affine maps.

package factor

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Forget returns p with nothing known of some dimensions: it is projected on the others and then a
// cylinder again. It panics where one is out of range. Where the generators are known they get a
// line for each; else a dimension is eliminated from the constraints if that makes them no more
// numerous, and otherwise the generators are computed.
func (p *Factor) Forget(vs ...int) *Factor {
	for _, v := range vs {
		p.mustHave("Forget", v)
	}
	if len(vs) == 0 || p.state.Load() == vacant {
		return p
	}
	q := p.settled()
	q.prepare()
	if !q.cone().HasGenerators() {
		if q, vs = q.eliminateCheap(vs); len(vs) == 0 {
			return q.with(p)
		}
	}
	if q.IsEmpty() {
		return Empty(p.dims).from(p)
	}
	if _, _, ok := q.generators(false); !ok {
		return q.without(vs).from(q, p)
	}
	lines, rays := cone.NewMatrix(q.cols()), cone.NewMatrix(q.cols())
	row := make([]int64, q.cols())
	have, _, _ := q.generators(false)
	for _, v := range vs {
		if hasUnitLine(have, 1+v) {
			continue
		}
		row[1+v] = 1
		lines.AppendWords(row)
		row[1+v] = 0
	}
	if lines.Len() == 0 {
		return q.with(p)
	}
	r := newFactor(p.dims, q.nnc, q.cone().AddGenerators(lines, rays), inhabited).from(q, p)
	r.grown = q.grown || q.cone().HasConstraints()
	return r
}

// hasUnitLine reports whether the line along one column is among some lines.
func hasUnitLine(lines *cone.Matrix, col int) bool {
	for i := range lines.Len() {
		if lines.Sign(i, col) == 0 {
			continue
		}
		alone := true
		for j := range lines.Cols() {
			alone = alone && (j == col || lines.Sign(i, j) == 0)
		}
		if alone {
			return true
		}
	}
	return false
}

// without returns the constraints of p, which are known, that have none of some dimensions.
func (p *Factor) without(vs []int) *Factor {
	s, _ := p.system()
	place := identity(p.dims)
	for _, v := range vs {
		place[v] = -1
	}
	return p.cutConstraints(p.dims, identity(1+p.dims), place, s)
}

// Image returns the points of p after x_v := e, exactly. It panics where v is out of range or e has
// a dimension that p has not. Where e has v, the assignment is invertible: both descriptions are
// transformed as they are. Otherwise v is forgotten and gets its new value by an equality.
func (p *Factor) Image(v int, e linear.Expr) *Factor {
	p.mustHave("Image", v)
	mustFit("Image", p.dims, e)
	if p.state.Load() == vacant || isIdentity(v, e) {
		return p
	}
	if !e.Coef(v).IsZero() {
		return p.settled().transform(v, e, false).with(p)
	}
	q := p.settled()
	q.prepare()
	if q.cone().HasGenerators() && !q.cone().HasConstraints() {
		if q.IsEmpty() {
			return Empty(p.dims).from(p)
		}
		row, den := integers(e, q.cols())
		lines, rays := q.cone().RawGenerators()
		c := cone.FromGenerators(q.cols(), lines.ReplaceCol(1+v, row, den), rays.ReplaceCol(1+v, row, den))
		return newFactor(p.dims, q.nnc, c, inhabited).from(q, p)
	}
	r := q.Forget(v)
	if r.state.Load() == vacant {
		return r
	}
	s := single(p.dims, e.Sub(linear.X(v)))
	state := r.state.Load()
	if r = r.settled().addSystem(s); r.state.Load() == unknown {
		r.state.Store(state) // a point has exactly one image
	}
	return r
}

func isIdentity(v int, e linear.Expr) bool {
	return e.Len() == 1 && e.Term(0).Var == v && e.Term(0).Coef.IsOne() && e.Constant().IsZero()
}

// transform returns the image of p under the invertible assignment x_v := e, or the preimage. A
// conversion that waits is done first, so that p and the result share it; nothing else is
// converted.
func (p *Factor) transform(v int, e linear.Expr, inverse bool) *Factor {
	p.prepare()
	forward, den := integers(e, p.cols())
	back, backDen := inverseRow(1+v, forward, den)
	if inverse {
		forward, den, back, backDen = back, backDen, forward, den
	}
	r := newFactor(p.dims, p.nnc, p.cone().Transform(1+v, forward, den, back, backDen), p.state.Load()).from(p)
	r.grown = p.grown
	return r
}

// inverseRow returns the row and denominator of the inverse of x_col := row/den, where row[col] is
// not 0: x_col := (den·x_col - the rest of row)/row[col].
func inverseRow(col int, row []num.Int, den num.Int) ([]num.Int, num.Int) {
	inv := make([]num.Int, len(row))
	negative := row[col].Sign() < 0
	for j, x := range row {
		if j == col {
			x = den.Neg()
		}
		if !negative {
			x = x.Neg()
		}
		inv[j] = x
	}
	if negative {
		return inv, row[col].Neg()
	}
	return inv, row[col]
}

// Preimage returns the points that x_v := e leads into p, exactly. It panics where v is out of
// range or e has a dimension that p has not. Where e has v both descriptions are transformed as
// they are. Otherwise e is substituted in the constraints, or, if the generators are known, p is
// cut by v = e and v forgotten.
func (p *Factor) Preimage(v int, e linear.Expr) *Factor {
	p.mustHave("Preimage", v)
	mustFit("Preimage", p.dims, e)
	if p.state.Load() == vacant || isIdentity(v, e) {
		return p
	}
	q := p.settled()
	if !e.Coef(v).IsZero() {
		return q.transform(v, e, true).with(p)
	}
	q.prepare()
	if !q.cone().HasGenerators() {
		row, den := integers(e, q.cols())
		eqs, ineqs := q.cone().RawConstraints()
		c := cone.FromConstraints(q.cols(), eqs.SubstituteCol(1+v, row, den), ineqs.SubstituteCol(1+v, row, den))
		return newFactor(p.dims, q.nnc, c, unknown).from(q, p)
	}
	s := single(p.dims, e.Sub(linear.X(v)))
	return q.addSystem(s).Forget(v).with(p)
}

// Define returns p with one more dimension after the others, whose value is e: the product of p
// with a line, cut by an equality, for which both descriptions are extended as they are. It panics
// where e has a dimension that p has not.
func (p *Factor) Define(e linear.Expr) *Factor {
	mustFit("Define", p.dims, e)
	dims := p.dims + 1
	if p.state.Load() == vacant {
		return Empty(dims).from(p)
	}
	q := p.settled()
	q.prepare()
	cols := q.cols() + 1
	to := identity(q.cols())
	if q.nnc {
		to[1+p.dims] = 2 + p.dims
	}
	row, den := integers(e, cols)
	c := q.cone()
	sat := saturationOf(c)
	var eqs, ineqs, lines, rays *cone.Matrix
	if c.HasConstraints() {
		eqs, ineqs = c.RawConstraints()
		eqs, ineqs = eqs.MapCols(cols, to), ineqs.MapCols(cols, to) // the copies are ours
		row[dims] = den.Neg()
		eqs.Append(row)
		row[dims] = num.Int{}
	}
	if c.HasGenerators() {
		lines, rays = c.RawGenerators()
		lines = lines.MapCols(cols, to).ReplaceCol(dims, row, den)
		rays = rays.MapCols(cols, to).ReplaceCol(dims, row, den)
	}
	return newFactor(dims, q.nnc, imageOfKnown(sat, cols, eqs, ineqs, lines, rays), q.state.Load()).from(q, p)
}
