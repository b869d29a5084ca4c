package sat

// Subsumption and self-subsuming resolution among irredundant clauses (Eén, Biere: Effective Preprocessing in SAT
// through Variable and Clause Elimination, SAT 2005).
//
// Between connect and disconnect no clause is watched. Instead the occurrences of each literal are listed, and units
// are propagated over these lists.

// An occurrence is a clause in the list of one of its literals. Garbage clauses stay in the lists. The signature has a
// bit for each variable of the clause, and possibly bits for literals that the clause has lost.
type occurrence struct {
	c   ref
	sig uint32
}

// signature maps the variables of c to bits.
func (s *Solver) signature(c ref) (sig uint32) {
	for _, x := range s.lits(c) {
		sig |= 1 << (x >> 1 * 0x9e3779b1 >> 27)
	}
	return sig
}

// connect replaces the watches by lists of occurrences. It must be called at the fixpoint of level 0 and without
// garbage.
func (s *Solver) connect() {
	e := &s.elim
	e.connected = true
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
	for l := range e.occ {
		e.occ[l] = e.occ[l][:0]
	}
	for len(e.occ) < len(s.watches) {
		e.occ = append(e.occ, nil)
	}
	e.head = len(s.trail)
	for i, c := range s.clauses {
		if i&1023 == 0 && s.stopped() {
			return // incomplete lists suffice for disconnect
		}
		s.occur(c)
	}
}

// occur lists c with its literals and queues it for subsumption.
func (s *Solver) occur(c ref) {
	e := &s.elim
	sig := s.signature(c)
	for _, x := range s.lits(c) {
		e.occ[x] = append(e.occ[x], occurrence{c, sig})
		s.flags[x>>1] |= varTouched
	}
	s.enqueue(c)
}

func (s *Solver) enqueue(c ref) {
	if !s.has(c, flagQueued) {
		s.set(c, flagQueued)
		s.elim.queue = append(s.elim.queue, c)
	}
}

// drop removes a clause whose literals are listed.
func (s *Solver) drop(c ref) {
	s.free(c)
	for _, x := range s.lits(c) {
		s.flags[x>>1] |= varTouched
	}
}

// disconnect restores the watches.
func (s *Solver) disconnect() {
	e := &s.elim
	e.connected = false
	for _, c := range e.queue {
		s.unset(c, flagQueued)
	}
	e.queue = e.queue[:0]
	for _, c := range s.learnts {
		for _, x := range s.lits(c) {
			if s.flags[x>>1]&varEliminated != 0 {
				s.free(c)
				break
			}
		}
	}
	// Learnt clauses may become unit in turn.
	for before := -1; s.ok && before != len(s.trail); {
		before = len(s.trail)
		for _, list := range [][]ref{s.clauses, s.learnts} {
			for _, c := range list {
				s.tidy(c)
			}
		}
	}
	s.sched.fixed = len(s.trail)
	if !s.ok {
		return
	}
	s.collect()
	for _, list := range [][]ref{s.clauses, s.learnts} {
		for _, c := range list {
			s.attach(c)
		}
	}
	s.qhead = len(s.trail)
}

// tidy strips an unwatched clause. If one literal is left it becomes fixed.
func (s *Solver) tidy(c ref) {
	if !s.ok || s.has(c, flagGarbage) {
		return
	}
	if s.strip(c); s.has(c, flagGarbage) {
		return
	}
	switch s.size(c) {
	case 0:
		s.refuted(s.id(c))
	case 1:
		s.fixed(Lit(s.lits(c)[0]), s.id(c))
		s.free(c)
	}
}

// spread propagates the units found so far over the occurrences.
func (s *Solver) spread() {
	e := &s.elim
	for ; s.ok && e.head < len(s.trail); e.head++ {
		l := s.trail[e.head]
		for _, o := range e.occ[l] {
			if !s.has(o.c, flagGarbage) {
				s.drop(o.c)
			}
		}
		e.occ[l] = e.occ[l][:0]
		for _, o := range e.occ[l.Not()] {
			if s.has(o.c, flagGarbage) {
				continue
			}
			s.tidy(o.c)
			if s.ok && !s.has(o.c, flagGarbage) {
				s.enqueue(o.c)
			}
		}
		e.occ[l.Not()] = e.occ[l.Not()][:0]
	}
}

