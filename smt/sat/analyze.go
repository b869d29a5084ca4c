package sat

import "slices"

// Conflict analysis: the first unique implication point (Marques-Silva, Sakallah: GRASP, 1996; Zhang et al., ICCAD
// 2001), recursive minimisation of the learnt clause (Sörensson, Biere: Minimizing Learned Clauses, SAT 2009; here with
// an explicit stack), and minimisation with binary clauses (Audemard, Simon: Glucose, IJCAI 2009).

// Marks of a variable during analysis.
const (
	markSeen      uint8 = 1 << iota // in the learnt clause, or resolved away
	markRemovable                   // implied by literals of the learnt clause
	markPoison                      // not implied by literals of the learnt clause
	// a literal of the clause that is minimised with binary clauses; the clause is false there
	markMember
)

// levelInfo is the analysis' information about a decision level.
type levelInfo struct {
	stamp   uint32 // equals Solver.stamp where first is valid
	first   int32  // the lowest trail position among the learnt clause's literals
	counted uint32 // equals Solver.counted if glueOf has counted it
}

// frame is a step of the recursive minimisation: literals of c before i are done.
type frame struct {
	v Var
	c ref
	i int
}

// conflict handles c, a clause whose literals are all false: it learns a clause that is unit at a lower level,
// backtracks to that level, and makes the unit literal true. If there is no such level, the clauses are refuted.
func (s *Solver) conflict(c ref) {
	s.stats.Conflicts++
	top, second, count := -1, 0, 0
	var last Lit
	for _, x := range s.lits(c) {
		switch level := int(s.vars[x>>1].level); {
		case level > top:
			top, second, count, last = level, max(top, 0), 1, Lit(x)
		case level == top:
			count++
		case level > second:
			second = level
		}
	}
	if top <= 0 {
		s.backtrack(0)
		s.settle()
		s.refuted(s.derive(nil, c, nil, nil))
		return
	}
	s.backtrack(top)
	if count == 1 { // only clauses of the theory are found that late
		s.backtrack(second)
		if s.has(c, flagTemp) {
			s.attachTemp(c)
		} else {
			s.rewatch(c)
		}
		s.assign(last, c)
		return
	}
	s.notePhases()
	jump, glue, id := s.analyze(c)
	s.learnedGlue(glue)
	s.bumpAnalyzed()
	s.unmark()
	s.backtrack(jump)
	lits := s.learnt
	if len(lits) == 1 {
		s.fixed(lits[0], id)
		return
	}
	learnt := s.alloc(lits, flagLearnt, id)
	s.setGlue(learnt, glue)
	s.setUsed(learnt, 1)
	if glue <= tier2 {
		s.setUsed(learnt, 2)
	}
	s.learnts = append(s.learnts, learnt)
	s.attach(learnt)
	s.assign(lits[0], learnt)
}

// analyze sets s.learnt to the clause learnt from c. c must have two literals of the current level. The first literal
// of s.learnt is the one that becomes true, the second one belongs to level jump, at which that happens. The variables
// met stay marked and listed in s.analyzed.
func (s *Solver) analyze(c ref) (jump, glue int, id ID) {
	s.learnt = append(s.learnt[:0], noLit)
	s.analyzed = s.analyzed[:0]
	s.stamp++
	level := int32(len(s.lims))
	open, at := 0, len(s.trail)
	reason := c
	for {
		s.use(reason)
		for _, x := range s.lits(reason) {
			v := Lit(x).Var()
			info := &s.vars[v]
			if s.mark[v]&markSeen != 0 || info.level == 0 {
				continue
			}
			s.mark[v] = markSeen
			s.marked = append(s.marked, v)
			s.analyzed = append(s.analyzed, v)
			if info.level == level {
				open++
				continue
			}
			s.learnt = append(s.learnt, Lit(x))
			if li := &s.levels[info.level]; li.stamp != s.stamp {
				li.stamp, li.first = s.stamp, info.pos
			} else {
				li.first = min(li.first, info.pos)
			}
		}
		at--
		for s.mark[s.trail[at].Var()]&markSeen == 0 {
			at--
		}
		if open--; open == 0 {
			break
		}
		// The implied literal's own variable is marked, so it is skipped above.
		reason = s.reasonOf(s.trail[at].Var())
	}
	s.learnt[0] = s.trail[at].Not()

	n := 1
	for _, l := range s.learnt[1:] {
		if !s.removable(l.Var()) {
			s.learnt[n] = l
			n++
		}
	}
	s.stats.Minimized += int64(len(s.learnt) - n)
	s.learnt = s.learnt[:n]
	glue = s.glueOf(s.learnt)
	s.before, s.dropped = s.before[:0], s.dropped[:0]
	if n > 2 && n <= 30 && glue <= tier2 {
		s.minimizeBinary()
		glue = min(glue, len(s.learnt))
	}
	id = s.derive(s.learnt, c, s.before, s.dropped)
	if len(s.learnt) > 1 {
		best := 1
		for i, l := range s.learnt {
			if i > 1 && s.vars[l.Var()].level > s.vars[s.learnt[best].Var()].level {
				best = i
			}
		}
		s.learnt[1], s.learnt[best] = s.learnt[best], s.learnt[1]
		jump = int(s.vars[s.learnt[1].Var()].level)
	}
	s.stats.Learnt++
	s.stats.LearntLits += int64(len(s.learnt))
	return jump, glue, id
}

