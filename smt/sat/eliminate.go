package sat

import (
	"cmp"
	"slices"
)

// Bounded variable elimination (Eén, Biere, SAT 2005): the clauses of a variable are replaced by their resolvents if
// these are not too many. The removed clauses are saved. They determine the variable's value in a model, and are
// restored if the variable is used again (Fazekas, Biere, Scholl: Incremental Inprocessing in SAT Solving, SAT 2019;
// simpler here, because all clauses of a variable are restored).

// elimination is the state of subsumption and elimination.
type elimination struct {
	fresh     int            // number of irredundant clauses added since clauses were last simplified
	connected bool           // true between connect and disconnect
	occ       [][]occurrence // by literal, between connect and disconnect
	head      int            // spread has propagated the literals of the trail before it
	queue     []ref          // clauses that subsume has to try
	weak      []weak
	ticks     int64 // the remaining budget
	groups    []group
	saved     []savedClause
	lits      []Lit   // the literals of the saved clauses
	of        []int32 // by variable: the index of its group, if the variable is eliminated
}

// A group is an eliminated variable with its clauses saved[from:to]. If the variable was restored, v is noVar.
type group struct {
	v        Var
	from, to int
}

// savedClause has the literals lits[from:to].
type savedClause struct {
	from, to int
	id       ID
}

const (
	eliminateOccs = 100 // greatest number of clauses with one literal of a variable that is eliminated
	eliminateSize = 100 // greatest size of a resolvent
)

// eliminateRound tries to eliminate the variables whose clauses changed, variables with few clauses first. It reports
// whether it eliminated any.
func (s *Solver) eliminateRound(bound int) bool {
	e := &s.elim
	var candidates []Var
	for v := range s.vars {
		const not = varWatched | varFrozen | varEliminated
		if s.flags[v]&(not|varTouched) == varTouched && s.vals[2*v] == 0 {
			candidates = append(candidates, Var(v))
		}
		s.flags[v] &^= varTouched
	}
	cost := func(v Var) int { return len(e.occ[2*v]) * len(e.occ[2*v+1]) }
	slices.SortStableFunc(candidates, func(a, b Var) int { return cmp.Compare(cost(a), cost(b)) })
	any := false
	for i, v := range candidates {
		if e.ticks <= 0 || s.stopped() {
			for _, v := range candidates[i:] {
				s.flags[v] |= varTouched
			}
			break
		}
		if s.vals[2*v] == 0 && s.eliminate(v, bound) {
			any = true
			s.stats.Eliminated++
		}
		if s.spread(); !s.ok {
			return false
		}
	}
	return any
}

// live returns the clauses in the list of l, after removing garbage from it.
func (s *Solver) live(l Lit) []occurrence {
	list := s.elim.occ[l]
	n := 0
	for _, o := range list {
		if !s.has(o.c, flagGarbage) {
			list[n] = o
			n++
		}
	}
	s.elim.occ[l] = list[:n]
	return list[:n]
}

// eliminate replaces the clauses of v by their resolvents, if that adds at most bound clauses.
func (s *Solver) eliminate(v Var, bound int) bool {
	p := MkLit(v, false)
	pos, neg := s.live(p), s.live(p.Not())
	if len(pos) > eliminateOccs || len(neg) > eliminateOccs {
		return false
	}
	s.elim.ticks -= int64(len(pos) + len(neg))
	gate := s.findGate(p, pos, neg) || s.findGate(p.Not(), neg, pos)
	// A resolvent of two clauses outside the definition is implied by the resolvents of a clause inside with one
	// outside. Resolvents of two clauses inside are tautologies.
	skip := func(c, d ref) bool { return gate && s.has(c, flagGate) == s.has(d, flagGate) }
	defer func() {
		for _, list := range [][]occurrence{pos, neg} {
			for _, o := range list {
				s.unset(o.c, flagGate)
			}
		}
	}()
	count, most := 0, len(pos)+len(neg)+bound
	for _, c := range pos {
		for _, d := range neg {
			if skip(c.c, d.c) {
				continue
			}
			if lits, ok := s.resolve(c.c, d.c, p); ok {
				if count++; count > most || len(lits) > eliminateSize {
					return false
				}
			}
		}
	}
	e := &s.elim
	from := len(e.saved)
	for _, list := range [][]occurrence{pos, neg} {
		for _, o := range list {
			at := len(e.lits)
			for _, x := range s.lits(o.c) {
				e.lits = append(e.lits, Lit(x))
			}
			e.saved = append(e.saved, savedClause{at, len(e.lits), s.id(o.c)})
		}
	}
	for len(e.of) < len(s.vars) {
		e.of = append(e.of, -1)
	}
	e.of[v] = int32(len(e.groups))
	e.groups = append(e.groups, group{v, from, len(e.saved)})
	s.flags[v] |= varEliminated
	for _, c := range pos {
		for _, d := range neg {
			if skip(c.c, d.c) {
				continue
			}
			lits, ok := s.resolve(c.c, d.c, p)
			if !ok {
				continue
			}
			var id ID
			if s.log != nil {
				s.hints = append(s.hints[:0], s.id(c.c), s.id(d.c))
				id = s.log.Derive(lits, s.hints)
			}
			if len(lits) == 1 {
				if s.fixed(lits[0], id); !s.ok {
					return true
				}
				continue
			}
			r := s.alloc(lits, 0, id)
			s.clauses = append(s.clauses, r)
			s.occur(r)
		}
	}
	for _, list := range [][]occurrence{pos, neg} {
		for _, o := range list {
			s.drop(o.c)
		}
	}
	return true
}

