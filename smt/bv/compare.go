// Comparisons: equality, and unsigned and signed order.

package bv

import "github.com/whet-mc/whet/smt"

// equal returns the formula that all bits agree.
func (x *Blaster) equal(p, q []*smt.Term) *smt.Term {
	all := make([]*smt.Term, len(p))
	for i := range p {
		all[i] = x.b.Iff(p[i], q[i])
	}
	return x.b.And(all...)
}

// less returns p < q for unsigned numbers. It goes from the lowest bit up: the highest bit that differs decides.
func (x *Blaster) less(p, q []*smt.Term) *smt.Term {
	lt := x.b.False()
	for i := range p {
		lt = x.b.Ite(x.b.Xor(p[i], q[i]), q[i], lt)
	}
	return lt
}

// lessSigned returns p < q in two's complement: as for unsigned numbers, with the signs exchanged.
func (x *Blaster) lessSigned(p, q []*smt.Term) *smt.Term {
	top := len(p) - 1
	return x.b.Ite(x.b.Xor(p[top], q[top]), p[top], x.less(p[:top], q[:top]))
}
