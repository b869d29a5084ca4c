package properties

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
)

// What was settled beforehand (cfa.Program.Settled) has a proof of its own, which is checked first:
// engines leave these error locations out and take their tests for granted. Where it is none, the
// engines get the program without it.

// settle proves what was settled beforehand, and takes it out of what is open.
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
	is := func(l *cfa.Loc) bool { return r.p.Settled.Errors[l.ID] }
	for _, q := range slices.Clone(r.open) {
		if !slices.ContainsFunc(q.at, is) {
			continue
		}
		for _, l := range q.at {
			if is(l) {
				r.proved = append(r.proved, l)
			}
		}
		if q.at = slices.DeleteFunc(q.at, is); len(q.at) == 0 {
			r.close(q)
			r.settled = append(r.settled, q)
		}
	}
}

// settledToo makes sure that what was settled counts: no run may come to what the program model does
// not cover. Where nothing was asked besides, an engine shows that.
func (r *run) settledToo() {
	if len(r.settled) == 0 || r.opt.Known.claims() || slices.ContainsFunc(r.outs, (*refine.Outcome).Claimed) {
		return
	}
	if !slices.ContainsFunc(r.p.Errors, func(l *cfa.Loc) bool { return l.Error.Unsupported }) && len(r.outs) > 0 {
		return
	}
	if !r.over() {
		r.about(r.ctx, nil)
		if n := len(r.outs); n > 0 && r.outs[n-1].Claimed() {
			return
		}
	}
	// Nothing is claimed: what was settled is as open as the rest.
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

// where is an error location of the property.
func (r *run) where(q *property) *cfa.Loc {
	k := slices.IndexFunc(r.p.Errors, func(l *cfa.Loc) bool { return *l.Error == q.Property })
	return r.p.Errors[k]
}
