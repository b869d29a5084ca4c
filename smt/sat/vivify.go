// Vivification, the shortening of learnt clauses by propagation.

package sat

import (
	"cmp"
	"slices"
)

// vivify shortens good learnt clauses. It makes the literals of a clause false one by one. If propagation shows before
// the end that they cannot all be false, the literals that show it suffice (Piette, Hamadi, Saïs: Vivifying
// Propositional Clausal Formulae, ECAI 2008; Luo et al., IJCAI 2017, for learnt clauses). Clauses with a common prefix
// share its decisions.
//
// The clause itself may take part in the propagation: the shortened clause is implied with its help and then replaces
// it.
func (s *Solver) vivify(budget int64) {
	s.simplify()
	s.collect()
	limit := s.stats.Ticks + budget
	count := make([]int32, len(s.vals))
	var again, todo []ref
	for _, c := range s.learnts {
		if s.glue(c) > tier2 || s.size(c) == 2 {
			continue
		}
		for _, x := range s.lits(c) {
			count[x]++
		}
		if s.has(c, flagVivified) {
			again = append(again, c)
		} else {
			todo = append(todo, c)
		}
	}
	if len(todo) == 0 {
		for _, c := range again {
			s.unset(c, flagVivified)
		}
		todo = again
	}
	byCount := func(a, b Lit) int {
		if d := cmp.Compare(count[b], count[a]); d != 0 {
			return d
		}
		return cmp.Compare(a, b)
	}
	// The most frequent literals come first, so that starts are shared.
	sorted := make([][]Lit, len(todo))
	order := make([]int, len(todo))
	for i, c := range todo {
		for _, x := range s.lits(c) {
			sorted[i] = append(sorted[i], Lit(x))
		}
		slices.SortFunc(sorted[i], byCount)
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return slices.CompareFunc(sorted[i], sorted[j], byCount) })
	s.silent = true
	for _, i := range order {
		if s.stats.Ticks >= limit || s.stopped() || !s.ok {
			break
		}
		s.vivifyClause(todo[i], sorted[i])
	}
	s.backtrack(0)
	s.silent = false
	if s.ok {
		s.collect()
	}
}

// vivifyClause tries c, with its literals in the given order. Its decisions stay, for the next clause.
func (s *Solver) vivifyClause(c ref, lits []Lit) {
	s.set(c, flagVivified)
	for _, l := range lits {
		if s.vals[l] > 0 && s.vars[l.Var()].level == 0 {
			s.free(c)
			return
		}
	}
	for i := range s.lims {
		if i >= len(lits) || s.trail[s.lims[i]] != lits[i].Not() {
			s.backtrack(i)
			break
		}
	}
	// If c, or a clause derived from it, propagated before, undo that propagation.
	for _, l := range lits {
		if info := s.vars[l.Var()]; s.vals[l] > 0 && info.reason == c {
			s.backtrack(int(info.level) - 1)
			break
		}
	}
	confl, implied := noRef, noLit
	for _, l := range lits {
		v := s.vals[l]
		if v < 0 {
			continue
		}
		if v > 0 {
			confl, implied = s.vars[l.Var()].reason, l
			break
		}
		s.open()
		s.assign(l.Not(), noRef)
		if confl = s.propagate(); confl != noRef || s.stopped() {
			break
		}
	}
	if s.stopped() {
		return
	}
	if confl == noRef {
		confl = c // all its literals are false; cannot happen, because c propagates
	}
	if implied != noLit {
		s.keep(implied.Var())
	}
	s.coneOf(confl, true)
	if implied != noLit {
		s.ends = append(s.ends, implied)
	}
	short := s.ends
	if len(short) >= len(lits) {
		if confl != c && implied != noLit && !s.inCone(c) {
			s.free(c) // propagation over other clauses implies the same
			s.stats.Deleted++
		}
		if implied == noLit {
			s.backtrack(s.level() - 1)
		}
		return
	}
	s.stats.Vivified++
	var id ID
	if s.log != nil {
		id = s.emit(short, confl)
	}
	s.backtrack(0)
	s.free(c)
	if len(short) <= 1 {
		if len(short) == 0 {
			s.refuted(id)
			return
		}
		s.fixed(short[0], id)
		if confl := s.propagate(); confl != noRef {
			s.conflict(confl)
		} else {
			s.settle()
		}
		return
	}
	d := s.alloc(short, flagLearnt|flagVivified, id)
	s.setGlue(d, min(s.glue(c), len(short)-1))
	s.setUsed(d, s.used(c))
	s.learnts = append(s.learnts, d)
	s.attach(d)
}

// inCone reports whether c is one of the reasons that the last coneOf found.
func (s *Solver) inCone(c ref) bool {
	return slices.ContainsFunc(s.cone, func(pos int32) bool { return s.vars[s.trail[pos].Var()].reason == c })
}
