// This file writes models of sscanf, one for each format.

package variadic

import (
	"fmt"
	"math"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/format"
	"github.com/whet-mc/whet/num"
)

// ScanModel writes a C function that does what sscanf does with one format (C11 7.21.6.2). Its arguments are the
// string s, and a pointer for each conversion that stores. A test compares it with the C library.
//
// Libraries differ in a few cases, and no bug may depend on the choice of one of them (__whet_computed). "0x" without
// a digit after it is zero in glibc, and not a number in musl. The same difference exists if there are fewer
// characters than the width of %c. The end of the string after conversions that store nothing gives EOF in glibc, and
// 0 in BSD. A number that the object cannot hold is undefined behaviour; here it gets any value.
type ScanModel struct {
	*build.Basic
	list    []format.Conversion
	Stores  []*lang.Type // the types that the pointers point to, in order
	out     strings.Builder
	next    int  // the index of the next pointer
	assigns int  // number of conversions that have stored so far, without %n
	passed  bool // a conversion that stores nothing was passed
}

// NewScanModel returns the model for the format text, or nil if the format has a conversion that is not modelled
// exactly.
func NewScanModel(b *build.Basic, text string) *ScanModel {
	list, ok := format.Scan(text)
	if !ok {
		return nil
	}
	g := &ScanModel{Basic: b, list: list}
	for _, c := range list {
		if c.Verb == 0 {
			continue
		}
		t := g.stored(c)
		if t == nil {
			return nil
		}
		if !c.Skip {
			g.Stores = append(g.Stores, t)
		}
	}
	return g
}

// stored returns the type of the object that a conversion stores to, or nil if the conversion is not modelled.
func (g *ScanModel) stored(c format.Conversion) *lang.Type {
	signed := c.Verb == 'd' || c.Verb == 'i' || c.Verb == 'n'
	pick := func(s, u *lang.Type) *lang.Type {
		if signed {
			return s
		}
		return u
	}
	switch c.Verb {
	case '[':
		if _, ok := c.Ranges(); !ok {
			return nil
		}
		fallthrough
	case 'c', 's':
		if c.Size == "" {
			return g.Char
		}
	case 'n':
		if c.Skip || c.Width != 0 {
			return nil
		}
		fallthrough
	case 'd', 'i', 'u', 'o', 'x', 'X':
		switch c.Size {
		case "":
			return pick(g.IntT, g.UintT)
		case "hh":
			return pick(g.Schar, g.Uchar)
		case "h":
			return pick(g.Short, g.Ushort)
		case "l":
			return pick(g.Long, g.Ulong)
		case "ll", "q", "L", "j":
			return pick(g.Llong, g.Ullong)
		case "z", "t":
			return pick(g.Ptrdiff, g.Size)
		}
	}
	return nil
}

// Text returns the function as preprocessed C text.
func (g *ScanModel) Text(name string) string {
	g.printf("int %s(const char *s", name)
	for i, t := range g.Stores {
		g.printf(", %s *p%d", t.Name, i)
	}
	g.printf(")\n{\n\tconst char *p = s;\n\t__whet_string(s);\n\t__whet_trusted(p);\n")
	for i, c := range g.list {
		switch {
		case c.Verb != 0:
			g.conversion(c)
		case c.Char != ' ':
			g.printf("\tif (!*p)\n\t\treturn %s;\n\tif (*p != (%s)%d)\n\t\treturn %d;\n\tp++;\n", g.atEnd(), g.Char.Name, c.Char, g.assigns)
		case i+1 < len(g.list) && !skipsSpace(g.list[i+1]):
			g.space()
		}
	}
	g.printf("\treturn %d;\n}\n", g.assigns)
	return g.out.String()
}

func (g *ScanModel) printf(format string, args ...any) { fmt.Fprintf(&g.out, format, args...) }

// skipsSpace reports whether the part c of the format skips white space itself.
func skipsSpace(c format.Conversion) bool {
	return c.Verb == 0 && c.Char == ' ' || c.Verb != 0 && strings.IndexByte("c[n", c.Verb) < 0
}

func (g *ScanModel) space() { g.printf("\twhile (%s)\n\t\tp++;\n", isSpace) }

const isSpace = "*p == ' ' || *p >= '\\t' && *p <= '\\r'"

// atEnd returns the result of the function if the string ends before a conversion.
func (g *ScanModel) atEnd() string {
	switch {
	case g.assigns > 0:
		return fmt.Sprint(g.assigns)
	case g.passed:
		return "__whet_computed(-1, 0)"
	}
	return "-1"
}

