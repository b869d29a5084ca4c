// This file decides whether a polyhedron p lies in a union of others. Cheap tests come first. Only polyhedra whose
// boxes meet p's box matter. A point of p must be in one of them. If one of the polyhedra with this point contains
// all of p, the answer is yes. If some other vertex of p is outside all of them, the answer is no. The remaining test
// is exact: take a polyhedron with the point, and split p without it into disjoint pieces (see difference.go). Each
// piece must lie in the union of the others.

package poly

import (
	"slices"
	"sync"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// part is a polyhedron, which is not bottom, with the data that the cheap tests use. The data are computed when they
// are first needed.
type part struct {
	p        *Polyhedron
	boxOnce  sync.Once
	boxOf    *box
	consOnce sync.Once
	cons     []linear.Constraint
}

// part returns the part of p. It always returns the same pointer.
func (p *Polyhedron) part() *part {
	if d := p.seen.Load(); d != nil {
		return d
	}
	p.seen.CompareAndSwap(nil, &part{p: p})
	return p.seen.Load()
}

// box returns the bounding box of d.
func (d *part) box() *box {
	d.boxOnce.Do(func() { d.boxOf = boxAround(d.p) })
	return d.boxOf
}

// constraints returns the minimal constraints of d.
func (d *part) constraints() []linear.Constraint {
	d.consOnce.Do(func() { d.cons = d.p.Constraints() })
	return d.cons
}

// has reports whether point is in d.
func (d *part) has(point []num.Rat) bool {
	for _, c := range d.constraints() {
		if !c.Holds(point) {
			return false
		}
	}
	return true
}

// in reports whether d lies in e.
func (d *part) in(e *part) bool {
	return d == e || d.box().within(e.box()) && d.p.Leq(e.p)
}

// CoveredBy reports whether all points of p lie in the union of qs, possibly in several of them. Over the rationals
// the answer is exact. Over the integers, and if a limit was reached, false may mean "not known". Most calls end at a
// point of p that is in none of qs, or at one of qs that contains p. In the worst case the time is exponential in the
// number of qs that meet p. A bounding box and the constraints of each operand are cached for later calls.
func (p *Polyhedron) CoveredBy(qs ...*Polyhedron) bool {
	for _, q := range qs {
		p.check(q, "CoveredBy")
	}
	if p.notNil("CoveredBy").IsBottom() {
		return true
	}
	d := p.part()
	var some []*part
	for _, q := range qs {
		if q == p {
			return true
		}
		if !q.IsBottom() && q.part().box().meets(d.box()) {
			some = append(some, q.part())
		}
	}
	return covered(d, some)
}

// near returns the parts whose boxes meet d's box.
func near(parts []*part, d *part) []*part {
	var some []*part
	box := d.box()
	for _, e := range parts {
		if e.box().meets(box) {
			some = append(some, e)
		}
	}
	return some
}

// covered reports whether d lies in the union of parts. The boxes of all parts must meet d's box.
func covered(d *part, parts []*part) bool {
	if len(parts) == 0 {
		return false
	}
	with, known := holders(d, parts)
	for _, i := range with {
		if d.in(parts[i]) {
			return true
		}
	}
	if len(with) == 0 || len(parts) == 1 || known && sticksOut(d, parts) {
		return false
	}
	return coveredByAll(d, parts, with)
}

// coveredByAll is covered after the cheap tests failed. It subtracts one of the parts with the given indices from d
// and tests the pieces.
func coveredByAll(d *part, parts []*part, with []int) bool {
	if stop := d.p.stopper(); stop != nil && stop() {
		return false
	}
	i := with[0]
	fewest := d.broken(parts[i])
	for _, j := range with[1:] {
		if n := d.broken(parts[j]); n < fewest {
			i, fewest = j, n
		}
	}
	if parts[i].p.Approximate() != nil { // the known constraints of the part may exclude some of its points
		return false
	}
	others := slices.Delete(slices.Clone(parts), i, i+1)
	for piece := range d.p.outside(parts[i].p) {
		e := piece.part()
		rest := near(others, e)
		with, _ := holders(e, rest)
		switch {
		case len(with) == 0:
			return false
		case slices.ContainsFunc(with, func(j int) bool { return e.in(rest[j]) }):
		case len(rest) == 1 || !coveredByAll(e, rest, with):
			return false
		}
	}
	return true
}

// broken returns the number of constraints of e that some point of d violates.
func (d *part) broken(e *part) int {
	n := 0
	for _, c := range e.constraints() {
		if !d.p.Entails(c) {
			n++
		}
	}
	return n
}

// holders returns the indices of the parts that contain a certain point of d, and true. If no point is known, which
// happens over the integers, it returns the indices of the parts that meet d, and false.
func holders(d *part, parts []*part) (with []int, known bool) {
	point, known := d.p.Point()
	for i, e := range parts {
		if known && e.has(point) || !known && !e.p.Meet(d.p).IsBottom() {
			with = append(with, i)
		}
	}
	return with, known
}

// mostCorners is the maximal number of points of a polyhedron that sticksOut tests.
const mostCorners = 64

// sticksOut reports whether it finds a point of d that is in no part. It starts from one point of d and replaces its
// coordinates in one block by those of the block's other points.
func sticksOut(d *part, parts []*part) bool {
	base, ok := d.p.Point()
	if !ok {
		return false
	}
	tried := 0
	for _, b := range d.p.settle().blocks {
		gs, ok := b.f.Generators()
		if !ok {
			return false
		}
		for _, g := range gs {
			if g.Kind != linear.Point || d.p.of == linear.Integers && slices.ContainsFunc(g.At, func(x num.Rat) bool { return !x.IsInt() }) {
				continue
			}
			if tried++; tried > mostCorners {
				return false
			}
			at := b.place(base, g.At)
			if !slices.ContainsFunc(parts, func(e *part) bool { return e.has(at) }) {
				return true
			}
		}
	}
	return false
}
