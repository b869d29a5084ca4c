package num

import (
	"math/big"
	"math/bits"
)

// Dot returns the scalar product of r and s.
func (r *Row) Dot(s *Row) Rat {
	den := RatOfInt(r.Den()).Mul(RatOfInt(s.Den()))
	if r.isWide() || s.isWide() {
		return RatOfInt(r.dotWide(s)).Quo(den)
	}
	// A sum of 192 bits in two's complement: each product is below 2^126, so it
	// would take 2^65 of them to overflow.
	var lo, mid, hi uint64
	for i, j := 0, 0; i < len(r.cols) && j < len(s.cols); {
		switch {
		case r.cols[i] < s.cols[j]:
			i++
		case r.cols[i] > s.cols[j]:
			j++
		default:
			h, l := mul128(r.nums[i], s.nums[j])
			var carry uint64
			lo, carry = bits.Add64(lo, l, 0)
			mid, carry = bits.Add64(mid, uint64(h), carry)
			hi += uint64(h>>63) + carry
			i++
			j++
		}
	}
	if sign := uint64(int64(lo) >> 63); mid == sign && hi == sign {
		return RatOf(int64(lo)).Quo(den)
	}
	n := new(big.Int).SetInt64(int64(hi))
	for _, word := range []uint64{mid, lo} {
		n.Lsh(n, 64)
		n.Add(n, new(big.Int).SetUint64(word))
	}
	return RatOfInt(own(n)).Quo(den)
}

func (r *Row) dotWide(s *Row) Int {
	var sum, t, x, y big.Int
	for i, j := 0, 0; i < len(r.cols) && j < len(s.cols); {
		switch {
		case r.cols[i] < s.cols[j]:
			i++
		case r.cols[i] > s.cols[j]:
			j++
		default:
			sum.Add(&sum, t.Mul(r.number(i, &x), s.number(j, &y)))
			i++
			j++
		}
	}
	return own(new(big.Int).Set(&sum))
}
