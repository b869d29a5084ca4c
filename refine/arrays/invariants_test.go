package arrays

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/families"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
	"github.com/whet-mc/whet/refine/testrun"
)

// Every state of every run satisfies the invariant at its place.
func TestReachedHolds(t *testing.T) {
	texts := map[string]string{
		"recursive": `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[8], n;
void fill(int i) { if (i < 8) { a[i] = 2 * i + n; fill(i + 1); } }
int main(void) { n = __VERIFIER_nondet_int(); fill(0); if (a[5] != 10 + n) reach_error(); }`,
		"an array parameter": `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void swap(int *p, int i, int j) { int t = p[i]; p[i] = p[j]; p[j] = t; }
int main(void) {
  int a[3], x = __VERIFIER_nondet_int();
  a[0] = x; a[2] = 7;
  swap(a, 0, 2);
  if (a[2] != x || a[0] != 7) reach_error();
}`,
		"a summary for many callers": `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g;
int twice(int x) { g = g + 1; return x + x; }
int main(void) {
  int y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  int u = twice(y), v = twice(z);
  if (u - v != 2 * (y - z) || g != 2) reach_error();
}`,
	}
	for _, f := range families.All() {
		n := 4
		if f.Name == "Gray code" {
			n = 2
		}
		texts[f.Name] = f.Text(n, false)
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := refinetest.Lower(t, text, cfa.Int)
			_, out := runOn(t, p, Engine{})
			rs := out.Invariants(context.Background())
			if out.Verdict != refine.Safe || len(rs) == 0 {
				t.Fatalf("%v (%s), %d locations", out.Verdict, out.Reason, len(rs))
			}
			compared, constraints := 0, 0
			for seed := range uint64(60) {
				in := interp.Inputs(testrun.Few(seed))
				if seed%3 == 0 {
					in = interp.Random(seed)
				}
				compared += refinetest.Follow(t, p, rs, interp.Run(context.Background(), p, in, interp.Options{Trace: true, MaxSteps: 3000}))
			}
			for _, r := range rs {
				for _, c := range r.Cases {
					constraints += len(c)
				}
			}
			if compared < 300 || constraints == 0 {
				t.Errorf("only %d states compared with %d constraints", compared, constraints)
			}
		})
	}
}

// A counter is one case, however long the loop runs.
func TestReachedIsShort(t *testing.T) {
	p := refinetest.Lower(t, families.StringCopy(50, false), cfa.Int)
	_, out := runOn(t, p, Engine{})
	for _, r := range out.Invariants(context.Background()) {
		if len(r.Cases) > 2 {
			t.Errorf("%v: %d cases", r.Loc.Pos, len(r.Cases))
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	most := 0
	for _, r := range out.Invariants(done) {
		most = max(most, len(r.Cases))
	}
	if most < 40 {
		t.Errorf("at most %d cases, though there was no time to merge any", most)
	}
}

// What a false invariant would be: the comparison must see it.
func TestReachedComparison(t *testing.T) {
	p := refinetest.Lower(t, `
extern void reach_error(void);
int main(void) { int i = 0; while (i < 5) i = i + 1; if (i != 5) reach_error(); }`, cfa.Int)
	_, out := runOn(t, p, Engine{})
	o := interp.Run(context.Background(), p, interp.Zero(), interp.Options{Trace: true})
	wrong := 0
	for _, r := range out.Invariants(context.Background()) {
		if !refinetest.Holds(p, &r, map[string]num.Int{"i": num.Of(77)}) {
			wrong++
		}
	}
	if o.Kind != interp.Exited || wrong == 0 {
		t.Errorf("%v, %d locations at which i is not 77", o.Kind, wrong)
	}
}