func (g *ScanModel) conversion(c format.Conversion) {
	to, t := "", g.stored(c)
	if !c.Skip {
		to = fmt.Sprintf("p%d", g.next)
		g.next++
	}
	if c.Verb == 'n' {
		g.printf("\t*%s = (%s)(p - s);\n", to, t.Name)
		g.passed = true
		return
	}
	if skipsSpace(c) {
		g.space()
	}
	g.printf("\tif (!*p)\n\t\treturn %s;\n\t{\n", g.atEnd())
	switch c.Verb {
	case 'c':
		g.characters(c, to)
	case 's':
		g.run(c, to, "!("+isSpace+")")
	case '[':
		in := g.inSet(c)
		g.printf("\tif (!(%s))\n\t\treturn %d;\n", in, g.assigns)
		g.run(c, to, in)
	default:
		g.integer(c, to, t)
	}
	g.printf("\t}\n")
	if c.Skip {
		g.passed = true
	} else {
		g.assigns++
	}
}

// left returns, for a conversion with a width, the declaration of the remaining width, the condition that some is
// left, and the text that counts a character.
func left(c format.Conversion) (decl, more, count string) {
	if c.Width == 0 {
		return "", "", ""
	}
	return fmt.Sprintf("\tint left = %d;\n", c.Width), "left > 0 && ", "left--, "
}

// characters writes %c.
func (g *ScanModel) characters(c format.Conversion, to string) {
	store := ""
	if to != "" {
		store = "*" + to + " = *p;\n\t"
	}
	if c.Width <= 1 {
		g.printf("\t%sp++;\n", store)
		return
	}
	if to != "" {
		store = to + "[i] = *p, "
	}
	g.printf("\tint i;\n\tfor (i = 0; i < %d && *p; i++)\n\t\t%sp++;\n\tif (i < %d && __whet_computed(0, 1))\n\t\treturn %d;\n", c.Width, store, c.Width, g.assigns)
}

// run writes a loop over characters that satisfy the condition `in`.
func (g *ScanModel) run(c format.Conversion, to, in string) {
	more, store := "", ""
	if c.Width > 0 {
		more = fmt.Sprintf("i < %d && ", c.Width)
	}
	if to != "" {
		store = to + "[i] = *p, "
	}
	g.printf("\tlong i = 0;\n\tfor (; %s*p && %s; i++)\n\t\t%sp++;\n", more, in, store)
	if to != "" {
		// The memory that is written must not overlap the string (C11 7.21.6.7).
		g.printf("\t%s[i] = 0;\n\t__whet_disjoint(s, p - s + 1, %s, i + 1);\n", to, to)
	}
}

// inSet returns the condition that the character is in the set.
func (g *ScanModel) inSet(c format.Conversion) string {
	var list []string
	ranges, _ := c.Ranges()
	for _, r := range ranges {
		if r.Lo == r.Hi {
			list = append(list, fmt.Sprintf("*p == (%s)%d", g.Char.Name, r.Lo))
		} else {
			list = append(list, fmt.Sprintf("*p >= %d && *p <= %d", r.Lo, r.Hi))
		}
	}
	in := "(" + strings.Join(list, " || ") + ")"
	if c.Not {
		in = "!" + in
	}
	return in
}

func (g *ScanModel) integer(c format.Conversion, to string, t *lang.Type) {
	base := map[byte]int{'d': 10, 'u': 10, 'o': 8, 'x': 16, 'X': 16, 'i': 0}[c.Verb]
	word := "long long"
	if t.Bits > 32 {
		word = "unsigned long long"
	}
	decl, more, count := left(c)
	g.printf("\t%s n = 0;\n\tint minus = 0, any = 0, over = 0;\n%s", word, decl)
	g.printf("\tif (*p == '-' || *p == '+')\n\t\tminus = *p == '-', %sp++;\n", count)
	if base == 10 || base == 8 {
		g.digits(c, t, base, "\t")
	} else {
		// A prefix determines the base; its 0 is a digit, too.
		hex, oct := "", ""
		if base == 0 {
			g.printf("\tint base = 10;\n")
			hex, oct = "base = 16, ", "base = 8, "
		}
		g.printf("\tif (%s*p == '0') {\n\t\t%s%sany = 1, p++;\n", more, oct, count)
		g.printf("\t\tif (%s(*p == 'x' || *p == 'X'))\n\t\t\t%s%sany = 2, p++;\n", more, hex, count)
		if base == 0 {
			// C23 has numbers in base 2, too.
			g.printf("\t\telse if (%s(*p == 'b' || *p == 'B') && __whet_computed(0, 1))\n\t\t\tbase = 2, %sany = 2, p++;\n", more, count)
		}
		g.printf("\t}\n")
		switch base {
		case 0:
			for i, b := range []int{10, 8, 16, 2} {
				g.printf("\t%sif (base == %d) {\n", map[bool]string{true: "else "}[i > 0], b)
				g.digits(c, t, b, "\t\t")
				g.printf("\t}\n")
			}
		default:
			g.digits(c, t, base, "\t")
		}
	}
	if base == 10 || base == 8 {
		g.printf("\tif (!any)\n\t\treturn %d;\n", g.assigns)
	} else {
		g.printf("\tif (!any || any == 2 && __whet_computed(0, 1))\n\t\treturn %d;\n", g.assigns)
	}
	if to == "" {
		return
	}
	value := fmt.Sprintf("*%s = (%s)(minus ? 0 - n : n);\n", to, t.Name)
	if g.fits(c, t, base) {
		g.printf("\t%s", value)
		return
	}
	g.printf("\tif (over) {\n\t\t__whet_errno += __whet_computed(0, 1) * (34 - __whet_errno);\n\t\t*%s = (%s)__whet_lcomputed(%d - 1, %d);\n\t} else\n\t\t%s",
		to, t.Name, -math.MaxInt64, math.MaxInt64, value)
}

