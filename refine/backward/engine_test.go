package backward

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
)

const ghostHead = `
int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); void reach_error(void);
void __VERIFIER_assert(int c) { if (!c) reach_error(); }
int a[1000], b[1000];
int main(void) {
	int i, j, t, k = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
	__VERIFIER_assume(0 <= n && n <= 1000);
	for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
`

// explored runs the method alone, without test runs, and verifies what it claims.
func explored(t testing.TB, ctx context.Context, p *cfa.Program) *refine.Outcome {
	t.Helper()
	b := refine.NewSession(ctx, p, refine.Options{NoTests: true})
	Run(b, nil)
	b.Conclude()
	switch b.Outcome.Verdict {
	case refine.Unsafe:
		o := interp.Run(context.Background(), p, interp.Recorded(b.Outcome.Replay.Inputs), interp.Options{Follow: b.Outcome.Path})
		if o.Kind != interp.ErrorFound || o.Tainted {
			t.Fatalf("UNSAFE, but the replay ends with %v", o.Kind)
		}
	case refine.Unknown:
		if !b.Outcome.Reason.Given() {
			t.Fatal("UNKNOWN without a reason")
		}
	}
	return &b.Outcome
}

// Programs like those of the paper, with the property said by a ghost k.
func TestBackward(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       refine.Verdict
	}{
		{"initialisation", `for (i = 0; i < n; i++) a[i] = 0;
			if (0 <= k && k < n) __VERIFIER_assert(a[k] == 0);`, refine.Safe},
		{"initialisation, the last cell forgotten", `for (i = 0; i < n - 1; i++) a[i] = 0;
			if (0 <= k && k < n) __VERIFIER_assert(a[k] == 0);`, refine.Unsafe},
		{"copy", `for (i = 0; i < n; i++) b[i] = a[i];
			if (0 <= k && k < n) __VERIFIER_assert(b[k] == a[k]);`, refine.Safe},
		{"downwards", `for (i = n - 1; i >= 0; i--) a[i] = 2 * i;
			if (0 <= k && k < n) __VERIFIER_assert(a[k] == 2 * k);`, refine.Safe},
		{"partition", `j = 0; for (i = 0; i < n; i++) if (a[i] > 0) { b[j] = a[i]; j++; }
			if (0 <= k && k < j) __VERIFIER_assert(b[k] > 0);`, refine.Safe},
		{"partition, wrong", `j = 0; for (i = 0; i < n; i++) if (a[i] >= 0) { b[j] = a[i]; j++; }
			if (0 <= k && k < j) __VERIFIER_assert(b[k] > 0);`, refine.Unsafe},
		{"even and odd", `for (i = 0; i < n - 1; i += 2) { a[i] = 1; a[i + 1] = 2; }
			if (0 <= k && k < n - 1 && k % 2 == 0) __VERIFIER_assert(a[k] == 1);`, refine.Safe},
		{"inner loop of insertion sort", `__VERIFIER_assume(n > 0); i = n - 1; j = i;
			while (j > 0 && a[j - 1] > a[j]) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; j--; }
			if (j <= k && k <= i) __VERIFIER_assert(a[j] <= a[k]);`, refine.Safe},
		{"a counter that does not matter", `for (t = 0; t < 500; t++) if (t < n) a[t] = 7;
			j = 0; for (i = 0; i < n; i++) { a[i] = 3; for (t = 0; t < 90; t++) j++; }
			if (0 <= k && k < n) __VERIFIER_assert(a[k] == 3);`, refine.Safe},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := refinetest.Lower(t, ghostHead+c.body+"\n}", cfa.Machine)
			out := explored(t, context.Background(), p)
			if out.Verdict != c.want {
				t.Fatalf("%v (%s) after %d refinements instead of %v", out.Verdict, out.Reason, out.Stats.Refinements, c.want)
			}
			if out.Verdict == refine.Safe && out.Annotations(context.Background()) == nil {
				t.Error("no proof is left")
			}
		})
	}
}

// A recursion has no finite program without calls.
func TestBackwardRecursion(t *testing.T) {
	p := refinetest.Lower(t, `void reach_error(void); int __VERIFIER_nondet_int(void);
		void f(int x) { if (x > 3) { if (x < 0) reach_error(); f(x - 1); } } int main(void) { f(__VERIFIER_nondet_int()); }`, cfa.Machine)
	if out := explored(t, context.Background(), p); out.Verdict != refine.Unknown || !strings.Contains(out.Reason.Text, "f is recursive") {
		t.Errorf("%v (%s)", out.Verdict, out.Reason)
	}
}

// On random programs it does not say SAFE where a run reaches an error.
func TestBackwardRandom(t *testing.T) {
	count := map[refine.Verdict]int{}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 8))
		p := mctest.Program(r, mctest.Small)
		reached := false
		for range 100 {
			run := mctest.Run(r, p, 60)
			reached = reached || run[len(run)-1].At.Error != nil
		}
		ctx := &spent{Context: context.Background(), left: 3000}
		out := explored(t, ctx, p)
		count[out.Verdict]++
		if out.Verdict == refine.Safe && reached {
			t.Fatalf("seed %d: SAFE, but a run reaches an error", seed)
		}
	}
	if count[refine.Safe] < 5 || count[refine.Unsafe] < 5 {
		t.Errorf("too few are decided: %v", count)
	}
	t.Log(count)
}

// spent is a context that ends after so many looks at it.
type spent struct {
	context.Context
	left int
}

func (s *spent) Err() error {
	if s.left--; s.left < 0 {
		return context.Canceled
	}
	return nil
}

// However early a run is stopped, it claims nothing that a longer run denies.
func TestBackwardStopped(t *testing.T) {
	safe := refinetest.Lower(t, ghostHead+`for (i = 0; i < n; i++) a[i] = 4 * i; if (0 <= k && k < n) __VERIFIER_assert(a[k] == 4 * k); }`, cfa.Machine)
	wrong := refinetest.Lower(t, ghostHead+`for (i = 1; i < n; i++) a[i] = 4 * i; if (0 <= k && k < n) __VERIFIER_assert(a[k] == 4 * k); }`, cfa.Machine)
	for left := 0; left < 4000; left += 1 + left/9 {
		if out := explored(t, &spent{context.Background(), left}, safe); out.Verdict == refine.Unsafe {
			t.Fatalf("stopped after %d looks: %v", left, out.Verdict)
		}
		if out := explored(t, &spent{context.Background(), left}, wrong); out.Verdict == refine.Safe {
			t.Fatalf("stopped after %d looks: %v", left, out.Verdict)
		}
	}
}
