// Sums and products of bit-vectors, normalized as linear combinations modulo 2^width (bvSum).
//
// Negations, complements, nested sums, constant factors and left shifts by constants all become coefficients. So equal
// summands meet, and cancel or add up, in whatever form they were written.

package smt

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/num"
)

// A bvSum is a linear combination modulo 2^width under construction: konst + Σ coefs[i]·terms[i].
//
// A term is not one of OpBVConst, OpBVNot, OpBVNeg, a sum of few arguments, a product with a constant factor, or a row
// that ends with zeros. All these are split into their parts, so that equal parts meet.
type bvSum struct {
	b     *Builder
	width int
	konst num.Int
	terms []*Term
	coefs []num.Int // the coefficients, in 0 … 2^width-1
}

// mod returns v modulo 2^width, as a natural number.
func (s *bvSum) mod(v num.Int) num.Int { return v.Wrap(s.width, false) }

// add adds k·t.
func (s *bvSum) add(t *Term, k num.Int) { s.addTo(t, k, 3) }

// addTo adds k·t. It enters sums at most depth levels deep; operators with one argument are followed in a loop.
func (s *bvSum) addTo(t *Term, k num.Int, depth int) {
	for {
		k = s.mod(k)
		switch t.op {
		case OpBVConst:
			s.konst = s.mod(s.konst.Add(k.Mul(bvConst(t))))
			return
		case OpBVNeg:
			t, k = t.args[0], k.Neg()
			continue
		case OpBVNot: // ¬x = -x - 1
			s.konst = s.mod(s.konst.Sub(k))
			t, k = t.args[0], k.Neg()
			continue
		case OpBVAdd:
			if depth > 0 && len(t.args) <= flattenAt && s.spreads(t, k) {
				for _, a := range t.args {
					s.addTo(a, k, depth-1)
				}
				return
			}
		case OpBVMul:
			if c := t.args[0]; c.op == OpBVConst {
				k = k.Mul(bvConst(c))
				if len(t.args) == 2 {
					t = t.args[1]
				} else {
					t = s.b.bvJoin(OpBVMul, t.args[1:]...)
				}
				continue
			}
		case OpConcat:
			if n, x := s.b.multiple(t); n > 0 {
				t, k = x, k.Shl(uint(n))
				continue
			}
		}
		if !k.IsZero() {
			s.terms = append(s.terms, t)
			s.coefs = append(s.coefs, k)
		}
		return
	}
}

// spreads reports whether multiplying each summand of sum by k costs no more than multiplying the sum.
func (s *bvSum) spreads(sum *Term, k num.Int) bool {
	return len(sum.args) == 2 && sum.args[0].op == OpBVConst || powerOf2(k) >= 0 || powerOf2(s.mod(k.Neg())) >= 0
}

// multiple reads t, a row that ends with n > 0 zeros, as 2^n·x. The upper n bits of x do not matter; they are chosen
// such that shifting x left by n gives t back.
func (b *Builder) multiple(t *Term) (n int, x *Term) {
	last := t.args[len(t.args)-1]
	if !isZero(last) {
		return 0, nil
	}
	n = last.Width()
	rest := t.args[:len(t.args)-1]
	if e := rest[0]; len(rest) == 1 && e.op == OpExtract && e.J() == 0 && e.args[0].Width() == t.Width() {
		return n, e.args[0]
	}
	return n, b.Concat(append([]*Term{b.bvZero(n)}, rest...)...)
}

// collect orders the terms by ID, adds up the coefficients of equal terms and drops terms with coefficient 0.
func (s *bvSum) collect() {
	order := make([]int, len(s.terms))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(s.terms[x].id, s.terms[y].id) })
	var terms []*Term
	var coefs []num.Int
	for _, i := range order {
		if n := len(terms); n > 0 && terms[n-1] == s.terms[i] {
			coefs[n-1] = s.mod(coefs[n-1].Add(s.coefs[i]))
			continue
		}
		terms = append(terms, s.terms[i])
		coefs = append(coefs, s.coefs[i])
	}
	n := 0
	for i, c := range coefs {
		if !c.IsZero() {
			terms[n], coefs[n] = terms[i], c
			n++
		}
	}
	s.terms, s.coefs = terms[:n], coefs[:n]
}

