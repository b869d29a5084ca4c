// Laws of widening and narrowing: they are sound, and their chains stabilize.

package numerictest

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// wideningLaws returns the laws of widening and narrowing.
func wideningLaws[E numeric.Element[E]]() []law[E] {
	return []law[E]{
		{"widen", widen[E]},
		{"widen up to", widenUpTo[E]},
		{"narrow", narrow[E]},
		{"chains of widening", widenChain[E]},
		{"chains of widening up to", widenUpToChain[E]},
		{"chains of narrowing", narrowChain[E]},
	}
}

// above fails if w does not contain both e and f.
func (c *check[E]) above(w, e, f E, op string) {
	c.below(e, w, op)
	c.below(f, w, op)
	if c.rational() {
		c.within(c.region(e), w, op)
		c.within(c.region(f), w, op)
	}
}

// widen checks that a widening contains both operands.
func widen[E numeric.Element[E]](c *check[E]) {
	e, f := c.two()
	c.above(e.Widen(f), e, f, "widen")
	c.equal(e.Widen(e), e, "widened by itself")
}

// upTo draws bounds for a widening.
func (c *check[E]) upTo() []linear.Constraint {
	var ts []linear.Constraint
	for range c.pick(4) {
		ts = append(ts, c.constraint(c.dims))
	}
	return ts
}

// widenUpTo checks that WidenUpTo contains both operands and keeps the bounds that both satisfy.
func widenUpTo[E numeric.Element[E]](c *check[E]) {
	e, f := c.two()
	ts := c.upTo()
	if j, ok := e.Join(f).Bounds(c.expr(c.dims)); ok && j.Hi.Kind != linear.Unbounded && c.dims > 0 {
		x := linear.X(c.dim())
		// A bound that both e and f satisfy, so it is kept.
		if i, ok := e.Join(f).Bounds(x); ok && i.Hi.Kind != linear.Unbounded {
			ts = append(ts, x.LE(linear.Const(i.Hi.At.Add(c.number().Abs()))))
		}
	}
	w := e.WidenUpTo(f, ts)
	c.tell("WidenUpTo %v", ts)
	c.above(w, e, f, "widen up to")
	for _, k := range ts {
		if e.Entails(k) && f.Entails(k) && c.expressible(k) {
			c.must(w.Entails(k), "%v is lost in %v", k, w)
			if c.rational() {
				c.must(c.region(w).implies(k), "%v is lost in %v", k, w)
			}
		}
	}
	if c.rational() {
		c.below(w, e.Widen(f), "widening up to, and widening")
	}
	c.equal(e.WidenUpTo(e, ts), e, "widened by itself")
}

// narrow checks that a narrowing lies between its operands.
func narrow[E numeric.Element[E]](c *check[E]) {
	e, f := c.two()
	f = e.Meet(f)
	n := e.Narrow(f)
	c.below(f, n, "narrow")
	c.below(n, e, "narrow")
	if c.rational() {
		c.within(c.region(f), n, "narrow")
	}
}

// Limits of a chain: the number of its steps, and how often it may change. In two dimensions an octagon has 8 bounds
// that a widening can drop. The polyhedra at the beginning of chains have about as many constraints, and a few
// dimensions and lines.
const (
	chainSteps   = 40
	chainChanges = 25
)

// chain draws the operands of a chain of widenings: next(i, e) is the i-th operand for the element e. In most chains
// the operands grow in all directions: fast, slowly, or towards a limit.
func (c *check[E]) chain() func(i int, e E) E {
	if c.dims > 0 && c.chance(2) {
		return c.violations()
	}
	var dirs []point
	for range 1 + c.pick(3) {
		dirs = append(dirs, c.point(c.dims))
	}
	kind := c.pick(4)
	c.tell("chain of kind %d, directions %v", kind, dirs)
	return func(i int, e E) E {
		d := dirs[i%len(dirs)]
		n := num.RatOf(int64(i))
		switch {
		case kind == 0: // the loop x := x + d
			f := e
			for v, x := range d {
				f = f.Assign(v, linear.X(v).AddConst(x.Floor()))
			}
			return e.Join(f)
		case kind == 1:
			n = n.Mul(n)
		case kind == 2 && c.rational(): // the elements approach d without reaching it
			n = num.RatFrac(int64(i), int64(i+1))
		}
		p := each([]point{d}, func(p point) point {
			q := make(point, len(p))
			for v, x := range p {
				q[v] = x.Mul(n)
				if !c.rational() {
					q[v] = q[v].Floor()
				}
			}
			return q
		})[0]
		if len(p) > 1 { // the points of a direction lie on a curve
			p[0] = p[0].AddMul(n, n)
		}
		return c.d.Of(c.dims, c.of, p.equal()...)
	}
}

