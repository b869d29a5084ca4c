package whet

import "strings"

// Nearest returns the name that is most similar to what was written, or "" where
// none is similar: at most a third of the letters may be wrong, missing or swapped, or
// what was written begins the name.
func Nearest(written string, names []string) string {
	best, least := "", max(2, len(written)/3)+1
	for _, n := range names {
		d := distance(strings.ToLower(written), strings.ToLower(n))
		if len(written) >= 2 && strings.HasPrefix(n, written) {
			d = 1
		}
		if d < least && d < len(n) {
			best, least = n, d
		}
	}
	return best
}

// distance counts the insertions, deletions, replacements and swaps of neighbours that turn a
// into b (Damerau, restricted form).
func distance(a, b string) int {
	prev2, prev, cur := []int(nil), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, make([]int, len(b)+1)
	}
	return prev[len(b)]
}