func (s *Solver) unmark() {
	for _, v := range s.marked {
		s.mark[v] = 0
	}
	s.marked = s.marked[:0]
}

// removable reports whether the reasons of v lead back only to literals of the learnt clause. An analysis visits every
// variable once. A literal that the theory has not explained counts as one without a reason, because explanations cost
// more than they would save here.
func (s *Solver) removable(v Var) bool {
	r := s.vars[v].reason
	if r < firstRef {
		return false
	}
	s.frames = append(s.frames[:0], frame{v, r, 0})
	for len(s.frames) > 0 {
		f := &s.frames[len(s.frames)-1]
		lits := s.lits(f.c)
		if f.i == len(lits) {
			s.note(f.v, markRemovable)
			s.frames = s.frames[:len(s.frames)-1]
			continue
		}
		u := Lit(lits[f.i]).Var()
		f.i++
		info := s.vars[u]
		if u == f.v || info.level == 0 || s.mark[u]&(markSeen|markRemovable) != 0 {
			continue
		}
		// Reasons can lead from u back to literals of the clause only if u's level has such literals, and the earliest
		// of them on the trail is not after u.
		if li := s.levels[info.level]; s.mark[u]&markPoison != 0 || info.reason < firstRef ||
			li.stamp != s.stamp || info.pos < li.first {
			for _, f := range s.frames {
				s.note(f.v, markPoison)
			}
			return false
		}
		s.frames = append(s.frames, frame{u, info.reason, 0})
	}
	return true
}

func (s *Solver) note(v Var, mark uint8) {
	if s.mark[v] == 0 {
		s.marked = append(s.marked, v)
	}
	s.mark[v] |= mark
}

// minimizeBinary removes a literal q of the learnt clause if there is a binary clause of the first literal and the
// complement of q, because resolution with it removes q. It appends the names of these clauses to s.before and the
// removed literals to s.dropped.
func (s *Solver) minimizeBinary() {
	for _, q := range s.learnt[1:] {
		s.mark[q.Var()] |= markMember
	}
	for _, w := range s.watches[s.learnt[0]] {
		v := w.blocker.Var()
		if w.binary() && s.mark[v]&markMember != 0 && s.vals[w.blocker] > 0 {
			s.mark[v] &^= markMember
			s.before = append(s.before, s.id(w.ref()))
			s.dropped = append(s.dropped, w.blocker.Not())
		}
	}
	if len(s.dropped) > 0 {
		s.stats.Minimized += int64(len(s.dropped))
		s.learnt = slices.DeleteFunc(s.learnt, func(q Lit) bool {
			return q != s.learnt[0] && s.mark[q.Var()]&markMember == 0
		})
	}
}

// glueOf returns the number of levels of lits (Audemard, Simon: Predicting
// Learnt Clauses Quality, IJCAI 2009).
func (s *Solver) glueOf(lits []Lit) int {
	s.counted++
	n := 0
	for _, l := range lits {
		if li := &s.levels[s.vars[l.Var()].level]; li.counted != s.counted {
			li.counted = s.counted
			n++
		}
	}
	return n
}

// use records that c took part in a conflict.
func (s *Solver) use(c ref) {
	if s.arena[c+1]&(flagLearnt|flagTemp) != flagLearnt {
		return
	}
	glue := s.glue(c)
	if glue > tier1 {
		s.scratch = s.scratch[:0]
		for _, x := range s.lits(c) {
			s.scratch = append(s.scratch, Lit(x))
		}
		if now := s.glueOf(s.scratch); now < glue {
			s.setGlue(c, now)
			glue = now
		}
	}
	if glue <= tier2 {
		s.setUsed(c, 2)
	} else {
		s.setUsed(c, 1)
	}
}

// rewatch makes the two best literals of c its watched literals.
func (s *Solver) rewatch(c ref) {
	if s.size(c) == 2 {
		return
	}
	s.detach(c)
	s.reorder(c)
	s.attach(c)
}

// reorder moves the literals of c that are best to watch to the front.
func (s *Solver) reorder(c ref) {
	lits := s.scratch[:0]
	for _, x := range s.lits(c) {
		lits = append(lits, Lit(x))
	}
	s.scratch = lits
	s.bestFirst(lits)
	for i, l := range lits {
		s.arena[int(c)+header+i] = uint32(l)
	}
}
