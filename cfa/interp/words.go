package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Expressions over machine words. Where all that an expression reads is known, fits 64 bits and depends on
// nothing that the model does not know exactly, its value is computed by a few instructions, many times as
// fast as by eval. In all other cases, and where an operation is undefined, they miss, and eval does it
// again. So there is one meaning of an expression, that of eval, and here is what can be done of it in a
// hurry; nothing is changed, and no input is asked for.

// operand is a value: a number, or what is in a place.
type operand struct {
	konst bool
	k     int64
	at    uint16
	wide  bool // the word is that of an unsigned number of 64 bits; else it is signed
	nat   bool // it is seen that the word means the same either way
	last  bool // the last instruction computes it, into a place of its own
}

// natural is an operand of which its operation says that the word is not negative.
func natural(x operand) operand {
	x.nat = true
	return x
}

// serialOf is the value in an operand's place.
func (c *emitter) serialOf(x operand) int {
	if s, ok := c.holds[x.at]; ok {
		return s
	}
	return c.fresh(x.at)
}

// placed is an operand in a place.
func (c *emitter) placed(x operand) operand {
	if x.konst {
		y := c.result(computed{op: opConst, k: x.k}, instr{op: opConst, k: x.k})
		y.wide, y.last = x.wide, false
		return y
	}
	return x
}

// result is what an instruction computes, which is not made again where its result is still somewhere.
func (c *emitter) result(key computed, in instr) operand {
	if v, ok := c.values[key]; ok && c.holds[v.at] == v.serial {
		return operand{at: v.at}
	}
	in.d = c.temp()
	c.add(in)
	c.values[key] = value1{in.d, c.fresh(in.d)}
	return operand{at: in.d, last: true}
}

// unary, binary and byNumber are results of instructions of one operand, two, and one and a number.
func (c *emitter) unary(op opcode, x operand, k int64) operand {
	x = c.placed(x)
	return c.result(computed{op: op, a: c.serialOf(x), k: k}, instr{op: op, a: x.at, k: k})
}

func (c *emitter) binary(op opcode, x, y operand, k int64) operand {
	x, y = c.placed(x), c.placed(y)
	return c.result(computed{op: op, a: c.serialOf(x), b: c.serialOf(y), k: k}, instr{op: op, a: x.at, b: y.at, k: k})
}

// signed is an operand as a signed number.
func (c *emitter) signed(x operand) operand {
	c.fits(&x, false)
	return x
}

// fits makes an operand one of a wide range, or one of another range. Where the number does not fit there, the
// instruction misses.
func (c *emitter) fits(x *operand, wide bool) {
	if x.wide == wide {
		return
	}
	x.wide = wide
	if x.konst {
		c.fail = c.fail || x.k < 0
		return
	}
	if x.nat {
		return
	}
	x.last = false
	key := computed{op: opPos, a: c.serialOf(*x)}
	if v, ok := c.values[key]; !ok || v.serial != -1 {
		c.add(instr{op: opPos, a: x.at})
		c.values[key] = value1{serial: -1}
	}
}

// expr adds what computes an expression.
func (c *emitter) expr(e cfa.Expr) operand {
	if c.fail {
		return operand{}
	}
	switch e := e.(type) {
	case *cfa.Const:
		if k, ok := e.Val.Int64(); ok {
			return operand{konst: true, k: k}
		}
		k, _ := e.Val.Wrap(64, true).Int64()
		if num.OfUint(uint64(k)).Equal(e.Val) {
			return operand{konst: true, k: k, wide: true}
		}
	case *cfa.Var:
		return c.variable(e)
	case *cfa.Select:
		if at, i, k, ok := c.cell(e.Arr, e.Idx); ok {
			key := computed{op: opLoad, a: c.serialOf(i), k: k, array: e.Arr.ID + 1, version: c.memory[e.Arr]}
			x := c.result(key, instr{op: opLoad, a: i.at, b: at, k: k})
			x.wide = wide(e.Arr.Elem)
			return x
		}
	case *cfa.Wrap:
		return c.wrap(e)
	case *cfa.Binary:
		return c.binaryExpr(e)
	case *cfa.Unary:
		x := c.expr(e.X)
		if c.fail {
			return x
		}
		switch e.Op {
		case cfa.Neg:
			return c.unary(opNeg, c.signed(x), 0)
		case cfa.BitNot:
			return c.unary(opNot, c.signed(x), 0)
		case cfa.Not:
			return natural(c.unary(opIsZero, x, 0))
		}
	case *cfa.Ite:
		return c.choice(e)
	}
	c.fail = true
	return operand{}
}

func (c *emitter) variable(v *cfa.Var) operand {
	at := uint16(c.m.slot[v.ID])
	x := operand{at: at, wide: wide(v.Range)}
	if v.Proc != nil {
		if !c.guards[at] {
			c.guards[at] = true
			c.b.reads = append(c.b.reads, at)
		}
		return x
	}
	if g, ok := c.global[v]; ok && c.holds[g.at] == g.serial {
		x.at = g.at
		return x
	}
	x.at = c.temp()
	c.add(instr{op: opGet, d: x.at, k: int64(at)})
	c.global[v] = value1{x.at, c.fresh(x.at)}
	return x
}

