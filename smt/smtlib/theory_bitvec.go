// The operators of FixedSizeBitVectors, with the overflow predicates and the conversions to and from Int.

package smtlib

import "github.com/whet-mc/whet/smt"

// maxBitsOfNumber bounds the width of bit-vectors that are converted to or from integers: every bit becomes a term
// with a power of two.
const maxBitsOfNumber = 1 << 13

var bitVecOps = []op{
	vectors1("bvnot", (*smt.Builder).BVNot),
	vectors1("bvneg", (*smt.Builder).BVNeg),
	vectors1("bvnego", (*smt.Builder).BVNego),
	vectorsN("bvand", (*smt.Builder).BVAnd),
	vectorsN("bvor", (*smt.Builder).BVOr),
	vectorsN("bvxor", (*smt.Builder).BVXor),
	vectorsN("bvadd", (*smt.Builder).BVAdd),
	vectorsN("bvmul", (*smt.Builder).BVMul),
	vectors2("bvnand", (*smt.Builder).BVNand),
	vectors2("bvnor", (*smt.Builder).BVNor),
	vectors2("bvcomp", (*smt.Builder).BVComp),
	vectors2("bvsub", (*smt.Builder).BVSub),
	vectors2("bvudiv", (*smt.Builder).BVUdiv),
	vectors2("bvurem", (*smt.Builder).BVUrem),
	vectors2("bvsdiv", (*smt.Builder).BVSdiv),
	vectors2("bvsrem", (*smt.Builder).BVSrem),
	vectors2("bvsmod", (*smt.Builder).BVSmod),
	vectors2("bvshl", (*smt.Builder).BVShl),
	vectors2("bvlshr", (*smt.Builder).BVLshr),
	vectors2("bvashr", (*smt.Builder).BVAshr),
	vectors2("bvult", (*smt.Builder).BVUlt),
	vectors2("bvule", (*smt.Builder).BVUle),
	vectors2("bvugt", (*smt.Builder).BVUgt),
	vectors2("bvuge", (*smt.Builder).BVUge),
	vectors2("bvslt", (*smt.Builder).BVSlt),
	vectors2("bvsle", (*smt.Builder).BVSle),
	vectors2("bvsgt", (*smt.Builder).BVSgt),
	vectors2("bvsge", (*smt.Builder).BVSge),
	vectors2("bvuaddo", (*smt.Builder).BVUaddo),
	vectors2("bvsaddo", (*smt.Builder).BVSaddo),
	vectors2("bvusubo", (*smt.Builder).BVUsubo),
	vectors2("bvssubo", (*smt.Builder).BVSsubo),
	vectors2("bvumulo", (*smt.Builder).BVUmulo),
	vectors2("bvsmulo", (*smt.Builder).BVSmulo),
	vectors2("bvsdivo", (*smt.Builder).BVSdivo),
	{name: "bvxnor", theory: bitVectors, min: 2, max: -1, build: func(c *call) *smt.Term {
		if !c.vectors(true) {
			return nil
		}
		return c.fold(c.p.b.BVXnor)
	}},
	{name: "concat", theory: bitVectors, min: 2, max: -1, build: func(c *call) *smt.Term {
		if !c.vectors(false) {
			return nil
		}
		width := 0
		for i, a := range c.args {
			if width += a.Width(); width > c.p.widest() {
				return c.tooWide(i)
			}
		}
		return c.p.b.Concat(c.args...)
	}},
	{name: "extract", theory: bitVectors, min: 1, max: 1, index: 2, build: func(c *call) *smt.Term {
		ij := c.indices(c.p.widest())
		if ij == nil || !c.vectors(false) {
			return nil
		}
		high, low, width := ij[0], ij[1], c.args[0].Width()
		if low > high || high >= width {
			return c.bad(-1, "there are no bits %d to %d of %s: they are numbered from %d down to 0", high, low, count(width, "bit"), width-1)
		}
		return c.p.b.Extract(c.args[0], high, low)
	}},
	indexed("zero_extend", func(n, w int) int { return n + w }, (*smt.Builder).ZeroExtend),
	indexed("sign_extend", func(n, w int) int { return n + w }, (*smt.Builder).SignExtend),
	indexed("repeat", func(n, w int) int { return n * w }, (*smt.Builder).Repeat),
	indexed("rotate_left", func(n, w int) int { return w }, (*smt.Builder).RotateLeft),
	indexed("rotate_right", func(n, w int) int { return w }, (*smt.Builder).RotateRight),
	toNumber("bv2nat", (*smt.Builder).BVToNat),
	toNumber("ubv_to_int", (*smt.Builder).BVToNat),
	toNumber("sbv_to_int", (*smt.Builder).BVToInt),
	fromNumber("nat2bv"), fromNumber("int2bv"), fromNumber("int_to_bv"),
}

