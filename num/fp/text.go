package fp

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/num"
)

// Parse reads a floating constant of C without its suffix, decimal or hexadecimal, and rounds it to
// nearest; false where it is none.
func (f Format) Parse(s string) (num.Int, bool) {
	return f.ParseMode(NearestEven, s)
}

// ParseMode is Parse with a rounding mode.
func (f Format) ParseMode(m Mode, s string) (num.Int, bool) {
	neg := strings.HasPrefix(s, "-")
	s = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+"))
	base, mark, perDigit := 10, "e", 1
	if strings.HasPrefix(s, "0x") {
		base, mark, perDigit, s = 16, "p", 4, s[2:]
	}
	digits, power, hasPower := strings.Cut(s, mark)
	exp := int64(0)
	if hasPower {
		e, err := strconv.ParseInt(power, 10, 64)
		if err != nil && (e == 0 || strings.Trim(power, "+-0123456789") != "") {
			return num.Int{}, false
		}
		exp = max(min(e, 1<<40), -1<<40) // what is out of range stays far out of range
	}
	whole, part, _ := strings.Cut(digits, ".")
	sig, ok := new(big.Int).SetString(whole+part, base)
	if !ok || strings.ContainsAny(whole+part, "+-_") {
		return num.Int{}, false
	}
	if sig.Sign() == 0 {
		return f.Zero(neg), true
	}
	exp -= int64(perDigit) * int64(len(part))
	// Beyond the format's range by this much the digits do not matter. They count, as there may be
	// many of them.
	far := int64(16<<f.Exp) + 8*int64(len(digits))
	exp = max(min(exp, far), -far)
	if base == 16 {
		return f.round(m, neg, sig, int(exp), false), true
	}
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(exp, -exp)), nil)
	if exp >= 0 {
		return f.round(m, neg, sig.Mul(sig, ten), 0, false), true
	}
	return f.ratio(m, neg, sig, ten, 0), true
}

// Text writes x as a constant expression of C without a suffix, which reads back to the same bits:
// the shortest decimal of a float or double that does, a hexadecimal constant in other formats.
// NaNs lose their payload.
func (f Format) Text(x num.Int) string {
	a := f.decode(x)
	sign := ""
	if a.neg {
		sign = "-"
	}
	switch {
	case a.class.nan():
		return sign + "NAN"
	case a.class == infinite:
		return sign + "INFINITY"
	case a.class == zero:
		return sign + "0.0"
	}
	if f == Single || f == Double {
		bits := 64
		if f == Single {
			bits = 32
		}
		w := f.Convert(A, NearestEven, Double, x).Val
		s := strconv.FormatFloat(asFloat64(w), 'g', -1, bits)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	}
	return f.Hex(x)
}

// Hex writes a finite number as a hexadecimal constant.
func (f Format) Hex(x num.Int) string {
	a := f.decode(x)
	sign := ""
	if a.neg {
		sign = "-"
	}
	if a.class != finite {
		return sign + "0x0p+0"
	}
	// One bit before the point, and as many digits behind it as are needed.
	n := a.sig.BitLen() - 1
	pad := (4 - n%4) % 4
	s := new(big.Int).Lsh(a.sig, uint(pad)).Text(16)
	digits := strings.TrimRight(s[1:], "0")
	if digits != "" {
		digits = "." + digits
	}
	return fmt.Sprintf("%s0x1%sp%+d", sign, digits, n+a.exp)
}

// Show writes x for people: as Text does, with C's suffix of floats, and in hexadecimal, too, where
// the decimal is long.
func (f Format) Show(x num.Int) string {
	s := f.Text(x)
	if n := f.decode(x); n.class.nan() || n.class == infinite {
		return s
	}
	if f == Single {
		s += "f"
	}
	if len(s) > 8 && (f == Single || f == Double) {
		s += " (" + f.Hex(x) + ")"
	}
	return s
}
