package array

import (
	"fmt"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Machine words in printed formulas. The number of n bits that is congruent to x is, with floor division,
//
//	u(x) = x - 2^n * (x div 2^n)                unsigned
//	s(x) = x - 2^n * ((x + 2^(n-1)) div 2^n)    signed
//
// A builder represents each as one sum, in which the dividend and the divisor may have lost a common factor.

// A word is a sum of one of these forms. Its x is the sum without the division.
type word struct {
	name string // "s32"
	of   *Shape
	skip int // the position of the division in the sum
}

// wordOf recognizes e as a word, or returns nil. Shapes with explicit arguments are not recognized.
func wordOf(e *Shape) *word {
	if e.Args != nil || e.T == nil || e.T.Op() != smt.OpSum || e.T.Sort().Kind != smt.Int {
		return nil
	}
	t := e.T
	for i := range t.NumArgs() {
		d, m := t.Arg(i), t.Coef(i).Neg()
		if d.Op() != smt.OpDiv || m.Sign() <= 0 || !m.IsInt() {
			continue
		}
		bits := m.Num().Big().BitLen() - 1
		if !m.Num().Equal(num.Pow2(uint(bits))) || bits < 1 {
			continue
		}
		// k·(y div d) is what is subtracted, and y·k is x, or x plus half of 2^n.
		k := m.Quo(d.Value())
		more, ok := multipleOf(t, i, d.Arg(0), k)
		switch {
		case !ok:
		case more.IsZero():
			return &word{fmt.Sprint("u", bits), e, i}
		case more.Equal(num.RatOfInt(num.Pow2(uint(bits - 1)))):
			return &word{fmt.Sprint("s", bits), e, i}
		}
	}
	return nil
}

// multipleOf reports whether k·y equals the sum t without its argument number skip, up to a constant, and returns the
// constant.
func multipleOf(t *smt.Term, skip int, y *smt.Term, k num.Rat) (more num.Rat, ok bool) {
	coefs := map[*smt.Term]num.Rat{}
	var konst num.Rat
	if y.Op() == smt.OpSum {
		for i := range y.NumArgs() {
			coefs[y.Arg(i)] = y.Coef(i).Mul(k)
		}
		konst = y.Value().Mul(k)
	} else {
		coefs[y] = k
	}
	if len(coefs) != t.NumArgs()-1 {
		return more, false
	}
	for i := range t.NumArgs() {
		if i == skip {
			continue
		}
		if c, found := coefs[t.Arg(i)]; !found || !c.Equal(t.Coef(i)) {
			return more, false
		}
	}
	return konst.Sub(t.Value()), true
}

// word writes w as, for example, s32(x).
func (p *printer) word(w *word) {
	p.write(w.name + "(")
	t := w.of.T
	m := t.Coef(w.skip).Neg()
	var args []*Shape
	var coefs []num.Rat
	for i := range t.NumArgs() {
		if i != w.skip {
			args = append(args, leafShape(t.Arg(i)))
			coefs = append(coefs, nearest(t.Coef(i), m))
		}
	}
	p.monomials(args, coefs, t.Value())
	p.write(")")
}

// nearest returns the number between -m/2 and m/2 that is congruent to c modulo m. Replacing c by it does not change
// the word.
func nearest(c, m num.Rat) num.Rat {
	half := m.Quo(num.RatOf(2))
	c = c.Sub(m.Mul(c.Quo(m).Floor()))
	if c.Cmp(half) > 0 {
		c = c.Sub(m)
	}
	return c
}
