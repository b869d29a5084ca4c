// Invariants from one exploration with octagons, without refinement.

package widening

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/invariants"
)

// Passing is the result of one exploration with octagons that ignores errors and does not refine.
type Passing struct {
	r *run[*octagon.Octagon]
}

// Pass explores with at most nodes abstract states. It returns nil if that does not suffice, or if the effect of a
// call is not known.
func Pass(s *refine.Session, nodes int) *Passing {
	numbers := linear.Integers
	if s.Slice.Arith == cfa.Real {
		numbers = linear.Rationals
	}
	r := newRun(s, octagon.Domain(), dag.Options{Seed: true, Numbers: numbers, Approximated: func(*cfa.Edge, cfa.Expr) {}})
	for {
		res, n := r.x.Run(s.Ctx, nodes)
		if res == dag.Found {
			r.x.Ignore(n)
			continue
		}
		// The effect of recursive calls is not known to these invariants.
		if res != dag.Exhausted || len(r.x.Skipped()) > 0 || r.x.Closed() != nil {
			return nil
		}
		return &Passing{r}
	}
}

// Invariants returns the invariants of all reached locations.
func (p *Passing) Invariants(ctx context.Context) []invariants.Invariant { return p.r.reached(ctx) }

// Annotations returns the proof of the invariants, or nil if the context ends.
func (p *Passing) Annotations(ctx context.Context) *annotate.Annotations { return p.r.proof(ctx) }
