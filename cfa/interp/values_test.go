package interp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/refine/refinetest"
)

// values is a random program that computes with variables of all types the same things again and again, so
// that a block has the values of many of them already, and changes them in all ways there are: by copies of
// each other, through pointers, by fills and copies that overlap, by what is called, and what that calls
// again. The numbers are those at the ends of the types. Operations may be undefined.
func values(r *rand.Rand) string {
	var b strings.Builder
	types := []string{"int", "unsigned", "long", "unsigned long", "short", "unsigned char", "signed char", "_Bool", "unsigned short", "long"}
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	b.WriteString("void *memcpy(void *, const void *, unsigned long); void *memmove(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);\n")
	b.WriteString("static unsigned char by[24]; static int ar[8]; static unsigned long ul[4]; static struct s { long l; unsigned char c[5]; short h; float f; } st[3], one;\nstatic double gd = 1; static float gf = 3;\n")
	names := []string{}
	for k := range 4 {
		fmt.Fprintf(&b, "static %s g%d = %d;\n", pick(types...), k, r.IntN(9))
		names = append(names, fmt.Sprintf("g%d", k))
	}
	fmt.Fprintf(&b, "static %s rec(%s n, %s x, int *p) { g0 += x; *p ^= n; g1 = g0; if ((n & 7) == 0) return x; g2 = g1 + *p; x = rec((n & 7) - 1, g2, p) + g0; g3 = x; return x ^ g2; }\n", pick(types...), pick("int", "unsigned", "long", "unsigned char"), pick(types...))
	b.WriteString("static void swap(long *p, long *q) { long t = *p; *p = *q; *q = t; }\nint main(void) { int i, taken = 5, *p = &taken; long la = 1, lb = 2; double d = 0.5, d2 = 2; float f = 1.5f; unsigned char *bp = by;\n")
	for k := range 6 {
		fmt.Fprintf(&b, "%s v%d = %d;\n", pick(types...), k, r.IntN(200)-60)
		names = append(names, fmt.Sprintf("v%d", k))
	}
	names = append(names, "v0", "v1", "i", "taken", "la", "lb")
	name := func() string { return names[r.IntN(len(names)-4)] }
	again := []string{} // expressions so far
	var expr func(depth int) string
	expr = func(depth int) string {
		if len(again) > 0 && r.IntN(4) == 0 {
			return again[r.IntN(len(again))]
		}
		if depth == 0 || r.IntN(5) == 0 {
			switch r.IntN(9) {
			case 0:
				return pick("0", "1", "-1", "2147483647", "(-2147483647-1)", "0x80000000u", "0xfffffffful", "0x7fffffffffffffffl", "(-0x7fffffffffffffffl-1)", "0x8000000000000000ul", "-1ul", "255", "-128", "63", "31", "7", "3")
			case 1:
				return fmt.Sprintf("ar[%s & 7]", name())
			case 2:
				return fmt.Sprintf("by[%s & 15]", name())
			case 3:
				return pick("*p", "*bp", "la", "lb", "st[1].l", "one.h", "st[i & 1].c[2]", "ul[i & 3]", "ul[1]")
			}
			return names[r.IntN(len(names))]
		}
		x, y := expr(depth-1), expr(depth-1)
		e := ""
		switch r.IntN(13) {
		case 0, 1, 2:
			e = fmt.Sprintf("(%s %s %s)", x, pick("+", "-", "*", "&", "|", "^"), y)
		case 3:
			e = fmt.Sprintf("(%s %s (%s & %s))", x, pick("<<", ">>"), y, pick("7", "31", "63"))
		case 4:
			e = fmt.Sprintf("(%s %s (%s | 1))", x, pick("/", "%"), y)
		case 5:
			e = fmt.Sprintf("(%s %s %s)", x, pick("<", "<=", ">", ">=", "==", "!="), y)
		case 6:
			e = fmt.Sprintf("(%s %s %s)", x, pick("&&", "||"), y)
		case 7:
			e = fmt.Sprintf("(%s ? %s : %s)", x, y, expr(depth-1))
		case 8:
			e = fmt.Sprintf("(%s(%s))", pick("-", "~", "!"), x)
		case 9:
			e = fmt.Sprintf("((%s)(%s))", pick(types...), x)
		case 10:
			e = fmt.Sprintf("(%s %s %s)", x, pick("+", "-", "*", "&", "<<", ">>", "%", "/"), pick("0", "1", "2", "3", "-1", "8", "31", "32", "63", "64", "0x7fffffff", "0xfffffffffffffffful"))
		case 11:
			e = fmt.Sprintf("((%s)(%s %s 3))", pick("int", "long", "unsigned char", "unsigned", "unsigned long"), pick("d", "f", "gd", "gf", "(float)d", "(double)f"), pick("+", "*", "/", "-"))
		default:
			e = fmt.Sprintf("(%s %s %s)", pick("d", "f", "gd", "-d", "gf"), pick("<", "<=", "==", "!=", ">"), pick("d2", "0.0", "f", x))
		}
		if len(e) < 40 {
			again = append(again, e)
		}
		return e
	}
	var statement func(depth int)
	statement = func(depth int) {
		switch r.IntN(24) {
		case 0, 1, 2, 3:
			fmt.Fprintf(&b, "%s = %s;\n", name(), expr(3))
		case 4, 5, 6:
			fmt.Fprintf(&b, "%s = %s; %s = %s;\n", name(), name(), name(), name())
		case 7:
			fmt.Fprintf(&b, "*p = %s;\n", expr(2))
		case 8:
			fmt.Fprintf(&b, "p = &%s;\n", pick("taken", "ar[3]", "ar[i & 7]"))
		case 9:
			fmt.Fprintf(&b, "ar[%s & 7] = %s; by[%s & 15] = %s;\n", name(), expr(2), name(), expr(1))
		case 10:
			fmt.Fprintf(&b, "memmove(by + (%s & 7), by + (%s & 7), %s);\n", name(), name(), pick("1", "8", "13", "(i & 7) + 1", "i & 3"))
		case 11:
			fmt.Fprintf(&b, "%s;\n", pick("memset(by + (i & 7), i, 9)", "memset(ar, 0, sizeof ar)", "memset(&one, 1, sizeof one)", "memset(ul, 255, 16)", "memcpy(by, ar, 16)", "memcpy(ul, by, 8)", "memcpy(&d2, &d, 8)", "memmove(ar + 1, ar, 12)", "memmove(ar, ar + 1, 20)"))
		case 12:
			fmt.Fprintf(&b, "%s = rec(%s, %s, p);\n", name(), expr(1), expr(1))
		case 13:
			fmt.Fprintf(&b, "st[%s & 1] = %s;\n", name(), pick("one", "st[1]", "st[2]"))
		case 14:
			fmt.Fprintf(&b, "%s = %s;\n", pick("one.l", "one.h", "st[0].c[2]", "st[i & 1].l", "st[1].c[i & 3]", "ul[i & 3]"), expr(2))
		case 15:
			fmt.Fprintf(&b, "%s; %s = %s;\n", pick("swap(&la, &lb)", "swap(&la, &st[1].l)", "swap(&la, &la)", "bp = by + (i & 15)", "bp++; if (bp > by + 20) bp = by"), name(), pick("la", "lb", "*bp"))
		case 16:
			fmt.Fprintf(&b, "%s;\n", pick("d = d * 1.5 + i", "d = d / 3", "d2 = d - d", "gd = -gd * 0.1", "f = f * 1.1f + d", "gf = gf / 7 + f", "d = d * d", "d = (d - d) / (d2 - d2)", "d = i", "f = (float)ul[1]", "d = ul[2]", "d = -0.0", "f = v0 + v1"))
		case 17:
			fmt.Fprintf(&b, "%s%s; %s %s %s;\n", name(), pick("++", "--"), name(), pick("+=", "-=", "^=", "*=", "&=", "|="), expr(1))
		case 18, 19:
			if depth > 0 {
				fmt.Fprintf(&b, "if (%s) {\n", expr(2))
				statement(depth - 1)
				if r.IntN(6) == 0 {
					b.WriteString(pick("continue;\n", "break;\n"))
				}
				b.WriteString("} else {\n")
				statement(depth - 1)
				statement(depth - 1)
				b.WriteString("}\n")
			}
		case 20:
			if depth > 0 {
				n := fmt.Sprintf("n%d", b.Len())
				fmt.Fprintf(&b, "for (%s %s = 0; %s < %s; %s++) {\n", pick(types...), n, n, pick("1", "5", "40", "(i & 15)"), n)
				statement(depth - 1)
				statement(depth - 1)
				b.WriteString("}\n")
			}
		case 21:
			if depth > 0 {
				fmt.Fprintf(&b, "switch (%s) { case 0: ", expr(2))
				statement(depth - 1)
				b.WriteString("case -1: case 255: ")
				statement(depth - 1)
				b.WriteString("break; case 4 ... 30: ")
				statement(depth - 1)
				b.WriteString("break; default: ;\n")
				statement(depth - 1)
				b.WriteString("}\n")
			}
		case 22:
			fmt.Fprintf(&b, "%s = %s %s %s;\n", name(), name(), pick("<<", ">>", "/", "%"), name())
		case 23:
			v := name()
			fmt.Fprintf(&b, "%s = %s; %s = %s;\n", v, expr(1), v, v)
		}
	}
	for range 2 {
		again = again[:0]
		b.WriteString("for (i = 0; i < 40; i++) {\n")
		for range 4 + r.IntN(8) {
			statement(2)
		}
		b.WriteString("}\n")
	}
	b.WriteString("unsigned long h = d > 1 && d < 1000; for (i = 0; i < 24; i++) h = h * 31 + by[i]; for (i = 0; i < 8; i++) h = h * 31 + ar[i]; for (i = 0; i < 4; i++) h = h * 31 + ul[i];\n")
	b.WriteString("for (i = 0; i < 3; i++) h = (h * 31 + st[i].l) * 31 + st[i].h + st[i].c[1]; h = h * 31 + one.l; h = h * 31 + la; h = h * 31 + lb; h = h * 31 + taken;\n")
	for _, v := range names[:10] {
		fmt.Fprintf(&b, "h = h * 31 + %s;\n", v)
	}
	b.WriteString("h ^= h >> 32; h *= 0x9e3779b97f4a7c15ul; return h >> 57; }\n")
	return b.String()
}

func TestValuesBothWays(t *testing.T) {
	interp.CompileAtOnce(t)
	ends := map[string]int{}
	for seed := range uint64(40) {
		text := values(rand.New(rand.NewPCG(seed, 21)))
		for _, p := range []*cfa.Program{checked(t, text), refinetest.Lower(t, text, cfa.Machine), refinetest.Lower(t, text, cfa.Int)} {
			bothWays(t, p, interp.Zero, 1+int(seed*37%400)) // ends anywhere
			o := bothWays(t, p, interp.Zero, 6_000)
			ends[o.Kind.String()]++
		}
	}
	t.Log(ends)
	if ends[interp.Exited.String()] < 20 {
		t.Errorf("ends %v: too few programs come to their end", ends)
	}
}
