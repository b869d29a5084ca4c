// Inputs for runs that refute guesses.

package houdini

import (
	"math/rand/v2"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
)

// SmallInputs returns random inputs for runs that refute wrong guesses. Where the program reads an arbitrary number,
// the number is small, so that loops end soon. The same seed gives the same inputs.
func SmallInputs(seed uint64) interp.Inputs {
	r := rand.New(rand.NewPCG(seed, 79))
	return interp.Addresses(interp.Func(func(q interp.Query) (num.Int, bool) {
		if q.Input.Kind != cfa.Nondet {
			return num.Of(int64(r.Uint32())), true
		}
		return num.Of(int64(r.IntN(8)) - int64(r.IntN(2))), true
	}))
}
