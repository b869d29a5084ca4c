// The law of interpolation.

package numerictest

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
)

// separationLaws returns the laws of interpolation.
func separationLaws[E numeric.Element[E]]() []law[E] {
	return []law[E]{{"interpolate", interpolate[E]}}
}

// interpolate checks that an interpolant contains a, excludes b, and has only common dimensions.
func interpolate[E numeric.Element[E]](c *check[E]) {
	a, _ := c.element("a")
	b, _ := c.element("b")
	if c.dims > 1 { // make some dimensions occur in only one of a and b
		var u, v []int
		for d := range c.dims {
			switch c.pick(4) {
			case 2:
				u = append(u, d)
			case 3:
				v = append(v, d)
			}
		}
		a, b = a.Havoc(u...), b.Havoc(v...)
		c.tell("a.Havoc(%v), b.Havoc(%v)", u, v)
	}
	// Move b out of a, across one of the constraints of a or a sum of two.
	if cs := a.Constraints(); len(cs) > 0 && !c.chance(6) {
		k := cs[c.pick(len(cs))]
		if c.chance(3) {
			k.Expr = k.Expr.Add(cs[c.pick(len(cs))].Expr)
		}
		out := k.Expr.GE(linear.Const(c.number().Abs()))
		b = b.Assume(out)
		c.tell("b.Assume(%v)", out)
	}
	i, ok := a.Interpolate(b)
	if !ok {
		if c.rational() {
			_, meet := c.region(a).system().meets(b.Constraints()...)
			c.must(meet, "%v and %v do not meet, but there is no interpolant", a, b)
		}
		return
	}
	c.tell("interpolant %v, each %v", i.Constraints, i.Each)
	parts := [][]linear.Constraint{i.Constraints}
	// Without constraints the interpolant is true, which is correct if b is empty.
	if i.Each && len(i.Constraints) > 0 {
		parts = nil
		for _, k := range i.Constraints {
			parts = append(parts, []linear.Constraint{k})
		}
	}
	as, bs := a.Constraints(), b.Constraints()
	for _, p := range grid(c.dims) {
		inA, inB := holds(as, p), holds(bs, p)
		for _, part := range parts {
			c.must(!inA || holds(part, p), "%v is in %v, but not in the interpolant %v", p, a, part)
			c.must(!inB || !holds(part, p), "%v is in %v, and in the interpolant %v", p, b, part)
		}
	}
	for _, k := range i.Constraints {
		for t := range k.Expr.Terms() {
			c.must(mentions(as, t.Var) && mentions(bs, t.Var), "%v has the dimension %d, which is not common to %v and %v", k, t.Var, a, b)
		}
	}
	if !c.rational() {
		return
	}
	for _, k := range i.Constraints {
		p, out := c.region(a).system().escapes(k)
		c.must(!out, "%v in %v violates %v", p, a, k)
	}
	for _, part := range parts {
		p, ok := c.region(b).system().meets(part...)
		c.must(!ok, "%v in %v satisfies %v", p, b, part)
	}
}

// mentions reports whether constraints without redundancy constrain a dimension.
func mentions(cs []linear.Constraint, v int) bool {
	for _, k := range cs {
		if !k.Expr.Coef(v).IsZero() {
			return true
		}
	}
	return false
}
