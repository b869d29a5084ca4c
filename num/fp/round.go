package fp

import (
	"math/big"

	"github.com/whet-mc/whet/num"
)

// Mode is a rounding direction.
type Mode int

// The numbers are those of FLT_ROUNDS (C11 5.2.4.2.2), and one more.
const (
	TowardZero Mode = iota
	NearestEven
	Upward
	Downward
	NearestAway
)

func (m Mode) String() string { return [...]string{"rtz", "rne", "rtp", "rtn", "rna"}[m] }

// round gives the number of the format that the mode says for sig * 2^exp with the given sign, or,
// with sticky, for a number strictly between that and (sig+1) * 2^exp; then sig has at least two
// bits more than the format. What is too small becomes subnormal, then zero; what is too great an
// infinity or the greatest finite number (IEEE 754-2019, 7.4).
func (f Format) round(m Mode, neg bool, sig *big.Int, exp int, sticky bool) num.Int {
	return f.rounded(m, neg, sig, exp, sticky).Val
}

// rounded is round, as a result: it tells of overflow, underflow and what is inexact.
func (f Format) rounded(m Mode, neg bool, sig *big.Int, exp int, sticky bool) Result {
	s := new(big.Int).Set(sig)
	if sticky { // any number between will do, as no boundary lies there
		s.Lsh(s, 1).SetBit(s, 0, 1)
		exp--
	}
	if s.Sign() == 0 {
		return sure(f.Zero(neg))
	}
	var raised Flags
	// The last place: Prec bits below the first one, but not below that of subnormal numbers.
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
	if s.BitLen() > f.Prec { // all ones went up: the bit that falls off is 0
		s.Rsh(s, 1)
		last++
	}
	if s.BitLen() < f.Prec { // subnormal, or zero
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

// tiny reports whether sig * 2^exp, rounded as if there were no least exponent, is less than any
// normal number: x86 looks after rounding (Intel's manual, volume 1, 4.9.1.5), which the standard
// leaves open.
func (f Format) tiny(m Mode, neg bool, sig *big.Int, exp int) bool {
	top := sig.BitLen() + exp - 1
	if top != f.minExp()-1 {
		return top < f.minExp()
	}
	return m.integer(neg, sig, exp-(top-(f.Prec-1))).BitLen() <= f.Prec
}

// up reports whether a magnitude is rounded up that is odd or not, and of which was cut off
// something (cut > 0) that is less than, equal to or more than a half (half).
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

// integer rounds sig * 2^exp to an integer.
func (m Mode) integer(neg bool, sig *big.Int, exp int) *big.Int {
	if exp >= 0 {
		return new(big.Int).Lsh(sig, uint(exp))
	}
	n := uint(-exp)
	if int(n) > sig.BitLen()+2 { // less than a quarter: the same as a quarter
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
