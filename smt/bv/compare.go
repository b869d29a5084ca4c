package bv

import "github.com/whet-mc/whet/smt"

// equal holds where all bits agree.
func (x *Blaster) equal(p, q []*smt.Term) *smt.Term {
	all := make([]*smt.Term, len(p))
	for i := range p {
		all[i] = x.b.Iff(p[i], q[i])
	}
	return x.b.And(all...)
}

// less is p < q for naturals, decided from the lowest bit up: where bits differ, the higher
// decides.
func (x *Blaster) less(p, q []*smt.Term) *smt.Term {
	lt := x.b.False()
	for i := range p {
		lt = x.b.Ite(x.b.Xor(p[i], q[i]), q[i], lt)
	}
	return lt
}

// lessSigned is p < q in two's complement: as for naturals, with the signs exchanged.
func (x *Blaster) lessSigned(p, q []*smt.Term) *smt.Term {
	top := len(p) - 1
	return x.b.Ite(x.b.Xor(p[top], q[top]), p[top], x.less(p[:top], q[:top]))
}
