// Interpolants of groups of formulas (Craig). The candidates come from a proof (package interpolant); where the proof
// gives none, or a wrong one, they come from models (interpolate_models.go). New solvers verify every result, so the
// interpolants need not trust the proof rules.

package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/interpolant"
)

// InterpolationError says that no interpolant was found, and at which cut: between the groups 1 … Cut and those after.
// It does not mean that none exists.
type InterpolationError struct {
	Cut int
	Err error
}

// Error describes the cut and the reason.
func (e *InterpolationError) Error() string {
	return fmt.Sprintf("no interpolant found between group %d and group %d: %v", e.Cut, e.Cut+1, e.Err)
}

// Unwrap returns the reason.
func (e *InterpolationError) Unwrap() error { return e.Err }

// Interpolants returns formulas I1, …, I(n-1) for groups A1, …, An of the formulas that the last Check found to be
// unsatisfiable, such that
//
//   - I(k-1) and Ak imply Ik, where I0 is true and In is false; so A1, …, Ak imply Ik, which contradicts A(k+1), …,
//     An;
//   - the free constants and functions of Ik occur in A1, …, Ak, and also in A(k+1), …, An.
//
// The groups may leave out formulas, as long as the rest is unsatisfiable. Assumptions of the Check may be among their
// formulas. A formula may be in several groups.
//
// The interpolants come from a proof over the groups' formulas as they are (see package interpolant). Where that proof
// mixes symbols of both sides of a cut, they come from models: a disjunction of conjunctions of literals, found one by
// one (see interpolate_models.go). New solvers have verified the result.
//
// The error is ErrNoProof if the last answer was not Unsat; an *InterpolationError if no interpolant was found, which
// happens if it would need quantifiers, witnesses or very many literals; or the context's error. It is another error
// if a formula is not asserted or there is no group.
func (s *Solver) Interpolants(ctx context.Context, groups ...[]*smt.Term) ([]*smt.Term, error) {
	if s.status != Unsat {
		return nil, ErrNoProof
	}
	if len(groups) == 0 {
		return nil, errors.New("interpolants between no groups")
	}
	have := map[*smt.Term]bool{}
	for _, a := range s.stack {
		have[a.f] = true
	}
	for _, a := range s.assumed {
		have[a.f] = true
	}
	for _, g := range groups {
		for _, f := range g {
			if !have[f] {
				return nil, fmt.Errorf("%v is not asserted", f)
			}
		}
	}
	w := &interpolation{ctx: ctx, b: s.b, opt: s.opt}
	return w.sequence(groups)
}

// interpolation is one call of Interpolants: it makes the candidates and the solvers that verify them.
type interpolation struct {
	ctx   context.Context
	b     *smt.Builder
	opt   Options
	stats interpolationStats
}

// interpolationStats counts where interpolants came from: from the first proof, from another proof for a single cut,
// or from models.
type interpolationStats struct{ proof, again, models int }

var (
	errSatisfiable = errors.New("the groups are satisfiable together")
	errUnknown     = errors.New("the solver did not decide a question")
)

// solver returns a new solver with the options o that has the formulas of the groups as assertions.
func (w *interpolation) solver(o Options, groups ...[]*smt.Term) *Solver {
	o.Seed, o.Conflicts = w.opt.Seed, w.opt.Conflicts
	s := New(w.b, o)
	for _, g := range groups {
		for _, f := range g {
			s.Assert(f)
		}
	}
	return s
}

// check calls s.Check. It returns nil for Unsat, errSatisfiable for Sat, and the reason for Unknown.
func (w *interpolation) check(s *Solver, assumptions ...*smt.Term) error {
	switch s.Check(w.ctx, assumptions...) {
	case Unsat:
		return nil
	case Sat:
		return errSatisfiable
	}
	if effort.Done(w.ctx) {
		return context.Cause(w.ctx)
	}
	if s.reason != nil {
		return s.reason
	}
	return errUnknown
}

// stop reports whether the context has ended, for loops that call no solver.
func (w *interpolation) stop() bool { return effort.Done(w.ctx) }

// prove refutes the groups. It returns core, the formulas of each group that the proof uses, and, for each cut, an
// interpolant from the proof, or nil. If an interpolant is nil, the error `why` gives the reason.
func (w *interpolation) prove(groups [][]*smt.Term) (core [][]*smt.Term, itps []*smt.Term, why, err error) {
	s := w.solver(Options{Plain: true, Proofs: true}, groups...)
	if err := w.check(s); err != nil {
		return nil, nil, nil, err
	}
	p, err := s.Proof()
	if err != nil {
		return nil, nil, nil, err
	}
	p = p.Trim()
	used := map[*smt.Term]bool{w.b.False(): true} // the input of an empty clause is False
	for _, f := range p.Inputs() {
		used[f] = true
	}
	core = make([][]*smt.Term, len(groups))
	for i, g := range groups {
		for _, f := range g {
			if used[f] {
				core[i] = append(core[i], f)
			}
		}
	}
	itps, why = interpolant.Sequence(w.b, p, core, w.stop)
	return core, itps, why, nil
}

