package simplex

import (
	"slices"

	"github.com/whet-mc/whet/num"
)

// Concrete returns a rational value for every variable, after a Check that said
// yes: the assignment with a positive number for δ that is so small that all
// bounds hold, that rows hold (they do for any δ), and that values are in the same
// order as before, so that what was different stays different. The same holds for the values in
// others, which may be those of terms that are no variables.
func (t *Tableau) Concrete(others ...Delta) []num.Rat {
	// It suffices that neighbours in the order of all values and bounds keep
	// theirs: values then stay within bounds, and apart.
	var all []Delta
	exact := true
	for _, d := range t.value {
		exact = exact && d.B.IsZero()
	}
	delta := num.RatOf(1)
	if !exact {
		all = append(append(all, t.value...), others...)
		for v := range t.value {
			for _, b := range [2]int32{t.lower[v], t.upper[v]} {
				if b >= 0 {
					all = append(all, t.bounds[b].val)
				}
			}
		}
		slices.SortFunc(all, Delta.Cmp)
		for i := 1; i < len(all); i++ {
			gap := all[i].Sub(all[i-1])
			if gap.A.Sign() > 0 && gap.B.Sign() < 0 {
				// Strictly below the δ at which the two meet.
				if limit := gap.A.Quo(gap.B.Neg()).Quo(num.RatOf(2)); limit.Less(delta) {
					delta = limit
				}
			}
		}
	}
	out := make([]num.Rat, len(t.value))
	for v, d := range t.value {
		out[v] = d.A.AddMul(delta, d.B)
	}
	return out
}
