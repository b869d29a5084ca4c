// Laws of the lattice: order, joins and meets, and the checks that other laws use to compare elements.

package numerictest

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// latticeLaws returns the laws of the lattice.
func latticeLaws[E numeric.Element[E]]() []law[E] {
	return []law[E]{
		{"order", order[E]},
		{"join", join[E]},
		{"meet", meet[E]},
		{"hull of points", hullOfPoints[E]},
		{"bottom", bottom[E]},
		{"exact join", exactJoin[E]},
	}
}

// region returns the region of an element: its meaning over the rationals.
func (c *check[E]) region(e E) region { return region{e.Dims(), e.Constraints()} }

// within fails if the region has points that the element lacks.
func (c *check[E]) within(r region, e E, op string) {
	if p, out := r.outside(c.region(e)); out {
		c.failf("%s: %v is lost in %v", op, p, e)
	}
}

// exactly fails if the meaning of the element is not the region.
func (c *check[E]) exactly(r region, e E, op string) {
	c.within(r, e, op)
	if p, out := c.region(e).outside(r); out {
		c.failf("%s: %v should not be in %v", op, p, e)
	}
}

// equal fails if the elements have different points. If the lattice must be exact, it also fails if Equal returns
// false.
func (c *check[E]) equal(e, f E, what string) {
	c.must(!c.lattice || e.Equal(f), "%s: %v and %v are not equal", what, e, f)
	if !e.Equal(f) {
		c.below(e, f, what)
		c.below(f, e, what)
	}
}

// below fails if e has points that f lacks. If the lattice must be exact, it also fails if Leq returns false.
func (c *check[E]) below(e, f E, what string) {
	if c.lattice {
		c.must(e.Leq(f), "%s: %v is not below %v", what, e, f)
	}
	low, high := e.Constraints(), f.Constraints()
	for _, p := range grid(c.dims) {
		c.must(holds(high, p) || !holds(low, p), "%s: %v is in %v, but not in %v", what, p, e, f)
	}
}

// order checks Leq and Equal.
func order[E numeric.Element[E]](c *check[E]) {
	e, f := c.two()
	g, _ := c.element("h")
	c.must(e.Leq(e) && e.Equal(e), "%v is not below itself", e)
	c.must(e.Leq(c.top()), "%v is not below top", e)
	c.must(c.bottom().Leq(e), "bottom is not below %v", e)
	c.below(e, e.Join(f).Join(g), "transitive")
	for _, p := range [][2]E{{e, f}, {f, e}, {e, e.Join(f)}, {e.Join(f), e}, {e.Meet(f), e}, {e, e.Meet(f)}, {e, c.top()}, {e, c.bottom()}} {
		a, b := p[0], p[1]
		both := a.Leq(b) && b.Leq(a)
		c.must(a.Equal(b) == both || both && !c.lattice, "Equal is %v, but Leq both ways %v and %v, for %v and %v", a.Equal(b), a.Leq(b), b.Leq(a), a, b)
		if a.Equal(b) {
			c.must(a.String() == b.String(), "equal, but shown as %q and %q", a, b)
			c.must(fmt.Sprint(a.Constraints()) == fmt.Sprint(b.Constraints()), "equal, but constraints are %v and %v", a.Constraints(), b.Constraints())
		}
		if q, out := c.region(a).outside(c.region(b)); c.rational() {
			c.must(out != a.Leq(b), "%v below %v: %v, but a point outside: %v", a, b, a.Leq(b), q)
		} else if a.Leq(b) {
			c.must(!out || !allInt(q), "%v below %v, but a point outside: %v", a, b, q)
			c.below(a, b, "order")
		}
		if c.lattice && b.Leq(f) && a.Leq(b) {
			c.below(a, f, "transitive")
		}
	}
	for _, a := range []E{e, f, e.Meet(f), e.Join(f)} {
		c.must(a.IsTop() == c.top().Equal(a), "IsTop of %v is %v", a, a.IsTop())
		if a.IsBottom() || c.lattice {
			c.must(a.IsBottom() == a.Equal(c.bottom()), "IsBottom of %v is %v", a, a.IsBottom())
		}
	}
}

