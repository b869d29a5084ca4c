// This file has Int, integers of any size.

package num

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Int is an integer of any size. Compare with Equal or Cmp, not with ==.
type Int struct {
	v int64
	b *big.Int // the value if it does not fit v, else nil; never modified
}

// Of returns x as an Int.
func Of(x int64) Int { return Int{v: x} }

// OfUint returns x as an Int.
func OfUint(x uint64) Int {
	if x <= math.MaxInt64 {
		return Int{v: int64(x)}
	}
	return Int{b: new(big.Int).SetUint64(x)}
}

// OfBig returns the value of x. It copies x if the value does not fit a word.
func OfBig(x *big.Int) Int {
	if x.IsInt64() {
		return Int{v: x.Int64()}
	}
	return Int{b: new(big.Int).Set(x)}
}

// own does what OfBig does, for a value that nothing else references.
func own(x *big.Int) Int {
	if x.IsInt64() {
		return Int{v: x.Int64()}
	}
	return Int{b: x}
}

// OfBool returns 1 for true and 0 for false.
func OfBool(b bool) Int {
	if b {
		return Int{v: 1}
	}
	return Int{}
}

// Parse reads an optionally signed number in the given base, and reports whether s is one. Base 0 means that the
// prefix of s determines the base.
func Parse(s string, base int) (Int, bool) {
	b, ok := new(big.Int).SetString(s, base)
	if !ok {
		return Int{}, false
	}
	return own(b), true
}

// Big returns the value as a fresh big.Int.
func (x Int) Big() *big.Int {
	if x.b != nil {
		return new(big.Int).Set(x.b)
	}
	return big.NewInt(x.v)
}

func (x Int) big() *big.Int { // the result may be shared, so it must not be modified
	if x.b != nil {
		return x.b
	}
	return big.NewInt(x.v)
}

// Int64 returns the value and whether it fits an int64.
func (x Int) Int64() (int64, bool) { return x.v, x.b == nil }

// IsZero reports whether x is 0.
func (x Int) IsZero() bool { return x.b == nil && x.v == 0 }

// Sign returns -1, 0 or 1. Like Rat.Sign it does not use cmp.Compare, which would prevent inlining.
func (x Int) Sign() int {
	if x.b != nil {
		return x.b.Sign()
	}
	switch {
	case x.v < 0:
		return -1
	case x.v > 0:
		return 1
	}
	return 0
}

// Cmp returns -1, 0 or 1 if x is less than, equal to or greater than y.
func (x Int) Cmp(y Int) int {
	if x.b == nil && y.b == nil {
		return cmp64(x.v, y.v)
	}
	return x.big().Cmp(y.big())
}

// Equal reports whether x and y are the same number.
func (x Int) Equal(y Int) bool {
	if x.b == nil || y.b == nil {
		return x.b == nil && y.b == nil && x.v == y.v
	}
	return x.b.Cmp(y.b) == 0
}

// Less reports whether x < y.
func (x Int) Less(y Int) bool { return x.Cmp(y) < 0 }

// Add returns x + y.
func (x Int) Add(y Int) Int {
	if x.b == nil && y.b == nil {
		s := x.v + y.v
		if (s > x.v) == (y.v > 0) {
			return Int{v: s}
		}
	}
	return own(new(big.Int).Add(x.big(), y.big()))
}

// Sub returns x - y.
func (x Int) Sub(y Int) Int {
	if x.b == nil && y.b == nil {
		d := x.v - y.v
		if (d < x.v) == (y.v > 0) {
			return Int{v: d}
		}
	}
	return own(new(big.Int).Sub(x.big(), y.big()))
}

// Neg returns -x.
func (x Int) Neg() Int { return Int{}.Sub(x) }

// Mul returns x * y.
func (x Int) Mul(y Int) Int {
	if x.b == nil && y.b == nil {
		hi, lo := bits.Mul64(uint64(x.v), uint64(y.v))
		// The unsigned product of two's complement words, corrected to signed.
		hi -= uint64((x.v>>63)&y.v) + uint64((y.v>>63)&x.v)
		if int64(hi) == int64(lo)>>63 {
			return Int{v: int64(lo)}
		}
	}
	return own(new(big.Int).Mul(x.big(), y.big()))
}

