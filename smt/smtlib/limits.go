// Limits for texts from untrusted sources. With let, each line can make a number or a sum twice as long as the line
// before did, so a short text can ask for exponentially large terms.

package smtlib

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Limits bound the terms that a text may make. The zero value means no limits except those of the format.
type Limits struct {
	Bits int // greatest width of a bit-vector, and greatest length of a number in bits
	Size int // greatest total size of the terms that are read, each with its arguments
}

// widest returns the largest width of a bit-vector.
func (p *parser) widest() int {
	if p.limits.Bits > 0 {
		return p.limits.Bits
	}
	return maxWidth
}

// charge adds size to what has been made so far, and reports whether the total is within the limit.
func (p *parser) charge(size int) bool {
	p.used += size
	return p.limits.Size <= 0 || p.used <= p.limits.Size
}

// affordable complains if the result of an operator can be too large. The result is at most a few times the size of
// the arguments, except for products, which affordable checks, and for distinct, which charges for itself.
func (c *call) affordable() bool {
	p := c.p
	if p.limits == (Limits{}) {
		return true
	}
	size, bits := 1, 0
	for _, a := range c.args {
		size += 1 + a.NumArgs()
		bits += longest(a)
	}
	if c.op != nil && c.op.name == "*" && p.limits.Bits > 0 && bits > p.limits.Bits {
		c.bad(-1, "a product of numbers of more than %d bits is not supported here", p.limits.Bits)
		return false
	}
	if !p.charge(size) {
		c.bad(-1, "the terms are too large")
		return false
	}
	return true
}

// fits complains if v, the term made at token tok, is too large; terms is the number of terms before it was made.
func (p *parser) fits(tok int, v *smt.Term, terms int) *complaint {
	if p.limits == (Limits{}) {
		return nil
	}
	if most := p.limits.Bits; most > 0 {
		n := longest(v)
		for _, a := range v.Args() {
			n = max(n, longest(a))
		}
		if s := v.Sort(); s.Kind == smt.BitVec {
			n = max(n, s.Width)
		}
		if n > most {
			return complain(tok, "numbers of more than %d bits are not supported here", most)
		}
	}
	if !p.charge(p.b.Len() - terms + v.NumArgs()) {
		return complain(tok, "the terms are too large")
	}
	return nil
}

// longest returns roughly the number of bits of the longest number in a sum, a quotient or a constant. Numbers that
// fit a machine word count as 0.
func longest(t *smt.Term) int {
	bits := func(x num.Rat) int {
		if _, small := x.Int64(); small {
			return 0
		}
		b := x.Big()
		return max(b.Num().BitLen(), b.Denom().BitLen())
	}
	n := bits(t.Value())
	if t.Op() == smt.OpSum {
		for i := range t.Args() {
			n = max(n, bits(t.Coef(i)))
		}
	}
	return n
}
