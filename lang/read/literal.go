package read

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/parse"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// This file reads integer, floating and character constants, and decodes the text of literals.

// intConst reads the integer constant s (C11 6.4.4.1, and GNU's binary constants and suffix i).
func (c *checker) intConst(pos lang.Pos, s string) lang.Expr {
	if n, err := strconv.ParseUint(s, 10, 31); err == nil && (s[0] != '0' || len(s) == 1) {
		return &lang.IntLit{ExprBase: lang.Typed(pos, c.IntT), Val: num.Of(int64(n))} // the most frequent form
	}
	body := strings.ToLower(s)
	suffix := ""
	for len(body) > 0 && strings.IndexByte("ulij", body[len(body)-1]) >= 0 {
		suffix = body[len(body)-1:] + suffix
		body = body[:len(body)-1]
	}
	base, digits := 10, body
	switch {
	case strings.HasPrefix(body, "0x"):
		base, digits = 16, body[2:]
	case strings.HasPrefix(body, "0b"):
		base, digits = 2, body[2:]
	case len(body) > 1 && body[0] == '0':
		base, digits = 8, body[1:]
	}
	v, ok := num.Parse(digits, base)
	if !ok || digits == "" || digits[0] == '+' || digits[0] == '-' || strings.Contains(digits, "_") || !goodSuffix(suffix) {
		c.errorf(pos, "%q is not an integer constant", s)
		return c.BadExpr(pos)
	}
	long := strings.Count(suffix, "l")
	unsigned := strings.Contains(suffix, "u")
	var try []*lang.Type
	add := func(s, u *lang.Type) {
		if !unsigned {
			try = append(try, s)
		}
		if unsigned || base != 10 {
			try = append(try, u)
		}
	}
	if long == 0 {
		add(c.IntT, c.UintT)
	}
	if long <= 1 {
		add(c.Long, c.Ulong)
	}
	add(c.Llong, c.Ullong)
	try = append(try, c.Ullong) // GNU: a decimal constant too large for long long
	for _, t := range try {
		if build.WrapTo(v, t).Equal(v) {
			return &lang.IntLit{ExprBase: lang.Typed(pos, t), Val: v}
		}
	}
	c.errorf(pos, "the integer constant %s is too large for every type", s)
	return c.BadExpr(pos)
}

func goodSuffix(s string) bool {
	u, l, i := 0, 0, 0
	for k := range len(s) {
		switch s[k] {
		case 'u':
			u++
			if l > 0 && k+1 < len(s) && s[k+1] == 'l' {
				return false // lul
			}
		case 'l':
			l++
		default:
			i++
		}
	}
	return u <= 1 && l <= 2 && i <= 1
}

// floatConst reads the floating constant s.
func (c *checker) floatConst(pos lang.Pos, s string) lang.Expr {
	text, suffix := splitFloat(strings.ToLower(s))
	base := strings.Trim(suffix, "ij")
	t := map[string]*lang.Type{
		"": c.Double, "f": c.Float, "l": c.Ldouble, "w": c.Ldouble, "q": c.Float128, "d": c.Double,
		"f16": c.Float16, "bf16": c.Float16, "f32": c.Float, "f64": c.Double, "f32x": c.Double, "f64x": c.Ldouble, "f128": c.Float128, "f128x": c.Float128,
		"df": c.Decimal32, "dd": c.Decimal64, "dl": c.Decimal128,
	}[base]
	v, err := strconv.ParseFloat(text, 64)
	if _, ok := fp.Double.Parse(text); !ok || t == nil || err != nil && !errors.Is(err, strconv.ErrRange) {
		c.errorf(pos, "%q is not a floating constant", s)
		return c.BadExpr(pos)
	}
	if base != suffix {
		t = c.complexOf(t)
	}
	return &lang.FloatLit{ExprBase: lang.Typed(pos, t), Val: v, Text: text}
}

// splitFloat splits a floating constant in lower case into the number and its suffix.
func splitFloat(s string) (number, suffix string) {
	digits, exp, i := "0123456789.", "e", 0
	if strings.HasPrefix(s, "0x") {
		digits, exp, i = "0123456789abcdef.", "p", 2
	}
	for i < len(s) && strings.IndexByte(digits, s[i]) >= 0 {
		i++
	}
	if i < len(s) && s[i] == exp[0] {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
	}
	return s[:i], s[i:]
}

func (c *checker) complexOf(t *lang.Type) *lang.Type {
	switch t {
	case c.Float, c.Float16:
		return c.Cfloat
	case c.Ldouble:
		return c.Cldouble
	case c.Float128:
		return c.Cfloat128
	}
	return c.Cdouble
}

