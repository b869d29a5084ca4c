// Compilation of binary operators, comparisons and conditionals to instructions over words. Most of the code decides
// whether the operands are signed words or unsigned words of 64 bits ("wide", see words.go).

package interp

import "github.com/whet-mc/whet/cfa"

// alike makes both operands unsigned words of 64 bits if one of them is wide, else it makes both signed; the last
// result is true for unsigned. If one is wide and the other a negative constant, both become signed. The conversion
// misses (see fits) if it would change the number. This is rare, because C has already converted the other operand to
// the type of the wide one.
func (c *emitter) alike(x, y operand) (operand, operand, bool) {
	unsigned := x.wide && !(y.konst && !y.wide && y.k < 0) || y.wide && !(x.konst && !x.wide && x.k < 0)
	c.fits(&x, unsigned)
	c.fits(&y, unsigned)
	return x, y, unsigned
}

// binaryExpr emits a binary operation.
func (c *emitter) binaryExpr(e *cfa.Binary) operand {
	if p, ok := e.Y.(*cfa.Binary); ok && e.Op == cfa.Add && p.Op == cfa.Mul {
		if k, ok := smallConst(p.Y); ok && int64(int32(k)) == k { // the form of an element's address
			x, y := c.signed(c.expr(e.X)), c.signed(c.expr(p.X))
			if !c.fail {
				x, y = c.placed(x), c.placed(y)
				return c.binary(opMad, y, x, k)
			}
			return x
		}
	}
	x := c.expr(e.X)
	y := c.expr(e.Y)
	if c.fail {
		return x
	}
	if e.Op.Comparison() {
		return natural(c.comparison(e.Op, x, y))
	}
	switch e.Op {
	case cfa.Add:
		if x, y = c.signed(x), c.signed(y); y.konst {
			return c.unary(opAddK, x, y.k)
		}
		return c.binary(opAdd, x, y, 0)
	case cfa.Sub:
		if x, y = c.signed(x), c.signed(y); y.konst && y.k != -y.k {
			return c.unary(opAddK, x, -y.k)
		}
		return c.binary(opSub, x, y, 0)
	case cfa.Mul:
		if x, y = c.signed(x), c.signed(y); x.konst {
			x, y = y, x
		}
		if y.konst && int64(int32(y.k)) == y.k {
			return c.unary(opMulK, x, y.k)
		}
		return c.binary(opMul, x, y, 0)
	case cfa.Div, cfa.Rem:
		return c.quotient(e.Op == cfa.Rem, x, y)
	case cfa.BitAnd:
		if x.konst {
			x, y = y, x
		}
		if y.konst && !y.wide && y.k >= 0 {
			return natural(c.unary(opAndK, x, y.k))
		}
		x, y, both := c.alike(x, y)
		return c.asWide(c.binary(opAnd, x, y, 0), both)
	case cfa.BitOr:
		x, y, some := c.alike(x, y)
		return c.asWide(c.binary(opOr, x, y, 0), some)
	case cfa.BitXor:
		x, y, some := c.alike(x, y)
		return c.asWide(c.binary(opXor, x, y, 0), some)
	case cfa.Shl:
		return c.binary(opShl, c.signed(x), c.signed(y), 0)
	case cfa.Shr:
		y = c.signed(y)
		constant := y.konst && y.k >= 0 && y.k < 64
		switch {
		case x.wide && constant:
			if x = c.unary(opShrUK, x, y.k); y.k == 0 {
				return c.asWide(x, true)
			}
			return natural(x)
		case x.wide:
			return c.asWide(c.binary(opShrU, x, y, 0), true)
		case constant:
			return c.unary(opShrK, x, y.k)
		}
		return c.binary(opShr, x, y, 0)
	case cfa.And:
		return natural(c.binary(opBoth, x, y, 0))
	case cfa.Or:
		return natural(c.binary(opEither, x, y, 0))
	}
	c.fail = true
	return x
}

// asWide returns x with the given signedness; it emits nothing.
func (c *emitter) asWide(x operand, wide bool) operand {
	x.wide = wide
	return x
}

