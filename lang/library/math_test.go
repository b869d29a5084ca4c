package library

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
)

// mathPrelude has arguments to try: those that the cases name and their neighbours, multiples of pi/2,
// numbers of all magnitudes, and most of them near 1.
const mathPrelude = `
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static uint64_t state = 88172645463325252u;
static uint64_t draw(void) { state ^= state << 13; state ^= state >> 7; return state ^= state << 17; }
`

// mathTyped is for the type T with the suffix s, of which the bits are known.
const mathTyped = `
static T some_@(void)
{
	static const T at[] = { 0, 1, 2, 0.5, 4, 3, 100, 700, 709, 710, 745, 88, 104, 11356, 11400, MAX_@, MIN_@, TRUE_MIN_@, INFINITY, NAN, PI };
	T x;
	int k = 0, n = sizeof at / sizeof *at;
	switch (draw() % 4) {
	case 0:
		x = at[draw() % n];
		for (k = draw() % 5; k > 2; k--)
			x = nextafter@(x, (T)INFINITY);
		for (; k; k--)
			x = nextafter@(x, 0);
		break;
	case 1: x = (T)(draw() % 2000) * PI / 2; break;
	case 2: x = scalbn@((T)draw(), (int)(draw() % (2 * MAXEXP)) - MAXEXP - 64); break;
	default: x = scalbn@((T)draw(), (int)(draw() % 16) - 72);
	}
	if (isnan(x))
		*(unsigned char *)&x = draw();
	return draw() % 2 ? -x : x;
}
static int same_@(T x, T y)
{
	if (!isnan(x))
		return x == y && !signbit(x) == !signbit(y);
	x = copysign@(x, 1), y = copysign@(y, 1);
	return !memcmp(&x, &y, BYTES);
}
`

// constant is a number in C with the suffix of a type.
func (n Number) constant(suffix, of string) string {
	text, negative := strings.CutPrefix(string(n), "-")
	switch text {
	case "inf":
		text = "(T)INFINITY"
	case "max":
		text = "MAX_" + of
	case "pi":
		text = pi + suffix
	case "pi/2":
		text = halfPi + suffix
	default:
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		text += suffix
	}
	if negative {
		return "-" + text
	}
	return text
}

func (r Floats) condition(x, suffix, of string) string {
	if r.NaN {
		return "isnan(" + x + ")"
	}
	lo, hi := " >= ", " <= "
	if r.OpenLo {
		lo = " > "
	}
	if r.OpenHi {
		hi = " < "
	}
	return x + lo + r.Lo.constant(suffix, of) + " && " + x + hi + r.Hi.constant(suffix, of)
}

// What is said of the functions of math.h is true of the library that is here.
func TestMathCases(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	tries := "20000"
	if testing.Short() {
		tries = "2000"
	}
	if s := os.Getenv("WHET_MATH_TRIES"); s != "" {
		tries = s
	}
	var names []string
	for name := range mathCases() {
		names = append(names, name)
		for _, s := range []string{"", "f", "l"} {
			if len(Rows(name+s)) == 0 {
				t.Errorf("%s%s has no row", name, s)
			}
		}
	}
	sort.Strings(names)
	var src, calls strings.Builder
	src.WriteString(mathPrelude)
	for _, f := range []struct{ t, s, constant, limits, maxExp, bytes string }{
		{"double", "", "", "DBL", "1024", "8"}, {"float", "f", "f", "FLT", "128", "4"}, {"long double", "l", "L", "LDBL", "16384", "10"},
	} {
		fmt.Fprintf(&src, "#undef T\n#undef PI\n#undef MAXEXP\n#undef BYTES\n#define BYTES %s\n#define T %s\n#define PI %s%s\n#define MAXEXP %s\n#define MAX_%s %s_MAX\n#define MIN_%s %s_MIN\n#define TRUE_MIN_%s %s_TRUE_MIN\n",
			f.bytes, f.t, pi, f.constant, f.maxExp, f.s, f.limits, f.s, f.limits, f.s, f.limits)
		src.WriteString(strings.ReplaceAll(mathTyped, "@", f.s))
		for _, name := range names {
			cases := Cases(name)
			params, args := "T x", "x"
			if len(cases[0].When) == 2 {
				params, args = "T x, T y", "x, y"
			}
			fmt.Fprintf(&src, "static int keeps_%s%s(%s, T r) {\n", name, f.s, params)
			if args == "x" {
				src.WriteString("if (isnan(x)) return same_" + f.s + "(r, x);\n")
			}
			for _, c := range cases {
				var when []string
				for i, a := range c.When {
					when = append(when, a.condition("xy"[i:i+1], f.constant, f.s))
				}
				cond := strings.Join(when, " && ")
				switch c.Gives {
				case GivesNaN:
					fmt.Fprintf(&src, "if (%s) return isnan(r);\n", cond)
				case SameAs:
					fmt.Fprintf(&src, "if (%s) return same_%s(r, %c);\n", cond, f.s, "xy"[c.Of])
				case Exactly:
					fmt.Fprintf(&src, "if (%s) return same_%s(r, %s);\n", cond, f.s, c.To.Lo.constant(f.constant, f.s))
				case InRange:
					fmt.Fprintf(&src, "if (%s && !(%s)) return 0;\n", cond, c.To.condition("r", f.constant, f.s))
				}
			}
			src.WriteString("return 1; }\n")
			second := ""
			if args != "x" {
				second = fmt.Sprintf("y = draw() %% 3 ? some_%s() : draw() %% 2 ? 2 : -2", f.s)
			}
			fmt.Fprintf(&src, "static void try_%s%s(long n) { for (; n > 0; n--) { T x = some_%s(), y = 0; %s; T r = %s%s(%s); if (!keeps_%s%s(%s, r)) { printf(\"%s%s(%%La, %%La) = %%La\\n\", (long double)x, (long double)y, (long double)r); return; } } }\n",
				name, f.s, f.s, second, name, f.s, args, name, f.s, args, name, f.s)
			fmt.Fprintf(&calls, "try_%s%s(n);\n", name, f.s)
		}
	}
	fmt.Fprintf(&src, "int main(int argc, char **argv) { long n = atol(argv[1]); %s return 0; }\n", calls.String())
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "m.c"), filepath.Join(dir, "m")
	if err := os.WriteFile(file, []byte(src.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-w", "-fno-builtin", file, "-o", exe, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %.2000s", out)
	}
	out, err := exec.Command(exe, tries).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// Runs rely on the order of the cases: one value first, and ranges inside of those before them.
func TestMathOrder(t *testing.T) {
	for name, cases := range mathCases() {
		k := slices.IndexFunc(cases, func(c Case) bool { return c.Gives == InRange })
		for i, c := range cases {
			if len(c.When) != len(cases[0].When) || k >= 0 && i > k && c.Gives != InRange {
				t.Errorf("%s: case %d", name, i)
			}
		}
	}
}
