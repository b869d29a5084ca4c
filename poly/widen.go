package poly

// Widenings of products.
//
// H79, the standard widening (Cousot, Halbwachs, "Automatic discovery of linear restraints among
// variables of a program", 1978; Halbwachs 1979; here as in Bagnara, Hill, Ricci, Zaffanella,
// "Precise widening operators for convex polyhedra", 2005), keeps the constraints of the newer
// element that are saturated by the same generators of the older one as one of the older one's
// constraints. On one partition of both, p = Π p_c ⊆ q = Π q_c, it works class by class. For the
// generators of p are the products of those of the p_c, and a constraint over class c is saturated
// by those products whose part in c saturates it. Two constraints of one class are so compared as
// within the class. Two of different classes c, d have the same generators only where both are
// saturated by all (a constraint of minimal p is saturated by some point): then p_c satisfies the
// constraint as an equality, so that p_c itself has an equality, which all its generators saturate
// too, and the class selects it by itself. The partition must be coarser than that of p and that of
// q: p may relate what q does not, and the facets of a projection of p are not those of p.
//
// BHRZ03, of the same paper, proves that it stops by a certificate: dimensions, numbers of
// constraints and points, rays by the number of their zero coordinates. A common factor of both
// operands changes these numbers alike (adds to them, multiplies the points), so they compare as
// those of the product of the classes that differ, on which it is run. Its result is below that of
// H79 in any case, but need not be the one that a run on the whole finds, where the coordinates of
// the equal classes take part in the directions of growth that are tried.

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/factor"
)

// Widen is the standard widening H79: it contains p, the older element, and next, and keeps the
// constraints that the two share. Any sequence p = p.Widen(…) stops changing.
func (p *Polyhedron) Widen(next *Polyhedron) *Polyhedron {
	p.check(next, "Widen")
	return p.widen(next, false)
}

// WidenPrecise is the widening BHRZ03, which is at least as precise as Widen on the same operands
// (for one step), and costs more. Any sequence p = p.WidenPrecise(…) stops changing, but may be
// longer. One sequence may not mix the two.
func (p *Polyhedron) WidenPrecise(next *Polyhedron) *Polyhedron {
	p.check(next, "WidenPrecise")
	return p.widen(next, true)
}

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

// above returns an element that contains p, which is not bottom, and next: next itself where it can
// be. Widenings need that p is below their other operand as sets of rational points. Tightening may
// break that over the integers, where p, a result of widening itself, need not be tight; then the
// join does without.
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

// WidenUpTo is Widen, but keeps each of bounds that both p and next satisfy: the limited widening,
// up to a set of constraints (Halbwachs, Proy, Roumanoff 1997). Sequences stop changing as long as
// the bounds are taken from one finite set: from the first dimension that the results have for good
// on, all their constraints are from that set or from the first of these results.
//
// Over the integers, where p or next exceeds a tightened bound by less than 1 at rational points
// only, the bound that is kept is moved by 1 - 1/2^k for the least k that will do, up to 16, which
// no more integers satisfy.
func (p *Polyhedron) WidenUpTo(next *Polyhedron, bounds []linear.Constraint) *Polyhedron {
	p.check(next, "WidenUpTo")
	for _, c := range bounds {
		p.spans("WidenUpTo", c.Expr)
	}
	return p.widenUpTo(next, bounds)
}

func (p *Polyhedron) widenUpTo(next *Polyhedron, bounds []linear.Constraint) *Polyhedron {
	s, t := p.settle(), next.settle()
	w := p.widen(next, false)
	if s.bottom || t.bottom {
		return w // p or next
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

// appendKept appends e <= 0, or if need be e <= 1 - 1/2^k, if s and t satisfy it.
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

// WidenBounded is WidenUpTo, and where next does not leave the bounding box of p neither does the
// result. Sequences stop changing as those of WidenUpTo do: while the box stays, each change drops
// a constraint that is none of the box, which never comes back; and a step that changes the box is
// one of WidenUpTo.
//
// (The bounded extrapolation of PPL keeps each bound that next satisfies by itself, with which
// sequences need not stop: of two dimensions, each at most twice the other, each bound can vouch
// for the other in turn.)
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

// Narrow returns an element between next, which must be below p, and p: next itself where that is
// smaller than p by one of the following numbers, else p. These are the dimension of the affine
// hull, that of the space of lines, that of the cone of directions in which the element is
// unbounded, and the number of dimensions' bounds that are infinite. None can grow when points go,
// so a sequence p = p.Narrow(…) changes at most 5·Dims + 1 times.
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

// extent measures in which ways an element is large.
type extent struct {
	affine, lines, recession, infinite int
}

func (e extent) above(f extent) bool {
	return e.affine > f.affine || e.lines > f.lines || e.recession > f.recession || e.infinite > f.infinite
}

// extent returns the extent of a settled form, and false where a limit leaves it open.
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
