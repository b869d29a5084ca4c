// A reachability oracle by random runs.

package refinetest

import (
	"math/rand/v2"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/mctest"
)

// Reaches reports whether one of many random runs, made by an independent evaluator, reaches an error.
func Reaches(r *rand.Rand, p *cfa.Program, runs int) bool {
	for range runs {
		run := mctest.Run(r, p, 80)
		if run[len(run)-1].At.Error != nil {
			return true
		}
	}
	return false
}
