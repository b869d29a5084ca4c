// Unsatisfiable cores, and proofs as the user gets them. A core is read off the proof; MinimalCore shrinks it by
// leaving out one formula after the other.

package solver

import (
	"context"
	"errors"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// ErrNoProof is returned by Proof, MinimalCore and Interpolants if the last answer is not Unsat, or if proofs are not
// kept (see Options.Proofs).
var ErrNoProof = errors.New("there is no proof: the last answer is not unsat, or proofs are not kept")

// Proof returns the proof of the last Unsat. Its inputs are assertions on the stack and assumptions of that Check. It
// contains only the steps that matter.
func (s *Solver) Proof() (*proof.Proof, error) {
	switch {
	case s.status != Unsat || !s.opt.Proofs:
		return nil, ErrNoProof
	case s.path != nil:
		return s.pathProof()
	}
	e := s.engine
	var steps []sat.ID
	for _, l := range s.core {
		for _, a := range s.assumed {
			if a.lit == l {
				steps = append(steps, a.id)
				break
			}
		}
	}
	return e.log.proof(s.failed, steps, e.term), nil
}

// Core returns a subset of the assertions and assumptions that has no model, in the order in which they were asserted,
// assumptions last; nil if the last answer is not Unsat. Without Options.Proofs it contains all assertions.
func (s *Solver) Core() []*smt.Term {
	if s.status != Unsat {
		return nil
	}
	if s.path != nil {
		return s.pathCore()
	}
	used := map[*smt.Term]bool{}
	if s.engine.log != nil {
		p, err := s.Proof()
		if err != nil {
			return nil
		}
		for _, st := range p.Steps {
			if st.Rule == proof.Assume && len(st.Clause) > 0 {
				used[st.Clause[0]] = true
			}
		}
	} else {
		for _, a := range s.stack {
			used[a.f] = true
		}
		for _, l := range s.core {
			for _, a := range s.assumed {
				if a.lit == l {
					used[a.f] = true
				}
			}
		}
	}
	var out []*smt.Term
	add := func(f *smt.Term) {
		if used[f] {
			used[f] = false
			out = append(out, f)
		}
	}
	for _, a := range s.stack {
		add(a.f)
	}
	for _, a := range s.assumed {
		add(a.f)
	}
	return out
}

// InCore returns the formulas of Core as a set.
func (s *Solver) InCore() map[*smt.Term]bool {
	in := map[*smt.Term]bool{}
	for _, f := range s.Core() {
		in[f] = true
	}
	return in
}

// Needed returns the formulas of fs that are in Core, in the order of fs.
func (s *Solver) Needed(fs []*smt.Term) []*smt.Term {
	in := s.InCore()
	var needed []*smt.Term
	for _, f := range fs {
		if in[f] {
			needed = append(needed, f)
		}
	}
	return needed
}

// MinimalCore returns a core from which no formula can be left out. It leaves out one formula after the other. If the
// context ends, it returns the core reached so far, which may not be minimal, with the context's error.
func (s *Solver) MinimalCore(ctx context.Context) ([]*smt.Term, error) {
	core := s.Core()
	if core == nil {
		return nil, ErrNoProof
	}
	for i := 0; i < len(core); {
		rest := append(append([]*smt.Term(nil), core[:i]...), core[i+1:]...)
		t := New(s.b, Options{Proofs: true, Seed: s.opt.Seed, Conflicts: s.opt.Conflicts})
		for _, f := range rest {
			t.Assert(f)
		}
		switch t.Check(ctx) {
		case Unsat:
			// Formulas before i were needed by a larger set, so they are needed by this one.
			in := t.InCore()
			kept := core[:0:0]
			next := 0
			for k, f := range rest {
				if in[f] {
					if k < i {
						next++
					}
					kept = append(kept, f)
				}
			}
			core, i = kept, next
		default:
			if effort.Done(ctx) {
				return core, context.Cause(ctx)
			}
			i++
		}
	}
	return core, nil
}
