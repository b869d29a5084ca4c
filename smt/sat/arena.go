// Clauses in one slice of words, and its garbage collection.

package sat

import (
	"math"
	"slices"
)

// A ref is the position of a clause in the arena. There, a clause is
//
//	[id low, id high] size flags literal…
//
// The ref points at size. The id, the clause's name, is present only if a log is kept. The first two literals of an
// attached clause are the watched ones.
type ref uint32

const (
	noRef     ref = 0 // no clause: the reason of a decision
	theoryRef ref = 1 // the reason of a literal that the theory has not explained yet
	header        = 2 // words before the literals
	firstRef      = 4 // refs below are never clauses
)

// Flags of a clause. The bits from glueShift on hold its glue.
const (
	flagLearnt  uint32 = 1 << iota // redundant: implied by the other clauses
	flagGarbage                    // to be freed
	flagTemp                       // not attached: only a reason or a conflict
	flagMoved                      // copied by collect; the size is its new position
	flagUsed1                      // how recently it was used, a number of two bits
	flagUsed2
	flagVivified // vivification has already tried it
	flagQueued   // waits in the queue for the subsumption check
	flagGate     // part of the definition of the variable being eliminated
	glueShift    = 9
	usedShift    = 4
	usedMask     = flagUsed1 | flagUsed2
)

// size returns the number of literals of c.
func (s *Solver) size(c ref) int { return int(s.arena[c]) }

// lits returns the literals of c. Any allocation in the arena invalidates the slice.
func (s *Solver) lits(c ref) []uint32 {
	return s.arena[c+header : c+header+ref(s.arena[c])]
}

func (s *Solver) has(c ref, flag uint32) bool { return s.arena[c+1]&flag != 0 }
func (s *Solver) set(c ref, flag uint32)      { s.arena[c+1] |= flag }
func (s *Solver) unset(c ref, flag uint32)    { s.arena[c+1] &^= flag }
func (s *Solver) glue(c ref) int              { return int(s.arena[c+1] >> glueShift) }
func (s *Solver) used(c ref) int              { return int(s.arena[c+1]&usedMask) >> usedShift }

func (s *Solver) setGlue(c ref, glue int) {
	glue = min(glue, 1<<(32-glueShift)-1)
	s.arena[c+1] = s.arena[c+1]&(1<<glueShift-1) | uint32(glue)<<glueShift
}

func (s *Solver) setUsed(c ref, n int) {
	s.arena[c+1] = s.arena[c+1]&^usedMask | uint32(n)<<usedShift
}

// id returns the name of c in the log.
func (s *Solver) id(c ref) ID {
	if s.log == nil {
		return 0
	}
	return ID(s.arena[c-2]) | ID(s.arena[c-1])<<32
}

func (s *Solver) setID(c ref, id ID) {
	if s.log != nil {
		s.arena[c-2], s.arena[c-1] = uint32(id), uint32(id>>32)
	}
}

// alloc puts a clause into the arena. It does not attach it.
func (s *Solver) alloc(lits []Lit, flags uint32, id ID) ref {
	if len(s.arena)+len(lits)+header+2 > math.MaxInt32 {
		panic("sat: the clauses need more than 8 GB")
	}
	if s.log != nil {
		s.arena = append(s.arena, uint32(id), uint32(id>>32))
	}
	c := ref(len(s.arena))
	s.arena = append(s.arena, uint32(len(lits)), flags)
	for _, l := range lits {
		s.arena = append(s.arena, uint32(l))
	}
	return c
}

// free marks an attached or temporary clause as garbage; collect frees it.
func (s *Solver) free(c ref) {
	if !s.has(c, flagGarbage) {
		s.set(c, flagGarbage)
		s.waste += s.size(c) + header
	}
}

// shrink replaces the literals of c by fewer ones, in the order given, and gives it a new name. The caller must update
// the watches.
func (s *Solver) shrink(c ref, lits []Lit, id ID) {
	s.waste += s.size(c) - len(lits)
	s.arena[c] = uint32(len(lits))
	for i, l := range lits {
		s.arena[int(c)+header+i] = uint32(l)
	}
	s.setID(c, id)
}

// locked reports whether c is the reason of a literal. Such a literal is always one of the first two.
func (s *Solver) locked(c ref) bool {
	for _, x := range s.lits(c)[:min(2, s.size(c))] {
		if s.vals[x] > 0 && s.vars[x>>1].reason == c {
			return true
		}
	}
	return false
}

// collect frees garbage: it copies the remaining clauses to a new arena and updates the watches, reasons and lists. A
// garbage clause must not be a reason above level 0.
func (s *Solver) collect() {
	old := s.arena
	s.arena = make([]uint32, firstRef, max(len(old)-s.waste+len(old)/4, firstRef))
	names := ref(0)
	if s.log != nil {
		names = 2
	}
	move := func(c ref) ref {
		if old[c+1]&flagMoved != 0 {
			return ref(old[c])
		}
		to := ref(len(s.arena)) + names
		s.arena = append(s.arena, old[c-names:c+header+ref(old[c])]...)
		old[c], old[c+1] = uint32(to), old[c+1]|flagMoved
		return to
	}
	s.arena, old = old, s.arena // locked looks at the old arena
	s.temps = slices.DeleteFunc(s.temps, func(c ref) bool { return !s.locked(c) })
	s.arena, old = old, s.arena
	for _, list := range []*[]ref{&s.clauses, &s.learnts, &s.temps} {
		n := 0
		for _, c := range *list {
			if old[c+1]&flagGarbage == 0 {
				(*list)[n] = move(c)
				n++
			}
		}
		*list = (*list)[:n]
	}
	for l, ws := range s.watches {
		n := 0
		for _, w := range ws {
			c := w.ref()
			if old[c+1]&flagMoved == 0 {
				continue
			}
			c = ref(old[c])
			w.tag = uint32(c) << 1
			other := Lit(s.arena[c+header]^s.arena[c+header+1]) ^ Lit(l)
			if s.size(c) == 2 { // it may have been shrunk to two literals
				w.tag |= 1
				w.blocker = other
			} else if s.vals[w.blocker] < 0 && s.vars[w.blocker.Var()].level == 0 {
				w.blocker = other // shrinking may have removed the old blocker
			}
			ws[n] = w
			n++
		}
		s.watches[l] = ws[:n]
	}
	for _, l := range s.trail {
		if r := &s.vars[l.Var()].reason; *r >= firstRef {
			*r = ref(old[*r])
		}
	}
	s.waste = 0
	s.stats.Collections++
}
