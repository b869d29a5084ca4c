// Expressions of the program become expressions over symbols.

package feasible

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/interval"
)

// memoFrom is the number of translated expressions in an operation after which results are cached.
const memoFrom = 256

// eval translates e to an expression over symbols. It returns false if e is undefined for all inputs.
func (x *walk) eval(e cfa.Expr) (cfa.Expr, bool) {
	r, ok := x.subst(e)
	if !ok {
		return nil, false
	}
	if !cfa.Small(r, maxSize) {
		return x.define(r)
	}
	return r, true
}

// define returns a new symbol for a large expression.
func (x *walk) define(e cfa.Expr) (cfa.Expr, bool) {
	s := &symbol{v: &cfa.Var{Name: "t"}, def: true}
	v := x.p.symbol(s, cfa.BoundsIn(&x.p, e))
	return v, x.p.add(&cfa.Binary{Op: cfa.Eq, X: v, Y: e}, nil)
}

// under evaluates an expression that only matters if the condition c holds.
func (x *walk) under(c, e cfa.Expr) (cfa.Expr, bool) {
	outer, kept := x.guard, x.terms
	if x.guard, x.terms = c, nil; outer != nil {
		x.guard = cfa.MkAnd(outer, c)
	}
	// Evaluating e adds conditions that are stated only under the current guard. So a cached result must not be used
	// under another guard.
	r, ok := x.eval(e)
	x.guard, x.terms = outer, kept
	return r, ok
}

func (x *walk) subst(e cfa.Expr) (cfa.Expr, bool) {
	if x.visited++; x.visited < memoFrom {
		return x.plain(e)
	}
	if r := x.terms[e]; r != nil {
		return r, true
	}
	r, ok := x.plain(e)
	if ok {
		if x.terms == nil {
			x.terms = map[cfa.Expr]cfa.Expr{}
		}
		x.terms[e] = r
	}
	return r, ok
}

func (x *walk) plain(e cfa.Expr) (cfa.Expr, bool) {
	switch e := e.(type) {
	case *cfa.Var:
		return x.read(e), true
	case *cfa.Select:
		i, ok := x.index(e.Arr, e.Idx)
		if !ok {
			return nil, false
		}
		m := x.memory(e.Arr)
		if n, constant := cfa.IsConst(i); constant {
			return m.get(x, n), true
		}
		m.spill(x)
		return m.read(x, i), true
	case *cfa.Unary:
		a, ok := x.eval(e.X)
		if !ok {
			return nil, false
		}
		return cfa.MkUnary(e.Op, a), true
	case *cfa.Wrap:
		a, ok := x.eval(e.X)
		if !ok {
			return nil, false
		}
		// The wrap may be dropped: the bounds follow from the conditions so far, and only values that meet these
		// conditions matter.
		if cfa.BoundsIn(&x.p, a).Within(interval.Word(e.Bits, e.Signed)) {
			return a, true
		}
		return cfa.MkWrap(e.Bits, e.Signed, a), true
	case *cfa.Ite:
		c, ok := x.eval(e.C)
		if !ok {
			return nil, false
		}
		switch t := cfa.BoundsIn(&x.p, c); {
		case t.True(): // the other branch need not be defined
			return x.eval(e.T)
		case t.False():
			return x.eval(e.E)
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

// defined adds the condition that the operation is defined.
func (x *walk) defined(op cfa.BinOp, b cfa.Expr) bool {
	switch op {
	case cfa.Div, cfa.Rem:
		return x.require(cfa.MkBinary(cfa.Ne, b, cfa.ConstInt(0)))
	case cfa.Shl, cfa.Shr:
		return x.require(cfa.MkBinary(cfa.Ge, b, cfa.ConstInt(0))) && x.require(cfa.MkBinary(cfa.Lt, b, cfa.ConstInt(128)))
	}
	return true
}

// number evaluates an expression as eval does, but returns a number if the conditions leave only one value.
func (x *walk) number(e cfa.Expr) (cfa.Expr, bool) {
	v, ok := x.eval(e)
	if !ok {
		return nil, false
	}
	if n, ok := x.p.fixed(v); ok {
		return cfa.ConstOf(n), true
	}
	return v, true
}

const (
	maxSize  = 120     // nodes of an expression before it is replaced by a symbol
	maxCells = 4096    // cells that a copy moves individually
	maxItems = 200_000 // limit of conditions
)

// index evaluates an index of an array, to a number if the conditions leave only one value. It adds the condition
// that a program may access the cell. For an array among the conditions, the formulas contain this condition.
func (x *walk) index(a *cfa.Array, e cfa.Expr) (cfa.Expr, bool) {
	v, ok := x.number(e)
	if !ok {
		return nil, false
	}
	if n, ok := cfa.IsConst(v); ok {
		return v, x.within(a, n, true)
	}
	switch {
	case a.Region:
		if x.separate {
			if n, parts, ok := x.object(v); ok {
				if n, ok := n.Int64(); ok && a.Align > 1 && n%a.Align != 0 {
					return v, x.require(cfa.ConstInt(0))
				}
				x.bound = true
				for _, p := range parts {
					if !x.p.add(cfa.MkBinary(cfa.Eq, p.of, cfa.ConstOf(p.is)), nil) {
						return v, false
					}
				}
				return cfa.ConstOf(n), true
			}
		}
		return v, x.require(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(cfa.FirstPage)))
	case a.Len >= 0:
		return v, x.require(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(0))) && x.require(cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(a.Len)))
	}
	return v, true
}