// term returns the sum as a term. The caller must have called collect.
func (s *bvSum) term() *Term {
	b := s.b
	args := make([]*Term, 0, len(s.terms)+1)
	konst := s.konst
	for i, t := range s.terms {
		a := b.scaled(s.coefs[i], t)
		if a.op == OpBVConst { // the part of t that is not constant was shifted out
			konst = s.mod(konst.Add(bvConst(a)))
			continue
		}
		args = append(args, a)
	}
	// A summand -x costs an extra carry. If the constant provides a -1, it is written as ¬x instead.
	minus, ok := s.mod(konst.Neg()).Int64()
	if ok && minus <= negations(args) {
		konst = num.Int{}
		for i := 0; minus > 0; i++ {
			if args[i].op == OpBVNeg {
				minus--
				args[i] = b.BVNot(args[i].args[0]) // neither a sum nor an OpBVNeg, so this does not recur
			}
		}
	}
	if !konst.IsZero() {
		args = slices.Insert(args, 0, b.BV(konst, s.width))
	}
	switch len(args) {
	case 0:
		return b.BV(konst, s.width)
	case 1:
		return args[0]
	}
	if t := b.bySlices(OpBVAdd, args); t != nil {
		return t
	}
	return b.bvJoin(OpBVAdd, args...)
}

// negations counts the terms in ts that are OpBVNeg.
func negations(ts []*Term) int64 {
	n := int64(0)
	for _, t := range ts {
		if t.op == OpBVNeg {
			n++
		}
	}
	return n
}

// scaled returns k·t, where t is a term of a bvSum and k is in 1 … 2^width-1.
func (b *Builder) scaled(k num.Int, t *Term) *Term {
	w := t.Width()
	if n := powerOf2(k); n >= 0 {
		return b.shiftedLeft(t, n)
	}
	if n := powerOf2(k.Neg().Wrap(w, false)); n >= 0 {
		if t = b.shiftedLeft(t, n); t.op == OpBVConst {
			return b.BV(bvConst(t).Neg(), w)
		}
		return b.bvJoin(OpBVNeg, t)
	}
	if t.op == OpBVMul {
		return b.bvJoin(OpBVMul, slices.Insert(slices.Clone(t.args), 0, b.BV(k, w))...)
	}
	return b.bvJoin(OpBVMul, b.BV(k, w), t)
}

// BVAdd returns the sum of one or more terms modulo 2^width.
func (b *Builder) BVAdd(ts ...*Term) *Term {
	wantAlike(ts)
	if ts[0].Width() == 1 {
		return b.flag(b.joinBits(OpBVXor, b.lowBits(ts)))
	}
	s := &bvSum{b: b, width: ts[0].Width()}
	for _, t := range ts {
		s.add(t, num.Of(1))
	}
	s.collect()
	return s.term()
}

// BVSub returns x - y modulo 2^width.
func (b *Builder) BVSub(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	if x.Width() == 1 {
		return b.BVXor(x, y)
	}
	s := &bvSum{b: b, width: x.Width()}
	s.add(x, num.Of(1))
	s.add(y, num.Of(-1))
	s.collect()
	return s.term()
}

// BVNeg returns -t modulo 2^width.
func (b *Builder) BVNeg(t *Term) *Term {
	wantBitVec(t)
	if t.Width() == 1 {
		return t
	}
	s := &bvSum{b: b, width: t.Width()}
	s.add(t, num.Of(-1))
	s.collect()
	return s.term()
}

// BVMul returns the product of one or more terms modulo 2^width. A constant factor comes first.
func (b *Builder) BVMul(ts ...*Term) *Term {
	wantAlike(ts)
	width := ts[0].Width()
	if width == 1 {
		return b.flag(b.And(b.lowBits(ts)...))
	}
	s := &bvSum{b: b, width: width}
	k := num.Of(1)
	var list []*Term
	factor := func(t *Term) {
		for {
			switch t.op {
			case OpBVConst:
				k = s.mod(k.Mul(bvConst(t)))
				return
			case OpBVNeg:
				t, k = t.args[0], s.mod(k.Neg())
				continue
			case OpConcat:
				if n, x := b.multiple(t); n > 0 {
					t, k = x, s.mod(k.Shl(uint(n)))
					continue
				}
			}
			list = append(list, t)
			return
		}
	}
	for _, t := range ts {
		if t.op == OpBVNeg {
			t, k = t.args[0], s.mod(k.Neg())
		}
		if t.op == OpBVMul && len(t.args) <= flattenAt {
			for _, a := range t.args {
				factor(a)
			}
			continue
		}
		factor(t)
	}
	switch {
	case k.IsZero() || len(list) == 0:
		return b.BV(k, width)
	case len(list) == 1:
		s.add(list[0], k)
		s.collect()
		return s.term()
	}
	slices.SortFunc(list, func(x, y *Term) int { return cmp.Compare(x.id, y.id) })
	return b.scaled(k, b.bvJoin(OpBVMul, list...))
}
