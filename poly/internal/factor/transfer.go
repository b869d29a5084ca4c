// Projections and affine maps.

package factor

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// Forget returns p with the dimensions vs unconstrained. It panics if one of them is out of range. If the generators
// are known, it adds a line for each dimension. Otherwise it eliminates from the constraints the dimensions for which
// this is cheap (see eliminate.go), and computes the generators if dimensions are left.
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

// hasUnitLine reports whether one of lines is a multiple of the unit vector of column col.
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

// without returns the polyhedron of those constraints of p that do not contain any of the dimensions vs. The
// constraints must be known.
func (p *Factor) without(vs []int) *Factor {
	s, _ := p.system()
	place := identity(p.dims)
	for _, v := range vs {
		place[v] = -1
	}
	return p.cutConstraints(p.dims, identity(1+p.dims), place, s)
}

// Image returns the points of p after x_v := e, exactly. It panics if v is out of range or e has a dimension that p
// does not have. If e contains x_v, the assignment is invertible, and both descriptions are transformed. Otherwise,
// if only generators are known, these are transformed. Otherwise x_v is forgotten and gets its new value by an
// equality.
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
		r.state.Store(state) // r is empty exactly if p is empty: each point has exactly one image
	}
	return r
}

// isIdentity reports whether e is x_v.
func isIdentity(v int, e linear.Expr) bool {
	return e.Len() == 1 && e.Term(0).Var == v && e.Term(0).Coef.IsOne() && e.Constant().IsZero()
}

// transform returns the image of p under the invertible assignment x_v := e, or the preimage if inverse is set. It
// first completes a pending incremental conversion, so that p and the result share its work. It does no other
// conversion.
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

// inverseRow returns the row and denominator of the inverse of the assignment x_col := row/den, where row[col] is not
// 0. The inverse is x_col := (den·x_col - the rest of row)/row[col].
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

// Preimage returns the points from which x_v := e leads into p, exactly. It panics if v is out of range or e has a
// dimension that p does not have. If e contains x_v, both descriptions are transformed. Otherwise, if no generators
// are known, e is substituted for x_v in the constraints. Otherwise the equality x_v = e is added and x_v is
// forgotten.
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

// Define returns p with one more dimension at the end, whose value is e. It extends the known descriptions: the
// constraints by an equality, and each generator by a coordinate. It panics if e has a dimension that p does not
// have.
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
		eqs, ineqs = eqs.MapCols(cols, to), ineqs.MapCols(cols, to) // copies, which may be changed
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
