package octagon

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Exact joins.
//
// R. Bagnara, P. M. Hill, E. Zaffanella, "Exact join detection for convex polyhedra and other numerical abstractions",
// Computational Geometry 43 (2010), give conditions for rational and for integer octagons over pairs of constraints,
// one of each operand. This file looks at the same pairs, but gets the condition from incremental closure, in the same
// way for both kinds of numbers.
//
// Let J be the join of A and B, both nonempty, and let C and D be systems of constraints for them. A point of J that
// is neither in A nor in B violates a constraint c of C and a constraint d of D. So the join is exact iff, for each c
// and d, d holds in all of J ∧ ¬c. If J satisfies c or d, there is nothing to test.
//
// Now let J violate c. Then J ∧ ¬c is not empty, and its only constraint beyond J is one octagonal bound e:
//
//   - Integers: ¬(t <= b) is t >= b+1.
//   - Rationals: ¬(t <= b) is t > b, which is not an octagonal constraint. But J has points with
//     t > b, so the topological closure of J ∧ t > b is J ∧ t >= b (move any point with t = b
//     towards one of them). A constraint d is closed, so it holds in both or in neither.
//
// The closure of J ∧ e need not be computed. A path between two literals takes the edge of e and its coherent twin at
// most once each, so one entry of the closed matrix of J ∧ e depends on a fixed number of entries of the closed J
// (Chawdhary, Robbins, King, "Incrementally closing octagons", 2019): on five paths, and for strengthening on the five
// paths of each of two unary entries, rounded down to even numbers for integers. Whether d holds is then a comparison
// with its entry, in O(1).

// ExactJoin returns the join of o and p, and whether the join is exact: whether it is the union of o and p, over the
// rationals or the integers as Numbers says. The answer is correct in both cases.
//
// Cost: a join, and O(n^2) if one operand includes the other. Otherwise also minimal systems of constraints for both,
// and O(1) for each pair of a constraint of o that p violates and one of p that o violates, until a pair shows that
// the join is not exact.
func (o *Octagon) ExactJoin(p *Octagon) (join *Octagon, exact bool) {
	o.match("ExactJoin", p)
	join = o.Join(p)
	if o.Leq(p) || p.Leq(o) {
		return join, true
	}
	others := violated(p, o)
	for _, c := range violated(o, p) {
		with := join.closed().extended(join.outside(c))
		for _, d := range others {
			if !with.entry(d.a, d.b).leq(ext{r: d.c}) {
				return join, false
			}
		}
	}
	return join, true
}

// violated returns those bounds of a minimal system for o that p violates.
func violated(o, p *Octagon) []edge {
	var out []edge
	for _, c := range o.Constraints() {
		es, ok := o.edges(c)
		if !ok {
			panic("octagon: constraint " + c.String() + " of an octagon is not octagonal")
		}
		for _, x := range es {
			if !p.closed().ext(x.a, x.b).leq(ext{r: x.c}) {
				out = append(out, x)
			}
		}
	}
	return out
}

// outside returns the bound that describes the points of o that violate e: over the integers exactly, over the
// rationals their topological closure.
func (o *Octagon) outside(e edge) edge {
	not := edge{e.b, e.a, e.c.Neg()}
	if o.numbers == linear.Integers {
		step := int64(1)
		if e.a == e.b^1 { // the edge is a bound on 2x
			step = 2
		}
		not.c = not.c.Sub(num.RatOf(step))
	}
	return not
}

// extended is a closed octagon with one additional bound e that does not make it empty.
type extended struct {
	*Octagon
	e edge
	// The lengths of the paths that take the edge e and then its coherent twin, and of those in the opposite order.
	thenTwin, twinThen ext
}

func (o *Octagon) extended(e edge) extended {
	c := ext{r: e.c}
	return extended{o, e,
		c.add(o.ext(e.b, e.b^1)).add(c), // the path over the edge from a to b, then over its twin from b^1 to a^1
		c.add(o.ext(e.a^1, e.a)).add(c),
	}
}

// path returns the length of the shortest path from i to j.
func (x extended) path(i, j int) ext {
	a, b, c := x.e.a, x.e.b, ext{r: x.e.c}
	toA, toTwin := x.ext(i, a), x.ext(i, b^1)
	fromB, fromTwin := x.ext(b, j), x.ext(a^1, j)
	return x.ext(i, j).
		min(toA.add(c).add(fromB)).
		min(toTwin.add(c).add(fromTwin)).
		min(toA.add(x.thenTwin).add(fromTwin)).
		min(toTwin.add(x.twinThen).add(fromB))
}

// half returns half the bound on -2V_i.
func (x extended) half(i int) ext {
	h := x.path(i, i^1).half()
	if x.integer() {
		h.r = h.r.Floor()
	}
	return h
}

// entry returns the entry (i, j) of the closed matrix that includes e.
func (x extended) entry(i, j int) ext {
	strong := x.half(i).add(x.half(j ^ 1))
	return x.path(i, j).min(strong)
}
