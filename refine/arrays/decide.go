// The decision of a path by its formulas.

package arrays

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
	"github.com/whet-mc/whet/smt/solver"
)

// Status is the answer about a path.
type Status int

// The answers.
const (
	Unknown    Status = iota
	Infeasible        // no inputs take the path
	Feasible          // Answer.Inputs take the path, if its formulas have no approximations
)

// Answer is the decision about a path, with its justification.
type Answer struct {
	Status  Status
	Path    *formula.Path
	Builder *smt.Builder
	Inputs  *interp.Plan   // if Feasible: inputs that take the path
	Proof   *array.Sequent // if Infeasible: the rewriting prover's proof, if it found one
	// if Infeasible without Proof: contradictory formulas of the path
	Core   []*smt.Term
	Reason string // if Unknown: the reason

	formulas []*smt.Term
	steps    []int // by formula: the step of the path that it belongs to
}

// Refute decides a path of the slice to an error by its formulas, and replays the inputs if they have a model. It
// returns the answer a if the path is infeasible. Otherwise a is nil: over says that there is a verdict or that the
// budget is used up, and why gives the reason for which the path stays open. A bug is reported to the observer. The
// formulas and their refutation are stored in the iteration.
func Refute(s *refine.Session, path cfa.Path, it *refine.Iteration) (a *Answer, why reason.Reason, over bool) {
	a, err := Decide(s.Ctx, s.Slice, path)
	if err != nil {
		s.Stop(reason.New(reason.Incomplete, err.Error()))
		return nil, why, true
	}
	s.Approximations.Path(a.Path, a.Status == Unknown)
	if it != nil {
		it.Path, it.Formula, it.Builder, it.Proof, it.Core = path, a.Path, a.Builder, a.Proof, a.Core
	}
	switch a.Status {
	case Infeasible:
		return a, why, false
	case Feasible:
		if why = s.Confirm(a.Inputs, s.Slice.PathIn(s.Program, path)); s.Outcome.Verdict == refine.Unsafe {
			s.Observe(it, func(it *refine.Iteration) { it.Feasible = true })
			return nil, why, true
		}
		return nil, why, false
	}
	return nil, reason.New(reason.Undecided, a.Reason), false
}

// RefuteExactly does what Refute does, but if the formulas do not suffice, it decides the path exactly as the machine
// computes. It also reports a path that stays open to the observer.
func RefuteExactly(s *refine.Session, path cfa.Path, it *refine.Iteration) (a *Answer, why reason.Reason, over bool) {
	if a, why, over = Refute(s, path, it); a != nil || over {
		return a, why, over
	}
	if _, over = s.Concretise(path, it); !over {
		s.Observe(it, func(it *refine.Iteration) { it.Why = why.Text })
	}
	return nil, why, over
}

const (
	proverSplits    = 2000
	proverSteps     = 20_000_000
	solverConflicts = 200_000
)

// Decide decides whether the path is feasible. It returns the error of the context.
func Decide(ctx context.Context, prog *cfa.Program, path cfa.Path) (*Answer, error) {
	b := smt.NewBuilder()
	p, err := formula.Encode(ctx, b, prog, path)
	if err != nil {
		return nil, err
	}
	a := &Answer{Path: p, Builder: b}
	for i, s := range p.Steps {
		for _, f := range s.Formulas {
			a.formulas = append(a.formulas, f)
			a.steps = append(a.steps, i)
		}
	}
	r, err := array.Prove(ctx, b, a.formulas, array.Options{MaxSplits: proverSplits, MaxSteps: proverSteps})
	if err != nil {
		return nil, err
	}
	switch r.Status {
	case array.Refuted:
		a.Status, a.Proof = Infeasible, r.Proof
		return a, nil
	case array.Satisfiable:
		return a, a.found(r.Model)
	}
	return a, a.solve(ctx)
}

// found completes the answer with a model of the formulas: with the inputs of the model, or with the reason why it
// gives none.
func (a *Answer) found(m *smt.Model) error {
	in, err := a.Path.Inputs(m)
	if err != nil {
		a.Reason = err.Error()
		return nil
	}
	a.Status, a.Inputs = Feasible, in
	return nil
}

// solve asks the full solver.
func (a *Answer) solve(ctx context.Context) error {
	s := solver.New(a.Builder, solver.Options{Proofs: true, Conflicts: solverConflicts})
	for _, f := range a.formulas {
		s.Assert(f)
	}
	switch s.Check(ctx) {
	case solver.Sat:
		return a.found(s.Model())
	case solver.Unsat:
		a.Status = Infeasible
		a.Core = s.Core()
		return nil
	}
	if effort.Done(ctx) {
		return context.Cause(ctx)
	}
	a.Reason = "the solver does not know"
	if r := s.Reason(); r != nil {
		a.Reason = r.Error()
	}
	return nil
}
