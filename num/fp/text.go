// Numbers as text: constants of C, decimal and hexadecimal.

package fp

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/num"
)

// Parse reads a floating-point constant of C without its suffix, decimal or hexadecimal, and rounds it to nearest. It
// returns false if s is not one.
func (f Format) Parse(s string) (num.Int, bool) {
	return f.ParseMode(NearestEven, s)
}

// ParseMode does what Parse does, with a rounding mode.
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
		exp = max(min(e, 1<<40), -1<<40) // a number out of range stays far out of range
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
	// Digits do not matter if the exponent is this far beyond the format's range. The number of digits is added,
	// since there may be many.
	far := int64(16<<f.Exp) + 8*int64(len(digits))
	exp = max(min(exp, far), -far)
	if base == 16 {
		return f.round(m, neg, sig, int(exp), false), true
	}
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(exp, -exp)), nil)
	if exp >= 0 {
		return f.round(m, neg, sig.Mul(sig, ten), 0, false), true
	}
	return f.ratio(m, neg, sig, ten, 0).Val, true
}

// Text returns x as a constant expression of C without a suffix, which reads back to the same bits: the shortest such
// decimal. NaNs lose their payload.
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
	s := sign + f.shortest(x, a)
	if !strings.ContainsAny(s, ".ex") {
		s += ".0"
	}
	return s
}

// shortest returns the shortest decimal that is rounded to the magnitude of the finite number x.
func (f Format) shortest(x num.Int, a number) string {
	if f == Single || f == Double {
		bits := 64
		if f == Single {
			bits = 32
		}
		w := f.Convert(A, NearestEven, Double, x).Val
		return strconv.FormatFloat(math.Abs(asFloat64(w)), 'g', -1, bits)
	}
	// The last bit of the significand has the same weight in math/big as in the format. Only just below a power of
	// two are numbers closer than math/big assumes; one more bit distinguishes them.
	for prec := a.sig.BitLen(); ; prec++ {
		v := new(big.Float).SetPrec(uint(prec)).SetInt(a.sig)
		s := v.SetMantExp(v, a.exp).Text('g', -1)
		if y, ok := f.Parse(s); prec > a.sig.BitLen() || ok && f.decode(y).same(a) {
			return s
		}
	}
}

// same reports whether two finite numbers have the same magnitude.
func (a number) same(b number) bool {
	return a.class == b.class && a.exp == b.exp && a.sig.Cmp(b.sig) == 0
}

// Hex returns a finite number as a hexadecimal constant.
func (f Format) Hex(x num.Int) string {
	a := f.decode(x)
	sign := ""
	if a.neg {
		sign = "-"
	}
	if a.class != finite {
		return sign + "0x0p+0"
	}
	// One bit before the point, and as many digits after it as are needed.
	n := a.sig.BitLen() - 1
	pad := (4 - n%4) % 4
	s := new(big.Int).Lsh(a.sig, uint(pad)).Text(16)
	digits := strings.TrimRight(s[1:], "0")
	if digits != "" {
		digits = "." + digits
	}
	return fmt.Sprintf("%s0x1%sp%+d", sign, digits, n+a.exp)
}

// suffixes are the suffixes of constants of a format, if C has one.
var suffixes = map[Format]string{Half: "f16", Single: "f", X87: "L", Quad: "f128"}

// Constant returns x for people as a constant of C with its suffix, in decimal. If this does not determine x, exact
// has the rest: the number in hexadecimal if the decimal is only close to it, or the bits of a NaN that differs from
// C's NAN by more than its sign.
func (f Format) Constant(x num.Int) (decimal, exact string) {
	decimal = f.Text(x)
	a := f.decode(x)
	switch {
	case a.class.nan():
		if w := f.word(f.pattern(x)); !w.Equal(f.NaN(a.neg)) {
			exact = "0x" + f.pattern(x).Text(16)
		}
		return decimal, exact
	case a.class == infinite:
		return decimal, ""
	case a.class == finite && !a.reads(decimal):
		exact = f.Hex(x)
	}
	return decimal + suffixes[f], exact
}

// reads reports whether the decimal is exactly the finite number.
func (a number) reads(decimal string) bool {
	r, ok := new(big.Rat).SetString(decimal)
	if !ok {
		return false
	}
	v, power := new(big.Rat), new(big.Int).Lsh(big.NewInt(1), uint(max(a.exp, -a.exp)))
	if a.exp < 0 {
		v.SetFrac(a.sig, power)
	} else {
		v.SetInt(power.Mul(power, a.sig))
	}
	return v.Cmp(r.Abs(r)) == 0
}

// Show returns x for people: as Constant does, with exact in parentheses.
func (f Format) Show(x num.Int) string {
	decimal, exact := f.Constant(x)
	if exact != "" {
		decimal += " (" + exact + ")"
	}
	return decimal
}