// Quo returns x / y rounded towards zero, as in C. It panics if y is 0.
func (x Int) Quo(y Int) Int {
	if x.b == nil && y.b == nil && (y.v != -1 || x.v != math.MinInt64) {
		return Int{v: x.v / y.v}
	}
	return own(new(big.Int).Quo(x.big(), y.big()))
}

// Rem returns x - y*x.Quo(y), which has the sign of x. It panics if y is 0.
func (x Int) Rem(y Int) Int {
	if x.b == nil && y.b == nil && y.v != -1 {
		return Int{v: x.v % y.v}
	}
	return own(new(big.Int).Rem(x.big(), y.big()))
}

// And returns the bitwise conjunction in unbounded two's complement.
func (x Int) And(y Int) Int {
	if x.b == nil && y.b == nil {
		return Int{v: x.v & y.v}
	}
	return own(new(big.Int).And(x.big(), y.big()))
}

// Or returns the bitwise disjunction in unbounded two's complement.
func (x Int) Or(y Int) Int {
	if x.b == nil && y.b == nil {
		return Int{v: x.v | y.v}
	}
	return own(new(big.Int).Or(x.big(), y.big()))
}

// Xor returns the bitwise exclusive or in unbounded two's complement.
func (x Int) Xor(y Int) Int {
	if x.b == nil && y.b == nil {
		return Int{v: x.v ^ y.v}
	}
	return own(new(big.Int).Xor(x.big(), y.big()))
}

// Not returns -x-1, the bitwise complement in unbounded two's complement.
func (x Int) Not() Int {
	if x.b == nil {
		return Int{v: ^x.v}
	}
	return own(new(big.Int).Not(x.b))
}

// Shl returns x * 2^n.
func (x Int) Shl(n uint) Int {
	if x.b == nil {
		if x.v == 0 {
			return x
		}
		if n < 63 && x.v<<n>>n == x.v {
			return Int{v: x.v << n}
		}
	}
	return own(new(big.Int).Lsh(x.big(), n))
}

// Shr returns x / 2^n rounded towards minus infinity.
func (x Int) Shr(n uint) Int {
	if x.b == nil {
		return Int{v: x.v >> min(n, 63)}
	}
	return own(new(big.Int).Rsh(x.b, n))
}

// Wrap returns the number congruent to x modulo 2^width that is in the range of a two's complement word of the given
// width (1 or more).
func (x Int) Wrap(width int, signed bool) Int {
	if x.b == nil && width <= 64 {
		s := uint(64 - width)
		if signed {
			return Int{v: x.v << s >> s}
		}
		return OfUint(uint64(x.v) << s >> s)
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	r := new(big.Int).Mod(x.big(), m)
	if signed && r.Bit(width-1) == 1 {
		r.Sub(r, m)
	}
	return own(r)
}

// Hash returns a hash of the value.
func (x Int) Hash() uint64 {
	if x.b == nil {
		h := uint64(x.v) * 0x9e3779b97f4a7c15
		return h ^ h>>29
	}
	h := uint64(x.b.Sign() + 2)
	for _, w := range x.b.Bits() {
		h = (h ^ uint64(w)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// String returns the value in decimal.
func (x Int) String() string {
	if x.b != nil {
		return x.b.String()
	}
	return strconv.FormatInt(x.v, 10)
}

// Pow2 returns 2^n.
func Pow2(n uint) Int {
	switch n {
	case 63:
		return pow63
	case 64:
		return pow64
	}
	return Of(1).Shl(n)
}

// These bound machine words and are used very often.
var pow63, pow64 = Of(1).Shl(63), Of(1).Shl(64)

// MarshalText writes the value in decimal, so that it is a JSON string.
func (x Int) MarshalText() ([]byte, error) { return []byte(x.String()), nil }

// maxText is the maximal number of digits that UnmarshalText reads.
const maxText = 100_000

// UnmarshalText reads the text that MarshalText writes.
func (x *Int) UnmarshalText(text []byte) error {
	v, ok := Int{}, false
	if len(text) <= maxText {
		v, ok = Parse(string(text), 10)
	}
	if !ok {
		return fmt.Errorf("num: %.40q is no integer", text)
	}
	*x = v
	return nil
}