// quotient emits x / y, or x % y if rem is true.
func (c *emitter) quotient(rem bool, x, y operand) operand {
	x, y, unsigned := c.alike(x, y)
	op, byK := opDiv, opDivK
	if rem {
		op, byK = opRem, opRemK
	}
	switch {
	case unsigned && rem:
		return c.asWide(c.binary(opRemU, x, y, 0), true)
	case unsigned:
		return c.asWide(c.binary(opDivU, x, y, 0), true)
	case y.konst && y.k != 0 && y.k != -1:
		return c.unary(byK, x, y.k)
	}
	return c.binary(op, x, y, 0)
}

// comparison emits x op y; its result is 1 or 0.
func (c *emitter) comparison(op cfa.BinOp, x, y operand) operand {
	x, y, unsigned := c.alike(x, y)
	if op == cfa.Gt || op == cfa.Ge {
		x, y = y, x
	}
	switch op {
	case cfa.Eq:
		return c.binary(opEq, x, y, 0)
	case cfa.Ne:
		return c.binary(opNe, x, y, 0)
	case cfa.Lt, cfa.Gt:
		if unsigned {
			return c.binary(opLtU, x, y, 0)
		}
		return c.binary(opLt, x, y, 0)
	}
	if unsigned {
		return c.binary(opLeU, x, y, 0)
	}
	return c.binary(opLe, x, y, 0)
}

// unless emits the instruction that leaves the block by the exit to if cond does not hold.
func (c *emitter) unless(cond cfa.Expr, to exit) {
	e, ok := cond.(*cfa.Binary)
	if !ok || !e.Op.Comparison() {
		x := c.placed(c.expr(cond))
		if !c.fail {
			c.add(instr{op: opIfEqK, a: x.at, d: c.exit(to)})
		}
		return
	}
	x := c.expr(e.X)
	y := c.expr(e.Y)
	if c.fail {
		return
	}
	x, y, unsigned := c.alike(x, y)
	op := e.Op.Negate()
	if x.konst && !y.konst {
		x, y, op = y, x, mirrored(op)
	}
	in := instr{a: 0}
	if y.konst && (!unsigned || op == cfa.Eq || op == cfa.Ne) {
		x = c.placed(x)
		in.op = map[cfa.BinOp]opcode{cfa.Eq: opIfEqK, cfa.Ne: opIfNeK, cfa.Lt: opIfLtK, cfa.Le: opIfLeK, cfa.Gt: opIfGtK, cfa.Ge: opIfGeK}[op]
		in.a, in.k = x.at, y.k
	} else {
		if op == cfa.Gt || op == cfa.Ge {
			x, y, op = y, x, mirrored(op)
		}
		x, y = c.placed(x), c.placed(y)
		in.op = map[cfa.BinOp]opcode{cfa.Eq: opIfEq, cfa.Ne: opIfNe, cfa.Lt: opIfLt, cfa.Le: opIfLe}[op]
		if unsigned && op == cfa.Lt {
			in.op = opIfLtU
		} else if unsigned && op == cfa.Le {
			in.op = opIfLeU
		}
		in.a, in.b = x.at, y.at
	}
	if !c.fail {
		in.d = c.exit(to)
		c.add(in)
	}
}

// mirrored returns the comparison that holds for y and x if op holds for x and y.
func mirrored(op cfa.BinOp) cfa.BinOp {
	switch op {
	case cfa.Lt:
		return cfa.Gt
	case cfa.Le:
		return cfa.Ge
	case cfa.Gt:
		return cfa.Lt
	case cfa.Ge:
		return cfa.Le
	}
	return op
}

// choice emits a conditional expression. Only the selected branch is executed, because the other may be undefined.
func (c *emitter) choice(e *cfa.Ite) operand {
	x := c.placed(c.expr(e.C))
	d := c.temp()
	skip := len(c.b.code)
	c.add(instr{op: opSkipZ, a: x.at})
	isWide := false
	c.aside(func() {
		y := c.expr(e.T)
		isWide = y.wide
		c.move(d, y)
	})
	over := len(c.b.code)
	c.add(instr{op: opSkip})
	if c.fail {
		return operand{}
	}
	c.b.code[skip].k = int64(over - skip)
	c.aside(func() {
		y := c.expr(e.E)
		c.fits(&y, isWide)
		c.move(d, y)
	})
	if c.fail {
		return operand{}
	}
	c.b.code[over].k = int64(len(c.b.code) - over - 1)
	c.fresh(d)
	return operand{at: d, wide: isWide}
}
