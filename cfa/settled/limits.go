package settled

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts about the sizes of blocks that hold after a test of an index: i * 4 + 4 <= block sizes[a] holds where i < n does
// if n * 4 <= block sizes[a] held before.

// limited says that a fact holds after a test if another one held before.
type limited struct {
	fact   int32
	test   *cfa.Binary
	before int32
}

// mostLimited bounds how far from a check a fact is that tests of indexes are applied to.
const mostLimited = 3

// limit finds the facts from which fact k follows after tests of the procedure.
func (f *facts) limit(k int32) {
	b := f.list[k]
	if f.depth[k] > mostLimited {
		return
	}
	list := alternatives(b)
	last := list[len(list)-1]
	if !readsSizes(last) {
		return
	}
	s, ok := difference(last)
	if !ok {
		return
	}
	for _, t := range f.indexTests {
		d, ok := difference(t)
		if !ok {
			continue
		}
		for _, v := range d.terms {
			c := s.factor(v.of)
			if v.by.Cmp(num.Of(1)) != 0 || c.Sign() <= 0 {
				continue
			}
			// s <= s - c*d, since d <= 0.
			r := s.plus(d, c.Neg())
			g, ok := r.atMostZero().(*cfa.Binary)
			if !ok || !g.Op.Comparison() || cfa.SameForm(g, last) {
				continue
			}
			if j := f.add(anyOf(append(append([]*cfa.Binary{}, list[:len(list)-1]...), g)), f.depth[k]+1); j >= 0 {
				f.limits = append(f.limits, limited{k, t, j})
			}
		}
	}
}

func readsSizes(e cfa.Expr) (yes bool) {
	cfa.ExprReads(e, nil, func(a *cfa.Array) { yes = yes || a.Sizes })
	return yes
}

// difference returns the linear expression that a comparison says is at most 0.
func difference(b *cfa.Binary) (s sum, ok bool) {
	one := num.Of(1)
	x, y := b.X, b.Y
	switch b.Op {
	case cfa.Ge, cfa.Gt:
		x, y = y, x
	case cfa.Le, cfa.Lt:
	default:
		return s, false
	}
	if !s.add(x, one) || !s.add(y, one.Neg()) {
		return s, false
	}
	if b.Op == cfa.Lt || b.Op == cfa.Gt {
		s.rest = s.rest.Add(one)
	}
	return s, true
}

// factor returns the factor of a term, 0 where the sum does not have it.
func (s *sum) factor(of cfa.Expr) num.Int {
	for _, t := range s.terms {
		if cfa.SameForm(t.of, of) {
			return t.by
		}
	}
	return num.Of(0)
}

// plus returns s + by*d.
func (s *sum) plus(d sum, by num.Int) sum {
	r := sum{append([]scaled{}, s.terms...), s.rest.Add(d.rest.Mul(by))}
	for _, t := range d.terms {
		r.add(t.of, t.by.Mul(by))
	}
	return r
}

// atMostZero returns the comparison that the sum is at most 0.
func (s *sum) atMostZero() cfa.Expr { return s.compare(cfa.Le) }
