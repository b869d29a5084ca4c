package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang/format"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Integers as printf writes them (C11 7.21.6.1): a sign or a prefix, zeros up to the precision or the width, and
// digits.

// A printedNumber is an integer that a conversion prints.
type printedNumber struct {
	c       format.Conversion
	base    int64
	most    num.Int  // a number greater than all absolute values of the type
	amount  cfa.Expr // the printed number
	below   cfa.Expr // 1 if the number is negative, else 0; nil: the number cannot be negative
	sign    cfa.Expr // the number of characters before the prefix: 0 or 1
	prefix  cfa.Expr // the length of the prefix 0x
	digits  cfa.Expr // the number of digits, without leading zeros
	atLeast cfa.Expr // the least number of digits that are printed
	zeros   cfa.Expr // 1 if the number is padded to the width with zeros; nil: it never is
}

func (p *printing) number(c format.Conversion, v cfa.Expr, precision *arg) *printedNumber {
	bits := 8 * int(p.numberSize(c.Size))
	x := &printedNumber{c: c, base: map[byte]int64{'o': 8, 'x': 16, 'X': 16}[c.Verb], most: num.Pow2(uint(bits)), sign: cfa.ConstInt(0), prefix: cfa.ConstInt(0)}
	if x.base == 0 {
		x.base = 10
	}
	signed := c.Verb == 'd' || c.Verb == 'i'
	v = p.pin(cfa.MkWrap(bits, signed, v), p.pos)
	x.amount = v
	if signed {
		x.most = num.Pow2(uint(bits - 1)).Add(num.Of(1))
		x.below = cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(0))
		x.sign = x.below
		if c.Has('+') || c.Has(' ') {
			x.sign = cfa.ConstInt(1)
		}
	}
	x.precise(p, precision)
	x.count(p, v)
	zero := cfa.MkBinary(cfa.Eq, v, cfa.ConstInt(0))
	switch {
	case !c.Has('#'):
	case x.base == 16:
		x.prefix = cfa.MkBinary(cfa.Mul, cfa.ConstInt(2), cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0)))
	case x.base == 8:
		// The flag # requires that the first digit is a zero.
		more := p.either(zero, cfa.ConstInt(1), cfa.MkBinary(cfa.Add, x.digits, cfa.ConstInt(1)))
		x.atLeast = p.either(cfa.MkBinary(cfa.Lt, x.atLeast, more), more, x.atLeast)
	}
	return x
}

// precise finds the least number of digits from the precision, and whether zeros pad the number to the width.
func (x *printedNumber) precise(p *printing, precision *arg) {
	wants := x.c.Has('0') && !x.c.Has('-')
	switch {
	case precision != nil: // a negative precision counts as missing
		v := p.pin(cfa.MkWrap(32, true, precision.v), p.pos)
		none := cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(0))
		x.atLeast = p.either(none, cfa.ConstInt(1), v)
		if wants {
			x.zeros = p.pin(none, p.pos)
		}
	case x.c.Precision >= 0:
		x.atLeast = cfa.ConstInt(int64(x.c.Precision))
	default:
		x.atLeast = cfa.ConstInt(1)
		if wants {
			x.zeros = cfa.ConstInt(1)
		}
	}
}

// count counts the digits of the number v: one, and one more for each power of the base that the absolute value of v
// reaches. The number 0 has no digits if the precision is 0.
func (x *printedNumber) count(p *printing, v cfa.Expr) {
	var n cfa.Expr = cfa.ConstInt(1)
	for power := num.Of(x.base); power.Less(x.most); power = power.Mul(num.Of(x.base)) {
		more := cfa.MkBinary(cfa.Ge, v, cfa.ConstOf(power))
		if x.below != nil {
			more = cfa.MkOr(more, cfa.MkBinary(cfa.Le, v, cfa.ConstOf(power.Neg())))
		}
		n = cfa.MkBinary(cfa.Add, n, more)
	}
	none := cfa.MkAnd(cfa.MkBinary(cfa.Eq, v, cfa.ConstInt(0)), cfa.MkBinary(cfa.Eq, x.atLeast, cfa.ConstInt(0)))
	x.digits = p.pin(cfa.MkBinary(cfa.Sub, n, none), p.pos)
}

// length returns the number of characters, without the padding to the width.
func (x *printedNumber) length() cfa.Expr {
	n := x.digits
	// %#.0o writes a zero for 0, which has no digits.
	if k, ok := cfa.IsConst(x.atLeast); !ok || num.Of(1).Less(k) || x.c.Has('#') && x.base == 8 {
		more := cfa.MkBinary(cfa.Lt, x.digits, x.atLeast)
		n = cfa.MkBinary(cfa.Add, n, cfa.MkBinary(cfa.Mul, more, cfa.MkBinary(cfa.Sub, x.atLeast, x.digits)))
	}
	return cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Add, x.sign, x.prefix), n)
}