// join checks Join.
func join[E numeric.Element[E]](c *check[E]) {
	e, f := c.two()
	j := e.Join(f)
	c.below(e, j, "join")
	c.below(f, j, "join")
	c.equal(j, f.Join(e), "commutative")
	c.equal(e.Join(e), e, "idempotent")
	c.equal(e.Join(c.bottom()), e, "bottom is neutral")
	c.equal(c.bottom().Join(e), e, "bottom is neutral")
	c.equal(e.Join(c.top()), c.top(), "top absorbs")
	if !c.lattice {
		return
	}
	// The join is the least element above both operands: it is below each other such element, and it satisfies each
	// constraint that the domain can express and both operands satisfy.
	g, _ := c.element("g")
	c.equal(j.Join(g), e.Join(f.Join(g)), "associative")
	for _, above := range []E{g, e.Widen(f), f.Widen(e), e.WidenUpTo(f, []linear.Constraint{c.constraint(c.dims)}), g.Join(f).Join(e)} {
		if e.Leq(above) && f.Leq(above) {
			c.below(j, above, "least")
		}
	}
	if !c.rational() {
		return
	}
	re, rf := c.region(e).system(), c.region(f).system()
	for range 3 {
		k := linear.Constraint{Expr: c.expr(c.dims)}
		if i, ok := j.Bounds(k.Expr); ok && i.Hi.Kind != linear.Unbounded {
			k.Expr = k.Expr.AddConst(i.Hi.At.Sub(c.number().Abs()).Neg())
		}
		if !c.expressible(k) {
			continue
		}
		_, outE := re.escapes(k)
		_, outF := rf.escapes(k)
		if !outE && !outF {
			c.must(c.region(j).implies(k), "both operands satisfy %v, but not their join %v", k, j)
		}
	}
}

// meet checks Meet.
func meet[E numeric.Element[E]](c *check[E]) {
	e, f := c.two()
	m := e.Meet(f)
	es, fs, ms := e.Constraints(), f.Constraints(), m.Constraints()
	for _, p := range grid(c.dims) {
		both := holds(es, p) && holds(fs, p)
		c.must(holds(ms, p) == both, "meet of %v and %v is %v, of which %v should be: %v", e, f, m, p, both)
	}
	c.below(m, e, "meet")
	c.below(m, f, "meet")
	c.equal(m, f.Meet(e), "commutative")
	c.equal(e.Meet(e), e, "idempotent")
	c.equal(e.Meet(c.top()), e, "top is neutral")
	c.equal(c.top().Meet(e), e, "top is neutral")
	c.equal(e.Meet(c.bottom()), c.bottom(), "bottom absorbs")
	if c.rational() {
		c.exactly(c.region(e).and(f.Constraints()...), m, "meet")
	}
	if c.lattice {
		g, _ := c.element("g")
		c.equal(m.Meet(g), e.Meet(f.Meet(g)), "associative")
		c.equal(e.Join(m), e, "absorption")
		c.equal(e.Meet(e.Join(f)), e, "absorption")
	}
}

// hullOfPoints checks that the join of points is their best abstraction: it satisfies each constraint that all points
// satisfy and that the domain can express.
func hullOfPoints[E numeric.Element[E]](c *check[E]) {
	var ps []point
	for range 1 + c.pick(5) {
		ps = append(ps, c.point(c.dims))
	}
	c.tell("points %v", ps)
	e := c.hull(ps)
	for _, p := range ps {
		c.must(holds(e.Constraints(), p), "%v is not in %v", p, e)
	}
	for range 8 {
		x := c.expr(c.dims)
		hi := x.Eval(ps[0])
		for _, p := range ps[1:] {
			if y := x.Eval(p); hi.Less(y) {
				hi = y
			}
		}
		k := x.LE(linear.Const(hi))
		if c.rational() && c.expressible(k) {
			c.must(c.region(e).implies(k), "all points satisfy %v, but not their join %v", k, e)
		}
		if c.lattice && c.expressible(k) {
			c.below(e, c.top().Assume(k), "hull of points that satisfy it")
		}
	}
}

