package cfa

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// With fewer error locations the runs to those that are kept are the same, and so are their paths;
// the program itself stays as it is.
func TestAsking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t, true)
		p.Finish()
		keep := func(l *Loc) bool { return l.ID%2 == 0 }
		before := text(p)
		q := p.Asking(keep)
		if text(p) != before {
			t.Fatal("the program has changed")
		}
		if err := q.Check(); err != nil {
			t.Fatalf("%v\n%s", err, text(q))
		}
		kept := map[string]bool{}
		for _, l := range p.Errors {
			kept["error "+l.Error.Text] = keep(l)
			if q.Locs[l.ID].Error != nil != keep(l) {
				t.Fatalf("location %d\n%s", l.ID, text(q))
			}
		}
		want, ok1 := outcomes(p, 3000)
		got, ok2 := outcomes(q, 3000)
		if ok1 && ok2 {
			maps.DeleteFunc(want, func(end string, _ bool) bool { return strings.HasPrefix(end, "error") && !kept[end] })
			if !maps.Equal(want, got) {
				t.Fatalf("ends %v, with fewer errors %v\n%s", slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)), text(p))
			}
		}
		const steps, limit = 12, 6000
		paths, ok1 := errorPaths(p, steps, limit)
		fewer, ok2 := errorPaths(q, steps, limit)
		if ok1 && ok2 {
			for k, path := range paths {
				if _, is := fewer[k]; is != keep(path[len(path)-1].Target()) {
					t.Fatalf("path %s: %v\n%s", k, is, text(p))
				}
			}
		}
	})
}
