// Printing of floating-point terms.

package smt

import (
	"strconv"

	"github.com/whet-mc/whet/num/fp"
)

// modeNames has SMT-LIB's names of the rounding modes, indexed by their numbers.
var modeNames = [...]string{
	fp.TowardZero: "roundTowardZero", fp.NearestEven: "roundNearestTiesToEven", fp.NearestAway: "roundNearestTiesToAway",
	fp.Upward: "roundTowardPositive", fp.Downward: "roundTowardNegative",
}

// floatText returns the constant t, a float or a rounding mode, in SMT-LIB syntax.
func floatText(t *Term) string {
	s, v := t.sort, t.val.Num()
	if s.Kind == Rounding {
		m, _ := v.Int64()
		return modeNames[m]
	}
	f := s.Format()
	size := " " + strconv.Itoa(f.Exp) + " " + strconv.Itoa(f.Prec) + ")"
	sign := "+"
	if f.Signbit(v) {
		sign = "-"
	}
	switch {
	case f.IsNaN(v):
		return "(_ NaN" + size
	case f.IsInf(v):
		return "(_ " + sign + "oo" + size
	case f.IsZero(v):
		return "(_ " + sign + "zero" + size
	}
	digits := v.Big().Text(2)
	for len(digits) < s.Width {
		digits = "0" + digits
	}
	return "(fp #b" + digits[:1] + " #b" + digits[1:1+f.Exp] + " #b" + digits[1+f.Exp:] + ")"
}

// floatHead returns the text before the arguments of an operator about floats. Names with @ belong to operators that
// SMT-LIB does not have, or for which it leaves some values open.
func floatHead(t *Term) string {
	indexed := func(name string, n ...int) string {
		s := "(_ " + name
		for _, k := range n {
			s += " " + strconv.Itoa(k)
		}
		return s + ")"
	}
	signed := func() string {
		if t.j == 1 {
			return "s"
		}
		return "u"
	}
	format := func(name string) string {
		f := t.sort.Format()
		return indexed(name, f.Exp, f.Prec)
	}
	switch t.op {
	case OpFloat:
		if t.sort.Kind == Rounding {
			return "@rounding"
		}
		return format("to_fp")
	case OpFloatOfReal:
		return format("to_fp")
	case OpFloatIs:
		return FloatClass(t.i).String()
	case OpFloatFits:
		return indexed("@fp.fits_"+signed()+"bv", int(t.i))
	case OpFloatToReal:
		return "@fp.to_real"
	case OpFloatOp:
		switch c := fp.Code(t.i); c {
		case fp.OpConvert:
			return format("to_fp")
		case fp.OpFromInt:
			if t.j == 1 {
				return format("to_fp")
			}
			return format("to_fp_unsigned")
		case fp.OpToInt:
			return indexed("@fp.to_"+signed()+"bv", t.sort.Width)
		case fp.OpFmod:
			return "@fp.fmod"
		case fp.OpRemainder:
			return "fp.rem"
		case fp.OpIntegral:
			return "fp.roundToIntegral"
		default:
			return "fp." + c.String()
		}
	}
	return t.op.String()
}
