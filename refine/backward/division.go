// Divisions in terms: small divisors come from the program, large ones from word overflow.

package backward

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

const smallModulo = 64 // smaller divisors come from the program; this and larger divisors come from overflow

// isBigDivision reports whether t is a division by the word size, which results from overflow.
func isBigDivision(t *smt.Term) bool {
	return t.Op() == smt.OpDiv && t.Value().Cmp(num.RatOf(smallModulo)) >= 0
}

// bigDivision returns a division by the word size that occurs in the cube, or nil.
func bigDivision(c Cube) *smt.Term {
	var div *smt.Term
	seen := map[*smt.Term]bool{}
	for _, f := range c {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if div == nil && isBigDivision(t) {
				div = t
			}
		})
	}
	return div
}

// divides reports whether t contains a division.
func divides(t *smt.Term) bool {
	found := false
	smt.Walk(t, map[*smt.Term]bool{}, nil, func(t *smt.Term) { found = found || t.Op() == smt.OpDiv })
	return found
}
