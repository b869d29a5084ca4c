// Values of expressions: numbers where the operands are known, terms otherwise.
//
// Evaluation may add facts to the path, since an operation that is undefined for some values ends the runs in which it
// is (a divisor is not 0 from then on). Before a term is made, simpler and comparison rewrite a few frequent forms,
// with constants on the right.

package paths

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// eval returns the value of e. If e is undefined on the path, or the path has to part before e has a value, eval sets
// m.halt, and the value is meaningless. The same holds of the other functions here that return a val.
func (m *machine) eval(e cfa.Expr) val {
	switch e := e.(type) {
	case *cfa.Var:
		return m.read(e)
	case *cfa.Const:
		return number(e.Val)
	case *cfa.Select:
		i := m.eval(e.Idx)
		if m.halt != 0 {
			return val{}
		}
		return m.load(e.Arr, i)
	case *cfa.Wrap:
		x := m.eval(e.X)
		if m.halt != 0 {
			return val{}
		}
		return m.wrap(x, e.Bits, e.Signed)
	case *cfa.Binary:
		if e.Op == cfa.And || e.Op == cfa.Or {
			if v, ok := m.formed(e); ok || m.halt != 0 {
				return v
			}
		}
		x := m.eval(e.X)
		if m.halt != 0 {
			return val{}
		}
		y := m.eval(e.Y)
		if m.halt != 0 {
			return val{}
		}
		return m.binary(e.Op, x, y)
	case *cfa.Unary:
		x := m.eval(e.X)
		if m.halt != 0 {
			return val{}
		}
		if x.t == nil {
			return number(unary(e.Op, x.n))
		}
		if e.Op == cfa.Not {
			return m.binary(cfa.Eq, x, val{})
		}
		return m.share(key{kind: unaryTerm, un: e.Op, x: x.t})
	case *cfa.Ite:
		if v, ok := m.formed(e); ok || m.halt != 0 {
			return v
		}
		return m.choice(e)
	}
	panic(fmt.Sprintf("paths: no meaning for the expression %T", e))
}

// settle returns v as a number if the path leaves its term only one value, and v otherwise. It stops if there is no
// value left.
func (m *machine) settle(v val) val {
	if v.t == nil {
		return v
	}
	r := m.ranges(v.t)
	if r.IsEmpty() {
		m.stop(dead)
		return val{}
	}
	if n, ok := r.Point(); ok {
		return number(n)
	}
	return v
}

// choice returns the value of c ? x : y. If c is not known, it evaluates both branches if these are always defined.
// Otherwise the path parts by c, since the branch that is not taken may be undefined.
func (m *machine) choice(e *cfa.Ite) val {
	c := m.truth(m.eval(e.C))
	if m.halt != 0 {
		return val{}
	}
	if c.t == nil {
		if c.n.IsZero() {
			return m.eval(e.E)
		}
		return m.eval(e.T)
	}
	if !total(e.T, 8) || !total(e.E, 8) {
		m.divide(c.t)
		return val{}
	}
	x, y := m.eval(e.T), m.eval(e.E)
	if m.halt != 0 {
		return val{}
	}
	if x.t == y.t && (x.t != nil || x.n.Equal(y.n)) {
		return x
	}
	return m.share(key{kind: iteTerm, x: m.term(x), y: m.term(y), z: c.t})
}

// total reports whether e is defined for all values of its variables. It looks at no more than depth levels and is
// false for deeper expressions.
func total(e cfa.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch e := e.(type) {
	case *cfa.Var, *cfa.Const:
		return true
	case *cfa.Wrap:
		return total(e.X, depth-1)
	case *cfa.Unary:
		return total(e.X, depth-1)
	case *cfa.Binary:
		switch e.Op {
		case cfa.Div, cfa.Rem, cfa.Shl, cfa.Shr:
			k, ok := cfa.IsConst(e.Y)
			if !ok {
				return false
			}
			if _, defined := e.Op.Apply(num.Int{}, k); !defined {
				return false
			}
		}
		return total(e.X, depth-1) && total(e.Y, depth-1)
	}
	return false
}

// truth returns whether v is not 0, as a number 0 or 1 or as a term with these values.
func (m *machine) truth(v val) val {
	switch {
	case m.halt != 0:
		return val{}
	case v.t == nil:
		return number(num.OfBool(!v.n.IsZero()))
	case v.t.boolean():
		return m.settle(v)
	}
	return m.binary(cfa.Ne, v, val{})
}

// wrap returns x wrapped to a word of bits bits.
func (m *machine) wrap(x val, bits int, signed bool) val {
	if x.t == nil {
		return number(x.n.Wrap(bits, signed))
	}
	r := m.ranges(x.t)
	if r.IsEmpty() {
		m.stop(dead)
		return val{}
	}
	if r.Within(interval.Word(bits, signed)) {
		return x
	}
	t := x.t
	if t.kind == wrapTerm && t.bits >= bits {
		t = t.x // the inner wrap keeps all bits that the outer one keeps
	}
	if v, ok := m.lowBits(t, bits); ok {
		return m.wrap(v, bits, signed)
	}
	return m.share(key{kind: wrapTerm, bits: bits, signed: signed, x: t})
}

