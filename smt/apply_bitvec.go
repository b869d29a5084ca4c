// The reference semantics of the bit-vector operators, for the evaluation of terms in models.

package smt

import (
	"math/big"

	"github.com/whet-mc/whet/num"
)

// applyBitVec returns the value of t's bit-vector operator for arguments that are constants: true, false or OpBVConst.
// It follows the definitions in SMT-LIB's theory FixedSizeBitVectors and shares nothing with the simplifications of the
// constructors.
func applyBitVec(b *Builder, t *Term, args []*Term) *Term {
	nat := func(i int) *big.Int { return args[i].val.Num().Big() }
	signed := func(i int) *big.Int {
		v := nat(i)
		if w := args[i].Width(); v.Bit(w-1) == 1 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
		}
		return v
	}
	switch t.op { // formulas
	case OpBit:
		return b.Bool(nat(0).Bit(t.I()) == 1)
	case OpBVUlt:
		return b.Bool(nat(0).Cmp(nat(1)) < 0)
	case OpBVSlt:
		return b.Bool(signed(0).Cmp(signed(1)) < 0)
	}
	width := uint(t.Width())
	modulus := new(big.Int).Lsh(big.NewInt(1), width)
	var v *big.Int
	fold := func(op func(z, x, y *big.Int) *big.Int) *big.Int {
		v := nat(0)
		for i := 1; i < len(args); i++ {
			op(v, v, nat(i))
		}
		return v
	}
	// shift is the amount of a shift, capped at the width.
	shift := func() uint {
		if n := nat(1); n.IsInt64() && n.Int64() < int64(width) {
			return uint(n.Int64())
		}
		return width
	}
	switch t.op {
	case OpConcat:
		v = new(big.Int)
		for i, a := range args {
			v.Lsh(v, uint(a.Width()))
			v.Or(v, nat(i))
		}
	case OpExtract:
		v = nat(0)
		v.Rsh(v, uint(t.J()))
	case OpSignExt:
		v = signed(0)
	case OpBVNot:
		v = nat(0)
		v.Not(v)
	case OpBVNeg:
		v = nat(0)
		v.Neg(v)
	case OpBVAnd:
		v = fold((*big.Int).And)
	case OpBVOr:
		v = fold((*big.Int).Or)
	case OpBVXor:
		v = fold((*big.Int).Xor)
	case OpBVAdd:
		v = fold((*big.Int).Add)
	case OpBVMul:
		v = fold(func(z, x, y *big.Int) *big.Int {
			z.Mul(x, y)
			return z.Mod(z, modulus)
		})
	case OpBVUdiv:
		if y := nat(1); y.Sign() == 0 {
			v = big.NewInt(-1)
		} else {
			v = y.Div(nat(0), y)
		}
	case OpBVUrem:
		if y := nat(1); y.Sign() == 0 {
			v = nat(0)
		} else {
			v = y.Mod(nat(0), y)
		}
	case OpBVShl:
		v = nat(0)
		v.Lsh(v, shift())
	case OpBVLshr:
		v = nat(0)
		v.Rsh(v, shift())
	case OpBVAshr:
		v = signed(0)
		v.Rsh(v, shift())
	default:
		panic("smt: " + t.op.String() + " is no operator of bit-vectors")
	}
	v.Mod(v, modulus) // Euclidean: the remainder is never negative
	return b.BV(num.OfBig(v), int(width))
}
