// Watched literals and propagation.

package sat

// A watch is an entry for a clause in the list of one of its watched literals. While the blocker, another literal of
// the clause, is true, the clause need not be visited. In a binary clause the blocker is the other literal, and
// propagation never visits the clause.
type watch struct {
	blocker Lit
	tag     uint32 // the clause's ref times 2, plus 1 if it is binary
}

func (w watch) ref() ref     { return ref(w.tag >> 1) }
func (w watch) binary() bool { return w.tag&1 != 0 }

// attach watches the first two literals of c.
func (s *Solver) attach(c ref) {
	a, b := Lit(s.arena[c+header]), Lit(s.arena[c+header+1])
	tag := uint32(c) << 1
	if s.size(c) == 2 {
		tag |= 1
	}
	s.watches[a] = append(s.watches[a], watch{b, tag})
	s.watches[b] = append(s.watches[b], watch{a, tag})
}

// detach undoes attach, in time linear in the two lists.
func (s *Solver) detach(c ref) {
	for _, x := range s.lits(c)[:2] {
		ws := s.watches[x]
		for i, w := range ws {
			if w.ref() == c {
				s.watches[x] = append(ws[:i], ws[i+1:]...)
				break
			}
		}
	}
}

// propagate assigns the literals that clauses imply, until nothing is left (then it returns noRef) or a clause is false
// (then it returns that clause). If the solver is to stop, it may return noRef early.
func (s *Solver) propagate() ref {
	for {
		c := s.propagateSome()
		if c != noRef || s.qhead == len(s.trail) || s.stopped() {
			return c
		}
	}
}

// propagateSome does the work of propagate for a bounded time. Two literals of each clause are watched (Moskewicz et
// al.: Chaff, DAC 2001), with blocking literals (Sörensson, Eén: MiniSat 2.1, 2008), and binary clauses are stored in
// the lists.
//
// Invariant at the fixpoint: a watched literal of a clause is false only if the other watched literal is true. A clause
// of a lemma may violate this after backtracking, if it becomes unit at a lower level than the one at which it was
// added. Propagation visits such a clause at the latest when its last open literal becomes false, because that literal
// is watched.
func (s *Solver) propagateSome() ref {
	vals, arena, vars := s.vals, s.arena, s.vars
	level := int32(len(s.lims))
	trail := s.trail
	start := s.qhead
	ticks := int64(0)
	confl := noRef
	qhead := s.qhead
	for qhead < len(trail) && confl == noRef && ticks < 1<<21 {
		falsified := trail[qhead] ^ 1
		qhead++
		ws := s.watches[falsified]
		ticks += 1 + int64(len(ws))/8
		i, j := 0, 0
		for i < len(ws) {
			w := ws[i]
			i++
			bv := vals[w.blocker]
			if bv > 0 {
				ws[j] = w
				j++
				continue
			}
			if w.tag&1 != 0 {
				ws[j] = w
				j++
				if bv < 0 {
					confl = ref(w.tag >> 1)
					break
				}
				l := w.blocker
				vals[l], vals[l^1] = 1, -1
				vars[l>>1] = varInfo{ref(w.tag >> 1), level, int32(len(trail))}
				trail = append(trail, l)
				continue
			}
			c := ref(w.tag >> 1)
			ticks++
			lits := arena[c+header:][:arena[c]]
			other := Lit(lits[0]^lits[1]) ^ falsified
			ov := vals[other]
			if ov > 0 {
				ws[j] = watch{other, w.tag}
				j++
				continue
			}
			k := 2
			for k < len(lits) && vals[lits[k]] < 0 {
				k++
			}
			if k < len(lits) {
				l := lits[k]
				lits[0], lits[1], lits[k] = uint32(other), l, uint32(falsified)
				s.watches[l] = append(s.watches[l], watch{other, w.tag})
				ticks++
				continue
			}
			ws[j] = w
			j++
			if ov < 0 {
				confl = c
				break
			}
			vals[other], vals[other^1] = 1, -1
			vars[other>>1] = varInfo{c, level, int32(len(trail))}
			trail = append(trail, other)
			ticks++
		}
		if i != j {
			j += copy(ws[j:], ws[i:])
			s.watches[falsified] = ws[:j]
		}
	}
	s.trail = trail
	s.qhead = qhead
	s.stats.Propagations += int64(qhead - start)
	s.stats.Ticks += ticks
	return confl
}