// binary returns x op y. Where the operation is undefined for some values of y, it excludes them from the path. It ends
// the path if none is left.
func (m *machine) binary(op cfa.BinOp, x, y val) val {
	if x.t == nil && y.t == nil {
		v, ok := op.Apply(x.n, y.n)
		if !ok || tooLarge(v) {
			m.stop(undefined)
			if ok {
				m.giveUp("a number is out of all proportion")
			}
		}
		return number(v)
	}
	if x.t == nil { // constants go to the right
		switch {
		case op.Comparison():
			x, y, op = y, x, op.Mirror()
		case op == cfa.Add, op == cfa.Mul, op == cfa.BitAnd, op == cfa.BitOr, op == cfa.BitXor, op == cfa.And, op == cfa.Or:
			x, y = y, x
		}
	}
	switch op {
	case cfa.And, cfa.Or:
		if x, y = m.truth(x), m.truth(y); m.halt != 0 {
			return val{}
		}
		if x.t == nil {
			x, y = y, x
		}
		if y.t == nil {
			if y.n.IsZero() == (op == cfa.And) {
				return y
			}
			return x
		}
	case cfa.Div, cfa.Rem:
		if y.t != nil {
			if c := m.truth(y); m.halt != 0 || c.t != nil && !m.assert(c.t, true) {
				m.stop(undefined)
				return val{}
			}
			y = m.settle(y)
		}
	case cfa.Shl, cfa.Shr:
		if y.t != nil {
			if !m.restrict(y.t, interval.Of(num.Int{}, num.Of(interval.MaxShift))) {
				m.stop(undefined)
				return val{}
			}
			y = m.settle(y)
		}
	}
	if y.t == nil {
		if _, ok := op.Apply(num.Int{}, y.n); !ok { // the operation is undefined for every x
			m.stop(undefined)
			return val{}
		}
	}
	if v, ok := m.simpler(op, x, y); ok {
		return v
	}
	return m.share(key{kind: binaryTerm, op: op, x: m.term(x), y: m.term(y)})
}

// maxBits is the largest size of a number. The search ends at a larger one.
const maxBits = 1 << 12

// tooLarge reports whether v has more than maxBits bits.
func tooLarge(v num.Int) bool {
	_, small := v.Int64()
	return !small && v.Big().BitLen() > maxBits
}

// simpler returns x op y in another form, for a few frequent forms of expressions that can be written in several ways.
// It returns false if it knows no other form.
func (m *machine) simpler(op cfa.BinOp, x, y val) (val, bool) {
	if x.t == y.t {
		switch op {
		case cfa.Sub, cfa.BitXor, cfa.Ne, cfa.Lt, cfa.Gt:
			return val{}, true
		case cfa.Eq, cfa.Le, cfa.Ge:
			return number(num.Of(1)), true
		case cfa.BitAnd, cfa.BitOr:
			return x, true
		}
	}
	if x.t == nil || y.t != nil {
		return val{}, false
	}
	k := y.n
	switch op {
	case cfa.Sub:
		return m.binary(cfa.Add, x, number(k.Neg())), true
	case cfa.Add:
		if k.IsZero() {
			return x, true
		}
		if x.t.kind == binaryTerm && x.t.op == cfa.Add && x.t.y.kind == constTerm {
			return m.binary(cfa.Add, val{t: x.t.x}, number(x.t.y.n.Add(k))), true
		}
	case cfa.BitOr, cfa.BitXor:
		if k.IsZero() {
			return x, true
		}
	case cfa.Shr:
		n, _ := k.Int64()
		if n == 0 {
			return x, true
		}
		return m.highBits(x.t, int(n))
	case cfa.Shl:
		n, _ := k.Int64()
		return m.binary(cfa.Mul, x, number(num.Pow2(uint(n)))), true
	case cfa.Mul:
		if k.IsZero() {
			return y, true
		}
		if k.Equal(num.Of(1)) {
			return x, true
		}
	case cfa.Div:
		if k.Equal(num.Of(1)) {
			return x, true
		}
	case cfa.BitAnd:
		if k.IsZero() {
			return y, true
		}
		if n, ok := mask(k); ok {
			return m.wrap(x, n, false), true
		}
	}
	if op.Comparison() {
		return m.comparison(op, x, k)
	}
	return val{}, false
}

// comparison returns x op k, a comparison with a number, in a simpler form if there is one.
func (m *machine) comparison(op cfa.BinOp, x val, k num.Int) (val, bool) {
	t := x.t
	if t.kind == binaryTerm && t.op == cfa.Add && t.y.kind == constTerm {
		return m.binary(op, val{t: t.x}, number(k.Sub(t.y.n))), true
	}
	if t.boolean() && (op == cfa.Eq || op == cfa.Ne) {
		switch {
		case k.IsZero() == (op == cfa.Ne) && (k.IsZero() || k.Equal(num.Of(1))):
			return x, true
		case t.kind == binaryTerm && t.op.Comparison() && (k.IsZero() || k.Equal(num.Of(1))):
			return m.share(key{kind: binaryTerm, op: t.op.Negate(), x: t.x, y: t.y}), true
		}
	}
	return val{}, false
}

// mask returns n if k is 2^n - 1 and n > 0.
func mask(k num.Int) (n int, ok bool) {
	x, near := k.Int64()
	if !near || x <= 0 || x&(x+1) != 0 {
		return 0, false
	}
	for ; x > 0; x >>= 1 {
		n++
	}
	return n, true
}