// cell is an access to a cell: the index is the sum of an operand and a number.
func (c *emitter) cell(a *cfa.Array, e cfa.Expr) (at uint16, i operand, k int64, ok bool) {
	acc, ok := c.m.access(a)
	if !ok {
		return 0, i, 0, false
	}
	if b, is := e.(*cfa.Binary); is && b.Op == cfa.Add {
		if n, constant := smallConst(b.Y); constant && n > -1<<60 && n < 1<<60 {
			if i = c.expr(b.X); !i.konst {
				i, k = c.signed(i), n
			} else {
				i = c.expr(e)
			}
		} else {
			i = c.expr(e)
		}
	} else {
		// One that is too large for a signed word is below all that can be touched.
		i = c.expr(e)
	}
	if c.fail {
		return 0, i, 0, false
	}
	i = c.placed(i)
	for n := range c.b.accesses {
		if c.b.accesses[n].arr == a {
			return uint16(n), i, k, true
		}
	}
	c.b.accesses = append(c.b.accesses, acc)
	return uint16(len(c.b.accesses) - 1), i, k, true
}

func (c *emitter) store(op *cfa.Store) {
	at, i, k, ok := c.cell(op.Arr, op.Idx)
	if !ok {
		c.fail = true
		return
	}
	x := c.expr(op.Val)
	c.fits(&x, wide(op.Arr.Elem))
	if c.fail {
		return
	}
	x = c.placed(x)
	c.add(instr{op: opStore, d: x.at, a: i.at, b: at, k: k})
	c.memory[op.Arr]++
	key := computed{op: opLoad, a: c.serialOf(i), k: k, array: op.Arr.ID + 1, version: c.memory[op.Arr]}
	c.values[key] = value1{x.at, c.serialOf(x)}
}

// wrap wraps. What is wrapped is computed modulo 2^64, which is right for words of up to as many bits,
// whatever overflows in between.
func (c *emitter) wrap(e *cfa.Wrap) operand {
	if e.Bits > 64 || e.Bits < 1 {
		c.fail = true
		return operand{}
	}
	if e.Bits == 64 {
		x := c.modulo(e.X)
		x.wide, x.nat = !e.Signed, false
		return x
	}
	free, fused := int64(64-e.Bits), [...]opcode{opWrapU, opAddU, opSubU, opMulU}
	if e.Signed {
		fused = [...]opcode{opWrapS, opAddS, opSubS, opMulS}
	}
	if b, ok := e.X.(*cfa.Binary); ok && (b.Op == cfa.Add || b.Op == cfa.Sub || b.Op == cfa.Mul) {
		x := c.modulo(b.X)
		y := c.modulo(b.Y)
		if c.fail {
			return x
		}
		if x.konst && b.Op != cfa.Sub {
			x, y = y, x
		}
		if y.konst && !x.konst {
			byK := map[cfa.BinOp]opcode{cfa.Add: opAddUK, cfa.Sub: opAddUK, cfa.Mul: opMulUK}
			if e.Signed {
				byK = map[cfa.BinOp]opcode{cfa.Add: opAddSK, cfa.Sub: opAddSK, cfa.Mul: opMulSK}
			}
			if b.Op == cfa.Sub {
				y.k = -y.k
			}
			op := byK[b.Op]
			x = c.result(computed{op: op, a: c.serialOf(x), b: int(free), k: y.k}, instr{op: op, a: x.at, b: uint16(free), k: y.k})
			x.nat = !e.Signed
			return x
		}
		k := map[cfa.BinOp]int{cfa.Add: 1, cfa.Sub: 2, cfa.Mul: 3}[b.Op]
		x = c.binary(fused[k], x, y, free)
		x.nat = !e.Signed
		return x
	}
	x := c.modulo(e.X)
	if c.fail {
		return x
	}
	x = c.unary(fused[0], x, free)
	x.nat = !e.Signed
	return x
}

// modulo is expr for an expression of which the lowest 64 bits count.
func (c *emitter) modulo(e cfa.Expr) operand {
	switch e := e.(type) {
	case *cfa.Wrap:
		if e.Bits >= 64 {
			return c.modulo(e.X)
		}
	case *cfa.Unary:
		if e.Op == cfa.Not {
			break
		}
		x := c.modulo(e.X)
		switch {
		case c.fail:
			return x
		case e.Op == cfa.Neg:
			return c.unary(opNegM, x, 0)
		}
		return c.unary(opNot, x, 0)
	case *cfa.Binary:
		ops := map[cfa.BinOp]opcode{cfa.Add: opAddM, cfa.Sub: opSubM, cfa.Mul: opMulM, cfa.BitAnd: opAnd, cfa.BitOr: opOr, cfa.BitXor: opXor}
		op, ok := ops[e.Op]
		if !ok && e.Op != cfa.Shl {
			break
		}
		x := c.modulo(e.X)
		if e.Op == cfa.Shl {
			y := c.expr(e.Y)
			if y = c.signed(y); c.fail {
				return x
			}
			if y.konst && y.k >= 0 && y.k < 64 {
				return c.unary(opShlM, x, y.k)
			}
			return c.binary(opShlV, x, y, 0)
		}
		y := c.modulo(e.Y)
		if c.fail {
			return x
		}
		if op == opAddM && y.konst {
			return c.unary(opAddMK, x, y.k)
		}
		if op == opMulM && y.konst {
			return c.unary(opMulSK, x, y.k) // of 64 bits
		}
		if op == opAnd && y.konst {
			return c.unary(opAndK, x, y.k)
		}
		return c.binary(op, x, y, 0)
	}
	x := c.expr(e)
	x.wide, x.nat = false, false
	return x
}

func smallConst(e cfa.Expr) (int64, bool) {
	k, ok := cfa.IsConst(e)
	if !ok {
		return 0, false
	}
	return k.Int64()
}
