// Affine images and preimages. If e contains x_v, the map x_v := e is invertible; it transforms the block of v, merged
// with the blocks of the other dimensions of e. Otherwise x_v is removed from its block and added to the merged blocks
// of e. What x_v was related to before stays in a separate block.

package poly

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly/internal/factor"
)

// Assign returns the points after x_v := by. Over the rationals it is exact.
func (p *Polyhedron) Assign(v int, by linear.Expr) *Polyhedron {
	p.has("Assign", v)
	p.spans("Assign", by)
	s := p.settle()
	if s.bottom {
		return p
	}
	if by.Coef(v).IsZero() && !p.whole {
		return p.define(s, v, by)
	}
	return p.image(s, v, by, (*factor.Factor).Image)
}

// image returns the image of s under x_v := by. It applies the map apply of factors to the merged blocks of v and by.
func (p *Polyhedron) image(s *form, v int, by linear.Expr, apply func(*factor.Factor, int, linear.Expr) *factor.Factor) *Polyhedron {
	if s.owner[v] < 0 {
		// x_v is unconstrained before the assignment. It is unconstrained afterwards too: an image is only taken if
		// the map is invertible, and a preimage does not depend on x_v.
		return p
	}
	g, rest := s.gather(varsOf(by, []int{v}))
	todo := p.maybeLoose()
	if by.Len() > 1 || by.Coef(v).IsZero() {
		todo |= maybeSplit
	}
	f := apply(p.product(g.blocks, g.vars), position(g.vars, v), local(by, g.vars))
	return p.with(append(rest, block{vars: g.vars, f: f, todo: todo}))
}

// define returns the points of s after x_v := by, where by does not mention x_v.
func (p *Polyhedron) define(s *form, v int, by linear.Expr) *Polyhedron {
	blocks := s.without([]int{v})
	// The rest of v's block may be merged into the block that defines v, so it need not be split first.
	f := &form{blocks: blocks, owner: noOwner(p.dims)}
	for i, b := range blocks {
		for _, w := range b.vars {
			f.owner[w] = int32(i)
		}
	}
	g, rest := f.gather(varsOf(by, nil))
	x := p.product(g.blocks, g.vars).Define(local(by, g.vars))
	order := append(g.vars, v)
	vars := slices.Clone(order)
	slices.Sort(vars)
	b := block{vars: vars, f: arrange(x, order, vars), todo: p.maybeLoose()}
	if len(vars) > 1 {
		b.todo |= maybeSplit
	}
	return p.with(append(p.loose(rest), b))
}

// without returns the blocks of f, which must be settled, with the dimensions vs projected away.
func (f *form) without(vs []int) []block {
	var gone []bool
	blocks := make([]block, 0, len(f.blocks)+1)
	for _, v := range vs {
		if o := f.owner[v]; o >= 0 {
			if gone == nil {
				gone = make([]bool, len(f.blocks))
			}
			gone[o] = true
		}
	}
	for i, b := range f.blocks {
		if gone == nil || !gone[i] {
			blocks = append(blocks, b)
			continue
		}
		keep := make([]int, 0, len(b.vars))
		for j, w := range b.vars {
			if !slices.Contains(vs, w) {
				keep = append(keep, j)
			}
		}
		if len(keep) > 0 {
			blocks = append(blocks, b.project(keep))
		}
	}
	return blocks
}

// Preassign returns the points from which x_v := by leads into p. Over the rationals it is exact.
func (p *Polyhedron) Preassign(v int, by linear.Expr) *Polyhedron {
	p.has("Preassign", v)
	p.spans("Preassign", by)
	s := p.settle()
	if s.bottom {
		return p
	}
	r := p.image(s, v, by, (*factor.Factor).Preimage)
	if r != p {
		b := &r.form.Load().blocks[len(r.form.Load().blocks)-1]
		b.todo |= maybeEmpty // x_v := by may reach no point of b
	}
	return r
}

// ExactAssign reports whether Assign and Preassign of x_v := by are known to be exact. Over the rationals they always
// are. Over the integers by must have integer coefficients. Either the coefficient of x_v is 1 or -1, so that integer
// points come from integer points only. Or it is 0, and x_v can be eliminated exactly: in each pair of a lower and an
// upper bound of x_v one has coefficient 1 (see the elimination in W. Pugh, "The Omega test", 1991). False means "not
// known".
func (p *Polyhedron) ExactAssign(v int, by linear.Expr) bool {
	p.has("ExactAssign", v)
	p.spans("ExactAssign", by)
	if p.of == linear.Rationals || p.settle().bottom {
		return true
	}
	a := by.Coef(v)
	switch {
	case !integral(by):
		return false
	case a.IsZero():
		return p.eliminates(v)
	}
	return a.Abs().IsOne()
}

// eliminates reports whether it is known that each integer point of the projection of p along x_v is the projection
// of an integer point of p.
func (p *Polyhedron) eliminates(v int) bool {
	s := p.settle()
	o := s.owner[v]
	if o < 0 {
		return true
	}
	i := position(s.blocks[o].vars, v)
	lower, upper := true, true // whether x_v has the coefficient 1 in all lower bounds, and in all upper bounds
	for _, c := range s.blocks[o].f.Constraints() {
		a := c.Expr.Coef(i)
		if a.IsZero() {
			continue
		}
		if !integral(c.Expr) || c.Rel == linear.LT {
			return false
		}
		unit := a.Abs().IsOne()
		if c.Rel == linear.EQ {
			lower, upper = lower && unit, upper && unit
		} else if a.Sign() > 0 {
			upper = upper && unit
		} else {
			lower = lower && unit
		}
	}
	return lower || upper
}

