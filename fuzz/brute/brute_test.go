package brute

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/fuzz/small"
)

// ways lists the ways to compile, of which there has to be one.
func ways(t *testing.T, model string) []Way {
	t.Helper()
	ws := Ways(context.Background(), t.TempDir(), model, 0)
	if len(ws) == 0 {
		t.Skip("no compiler works here for ", model)
	}
	return ws
}

// What All says of programs that do the various things that it tells apart, all in one batch.
func TestAll(t *testing.T) {
	const in = "extern int __VERIFIER_nondet_int(void);\n"
	list := []struct {
		name, text string
		fate       Fate
		runs       int
		seen       []int64 // at place 0
	}{
		{"a tree of inputs", in + "int main(void) { int x = __VERIFIER_nondet_int(/* -1..1 */), y = 0; if (x > 0) y = __VERIFIER_nondet_int(/* 5..6 */); SEE(0, x * 10 + y); return 0; }", Fine, 4, []int64{-10, 0, 15, 16}},
		{"own globals", "static int g1; int main(void) { SEE(0, g1++); return 0; }", Fine, 1, []int64{0}},
		{"the same names", "static short g1 = 7; struct node { int a; }; int main(void) { SEE(0, g1 + (int)sizeof(struct node)); return 0; }", Fine, 1, []int64{11}},
		{"an alias", "int f1(int a) { return a + 1; } int f2(int a) __attribute__((alias(\"f1\"))); int main(void) { SEE(0, f2(3)); return 0; }", Fine, 1, []int64{4}},
		{"before and after main", "static int g1; __attribute__((constructor)) static void f1(void) { g1 = 3; } __attribute__((destructor)) static void f2(void) { SEE(0, g1); } int main(void) { g1 *= 2; return 0; }", Fine, 1, []int64{6}},
		{"all cells", "int main(void) { int a[3] = { 0, 1, 1 }; ALL(0, k, 0, 3, a[k] < 2); ALL(0, k, 0, 3, a[k] < 1); return 0; }", Fine, 1, []int64{0, 1}},
		{"an assumption", in + "extern void __VERIFIER_assume(int);\nint main(void) { int x = __VERIFIER_nondet_int(/* 0..3 */); __VERIFIER_assume(x != 2); SEE(0, x); return 0; }", Fine, 4, []int64{0, 1, 3}},
		{"an index outside", in + "int main(void) { int a[3] = { 0 }; int x = __VERIFIER_nondet_int(/* 2..3 */); a[x] = 1; SEE(0, a[2]); return 0; }", Undefined, 0, nil},
		{"a crash", "int main(void) { *(volatile int *)0 = 1; SEE(0, 0); return 0; }", Undefined, 0, nil},
		{"a shift by too much", in + "int main(void) { int x = __VERIFIER_nondet_int(/* 31..32 */); SEE(0, 1u << x); return 0; }", Undefined, 0, nil},
		{"no end", "int main(void) { for (volatile int i = 0; ; i++) ; }", TooLarge, 0, nil},
		{"too many inputs", in + "int main(void) { for (int i = 0; i < 9; i++) SEE(0, __VERIFIER_nondet_int(/* 0..3 */)); return 0; }", TooLarge, 0, nil},
		{"not C", "int main(void) { return x; }", Refused, 0, nil},
	}
	for _, model := range []string{"lp64", "ilp32"} {
		t.Run(model, func(t *testing.T) {
			ws := ways(t, model)
			if !ws[0].Checks {
				t.Skip("no sanitizers here")
			}
			if testing.Short() {
				ws = ws[:1]
			}
			var sources []Source
			for _, l := range list {
				sources = append(sources, Source{Text: l.text + "\n", Restarts: small.Restarts(l.text)})
			}
			vs, err := All(context.Background(), t.TempDir(), ws, sources)
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range list {
				v := vs[i]
				if v.Fate != l.fate {
					t.Errorf("%s: %v (%s), want %v", l.name, v.Fate, v.Why, l.fate)
					continue
				}
				if l.fate != Fine {
					continue
				}
				same := len(v.Seen[0]) == len(l.seen)
				for _, x := range l.seen {
					same = same && v.Seen[0][x] > 0
				}
				if v.Runs != l.runs || !same {
					t.Errorf("%s: %d runs, seen %v; want %d, %v", l.name, v.Runs, v.Seen[0], l.runs, l.seen)
				}
			}
		})
	}
}

// The promise of package small: its programs are defined, for all inputs, by all compilers, in both
// models. (A few depend on the addresses of objects, and show something else now and then; and gcc
// 12, when it optimises, takes a variable and its alias for two objects: where that shows, the
// attack drops them.)
func TestSmallIsDefined(t *testing.T) {
	for _, model := range []string{"lp64", "ilp32"} {
		ws := ways(t, model)
		if testing.Short() || model == "ilp32" {
			ws = ws[:1]
		}
		var list []Source
		var names []string
		for i, n := range small.Names() {
			if testing.Short() && i%4 > 0 {
				continue
			}
			for seed := range uint64(2) {
				if p := small.Of(n, seed); p.Only == "" || p.Only == model {
					list, names = append(list, Source{Text: p.Text, Restarts: p.Restarts}), append(names, n)
				}
			}
		}
		bad := 0
		for at := 0; at < len(list); at += 60 {
			end := min(at+60, len(list))
			vs, err := All(context.Background(), t.TempDir(), ws, list[at:end])
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range vs {
				if v.Fate != Fine && names[at+i] != "memory: memccpy of a pointer" && names[at+i] != "alias: of a variable" {
					t.Errorf("%s, %s: %v: %s\n%s", model, names[at+i], v.Fate, v.Why, list[at+i].Text)
					bad++
				}
			}
		}
		t.Logf("%s: %d of %d", model, len(list)-bad, len(list))
	}
}
