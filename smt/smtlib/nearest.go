// Suggestions for misspelt names.

package smtlib

import (
	"strings"

	"github.com/whet-mc/whet/internal/nearest"
)

// didYouMean returns a hint with the name that is most similar to word, or "" if no name is similar. Of several
// equally similar names it takes the first in order, whatever the order of names.
func didYouMean(word string, names func(yield func(string) bool)) string {
	if len(word) > 64 {
		return ""
	}
	best, least := "", len(word)/3+2
	if len(word) < 4 {
		least = min(2, len(word)) // almost every short word is two changes away from another
	}
	w := strings.ToLower(word)
	for n := range names {
		if len(n) > 80 || n == word {
			continue
		}
		d := nearest.Distance(w, strings.ToLower(n))
		if d < len(n) && (d < least || d == least && n < best) {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}
