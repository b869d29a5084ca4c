// Rounding: the only place where results lose bits.

package fp

import (
	"math/big"

	"github.com/whet-mc/whet/num"
)

// Mode is a rounding direction.
type Mode int

// The rounding modes, with the numbers of FLT_ROUNDS (C11 5.2.4.2.2), and one more.
const (
	TowardZero Mode = iota
	NearestEven
	Upward
	Downward
	NearestAway
)

func (m Mode) String() string { return [...]string{"rtz", "rne", "rtp", "rtn", "rna"}[m] }

// round returns sig * 2^exp with the given sign, rounded to the format. If sticky is set, it rounds a number strictly
// between this and (sig+1) * 2^exp; then sig must have at least two bits more than the format. Results that are too
// small become subnormal, then zero; results that are too large become an infinity or the greatest finite number
// (IEEE 754-2019, 7.4).
func (f Format) round(m Mode, neg bool, sig *big.Int, exp int, sticky bool) num.Int {
	return f.rounded(m, neg, sig, exp, sticky).Val
}

// rounded does what round does, and also returns the exceptions overflow, underflow and inexact.
func (f Format) rounded(m Mode, neg bool, sig *big.Int, exp int, sticky bool) Result {
	s := new(big.Int).Set(sig)
	if sticky { // any number between sig and sig+1 gives the same result, since rounding has no boundary between them
		s.Lsh(s, 1).SetBit(s, 0, 1)
		exp--
	}
	if s.Sign() == 0 {
		return sure(f.Zero(neg))
	}
	var raised Flags
	// The last place is Prec bits below the first one, but not below the last place of subnormal numbers.
	last := max(s.BitLen()+exp-1, f.minExp()) - (f.Prec - 1)
	if last <= exp {
		s.Lsh(s, uint(exp-last))
	} else {
		n := uint(last - exp)
		cut := new(big.Int).And(s, ones(int(n)))
		if cut.Sign() != 0 {
			raised = Inexact
			if f.tiny(m, neg, s, exp) {
				raised |= Underflow
			}
		}
		half := new(big.Int).SetBit(new(big.Int), int(n-1), 1)
		s.Rsh(s, n)
		if m.up(neg, s.Bit(0) == 1, cut.Sign(), cut.Cmp(half)) {
			s.Add(s, big.NewInt(1))
		}
	}
	if s.BitLen() > f.Prec { // a significand of only ones was rounded up: the bit that is cut off now is 0
		s.Rsh(s, 1)
		last++
	}
	if s.BitLen() < f.Prec { // the result is subnormal or zero
		return Result{Val: f.encode(neg, 0, s), raised: raised}
	}
	e := last + f.Prec - 1 + f.bias()
	if e >= f.top() {
		raised |= Overflow | Inexact
		if m == NearestEven || m == NearestAway || m == Upward && !neg || m == Downward && neg {
			return Result{Val: f.Inf(neg), raised: raised}
		}
		return Result{Val: f.Max(neg), raised: raised}
	}
	if !f.Explicit {
		s.SetBit(s, f.Prec-1, 0)
	}
	return Result{Val: f.encode(neg, e, s), raised: raised}
}

// tiny reports whether sig * 2^exp, rounded as if exponents had no minimum, is less than any normal number. x86
// decides this after rounding (Intel's manual, volume 1, 4.9.1.5); the standard leaves it open.
func (f Format) tiny(m Mode, neg bool, sig *big.Int, exp int) bool {
	top := sig.BitLen() + exp - 1
	if top != f.minExp()-1 {
		return top < f.minExp()
	}
	return m.integer(neg, sig, exp-(top-(f.Prec-1))).BitLen() <= f.Prec
}

// up reports whether a magnitude is rounded up after a part of it was cut off. odd says whether the remaining
// magnitude is odd. cut is positive if the part is not 0. half compares the part with a half: it is negative, 0 or
// positive if the part is less, equal or greater.
func (m Mode) up(neg, odd bool, cut, half int) bool {
	switch m {
	case NearestEven:
		return half > 0 || half == 0 && odd
	case NearestAway:
		return half >= 0
	case Upward:
		return cut > 0 && !neg
	case Downward:
		return cut > 0 && neg
	}
	return false
}

// integer returns sig * 2^exp rounded to an integer.
func (m Mode) integer(neg bool, sig *big.Int, exp int) *big.Int {
	if exp >= 0 {
		return new(big.Int).Lsh(sig, uint(exp))
	}
	n := uint(-exp)
	if int(n) > sig.BitLen()+2 { // the number is less than a quarter, and is rounded like a quarter
		sig, n = big.NewInt(int64(sig.Sign())), 2
	}
	cut := new(big.Int).And(sig, ones(int(n)))
	half := new(big.Int).SetBit(new(big.Int), int(n-1), 1)
	s := new(big.Int).Rsh(sig, n)
	if m.up(neg, s.Bit(0) == 1, cut.Sign(), cut.Cmp(half)) {
		s.Add(s, big.NewInt(1))
	}
	return s
}
