package interp

import (
	"math"
	"math/bits"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Expressions over machine words. Where all that an expression reads is known, fits 64 bits and
// depends on nothing that the model does not know exactly, its value is computed by a closure, many
// times as fast as by eval. In all other cases, and where an operation is undefined, the closure sets
// m.miss, and its value means nothing: eval then does it again. So there is one meaning of an
// expression, that of eval, and here is what can be done of it in a hurry; nothing is changed, and no
// input is asked for.

// word computes an expression, or sets m.miss.
type word func(m *machine) int64

// plain is the value, and whether it is one that a word can read.
func (c *value) plain() (int64, bool) {
	x, small := c.val.Int64()
	return x, small && c.state == known && !c.taint
}

// compile returns the word of an expression; nil where there is none.
func (m *machine) compile(e cfa.Expr) word {
	switch e := e.(type) {
	case *cfa.Const:
		x, ok := e.Val.Int64()
		if !ok {
			return nil
		}
		return func(*machine) int64 { return x }
	case *cfa.Var:
		return m.compileVar(e)
	case *cfa.Select:
		return m.compileSelect(e)
	case *cfa.Wrap:
		return m.compileWrap(e)
	case *cfa.Binary:
		return m.compileBinary(e)
	case *cfa.Unary:
		x := m.compile(e.X)
		if x == nil {
			return nil
		}
		switch e.Op {
		case cfa.Neg:
			return func(m *machine) int64 {
				a := x(m)
				if a == math.MinInt64 {
					m.miss = true
				}
				return -a
			}
		case cfa.BitNot:
			return func(m *machine) int64 { return ^x(m) }
		case cfa.Not:
			return func(m *machine) int64 { return truth(x(m) == 0) }
		}
	case *cfa.Ite:
		c, t, f := m.compile(e.C), m.compile(e.T), m.compile(e.E)
		if c == nil || t == nil || f == nil {
			return nil
		}
		return func(m *machine) int64 {
			if c(m) != 0 {
				return t(m)
			}
			return f(m)
		}
	}
	return nil
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (m *machine) compileVar(v *cfa.Var) word {
	at := int(m.slot[v.ID])
	if v.Proc == nil {
		c := &m.globals[at]
		return func(m *machine) int64 {
			x, ok := c.plain()
			if !ok {
				m.miss = true
			}
			return x
		}
	}
	return func(m *machine) int64 {
		x, ok := m.locals[at].plain()
		if !ok {
			m.miss = true
		}
		return x
	}
}

// compileWrap wraps. Sums and products that are wrapped are computed modulo 2^64, which is right for
// words of up to as many bits, whatever overflows in between.
func (m *machine) compileWrap(e *cfa.Wrap) word {
	if e.Bits > 64 {
		return nil
	}
	x := m.compileModulo(e.X)
	if x == nil {
		return nil
	}
	free := uint(64 - e.Bits)
	switch {
	case e.Signed:
		return func(m *machine) int64 { return x(m) << free >> free }
	case e.Bits == 64:
		return func(m *machine) int64 {
			a := x(m)
			if a < 0 {
				m.miss = true // too large for what a word has here
			}
			return a
		}
	}
	mask := int64(1)<<e.Bits - 1
	return func(m *machine) int64 { return x(m) & mask }
}

// compileModulo is compile for an expression of which the lowest 64 bits count.
func (m *machine) compileModulo(e cfa.Expr) word {
	b, ok := e.(*cfa.Binary)
	if !ok || b.Op != cfa.Add && b.Op != cfa.Sub && b.Op != cfa.Mul {
		return m.compile(e)
	}
	x, y := m.compileModulo(b.X), m.compileModulo(b.Y)
	if x == nil || y == nil {
		return nil
	}
	k, constant := smallConst(b.Y)
	switch {
	case b.Op == cfa.Add && constant:
		return func(m *machine) int64 { return x(m) + k }
	case b.Op == cfa.Add:
		return func(m *machine) int64 { return x(m) + y(m) }
	case b.Op == cfa.Sub:
		return func(m *machine) int64 { return x(m) - y(m) }
	}
	return func(m *machine) int64 { return x(m) * y(m) }
}

func smallConst(e cfa.Expr) (int64, bool) {
	k, ok := cfa.IsConst(e)
	if !ok {
		return 0, false
	}
	return k.Int64()
}

func (m *machine) compileBinary(e *cfa.Binary) word {
	x, y := m.compile(e.X), m.compile(e.Y)
	if x == nil || y == nil {
		return nil
	}
	if k, ok := smallConst(e.Y); ok {
		if v, ok := e.X.(*cfa.Var); ok && v.Proc != nil {
			if f := compareLocal(e.Op, int(m.slot[v.ID]), k); f != nil {
				return f
			}
		}
		if f := compareConst(e.Op, x, k); f != nil {
			return f
		}
	}
	switch e.Op {
	case cfa.Add:
		return func(m *machine) int64 {
			a, b := x(m), y(m)
			s := a + b
			if (s > a) != (b > 0) {
				m.miss = true
			}
			return s
		}
	case cfa.Sub:
		return func(m *machine) int64 {
			a, b := x(m), y(m)
			d := a - b
			if (d < a) != (b > 0) {
				m.miss = true
			}
			return d
		}
	case cfa.Mul:
		return func(m *machine) int64 {
			a, b := x(m), y(m)
			hi, lo := bits.Mul64(uint64(a), uint64(b))
			hi -= uint64((a>>63)&b) + uint64((b>>63)&a) // of unsigned words, corrected to signed
			if int64(hi) != int64(lo)>>63 {
				m.miss = true
			}
			return int64(lo)
		}
	case cfa.Div, cfa.Rem:
		rem := e.Op == cfa.Rem
		return func(m *machine) int64 {
			a, b := x(m), y(m)
			if b == 0 || b == -1 { // undefined, or perhaps too large
				m.miss = true
				return 0
			}
			if rem {
				return a % b
			}
			return a / b
		}
	case cfa.BitAnd:
		return func(m *machine) int64 { return x(m) & y(m) }
	case cfa.BitOr:
		return func(m *machine) int64 { return x(m) | y(m) }
	case cfa.BitXor:
		return func(m *machine) int64 { return x(m) ^ y(m) }
	case cfa.Shl:
		return func(m *machine) int64 {
			a, n := x(m), y(m)
			if n < 0 || n > 62 || a<<n>>n != a {
				m.miss = true
				return 0
			}
			return a << n
		}
	case cfa.Shr:
		return func(m *machine) int64 {
			a, n := x(m), y(m)
			if n < 0 || n > 63 {
				m.miss = true
				return 0
			}
			return a >> n
		}
	case cfa.Eq:
		return func(m *machine) int64 { return truth(x(m) == y(m)) }
	case cfa.Ne:
		return func(m *machine) int64 { return truth(x(m) != y(m)) }
	case cfa.Lt:
		return func(m *machine) int64 { return truth(x(m) < y(m)) }
	case cfa.Le:
		return func(m *machine) int64 { return truth(x(m) <= y(m)) }
	case cfa.Gt:
		return func(m *machine) int64 { return truth(x(m) > y(m)) }
	case cfa.Ge:
		return func(m *machine) int64 { return truth(x(m) >= y(m)) }
	case cfa.And:
		return func(m *machine) int64 { a, b := x(m), y(m); return truth(a != 0 && b != 0) }
	case cfa.Or:
		return func(m *machine) int64 { return truth(x(m)|y(m) != 0) }
	}
	return nil
}

// compareConst compares with a number, as most conditions of loops do; nil for other operators.
func compareConst(op cfa.BinOp, x word, k int64) word {
	switch op {
	case cfa.Eq:
		return func(m *machine) int64 { return truth(x(m) == k) }
	case cfa.Ne:
		return func(m *machine) int64 { return truth(x(m) != k) }
	case cfa.Lt:
		return func(m *machine) int64 { return truth(x(m) < k) }
	case cfa.Le:
		return func(m *machine) int64 { return truth(x(m) <= k) }
	case cfa.Gt:
		return func(m *machine) int64 { return truth(x(m) > k) }
	case cfa.Ge:
		return func(m *machine) int64 { return truth(x(m) >= k) }
	}
	return nil
}

// compareLocal is compareConst for a local variable.
func compareLocal(op cfa.BinOp, at int, k int64) word {
	switch op {
	case cfa.Lt, cfa.Ge:
		yes, no := int64(1), int64(0)
		if op == cfa.Ge {
			yes, no = 0, 1
		}
		return func(m *machine) int64 {
			x, ok := m.locals[at].plain()
			if !ok {
				m.miss = true
			}
			if x < k {
				return yes
			}
			return no
		}
	case cfa.Gt, cfa.Le:
		yes, no := int64(1), int64(0)
		if op == cfa.Le {
			yes, no = 0, 1
		}
		return func(m *machine) int64 {
			x, ok := m.locals[at].plain()
			if !ok {
				m.miss = true
			}
			if x > k {
				return yes
			}
			return no
		}
	case cfa.Eq, cfa.Ne:
		yes, no := int64(1), int64(0)
		if op == cfa.Ne {
			yes, no = 0, 1
		}
		return func(m *machine) int64 {
			x, ok := m.locals[at].plain()
			if !ok {
				m.miss = true
			}
			if x == k {
				return yes
			}
			return no
		}
	}
	return nil
}

// compileSelect reads a cell.
func (m *machine) compileSelect(e *cfa.Select) word {
	i := m.compile(e.Idx)
	if i == nil {
		return nil
	}
	a := e.Arr
	return func(m *machine) int64 {
		k := i(m)
		if m.miss || !m.plainCell(a, k) {
			m.miss = true
			return 0
		}
		at := &m.garrs
		if a.Proc != nil {
			at = &m.fr.arrs
		}
		s := (*at)[m.arrSlot[a.ID]]
		if s == nil {
			m.miss = true
			return 0
		}
		x, ok := s.plain(k)
		if !ok {
			m.miss = true
		}
		return x
	}
}

// plainCell tells whether the cell is one that a program may touch, and it is seen at once.
func (m *machine) plainCell(a *cfa.Array, k int64) bool {
	if a.Region {
		return k >= pageSize && (a.Align <= 1 || k%a.Align == 0) && (m.memTop < 0 || k < m.memTop)
	}
	return k >= 0 && a.Align <= 1 && (a.Len < 0 || k < a.Len)
}

// plain is the value of a cell, where that is known, fits 64 bits and is exact.
func (s *store) plain(k int64) (int64, bool) {
	if c, filled := s.stored(k); s.visible(k, c, filled) {
		x, small := c.val.Int64()
		return x, small && !c.taint
	}
	g := &s.segs[0]
	if len(s.segs) > 1 {
		g = &s.segs[s.find(num.Of(k))]
	}
	if g.src != nil {
		return 0, false
	}
	x, small := g.val.Int64()
	return x, small && !g.taint
}
