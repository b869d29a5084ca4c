// Laws of transfer functions: conditions, assignments and havoc.

package numerictest

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// transferLaws returns the laws of transfer functions.
func transferLaws[E numeric.Element[E]]() []law[E] {
	return []law[E]{
		{"sound", sound[E]},
		{"assume", assume[E]},
		{"assign", assign[E]},
		{"preassign", preassign[E]},
		{"havoc", havoc[E]},
	}
}

// sound follows points through long sequences of operations of all kinds.
func sound[E numeric.Element[E]](c *check[E]) {
	s := c.begin()
	closing := c.chance(2) // observe each element on the way, which may close or minimise it
	e := s.build()
	c.tell("%v", s.start.text)
	c.contains(e, s.in)
	n := 1 + c.pick(8)
	for i := range n {
		s = c.grow(s)
		last := s.steps[len(s.steps)-1]
		c.tell(".%v", last.text)
		e = last.do(e)
		if closing || i == n-1 {
			c.contains(e, s.in)
		}
	}
}

// contains fails if e lacks one of the points, by its constraints, bounds and entailed constraints.
func (c *check[E]) contains(e E, in []point) {
	c.must(e.Dims() == c.dims && e.Numbers() == c.of, "%d dimensions over %v", e.Dims(), e.Numbers())
	for _, p := range in {
		if !c.rational() && !allInt(p) {
			continue
		}
		c.must(!e.IsBottom(), "bottom, but %v should be in it", p)
		c.must(holds(e.Constraints(), p), "%v is lost in %v", p, e)
		x, k := c.expr(c.dims), c.constraint(c.dims)
		i, _ := e.Bounds(x)
		c.must(i.Contains(x.Eval(p)), "%v is %v at %v, not within %v", x, x.Eval(p), p, i)
		c.must(!e.Entails(k) || k.Holds(p), "%v entails %v, but %v", e, k, p)
	}
}

// assume checks Assume: no point is lost, and it is exact if ExactAssume holds.
func assume[E numeric.Element[E]](c *check[E]) {
	e, _ := c.element("e")
	ks := []linear.Constraint{c.constraint(c.dims)}
	exact := e.ExactAssume(ks[0])
	for c.chance(3) {
		k := c.constraint(c.dims)
		ks, exact = append(ks, k), exact && e.ExactAssume(k)
	}
	r := e.Assume(ks...)
	c.tell("Assume(%v)", ks)
	c.below(r, e, "assume")
	before, after := e.Constraints(), r.Constraints()
	for _, p := range grid(c.dims) {
		in, got := holds(before, p) && holds(ks, p), holds(after, p)
		c.must(got || !in, "%v is lost in %v", p, r)
		c.must(!got || in || !exact, "%v should not be in %v", p, r)
	}
	if c.rational() {
		c.within(c.region(e).and(ks...), r, "assume")
	}
	if c.rational() && exact {
		c.exactly(c.region(e).and(ks...), r, "assume")
	}
	c.must(e.Assume().Equal(e), "nothing assumed: %v", e.Assume())
}

// assign checks Assign: no image is lost, and it is exact if ExactAssign holds.
func assign[E numeric.Element[E]](c *check[E]) {
	if c.dims == 0 {
		return
	}
	e, in := c.element("e")
	v, by := c.dim(), c.expr(c.dims)
	r := e.Assign(v, by)
	exact := e.ExactAssign(v, by)
	c.tell("Assign(%d, %v), exact %v", v, by, exact)
	c.contains(r, assigned(v, by)(in))
	before, after := e.Constraints(), r.Constraints()
	for _, p := range grid(c.dims) {
		if q := p.with(v, by.Eval(p)); holds(before, p) && (c.rational() || allInt(q)) {
			c.must(holds(after, q), "%v, from %v, is lost in %v", q, p, r)
		}
		if exact && holds(after, p) {
			c.must(c.comesFrom(before, p, v, by), "%v should not be in %v", p, r)
		}
	}
	if !c.rational() {
		return
	}
	// The image: the old values of v move to an additional dimension, which is then projected away.
	old := c.dims
	to := func(w int) int {
		if w == v {
			return old
		}
		return w
	}
	image := c.region(e).mapped(c.dims+1, to).and(linear.X(v).EQ(by.Map(to))).project(old).drop(old)
	c.within(image, r, "assign")
	if exact {
		c.exactly(image, r, "assign")
	}
}

// comesFrom reports whether the assignment leads to q from a point that satisfies the constraints.
func (c *check[E]) comesFrom(cs []linear.Constraint, q point, v int, by linear.Expr) bool {
	at := q.with(v, num.Rat{})
	a, rest := by.Coef(v), by.Eval(at)
	if a.IsZero() {
		return rest.Equal(q[v]) && fibre(cs, q, v, c.of)
	}
	p := q.with(v, q[v].Sub(rest).Quo(a))
	return holds(cs, p) && (c.rational() || allInt(p))
}

// preassign checks Preassign: no preimage is lost, and it is exact if ExactAssign holds.
func preassign[E numeric.Element[E]](c *check[E]) {
	if c.dims == 0 {
		return
	}
	e, in := c.element("e")
	v, by := c.dim(), c.expr(c.dims)
	r := e.Preassign(v, by)
	exact := e.ExactAssign(v, by)
	c.tell("Preassign(%d, %v), exact %v", v, by, exact)
	c.contains(r, preassigned(v, by)(in))
	before, after := e.Constraints(), r.Constraints()
	for _, p := range grid(c.dims) {
		q := p.with(v, by.Eval(p))
		leads, got := holds(before, q) && (c.rational() || allInt(q)), holds(after, p)
		c.must(got || !leads, "%v, which leads to %v, is lost in %v", p, q, r)
		c.must(!got || leads || !exact, "%v, which leads to %v, should not be in %v", p, q, r)
	}
	if !c.rational() {
		return
	}
	preimage := c.region(e).substitute(v, by)
	c.within(preimage, r, "preassign")
	if exact {
		c.exactly(preimage, r, "preassign")
	}
}

// havoc checks that Havoc is exact: it forgets dimensions, and nothing else.
func havoc[E numeric.Element[E]](c *check[E]) {
	e, in := c.element("e")
	var vs []int
	for v := range c.dims {
		if c.chance(2) {
			vs = append(vs, v)
		}
	}
	r := e.Havoc(vs...)
	c.tell("Havoc(%v)", vs)
	c.below(e, r, "havoc")
	for _, v := range vs {
		c.contains(r, each(in, func(p point) point { return p.with(v, c.number()) }))
	}
	for _, k := range r.Constraints() {
		for _, v := range vs {
			c.must(k.Expr.Coef(v).IsZero(), "%v after havoc of %d", k, v)
		}
	}
	if len(vs) == 1 {
		before, after := e.Constraints(), r.Constraints()
		for _, p := range grid(c.dims) {
			c.must(holds(after, p) || !fibre(before, p, vs[0], c.of), "%v is lost in %v", p, r)
		}
	}
	if c.rational() {
		c.exactly(c.region(e).project(vs...), r, "havoc")
	}
}
