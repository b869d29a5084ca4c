// Floating-point operations over bit-vectors.
//
// A floating-point number is an integer here: its bits, read in two's complement. Over integers the result of an
// operation is an unknown. Over bit-vectors it is the operation of package smt on the words.

package words

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// Float is an operation of package fp on integers: the words of numbers, rounding modes and integers, in the order that
// fp.Operation.Arg describes.
type Float struct {
	Op   fp.Operation
	Args []*smt.Term
}

// operands returns the terms that k.T is made of.
func (k Known) operands() []*smt.Term {
	if k.Float != nil {
		return k.Float.Args
	}
	return []*smt.Term{k.X, k.Y}
}

// noteFloat records an operation on words. It ignores the operation unless the interval of the result, the unknown T,
// consists of all words of the result's size; T then stays an unknown. Only the low bits of arguments count, as in
// package fp.
func (x *translator) noteFloat(k Known) {
	s := x.unknown(k.T)
	o := k.Float.Op
	if x.failed || o.Code == fp.OpText || !s.Equal(interval.Word(o.Word())) {
		return
	}
	x.known[k.T], x.spans[k.T] = k, s
}

// float returns the result of an operation as a word. The bits of the unknown are the result where the operation has
// none, and supply what it leaves open.
func (x *translator) float(k Known) *smt.Term {
	b, f := x.b, k.Float
	is := b.True() // the rounding mode is one
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

// workOf estimates the number of one-bit adders that an operation takes.
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
