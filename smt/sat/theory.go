// The Theory interface and the methods that a theory may call.

package sat

import (
	"fmt"
	"slices"
)

// A Theory gives meaning to the variables that it watches. Solve calls all methods on its own goroutine. After Sat the
// levels stay, so that the theory can provide its part of the model; the next AddClause or Solve drops them. During the
// methods, eliminated variables have no value (see Options.Eliminate).
//
// Assign, NewLevel and Backtrack report the part of the trail that the theory has to know: between two calls of
// NewLevel all assignments belong to one level, and Backtrack drops whole levels. A theory may call Imply, Conflict,
// Lemma and GiveUp only during Propagate and Final. It may call NewVar, Watch, Suggest, Value and Level in every
// method.
//
// For termination, a theory must make only finitely many new variables.
type Theory interface {
	// Assign reports that l became true. It is called in the order of the trail, before Propagate, for variables marked
	// with Watch, including literals that the theory implied itself. If a variable is already assigned when Watch is
	// called, the assignment is reported at the level that is current then, and again if that level is dropped and the
	// assignment is not.
	Assign(l Lit)
	// Propagate is called whenever Boolean propagation has reached its fixpoint.
	Propagate()
	// NewLevel opens a decision level.
	NewLevel()
	// Backtrack drops all levels above level.
	Backtrack(level int)
	// Phase returns the value, 1 or -1, with which the theory would decide the watched variable v, or 0 for no
	// preference.
	Phase(v Var) int8
	// Final is called when every variable is assigned and Propagate changed nothing. If it returns true, it accepts the
	// assignment, and Solve returns Sat. If it returns false, it has added lemmas, variables or a conflict, or given
	// up, or it only requests to be called again.
	Final() bool
	// Explain returns a clause that holds in the theory, and its name. The first literal must be l; the others must be
	// false and must have been assigned before l. It is called once for each l that was passed to Imply and whose
	// reason is needed. This can be right after Propagate, if l was false then. Literals may repeat. The solver copies
	// the slice.
	Explain(l Lit) ([]Lit, ID)
}

// SetTheory connects a theory, before the first Solve.
func (s *Solver) SetTheory(t Theory) { s.theory = t }

// Watch makes the solver report assignments to v to the theory.
func (s *Solver) Watch(v Var) {
	if s.flags[v]&varWatched != 0 {
		return
	}
	s.flags[v] |= varWatched | varFrozen
	s.restoreSoon(v)
	if s.vals[2*v] != 0 && int(s.vars[v].pos) < s.thead {
		s.late = append(s.late, lateWatch{v, -1})
	}
}

// A lateWatch is a variable that was assigned before it was watched. Its assignment is reported to the theory at a
// higher level than that of the assignment.
type lateWatch struct {
	v    Var
	told int // the level at which the assignment was reported; -1 if not yet
}

func (w lateWatch) untold() bool { return w.told < 0 }

// tellLate repeats the reports to the theory that were made at levels dropped since.
func (s *Solver) tellLate() {
	level := s.level()
	n := 0
	for _, w := range s.late {
		if s.vals[2*w.v] == 0 || int(s.vars[w.v].pos) >= s.thead {
			continue // unassigned since; from now on it is reported in the order of the trail
		}
		if w.told < 0 || w.told > level {
			w.told = level
			l := MkLit(w.v, s.vals[2*w.v] < 0)
			s.theory.Assign(l)
		}
		if w.told > int(s.vars[w.v].level) {
			s.late[n] = w
			n++
		}
	}
	s.late = s.late[:n]
}

// Imply makes l true, with a reason that Explain gives later. Its variable must be watched or frozen. If l is already
// true nothing happens; if it is false, there is a conflict.
func (s *Solver) Imply(l Lit) {
	s.needTheory("Imply")
	switch v := s.vals[l]; {
	case v > 0 || s.flags[l.Var()]&varEliminated != 0:
	case v < 0:
		if s.clash == noLit {
			s.clash = l
		}
	default:
		s.stats.Implied++
		s.assign(l, theoryRef)
	}
}

