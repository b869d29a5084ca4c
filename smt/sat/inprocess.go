// The schedule of simplification.

package sat

import "math"

// preprocess simplifies the clauses at the start of Solve, if the options request it and enough clauses are new.
func (s *Solver) preprocess() {
	e := &s.elim
	if !s.opt.Eliminate && !s.opt.Parity || s.stopped() || e.fresh == 0 || e.fresh < len(s.clauses)/8 {
		return
	}
	if !s.levelZero() {
		return
	}
	if s.opt.Parity { // first, because the elimination of variables destroys sums
		s.simplify()
		s.collect()
		if !s.eliminateParities() {
			return
		}
	}
	if s.opt.Eliminate {
		s.simplifyClauses(true)
	} else {
		e.fresh = 0
	}
}

// inprocess simplifies the clauses between conflicts.
func (s *Solver) inprocess() {
	c := &s.sched
	start := s.stats.Ticks
	if !s.levelZero() {
		return
	}
	budget := int64(inprocessTicks*float64(start)) - c.spent
	if budget > 0 {
		s.vivify(budget)
		c.spent += s.stats.Ticks - start
	}
	if c.modeCount > 0 {
		c.mode += s.stats.Ticks - start // vivification does not count as search
	} else {
		c.modeStart += s.stats.Ticks - start
	}
	if s.ok && s.elim.fresh > 0 && s.elim.fresh >= len(s.clauses)/8 && s.levelZero() {
		s.simplifyClauses(s.opt.Eliminate)
	}
	c.inprocessings++
	c.inprocess = s.stats.Conflicts + int64(float64(c.inprocessUnit)*math.Sqrt(float64(c.inprocessings+1)))
}

// levelZero backtracks to level 0 and propagates. It returns false if the clauses are refuted or time is up.
func (s *Solver) levelZero() bool {
	s.backtrack(0)
	if c := s.propagate(); c != noRef {
		s.conflict(c)
		return false
	}
	if s.stopped() {
		return false
	}
	s.settle()
	return s.ok
}

// simplifyClauses removes subsumed clauses and then, if eliminate, eliminates variables as long as that pays. It must
// be called at the fixpoint of level 0.
func (s *Solver) simplifyClauses(eliminate bool) {
	e := &s.elim
	e.fresh = 0
	s.simplify()
	s.collect()
	s.connect()
	e.ticks = simplifyTicks + int64(len(s.arena)/4)
	s.subsumeAll()
	if eliminate {
		e.ticks = simplifyTicks + int64(len(s.arena)/4)
		for _, bound := range []int{0, 8, 16} {
			for s.ok && e.ticks > 0 && !s.stopped() && s.eliminateRound(bound) {
				s.subsumeAll()
			}
			for v := range s.flags {
				s.flags[v] |= varTouched // reconsider the variable with the next bound
			}
		}
		for v := range s.flags {
			s.flags[v] &^= varTouched
		}
	}
	if !s.stopped() { // otherwise the next call does it, so that Solve returns at once
		s.disconnect()
	}
}

const simplifyTicks = 1_000_000 // the budget in ticks, in addition to one tick for every four words of the clauses
