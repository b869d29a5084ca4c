// Congruences as literals.

package pdr

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// congruence is the condition that d is a multiple of k.
type congruence struct {
	d *smt.Term
	k num.Int
}

// mostMultiples bounds the multiples of the modulus that are enumerated. If the difference of two words can be equal
// to more of them, the congruence is expressed as a division.
const mostMultiples = 4

// congruent adds the literal that d is a multiple of k, or, if yes is false, that it is not. If d can be equal to few
// multiples of k only, the literal is a disjunction of equations: divisions by powers of 2 make the solver branch
// over integers.
func (w *walker) congruent(d *smt.Term, k num.Int, yes bool) {
	d = w.modulo(d, k)
	atom := w.multiple(d, k)
	if !atom.IsTrue() && !atom.IsFalse() {
		w.congruences[atom] = congruence{d, k}
	}
	if !yes {
		atom = w.B.Not(atom)
	}
	if !atom.IsTrue() {
		w.lits = append(w.lits, atom)
	}
}

// modulo removes multiples of k from a sum, so that congruent sums become equal where this is easy to see.
func (w *walker) modulo(d *smt.Term, k num.Int) *smt.Term {
	if d.Op() != smt.OpSum {
		return d
	}
	sign := num.RatOf(1)
	var coefs []num.Rat
	var terms []*smt.Term
	for i, t := range d.Args() {
		c := d.Coef(i)
		if c.Num().Rem(k).IsZero() {
			continue
		}
		if len(terms) == 0 && c.Sign() < 0 {
			sign = num.RatOf(-1)
		}
		coefs, terms = append(coefs, c.Mul(sign)), append(terms, t)
	}
	// the representative nearest to 0
	n := remainder(d.Value().Mul(sign).Num(), k)
	if k.Less(n.Add(n)) {
		n = n.Sub(k)
	}
	return w.B.Linear(w.B.IntSort(), num.RatOfInt(n), coefs, terms)
}

// multiple returns the formula that d is a multiple of k.
func (w *walker) multiple(d *smt.Term, k num.Int) *smt.Term {
	b := w.B
	division := b.Eq(b.Mod(d, num.RatOfInt(k)), b.IntNum(0))
	lo, hi := num.Of(0), num.Of(0)
	add := func(c num.Int, t *smt.Term) bool {
		o, ok := w.Coder.Owner(t)
		if !ok || o.Var == nil {
			return false
		}
		l, hasLo, h, hasHi := o.Var.Range.Bounds()
		if !hasLo || !hasHi {
			return false
		}
		if c.Sign() < 0 {
			l, h = h, l
		}
		lo, hi = lo.Add(c.Mul(l)), hi.Add(c.Mul(h))
		return true
	}
	switch {
	case d.IsValue():
		return division
	case d.Op() == smt.OpSum:
		lo, hi = d.Value().Num(), d.Value().Num()
		for i, t := range d.Args() {
			if !add(d.Coef(i).Num(), t) {
				return division
			}
		}
	case !add(num.Of(1), d):
		return division
	}
	var any []*smt.Term
	for m := lo.Add(remainder(lo.Neg(), k)); !hi.Less(m); m = m.Add(k) {
		if len(any) == mostMultiples {
			return division
		}
		any = append(any, b.Eq(d, b.Num(num.RatOfInt(m), b.IntSort())))
	}
	return b.Or(any...)
}

// remainder returns the remainder of n divided by the positive number k, rounding down.
func remainder(n, k num.Int) num.Int {
	if n = n.Rem(k); n.Sign() < 0 {
		n = n.Add(k)
	}
	return n
}
