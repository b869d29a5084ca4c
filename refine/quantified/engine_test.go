package quantified

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
)

// byCells runs the engine quantified by cells, and verifies bugs.
func byCells(t *testing.T, text string) *refine.Outcome {
	t.Helper()
	u, err := read.LoadBytes("t.c", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range u.ACSL {
		if !c.Read {
			t.Fatalf("%v was not read: %v", c.Pos, c.Problem)
		}
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine})
	if err != nil {
		t.Fatal(err)
	}
	out := refine.Run(context.Background(), p, refine.Options{Engine: Engine{Method: ByCells}, NoTests: true})
	if strings.Contains(out.Reason.Text, "did not check") {
		t.Fatal(out.Reason)
	}
	if out.Verdict == refine.Unsafe {
		o := interp.Run(context.Background(), p, interp.Recorded(out.Replay.Inputs), interp.Options{Follow: out.Path})
		if o.Kind != interp.ErrorFound || o.Tainted {
			t.Fatalf("UNSAFE, but the replay ends with %v", o.Kind)
		}
	}
	return out
}

// Programs of the paper's table, which need all that there is: signs, moving cells, instances,
// quotients, lessons; and their mutants, which must never be safe.
func TestQuantifiedPrograms(t *testing.T) {
	for _, name := range []string{
		"array_init", "copy1", "num_index", "partition", "scan", "insertion_sort", "ixj_daa_cid_read", "do_enoprof_op", "selection_sort",
	} {
		t.Run(name, func(t *testing.T) {
			for suffix, want := range map[string]refine.Verdict{".quant.c": refine.Safe, ".quant.bug.c": refine.Unsafe} {
				if name == "selection_sort" && testing.Short() {
					continue
				}
				text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "acsar", name+suffix))
				if err != nil {
					t.Fatal(err)
				}
				if want == refine.Unsafe && name == "selection_sort" {
					continue // the bug needs tests
				}
				out := byCells(t, string(text))
				if out.Verdict != want {
					t.Errorf("%s: %v (%s)", suffix, out.Verdict, out.Reason)
				}
				if want == refine.Safe && out.Annotations(context.Background()) == nil {
					t.Errorf("%s: no annotations", suffix)
				}
			}
		})
	}
}

// Claims that almost hold.
func TestQuantifiedIsNotFooled(t *testing.T) {
	const head = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);\nint a[50], b[50];\n"
	for _, c := range []struct {
		name, text string
		want       refine.Verdict
	}{
		{"one cell is left out", `int main(void) { int i, n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= n && n <= 50);
			for (i = 0; i < n; i++) if (i != 3) a[i] = 1;
			//@ assert \forall integer k; 0 <= k < n ==> a[k] == 1;
			return 0; }`, refine.Unsafe},
		{"written again", `int main(void) { int i, m = __VERIFIER_nondet_int();
			for (i = 0; i < 5; i++) a[i] = 1;
			if (m >= 0 && m < 50) a[m] = 0;
			//@ assert \forall integer k; 0 <= k < 5 ==> a[k] == 1;
			return 0; }`, refine.Unsafe},
		{"two ghosts may be one cell", `int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
			__VERIFIER_assume(0 <= x && x < 50 && 0 <= y && y < 50);
			a[x] = 1; a[y] = 2;
			if (a[x] != 1) reach_error();
			return 0; }`, refine.Unsafe},
		{"an index that moves", `int main(void) { int i = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= i && i < 49);
			a[i] = 1; i = i + 1; a[i] = 2; i = i - 1;
			if (a[i] != 1) reach_error();
			return 0; }`, refine.Safe},
		{"a claim in a loop", `int main(void) { int i, n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= n && n <= 50);
			for (i = 0; i < n; i++) a[i] = i + 1;
			for (i = 0; i < n; i++) if (a[i] <= i) reach_error();
			return 0; }`, refine.Safe},
		{"one that fails", `int main(void) { int i, n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= n && n <= 50);
			for (i = 0; i < n; i++) a[i] = 3 - i;
			for (i = 0; i < n; i++) if (a[i] < 2) reach_error();
			return 0; }`, refine.Unsafe},
		{"an assumption of all cells", `extern int c[50];
			int main(void) { int i = __VERIFIER_nondet_int();
			//@ assume \forall integer k; 0 <= k < 50 ==> c[k] > 2;
			if (i >= 0 && i < 50 && c[i] < 3) reach_error();
			return 0; }`, refine.Safe},
		{"a loop invariant", `int main(void) { int i = 0;
			//@ loop invariant 0 <= i <= 50 && (\forall integer k; 0 <= k < i ==> a[k] == 7);
			while (i < 50) a[i++] = 7;
			return 0; }`, refine.Safe},
		{"one that does not hold", `int main(void) { int i = 0;
			//@ loop invariant \forall integer k; 0 <= k <= i ==> a[k] == 7;
			while (i < 49) a[i++] = 7;
			return 0; }`, refine.Unsafe},
	} {
		t.Run(c.name, func(t *testing.T) {
			if out := byCells(t, head+c.text); out.Verdict != c.want {
				t.Errorf("%v (%s)", out.Verdict, out.Reason)
			}
		})
	}
}

// What is known at a loop, closed over the ghost.
func TestQuantifiedInvariant(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "acsar", "find.quant.c"))
	if err != nil {
		t.Fatal(err)
	}
	out := byCells(t, string(text))
	var all []string
	for _, r := range out.Invariants(context.Background()) {
		all = append(all, r.ACSL...)
	}
	for _, want := range []string{"spot <= n", `\forall integer k; 0 <= k < i && k < spot ==> a[k] == 0 && b[k] == 0`} {
		if !strings.Contains(strings.Join(all, "\n")+"\n", want+"\n") {
			t.Errorf("no %s in\n%s", want, strings.Join(all, "\n"))
		}
	}
}
