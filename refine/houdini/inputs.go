package houdini

import (
	"math/rand/v2"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
)

// SmallInputs are random inputs for runs that show which guesses are wrong: where the program asks for
// any number they are small, so that loops end soon; the same for the same seed.
func SmallInputs(seed uint64) interp.Inputs {
	r := rand.New(rand.NewPCG(seed, 79))
	return interp.Addresses(interp.Func(func(q interp.Query) (num.Int, bool) {
		if q.Input.Kind != cfa.Nondet {
			return num.Of(int64(r.Uint32())), true
		}
		return num.Of(int64(r.IntN(8)) - int64(r.IntN(2))), true
	}))
}
