// The claims of a run, and how a run ends.

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

// GraphClaims returns the claims of a reached graph whose states can be written as formulas.
func GraphClaims(g *mc.Graph) Claims {
	return Claims{
		Invariants:  func(ctx context.Context) []invariants.Invariant { return invariants.Of(ctx, g) },
		Annotations: func(ctx context.Context) *annotate.Annotations { return annotate.OfGraph(ctx, g) },
	}
}

// ProvedOthers ends a run whose exploration is complete, but has left paths to some error locations undecided: there
// is no verdict, but the claims exclude the other error locations. It does nothing if Options.Parts is not set, or if
// the claims are useless: if they do not exclude everything that the program model does not cover, or if they exclude
// no error.
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

// OnlyUnmodelled ends a run whose exploration is complete, but has left some paths undecided. If all of these paths
// lead to something that the program model does not cover, and a run takes one of them, the outcome says so.
func (r *Session) OnlyUnmodelled() {
	for l := range r.Tries {
		if l.Error == nil || !l.Error.Unsupported {
			return
		}
	}
	if r.unmodelled != nil {
		e := r.unmodelled.Error
		r.Outcome.Unmodelled = true
		r.Outcome.Reason = reason.New(reason.Unsupported, e.Reached()).At(e.Pos)
	}
}

// Bugs returns the error locations of the properties of a program: all but the places that the program model does not
// cover.
func Bugs(p *cfa.Program) []*cfa.Loc {
	return slices.DeleteFunc(slices.Clone(p.Errors), func(l *cfa.Loc) bool { return l.Error == nil || l.Error.Unsupported })
}

// Proved ends a run with the verdict safe. Claims that the engine does not provide are nil.
func (r *Session) Proved(c Claims) {
	r.Outcome.Verdict, r.Outcome.Claims = Safe, c
}

// Invariants returns the invariant of each reached location, by procedure and in the order of Loc.Index. It returns
// nil unless the run is safe and the engine's states are linear. Together they form an inductive invariant of the
// slice that excludes all error locations. An exception is the engine widening, which analyses calls separately: its
// invariant of a callee is the union over all calls, and may not be inductive. The cost is about the number of
// constraints of the states. If the context ends, more cases remain than necessary.
func (o *Outcome) Invariants(ctx context.Context) []invariants.Invariant {
	if o.Verdict != Safe || o.Claims.Invariants == nil {
		return nil
	}
	return o.Claims.Invariants(ctx)
}

// Annotations returns the proof of a safe run, or of a run with claims about some errors. It returns nil if the
// engine left none, or if the context ends. It takes time linear in the size of the exploration.
func (o *Outcome) Annotations(ctx context.Context) *annotate.Annotations {
	if !o.Claimed() || o.Claims.Annotations == nil {
		return nil
	}
	return o.Claims.Annotations(ctx)
}
