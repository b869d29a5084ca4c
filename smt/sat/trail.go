// Assignments, levels and backtracking.

package sat

// level returns the number of decision levels.
func (s *Solver) level() int { return len(s.lims) }

// assign makes l, which is open, true at the current level.
func (s *Solver) assign(l Lit, reason ref) {
	s.vals[l], s.vals[l^1] = 1, -1
	s.vars[l>>1] = varInfo{reason, int32(len(s.lims)), int32(len(s.trail))}
	s.trail = append(s.trail, l)
}

// open starts a decision level.
func (s *Solver) open() {
	s.lims = append(s.lims, len(s.trail))
	// assumptions that already hold open levels without a decision
	if len(s.levels) <= len(s.lims) {
		s.levels = append(s.levels, levelInfo{})
	}
	if s.theory != nil && !s.silent {
		s.theory.NewLevel()
	}
}

// backtrack undoes the levels above the given one.
func (s *Solver) backtrack(level int) {
	if level >= len(s.lims) {
		return
	}
	to := s.lims[level]
	for i := len(s.trail) - 1; i >= to; i-- {
		l := s.trail[i]
		v := l.Var()
		s.vals[l], s.vals[l^1] = 0, 0
		if !s.silent {
			s.phases.saved[v] = sign(l)
		}
		s.scores.push(v)
		s.queue.unassigned(v)
	}
	s.trail = s.trail[:to]
	s.lims = s.lims[:level]
	s.qhead = min(s.qhead, to)
	s.uhead = min(s.uhead, to)
	if s.theory != nil && !s.silent {
		s.thead = min(s.thead, to)
		s.theory.Backtrack(level)
	}
}

// sign returns 1 for a positive literal and -1 for a negated one.
func sign(l Lit) int8 { return 1 - 2*int8(l&1) }

// settle gives the literals of level 0, the current level, a unit clause in the log instead of a reason. This keeps
// hints short, and no clause must be kept as their reason.
func (s *Solver) settle() {
	if s.log == nil {
		for ; s.uhead < len(s.trail); s.uhead++ {
			s.vars[s.trail[s.uhead].Var()].reason = noRef
		}
		return
	}
	for ; s.uhead < len(s.trail); s.uhead++ {
		l := s.trail[s.uhead]
		v := l.Var()
		if s.vars[v].reason == noRef {
			continue
		}
		c := s.reasonOf(v)
		if s.size(c) == 1 {
			s.unit[v] = s.id(c)
		} else {
			s.unit[v] = s.derive([]Lit{l}, c, nil, nil)
		}
		s.vars[v].reason = noRef
	}
}

// reasonOf returns the clause that implied v, or noRef. It may move the arena.
func (s *Solver) reasonOf(v Var) ref {
	if r := s.vars[v].reason; r != theoryRef {
		return r
	}
	return s.explain(v)
}
