// Laws of constraints: from constraints to elements and back, as text, and queries.

package numerictest

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// constraintLaws returns the laws of constraints and of texts.
func constraintLaws[E numeric.Element[E]]() []law[E] {
	return []law[E]{
		{"constraints in", constraintsIn[E]},
		{"constraints out", constraintsOut[E]},
		{"show", show[E]},
	}
}

// queryLaws returns the laws of queries.
func queryLaws[E numeric.Element[E]]() []law[E] {
	return []law[E]{
		{"bounds", bounds[E]},
		{"entails", entails[E]},
		{"point", pointInside[E]},
	}
}

// constraintsIn checks elements made from constraints of the suite. The other laws rely on Constraints for the
// meaning of an element; this law compares it with constraints that do not come from the domain.
func constraintsIn[E numeric.Element[E]](c *check[E]) {
	cs, _ := c.constraints(c.dims)
	if c.chance(3) {
		cs = c.box()
	}
	c.tell("constraints %v", cs)
	whole := c.d.Of(c.dims, c.of, cs...)
	parts := c.top()
	for _, k := range cs {
		parts = parts.Assume(k)
	}
	met := c.top()
	for _, k := range cs {
		met = met.Meet(c.top().Assume(k))
	}
	exact := c.expressible(cs...)
	points := grid(c.dims)
	for _, e := range []E{whole, parts, met} {
		c.must(e.Dims() == c.dims && e.Numbers() == c.of, "%d dimensions over %v", e.Dims(), e.Numbers())
		out := e.Constraints()
		for _, p := range points {
			in, got := holds(cs, p), holds(out, p)
			c.must(got || !in, "%v is lost in %v", p, e)
			c.must(!got || in || !exact, "%v should not be in %v", p, e)
		}
		if c.rational() {
			r := region{c.dims, cs}
			c.within(r, e, "assume")
			if exact {
				c.exactly(r, e, "assume")
				c.must(e.IsBottom() == r.empty(), "empty: %v, and %v", r.empty(), e)
			}
		}
	}
	if exact && c.rational() {
		c.equal(whole, parts, "assumed together and one after the other")
		c.equal(whole, met, "assumed and met")
	}
}

// constraintsOut checks that the constraints of an element are entailed, give an equal element, are canonical and not
// redundant.
func constraintsOut[E numeric.Element[E]](c *check[E]) {
	e, _ := c.element("e")
	cs := e.Constraints()
	c.must((len(cs) == 0) == e.IsTop(), "IsTop %v, constraints %v", e.IsTop(), cs)
	for _, k := range cs {
		c.must(k.Expr.Dims() <= c.dims, "constraint %v in %d dimensions", k, c.dims)
		c.must(e.Entails(k), "%v does not entail its constraint %v", e, k)
	}
	again := c.d.Of(c.dims, c.of, cs...)
	c.equal(again, e, "made of the constraints")
	backward := slices.Clone(cs)
	slices.Reverse(backward)
	again = c.d.Of(c.dims, c.of, backward...)
	c.equal(again, e, "made of the constraints backward")
	c.must(!again.Equal(e) || fmt.Sprint(again.Constraints()) == fmt.Sprint(cs), "constraints %v, and of an equal element %v", cs, again.Constraints())
	for i := range cs {
		rest := region{c.dims, slices.Delete(slices.Clone(cs), i, i+1)}
		c.must(!rest.implies(cs[i]), "%v follows from the other constraints in %v", cs[i], cs)
	}
	// The caller may change the slice.
	before := fmt.Sprint(cs)
	for i := range cs {
		cs[i] = linear.False()
	}
	c.equal(again, e, "after a change of the slice")
	c.must(fmt.Sprint(e.Constraints()) == before, "constraints %v, after a change of the slice %v", before, e.Constraints())
}

// show checks that String depends only on the meaning.
func show[E numeric.Element[E]](c *check[E]) {
	s := c.sample("e")
	e, f := s.build(), s.build()
	c.equal(e, f, "made twice")
	first := e.String()
	c.must(first == f.String() && first == e.String(), "shown as %q, then as %q, its like as %q", first, e, f)
	g := c.d.Of(c.dims, c.of, e.Constraints()...)
	c.must(g.String() == e.String() || !g.Equal(e), "equal, but shown as %q and %q", e, g)
	c.must(e.IsTop() || e.String() != c.top().String(), "shown as top: %q", e)
	c.must(e.IsBottom() || e.String() != c.bottom().String(), "shown as bottom: %q", e)
}

