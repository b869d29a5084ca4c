// The facts that a proof needs.

package houdini

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// tries bounds the work, in units of package effort, of each of two attempts to derive a goal from fewer facts than
// the solver first used: from the facts that the proof needs anyway, and then also from the facts of the first core.
// Without a bound an attempt may not end: the facts may not suffice, or the solver may branch without end, since it
// gets the facts in another order and integers are unbounded.
const tries = 15_000

// Needed selects the facts that the proof needs: the facts that exclude errors, and the facts that these need to be
// inductive. It returns false if the solver cannot repeat a step of the proof.
func (x *Search) Needed(errors []*Place) bool {
	var work []*fact
	visit := func(b *Block, goal *smt.Term) bool {
		fs, ok := x.reasons(b, goal)
		for _, f := range fs {
			if !f.need {
				f.need = true
				x.Stats.Needed++
				work = append(work, f)
			}
		}
		return ok
	}
	for _, p := range errors {
		for _, b := range p.In {
			if !visit(b, x.B.False()) {
				return false
			}
		}
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		for _, b := range f.at.In {
			if !visit(b, f.term) {
				return false
			}
		}
	}
	return true
}

// reasons returns facts at the start of a block from which the goal at its end follows.
func (x *Search) reasons(b *Block, goal *smt.Term) ([]*fact, bool) {
	q := x.ask(b)
	if ok, _ := q.refute([]*smt.Term{goal}); !ok {
		return nil, false
	}
	core := q.failed
	s := q.solver(solver.Options{Proofs: true, Conflicts: conflicts, NoProducts: true})
	s.Assert(x.B.Not(q.end(goal)))
	for _, needed := range []bool{true, false} {
		for _, i := range b.instances {
			if !i.fact.dead && i.fact.need == needed && (needed || core[i.says]) {
				s.Assert(i.says)
			}
		}
		x.Stats.Queries++
		ctx, release := effort.Limit(x.ctx, tries)
		status := s.Check(ctx)
		release()
		if status == solver.Unsat {
			core = s.InCore()
			break
		}
	}
	var out []*fact
	for _, i := range b.instances {
		if core[i.says] && !i.fact.dead {
			core[i.says] = false
			out = append(out, i.fact)
			if !slices.Contains(b.From.used, i.by) {
				b.From.used = append(b.From.used, i.by)
			}
		}
	}
	return out, true
}

// Facts returns the facts at the place that the proof needs.
func (p *Place) Facts() []*smt.Term {
	var out []*smt.Term
	for _, f := range p.facts {
		if f.need {
			out = append(out, f.term)
		}
	}
	return out
}

// Used returns the terms that steps from the place instantiate facts with.
func (p *Place) Used() []Terms {
	var out []Terms
	for _, by := range p.used {
		out = append(out, p.Terms[by])
	}
	return out
}

// At returns the place of a location, or nil if no facts are kept there.
func (c *Context) At(l *cfa.Loc) *Place { return c.at[l] }
