// Program paths: a conjunction of definitions in single assignment form and of conditions over arrays goes to the
// rewriting prover first (package array), which follows the path instead of searching. Its budget is small compared
// with the cost of the search. Its refutations are checked by array.Check, its models by evaluation.

package solver

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
	"github.com/whet-mc/whet/smt/proof"
)

// Limits of the prover, and of the search for a proof.
const (
	pathSteps  = 4000 // rewriting steps per assertion
	pathSplits = 2    // case splits per assertion

	proofConflicts = 100_000 // bound on the conflicts of the search for a proof, after the prover has refuted a path
)

// pathLike reports whether the formulas look like a program path: at least one store and hardly any disjunctions.
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

// tryPath lets the rewriting prover answer. It returns false if the prover has no answer.
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
		// array.Check shares no code with the prover.
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

// pathCore returns the assertions that the rewriting prover's refutation uses.
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

// pathProof returns a proof in the format of package proof after the rewriting prover has refuted a path. It searches
// for a refutation of the assertions that the prover used, usually few, and fails after proofConflicts conflicts.
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
