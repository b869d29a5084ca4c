// This file is the widening of Bagnara, Hill, Ricci, Zaffanella, "Precise widening
// operators for convex polyhedra" (2005). It tries guesses of what the sequence is
// about to do, from the most precise to the least; one that is below the standard
// widening is taken if its certificate is less than that of p, for then sequences stop:
//
//  1. next itself;
//  2. the standard widening cut by sums of those constraints of next that it loses and that meet in
//     a vertex of p;
//  3. next with rays from the vertices of p to the new vertices;
//  4. next with its new rays turned further, until they lie in a coordinate plane.
//
// Where none will do, the result is the standard widening, whose certificate is always less. On
// polyhedra that need not be closed, vertices are those of the closure.

package factor

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// WidenBHRZ03 returns the precise widening of p, the older, and next. It contains both, lies in
// WidenH79 of them, and a sequence p = WidenBHRZ03(p, …) stops changing. Where next does not
// contain p, their hull is taken in its place. Where a limit stops a conversion, the result is
// WidenH79. The time is that of up to four conversions.
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

// closureGenerators returns the minimal generators of the closure: points (the vertices) and
// rays, without lines.
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

// combineConstraints cuts the standard widening, for each vertex of p that lies on none of its
// facets, by the sum of the constraints of next that are 0 there.
func combineConstraints(p, next, standard *Factor) *Factor {
	kept := standard.Constraints()
	var lost []linear.Constraint
	for _, c := range next.Constraints() {
		if !standard.Entails(c) {
			lost = append(lost, c)
		}
	}
	if len(lost) < 2 {
		return nil // a sum of one would undo the widening
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

// evolvePoints adds to next the rays from the vertices of p through the vertices of
// next outside p, and cuts it by the standard widening.
func evolvePoints(p, next, standard *Factor) *Factor {
	from, _ := closureGenerators(p)
	to, _ := closureGenerators(next)
	return evolved(p, next, standard, from, to, minus)
}

// evolveRays adds to next its rays outside p, evolved from each ray of p, and cuts it by the
// standard widening.
func evolveRays(p, next, standard *Factor) *Factor {
	_, from := closureGenerators(p)
	_, to := closureGenerators(next)
	return evolved(p, next, standard, from, to, evolve)
}

// evolved adds to next a ray for each of its generators outside p and each of p's, and cuts it by
// the standard widening; nil where there are none.
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

func minus(a, b []num.Rat) []num.Rat {
	d := make([]num.Rat, len(a))
	for i := range d {
		d[i] = a[i].Sub(b[i])
	}
	return d
}

// evolve goes on with the rotation that leads from the direction f to g, in each plane of two
// coordinates, until g is on an axis: one of the two coordinates becomes 0.
func evolve(g, f []num.Rat) []num.Rat {
	out := slices.Clone(g)
	settled := make([]bool, len(g))
	for k := range g {
		for h := k + 1; h < len(g) && !settled[k]; h++ {
			if settled[h] {
				continue
			}
			// > 0: clockwise from f to g, by k to the right and h upward
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