// resolve returns the resolvent on p of c, which contains p, and d, which contains the complement of p. ok is false if
// the resolvent is a tautology. lits is valid until the next call.
func (s *Solver) resolve(c, d ref, p Lit) (lits []Lit, ok bool) {
	s.elim.ticks -= 1 + int64(s.size(c)+s.size(d))/8
	lits = s.scratch[:0]
	for _, x := range s.lits(c) {
		if Lit(x) != p {
			lits = append(lits, Lit(x))
			s.mark[x>>1] = 1 + uint8(x&1)
		}
	}
	n := len(lits)
	ok = true
	for _, x := range s.lits(d) {
		if Lit(x) == p.Not() {
			continue
		}
		switch s.mark[x>>1] {
		case 0:
			lits = append(lits, Lit(x))
		case 2 - uint8(x&1):
			ok = false
		}
	}
	for _, l := range lits[:n] {
		s.mark[l.Var()] = 0
	}
	s.scratch = lits
	return lits, ok
}

// findGate looks for a definition of p as a conjunction: clauses (¬p ∨ a), (¬p ∨ b), … and (p ∨
// ¬a ∨ ¬b ∨ …). It marks them with flagGate.
func (s *Solver) findGate(p Lit, pos, neg []occurrence) bool {
	for _, o := range neg {
		if s.size(o.c) == 2 {
			l := s.other(o.c, p.Not())
			s.mark[l.Var()] |= 1 << (l & 1)
		}
	}
	found := noRef
	for _, o := range pos {
		all := true
		for _, x := range s.lits(o.c) {
			if Lit(x) != p && s.mark[x>>1]&(1<<(x&1^1)) == 0 {
				all = false
				break
			}
		}
		if all {
			found = o.c
			break
		}
	}
	for _, o := range neg {
		if s.size(o.c) == 2 {
			s.mark[s.other(o.c, p.Not()).Var()] = 0
		}
	}
	if found == noRef {
		return false
	}
	s.set(found, flagGate)
	for _, x := range s.lits(found) {
		if Lit(x) == p {
			continue
		}
		for _, o := range neg { // mark one clause for each input, even if there are copies
			if s.size(o.c) == 2 && s.other(o.c, p.Not()) == Lit(x).Not() {
				s.set(o.c, flagGate)
				break
			}
		}
	}
	return true
}

// other returns the literal of the binary clause c that is not l.
func (s *Solver) other(c ref, l Lit) Lit {
	return Lit(s.arena[c+header]^s.arena[c+header+1]) ^ l
}

// extendModel gives values to eliminated variables, the last eliminated first. A variable is true if one of its clauses
// requires it, and false otherwise. No clause then requires false, because the resolvents hold.
func (s *Solver) extendModel() {
	e := &s.elim
	for i := len(e.groups) - 1; i >= 0; i-- {
		g := e.groups[i]
		if g.v == noVar {
			continue
		}
		p := MkLit(g.v, false)
		s.model[g.v] = false
		for _, c := range e.saved[g.from:g.to] {
			lits := e.lits[c.from:c.to]
			if slices.Contains(lits, p) && !slices.ContainsFunc(lits, s.Model) {
				s.model[g.v] = true
				break
			}
		}
	}
}

// restoreSoon schedules the restoration of v if v was eliminated.
func (s *Solver) restoreSoon(v Var) {
	if s.flags[v]&varEliminated != 0 {
		s.toRestore = append(s.toRestore, v)
	}
}

// restoreNow restores the scheduled variables with their clauses, and the variables of these clauses. It backtracks to
// level 0 if there are any.
func (s *Solver) restoreNow() {
	if len(s.toRestore) == 0 {
		return
	}
	s.backtrack(0)
	s.settle()
	e := &s.elim
	for len(s.toRestore) > 0 {
		v := s.toRestore[len(s.toRestore)-1]
		s.toRestore = s.toRestore[:len(s.toRestore)-1]
		if s.flags[v]&varEliminated == 0 {
			continue
		}
		s.flags[v] &^= varEliminated
		s.stats.Restored++
		s.scores.push(v)
		s.queue.unassigned(v)
		g := &e.groups[e.of[v]]
		g.v = noVar
		for _, c := range e.saved[g.from:g.to] {
			lits := slices.Clone(e.lits[c.from:c.to])
			for _, l := range lits {
				s.restoreSoon(l.Var())
			}
			s.admit(lits, c.id)
		}
	}
}