// bounds checks that Bounds contains all values of an expression, and over the rationals that it is exact where it
// should be.
func bounds[E numeric.Element[E]](c *check[E]) {
	e, in := c.element("e")
	s := c.region(e).system()
	for range 4 {
		x := c.expr(c.dims)
		i, ok := e.Bounds(x)
		c.must(ok == !e.IsBottom() || !ok && !c.lattice, "bounds of %v in %v: %v, %v", x, e, i, ok)
		if !ok { // over the integers, Bounds may recognize an empty element that IsBottom does not recognize
			c.below(e, c.bottom(), "bounds")
			for _, p := range in {
				c.must(!c.rational() && !allInt(p), "%v is in %v, of which there are no bounds", p, e)
			}
			return
		}
		for _, p := range in {
			c.must(i.Contains(x.Eval(p)), "%v is %v at %v in %v, not within %v", x, x.Eval(p), p, e, i)
		}
		cs := e.Constraints()
		for _, p := range grid(c.dims) {
			c.must(i.Contains(x.Eval(p)) || !holds(cs, p), "%v is %v at %v in %v, not within %v", x, x.Eval(p), p, e, i)
		}
		if !c.rational() || !e.ExactAssume(x.LE(linear.Expr{})) || !e.ExactAssume(x.GE(linear.Expr{})) {
			continue
		}
		c.reached(s, x, i.Hi, i)
		c.reached(s, x.Neg(), linear.End{At: i.Lo.At.Neg(), Kind: i.Lo.Kind}, i)
	}
}

// reached fails if the end `end` is not the least upper bound of x in s.
func (c *check[E]) reached(s *system, x linear.Expr, end linear.End, i linear.Interval) {
	at := linear.Const(end.At)
	if end.Kind == linear.Unbounded {
		_, ok := s.meets(x.GE(linear.Const(ten60)))
		c.must(ok, "%v has a bound, but not in %v", x, i)
		return
	}
	_, above := s.meets(x.GT(at))
	_, on := s.meets(x.EQ(at))
	_, near := s.meets(x.GT(at.AddConst(num.RatFrac(-1, 1000))))
	c.must(!above, "%v can leave %v", x, i)
	c.must(on == (end.Kind == linear.Closed) && near, "%v reaches the end of %v: %v, comes near it: %v", x, i, on, near)
}

// entails checks Entails against points and against the region.
func entails[E numeric.Element[E]](c *check[E]) {
	e, in := c.element("e")
	s, cs := c.region(e).system(), e.Constraints()
	for range 5 {
		k := c.constraint(c.dims)
		if i, ok := e.Bounds(k.Expr); ok && i.Hi.Kind != linear.Unbounded && c.chance(2) {
			k.Expr = k.Expr.AddConst(i.Hi.At.Neg()) // now k is just entailed, or, with a strict relation, just not
		}
		yes := e.Entails(k)
		for _, p := range in {
			c.must(!yes || k.Holds(p), "%v entails %v, but %v", e, k, p)
		}
		for _, p := range grid(c.dims) {
			c.must(!yes || k.Holds(p) || !holds(cs, p), "%v entails %v, but %v", e, k, p)
		}
		if c.rational() {
			p, out := s.escapes(k)
			c.must(!yes || !out, "%v entails %v, but %v", e, k, p)
			c.must(yes || out || !e.ExactAssume(k), "%v is not known to entail %v", e, k)
		}
	}
	c.must(e.Entails(linear.True()) && e.Entails(linear.False()) == e.IsBottom(), "%v entails what is false", e)
}

// pointInside checks that Point returns a point of the element, and finds one if it has to.
func pointInside[E numeric.Element[E]](c *check[E]) {
	e, _ := c.element("e")
	p, ok := e.Point()
	if ok {
		c.must(len(p) == c.dims, "point %v in %d dimensions", p, c.dims)
		c.must(holds(e.Constraints(), p), "point %v is not in %v", p, e)
		c.must(c.rational() || allInt(p), "point %v is not an integer", p)
		c.must(!e.IsBottom(), "a point of bottom")
	} else if c.lattice {
		c.must(e.IsBottom(), "no point in %v", e)
	}
	if c.rational() {
		c.must(e.IsBottom() == c.region(e).empty(), "IsBottom of %v is %v", e, e.IsBottom())
	}
}
