// Properties that are already decided, for example for an earlier version of the program.

package properties

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
)

// Known is what is known about a program before an engine runs, for example from an earlier version of it. The caller
// has checked it: the failures are runs of the program, and cert accepts the proofs for it.
type Known struct {
	Failures []*refine.Outcome
	Proofs   []*certify.Proof
	// Outcome has the details to report if nothing more needs to be decided: the engine that found the result, and
	// its final precision.
	Outcome refine.Outcome
}

// claims reports whether k has proofs. After recall, the proofs of k together also exclude all locations after which the
// program model says nothing.
func (k *Known) claims() bool { return k != nil && len(k.Proofs) > 0 }

// recall removes from the open properties those that Options.Known decides. Proofs are useful only if they and the
// settled errors together exclude all locations after which the program model says nothing. Otherwise they are dropped.
func (r *run) recall() {
	k := r.opt.Known
	if k == nil {
		return
	}
	proved := map[*cfa.Loc]bool{}
	for _, l := range r.proved { // locations that were settled
		proved[l] = true
	}
	for _, p := range k.Proofs {
		for _, l := range p.Certificate.Covers(r.p) {
			proved[l] = true
		}
	}
	own := *k
	r.opt.Known = &own
	if slices.ContainsFunc(r.p.Errors, func(l *cfa.Loc) bool { return l.Error.Unsupported && !proved[l] && !r.isSettled(l) }) {
		own.Proofs = nil
	}
	if len(own.Proofs) == 0 && len(own.Failures) == 0 {
		r.opt.Known = nil
		return
	}
	for _, f := range own.Failures {
		k := slices.IndexFunc(r.open, func(q *property) bool { return slices.Contains(q.at, r.p.Locs[f.Replay.Loc.ID]) })
		if k >= 0 {
			q := r.open[k]
			r.recalled++
			r.failures = append(r.failures, &failure{q, f})
			r.close(q)
		}
	}
	for _, p := range own.Proofs {
		r.proofs = append(r.proofs, p)
		r.proved = append(r.proved, p.Certificate.Covers(r.p)...)
	}
	if len(own.Proofs) > 0 {
		for _, q := range slices.Clone(r.open) {
			if !slices.ContainsFunc(q.at, func(l *cfa.Loc) bool { return !proved[l] }) {
				r.recalled++
				r.close(q)
			}
		}
	}
	if len(r.failures) > 0 {
		r.meter.Allow(max(r.opt.behind(), r.meter.Used()))
	}
}

// isSettled reports whether the error location l was proved unreachable beforehand (settled.go).
func (r *run) isSettled(l *cfa.Loc) bool { return r.p.Settled != nil && r.p.Settled.Errors[l.ID] }
