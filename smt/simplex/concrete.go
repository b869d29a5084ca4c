// The step from delta-rationals to rationals: the choice of a positive rational for δ.

package simplex

import (
	"slices"

	"github.com/whet-mc/whet/num"
)

// Concrete returns a rational value for every variable. It may be called after a successful Check. It replaces δ in
// the assignment by a positive number, so small that all bounds hold and that different values stay different and in
// the same order. The rows hold for any δ. The values in `others`, for example values of terms that are not variables,
// also keep their order among the values of the variables.
func (t *Tableau) Concrete(others ...Delta) []num.Rat {
	// It suffices that neighbours in the order of all values and bounds keep their order. Then values stay within their
	// bounds, and different.
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
				// Half the δ at which the two become equal.
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