// Conflict reports that lits, all of which are false now, cannot all be false. The clause is used once and not kept.
func (s *Solver) Conflict(id ID, lits ...Lit) {
	s.needTheory("Conflict")
	s.pend(id, lits, false)
}

// Lemma adds a clause permanently. Its literals may have any value, and its variables may be new.
func (s *Solver) Lemma(id ID, lits ...Lit) {
	s.needTheory("Lemma")
	s.stats.Lemmas++
	s.pend(id, lits, true)
}

// GiveUp ends Solve with Unknown for the given reason.
func (s *Solver) GiveUp(err error) {
	s.needTheory("GiveUp")
	if s.reason == nil {
		s.reason = err
	}
}

func (s *Solver) needTheory(what string) {
	if !s.inTheory {
		panic("sat: " + what + " is for Theory.Propagate and Theory.Final")
	}
}

// A pending is a clause from the theory that waits for the end of the theory's callback.
type pending struct {
	from, to int // the clause has the literals s.pendLits[from:to]
	id       ID
	keep     bool
}

func (s *Solver) pend(id ID, lits []Lit, keep bool) {
	from := len(s.pendLits)
	s.pendLits = append(s.pendLits, lits...)
	s.pending = append(s.pending, pending{from, len(s.pendLits), id, keep})
}

// consult reports new assignments to the theory and lets it propagate or, if final is set, judge the assignment. quiet
// says that the theory did nothing that changes the search. The theory may have ended the search through s.ok or
// s.reason.
func (s *Solver) consult(final bool) (accepted, quiet bool) {
	t := s.theory
	s.tellLate()
	for ; s.thead < len(s.trail); s.thead++ {
		if l := s.trail[s.thead]; s.flags[l.Var()]&varWatched != 0 {
			t.Assign(l)
		}
	}
	trail, vars := len(s.trail), len(s.vars)
	s.inTheory = true
	if final {
		s.stats.Finals++
		accepted = t.Final()
	} else {
		t.Propagate()
	}
	s.inTheory = false
	quiet = s.reason == nil && s.clash == noLit && len(s.pending) == 0 && len(s.toRestore) == 0 &&
		len(s.trail) == trail && len(s.vars) == vars && !slices.ContainsFunc(s.late, lateWatch.untold)
	if s.reason == nil && !quiet {
		s.absorb()
	}
	return accepted, quiet
}

// explain replaces the reason theoryRef of v by the clause that the theory returns.
func (s *Solver) explain(v Var) ref {
	l := MkLit(v, s.vals[2*v] < 0)
	c := s.askFor(l)
	for _, x := range s.lits(c)[1:] {
		if s.vars[x>>1].pos >= s.vars[v].pos {
			panic(fmt.Sprintf("sat: Explain(%v) names %v, which was assigned later", l, Lit(x)))
		}
	}
	s.vars[v].reason = c
	return c
}

// askFor gets the theory's reason for l as a temporary clause.
func (s *Solver) askFor(l Lit) ref {
	s.stats.Explained++
	lits, id := s.theory.Explain(l)
	if len(lits) == 0 || lits[0] != l {
		panic(fmt.Sprintf("sat: Explain(%v) does not begin with it: %v", l, lits))
	}
	s.once++
	s.explained = append(s.explained[:0], l)
	s.asked[l.Var()] = s.once
	for _, q := range lits[1:] {
		if s.vals[q] >= 0 {
			panic(fmt.Sprintf("sat: Explain(%v) names %v, which is not false", l, q))
		}
		if s.asked[q.Var()] != s.once {
			s.asked[q.Var()] = s.once
			s.explained = append(s.explained, q)
		}
	}
	c := s.alloc(s.explained, flagTemp|flagLearnt, id)
	s.temps = append(s.temps, c)
	return c
}

