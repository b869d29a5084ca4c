// The orders and classes of floats.

package float

import "github.com/whet-mc/whet/smt"

// less returns the formula x < y.
func (d *Definer) less(x, y *smt.Term) *smt.Term {
	b := d.b
	p, q := d.unpack(x), d.unpack(y)
	m, n := p.magnitude(b), q.magnitude(b)
	below := b.Ite(p.neg, b.Or(b.Not(q.neg), b.BVUlt(n, m)), b.And(b.Not(q.neg), b.BVUlt(m, n)))
	return b.And(b.Not(p.nan), b.Not(q.nan), b.Not(b.And(p.zero, q.zero)), below)
}

// lessEq returns the formula x ≤ y.
func (d *Definer) lessEq(x, y *smt.Term) *smt.Term {
	b := d.b
	p, q := d.unpack(x), d.unpack(y)
	m, n := p.magnitude(b), q.magnitude(b)
	below := b.Ite(p.neg, b.Or(b.Not(q.neg), b.BVUle(n, m)), b.And(b.Not(q.neg), b.BVUle(m, n)))
	return b.And(b.Not(p.nan), b.Not(q.nan), b.Or(b.And(p.zero, q.zero), below))
}

// is returns the formula that x belongs to the class c.
func (d *Definer) is(c smt.FloatClass, x *smt.Term) *smt.Term {
	b := d.b
	p := d.unpack(x)
	switch c {
	case smt.ClassNaN:
		return p.nan
	case smt.ClassInfinite:
		return p.inf
	case smt.ClassZero:
		return p.zero
	case smt.ClassSubnormal:
		return p.sub
	case smt.ClassNormal:
		return b.Not(b.Or(p.nan, p.inf, p.zero, p.sub))
	case smt.ClassNegative:
		return b.And(b.Not(p.nan), p.neg)
	}
	return b.And(b.Not(p.nan), b.Not(p.neg))
}