// vectors1 returns an operator with one bit-vector argument.
func vectors1(name string, build func(b *smt.Builder, x *smt.Term) *smt.Term) op {
	return op{name: name, theory: bitVectors, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.vectors(true) {
			return nil
		}
		return build(c.p.b, c.args[0])
	}}
}

// vectors2 returns an operator with two bit-vectors of the same width.
func vectors2(name string, build func(b *smt.Builder, x, y *smt.Term) *smt.Term) op {
	return op{name: name, theory: bitVectors, min: 2, max: 2, build: func(c *call) *smt.Term {
		if !c.vectors(true) {
			return nil
		}
		return build(c.p.b, c.args[0], c.args[1])
	}}
}

// vectorsN returns an operator with two or more bit-vectors of the same width.
func vectorsN(name string, build func(b *smt.Builder, xs ...*smt.Term) *smt.Term) op {
	return op{name: name, theory: bitVectors, min: 2, max: -1, build: func(c *call) *smt.Term {
		if !c.vectors(true) {
			return nil
		}
		return build(c.p.b, c.args...)
	}}
}

// indexed returns an operator with one index n and one argument of width w; width(n, w) is the width of the result.
func indexed(name string, width func(n, w int) int, build func(b *smt.Builder, x *smt.Term, n int) *smt.Term) op {
	return op{name: name, theory: bitVectors, min: 1, max: 1, index: 1, build: func(c *call) *smt.Term {
		n := c.indices(c.p.widest())
		if n == nil || !c.vectors(false) {
			return nil
		}
		w := c.args[0].Width()
		switch now := width(n[0], w); {
		case now < 1:
			c.err = complain(c.index, "%s needs an index of at least 1", name)
			return nil
		case now > c.p.widest():
			return c.tooWide(-1)
		}
		return build(c.p.b, c.args[0], n[0])
	}}
}

// toNumber returns a conversion from bit-vectors to integers.
func toNumber(name string, build func(b *smt.Builder, x *smt.Term) *smt.Term) op {
	return op{name: name, theory: bitVectors, min: 1, max: 1, build: func(c *call) *smt.Term {
		if !c.vectors(false) {
			return nil
		}
		if c.args[0].Width() > maxBitsOfNumber {
			return c.bad(0, "%s of more than %d bits is not supported", name, maxBitsOfNumber)
		}
		return build(c.p.b, c.args[0])
	}}
}

// fromNumber returns a conversion from integers to bit-vectors; the index is the width.
func fromNumber(name string) op {
	return op{name: name, theory: bitVectors, min: 1, max: 1, index: 1, build: func(c *call) *smt.Term {
		n := c.indices(min(maxBitsOfNumber, c.p.widest()))
		if n == nil || !c.all(c.p.b.IntSort()) {
			return nil
		}
		if n[0] == 0 {
			c.err = complain(c.index, "a bit-vector has at least 1 bit")
			return nil
		}
		return c.p.b.NatToBV(c.args[0], n[0])
	}}
}

// tooWide complains that a bit-vector is too wide.
func (c *call) tooWide(i int) *smt.Term {
	return c.bad(i, "a bit-vector of more than %d bits", c.p.widest())
}
