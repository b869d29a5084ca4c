package interp_test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/fuzz"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/refinetest"
)

// checked lowers a program with all checks of C.
func checked(t *testing.T, text string) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("t.c", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine, Check: lower.Default, MallocSucceeds: true})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Programs with calls, records, pointers and memory, made by the generator of package fuzz: steps over
// words do what single steps do.
func TestGeneratedProgramsBothWays(t *testing.T) {
	interp.CompileAtOnce(t)
	ends := map[interp.Kind]int{}
	for seed := range uint64(20) {
		p := checked(t, fuzz.Program(seed, fuzz.Options{}))
		ends[bothWays(t, p, func() interp.Inputs { return interp.Random(seed) }, 30_000).Kind]++
	}
	t.Log(ends)
}

func TestCallsOverWords(t *testing.T) {
	interp.CompileAtOnce(t)
	const head = "void reach_error(void); void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);\n"
	for _, c := range []struct {
		name, text string
		kind       interp.Kind
		exit       int64
	}{
		{"recursion", `int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { return fib(15); }`, interp.Exited, 610},
		{"two that call each other", `int odd(unsigned n); int even(unsigned n) { return n == 0 || odd(n - 1); } int odd(unsigned n) { return n && even(n - 1); }
			int main(void) { return 10 * even(1000) + odd(77); }`, interp.Exited, 11},
		{"an array of each activation", `int f(int n) { int a[3] = {n, n, n}; if (n) a[1] = f(n - 1); return a[0] + a[1]; } int main(void) { return f(9); }`, interp.Exited, 45},
		{"what nobody has set is not read", `int f(int n) { int x; if (n > 100) x = n; else x = 1; return x; } int main(void) { int s = 0; for (int i = 0; i < 200; i++) s += f(i); return s; }`, interp.Exited, 101 + (101+199)*99/2},
		{"a result that nobody has set", `int f(int n) { int x; if (n < 0) x = 1; return x; } int main(void) { int y = f(3); y = f(4); return 3; }`, interp.Exited, 3},
		{"words of 64 bits", `unsigned long h(unsigned long x) { return (x ^ x >> 31) * 0x9e3779b97f4a7c15ul; } int main(void) { unsigned long s = 1; for (int i = 0; i < 100; i++) s = h(s); return s >> 60; }`, interp.Exited, 3},
		{"copies of two variables", `int main(void) { int x = 1, y = 2, s = 0, t = 0; for (int i = 0; i < 90; i++) { int a = x, b = y; s += a ^ 3; t += b ^ 3; x = y; y = s & 7; } return s * 1000 + t; }`, interp.Exited, 242240},
		{"a list", `struct n { int v; struct n *next; }; int main(void) { struct n *h = 0; for (int i = 0; i < 50; i++) { struct n *n = malloc(sizeof *n); n->v = i; n->next = h; h = n; }
			int s = 0; while (h) { struct n *n = h->next; s += h->v; free(h); h = n; } return s; }`, interp.Exited, 1225},
		{"an error deep below", `void f(int n) { if (n > 60) reach_error(); else f(n + 1); } int main(void) { f(0); return 0; }`, interp.ErrorFound, 0},
		{"inputs", `int f(int x) { return x + __VERIFIER_nondet_int(); } int main(void) { int s = 0; for (int i = 0; i < 70; i++) s = f(s); return s; }`, interp.Exited, 0},
		{"a double", `double half(double x) { return x / 2; } int main(void) { double d = 1024; while (d > 1) d = half(d); return d == 1; }`, interp.Exited, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := refinetest.Lower(t, head+c.text, cfa.Machine)
			o := bothWays(t, p, interp.Zero, 300_000)
			if o.Kind != c.kind || c.kind == interp.Exited && (o.Exit == nil || !o.Exit.Equal(num.Of(c.exit))) {
				t.Errorf("%v %v (%s)", o.Kind, o.Exit, o.Reason)
			}
			if c.kind != interp.Exited || c.name == "inputs" {
				return
			}
			if e := interp.Exhaust(context.Background(), p, interp.Limits{}); c.name != "a result that nobody has set" && !e.Complete {
				t.Errorf("%+v", e)
			}
		})
	}
}