// bottom checks that all operations treat an empty element as empty.
func bottom[E numeric.Element[E]](c *check[E]) {
	e, in := c.element("e")
	b := c.bottom()
	if c.dims > 0 && c.chance(2) { // make an empty element whose emptiness may not have been computed yet
		x := linear.X(c.dim())
		b = e.Assume(x.LE(linear.ConstInt(1))).Assume(x.GE(linear.ConstInt(2)))
	}
	c.must(b.IsBottom() && !b.IsTop(), "bottom: %v", b)
	if len(in) > 0 {
		c.must(!e.IsBottom(), "%v is in %v", in[0], e)
	}
	c.must(fmt.Sprint(b.Constraints()) == fmt.Sprint([]linear.Constraint{linear.False()}), "constraints of bottom: %v", b.Constraints())
	_, ok := b.Bounds(c.expr(c.dims))
	c.must(!ok, "bottom has bounds")
	_, ok = b.Point()
	c.must(!ok, "bottom has a point")
	k := c.constraint(c.dims)
	c.must(b.Entails(k), "bottom does not entail %v", k)
	c.must(b.Entails(linear.False()), "bottom does not entail what is false")
	j, exact := b.ExactJoin(e)
	c.must(exact && j.Equal(e), "exact join with bottom: %v, %v", j, exact)
	i, ok := b.Interpolate(e)
	c.must(ok, "no interpolant of bottom")
	for _, p := range in {
		c.must(!holds(i.Constraints, p) || !c.rational() && !allInt(p), "interpolant of bottom: %v, and of %v", i.Constraints, p)
	}
	_, ok = e.Interpolate(b)
	c.must(ok, "no interpolant against bottom")
	c.equal(b.Widen(e), e, "bottom widened")
	c.equal(e.Widen(b), e, "widened by bottom")
	c.equal(b.WidenUpTo(e, []linear.Constraint{k}), e, "bottom widened")
	c.equal(b.Narrow(b), b, "bottom narrowed")
	for _, r := range []E{b.Assume(k), b.Meet(e), b.AddDims(2), b.Havoc(), e.Assume(linear.False()), e.Narrow(b).Meet(b)} {
		c.must(r.IsBottom() && r.String() == r.Meet(r).String(), "made of bottom: %v", r)
	}
	c.equal(e.Assume(linear.True()), e, "what is true assumed")
	if c.dims == 0 {
		return
	}
	v, w := c.dim(), c.dim()
	all := make([]int, c.dims)
	for i := range all {
		all[i] = i
	}
	ops := []E{b.Assign(v, c.expr(c.dims)), b.Preassign(v, c.expr(c.dims)), b.Havoc(v), b.Havoc(all...), b.RemoveDims(v), b.RemoveDims(all...),
		b.Permute(c.permutation(c.dims)), b.Expand(v, 2), b.Fold(v)}
	if v != w {
		ops = append(ops, b.Rename(v, w), b.Fold(v, w))
	}
	for i, r := range ops {
		c.must(r.IsBottom(), "made of bottom by operation %d: %v", i, r)
	}
}

// exactJoin checks ExactJoin: over the rationals it must recognize exactly the joins that are unions.
func exactJoin[E numeric.Element[E]](c *check[E]) {
	e, f := c.two()
	if c.dims > 0 && c.chance(2) { // make two parts of one element, with or without a gap
		x, k := c.expr(c.dims), c.number().Abs()
		g := e.Join(f)
		if c.chance(2) {
			k = num.Rat{}
		}
		one := linear.Constraint{Expr: x, Rel: linear.Relation(c.pick(2))}
		two := linear.Constraint{Expr: linear.Const(k).Sub(x), Rel: linear.Relation(c.pick(2))}
		e, f = g.Assume(one), g.Assume(two)
		c.tell("instead: parts of e.Join(f), %v and %v", one, two)
	}
	j, exact := e.ExactJoin(f)
	c.equal(j, e.Join(f), "join")
	es, fs, js := e.Constraints(), f.Constraints(), j.Constraints()
	for _, p := range grid(c.dims) {
		if exact && holds(js, p) && !holds(es, p) && !holds(fs, p) {
			c.failf("join of %v and %v called exact, but %v is new", e, f, p)
		}
	}
	if !c.rational() {
		return
	}
	s := c.region(j).system()
	for _, k := range e.Constraints() {
		for _, l := range f.Constraints() {
			for _, nk := range k.Negate() {
				for _, nl := range l.Negate() {
					if p, ok := s.meets(nk, nl); ok {
						c.must(!exact, "join of %v and %v called exact, but %v is new", e, f, p)
						return
					}
				}
			}
		}
	}
	c.must(exact, "the join of %v and %v is exact", e, f)
}
