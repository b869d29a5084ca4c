package heap

import (
	"slices"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Limits of the proof.
const (
	conflicts   = 4_000 // of one question
	mostAtOnce  = 100   // instances that are added between two questions
	mostRounds  = 60    // questions about one thing
	sweepFrom   = 20    // facts that were dropped, instances of which a solver knows
	sweepAfter  = 200   // questions to one solver
	mostTerms   = 40    // in place of the ghost
	mostRefuted = 8_000 // questions in all
	levels      = 2     // of what is guessed: see attributes.go
)

// findTerms lists what may be put in place of the ghost at each place: what the steps from there
// may access.
func (x *Search) findTerms() {
	var linking []field
	for _, f := range x.fields {
		for _, n := range x.sizesSeen() {
			if f.off < n && x.links(f, n) && !slices.Contains(linking, f) {
				linking = append(linking, f)
			}
		}
	}
	for _, p := range x.places {
		add := func(t *smt.Term) {
			if len(p.terms) < mostTerms && !slices.Contains(p.terms, t) {
				p.terms = append(p.terms, t)
			}
		}
		add(x.k)
		var pointers []*smt.Term
		for _, v := range p.vars {
			if x.leads(p, v) {
				pointers = append(pointers, x.coder.Plain(v))
			}
		}
		for _, t := range pointers {
			add(t)
		}
		for _, v := range p.vars { // the heap's end
			if !x.leads(p, v) && v.Range.Bits == x.prog.Model.PtrBits() && !v.Range.Signed {
				add(x.coder.Plain(v))
			}
		}
		for _, t := range append([]*smt.Term{x.k}, pointers...) {
			for _, f := range linking {
				add(x.member(f, t))
			}
		}
		for _, f := range x.fields {
			if f.off > 0 {
				add(x.b.Add(x.k, x.int(f.off)))
				add(x.b.Sub(x.k, x.int(f.off)))
			}
		}
		for _, t := range pointers {
			for _, f := range linking {
				for _, g := range linking {
					add(x.member(g, x.member(f, t)))
				}
			}
		}
	}
}

// sizesSeen lists the sizes of blocks that were seen.
func (x *Search) sizesSeen() []int64 {
	var out []int64
	for _, p := range x.places {
		for _, s := range x.samples[p] {
			for _, k := range s.blocks {
				if n := s.sizes[k]; !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func (x *Search) ask(b *block) *asker {
	q := x.askers[b]
	if q == nil {
		q = &asker{Search: x, b: b, said: map[*smt.Term]bool{}, atEnd: map[*smt.Term]*smt.Term{}}
		q.s = solver.New(x.b, solver.Options{Conflicts: conflicts})
		for _, f := range b.given {
			q.s.Assert(f)
		}
		x.askers[b] = q
	}
	return q
}

// know asserts what holds anyway.
func (q *asker) know(fs []*smt.Term) {
	for _, f := range fs {
		if !q.said[f] {
			q.said[f] = true
			q.s.Assert(f)
			q.always = append(q.always, f)
		}
	}
}

// end is a plain formula at the end of the block.
func (q *asker) end(f *smt.Term) *smt.Term {
	t := q.atEnd[f]
	if t == nil {
		var facts []*smt.Term
		t, facts = q.coder.At(q.b.end, f)
		q.know(facts)
		q.atEnd[f] = t
	}
	return t
}

// start is a fact with a term for the ghost at the start of the block.
func (q *asker) start(f *fact, t *smt.Term) *smt.Term {
	by := q.b.known[f]
	if by == nil {
		by = map[*smt.Term]*smt.Term{}
		q.b.known[f] = by
	}
	says := by[t]
	if says == nil {
		plain := f.term
		if t != q.k {
			sub := q.Search.b.Substitution()
			sub.Set(q.k, t)
			plain = sub.Apply(plain)
		}
		var facts []*smt.Term
		says, facts = q.coder.At(q.b.start, plain)
		q.know(facts)
		by[t] = says
	}
	return says
}

// sweep makes a new solver where many of the questions to the old one were about facts that have
// been dropped: it would go on looking at what they are about.
func (q *asker) sweep() {
	q.asked++
	gone := 0
	for _, i := range q.b.instances {
		gone += int(flag(i.fact.dead))
	}
	if gone < sweepFrom && q.asked < sweepAfter {
		return
	}
	q.asked = 0
	q.b.instances = slices.DeleteFunc(q.b.instances, func(i *instance) bool { return i.fact.dead })
	q.s = solver.New(q.Search.b, solver.Options{Conflicts: conflicts})
	for _, f := range append(slices.Clone(q.b.given), q.always...) {
		q.s.Assert(f)
	}
}

// refute reports whether one of the formulas at the end of the block, at least, can be false; where
// that is so, or not known, the model, if any, has one.
func (q *asker) refute(goals []*smt.Term) (holds bool, m *smt.Model) {
	b := q.Search.b
	ends := make([]*smt.Term, len(goals))
	for i, g := range goals {
		ends[i] = q.end(g)
	}
	goal := b.Not(b.And(ends...))
	if goal.IsFalse() {
		return true, nil
	}
	q.sweep()
	used := map[*smt.Term]bool{}
	for _, i := range q.b.instances {
		used[i.says] = true
	}
	for range mostRounds {
		if q.stopped() || q.Stats.Queries > mostRefuted {
			return false, nil
		}
		q.Search.Stats.Queries++
		assumed := []*smt.Term{goal}
		for _, i := range q.b.instances {
			if !i.fact.dead {
				assumed = append(assumed, i.says)
			}
		}
		switch q.s.Check(q.ctx, assumed...) {
		case solver.Unsat:
			return true, nil
		case solver.Unknown:
			return false, nil
		}
		m = q.s.Model()
		added := 0
		for _, t := range q.b.from.terms {
			for _, f := range q.b.from.facts {
				if f.dead || added >= mostAtOnce {
					continue
				}
				says := q.start(f, t)
				if used[says] || says.IsTrue() {
					continue
				}
				if ok, err := m.Holds(says); err != nil || !ok {
					used[says] = true
					q.b.instances = append(q.b.instances, &instance{f, t, says})
					added++
				}
			}
			if added > 0 {
				break
			}
		}
		if added == 0 {
			return false, m
		}
	}
	return false, m
}

// houdini drops facts until what is left is inductive; false where it was stopped.
func (x *Search) houdini() bool {
	var queue []*block
	push := func(bs []*block) {
		for _, b := range bs {
			if !b.queued {
				b.queued = true
				queue = append(queue, b)
			}
		}
	}
	for _, p := range x.places {
		push(p.out)
	}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		b.queued = false
		for {
			if x.stopped() || x.Stats.Queries > mostRefuted {
				return false
			}
			var alive []*fact
			var goals []*smt.Term
			for _, f := range b.to.facts {
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
					if ok, err := m.Holds(q.end(f.term)); err == nil && ok {
						continue
					}
				} else if ok, _ := q.refute([]*smt.Term{f.term}); ok {
					continue
				}
				f.dead = true
				n++
			}
			if n == 0 {
				if m != nil { // cells that the model did not need to speak of
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
			push(b.to.out)
		}
	}
	return true
}