// Havoc removes all constraints on the dimensions vs. Over the rationals it is exact.
func (p *Polyhedron) Havoc(vs ...int) *Polyhedron {
	p.has("Havoc", vs...)
	s := p.settle()
	if s.bottom || !slices.ContainsFunc(vs, func(v int) bool { return s.owner[v] >= 0 }) {
		return p
	}
	if p.whole {
		return p.with([]block{{vars: s.blocks[0].vars, f: s.blocks[0].f.Forget(vs...), todo: p.maybeLoose()}})
	}
	return p.with(p.loose(s.without(vs)))
}

// loose marks, over the integers, those of the given blocks that were projected: they need tightening.
func (p *Polyhedron) loose(blocks []block) []block {
	for i := range blocks {
		if blocks[i].todo != 0 {
			blocks[i].todo |= p.maybeLoose()
		}
	}
	return blocks
}

// AssignAll returns the points after the simultaneous assignment of es[i] to vs[i], for all i; the expressions use the
// values before the assignment. Over the rationals it is exact. It panics if a dimension is assigned twice or if vs
// and es have different lengths.
func (p *Polyhedron) AssignAll(vs []int, es []linear.Expr) *Polyhedron {
	p.has("AssignAll", vs...)
	if len(vs) != len(es) {
		panic(fmt.Sprintf("poly: AssignAll of %d expressions to %d dimensions", len(es), len(vs)))
	}
	p.distinct("AssignAll", vs)
	for _, e := range es {
		p.spans("AssignAll", e)
	}
	r := p.AddDims(len(vs))
	for i, e := range es {
		r = r.Assign(p.dims+i, e)
	}
	return r.replace(p.dims, vs)
}

// distinct panics if vs contains a dimension twice. op is the name of the operation in the message.
func (p *Polyhedron) distinct(op string, vs []int) {
	seen := make([]bool, p.dims)
	for _, v := range vs {
		if seen[v] {
			panic(fmt.Sprintf("poly: %s: dimension %d twice", op, v))
		}
		seen[v] = true
	}
}

// replace projects the dimensions vs away and moves the dimensions from n on to their places. There must be as many
// of these as of vs.
func (p *Polyhedron) replace(n int, vs []int) *Polyhedron {
	keep := upTo(n)
	for i, v := range vs {
		keep[v] = n + i
	}
	return p.Project(keep...)
}

// RelImage returns the image of p under a relation between old and new values: the dimensions vs get any new values
// that satisfy the constraints together with the old values, and the other dimensions keep their values. In the
// constraints, dimension p.Dims() + i is the new value of vs[i]; all other dimensions are old values. Over the
// rationals it is exact.
//
//	p.RelImage([]int{0}, linear.X(n).LE(linear.X(0).AddInt(2))) // x0 becomes at most x0 + 2; n = p.Dims()
func (p *Polyhedron) RelImage(vs []int, cs ...linear.Constraint) *Polyhedron {
	p.relates("RelImage", vs, cs)
	return p.AddDims(len(vs)).Assume(cs...).replace(p.dims, vs)
}

// RelPreimage returns the points from which RelImage can lead into p.
func (p *Polyhedron) RelPreimage(vs []int, cs ...linear.Constraint) *Polyhedron {
	p.relates("RelPreimage", vs, cs)
	to := upTo(p.dims + len(vs)) // p constrains the new values
	for i, v := range vs {
		to[v], to[p.dims+i] = p.dims+i, v
	}
	return p.AddDims(len(vs)).Permute(to).Assume(cs...).Project(upTo(p.dims)...)
}

// relates panics unless vs and cs are valid arguments of the operation op, RelImage or RelPreimage.
func (p *Polyhedron) relates(op string, vs []int, cs []linear.Constraint) {
	p.has(op, vs...)
	p.distinct(op, vs)
	for _, c := range cs {
		if c.Expr.Dims() > p.dims+len(vs) {
			panic(dimsOf(op, "constraint", c.Expr.Dims(), p.dims+len(vs)))
		}
	}
}

// TimeElapse returns the points that p reaches by moving for any time in a direction of q: the least polyhedron that
// contains x + t·d for all x in p, d in q, t >= 0 (Halbwachs, Proy, Roumanoff, "Verification of real-time systems
// using linear relation analysis", 1997). It is empty if p or q is empty.
func (p *Polyhedron) TimeElapse(q *Polyhedron) *Polyhedron {
	p.check(q, "TimeElapse")
	p, q = p.alike(q)
	s, t := p.settle(), q.settle()
	switch {
	case s.bottom:
		return p.heir(q)
	case t.bottom:
		return q.heir(p)
	}
	r := p.heir(q)
	s, t = bothBound(p, q, s, t)
	var same []block
	projected := s != p.form.Load()
	var m class
	for _, c := range match(s, t) {
		if still(c.q) { // these dimensions do not move; the others share one time
			same = append(same, c.p...)
			continue
		}
		m.vars = append(m.vars, c.vars...)
		m.p = append(m.p, c.p...)
		m.q = append(m.q, c.q...)
	}
	if len(m.vars) == 0 {
		return r.replaced(s, p.maybeLoose())
	}
	if projected {
		mark(same, p.maybeLoose())
	}
	slices.Sort(m.vars)
	f := p.product(m.p, m.vars).TimeElapse(q.product(m.q, m.vars))
	return r.with(append(same, block{vars: m.vars, f: f, todo: maybeSplit | p.maybeLoose()})).losing(s, t)
}

// still reports whether a product of blocks is exactly the origin.
func still(blocks []block) bool {
	for _, b := range blocks {
		cs := b.f.Constraints()
		if len(cs) < len(b.vars) {
			return false
		}
		for _, c := range cs {
			if c.Rel != linear.EQ || !c.Expr.Constant().IsZero() {
				return false
			}
		}
	}
	return true
}
