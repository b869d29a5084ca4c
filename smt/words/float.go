package words

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// Floating numbers are integers here, their bits as words in two's complement. What an operation on
// them gives is no matter of arithmetic over integers, where the result is an unknown; over
// bit-vectors it is smt's operation on the words.

// Float is an operation on integers that are words.
type Float struct {
	Op   fp.Operation
	Args []*smt.Term
}

// operands are the terms that T is made of.
func (k Known) operands() []*smt.Term {
	if k.Float != nil {
		return k.Float.Args
	}
	return []*smt.Term{k.X, k.Y}
}

// noteFloat takes up an operation on words. Where its result, the unknown T, can be less than any
// word of the result's size, T stays any of its interval. Of arguments only the low bits count, as for
// package fp.
func (x *translator) noteFloat(k Known) {
	s := x.unknown(k.T)
	o := k.Float.Op
	if x.failed || o.Code == fp.OpText || !s.Equal(interval.Word(o.Word())) {
		return
	}
	x.known[k.T], x.spans[k.T] = k, s
}

// float is the result of an operation as a word. What is open, and the result where the operation
// has none, are those of the unknown.
func (x *translator) float(k Known) *smt.Term {
	b, f := x.b, k.Float
	is := b.True() // what has to hold for the operation to have a value
	args := make([]*smt.Term, len(f.Args))
	for i, a := range f.Args {
		w := f.Op.F.Bits()
		s := x.spans[a]
		switch f.Op.Arg(i) {
		case fp.Rounding:
			w = 3
			if modes := interval.Of(num.Int{}, num.Of(int64(fp.NearestAway))); !s.Within(modes) {
				n := s.Join(modes).Bits()
				m := x.low(a, n)
				is = b.And(b.BVSle(b.BV(modes.Lo, n), m), b.BVSle(m, b.BV(modes.Hi, n)))
			}
		case fp.Integer:
			w = s.Bits()
		}
		args[i] = x.low(a, w)
	}
	leaf := x.leaf(k.T)
	if len(x.wanted) > 0 {
		return leaf
	}
	x.left -= workOf(f.Op)
	t, defined, ok := b.FloatOperation(f.Op, leaf, args...)
	if !ok {
		return leaf
	}
	return b.Ite(b.And(is, defined), t, leaf)
}

// workOf is about how many adders of one bit an operation takes.
func workOf(o fp.Operation) int {
	n := o.F.Prec
	switch o.Code {
	case fp.OpMul, fp.OpDiv, fp.OpSqrt:
		return n * n
	case fp.OpFma:
		return 2 * n * n
	case fp.OpFmod, fp.OpRemainder:
		return n << min(o.F.Exp, 16)
	}
	return 8 * n
}
