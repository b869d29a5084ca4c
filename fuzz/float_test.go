package fuzz

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

var floatPrograms = flag.Int("float-programs", 20, "random programs on floating numbers")

// floatDrawer writes a random program on floating numbers. It returns a hash of all that it has
// computed, in which every NaN is the same, and asks nothing of what C leaves open: signs of NaNs,
// conversions out of range.
type floatDrawer struct {
	*rand.Rand
	strings.Builder
	exact bool // no functions that round: those for i386 return more than their type holds
}

var floatTypes = []struct{ name, suffix, v string }{{"float", "f", "f"}, {"double", "", "d"}, {"long double", "l", "l"}}

func (d *floatDrawer) pick(s ...string) string { return s[d.IntN(len(s))] }

// float is an expression of one of the types.
func (d *floatDrawer) float(t, depth int) string {
	y := floatTypes[t]
	if depth == 0 {
		if d.IntN(3) == 0 {
			return "(" + y.name + ")" + d.pick("0.1", "1", "-2.5", "1e30", "3e-39", "0x1.fffffep127", "1e-310", "-0.0", "16777217", "7.0L/3")
		}
		return fmt.Sprintf("%s%d", y.v, d.IntN(3))
	}
	sub := func() string { return d.float(t, depth-1) }
	k := d.IntN(12)
	if d.exact && k > 8 {
		k = 8
	}
	switch k {
	case 0, 1, 2, 3:
		return "(" + sub() + d.pick(" + ", " - ", " * ", " / ") + sub() + ")"
	case 4:
		return "-(" + sub() + ")"
	case 5:
		return "(" + y.name + ")" + d.float(d.IntN(3), depth-1)
	case 6:
		return "(" + y.name + ")" + d.int(depth-1)
	case 7:
		if !d.exact && d.IntN(4) == 0 {
			return "sqrt" + y.suffix + "(" + sub() + ")"
		}
		return d.pick("fabs", "floor", "ceil", "trunc", "round", "rint") + y.suffix + "(" + sub() + ")"
	case 8:
		return d.pick("fmod", "nextafter", "remainder") + y.suffix + "(" + sub() + ", " + sub() + ")"
	case 9:
		return "fma" + y.suffix + "(" + sub() + ", " + sub() + ", " + sub() + ")"
	case 10:
		return "ldexp" + y.suffix + "(" + sub() + ", " + d.int(0) + " % 40)"
	}
	return "(" + d.int(depth-1) + " ? " + sub() + " : " + d.float(d.IntN(t+1), depth-1) + ")"
}

// int is an expression of type int.
func (d *floatDrawer) int(depth int) string {
	if depth <= 0 {
		return fmt.Sprintf("i%d", d.IntN(3))
	}
	t := d.IntN(3)
	switch x := d.float(t, depth-1); d.IntN(6) {
	case 0, 1:
		return "(" + x + d.pick(" < ", " <= ", " == ", " != ", " > ", " >= ") + d.float(d.IntN(3), depth-1) + ")"
	case 2:
		return d.pick("isnan", "isinf", "isfinite", "isnormal", "fpclassify") + "(" + x + ")"
	case 3:
		return fmt.Sprintf("toint(%s)", x)
	case 4:
		return "!" + x
	}
	return "(" + d.int(depth-1) + " ^ " + d.int(depth-1) + ")"
}

func floatProgram(seed uint64, exact bool) string {
	d := &floatDrawer{Rand: rand.New(rand.NewPCG(seed, 19)), exact: exact}
	d.WriteString(`#include <math.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned hash = 1;
static void put(unsigned x) { hash = (hash ^ x) * 16777619u; hash ^= hash >> 15; }
static void puts_(const void *p, int n) { const unsigned char *b = p; while (n-- > 0) put(*b++); }
static void putf(float x) { if (x == x) puts_(&x, 4); else put(7); }
static void putd(double x) { if (x == x) puts_(&x, 8); else put(7); }
static void putl(long double x) { if (x == x) puts_(&x, 10); else put(7); }
static int toint(long double x) { return x > -2e9 && x < 2e9 ? (int)x : 5; }
static float bitsf(void) { union { unsigned u; float f; } x; x.u = __VERIFIER_nondet_uint(); return x.f; }
static double bitsd(void) { unsigned u[2]; double x; u[0] = __VERIFIER_nondet_uint(); u[1] = __VERIFIER_nondet_uint(); memcpy(&x, u, 8); return x; }
struct box { char c; float f; double d; long double l; };
static struct box swap(struct box b, float f) { struct box r; r = b; r.f = b.d; r.d = f; r.l = b.l + f; return r; }
int main(void) {
  float f0 = bitsf(), f1 = bitsf(), f2 = 0.1f;
  double d0 = bitsd(), d1 = bitsd(), d2 = f1;
  long double l0 = d0, l1 = d1 / 3, l2 = f0;
  int i0 = __VERIFIER_nondet_uint(), i1 = i0 >> 20, i2 = 3;
  struct box b = { 1, f0, d1, l1 };
`)
	for range 12 {
		k := d.IntN(3)
		switch t := d.IntN(6); t {
		case 0, 1, 2:
			y := floatTypes[t]
			fmt.Fprintf(d, "  %s%d %s %s;\n", y.v, k, d.pick("=", "=", "=", "+=", "-=", "*=", "/="), d.float(d.IntN(3), 2))
		case 3:
			fmt.Fprintf(d, "  i%d = %s;\n", k, d.int(2))
		case 4:
			fmt.Fprintf(d, "  b = swap(b, %s); b.%s%s;\n", d.float(d.IntN(3), 1), d.pick("f", "d", "l"), d.pick("++", "--"))
		default:
			fmt.Fprintf(d, "  if (%s) d%d = b.%s; else f%d = %s;\n", d.int(2), k, d.pick("f", "d", "l"), k, d.float(d.IntN(3), 1))
		}
	}
	for k := range 3 {
		fmt.Fprintf(d, "  putf(f%d); putd(d%d); putl(l%d); put(i%d);\n", k, k, k, k)
	}
	d.WriteString("  putf(b.f); putd(b.d); putl(b.l);\n  return hash & 255;\n}\n")
	return d.String()
}

// TestFloats compares random programs on floating numbers with gcc.
func TestFloats(t *testing.T) {
	ctx := context.Background()
	for m, c := range models(t) {
		ran := 0
		for seed := range uint64(*floatPrograms) {
			src := floatProgram(seed, m == lang.ILP32)
			r := rand.New(rand.NewPCG(seed, 7))
			var inputs [][]num.Int
			for range 4 {
				var in []num.Int
				for range 8 {
					x := r.Uint32()
					switch r.IntN(5) {
					case 0:
						x &= 0x807fffff
					case 1:
						x = 0x3f000000 + x>>7
					case 2:
						x |= 0x7f800000
					}
					in = append(in, num.Of(int64(x)))
				}
				inputs = append(inputs, in)
			}
			err := compare(ctx, c, "f.c", src, m, inputs)
			switch {
			case err == nil:
				ran++
			case errors.Is(err, errApprox), errors.Is(err, errNoGCC) && !errors.Is(err, ErrCompile):
			default:
				t.Fatalf("%v, seed %d: %v\n%s", m, seed, err, src)
			}
		}
		if ran < *floatPrograms/2 {
			t.Errorf("%v: only %d of %d programs ran to the end", m, ran, *floatPrograms)
		}
	}
}
