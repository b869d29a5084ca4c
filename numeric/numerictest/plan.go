// Random elements. A plan is a sequence of operations that makes an element; each step also maps points, so that a
// plan comes with points that must be in its element.

package numerictest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// plan is a sequence of operations that makes an element. It is drawn once, and can be executed several times, for
// elements that are equal but share nothing.
type plan[E any] struct {
	start step[E] // a step whose function do ignores its argument
	steps []step[E]
}

// step is an operation on elements, with its effect on points: if the points it gets are in the operand, the points
// it returns are in the result.
type step[E any] struct {
	text   string
	do     func(E) E
	points func([]point) []point // may use random draws, so it is called once, when the plan is drawn
}

// sample is a plan with points of its element.
type sample[E any] struct {
	plan[E]
	in []point
}

// build executes the plan.
func (p plan[E]) build() E {
	var none E
	e := p.start.do(none)
	for _, s := range p.steps {
		e = s.do(e)
	}
	return e
}

// String returns the plan as a chain of calls.
func (p plan[E]) String() string {
	texts := []string{p.start.text}
	for _, s := range p.steps {
		texts = append(texts, s.text)
	}
	return strings.Join(texts, ".")
}

// element draws an element and points in it.
func (c *check[E]) element(name string) (E, []point) {
	s := c.sample(name)
	return s.build(), s.in
}

// two draws two elements. Sometimes one contains the other, or they are equal.
func (c *check[E]) two() (e, f E) {
	e, _ = c.element("e")
	switch c.pick(8) {
	case 0:
		k := c.constraint(c.dims)
		c.tell("f = e.Assume(%v)", k)
		return e, e.Assume(k)
	case 1:
		g, _ := c.element("g")
		c.tell("f = e.Join(g)")
		return e, e.Join(g)
	}
	f, _ = c.element("f")
	return e, f
}

// sample draws a plan of 0 to 5 steps.
func (c *check[E]) sample(name string) sample[E] {
	s := c.begin()
	for range []int{0, 1, 2, 3, 1, 5}[c.pick(6)] {
		s = c.grow(s)
	}
	c.tell("%s = %v", name, s.plan)
	return s
}

// begin draws a plan without steps.
func (c *check[E]) begin() sample[E] {
	switch c.pick(8) {
	case 0:
		return sample[E]{plan[E]{start: step[E]{text: "Top", do: func(E) E { return c.top() }}}, []point{c.point(c.dims), c.point(c.dims)}}
	case 1, 2, 3:
		var ps []point
		for range 1 + c.pick(4) {
			if ps = append(ps, c.point(c.dims)); c.dims > 4 && len(ps) == 2 {
				break
			}
		}
		return sample[E]{plan[E]{start: step[E]{text: fmt.Sprintf("Hull%v", ps), do: func(E) E { return c.hull(ps) }}}, ps}
	case 4: // a small polytope with many faces
		cs := c.box()
		in := slices.DeleteFunc([]point{c.point(c.dims), make(point, c.dims)}, func(p point) bool { return !holds(cs, p) })
		return sample[E]{plan[E]{start: c.given(cs)}, in}
	}
	cs, p := c.constraints(c.dims)
	in := slices.DeleteFunc([]point{p, c.point(c.dims)}, func(p point) bool { return !holds(cs, p) })
	return sample[E]{plan[E]{start: c.given(cs)}, in}
}

// given returns the step that makes an element from constraints.
func (c *check[E]) given(cs []linear.Constraint) step[E] {
	return step[E]{text: fmt.Sprintf("Of%v", cs), do: func(E) E { return c.d.Of(c.dims, c.of, cs...) }}
}

// box draws bounds of dimensions, and a few other constraints.
func (c *check[E]) box() []linear.Constraint {
	var cs []linear.Constraint
	for v := range min(c.dims, 3) { // a hypercube has many corners
		lo := c.number()
		cs = append(cs, linear.X(v).GE(linear.Const(lo)), linear.X(v).LE(linear.Const(lo.Add(c.number().Abs()))))
	}
	for range c.pick(3) {
		cs = append(cs, c.constraint(c.dims))
	}
	return cs
}

