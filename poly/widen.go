// Widenings of products.
//
// H79 is the standard widening (Cousot, Halbwachs, "Automatic discovery of linear restraints among variables of a
// program", 1978; Halbwachs 1979; here as in Bagnara, Hill, Ricci, Zaffanella, "Precise widening operators for convex
// polyhedra", 2005). It keeps a constraint of the newer element if the generators of the older element that saturate
// it are exactly those that saturate some constraint of the older element. Let p = Π p_c ⊆ q = Π q_c over one
// partition into classes. Then the widening works class by class, for these reasons:
//
//   - The generators of p are the products of the generators of the p_c. A product saturates a constraint over
//     class c iff its part in c does. So two constraints of one class compare as they do within the class.
//   - Two constraints of different classes c and d have the same saturating generators only if all generators
//     saturate both (each constraint of a minimal p is saturated by some point). Then p_c satisfies the
//     constraint over c as an equality. So p_c has an equality, which all its generators saturate too, and the widening of
//     class c alone keeps the constraint.
//
// The partition must be coarser than the partitions of both p and q: p may relate dimensions that q does not, and the
// facets of a projection of p are not facets of p.
//
// BHRZ03, of the same paper, ensures termination by a certificate: dimensions, numbers of constraints and points, and
// rays by the number of their zero coordinates. A common factor of both operands changes these numbers in the same
// way (it multiplies the number of points and adds to the others). So certificates compare as the certificates of the
// product of the classes that differ, and the widening runs on that product. Its result is always below the result of
// H79. It may differ from a run on the whole polyhedron, in which the coordinates of the equal classes take part in
// the directions of growth that are tried.

package poly

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/factor"
)

// Widen is the standard widening H79. The result contains p, the older element, and next, and keeps the constraints
// that both share. Any sequence p = p.Widen(…) becomes stationary.
func (p *Polyhedron) Widen(next *Polyhedron) *Polyhedron {
	p.check(next, "Widen")
	return p.widen(next, false)
}

// WidenPrecise is the widening BHRZ03. A single step is at least as precise as Widen on the same operands, and costs
// more. Any sequence p = p.WidenPrecise(…) becomes stationary, but may be longer. A sequence must not mix the two
// widenings.
func (p *Polyhedron) WidenPrecise(next *Polyhedron) *Polyhedron {
	p.check(next, "WidenPrecise")
	return p.widen(next, true)
}

// widen is Widen, or WidenPrecise if precise is set.
func (p *Polyhedron) widen(next *Polyhedron, precise bool) *Polyhedron {
	p, next = p.alike(next)
	s := p.settle()
	if s.bottom {
		return next.heir(p)
	}
	q := p.above(next)
	t := q.settle()
	var same []block
	var differ []class
	for _, c := range match(s, t) {
		if t.leqOn(c.p) {
			same = append(same, c.p...)
		} else {
			differ = append(differ, c)
		}
	}
	if len(differ) == 0 {
		return p.heir(next)
	}
	if precise && len(differ) > 1 {
		for _, c := range differ[1:] {
			differ[0].vars = append(slices.Clip(differ[0].vars), c.vars...)
			differ[0].p = append(slices.Clip(differ[0].p), c.p...)
			differ[0].q = append(slices.Clip(differ[0].q), c.q...)
		}
		slices.Sort(differ[0].vars)
		differ = differ[:1]
	}
	op := factor.WidenH79
	if precise {
		op = factor.WidenBHRZ03
	}
	for _, c := range differ {
		f := op(p.product(c.p, c.vars), q.product(c.q, c.vars))
		same = append(same, block{vars: c.vars, f: f, todo: maybeSplit})
	}
	return p.heir(next).with(same)
}

// above returns an element that contains p, which must not be bottom, and next; it is next itself if possible.
// Widenings require that the rational points of p are in the other operand. Over the integers tightening may break
// that, because p as the result of a widening need not be tight. In that case above joins without tightening.
func (p *Polyhedron) above(next *Polyhedron) *Polyhedron {
	s := p.settle()
	if t := next.settle(); !t.bottom && s.leq(t) {
		return next
	}
	j := p.join(next, p.maybeLoose())
	if p.of == linear.Integers && !s.leq(j.settle()) {
		j = p.join(next, 0)
	}
	return j
}

// WidenUpTo is Widen, but keeps each of bounds that both p and next satisfy: the limited widening, up to a set of
// constraints (Halbwachs, Proy, Roumanoff 1997). Sequences become stationary if all bounds come from one finite set:
// once the dimension of the results no longer changes, all their constraints come from that set or from the first of
// these results.
//
// Over the integers p or next may violate a tightened bound by less than 1, at rational points only. Then the bound is
// relaxed by 1 - 1/2^k, with the least sufficient k up to 16, which admits no more integers.
func (p *Polyhedron) WidenUpTo(next *Polyhedron, bounds []linear.Constraint) *Polyhedron {
	p.check(next, "WidenUpTo")
	for _, c := range bounds {
		p.spans("WidenUpTo", c.Expr)
	}
	return p.widenUpTo(next, bounds)
}

