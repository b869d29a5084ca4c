package heap

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// needed finds the facts that the proof rests on: those that exclude the errors, and those that
// these need to be inductive.
func (x *Search) needed() bool {
	var work []*fact
	visit := func(b *block, goal *smt.Term) bool {
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
	for _, p := range x.places {
		for _, b := range p.in {
			if p.Loc.Error != nil && !visit(b, x.b.False()) {
				return false
			}
		}
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		for _, b := range f.at.in {
			if !visit(b, f.term) {
				return false
			}
		}
	}
	return true
}

// reasons lists the facts at the start of a block from which one at its end follows.
func (x *Search) reasons(b *block, goal *smt.Term) ([]*fact, bool) {
	q := x.ask(b)
	if ok, _ := q.refute([]*smt.Term{goal}); !ok {
		return nil, false
	}
	s := solver.New(x.b, solver.Options{Proofs: true, Conflicts: 4 * conflicts})
	for _, f := range append(slices.Clone(b.given), q.always...) {
		s.Assert(f)
	}
	s.Assert(x.b.Not(q.end(goal)))
	// Facts that are needed anyway cost nothing.
	for _, first := range []bool{true, false} {
		for _, i := range b.instances {
			if !i.fact.dead && i.fact.need == first {
				s.Assert(i.says)
			}
		}
		x.Stats.Queries++
		if s.Check(x.ctx) == solver.Unsat {
			break
		}
		if !first {
			return nil, false
		}
	}
	core := map[*smt.Term]bool{}
	for _, t := range s.Core() {
		core[t] = true
	}
	var out []*fact
	for _, i := range b.instances {
		if core[i.says] && !i.fact.dead {
			core[i.says] = false
			out = append(out, i.fact)
			if i.term != x.k && !slices.Contains(b.from.used, i.term) {
				b.from.used = append(b.from.used, i.term)
			}
		}
	}
	return out, true
}

// Fact is a part of the invariant that a proof rests on.
func (p *Place) Facts() []*smt.Term {
	var out []*smt.Term
	for _, f := range p.facts {
		if f.need {
			out = append(out, f.term)
		}
	}
	return out
}

// Used lists the terms that a step from the place needs the facts for, besides the ghost.
func (p *Place) Used() []*smt.Term { return p.used }

// At is the place of a location, if facts are kept there.
func (c *Context) At(l *cfa.Loc) *Place { return c.at[l] }
