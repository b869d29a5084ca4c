package heap

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Values come out sorted, whatever is put in, taken out and dropped in between.
func TestAgainstSortedSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := New(func(a, b int) bool { return a < b })
		var want []int
		for range rapid.IntRange(0, 60).Draw(t, "operations") {
			switch k := rapid.IntRange(0, 5).Draw(t, "operation"); {
			case k < 3:
				v := rapid.IntRange(0, 20).Draw(t, "value")
				h.Push(v)
				want = append(want, v)
				slices.Sort(want)
			case k == 5:
				odd := func(v int) bool { return v%2 != 0 }
				h.Keep(odd)
				want = slices.DeleteFunc(want, func(v int) bool { return !odd(v) })
			case len(want) > 0:
				if v := h.Pop(); v != want[0] {
					t.Fatalf("%d, not %d", v, want[0])
				}
				want = want[1:]
			}
			if h.Len() != len(want) {
				t.Fatalf("%d values, not %d", h.Len(), len(want))
			}
		}
	})
}
