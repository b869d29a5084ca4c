package small

import "fmt"

// Floating numbers. Some programs have idioms from a separate table (idioms_float.go), and inputs of type float and
// double. They still show ints: results of comparisons, conversions of numbers that are in range, or the bits of
// numbers that are not NaN, for which C leaves sign and payload open.
//
// Every operation is rounded to its type, so compilers must not contract operations, nor use the x87 for float and
// double (package brute). On i386, library functions that round, such as sqrt, return more than fits into the type.
// Idioms with these functions are for lp64.

// floats are the idioms with floating numbers, in a fixed order.
var floats []idiom

// floating are the types for @F and @G.
var floating = []string{"float", "float", "double", "double", "long double"}

// literals are for @v.
var literals = []string{
	"0.5f", "0.1f", "0.1", "3.0f", "2.0", "1.5L", "-0.75f", "10.0", "0.0f", "-0.0", "1e9f", "16777216.0f", "1e-3", "0x1.8p1", "0x1p-3f",
	"0x1.fffffep127f", "0x1p-149f", "1e300", "4294967296.0", "0x1p63", "1.0f / 3", "-2.5e-1L", "1e-310",
}

// Floating returns a program in which floating numbers are used.
func Floating(seed uint64) *Program { return special(seed, (*builder).float) }

func (b *builder) float() {
	for range 1 + b.n(2) {
		b.input()
	}
	if b.chance(40) {
		b.floatInput()
	}
	b.place(&floats[b.n(len(floats))])
	switch b.n(4) {
	case 0:
		b.place(&floats[b.n(len(floats))])
	case 1:
		b.part()
	}
	b.see(b.sum())
}

// floatInput declares a float or double input that is one of a few integers, and an int that it is converted to. The
// integers do not include zero, which would come with two signs.
func (b *builder) floatInput() {
	const width = 3
	if b.leaves*width > MaxLeaves {
		return
	}
	b.leaves *= width
	c := pick(b, []string{"float", "double"})
	y, v := b.name("y"), b.name("x")
	low := int64(pick(b, []int{1, 1, 2, -3, -7, 100, 16777215, -16777217, 2147483000}))
	high := low + width - 1
	b.line("%s %s = __VERIFIER_nondet_%[1]s(/* %[3]d..%[4]d */);", c, y, low, high)
	// Bounds are converted to the type, as are the values that are tried.
	cond := fmt.Sprintf("%s >= (%s)%d && %[1]s <= (%[2]s)%[4]d && %[1]s == (%[2]s)(int)%[1]s", y, c, low, high)
	if b.chance(50) {
		b.line("__VERIFIER_assume(%s);", cond)
	} else {
		b.line("if (!(%s)) %s", cond, leave)
	}
	b.line("int %s = (int)%s;", v, y)
	b.protos[c] = true
	b.ints = append(b.ints, v)
	b.floats = append(b.floats, y)
}

// f returns a floating expression over the numbers in scope.
func (b *builder) f(depth int) string {
	if depth == 0 || b.chance(15) {
		switch k := b.n(8); {
		case k < 2:
			return "(" + pick(b, literals) + ")"
		case k < 5 && len(b.floats) > 0:
			return pick(b, b.floats)
		}
		return fmt.Sprintf("(%s)%s", pick(b, floating), b.e())
	}
	x := b.f(depth - 1)
	switch b.n(12) {
	case 0:
		return "-(" + x + ")"
	case 1:
		return fmt.Sprintf("(%s)(%s)", pick(b, floating), x)
	case 2:
		return fmt.Sprintf("(%s ? %s : %s)", b.cond(), x, b.f(depth-1))
	case 3: // exact functions
		b.include("#include <math.h>")
		return fmt.Sprintf("%s(%s)", pick(b, []string{"fabs", "floor", "ceil", "trunc", "rint", "fabsf", "floorf", "ceilf", "truncl", "roundf"}), x)
	case 4: // of an int and a floating number
		return fmt.Sprintf("(%s %s %s)", x, pick(b, []string{"+", "-", "*", "/"}), b.e())
	case 5:
		return fmt.Sprintf("(%s)(%s %s %s)", pick(b, floating), x, pick(b, []string{"<", "==", ">=", "!="}), b.f(depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", x, pick(b, []string{"+", "-", "*", "/"}), b.f(depth-1))
}
