package arrays

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
	"github.com/whet-mc/whet/smt/solver"
)

// Status is what is known of a path.
type Status int

// The answers.
const (
	Unknown    Status = iota
	Infeasible        // no inputs take the path
	Feasible          // Inputs take it, if the path has no gaps
)

// Answer says whether a path can be taken, and why.
type Answer struct {
	Status  Status
	Path    *formula.Path
	Builder *smt.Builder
	Inputs  *interp.Plan   // Feasible
	Proof   *array.Sequent // Infeasible, where the rewriting prover found a proof
	Core    []*smt.Term    // Infeasible without Proof: formulas of the path that contradict each other
	Reason  string         // Unknown

	formulas []*smt.Term
	steps    []int // the step of each formula
}

const (
	proverSplits    = 2000
	proverSteps     = 20_000_000
	solverConflicts = 200_000
)

// Decide finds out whether the path can be taken. The error is that of the context.
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

// found takes over a model.
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