// subsumeAll makes every queued clause subsume and strengthen others.
func (s *Solver) subsumeAll() {
	e := &s.elim
	s.spread()
	for i := 0; i < len(e.queue) && s.ok; i++ {
		c := e.queue[i]
		s.unset(c, flagQueued)
		if !s.has(c, flagGarbage) && e.ticks > 0 && !s.stopped() {
			s.subsume(c)
			s.spread()
		}
	}
	e.queue = e.queue[:0]
}

// subsume removes the clauses that contain c. From clauses that contain c except that one literal is negated, it
// removes that literal.
func (s *Solver) subsume(c ref) {
	e := &s.elim
	size := s.size(c)
	if size > subsumeSize {
		return
	}
	e.ticks -= int64(size) / 2
	// Each candidate has every variable of c, so it suffices to look at the clauses of the rarest variable.
	best, least := Lit(0), -1
	for _, x := range s.lits(c) {
		if n := len(e.occ[x]) + len(e.occ[x^1]); least < 0 || n < least {
			best, least = Lit(x), n
		}
	}
	if least > subsumeOccs {
		return
	}
	for _, x := range s.lits(c) {
		s.mark[x>>1] = 1 + uint8(x&1)
	}
	sig := s.signature(c)
	e.weak = e.weak[:0]
	for _, l := range []Lit{best, best.Not()} {
		e.ticks -= int64(1 + len(e.occ[l])/4)
		for _, o := range e.occ[l] {
			if sig&^o.sig != 0 || o.c == c || s.size(o.c) < size || s.has(o.c, flagGarbage) {
				continue
			}
			e.ticks--
			found, flipped := 0, noLit
			for _, x := range s.lits(o.c) {
				switch m := s.mark[x>>1]; {
				case m == 0:
				case m == 1+uint8(x&1):
					found++
				case flipped == noLit:
					found++
					flipped = Lit(x)
				default:
					found = -len(s.arena) // two literals are negated: no match possible
				}
			}
			switch {
			case found != size:
			case flipped == noLit:
				s.stats.Subsumed++
				s.drop(o.c)
			default:
				e.weak = append(e.weak, weak{o.c, flipped})
			}
		}
	}
	for _, x := range s.lits(c) {
		s.mark[x>>1] = 0
	}
	for _, w := range e.weak {
		s.strengthen(w.c, w.l, c)
	}
}

const (
	subsumeSize = 100 // bound on the literals of a clause that subsumes others
	subsumeOccs = 200 // bound on the occurrences of the rarest literal of such a clause
)

// weak is a clause from which a literal can be removed.
type weak struct {
	c ref
	l Lit
}

// strengthen removes l from c by resolution with d.
func (s *Solver) strengthen(c ref, l Lit, d ref) {
	e := &s.elim
	if s.has(c, flagGarbage) || s.has(d, flagGarbage) {
		return
	}
	s.stats.Strengthened++
	lits := s.scratch[:0]
	for _, x := range s.lits(c) {
		if Lit(x) != l {
			lits = append(lits, Lit(x))
		}
	}
	s.scratch = lits
	var id ID
	if s.log != nil {
		s.hints = append(s.hints[:0], s.id(d), s.id(c))
		id = s.log.Derive(lits, s.hints)
	}
	s.flags[l.Var()] |= varTouched
	n := 0
	for _, o := range e.occ[l] {
		if o.c != c {
			e.occ[l][n] = o
			n++
		}
	}
	e.occ[l] = e.occ[l][:n]
	s.shrink(c, lits, id)
	if len(lits) == 1 {
		s.fixed(lits[0], id)
		s.drop(c)
		return
	}
	s.enqueue(c)
}
