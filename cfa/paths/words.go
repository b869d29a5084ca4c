// Numbers that a program puts together from parts and takes apart again: x | y << 16. Where the bits of the parts do
// not overlap, what is taken out is one of the parts, and these functions find it.

package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// multiple returns y if t has the form y * 2^n, where the factor is a constant that 2^n divides.
func (m *machine) multiple(t *term, n int) (val, bool) {
	if t.kind != binaryTerm || t.op != cfa.Mul || t.y.kind != constTerm {
		return val{}, false
	}
	p := num.Pow2(uint(n))
	if !t.y.n.Rem(p).IsZero() {
		return val{}, false
	}
	return m.binary(cfa.Mul, val{t: t.x}, number(t.y.n.Quo(p))), true
}

// lowBits returns a simpler value with the same n low bits as t, if it finds one.
func (m *machine) lowBits(t *term, n int) (val, bool) {
	if _, ok := m.multiple(t, n); ok {
		return val{}, true
	}
	if t.kind != binaryTerm || t.op != cfa.Add && t.op != cfa.BitOr && t.op != cfa.BitXor {
		return val{}, false
	}
	if _, ok := m.multiple(t.y, n); ok {
		return val{t: t.x}, true
	}
	if _, ok := m.multiple(t.x, n); ok {
		return m.settle(val{t: t.y}), true
	}
	return val{}, false
}

// highBits returns a simpler value for t >> n, if it finds one. The result is meaningless if m.halt is set.
func (m *machine) highBits(t *term, n int) (val, bool) {
	if v, ok := m.multiple(t, n); ok {
		return v, true
	}
	if t.kind != binaryTerm || t.op != cfa.Add && t.op != cfa.BitOr && t.op != cfa.BitXor {
		return val{}, false
	}
	high, ok := m.multiple(t.y, n)
	low := t.x
	if !ok {
		if high, ok = m.multiple(t.x, n); !ok {
			return val{}, false
		}
		low = t.y
	}
	rest := m.binary(cfa.Shr, m.settle(val{t: low}), number(num.Of(int64(n))))
	if m.halt != 0 {
		return val{}, true
	}
	return m.binary(t.op, high, rest), true
}
