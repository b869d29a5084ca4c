package smtlib

import (
	"slices"
	"strings"
)

// didYouMean suggests the name that looks most like the word, if one does.
func didYouMean(word string, names func(yield func(string) bool)) string {
	if len(word) > 64 {
		return ""
	}
	best, least := "", len(word)/3+2
	if len(word) < 4 {
		least = 2 // almost every short word is two changes away from another
	}
	w := strings.ToLower(word)
	for n := range names {
		if len(n) > 80 || n == word {
			continue
		}
		d := distance(w, strings.ToLower(n))
		if d < len(n) && (d < least || d == least && n < best) {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// distance counts the insertions, deletions, replacements and swaps of neighbours that turn a into b:
// the restricted form of Damerau's distance (Communications of the ACM, 1964).
func distance(a, b string) int {
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
