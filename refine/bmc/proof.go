// Proofs of safe programs.

package bmc

import (
	"context"

	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// safe ends a run with a proof. The parameter "how" gives the number of rounds that suffice: how.Unwind for an
// unrolling, or how.Induction for an induction.
func (r *run) safe(how *annotate.Annotations) {
	r.Proved(refine.Claims{Annotations: func(ctx context.Context) *annotate.Annotations {
		if how.Induction > 0 && r.octagons != nil {
			a := r.octagons.Annotations(ctx)
			if a == nil { // the context has ended
				return nil
			}
			a.Induction = how.Induction
			return r.kept(a)
		}
		a := annotate.New(r.Slice, nil)
		if a.Unwind, a.Induction = how.Unwind, how.Induction; a.Induction > 0 {
			a.Open(r.Slice.Start)
			return r.kept(a)
		}
		return a
	}})
	if r.Options.Observe != nil {
		r.Options.Observe(&refine.Iteration{Program: r.Slice, Full: true, States: r.past + r.u.Instances, Done: true})
	}
}

// kept adds the guessed invariants to a proof by induction.
func (r *run) kept(a *annotate.Annotations) *annotate.Annotations {
	if a == nil || len(r.keep) == 0 {
		return a
	}
	c := formula.NewCoder(a.Builder, r.Slice)
	for _, l := range r.Slice.Locs {
		if len(r.keep[l]) == 0 {
			continue
		}
		h := annotate.Head{Loc: l}
		for _, e := range r.keep[l] {
			f, _, _ := c.PlainCond(e)
			for _, t := range smt.FreeVars(f) {
				if o, ok := c.Owner(t); ok {
					a.Name(t, annotate.Symbol{Var: o.Var})
				}
			}
			h.Holds = append(h.Holds, f)
		}
		a.Heads = append(a.Heads, h)
	}
	return a
}