// write writes the number, with the given number of zeros in addition to its own.
func (x *printedNumber) write(p *printing, to sink, at, zeros cfa.Expr) {
	nothing := func() {}
	if x.below != nil {
		p.forkOn(x.below, p.pos, func() { to.store(at, cfa.ConstInt('-')) }, func() {
			switch {
			case x.c.Has('+'):
				to.store(at, cfa.ConstInt('+'))
			case x.c.Has(' '):
				to.store(at, cfa.ConstInt(' '))
			}
		})
		at = p.behind(at, x.sign)
	}
	if x.c.Has('#') && x.base == 16 {
		p.forkOn(cfa.MkBinary(cfa.Ne, x.amount, cfa.ConstInt(0)), p.pos, func() {
			to.store(at, cfa.ConstInt('0'))
			to.store(p.behind(at, cfa.ConstInt(1)), cfa.ConstInt(int64(x.c.Verb)))
		}, nothing)
		at = p.behind(at, x.prefix)
	}
	lacks := cfa.MkBinary(cfa.Lt, x.digits, x.atLeast)
	start := p.pin(cfa.MkBinary(cfa.Add, zeros, p.either(lacks, cfa.MkBinary(cfa.Sub, x.atLeast, x.digits), cfa.ConstInt(0))), p.pos)
	if k, ok := cfa.IsConst(start); !ok || !k.IsZero() {
		to.fill(at, p.behind(at, start), '0')
	}
	x.writeDigits(p, to, p.behind(at, start))
}

// writeDigits writes the digits. Their text is stored in a separate array, character by character, and copied from
// there. So there are no branches, each of which would double the number of paths, and only an engine that knows the
// number computes the digits (fp.OpText).
func (x *printedNumber) writeDigits(p *printing, to sink, at cfa.Expr) {
	length := int64(1)
	for power := num.Of(x.base); power.Less(x.most); power = power.Mul(num.Of(x.base)) {
		length++
	}
	sign := cfa.Expr(cfa.ConstInt(0))
	if x.below != nil {
		length++
		sign = x.below
	}
	base := x.base
	if x.c.Verb == 'X' {
		base = -base
	}
	chars := make([]cfa.Expr, length)
	for k := range chars {
		chars[k] = p.textOf(x.amount, int64(k), base)
	}
	x.known(p, chars)
	to.text(at, chars, sign, x.digits)
}

// known adds assumptions about characters that are known without computing them.
func (x *printedNumber) known(p *printing, chars []cfa.Expr) {
	first, ok := chars[0].(*cfa.Var)
	if !ok || x.base != 10 {
		return
	}
	if x.below != nil {
		minus, digit := cfa.MkBinary(cfa.Eq, first, cfa.ConstInt('-')), cfa.MkBinary(cfa.Ge, first, cfa.ConstInt('0'))
		p.emit(&cfa.Assume{Cond: cfa.MkOr(cfa.MkAnd(x.below, minus), cfa.MkAnd(cfa.MkNot(x.below), digit)), Contract: true}, p.pos)
	}
	one := cfa.MkAnd(cfa.MkBinary(cfa.Ge, x.amount, cfa.ConstInt(0)), cfa.MkBinary(cfa.Lt, x.amount, cfa.ConstInt(10)))
	is := cfa.MkBinary(cfa.Eq, first, cfa.MkBinary(cfa.Add, cfa.ConstInt('0'), x.amount))
	p.emit(&cfa.Assume{Cond: cfa.MkOr(cfa.MkNot(one), is), Contract: true}, p.pos)
}

// textOf returns the character k of a number as text.
func (p *printing) textOf(v cfa.Expr, k, base int64) cfa.Expr {
	def := &cfa.Computed{Op: fp.Operation{Code: fp.OpText}, Args: []cfa.Expr{v, cfa.ConstInt(k), cfa.ConstInt(base)}}
	if v, ok := cfa.IsConst(v); ok {
		if r, ok := def.Value([]num.Int{v, num.Of(k), num.Of(base)}); ok {
			return cfa.ConstOf(r)
		}
	}
	bits, signed := def.Op.Word()
	t := p.temp(cfa.Range{Bits: bits, Signed: signed}, p.pos)
	p.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Approx, Name: "a digit", Range: t.Range, Pos: p.pos}, Def: def}, p.pos)
	p.assumeWithin(t, cfa.ConstInt(fp.TextLow), cfa.ConstInt(fp.TextHigh), p.pos)
	return t
}
