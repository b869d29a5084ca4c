// Compilation of expressions and stores to instructions over words. If all values that an expression reads are known,
// fit 64 bits and do not depend on inputs of kind Approx, a few instructions compute its value, much faster than eval.
// In all other cases, and if an operation is undefined, an instruction misses and eval evaluates the expression again.
// So eval alone defines the meaning. The instructions of an expression change no variable or cell and ask for no input.

package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// operand is a value in a block: a constant, or the content of a place.
type operand struct {
	konst bool // it is the constant k
	k     int64
	at    uint16 // else the place
	wide  bool   // the word is an unsigned number of 64 bits; else it is signed
	nat   bool   // the word is known to be the same number, signed or unsigned: its highest bit is 0
	last  bool   // the last instruction computes it, into a place that nothing else uses
}

// natural returns x, marked as a word that is not negative.
func natural(x operand) operand {
	x.nat = true
	return x
}

// serialOf returns the number of the value in x's place.
func (c *emitter) serialOf(x operand) int {
	if s, ok := c.holds[x.at]; ok {
		return s
	}
	return c.fresh(x.at)
}

// placed returns x as an operand in a place. It emits an instruction if x is a constant.
func (c *emitter) placed(x operand) operand {
	if x.konst {
		y := c.result(computed{op: opConst, k: x.k}, instr{op: opConst, k: x.k})
		y.wide, y.last = x.wide, false
		return y
	}
	return x
}

// result emits the instruction in and returns its result. If the value of key is still in some place, it returns that
// place and emits nothing.
func (c *emitter) result(key computed, in instr) operand {
	if v, ok := c.values[key]; ok && c.holds[v.at] == v.serial {
		return operand{at: v.at}
	}
	in.d = c.temp()
	c.add(in)
	c.values[key] = value1{in.d, c.fresh(in.d)}
	return operand{at: in.d, last: true}
}

// unary emits an instruction with one operand and the number k, and returns its result.
func (c *emitter) unary(op opcode, x operand, k int64) operand {
	x = c.placed(x)
	return c.result(computed{op: op, a: c.serialOf(x), k: k}, instr{op: op, a: x.at, k: k})
}

// binary emits an instruction with two operands and the number k, and returns its result.
func (c *emitter) binary(op opcode, x, y operand, k int64) operand {
	x, y = c.placed(x), c.placed(y)
	return c.result(computed{op: op, a: c.serialOf(x), b: c.serialOf(y), k: k}, instr{op: op, a: x.at, b: y.at, k: k})
}

// signed converts x to a signed word, as fits does.
func (c *emitter) signed(x operand) operand {
	c.fits(&x, false)
	return x
}

// fits converts x to an unsigned word of 64 bits if wide is true, else to a signed word. The word does not change. It
// emits an instruction that misses if the number is not the same either way.
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

// expr emits the instructions that compute e and returns the result. It sets c.fail if e cannot be compiled.
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

// variable returns the value of v. A local variable is read in its place; a global one is copied to a place.
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

// cell compiles the index e of a cell of a. The cell's index is i + k, and at is the index of the access in the block.
// ok is false if the access cannot be compiled.
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
		// An index that is too large for a signed word looks negative, and no cell there may be accessed.
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

// store emits a Store. It records the stored value as the value of later loads of the cell.
func (c *emitter) store(op *cfa.Store) {
	if op.Arr.ForProofs() {
		return
	}
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

// wrap emits a Wrap. The operand is computed modulo 2^64, which gives the right result for words of up to 64 bits even
// if the computation overflows.
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

// modulo does what expr does, for an expression of which only the lowest 64 bits matter.
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
			return c.unary(opMulSK, x, y.k) // b is 0: wrapped to 64 bits, that is, modulo 2^64
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

// smallConst returns the value of e if e is a constant that fits a signed word; else false.
func smallConst(e cfa.Expr) (int64, bool) {
	k, ok := cfa.IsConst(e)
	if !ok {
		return 0, false
	}
	return k.Int64()
}
