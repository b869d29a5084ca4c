package whet_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/whet-mc/whet"
)

// The result of auto does not depend on how many engines run at the same time.
func TestAutoIsTheSameWithAnyNumberOfJobs(t *testing.T) {
	for _, name := range []string{"door.c", "door-bug.c", "table.c", "lock.c", "retry.c", "recursion.c", "wrap.c"} {
		var first string
		for _, jobs := range []int{1, 2, 4} {
			r, err := whet.Verify(t.Context(), whet.File(filepath.Join("testdata", name)), whet.Options{Engine: "auto", Jobs: jobs})
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
			if jobs == 1 {
				first = string(b)
			} else if string(b) != first {
				t.Errorf("%s with %d jobs: %s\nwith one: %s", name, jobs, b, first)
			}
		}
	}
}
