package inputs

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value/bounds"
)

// Expressions of the program become expressions over symbols.

// eval is an expression over symbols; false: it is undefined for all inputs, or x.failed is set.
func (x *executor) eval(e cfa.Expr) (cfa.Expr, bool) {
	r, ok := x.subst(e)
	if !ok {
		return nil, false
	}
	if size(r, maxSize) > maxSize {
		return x.define(r)
	}
	return r, true
}

// define gives a large expression a symbol.
func (x *executor) define(e cfa.Expr) (cfa.Expr, bool) {
	s := &symbol{v: &cfa.Var{Name: fmt.Sprintf("t%d", len(x.p.syms))}, def: e}
	v := x.p.symbol(s, bounds.Eval(&x.p, e))
	return v, x.p.add(&cfa.Binary{Op: cfa.Eq, X: v, Y: e})
}

// size counts nodes, up to a limit.
func size(e cfa.Expr, limit int) int {
	if limit < 0 {
		return 1
	}
	n := 1
	switch e := e.(type) {
	case *cfa.Unary:
		n += size(e.X, limit-n)
	case *cfa.Binary:
		n += size(e.X, limit-n)
		if n <= limit {
			n += size(e.Y, limit-n)
		}
	case *cfa.Wrap:
		n += size(e.X, limit-n)
	case *cfa.Ite:
		for _, f := range []cfa.Expr{e.C, e.T, e.E} {
			if n <= limit {
				n += size(f, limit-n)
			}
		}
	}
	return n
}

func (x *executor) subst(e cfa.Expr) (cfa.Expr, bool) {
	switch e := e.(type) {
	case *cfa.Var:
		return x.read(e), true
	case *cfa.Select:
		i, known, ok := x.index(e.Arr, e.Idx)
		if !ok {
			return nil, false
		}
		if !known {
			return x.any(e.Arr), true
		}
		return x.memory(e.Arr).get(x, i), true
	case *cfa.Unary:
		a, ok := x.subst(e.X)
		if !ok {
			return nil, false
		}
		return cfa.MkUnary(e.Op, a), true
	case *cfa.Wrap:
		a, ok := x.subst(e.X)
		if !ok {
			return nil, false
		}
		return cfa.MkWrap(e.Bits, e.Signed, a), true
	case *cfa.Ite:
		c, ok := x.subst(e.C)
		if !ok {
			return nil, false
		}
		if v, known := x.p.fixed(c); known { // the other branch need not be defined
			if v.IsZero() {
				return x.subst(e.E)
			}
			return x.subst(e.T)
		}
		t, ok := x.under(c, e.T)
		if !ok {
			return nil, false
		}
		f, ok := x.under(cfa.MkNot(c), e.E)
		if !ok {
			return nil, false
		}
		return cfa.MkIte(c, t, f), true
	case *cfa.Binary:
		a, ok := x.eval(e.X)
		if !ok {
			return nil, false
		}
		b, ok := x.eval(e.Y)
		if !ok || !x.defined(e.Op, b) {
			return nil, false
		}
		return cfa.MkBinary(e.Op, a, b), true
	}
	return e, true
}

// defined makes it a condition that the operation is.
func (x *executor) defined(op cfa.BinOp, b cfa.Expr) bool {
	switch op {
	case cfa.Div, cfa.Rem:
		return x.require(cfa.MkBinary(cfa.Ne, b, cfa.ConstInt(0)))
	case cfa.Shl, cfa.Shr:
		return x.require(cfa.MkBinary(cfa.Ge, b, cfa.ConstInt(0))) && x.require(cfa.MkBinary(cfa.Lt, b, cfa.ConstInt(128)))
	}
	return true
}