// violations draws the operands of a chain of widenings. Each operand is a point that violates exactly one of some
// bounds of the element. An incorrect widening may change forever on such a chain: it recomputes bounds that it
// dropped from the bounds that it kept. For example, octagon widening does so if it continues from closed octagons
// (Miné, "The octagon abstract domain", 2006, section 4.4).
func (c *check[E]) violations() func(i int, e E) E {
	var sums []linear.Expr
	for v := range c.dims {
		x := linear.X(v)
		sums = append(sums, x, x.Neg())
		for w := range v {
			y := linear.X(w)
			sums = append(sums, x.Sub(y), y.Sub(x), x.Add(y), x.Add(y).Neg())
		}
	}
	sums = slices.DeleteFunc(sums, func(linear.Expr) bool { return c.chance(3) })
	by := num.RatOf(1)
	if c.rational() && c.chance(2) {
		by = num.RatFrac(1, 2)
	}
	c.tell("chain that violates the bounds of one of %v by %v", sums, by)
	return func(i int, e E) E {
		for k := range sums {
			at := (i + k) % len(sums)
			var r region
			r.dims = c.dims
			for l, x := range sums {
				b, ok := e.Bounds(x)
				switch {
				case !ok || b.Hi.Kind == linear.Unbounded:
				case l == at:
					r = r.and(x.EQ(linear.Const(b.Hi.At.Add(by))))
				default:
					r = r.and(x.LE(linear.Const(b.Hi.At)))
				}
			}
			if b, ok := e.Bounds(sums[at]); !ok || b.Hi.Kind == linear.Unbounded {
				continue
			}
			if p, ok := r.system().meets(); ok && (c.rational() || allInt(p)) {
				return c.d.Of(c.dims, c.of, p.equal()...)
			}
		}
		return e
	}
}

// stops fails if the chain that starts at e and continues with the function `next` changes too often.
func (c *check[E]) stops(e E, next func(i int, e E) E) {
	c.dims = min(c.dims, 2)
	changes := 0
	for i := range chainSteps {
		f := next(i, e)
		if !e.Equal(f) {
			changes++
		}
		e = f
	}
	c.must(changes <= chainChanges, "%d changes in %d steps, and now %v", changes, chainSteps, e)
}

// widenChain checks that chains of widenings stabilize.
func widenChain[E numeric.Element[E]](c *check[E]) {
	c.dims = min(c.dims, 2)
	e, _ := c.element("e")
	next := c.chain()
	c.stops(e, func(i int, e E) E {
		f := next(i, e)
		w := e.Widen(f)
		c.below(e, w, "widen")
		c.below(f, w, "widen")
		return w
	})
}

// widenUpToChain checks that chains of WidenUpTo stabilize.
func widenUpToChain[E numeric.Element[E]](c *check[E]) {
	c.dims = min(c.dims, 2)
	e, _ := c.element("e")
	next, ts := c.chain(), c.upTo()
	c.stops(e, func(i int, e E) E { return e.WidenUpTo(next(i, e), ts) })
}

// narrowChain checks that chains of narrowings stabilize.
func narrowChain[E numeric.Element[E]](c *check[E]) {
	c.dims = min(c.dims, 2)
	e, _ := c.element("e")
	if c.dims == 0 {
		return
	}
	x, y := linear.X(c.dim()), linear.X(c.dim())
	kind := c.pick(3)
	c.tell("%v >= n", x)
	c.stops(e, func(i int, e E) E {
		n := num.RatOf(int64(i))
		if kind == 1 && c.rational() {
			n = num.RatFrac(int64(i), int64(i+1))
		}
		k := x.GE(linear.Const(n))
		if kind == 2 {
			k = x.Add(y).GE(linear.Const(n))
		}
		return e.Narrow(e.Assume(k))
	})
}
