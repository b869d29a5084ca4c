package solver

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
	"github.com/whet-mc/whet/smt/proof"
)

// A conjunction that comes from a path through a program, definitions in single assignment form and
// conditions over arrays, is first given to the rewriting prover, which follows the path instead of
// searching. Its budget is small against what the search would take.
const (
	pathSteps  = 4000 // per assertion
	pathSplits = 2    // per assertion

	proofConflicts = 100_000 // for a proof of what the prover has refuted already
)

// pathLike reports whether the formulas look like a path: some store, and hardly a choice among
// them.
func pathLike(fs []assertion) bool {
	if len(fs) < 4 {
		return false
	}
	stores, choices := 0, 0
	for _, f := range fs {
		a, _ := f.f.Atom()
		switch a.Op() {
		case smt.OpEq:
			for _, x := range a.Args() {
				if x.Op() == smt.OpStore {
					stores++
				}
			}
		case smt.OpOr, smt.OpAnd:
			for _, x := range a.Args() {
				if x, _ := x.Atom(); x.Op() == smt.OpAnd || x.Op() == smt.OpOr {
					choices++
					break
				}
			}
		case smt.OpXor, smt.OpIte:
			choices++
		}
	}
	return stores > 0 && choices <= len(fs)/20
}

// tryPath lets the rewriting prover answer; false: it has no answer.
func (s *Solver) tryPath(ctx context.Context) bool {
	inputs := s.Assertions()
	r, err := array.Prove(ctx, s.b, inputs, array.Options{
		MaxSteps: pathSteps * len(inputs), MaxSplits: pathSplits * len(inputs), Shared: true,
	})
	if err != nil {
		return false
	}
	switch r.Status {
	case array.Refuted:
		// The checker of its proofs shares no code with the prover.
		if array.Check(s.b, inputs, r.Proof) != nil {
			return false
		}
		s.status, s.path = Unsat, r.Proof
		return true
	case array.Satisfiable:
		for _, f := range inputs {
			if ok, err := r.Model.Holds(f); err != nil || !ok {
				return false
			}
		}
		s.status, s.model = Sat, r.Model
		return true
	}
	return false
}

// pathCore is the part of the assertions that the rewriting prover's refutation rests on.
func (s *Solver) pathCore() []*smt.Term {
	var out []*smt.Term
	done := map[*smt.Term]bool{}
	for _, k := range s.path.Inputs() {
		if f := s.stack[k].f; !done[f] {
			done[f] = true
			out = append(out, f)
		}
	}
	return out
}

// pathProof is a proof in the format of package proof of what the rewriting prover has refuted: the
// search finds one for the assertions that it used, which are seldom many, or gives up after
// proofConflicts.
func (s *Solver) pathProof() (*proof.Proof, error) {
	t := New(s.b, Options{Proofs: true, Seed: s.opt.Seed, Conflicts: proofConflicts, search: true})
	for _, f := range s.pathCore() {
		t.Assert(f)
	}
	if t.Check(context.Background()) != Unsat {
		return nil, fmt.Errorf("the path has been refuted, but no proof in steps was found: %w", t.Reason())
	}
	return t.Proof()
}
