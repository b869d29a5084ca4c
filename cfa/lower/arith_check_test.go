package lower

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/rule"
)

// arithmetical are programs that use one input x, with the inputs on which a rule is broken, and
// those on which none is. say is the expression that is told of.
var arithmetical = []struct {
	name, src string
	kind      string
	bad, good []int64
	say       string
	alone     bool // the sanitizers do not see it
	real      bool // mathematical arithmetic sees it, too
}{
	{name: "a sum", src: `int main(void) { int a = x; return a + 1 == 0; }`, kind: rule.Overflow, bad: []int64{1<<31 - 1}, good: []int64{1<<31 - 2, -1 << 31}, say: "a + 1"},
	{name: "a sum of two", src: `int main(void) { int a = x, b = 1000000000; return a + b == 0; }`, kind: rule.Overflow, bad: []int64{1147483648}, good: []int64{1147483647}, say: "a + b"},
	{name: "a difference", src: `int main(void) { int a = x; return a - 1 == 0; }`, kind: rule.Overflow, bad: []int64{-1 << 31}, good: []int64{-1<<31 + 1}, say: "a - 1"},
	{name: "a difference of two", src: `int main(void) { int a = x, b = -2000000000; return a - b == 0; }`, kind: rule.Overflow, bad: []int64{147483648}, good: []int64{147483647, -5}, say: "a - b"},
	{name: "a product", src: `int main(void) { int a = x; return a * a == 0; }`, kind: rule.Overflow, bad: []int64{46341, -46341}, good: []int64{46340, -46340}, say: "a * a"},
	{name: "a multiple", src: `int main(void) { int a = x; return a * 3 == 0; }`, kind: rule.Overflow, bad: []int64{715827883, -715827883}, good: []int64{715827882, -715827882}, say: "a * 3"},
	{name: "a negative multiple", src: `int main(void) { int a = x; return a * -3 == 0; }`, kind: rule.Overflow, bad: []int64{715827883, -715827883}, good: []int64{715827882, -715827882}},
	{name: "a minus", src: `int main(void) { int a = x; return -a == 0; }`, kind: rule.Overflow, bad: []int64{-1 << 31}, good: []int64{-1<<31 + 1}, say: "-a"},
	{name: "a quotient", src: `int main(void) { int a = -2147483647 - 1, b = x; return a / b == 0; }`, kind: rule.Overflow, bad: []int64{-1}, good: []int64{1, -2}, say: "a / b"},
	{name: "a remainder", src: `int main(void) { int a = x, b = -1; return a % b == 0; }`, kind: rule.Overflow, bad: []int64{-1 << 31}, good: []int64{5}, say: "a % b"},
	{name: "long", src: `int main(void) { long a = x; return a + a == 0; }`, kind: rule.Overflow, bad: []int64{1 << 62, -1<<62 - 1}, good: []int64{1<<62 - 1, -1 << 62}, say: "a + a"},
	{name: "one up", src: `int main(void) { int a = x; a++; return a == 0; }`, kind: rule.Overflow, bad: []int64{1<<31 - 1}, good: []int64{1<<31 - 2}, say: "a++"},
	{name: "one down", src: `int main(void) { int a = x; return --a == 0; }`, kind: rule.Overflow, bad: []int64{-1 << 31}, good: []int64{-1<<31 + 1}, say: "--a"},
	{name: "one up of an element", src: `int a[3]; int main(void) { a[1] = x; a[1]++; return a[1] == 0; }`, kind: rule.Overflow, bad: []int64{1<<31 - 1}, good: []int64{1<<31 - 2}, say: "a[1]++"},
	{name: "a narrow one up", src: `int main(void) { signed char a = x; a++; return a == 0; }`, kind: rule.Overflow, good: []int64{127, -128}},
	{name: "narrow operands", src: `int main(void) { short a = x, b = a; return a * b + b == 0; }`, kind: rule.Overflow, good: []int64{32767, -32768}},
	{name: "narrow without a sign", src: `int main(void) { unsigned short a = x; return a * a == 1; }`, kind: rule.Overflow, bad: []int64{65535}, good: []int64{46340}, say: "a * a"},
	{name: "a compound", src: `int main(void) { int a = x; a += 5; return a == 0; }`, kind: rule.Overflow, bad: []int64{1<<31 - 5}, good: []int64{1<<31 - 6}, say: "a += 5"},
	{name: "a narrow compound", src: `int main(void) { short a = x; a *= a; return a == 0; }`, kind: rule.Overflow, good: []int64{32767}},
	{name: "a compound in a wider type", src: `int main(void) { int a = x; a += 1L; return a == 0; }`, kind: rule.Overflow, good: []int64{1<<31 - 1}},
	{name: "a bit-field", src: `struct s { int f : 31; } v; int main(void) { v.f = x; v.f++; return v.f == 0; }`, kind: rule.Overflow, good: []int64{1<<30 - 1}},
	{name: "a sum of bit-fields", src: `struct s { unsigned f : 31; } v; int main(void) { v.f = x; return v.f + 1 == 0; }`, kind: rule.Overflow, bad: []int64{1<<31 - 1}, good: []int64{1<<31 - 2}},
	{name: "a value that nobody wants", src: `int main(void) { volatile int a = x; a + 1; return 0; }`, kind: rule.Overflow, bad: []int64{1<<31 - 1}, good: []int64{1<<31 - 2}, say: "a + 1"},
	{name: "and", src: `int main(void) { int a = x; return a < 5 && a + 2147483640 > 0; }`, kind: rule.Overflow, good: []int64{9, 4}},
	{name: "or", src: `int main(void) { int a = x; return a > 7 || a + 2147483640 > 0; }`, kind: rule.Overflow, good: []int64{9, 4}},
	{name: "or, as a value", src: `int main(void) { int a = x, b = a > 8 || a + 2147483640 > 0; return b; }`, kind: rule.Overflow, good: []int64{9, 4}, bad: []int64{8}},
	{name: "a choice", src: `int main(void) { int a = x; return a > 0 ? a - 1 : a + 1; }`, kind: rule.Overflow, good: []int64{1<<31 - 1, -1 << 31}},
	{name: "sizeof only", src: `int main(void) { int a = x; return sizeof(a + 1); }`, kind: rule.Overflow, good: []int64{1<<31 - 1}},
	{name: "an initialiser", src: `int main(void) { int a = x, b[2] = {a + 1, 2}; return b[0] == 0; }`, kind: rule.Overflow, bad: []int64{1<<31 - 1}, good: []int64{4}},
	{name: "a constant", src: `int main(void) { return x && 2147483647 + 1 == 0; }`, kind: rule.Overflow, bad: []int64{1}, good: []int64{0}, say: "2147483647 + 1"},
	{name: "an index", src: `int a[4]; int main(void) { int i = x; return i > 9 ? a[(i + 2147483637) & 1] : 0; }`, kind: rule.Overflow, bad: []int64{11}, good: []int64{10}},
	{name: "an argument", src: `static int f(int n) { return n == 0; } int main(void) { int a = x; return f(a * 2); }`, kind: rule.Overflow, bad: []int64{1 << 30}, good: []int64{1<<30 - 1}, say: "a * 2"},
	{name: "a loop", src: `int main(void) { int s = 0, i; for (i = 0; i < x; i++) s += 1000000000; return s == 0; }`, kind: rule.Overflow, bad: []int64{3}, good: []int64{2}, say: "s += 1000000000"},
	{name: "a long sum", src: `int main(void) { int a = x; return a + a + a + a + a + a + a + a + a + a + a + a == 1; }`, kind: rule.Overflow, bad: []int64{200000000}, good: []int64{170000000}},
	{name: "a builtin", src: `int main(void) { int a = x, r; return __builtin_add_overflow(a, 1, &r) | __builtin_mul_overflow(a, a, &r) | __sync_fetch_and_add(&a, 2147483647); }`,
		kind: rule.Overflow, good: []int64{1<<31 - 1, -1 << 31, 0}},
	{name: "unsigned", src: `int main(void) { unsigned a = x; a = -a; a += a; return a * a == 0; }`, kind: rule.Overflow, good: []int64{1<<31 - 1, -1 << 31}},
	{name: "pointers", src: `int main(void) { char a[5], *p = a + x; return p - a == 1; }`, kind: rule.Overflow, good: []int64{5, 0}},
	{name: "a quotient behind", src: `int main(void) { int a = x; return (a + 5) / 2 - (a + 5) % 7 + ((a + 5) & 9) == ~(a + 5); }`, kind: rule.Overflow, bad: []int64{1<<31 - 5}, good: []int64{1<<31 - 6, -8}},

	{name: "by zero", src: `int main(void) { int a = x; return 5 / a; }`, kind: rule.DivisionByZero, bad: []int64{0}, good: []int64{1, -1}, say: "5 / a", real: true},
	{name: "a remainder by zero", src: `int main(void) { unsigned a = x; a %= a; return a; }`, kind: rule.DivisionByZero, bad: []int64{0}, good: []int64{1, -1}, say: "a %= a", real: true},
	{name: "by zero, unused", src: `int main(void) { volatile int a = x; 5 / a; return 0; }`, kind: rule.DivisionByZero, bad: []int64{0}, good: []int64{1}, real: true},
	{name: "by a constant zero", src: `int main(void) { return x ? 5 / 0 : 1; }`, kind: rule.DivisionByZero, bad: []int64{1}, good: []int64{0}, say: "5 / 0", real: true},
	{name: "by zero, guarded", src: `int main(void) { int a = x; return a && 5 / a > 1; }`, kind: rule.DivisionByZero, good: []int64{0, 1}, real: true},
	{name: "floating", src: `int main(void) { double a = x; return 5 / a > 1; }`, kind: rule.DivisionByZero, good: []int64{0}},

	{name: "a long way", src: `int main(void) { int a = 1, b = x; return a >> b; }`, kind: rule.BadShift, bad: []int64{32, -1}, good: []int64{31, 0}, say: "a >> b", real: true},
	{name: "narrow", src: `int main(void) { unsigned char a = 200, b = x; return a >> b; }`, kind: rule.BadShift, bad: []int64{32}, good: []int64{31}, say: "a >> b", real: true},
	{name: "unsigned to the left", src: `int main(void) { unsigned a = 77, b = x; return (a << b) == 0; }`, kind: rule.BadShift, bad: []int64{32}, good: []int64{31}, say: "a << b", real: true},
	{name: "negative to the left", src: `int main(void) { int a = x; return a << 1 == 0; }`, kind: rule.BadShift, bad: []int64{-1, 1 << 30}, good: []int64{0, 1<<30 - 1}, say: "a << 1"},
	{name: "negative to the right", src: `int main(void) { int a = x; return a >> 1 == 0; }`, kind: rule.BadShift, good: []int64{-1, 1 << 30}},
	{name: "into the sign", src: `int main(void) { int a = x; return 1 << a == 0; }`, kind: rule.BadShift, bad: []int64{31}, good: []int64{30}, say: "1 << a"},
	{name: "both", src: `int main(void) { int a = x, b = a & 15; return a << b == 0; }`, kind: rule.BadShift, bad: []int64{1<<20 + 15, -16}, good: []int64{1 << 30, 65535, 0}, say: "a << b"},
	{name: "long by int", src: `int main(void) { long a = x == 99 ? -1 : 1; int b = x; a <<= b; return a == 0; }`, kind: rule.BadShift, bad: []int64{63, 64, -3}, good: []int64{62}, say: "a <<= b"},

	{name: "a word wraps", src: `int main(void) { unsigned a = x; return a + 1 == 0; }`, kind: rule.UnsignedOverflow, bad: []int64{-1}, good: []int64{-2}, say: "a + 1U"},
	{name: "below zero", src: `int main(void) { unsigned a = x; a--; return a == 0; }`, kind: rule.UnsignedOverflow, bad: []int64{0}, good: []int64{1}, say: "a--"},
	{name: "a minus of a word", src: `int main(void) { unsigned long a = x; return -a == 0; }`, kind: rule.UnsignedOverflow, bad: []int64{1}, good: []int64{0}, say: "-a"},
	{name: "a product of words", src: `int main(void) { unsigned a = x; return a * a == 0; }`, kind: rule.UnsignedOverflow, bad: []int64{65536}, good: []int64{65535}, say: "a * a"},
	{name: "shifts of words", src: `int main(void) { unsigned a = x; return a << 7 == 0; }`, kind: rule.UnsignedOverflow, good: []int64{-1}},
	{name: "the size of an array", src: `int main(void) { unsigned long n = 2; int a[n]; return sizeof a == n; }`, kind: rule.UnsignedOverflow, good: []int64{-1}},

	{name: "a narrow variable", src: `int main(void) { signed char a = x; return a; }`, kind: rule.Conversion, bad: []int64{128, -129, 256}, good: []int64{127, -128}},
	{name: "a written conversion", src: `int main(void) { int a = (signed char)(int)x; return a; }`, kind: rule.Conversion, good: []int64{128}},
	{name: "the sign", src: `int main(void) { int a = (int)x; unsigned b = a; return b == 5; }`, kind: rule.Conversion, bad: []int64{-1}, good: []int64{1}, say: "a"},
	{name: "a comparison", src: `int main(void) { int a = (int)x; return a < 5u; }`, kind: rule.Conversion, bad: []int64{-1}, good: []int64{1}},
	{name: "a result", src: `static unsigned char f(int n) { return n; } int main(void) { return f((int)x); }`, kind: rule.Conversion, bad: []int64{-1, 256}, good: []int64{255}},
	{name: "a narrow step", src: `int main(void) { unsigned char a = (unsigned char)x; a++; return a; }`, kind: rule.Conversion, bad: []int64{255}, good: []int64{254}, say: "a++"},
	{name: "a narrow sum", src: `int main(void) { unsigned char a = (unsigned char)x; a += 7; return a; }`, kind: rule.Conversion, bad: []int64{249}, good: []int64{248}, say: "a += 7"},
	{name: "a pointer's index", src: `int a[9]; int main(void) { unsigned long i = (unsigned long)x; int *p = a + 4; p += i; return *p + (a + 4)[i]; }`, kind: rule.Conversion, good: []int64{-1, 1}},
	{name: "to a truth value", src: `int main(void) { _Bool b = x; b++; b += 3; return b; }`, kind: rule.Conversion, good: []int64{77}},
	{name: "a bit-field of three", src: `struct s { unsigned f : 3; } v; int main(void) { int a = (int)x & 15; v.f = a; return v.f; }`, kind: rule.Conversion, bad: []int64{8}, good: []int64{7}, alone: true},
	{name: "a condition", src: `int main(void) { if ((int)x + 0u) return 1; return 0; }`, kind: rule.Conversion, bad: []int64{-1}, good: []int64{1}},
	{name: "builtins wrap", src: `int main(void) { unsigned char c = (unsigned char)x; return __builtin_add_overflow(c, 100, &c) + __sync_fetch_and_add(&c, 200); }`, kind: rule.Conversion, good: []int64{255}},

	{name: "a number too large", src: `int main(void) { double d = x; d *= 2; int i = d; return i == 5; }`, kind: rule.FloatConversion, bad: []int64{1 << 30, -1<<30 - 1}, good: []int64{1<<30 - 1, -1 << 30}},
	{name: "up to the next", src: `int main(void) { double d = x; int i = d + 0.75; return i == 5; }`, kind: rule.FloatConversion, bad: []int64{1 << 31}, good: []int64{1<<31 - 1}},
	{name: "down to the next", src: `int main(void) { double d = x; int i = d - 0.75; return i == 5; }`, kind: rule.FloatConversion, bad: []int64{-1<<31 - 1}, good: []int64{-1 << 31}},
	{name: "float to long", src: `int main(void) { float d = x; return (long)d == 5; }`, kind: rule.FloatConversion, bad: []int64{1<<63 - 1}, good: []int64{-1 << 63, 5}},
	{name: "long double to long", src: `int main(void) { long double d = x; return (long)(d + 1) == 5; }`, kind: rule.FloatConversion, bad: []int64{1<<63 - 1}, good: []int64{1<<63 - 2}},
	{name: "below zero, floating", src: `int main(void) { double d = x; return (unsigned)(d / 4) == 5; }`, kind: rule.FloatConversion, bad: []int64{-4}, good: []int64{-3, 5}},
	{name: "no number", src: `int main(void) { double d = x; d = d / d; return (int)d == 5; }`, kind: rule.FloatConversion, bad: []int64{0}, good: []int64{3}},
	{name: "a compound of a number", src: `int main(void) { unsigned char c = 200; double d = x; c += d; return c; }`, kind: rule.FloatConversion, bad: []int64{56}, good: []int64{55}},
}