// widenUpTo is WidenUpTo without the check of its arguments.
func (p *Polyhedron) widenUpTo(next *Polyhedron, bounds []linear.Constraint) *Polyhedron {
	s, t := p.settle(), next.settle()
	w := p.widen(next, false)
	if s.bottom || t.bottom {
		return w // an operand is empty, so w is the other operand
	}
	var kept []linear.Constraint
	for _, c := range bounds {
		if p.of == linear.Rationals {
			if s.entails(c) && t.entails(c) {
				kept = append(kept, c)
			}
			continue
		}
		c = c.Tighten()
		if c.Rel == linear.EQ {
			kept = appendKept(kept, c.Expr.Neg(), s, t)
		}
		kept = appendKept(kept, c.Expr, s, t)
	}
	return w.add(kept, maybeSplit)
}

// appendKept appends e <= 0, or if necessary e <= 1 - 1/2^k, if s and t satisfy it.
func appendKept(to []linear.Constraint, e linear.Expr, s, t *form) []linear.Constraint {
	most := linear.Constraint{Expr: e.AddInt(-1), Rel: linear.LT}
	if !s.entails(most) || !t.entails(most) {
		return to
	}
	for k := range 17 {
		c := linear.Constraint{Expr: e.AddConst(num.RatFrac(1, 1<<k).Sub(num.RatOf(1))), Rel: linear.LE}
		if s.entails(c) && t.entails(c) {
			return append(to, c)
		}
	}
	return to
}

// WidenBounded is WidenUpTo, but if next stays in the bounding box of p, so does the result. Sequences become
// stationary as for WidenUpTo: while the box stays the same, each change drops a constraint that is not a side of the
// box and never comes back; a step that changes the box is a step of WidenUpTo.
//
// (The bounded extrapolation of PPL keeps each bound that next satisfies by itself. Its sequences need not become
// stationary: with two dimensions, each at most twice the other, each bound can justify the other in turn.)
func (p *Polyhedron) WidenBounded(next *Polyhedron, bounds []linear.Constraint) *Polyhedron {
	p.check(next, "WidenBounded")
	for _, c := range bounds {
		p.spans("WidenBounded", c.Expr)
	}
	w := p.widenUpTo(next, bounds)
	s, t := p.settle(), next.settle()
	if s.bottom || t.bottom {
		return w
	}
	var box []linear.Constraint
	for k := range s.blocks {
		b := &s.blocks[k]
		for i, v := range b.vars {
			cs, _ := s.side(b, i, false)
			for _, c := range cs {
				c = linear.Constraint{Expr: c.Expr.Map(func(int) int { return v }), Rel: c.Rel}
				if !t.entails(c) {
					return w
				}
				box = append(box, c)
			}
		}
	}
	return w.add(box, maybeSplit)
}

// Narrow returns an element between next, which must be below p, and p. It returns next if next is smaller than p in
// one of these numbers, otherwise p: the dimension of the affine hull, the dimension of the space of lines, the
// dimension of the cone of directions in which the element is unbounded, and the number of infinite bounds of
// dimensions. None of them can grow when points are removed, so a sequence p = p.Narrow(…) changes at most 5·Dims + 1
// times.
func (p *Polyhedron) Narrow(next *Polyhedron) *Polyhedron {
	p.check(next, "Narrow")
	p, next = p.alike(next)
	s, t := p.settle(), next.settle()
	if s.bottom || p == next {
		return p.heir(next)
	}
	if t.bottom {
		return next.heir(p)
	}
	old, ok1 := p.extent(s)
	now, ok2 := p.extent(t)
	if ok1 && ok2 && old.above(now) {
		return next.heir(p)
	}
	return p.heir(next)
}

// extent measures the ways in which an element is large, for Narrow.
type extent struct {
	affine, lines, recession, infinite int
}

// above reports whether one of the numbers of e is greater than the same number of f.
func (e extent) above(f extent) bool {
	return e.affine > f.affine || e.lines > f.lines || e.recession > f.recession || e.infinite > f.infinite
}

// extent returns the extent of f, which must be settled. It returns false if a limit stops the computation.
func (p *Polyhedron) extent(f *form) (e extent, ok bool) {
	free := p.dims
	for _, b := range f.blocks {
		free -= len(b.vars)
		e.affine += len(b.vars)
		for _, c := range b.f.Constraints() {
			if c.Rel == linear.EQ {
				e.affine--
			}
		}
		var rays directions
		gs, ok := b.f.Generators()
		if !ok {
			return e, false
		}
		for _, g := range gs {
			switch g.Kind {
			case linear.Line:
				e.lines++
				rays.add(g.At)
			case linear.Ray:
				rays.add(g.At)
			}
		}
		e.recession += len(rays.rows)
		for i := range b.vars {
			for down := range 2 {
				if _, _, ok := b.f.Sup(unit(i, down)); !ok {
					e.infinite++
				}
			}
		}
	}
	return extent{e.affine + free, e.lines + free, e.recession + free, e.infinite + 2*free}, true
}
