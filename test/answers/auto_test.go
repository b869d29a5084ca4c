package answers_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/whet-mc/whet"
)

// The result of auto does not depend on how many engines run at the same time.
func TestAutoIsTheSameWithAnyNumberOfJobs(t *testing.T) {
	sources := map[string]whet.Source{}
	for _, name := range []string{"door.c", "door-bug.c", "table.c", "lock.c", "retry.c", "recursion.c", "wrap.c"} {
		sources[name] = whet.File(filepath.Join("../../testdata", name))
	}
	// Engines that are stopped when others answer, and that give up before.
	for name, text := range map[string]string{
		"sum": `int n = __VERIFIER_nondet_int(), i = 0, s = 0;
			if (n < 0 || n > 1000000) return 0;
			while (i < n) { i++; s += 2; }
			if (s != 2 * n) reach_error();`,
		"exchange": `int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), t;
			if (x < 0 || y < 0 || x > 10000 || y > 10000) return 0;
			int a = x, b = y;
			while (__VERIFIER_nondet_int()) {
				if (a > 0) { a--; b++; } else { t = a; a = b; b = t; }
			}
			if (a + b != x + y) reach_error();`,
	} {
		sources[name] = whet.Text(name+".c", []byte("extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int main(void) { "+text+" return 0; }"))
	}
	several := 0
	for name, source := range sources {
		var first string
		for _, jobs := range []int{1, 2, 4, 2} {
			r, err := whet.Verify(t.Context(), source, whet.Options{Engine: "auto", Jobs: jobs, Checks: []string{"none"}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict == whet.Unknown {
				t.Errorf("%s: %s", name, r.Reason)
			}
			if len(r.Engines) == 0 {
				t.Errorf("%s: no engine is said to have run", name)
			}
			r.Timings = nil
			b, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Engines) > 1 {
				several++
			}
			if jobs == 1 {
				first = string(b)
			} else if string(b) != first {
				t.Errorf("%s with %d jobs: %s\nwith one: %s", name, jobs, b, first)
			}
		}
	}
	if several == 0 {
		t.Error("one engine answered everything")
	}
}