func rulesOf(kind string) Check {
	return Checks(func(r *rule.Rule) bool { return r.Name == kind })
}

func TestArithmeticRules(t *testing.T) {
	for _, c := range arithmetical {
		t.Run(c.name, func(t *testing.T) {
			p := loadFor(t, source(c.src), cfa.Machine, rulesOf(c.kind))
			for _, x := range c.bad {
				o := runOn(p, x)
				if o.Kind != interp.ErrorFound || o.Error.Kind != c.kind {
					t.Errorf("on %d: %v %s, not %s", x, o.Kind, o.Reason, c.kind)
				} else if say := strings.ReplaceAll(o.Error.Text, "input", "x"); c.say != "" && say != c.say {
					t.Errorf("on %d: %s is told of, not %s", x, say, c.say)
				}
			}
			for _, x := range c.good {
				if o := runOn(p, x); o.Kind != interp.Exited {
					t.Errorf("on %d: %v %s %+v", x, o.Kind, o.Reason, o.Error)
				}
			}
			// With all the rules as well; another one may be broken first.
			all := loadFor(t, source(c.src), cfa.Machine, Overflow|Division|Shift|UnsignedOverflow|Conversion|FloatConversion)
			for _, x := range append(c.bad, c.good...) {
				if o := runOn(all, x); o.Kind != interp.Exited && o.Kind != interp.ErrorFound {
					t.Errorf("all rules, on %d: %v %s", x, o.Kind, o.Reason)
				}
			}
			for _, arith := range []cfa.Arith{cfa.Int} {
				p := loadFor(t, source(c.src), arith, rulesOf(c.kind))
				for _, x := range append(c.bad, c.good...) {
					if o := runOn(p, x); o.Kind == interp.ErrorFound && !c.real && c.kind != rule.BadShift && c.kind != rule.Conversion {
						t.Errorf("%v: on %d: %+v", arith, x, o.Error)
					}
				}
			}
		})
	}
}

