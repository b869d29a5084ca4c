// One outcome for all properties.

package properties

import (
	"cmp"
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
)

// conclude combines the results of all runs into one outcome.
func (r *run) conclude() *refine.Outcome {
	slices.SortStableFunc(r.failures, func(a, b *failure) int {
		return cmp.Or(cmp.Compare(a.out.Replay.Rounds().Times, b.out.Replay.Rounds().Times), a.Pos.Compare(b.Pos))
	})
	several := &refine.Several{Recalled: r.recalled}
	for _, f := range r.failures {
		several.Failures = append(several.Failures, f.out)
	}
	byID := func(a, b *cfa.Loc) int { return a.ID - b.ID }
	slices.SortFunc(r.proved, byID)
	several.Proved = slices.Compact(r.proved)
	for _, q := range r.open {
		switch {
		case context.Cause(r.ctx) == errBehind:
			q.reason, q.why = reason.New(reason.Failure, Behind), nil
		case effort.Done(r.ctx):
			q.why = context.Cause(r.ctx)
		case r.opt.First && len(r.failures) > 0:
			q.reason, q.why = reason.New(reason.Failure, "another property fails, and the run ended there"), nil
		}
		several.Open = append(several.Open, refine.Left{Error: q.at[0], Reason: q.reason, Stopped: q.why})
	}
	for _, q := range r.unasked {
		several.Open = append(several.Open, refine.Left{Error: q.at[0], Reason: notAsked})
	}
	slices.SortStableFunc(several.Open, func(a, b refine.Left) int { return a.Error.Error.Pos.Compare(b.Error.Error.Pos) })
	out := *r.main()
	out.Several = several
	out.Stats = r.stats(out.Stats)
	out.Proof = nil
	if proof := certify.Together(r.proofs); proof != nil {
		out.Proof = proof
	}
	out.Open = nil
	switch {
	case len(r.failures) > 0:
		out.Verdict = refine.Unsafe
	case len(r.open) > 0:
		out.Verdict, out.Reason, out.Stopped = refine.Unknown, r.open[0].reason, r.open[0].why
		for _, q := range r.open {
			if q.why != nil && out.Stopped == nil {
				out.Reason, out.Stopped = q.reason, q.why
			}
		}
	case len(r.unasked) > 0: // nothing is claimed about the whole program
		out.Verdict, out.Stopped = refine.Unknown, nil
		out.Reason = reason.New(reason.Unasked, "only some properties were asked for: these hold")
	default:
		out.Verdict = refine.Safe
	}
	if (len(r.outs) > 1 || r.p.Settled != nil) && out.Verdict == refine.Safe {
		out.Coverage = nil // it has the coverage of only one run, and other runs may cover more
	}
	return &out
}

// main returns the outcome whose details are reported.
func (r *run) main() *refine.Outcome {
	if len(r.failures) > 0 {
		return r.failures[0].out
	}
	if len(r.outs) == 0 && r.opt.Known.claims() {
		out := r.opt.Known.Outcome
		return &out
	}
	if len(r.outs) == 0 { // the budget was used up before the first run
		return &refine.Outcome{Stopped: context.Cause(r.ctx)}
	}
	if len(r.open) > 0 {
		for _, o := range slices.Backward(r.outs) {
			if o.Verdict == refine.Unknown {
				return o
			}
		}
	}
	best := r.outs[0]
	for _, o := range r.outs[1:] {
		if o.Verdict == refine.Safe && (best.Verdict != refine.Safe || o.Stats.States > best.Stats.States) {
			best = o
		}
	}
	return best
}

// stats returns the sums of the statistics of all runs. Only the numbers about the final precision, which is the result
// of one run, are taken from the argument of.
func (r *run) stats(of refine.Stats) refine.Stats {
	s := refine.Stats{Vars: of.Vars, Cells: of.Cells, AllCells: of.AllCells}
	for _, o := range r.outs {
		s.Refinements += o.Stats.Refinements
		s.States += o.Stats.States
		s.Covered += o.Stats.Covered
		s.Pruned += o.Stats.Pruned
		s.Activations += o.Stats.Activations
		s.SummaryHits += o.Stats.SummaryHits
		s.Posts += o.Stats.Posts
		s.Replays += o.Stats.Replays
		s.Runs += o.Stats.Runs
		s.Paths += o.Stats.Paths
		s.Explore += o.Stats.Explore
		s.Refine += o.Stats.Refine
	}
	return s
}
