package backward

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

const smallModulo = 64 // below: division that the program means. From there on: overflow

// isBigDivision reports a division by the size of a word, which comes from overflow.
func isBigDivision(t *smt.Term) bool {
	return t.Op() == smt.OpDiv && t.Value().Cmp(num.RatOf(smallModulo)) >= 0
}

// bigDivision is one in a cube.
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

// divides reports whether there is a division in t.
func divides(t *smt.Term) bool {
	found := false
	smt.Walk(t, map[*smt.Term]bool{}, nil, func(t *smt.Term) { found = found || t.Op() == smt.OpDiv })
	return found
}
