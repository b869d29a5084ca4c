package unroll

import "github.com/whet-mc/whet/cfa"

// Induct asks for the step case.
type Induct struct{ K int }

type changed struct{}

func (u *Unrolling) begin(i *instance)                           {}
func (u *Unrolling) passes(from, to *iteration, a *arrival) bool { _ = cfa.Path{}; return true }
