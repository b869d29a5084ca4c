// This file has the widening BHRZ03 of Bagnara, Hill, Ricci, Zaffanella, "Precise widening operators for convex
// polyhedra" (2005). It tries several guesses of how the sequence will continue, from the most precise to the least
// precise. It takes the first guess that is smaller than the standard widening and whose certificate is less than the
// certificate of p. Since certificates cannot decrease forever, sequences become stationary. The guesses are:
//
//  1. next itself;
//  2. the standard widening, cut by sums of constraints of next that the standard widening loses and that meet
//     in a vertex of p;
//  3. next with rays from the vertices of p to the new vertices;
//  4. next with its new rays rotated further, until they lie in a coordinate plane.
//
// If no guess will do, the result is the standard widening, whose certificate is always less. For polyhedra that need
// not be closed, vertices and rays are taken from the closure.

package factor

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// WidenBHRZ03 returns the precise widening of p, the older element, and next. The result contains both and lies in
// WidenH79(p, next), and a sequence p = WidenBHRZ03(p, …) becomes stationary. If next does not contain p, their hull
// replaces next. If a limit stops a conversion, the result is WidenH79(p, next). Cost: up to four conversions.
func WidenBHRZ03(p, next *Factor) *Factor {
	next, done := widenable("WidenBHRZ03", p, next)
	if done {
		return next
	}
	if p.Contains(next) {
		return p
	}
	limit, ok := CertificateOf(p)
	if !ok {
		return h79(p, next)
	}
	stabilises := func(q *Factor) bool {
		c, ok := CertificateOf(q)
		return ok && c.Compare(limit) < 0
	}
	if stabilises(next) {
		return next
	}
	standard := h79(p, next)
	for _, guess := range []func(p, next, standard *Factor) *Factor{combineConstraints, evolvePoints, evolveRays} {
		if q := guess(p, next, standard); q != nil && stabilises(q) && !q.Contains(standard) {
			return q
		}
	}
	return standard
}

// closureGenerators returns the minimal generators of the closure of p: its vertices and its rays, without lines.
func closureGenerators(p *Factor) (points, rays []linear.Generator) {
	gs, _ := p.TopClosure().Generators()
	for _, g := range gs {
		switch g.Kind {
		case linear.Point:
			points = append(points, g)
		case linear.Ray:
			rays = append(rays, g)
		}
	}
	return points, rays
}

// combineConstraints returns the standard widening with more constraints. For each vertex of p that lies on no facet
// of the standard widening, it adds the sum of the lost constraints of next that are 0 at the vertex. It returns nil
// if there is nothing to add.
func combineConstraints(p, next, standard *Factor) *Factor {
	kept := standard.Constraints()
	var lost []linear.Constraint
	for _, c := range next.Constraints() {
		if !standard.Entails(c) {
			lost = append(lost, c)
		}
	}
	if len(lost) < 2 {
		return nil // a sum of a single constraint would undo the widening
	}
	var sums []linear.Constraint
	points, _ := closureGenerators(p)
	for _, g := range points {
		if slices.ContainsFunc(kept, func(c linear.Constraint) bool { return c.Rel != linear.EQ && c.Expr.Eval(g.At).IsZero() }) {
			continue
		}
		var sum linear.Expr
		rel, n := linear.LE, 0
		for _, c := range lost {
			if c.Rel == linear.EQ || !c.Expr.Eval(g.At).IsZero() {
				continue
			}
			sum = sum.Add(c.Expr)
			if n++; c.Rel == linear.LT {
				rel = linear.LT
			}
		}
		if n > 0 && !sum.IsConst() {
			sums = append(sums, linear.Constraint{Expr: sum, Rel: rel})
		}
	}
	if len(sums) == 0 {
		return nil
	}
	return standard.AddConstraints(sums...)
}

// evolvePoints adds to next the rays from the vertices of p through the vertices of next outside p, and intersects
// the result with the standard widening. It returns nil if there is no such ray.
func evolvePoints(p, next, standard *Factor) *Factor {
	from, _ := closureGenerators(p)
	to, _ := closureGenerators(next)
	return evolved(p, next, standard, from, to, minus)
}

// evolveRays adds to next its rays outside p, each rotated further away from each ray of p (see evolve), and
// intersects the result with the standard widening. It returns nil if there is no such ray.
func evolveRays(p, next, standard *Factor) *Factor {
	_, from := closureGenerators(p)
	_, to := closureGenerators(next)
	return evolved(p, next, standard, from, to, evolve)
}

// evolved adds to next the ray ray(g, f) for each generator g in to that is not in p and each generator f in from. It
// intersects the result with the standard widening. It returns nil if there is no such ray.
func evolved(p, next, standard *Factor, from, to []linear.Generator, ray func(to, from []num.Rat) []num.Rat) *Factor {
	closure := p.TopClosure()
	var rays []linear.Generator
	for _, g := range to {
		if closure.Subsumes(g) {
			continue
		}
		for _, f := range from {
			rays = append(rays, linear.Generator{Kind: linear.Ray, At: ray(g.At, f.At)})
		}
	}
	if len(rays) == 0 {
		return nil
	}
	return next.AddGenerators(rays...).Meet(standard)
}

// minus returns a - b.
func minus(a, b []num.Rat) []num.Rat {
	d := make([]num.Rat, len(a))
	for i := range d {
		d[i] = a[i].Sub(b[i])
	}
	return d
}

// evolve continues the rotation from the direction f to g, in each plane of two coordinates, until the direction is
// on an axis: one of the two coordinates becomes 0.
func evolve(g, f []num.Rat) []num.Rat {
	out := slices.Clone(g)
	settled := make([]bool, len(g))
	for k := range g {
		for h := k + 1; h < len(g) && !settled[k]; h++ {
			if settled[h] {
				continue
			}
			// turn is positive if the rotation from f to g is clockwise, with axis k to the right and axis h upward.
			turn := g[k].Mul(f[h]).Sub(g[h].Mul(f[k])).Sign()
			switch turn * g[k].Sign() * g[h].Sign() {
			case 1:
				out[h], settled[h] = num.Rat{}, true
			case -1:
				out[k], settled[k] = num.Rat{}, true
			}
		}
	}
	return out
}
