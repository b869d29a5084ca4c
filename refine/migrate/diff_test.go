package migrate

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCommon compares with the table of all lengths.
func TestCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seq := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 30)
		a, b := seq.Draw(t, "a"), seq.Draw(t, "b")
		longest := make([][]int, len(a)+1)
		for i := range longest {
			longest[i] = make([]int, len(b)+1)
		}
		for i := len(a) - 1; i >= 0; i-- {
			for j := len(b) - 1; j >= 0; j-- {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
				if a[i] == b[j] {
					longest[i][j] = 1 + longest[i+1][j+1]
				}
			}
		}
		got := common(a, b)
		last := [2]int{-1, -1}
		for _, p := range got {
			if p[0] <= last[0] || p[1] <= last[1] || a[p[0]] != b[p[1]] {
				t.Fatalf("%v of %v and %v", got, a, b)
			}
			last = p
		}
		if len(got) != longest[0][0] {
			t.Fatalf("%v and %v: %v, %d are possible", a, b, got, longest[0][0])
		}
	})
}