// Most returns the largest number that an object of type t can hold.
func Most(t *lang.Type) num.Int {
	bits := t.Bits
	if t.Signed {
		bits--
	}
	return num.Pow2(uint(bits)).Sub(num.Of(1))
}

// fits reports whether an object of type t can hold all numbers with the width of c.
func (g *ScanModel) fits(c format.Conversion, t *lang.Type, base int) bool {
	if c.Width == 0 || c.Width > 20 || c.Skip {
		return c.Skip
	}
	if base == 0 {
		base = 16
	}
	v := num.Of(1)
	for range c.Width {
		v = v.Mul(num.Of(int64(base)))
	}
	return !Most(t).Less(v.Sub(num.Of(1)))
}

// digits writes a loop that reads the digits of a number in the given base.
func (g *ScanModel) digits(c format.Conversion, t *lang.Type, base int, in string) {
	_, more, count := left(c)
	is, d := fmt.Sprintf("*p >= '0' && *p <= '%d'", min(base, 10)-1), "(*p - '0')"
	if base == 16 {
		is = "(" + is + " || *p >= 'a' && *p <= 'f' || *p >= 'A' && *p <= 'F')"
		d = "(*p <= '9' ? *p - '0' : *p <= 'F' ? *p - 'A' + 10 : *p - 'a' + 10)"
	}
	g.printf("%sfor (; %s%s; %sp++) {\n%s\tany = 1;\n", in, more, is, count, in)
	k, r := Most(t).Quo(num.Of(int64(base))), Most(t).Rem(num.Of(int64(base)))
	switch {
	case c.Skip:
	case g.fits(c, t, base):
		g.printf("%s\tn = n * %d + %s;\n", in, base, d)
	case t.Bits <= 32 && t.Signed:
		g.printf("%s\tn = n * %d + %s;\n%s\tif (n > %sll + minus)\n%s\t\tover = 1, n = 0;\n", in, base, d, in, Most(t), in)
	case t.Bits <= 32:
		g.printf("%s\tn = n * %d + %s;\n%s\tif (n > %sll)\n%s\t\tover = 1, n = 0;\n", in, base, d, in, Most(t), in)
	default:
		last, _ := r.Int64()
		large := fmt.Sprintf("n > %sull || n == %sull && %s > %d", k, k, d, last)
		switch {
		case t.Signed && last+1 < int64(base):
			large += " + minus"
		case t.Signed:
			large = fmt.Sprintf("n > %sull && !(minus && n == %sull && %s == 0)", k, k.Add(num.Of(1)), d)
		}
		g.printf("%s\tif (over || %s)\n%s\t\tover = 1;\n%s\telse\n%s\t\tn = n * %d + %s;\n", in, large, in, in, in, base, d)
	}
	g.printf("%s}\n", in)
}

// Takes reports whether the arguments after the format point to the types that the conversions store. sscanf ignores
// further arguments; these must have no effects.
func (g *ScanModel) Takes(args []lang.Expr) bool {
	if len(args) < len(g.Stores) {
		return false
	}
	for i, a := range args {
		if i >= len(g.Stores) {
			if build.Impure(a) {
				return false
			}
			continue
		}
		t := a.Type()
		if t.Kind != lang.Pointer || !t.Elem.IsInteger() || t.Elem.Kind == lang.Bool || t.Elem.Const || t.Elem.Size != g.Stores[i].Size {
			return false
		}
	}
	return true
}
