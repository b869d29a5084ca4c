package formula

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type both struct {
			trie trie[int]
			ref  map[int]int
		}
		all := []both{{ref: map[int]int{}}}
		for range rapid.IntRange(1, 30).Draw(t, "sets") {
			from := all[rapid.IntRange(0, len(all)-1).Draw(t, "of")]
			key, v := rapid.IntRange(0, rapid.SampledFrom([]int{3, 20, 300, 5000}).Draw(t, "size")).Draw(t, "key"), rapid.IntRange(0, 3).Draw(t, "value")
			ref := map[int]int{key: v}
			for k, w := range from.ref {
				if k != key {
					ref[k] = w
				}
			}
			all = append(all, both{from.trie.set(key, v), ref})
		}
		for _, x := range all {
			for k := range 5001 {
				if x.trie.get(k) != x.ref[k] {
					t.Fatalf("at %d: %d, want %d", k, x.trie.get(k), x.ref[k])
				}
			}
		}
		x, y := all[rapid.IntRange(0, len(all)-1).Draw(t, "x")], all[rapid.IntRange(0, len(all)-1).Draw(t, "y")]
		var got, want []int
		x.trie.differ(y.trie, func(k int) { got = append(got, k) })
		for k := range 5001 {
			if x.ref[k] != y.ref[k] {
				want = append(want, k)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("differ at %v, want %v", got, want)
		}
	})
}
