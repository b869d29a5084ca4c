package properties

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
)

// Errors that were settled beforehand (cfa.Program.Settled, package cfa/settled) have a separate proof, which is
// checked first. If it is accepted, the slices on which engines work omit these error locations and the tests in front
// of them. Otherwise, the engines get the program without Settled.

// settle checks the proof for the errors that were settled beforehand. It removes these errors from the open properties,
// and closes a property if all its errors are settled.
func (r *run) settle() {
	if r.p.Settled == nil {
		return
	}
	proof, why := r.opt.Prover.Settled(r.ctx)
	if why.Given() || proof == nil {
		q := *r.p
		q.Settled = nil
		r.p = &q
		return
	}
	r.proofs = append(r.proofs, proof)
	for _, l := range r.p.Errors {
		if l.Error.Unsupported && r.isSettled(l) {
			r.proved = append(r.proved, l)
		}
	}
	for _, q := range slices.Clone(r.open) {
		if !slices.ContainsFunc(q.at, r.isSettled) {
			continue
		}
		for _, l := range q.at {
			if r.isSettled(l) {
				r.proved = append(r.proved, l)
			}
		}
		if q.at = slices.DeleteFunc(q.at, r.isSettled); len(q.at) == 0 {
			r.close(q)
			r.settled = append(r.settled, q)
		}
	}
}

// settledToo ensures that settled properties count as proved. If no run of an engine has shown this for another
// property, settledToo runs an engine to show it. If it cannot be shown, the settled properties are open again.
func (r *run) settledToo() {
	if len(r.settled) == 0 || !r.uncovered() && (len(r.outs) > 0 || r.opt.Known.claims()) {
		return
	}
	if !r.over() {
		r.about(r.ctx, nil)
	}
	if r.uncovered() {
		r.reopen()
	}
}

// uncovered reports whether a run of the program may reach something that the program model does not cover, as far as
// is known. Then settled properties do not count as proved.
func (r *run) uncovered() bool {
	return !r.opt.Known.claims() && !slices.ContainsFunc(r.outs, (*refine.Outcome).Claimed) &&
		slices.ContainsFunc(r.p.Errors, func(l *cfa.Loc) bool { return l.Error.Unsupported && !r.isSettled(l) })
}

// reopen opens the settled properties again.
func (r *run) reopen() {
	last, why := reason.Reason{}, error(nil)
	if n := len(r.outs); n > 0 {
		last, why = r.outs[n-1].Reason, r.outs[n-1].Stopped
	}
	for _, q := range r.settled {
		q.at, q.reason, q.why = []*cfa.Loc{r.where(q)}, last, why
		r.open = append(r.open, q)
	}
	r.proved, r.proofs = nil, nil
}

// where returns an error location of the property q.
func (r *run) where(q *property) *cfa.Loc {
	k := slices.IndexFunc(r.p.Errors, func(l *cfa.Loc) bool { return *l.Error == q.Property })
	return r.p.Errors[k]
}
