// The solver's questions about blocks, and the fixpoint iteration.

package houdini

import (
	"slices"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Limits of the proof.
const (
	conflicts   = 4_000 // solver conflicts in one question
	branches    = 100   // solver branches in one question
	mostAtOnce  = 100   // instances added between two questions
	mostRounds  = 60    // questions about one goal
	sweepFrom   = 20    // instances of dropped facts in a solver, after which the solver is replaced
	sweepAfter  = 200   // questions to one solver, after which the solver is replaced
	mostRefuted = 8_000 // questions in total

	// The solver may branch without end, because integers are unbounded. A unit of package effort takes 3 us.
	question = 60_000 // work limit of one question
)

func (x *Search) ask(b *Block) *asker {
	q := x.askers[b]
	if q == nil {
		q = &asker{Search: x, b: b, said: map[*smt.Term]bool{}, atEnd: map[*smt.Term]*smt.Term{}}
		q.s = q.solver(solver.Options{Conflicts: conflicts, Branches: branches, NoProducts: true})
		x.askers[b] = q
	}
	return q
}

// solver returns a new solver with the assertions that hold in the block without any facts.
func (q *asker) solver(o solver.Options) *solver.Solver {
	s := solver.New(q.B, o)
	for _, f := range q.b.Given {
		s.Assert(f)
	}
	for _, f := range q.always {
		s.Assert(f)
	}
	return s
}

// know asserts formulas that always hold.
func (q *asker) know(fs []*smt.Term) {
	for _, f := range fs {
		if !q.said[f] {
			q.said[f] = true
			q.s.Assert(f)
			q.always = append(q.always, f)
		}
	}
}

// end translates a formula over plain symbols to the end of the block.
func (q *asker) end(f *smt.Term) *smt.Term {
	t := q.atEnd[f]
	if t == nil {
		var facts []*smt.Term
		t, facts = q.at(q.b.End, f)
		q.know(facts)
		q.atEnd[f] = t
	}
	return t
}

// start returns the instance of a fact at the start of the block with the terms From.Terms[by] in place of the
// ghosts.
func (q *asker) start(f *fact, by int) *smt.Term {
	known := q.b.known[f]
	if known == nil {
		known = map[int]*smt.Term{}
		q.b.known[f] = known
	}
	says := known[by]
	if says == nil {
		sub := q.B.Substitution()
		for i, t := range q.b.From.Terms[by] {
			if t != q.Any[i] {
				sub.Set(q.Any[i], t)
			}
		}
		var facts []*smt.Term
		says, facts = q.at(q.b.Start, sub.Apply(f.term))
		q.know(facts)
		known[by] = says
	}
	return says
}

// concerns reports whether the terms replace only ghosts that occur in the fact.
func (q *asker) concerns(f *fact, ts Terms) bool {
	for i, t := range ts {
		if t != q.Any[i] && !f.about[i] {
			return false
		}
	}
	return true
}

// sweep replaces the solver if too many of its questions were about facts that have been dropped: the old solver
// would continue to consider their terms.
func (q *asker) sweep() {
	q.asked++
	gone := 0
	for _, i := range q.b.instances {
		if i.fact.dead {
			gone++
		}
	}
	if gone < sweepFrom && q.asked < sweepAfter {
		return
	}
	q.asked = 0
	q.b.instances = slices.DeleteFunc(q.b.instances, func(i *instance) bool { return i.fact.dead })
	q.exact = nil
	q.s = q.solver(solver.Options{Conflicts: conflicts, Branches: branches, NoProducts: true})
}

// refute reports whether all goals hold at the end of the block. If a goal may fail, or if the answer is unknown,
// refute returns a model that violates a goal, if there is such a model.
func (q *asker) refute(goals []*smt.Term) (holds bool, m *smt.Model) {
	b := q.B
	ends := make([]*smt.Term, len(goals))
	for i, g := range goals {
		ends[i] = q.end(g)
	}
	goal := b.Not(b.And(ends...))
	if goal.IsFalse() {
		q.failed = nil
		return true, nil
	}
	q.sweep()
	used := map[*smt.Term]bool{}
	for _, i := range q.b.instances {
		used[i.says] = true
	}
	for range mostRounds {
		if q.Stopped() || q.Stats.Queries > mostRefuted {
			return false, nil
		}
		q.Stats.Queries++
		assumed := []*smt.Term{goal}
		for _, i := range q.b.instances {
			if !i.fact.dead {
				assumed = append(assumed, i.says)
			}
		}
		ctx, release := effort.Limit(q.ctx, question)
		res := q.s.Check(ctx, assumed...)
		release()
		switch res {
		case solver.Unsat:
			q.failed = q.s.InCore()
			return true, nil
		case solver.Sat:
			if m = q.s.Model(); !q.add(m, used) {
				return false, m
			}
		default:
			// Products are uninterpreted functions to the solver: instances of facts about them may be missing.
			c := q.s.Candidate()
			if m = nil; c == nil {
				return false, nil
			}
			if !q.add(c, used) && !q.addProducts(used) {
				q.Doubtful = true
				if !q.Products {
					return false, nil
				}
				if holds, m = q.exactly(assumed); holds || m == nil || !q.add(m, used) {
					return holds, m
				}
			}
		}
	}
	return false, m
}

// exactly asks with lemmas about products, which are expensive. It is used when facts have no further instances to
// add.
func (q *asker) exactly(assumed []*smt.Term) (holds bool, m *smt.Model) {
	if q.exact == nil {
		q.exact, q.known = q.solver(solver.Options{Conflicts: conflicts, Branches: branches}), len(q.always)
	}
	for ; q.known < len(q.always); q.known++ {
		q.exact.Assert(q.always[q.known])
	}
	q.Stats.Queries++
	switch q.exact.Check(q.ctx, assumed...) {
	case solver.Unsat:
		q.failed = q.exact.InCore()
		return true, nil
	case solver.Sat:
		return false, q.exact.Model()
	}
	return false, nil
}

// add adds instances that a model violates. It returns false if the model violates none.
func (q *asker) add(m *smt.Model, used map[*smt.Term]bool) bool {
	return q.instantiate(used, func(f *fact, says *smt.Term) bool {
		ok, err := q.holds(m, says)
		return err != nil || !ok
	})
}

// addProducts adds instances of facts about products. It returns false if it added nothing.
func (q *asker) addProducts(used map[*smt.Term]bool) bool {
	return q.instantiate(used, func(f *fact, _ *smt.Term) bool { return f.product })
}

// instantiate goes through From.Terms up to the first terms for which facts have new instances that the function
// "wanted" accepts, and adds these instances. It returns false if no terms have such instances.
func (q *asker) instantiate(used map[*smt.Term]bool, wanted func(*fact, *smt.Term) bool) bool {
	added := 0
	for by, ts := range q.b.From.Terms {
		for _, f := range q.b.From.facts {
			if f.dead || added >= mostAtOnce || !q.concerns(f, ts) {
				continue
			}
			q.done(1)
			says := q.start(f, by)
			if used[says] || says.IsTrue() || !wanted(f, says) {
				continue
			}
			used[says] = true
			q.b.instances = append(q.b.instances, &instance{f, by, says})
			added++
		}
		if added > 0 {
			return true
		}
	}
	return false
}

// houdini drops facts until the rest is inductive. It returns false if it was stopped.
func (x *Search) houdini() bool {
	var queue []*Block
	push := func(bs []*Block) {
		for _, b := range bs {
			if !b.queued {
				b.queued = true
				queue = append(queue, b)
			}
		}
	}
	for _, p := range x.Places {
		push(p.out)
	}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		b.queued = false
		for {
			if x.Stopped() || x.Stats.Queries > mostRefuted {
				return false
			}
			var alive []*fact
			var goals []*smt.Term
			for _, f := range b.To.facts {
				if !f.dead {
					alive = append(alive, f)
					goals = append(goals, f.term)
				}
			}
			if len(alive) == 0 {
				break
			}
			q := x.ask(b)
			holds, m := q.refute(goals)
			if holds {
				break
			}
			n := 0
			for _, f := range alive {
				if m != nil {
					if ok, err := q.holds(m, q.end(f.term)); err == nil && ok {
						continue
					}
				} else if ok, _ := q.refute([]*smt.Term{f.term}); ok {
					continue
				}
				f.dead = true
				n++
			}
			if n == 0 {
				if m != nil { // the model may leave cells open: ask for each fact
					for _, f := range alive {
						if ok, _ := q.refute([]*smt.Term{f.term}); !ok {
							f.dead = true
							n++
						}
					}
				}
				if n == 0 {
					break
				}
			}
			push(b.To.out)
		}
	}
	return true
}
