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

// Passing is what abstract interpretation with octagons finds in passing: one exploration without
// any refinement, errors and all.
type Passing struct {
	r *run[*octagon.Octagon]
}

// Pass makes at most so many abstract states; nil: that is not enough, or there are calls whose
// effect is not known.
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
		// What recursive calls do is not known to these invariants.
		if res != dag.Exhausted || len(r.x.Skipped()) > 0 || r.x.Closed() != nil {
			return nil
		}
		return &Passing{r}
	}
}

// Invariants are those of all locations that are reached.
func (p *Passing) Invariants(ctx context.Context) []invariants.Invariant { return p.r.reached(ctx) }

// Annotations are the proof of the invariants; nil where the context ends.
func (p *Passing) Annotations(ctx context.Context) *annotate.Annotations { return p.r.proof(ctx) }