// hull returns the join of points.
func (c *check[E]) hull(ps []point) E {
	e := c.bottom()
	for _, p := range ps {
		e = e.Join(c.d.Of(c.dims, c.of, p.equal()...))
	}
	return e
}

// grow adds a random step to a plan.
func (c *check[E]) grow(s sample[E]) sample[E] {
	t := c.step(s.in)
	s.steps = append(s.steps, t)
	s.in = t.points(s.in)
	if !c.rational() {
		s.in = slices.DeleteFunc(s.in, func(p point) bool { return !allInt(p) })
	}
	s.in = s.in[:min(len(s.in), 8)]
	return s
}

// step draws a step. The points `in` lie in the element; some steps are chosen so that one of these points stays in
// it.
func (c *check[E]) step(in []point) step[E] {
	same := func(ps []point) []point { return ps }
	if c.dims == 0 {
		return step[E]{"Havoc()", func(e E) E { return e.Havoc() }, same}
	}
	switch c.pick(12) {
	case 0, 1:
		k := c.constraint(c.dims)
		if len(in) > 0 {
			k = c.through(in[0])
		}
		return step[E]{fmt.Sprintf("Assume(%v)", k), func(e E) E { return e.Assume(k) }, satisfying(k)}
	case 2, 3:
		v, by := c.dim(), c.expr(c.dims)
		return step[E]{fmt.Sprintf("Assign(%d, %v)", v, by), func(e E) E { return e.Assign(v, by) }, assigned(v, by)}
	case 4:
		v, by := c.dim(), c.expr(c.dims)
		return step[E]{fmt.Sprintf("Preassign(%d, %v)", v, by), func(e E) E { return e.Preassign(v, by) }, preassigned(v, by)}
	case 5:
		v := c.dim()
		return step[E]{fmt.Sprintf("Havoc(%d)", v), func(e E) E { return e.Havoc(v) }, func(ps []point) []point {
			return each(ps, func(p point) point { return p.with(v, c.number()) })
		}}
	case 6, 7:
		o := c.begin()
		return step[E]{fmt.Sprintf("Join(%v)", o.plan), func(e E) E { return e.Join(o.build()) }, union(o.in)}
	case 8:
		return c.wideningStep()
	case 9:
		cs, _ := c.constraints(c.dims)
		if c.chance(2) {
			return step[E]{fmt.Sprintf("Narrow(.Meet(Of%v))", cs), func(e E) E { return e.Narrow(e.Meet(c.d.Of(c.dims, c.of, cs...))) }, satisfying(cs...)}
		}
		return step[E]{fmt.Sprintf("Meet(Of%v)", cs), func(e E) E { return e.Meet(c.d.Of(c.dims, c.of, cs...)) }, satisfying(cs...)}
	case 10:
		return step[E]{"Touch()", func(e E) E { e.Constraints(); return e }, same}
	}
	return c.dimensionStep()
}

// wideningStep draws a step that widens.
func (c *check[E]) wideningStep() step[E] {
	o := c.begin()
	if c.chance(2) {
		k := c.constraint(c.dims)
		return step[E]{fmt.Sprintf("WidenUpTo(%v, %v)", o.plan, k), func(e E) E { return e.WidenUpTo(o.build(), []linear.Constraint{k}) }, union(o.in)}
	}
	return step[E]{fmt.Sprintf("Widen(%v)", o.plan), func(e E) E { return e.Widen(o.build()) }, union(o.in)}
}

