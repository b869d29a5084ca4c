// Operations on machine words, without num.Int.

package fp

import "math"

// Words does what Apply does, on machine words: arguments and result are signed words of 64 bits, if they fit. ok
// is false if the machine has no operation with the same result: for uncommon formats, modes and operations, and if
// the result is a NaN.
func (o Operation) Words(args ...int64) (result int64, ok bool) {
	if o.Raises || o.F != Double && o.F != Single {
		return 0, false
	}
	if o.Rounds() {
		m := Mode(args[0])
		if args[0] != int64(NearestEven) && (o.Code != OpToInt || m != TowardZero) {
			return 0, false
		}
		args = args[1:]
		switch o.Code {
		case OpAdd:
			return o.F.apply('+', args[0], args[1])
		case OpSub:
			return o.F.apply('-', args[0], args[1])
		case OpMul:
			return o.F.apply('*', args[0], args[1])
		case OpDiv:
			return o.F.apply('/', args[0], args[1])
		case OpSqrt:
			return o.F.apply('r', args[0], args[0])
		case OpFromInt: // Go's conversion rounds to nearest
			if o.F == Single {
				return o.F.bitsOf(float64(float32(args[0])))
			}
			return o.F.bitsOf(float64(args[0]))
		case OpToInt:
			const limit = 1 << 62 // a smaller number fits the word
			x := o.F.number(args[0])
			if m != TowardZero || !(x < limit && x > -limit) {
				return 0, false
			}
			i := int64(x)
			return i, o.Int >= 64 && (o.Signed || i >= 0) || o.Int < 64 && o.fits(i)
		case OpConvert:
			if o.To != Double && o.To != Single {
				return 0, false
			}
			x := o.F.number(args[0])
			if o.To == Single {
				x = float64(float32(x))
			}
			return o.To.bitsOf(x)
		}
		return 0, false
	}
	switch o.Code {
	case OpLess, OpLessEq, OpEqual:
		x, y := o.F.number(args[0]), o.F.number(args[1])
		if o.Code == OpLess && x < y || o.Code == OpLessEq && x <= y || o.Code == OpEqual && x == y {
			return 1, true
		}
		return 0, true // comparisons with a NaN are false, too
	}
	return 0, false
}

// fits reports whether an integer is a result of OpToInt in a word of less than 64 bits.
func (o Operation) fits(i int64) bool {
	if o.Signed {
		return i>>(o.Int-1) == 0 || i>>(o.Int-1) == -1
	}
	return i>>o.Int == 0
}

// number returns the number with these bits of a float or a double.
func (f Format) number(w int64) float64 {
	if f == Single {
		return float64(math.Float32frombits(uint32(w)))
	}
	return math.Float64frombits(uint64(w))
}

// bitsOf returns the bits of a float or a double, and false for a NaN.
func (f Format) bitsOf(x float64) (int64, bool) {
	if f == Single {
		return int64(int32(math.Float32bits(float32(x)))), x == x
	}
	return int64(math.Float64bits(x)), x == x
}

// apply does what fast does, on words.
func (f Format) apply(op byte, x, y int64) (int64, bool) {
	if f == Single {
		r := apply(op, math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y)))
		return int64(int32(math.Float32bits(r))), r == r
	}
	r := apply(op, math.Float64frombits(uint64(x)), math.Float64frombits(uint64(y)))
	return int64(math.Float64bits(r)), r == r
}
