package smtlib

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Limits bound what a text may ask for, where it comes from somebody who should not get more than a
// text of its length needs. With let, each line can make a number, or a sum, twice as long as the
// line before did. The zero value is no limit but those of the format.
type Limits struct {
	Bits int // of a bit-vector, and of a number
	Size int // of all that is read: the terms, and what each has of arguments
}

// widest is the width of the widest bit-vector.
func (p *parser) widest() int {
	if p.limits.Bits > 0 {
		return p.limits.Bits
	}
	return maxWidth
}

// charge counts what is about to be made, and reports whether it may be.
func (p *parser) charge(size int) bool {
	p.used += size
	return p.limits.Size <= 0 || p.used <= p.limits.Size
}

// affordable complains if what an operator makes of its arguments can be too large. It is no more
// than a few times what the arguments are, but for products, and for distinct, which charges by
// itself.
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

// fits complains if a term that was made is too large; terms is how many there were before.
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

// longest is about how many bits the longest number in a sum, a quotient or a constant has. Of a
// word they are none.
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
