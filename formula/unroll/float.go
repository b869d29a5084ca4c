package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// Floating-point numbers are words of the program. Here they are bit-vectors with the same bits. So
// operations on them are operations of package smt, and no conversion is needed.

// float returns the value n of the definition op with the arguments args, in words. Results that C and the
// IEEE standard leave open are unknowns. If the operation may be undefined, input is the unknown value
// that it then has; otherwise input is nil. Both n and input are nil in integers, and if package smt has
// no term for the operation: then the value may be any in its range.
func (x *coder) float(op *cfa.Havoc, args []*number) (n, input *number) {
	o := op.Def.Op
	bits, signed := o.Word()
	word := interval.Word(bits, signed)
	if !x.words || o.Code == fp.OpText || !word.Within(op.LHS.Range.Interval()) {
		return nil, nil
	}
	b := x.b
	is := b.True() // condition under which the operation has a value
	terms := make([]*smt.Term, len(args))
	for i, a := range args {
		switch o.Arg(i) {
		case fp.Rounding:
			is = b.And(x.compare(cfa.Ge, a, x.konst(num.Int{})), x.compare(cfa.Le, a, x.konst(num.Of(int64(fp.NearestAway)))))
			terms[i] = x.word(a, 3)
		case fp.Integer:
			if !a.Bounded() {
				return nil, nil
			}
			terms[i] = x.word(a, x.width(a.Interval))
		default:
			terms[i] = x.word(a, o.F.Bits())
		}
	}
	x.made++
	open := b.Var("open#"+itoa(x.made), b.BitVecSort(bits))
	t, defined, ok := b.FloatOperation(o, open, terms...)
	if !ok {
		return nil, nil
	}
	if !signed {
		t = b.ZeroExtend(t, 1)
	}
	n = x.number(t, word)
	if is = b.And(is, defined); is.IsTrue() {
		return n, nil
	}
	input = x.fresh(op.LHS.Name, op.LHS.Range.Interval().Meet(op.From.Range.Interval()))
	return x.choose(is, n, input), input
}