// sequence computes and verifies a sequence of interpolants for the groups.
func (w *interpolation) sequence(groups [][]*smt.Term) ([]*smt.Term, error) {
	core, itps, why, err := w.prove(groups)
	if err != nil {
		return nil, err
	}
	out, err := w.verify(core, itps, why, false)
	var failed *InterpolationError
	if errors.As(err, &failed) && !effort.Done(w.ctx) {
		// A step may have failed because the candidate for a later cut was wrong. Try again and verify each candidate
		// by itself.
		out, err = w.verify(core, itps, why, true)
	}
	return out, err
}

// verify goes over the cuts from the last to the first. At cut k it verifies that the candidate and the group after it
// imply the interpolant at the next cut; at the first cut it also verifies that the first group implies the
// interpolant. Together this verifies the sequence. It drops conjuncts of a candidate that are not needed. If there is
// no candidate, or it is wrong, it computes an interpolant between the groups before the cut on one side, and the
// group after it with the negation of the next interpolant on the other. If strict, it also verifies at once that the
// groups before the cut imply each candidate. why is the reason why candidates are missing.
func (w *interpolation) verify(groups [][]*smt.Term, itps []*smt.Term, why error, strict bool) ([]*smt.Term, error) {
	n := len(groups)
	out := make([]*smt.Term, n-1)
	voc := interpolant.NewVocabulary(groups)
	next := w.b.False()
	for k := n - 1; k >= 1; k-- {
		after := append([]*smt.Term{w.b.Not(next)}, groups[k]...)
		var f *smt.Term
		if c := itps[k-1]; c != nil && voc.Shared(c, k) {
			var err error
			f, err = w.weaken(c, after)
			if err == nil && strict {
				err = w.implied(slices.Concat(groups[:k]...), f)
			}
			if err != nil {
				if effort.Done(w.ctx) {
					return nil, context.Cause(w.ctx)
				}
				f, why = nil, err
			} else {
				w.stats.proof++
			}
		}
		if f == nil {
			var err error
			if f, err = w.between(slices.Concat(groups[:k]...), after); err != nil {
				if effort.Done(w.ctx) {
					return nil, context.Cause(w.ctx)
				}
				if why == nil {
					why = err
				}
				return nil, &InterpolationError{k, fmt.Errorf("%w; %w", why, err)}
			}
		}
		next, out[k-1] = f, f
	}
	if err := w.implied(groups[0], next); err != nil {
		if effort.Done(w.ctx) {
			return nil, context.Cause(w.ctx)
		}
		return nil, &InterpolationError{1, err}
	}
	return out, nil
}

// parts returns the conjuncts of f.
func (w *interpolation) parts(f *smt.Term) []*smt.Term {
	a, neg := f.Atom()
	switch {
	case a.Op() == smt.OpAnd && !neg:
		return a.Args()
	case a.Op() == smt.OpOr && neg:
		out := make([]*smt.Term, a.NumArgs())
		for i, g := range a.Args() {
			out[i] = w.b.Not(g)
		}
		return out
	}
	return []*smt.Term{f}
}

// weaken verifies that f contradicts the formulas in the list `after`, and returns f without conjuncts that are not
// needed for that.
func (w *interpolation) weaken(f *smt.Term, after []*smt.Term) (*smt.Term, error) {
	parts := w.parts(f)
	s := w.solver(Options{}, after)
	if err := w.check(s, parts...); err != nil {
		return nil, err
	}
	return w.b.And(s.Needed(parts)...), nil
}

// implied verifies that the formulas in the list `before` imply f.
func (w *interpolation) implied(before []*smt.Term, f *smt.Term) error {
	return w.check(w.solver(Options{}, before, []*smt.Term{w.b.Not(f)}))
}

// between computes an interpolant between two lists of formulas, from a proof or else from models, and verifies it.
func (w *interpolation) between(left, right []*smt.Term) (*smt.Term, error) {
	core, itps, why, err := w.prove([][]*smt.Term{left, right})
	if err != nil {
		return nil, err
	}
	voc := interpolant.NewVocabulary(core)
	verified := func(f *smt.Term) (*smt.Term, error) {
		if !voc.Shared(f, 1) {
			return nil, fmt.Errorf("%v has symbols that are not shared", f)
		}
		f, err := w.weaken(f, core[1])
		if err != nil {
			return nil, err
		}
		return f, w.implied(core[0], f)
	}
	if f := itps[0]; f != nil {
		if f, err = verified(f); err == nil {
			w.stats.again++
			return f, nil
		}
		why = err
	}
	f, err := w.fromModels(core, voc)
	if err == nil {
		if f, err = verified(interpolant.Simplify(w.b, f)); err == nil {
			w.stats.models++
			return f, nil
		}
	}
	if why != nil {
		err = fmt.Errorf("%w; %w", why, err)
	}
	return nil, err
}
