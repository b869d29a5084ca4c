package refine

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/reason"
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

// ProvedOthers ends a run whose exploration has come to its end, but has left paths to some error
// locations undecided: there is no verdict, but the claims exclude the other error locations.
// Nothing is said where nobody asks for that, or where it is of no use: where what the program model
// does not cover is not excluded, or no error is.
func (r *Session) ProvedOthers(c Claims) {
	if !r.Options.Parts || len(r.Tries) == 0 {
		return
	}
	var open []*cfa.Loc
	for l := range r.Tries {
		if l.Error == nil || l.Error.Unsupported || r.Slice.Locs[l.ID] != l {
			return
		}
		open = append(open, l)
	}
	if len(open) < len(Bugs(r.Slice)) {
		slices.SortFunc(open, func(a, b *cfa.Loc) int { return a.ID - b.ID })
		r.Outcome.Open, r.Outcome.Claims = open, c
	}
}

// OnlyUnmodelled ends a run whose exploration has come to its end, but has left some paths
// undecided: it says so where all of these lead to what the program model does not cover, and a run
// takes one of them.
func (r *Session) OnlyUnmodelled() {
	for l := range r.Tries {
		if l.Error == nil || !l.Error.Unsupported {
			return
		}
	}
	if r.unmodelled != nil {
		e := r.unmodelled.Error
		r.Outcome.Unmodelled = true
		r.Outcome.Reason = reason.Newf(reason.Unsupported, "a run comes to what is not supported: %s at %v", e.Text, e.Pos).At(e.Pos)
	}
}

// Bugs are the error locations of a program that are bugs where a run reaches them.
func Bugs(p *cfa.Program) []*cfa.Loc {
	return slices.DeleteFunc(slices.Clone(p.Errors), func(l *cfa.Loc) bool { return l.Error == nil || l.Error.Unsupported })
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

// Annotations returns the proof of a safe run, or of one that claims something of some errors, and
// nil where the engine left none, or the context ends. It costs time linear in the size of what was explored.
func (o *Outcome) Annotations(ctx context.Context) *annotate.Annotations {
	if !o.Claimed() || o.Claims.Annotations == nil {
		return nil
	}
	return o.Claims.Annotations(ctx)
}