// The table says what clang's sanitizers say.
func TestArithmeticRulesTable(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the programs")
	}
	if _, err := exec.LookPath("clang"); err != nil {
		t.Skip("no clang")
	}
	flags := map[string]string{
		rule.Overflow: "signed-integer-overflow", rule.DivisionByZero: "integer-divide-by-zero", rule.BadShift: "shift",
		rule.UnsignedOverflow: "unsigned-integer-overflow", rule.Conversion: "implicit-conversion", rule.FloatConversion: "float-cast-overflow",
	}
	dir := t.TempDir()
	for kind, flag := range flags {
		names := strings.Fields("main a b v s f")
		var b strings.Builder
		b.WriteString("#include <stdlib.h>\nstatic volatile long input;\n#define x input\n")
		for i, c := range arithmetical {
			if c.kind != kind {
				continue
			}
			for _, n := range names {
				fmt.Fprintf(&b, "#define %s %s_%d\n", n, n, i)
			}
			b.WriteString(c.src + "\n")
			for _, n := range names {
				fmt.Fprintf(&b, "#undef %s\n", n)
			}
		}
		b.WriteString("#undef x\nstatic int (*const all[])() = {")
		for i, c := range arithmetical {
			if c.kind == kind {
				fmt.Fprintf(&b, "[%d] = main_%d, ", i, i)
			}
		}
		b.WriteString("};\nint main(int argc, char **argv) { input = atol(argv[2]); all[atoi(argv[1])](0, 0); return 0; }\n")
		file, exe := filepath.Join(dir, flag+".c"), filepath.Join(dir, flag)
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("clang", "-w", "-O0", "-fsanitize="+flag, "-fno-sanitize-recover=all", "-o", exe, file)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("clang: %v\n%s", err, out)
		}
		for i, c := range arithmetical {
			if c.kind != kind {
				continue
			}
			run := func(x int64) bool {
				out, err := exec.Command(exe, fmt.Sprint(i), fmt.Sprint(x)).CombinedOutput()
				return err != nil && strings.Contains(string(out), "runtime error")
			}
			for _, x := range c.bad {
				if !run(x) && !c.alone {
					t.Errorf("%s: clang sees nothing on %d", c.name, x)
				}
			}
			for _, x := range c.good {
				if run(x) {
					t.Errorf("%s: clang sees something on %d", c.name, x)
				}
			}
		}
	}
}
