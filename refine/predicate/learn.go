// Predicates from sequence interpolants.

package predicate

import (
	"context"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Fact is a formula that must be known at the end of a block.
type Fact struct {
	Block int
	// Known is the interpolant over plain symbols, or nil if it mentions values that are not current at the end of
	// the block.
	Known *smt.Term
	// Preds are the atoms of the interpolant that mention only current values.
	Preds []*smt.Term
	// Clauses are the conjuncts of the interpolant, if all mention only current values. Tracked as one predicate
	// each, they exclude the path even in a cartesian abstraction: the clauses of one location and the block imply
	// each clause of the next.
	Clauses []*smt.Term
}

// Interpolate computes sequence interpolants between the blocks of an infeasible path. The error says why none were
// found.
func (t *Trace) Interpolate(ctx context.Context, a *Answer) ([]Fact, error) {
	itps, err := a.solver.Ints.Interpolants(ctx, a.Core...)
	if err != nil {
		return nil, err
	}
	itps = weaken(ctx, t.coder.Builder(), t.groups(a, itps), itps, t.values(ctx, itps))
	var out []Fact
	for i, itp := range itps {
		if itp.IsTrue() || itp.IsFalse() {
			continue
		}
		out = append(out, t.fact(i, itp))
	}
	return out, nil
}

// maxQuestions bounds the questions for weakening one interpolant.
const maxQuestions = 80

// weaken drops conjuncts of interpolants. From last to first, each interpolant keeps conjuncts that, with the
// formulas of the next block, imply the weakened next interpolant. So the interpolants stay inductive, and fewer
// predicates are tracked. facts are other formulas that hold at the ends of the blocks; weaken prefers to keep them
// over conjuncts.
func weaken(ctx context.Context, b *smt.Builder, groups [][]*smt.Term, itps []*smt.Term, facts [][]*smt.Term) []*smt.Term {
	out := make([]*smt.Term, len(itps))
	next := b.False()
	for k := len(itps) - 1; k >= 0; k-- {
		out[k] = itps[k]
		if whole := b.And(append(facts[k], itps[k])...); whole.Op() == smt.OpAnd {
			s := solver.New(b, solver.Options{Proofs: true, Conflicts: 5000})
			for _, f := range groups[k+1] {
				s.Assert(f)
			}
			s.Assert(b.Not(next))
			parts := []*smt.Term{itps[k]}
			if itps[k].Op() == smt.OpAnd {
				parts = append([]*smt.Term(nil), itps[k].Args()...)
			}
			out[k] = b.And(smallest(ctx, s, append(parts, facts[k]...))...)
		}
		next = out[k]
	}
	return out
}

// smallest drops formulas while the rest contradicts the assertions of s.
func smallest(ctx context.Context, s *solver.Solver, fs []*smt.Term) []*smt.Term {
	if s.Check(ctx, fs...) != solver.Unsat {
		return fs
	}
	fs = s.Needed(fs)
	for i, n := 0, 0; i < len(fs) && n < maxQuestions; n++ {
		rest := append(append([]*smt.Term(nil), fs[:i]...), fs[i+1:]...)
		if s.Check(ctx, rest...) == solver.Unsat {
			// The formulas before i are needed: they stay in the core.
			fs = s.Needed(fs)
		} else {
			i++
		}
	}
	return fs
}

func (t *Trace) fact(i int, itp *smt.Term) Fact {
	p := t.Blocks[i].End
	f := Fact{Block: i}
	if f.Known, _ = t.coder.Strip(p, itp); f.Known != nil {
		f.Clauses = []*smt.Term{f.Known}
		if f.Known.Op() == smt.OpAnd {
			f.Clauses = f.Known.Args()
		}
	}
	for _, atom := range Atoms(itp) {
		if plain, ok := t.coder.Strip(p, atom); ok {
			f.Preds = append(f.Preds, plain)
		}
	}
	return f
}