// charConst reads the character constant s. Several characters give an int made of their bytes, with the
// first one in the highest byte, as in gcc.
func (c *checker) charConst(pos lang.Pos, s string) lang.Expr {
	prefix, body := splitQuoted(s, '\'')
	if prefix != "" {
		units := c.decode(pos, body, prefix)
		if len(units) == 0 {
			c.errorf(pos, "an empty character constant")
			return c.BadExpr(pos)
		}
		t := c.unitType(prefix)
		return &lang.IntLit{ExprBase: lang.Typed(pos, t), Val: num.Of(units[len(units)-1]).Wrap(t.Bits, t.Signed)}
	}
	units := c.decode(pos, body, "")
	switch len(units) {
	case 0:
		c.errorf(pos, "an empty character constant")
		return c.BadExpr(pos)
	case 1:
		return &lang.IntLit{ExprBase: lang.Typed(pos, c.IntT), Val: num.Of(units[0]).Wrap(8, c.Char.Signed)}
	}
	var v num.Int
	for _, u := range units {
		v = v.Shl(8).Or(num.Of(u).Wrap(8, false)).Wrap(32, true)
	}
	return &lang.IntLit{ExprBase: lang.Typed(pos, c.IntT), Val: v}
}

// splitQuoted splits a literal such as L"…" into its prefix and the text between the quotes.
func splitQuoted(s string, q byte) (prefix, body string) {
	i := strings.IndexByte(s, q)
	if i < 0 {
		return "", s
	}
	prefix, body = s[:i], strings.TrimSuffix(s[i+1:], string(q))
	if prefix == "L" && strings.Contains(body, "\\") {
		for mark, own := range [...]string{parse.MarkU16: "u", parse.MarkU32: "U", parse.MarkU8: "u8"} {
			if m := "\\" + string(rune(mark)); own != "" && strings.Contains(body, m) {
				prefix, body = own, strings.ReplaceAll(body, m, "")
			}
		}
	}
	return prefix, body
}

func (c *checker) unitType(prefix string) *lang.Type {
	switch prefix {
	case "L":
		return c.Wchar
	case "u":
		return c.Ushort
	case "U":
		return c.UintT
	case "u8":
		if c.opt.C23() {
			return c.Uchar
		}
	}
	return c.Char
}

// decode resolves the escapes in the text s of a character constant or string. It returns the code units:
// bytes, or the wider units that prefix specifies.
func (c *checker) decode(pos lang.Pos, s, prefix string) []int64 {
	out := make([]int64, 0, len(s))
	wide := prefix != "" && prefix != "u8"
	put := func(r rune) {
		switch {
		case prefix == "u" && r > 0xffff:
			r -= 0x10000
			out = append(out, int64(0xd800+r>>10), int64(0xdc00+r&0x3ff))
		case wide:
			out = append(out, int64(r))
		default:
			for _, b := range []byte(string(r)) {
				out = append(out, int64(b))
			}
		}
	}
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			if !wide {
				out = append(out, int64(s[i]))
				i++
				continue
			}
			r, n := utf8.DecodeRuneInString(s[i:])
			put(r)
			i += n
			continue
		}
		i++
		if i >= len(s) {
			break
		}
		ch := s[i]
		i++
		switch {
		case '0' <= ch && ch <= '7':
			v := int64(ch - '0')
			for n := 1; n < 3 && i < len(s) && '0' <= s[i] && s[i] <= '7'; n++ {
				v = v<<3 | int64(s[i]-'0')
				i++
			}
			out = append(out, v)
		case ch == 'x':
			v, n := hexDigits(s[i:], 16)
			if n == 0 {
				c.errorf(pos, `\x without hexadecimal digits`)
			}
			out = append(out, v)
			i += n
		case ch == 'u' || ch == 'U':
			want := 4
			if ch == 'U' {
				want = 8
			}
			v, n := hexDigits(s[i:], want)
			if n != want {
				c.errorf(pos, `\%c needs %d hexadecimal digits`, ch, want)
			}
			put(rune(v))
			i += n
		default:
			out = append(out, simpleEscape(ch))
		}
	}
	return out
}

func simpleEscape(ch byte) int64 {
	const from, to = "abfnrtveE", "\a\b\f\n\r\t\v\x1b\x1b"
	if i := strings.IndexByte(from, ch); i >= 0 {
		return int64(to[i])
	}
	return int64(ch)
}

// hexDigits reads at most n hexadecimal digits.
func hexDigits(s string, n int) (v int64, used int) {
	for used < len(s) && used < n {
		d := strings.IndexByte("0123456789abcdef", s[used]|0x20)
		if d < 0 || s[used] < '0' {
			break
		}
		v = v<<4 | int64(d)
		used++
	}
	return v, used
}