// dimensionStep draws a step that adds and removes a dimension, or moves dimensions.
func (c *check[E]) dimensionStep() step[E] {
	v := c.dim()
	switch c.pick(5) {
	case 0:
		to := c.permutation(c.dims)
		return step[E]{fmt.Sprintf("Permute(%v)", to), func(e E) E { return e.Permute(to) }, func(ps []point) []point {
			return each(ps, func(p point) point { return p.permuted(to) })
		}}
	case 1:
		if w := c.dim(); w != v {
			return step[E]{fmt.Sprintf("Rename(%d, %d)", v, w), func(e E) E { return e.Rename(v, w) }, func(ps []point) []point {
				return each(ps, func(p point) point { return p.with(w, p[v]).with(v, c.number()) })
			}}
		}
	case 2:
		k, out := c.constraint(c.dims+1), c.pick(c.dims+1)
		return step[E]{fmt.Sprintf("AddDims(1).Assume(%v).RemoveDims(%d)", k, out), func(e E) E { return e.AddDims(1).Assume(k).RemoveDims(out) },
			func(ps []point) []point {
				ps = satisfying(k)(each(ps, func(p point) point { return p.and(c.number()) }))
				return each(ps, func(p point) point { return p.without(out) })
			}}
	case 3:
		k, out := c.constraint(c.dims+1), c.pick(c.dims+1)
		return step[E]{fmt.Sprintf("Expand(%d, 1).Assume(%v).RemoveDims(%d)", v, k, out), func(e E) E { return e.Expand(v, 1).Assume(k).RemoveDims(out) },
			func(ps []point) []point {
				ps = satisfying(k)(each(ps, func(p point) point { return p.and(p[v]) }))
				return each(ps, func(p point) point { return p.without(out) })
			}}
	}
	k := c.constraint(c.dims + 1)
	return step[E]{fmt.Sprintf("AddDims(1).Assume(%v).Fold(%d, %d)", k, v, c.dims), func(e E) E { return e.AddDims(1).Assume(k).Fold(v, c.dims) },
		func(ps []point) []point {
			var out []point
			for _, p := range ps {
				if q := p.and(c.number()); k.Holds(q) {
					out = append(out, p, p.with(v, q[c.dims]))
				}
			}
			return out
		}}
}

// permutation draws a permutation of n numbers.
func (c *check[E]) permutation(n int) []int {
	to := make([]int, n)
	for i := range to {
		to[i] = i
		j := c.pick(i + 1)
		to[i], to[j] = to[j], to[i]
	}
	return to
}

// permuted returns p with coordinate v moved to to[v].
func (p point) permuted(to []int) point {
	q := make(point, len(p))
	for v, x := range p {
		q[to[v]] = x
	}
	return q
}

// each returns the results of f for the points.
func each(ps []point, f func(point) point) []point {
	out := make([]point, len(ps))
	for i, p := range ps {
		out[i] = f(p)
	}
	return out
}

// satisfying returns the effect of a condition on points.
func satisfying(cs ...linear.Constraint) func([]point) []point {
	return func(ps []point) []point {
		return slices.DeleteFunc(slices.Clone(ps), func(p point) bool { return !holds(cs, p) })
	}
}

// union returns the effect of a join on points.
func union(more []point) func([]point) []point {
	return func(ps []point) []point { return slices.Concat(more, ps) }
}

// assigned returns the effect of an assignment on points.
func assigned(v int, by linear.Expr) func([]point) []point {
	return func(ps []point) []point {
		return each(ps, func(p point) point { return p.with(v, by.Eval(p)) })
	}
}

// preassigned returns the effect of Preassign on points: for each point, points from which the assignment leads to
// it, if there are any.
func preassigned(v int, by linear.Expr) func([]point) []point {
	return func(ps []point) []point {
		var out []point
		for _, q := range ps {
			at := q.with(v, num.Rat{})
			a, rest := by.Coef(v), by.Eval(at)
			switch {
			case !a.IsZero():
				out = append(out, q.with(v, q[v].Sub(rest).Quo(a)))
			case rest.Equal(q[v]):
				out = append(out, q, at)
			}
		}
		return out
	}
}
