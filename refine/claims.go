package refine

import (
	"context"

	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/invariants"
)

// GraphClaims are those of a reached graph whose states can be written as formulas.
func GraphClaims(g *mc.Graph) Claims {
	return Claims{
		Invariants:  func(ctx context.Context) []invariants.Invariant { return invariants.Of(ctx, g) },
		Annotations: func(ctx context.Context) *annotate.Annotations { return annotate.OfGraph(ctx, g) },
	}
}

// Proved ends a run with the verdict safe. What is not given in the claims is nil.
func (r *Session) Proved(c Claims) {
	r.Outcome.Verdict, r.Outcome.Claims = Safe, c
}

// Invariants returns what is known of each location that is reached, by procedure and in the order
// of Loc.Index; nil unless the run is safe and the engine's states are linear. Together that is an
// inductive invariant of the slice which holds at no error location; the engine widening follows
// calls apart, and what it says of a callee is over all its calls, which makes it an invariant, but
// perhaps not inductive. It costs about as much as the states have constraints; when the context is
// done more cases are left than need be.
func (o *Outcome) Invariants(ctx context.Context) []invariants.Invariant {
	if o.Verdict != Safe || o.Claims.Invariants == nil {
		return nil
	}
	return o.Claims.Invariants(ctx)
}

// Annotations returns the proof of a safe run, and nil where the engine left none, or the context
// ends. It costs time linear in the size of what was explored.
func (o *Outcome) Annotations(ctx context.Context) *annotate.Annotations {
	if o.Verdict != Safe || o.Claims.Annotations == nil {
		return nil
	}
	return o.Claims.Annotations(ctx)
}
