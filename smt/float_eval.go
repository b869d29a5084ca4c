// Evaluation of the floating-point operators.

package smt

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// applyFloat returns the value of t's operator, which is about floats, for the values args. Package fp computes it.
func applyFloat(b *Builder, t *Term, args []*Term) *Term {
	bits := func(i int) num.Int { return args[i].val.Num() }
	mode := func() fp.Mode {
		m, _ := bits(0).Int64()
		return fp.Mode(m)
	}
	switch t.op {
	case OpFloat:
		return b.FloatVal(t.sort, bits(0))
	case OpFloatBits:
		return b.BV(bits(0), t.sort.Width)
	case OpFloatNeg:
		return b.FloatVal(t.sort, t.sort.Format().Neg(bits(0)))
	case OpFloatAbs:
		return b.FloatVal(t.sort, bits(0).Wrap(t.sort.Width-1, false))
	case OpFloatOp:
		o := t.FloatOp()
		in := make([]num.Int, len(args))
		for i := range args {
			in[i] = bits(i)
		}
		if o.Code == fp.OpFromInt && o.Signed {
			in[1] = in[1].Wrap(args[1].sort.Width, true)
		}
		r, ok := o.Apply(fp.A, in...)
		switch {
		case t.sort.Kind != BitVec:
			return b.FloatVal(t.sort, r.Val)
		case ok:
			return b.BV(r.Val, t.sort.Width)
		}
		return b.BV(num.Int{}, t.sort.Width)
	case OpFloatFits:
		o := fp.Operation{Code: fp.OpToInt, F: args[1].sort.Format(), Int: int(t.i), Signed: t.j == 1}
		_, ok := o.Apply(fp.A, bits(0), bits(1))
		return b.Bool(ok)
	case OpFloatIs:
		return b.Bool(FloatClass(t.i).holds(args[0].sort.Format(), bits(0)))
	case OpFloatLess, OpFloatLessEq:
		c, ordered := args[0].sort.Format().Compare(bits(0), bits(1))
		return b.Bool(ordered && (c < 0 || c == 0 && t.op == OpFloatLessEq))
	case OpFloatToReal:
		v, _ := args[0].sort.Format().Rat(bits(0))
		return b.Num(v, t.sort)
	case OpFloatOfReal:
		return b.FloatVal(t.sort, t.sort.Format().FromRat(mode(), args[1].val))
	}
	panic("smt: " + t.op.String() + " is no operator of floats")
}

func (c FloatClass) holds(f fp.Format, x num.Int) bool {
	switch c {
	case ClassNegative:
		return f.Signbit(x) && !f.IsNaN(x)
	case ClassPositive:
		return !f.Signbit(x) && !f.IsNaN(x)
	}
	return f.Class(x) == [...]int{fp.ClassNaN, fp.ClassInfinite, fp.ClassZero, fp.ClassSubnormal, fp.ClassNormal}[c]
}