// absorb processes the clauses that the theory left. It stores each clause with its two best literals watched: literals
// that are not false or, if there are fewer than two, false literals of the highest levels, so that backtracking
// unassigns the watched ones first. Then absorb handles the clauses that are unit or false, beginning with the lowest
// level.
func (s *Solver) absorb() {
	if s.clash != noLit { // before anything is undone
		c := s.askFor(s.clash)
		s.clash = noLit
		s.fresh = append(s.fresh, c)
	}
	s.restoreNow()
	if s.level() == 0 {
		s.settle()
	}
	for _, p := range s.pending {
		s.store(s.pendLits[p.from:p.to], p.id, p.keep)
		if !s.ok {
			break
		}
	}
	s.pending, s.pendLits = s.pending[:0], s.pendLits[:0]
	for s.ok {
		// The lowest level at which one of the clauses is unit or false.
		lowest := s.level() + 1
		for _, c := range s.fresh {
			if level, due := s.due(c); due {
				lowest = min(lowest, level)
			}
		}
		if lowest > s.level() {
			break
		}
		s.backtrack(lowest)
		for _, c := range s.fresh {
			if _, due := s.due(c); !due {
				continue
			}
			if l := s.openLit(c); l != noLit {
				s.attachTemp(c)
				s.assign(l, c)
			} else {
				s.conflict(c) // conflict backtracks, so all clauses must be checked again
				break
			}
		}
	}
	s.fresh = s.fresh[:0]
}

// store puts a clause of the theory into the arena and in s.fresh.
func (s *Solver) store(lits []Lit, id ID, keep bool) {
	for _, l := range lits {
		if s.flags[l.Var()]&varEliminated != 0 {
			s.restoreSoon(l.Var())
			s.restoreNow()
		}
	}
	lits, id, trivial := s.normalise(lits, id)
	if trivial {
		return
	}
	if len(lits) == 0 {
		s.refuted(id)
		return
	}
	if len(lits) == 1 {
		s.backtrack(0)
		s.fixed(lits[0], id)
		return
	}
	s.bestFirst(lits)
	if keep {
		s.fresh = append(s.fresh, s.addIrredundant(lits, id))
		return
	}
	c := s.alloc(lits, flagTemp|flagLearnt, id)
	s.temps = append(s.temps, c)
	s.fresh = append(s.fresh, c)
}

// bestFirst moves the two literals that are best to watch to the front.
func (s *Solver) bestFirst(lits []Lit) {
	for i := range 2 {
		best := i
		for k := i + 1; k < len(lits); k++ {
			if s.better(lits[k], lits[best]) {
				best = k
			}
		}
		lits[i], lits[best] = lits[best], lits[i]
	}
}

func (s *Solver) better(a, b Lit) bool {
	if fa, fb := s.vals[a] < 0, s.vals[b] < 0; fa != fb {
		return fb
	} else if !fa {
		return s.vals[a] > s.vals[b]
	}
	return s.vars[a.Var()].level > s.vars[b.Var()].level
}

// due reports whether c is unit or false now, and at which level it became so.
func (s *Solver) due(c ref) (level int, due bool) {
	open := 0
	for _, x := range s.lits(c) {
		switch v := s.vals[x]; {
		case v > 0:
			return 0, false
		case v == 0:
			if open++; open > 1 {
				return 0, false
			}
		default:
			level = max(level, int(s.vars[x>>1].level))
		}
	}
	return level, true
}

// openLit returns the first literal of c that is not false.
func (s *Solver) openLit(c ref) Lit {
	for _, x := range s.lits(c) {
		if s.vals[x] >= 0 {
			return Lit(x)
		}
	}
	return noLit
}

// attachTemp turns a temporary clause that propagates into a learnt clause. If the clause were dropped, the theory
// might have to explain it again and again.
func (s *Solver) attachTemp(c ref) {
	if !s.has(c, flagTemp) || s.size(c) < 2 {
		return
	}
	s.reorder(c)
	i := slices.Index(s.temps, c)
	s.temps = slices.Delete(s.temps, i, i+1)
	s.unset(c, flagTemp)
	s.setGlue(c, s.glueOf(s.scratch))
	s.setUsed(c, 2)
	s.learnts = append(s.learnts, c)
	s.attach(c)
}
