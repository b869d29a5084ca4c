package predicate

import (
	"context"

	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
	"github.com/whet-mc/whet/smt/words"
)

// Blocks with operations on floating numbers. Over integers what these give is any word, so that a
// model of the block need not be one; what has a model there is asked over words, where operations
// are circuits. Both solvers are told the same.

const (
	WordConflicts = 3_000 // of a question over words: conflicts in large circuits take long
	maxHard       = 3     // questions over words that are not decided, before none are asked
)

// exact is a solver over words for a block.
type exact struct {
	solver *words.Solver
	told   int // of block.said
	hard   int // questions that it has not decided
}

// inWords makes the solver over words know all that the other one does, and reports whether the
// formulas can be asked of it. There is none for blocks without floating operations.
func (d *Domain) inWords(x *block, fs []*smt.Term) bool {
	e := &x.exact
	if len(x.computed) == 0 || e.hard >= maxHard {
		return false
	}
	for range 2 { // the second time anew: arrays may have got longer indexes
		if e.solver == nil {
			e.solver = words.NewSolver(d.b, solver.Options{Conflicts: WordConflicts, Unchecked: true}, d.coder.Interval, x.computed)
			e.told = 0
		}
		if e.solver.Express(append(x.said[e.told:len(x.said):len(x.said)], fs...)...) {
			for ; e.told < len(x.said); e.told++ {
				e.solver.Assert(x.said[e.told])
			}
			return true
		}
		e.solver = nil
	}
	e.hard = maxHard
	return false
}

func (e *exact) check(ctx context.Context, all []*smt.Term) (solver.Status, formula.Model) {
	if e.hard >= maxHard {
		return solver.Unknown, nil
	}
	s := e.solver.Check(ctx, all...)
	if s == solver.Unknown {
		e.hard++
	}
	return s, e.solver.Model()
}
