// Package nearest finds the intended name for a misspelt one.
package nearest

import (
	"slices"
	"strings"
)

// Name returns the name that is most similar to the written one, or "" if none is similar. A name is similar if at
// most a third of the letters, or two, are wrong, missing or swapped, or if the written name is its beginning.
func Name(written string, names []string) string {
	best, least := "", max(2, len(written)/3)+1
	for _, n := range names {
		d := Distance(strings.ToLower(written), strings.ToLower(n))
		if len(written) >= 2 && strings.HasPrefix(n, written) {
			d = 1
		}
		if d < least && d < len(n) {
			best, least = n, d
		}
	}
	return best
}

// Distance counts the insertions, deletions, replacements and swaps of neighbours that turn a into b: the restricted
// form of Damerau's distance (Communications of the ACM, 1964).
func Distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			swap := last[j]
			if a[i] != b[j] {
				swap++
			}
			row[j+1] = slices.Min([]int{swap, last[j+1] + 1, row[j] + 1})
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
