// The derivation log.

package sat

import "slices"

// An ID names a clause in the derivation log. If no log is kept, every clause has the ID 0.
type ID int64

// A Log receives every clause that the solver derives, in the order of
// derivation, as an LRAT proof does (Cruz-Filipe, Heule, Hunt, Kaufmann,
// Schneider-Kamp: Efficient Certified RAT Verification, CADE 2017).
type Log interface {
	// Derive records a clause and returns its name, which is not 0. If the literals of lits are made false, the clauses
	// of hints become unit one after the other, each giving a new literal, and the last one becomes false. Empty lits
	// mean the empty clause. The slices are only valid during the call.
	Derive(lits []Lit, hints []ID) ID
	// Parity records a clause that follows from sums modulo 2, and returns its name. The clauses come in groups over
	// the same variables; a group over k variables has 2 to the power of k-1 clauses, which exclude all assignments of
	// one parity and so state a sum. The sum of these sums contradicts the negation of lits.
	Parity(lits []Lit, clauses []ID) ID
}

// coneOf sets s.cone to the trail positions, in order, of the variables through whose reasons the literals of c became
// false, and s.hints to the unit clauses among these reasons. The search stops at variables marked with markKeep and,
// if open is set, at decisions, whose (false) literals it collects in s.ends.
//
// In the order of the trail, the reasons propagate one after the other, because a reason's other literals are assigned
// before the literal that it implies.
func (s *Solver) coneOf(c ref, open bool) {
	s.cone, s.hints, s.ends = s.cone[:0], s.hints[:0], s.ends[:0]
	visit := func(c ref) {
		for _, x := range s.lits(c) {
			v := Lit(x).Var()
			if s.hmark[v] != 0 {
				continue
			}
			s.hmark[v] = markCone
			s.hmarked = append(s.hmarked, v)
			switch info := &s.vars[v]; {
			case info.level == 0:
				if s.log != nil {
					s.hints = append(s.hints, s.unit[v])
				}
			case info.reason != noRef:
				s.cone = append(s.cone, info.pos)
			case open:
				s.ends = append(s.ends, Lit(x))
			default:
				panic("sat: a derivation rests on a decision that its clause does not name")
			}
		}
	}
	visit(c)
	for i := 0; i < len(s.cone); i++ {
		visit(s.reasonOf(s.trail[s.cone[i]].Var()))
	}
	slices.Sort(s.cone)
	for _, v := range s.hmarked {
		s.hmark[v] = 0
	}
	s.hmarked = s.hmarked[:0]
}

// Marks of coneOf.
const (
	// the variable is in the clause to be derived, or a clause in derive's `before` makes its literal false
	markKeep uint8 = 1
	markCone uint8 = 2 // visited
)

// keep makes the next coneOf stop at v.
func (s *Solver) keep(v Var) {
	if s.hmark[v] == 0 {
		s.hmark[v] = markKeep
		s.hmarked = append(s.hmarked, v)
	}
}

// derive logs the clause lits. It follows from c, whose literals are now false except for those in lits, and from the
// reasons of these false literals. The hints in `before` come first. Once lits is false, each of them becomes unit and
// makes a literal in kept false.
func (s *Solver) derive(lits []Lit, c ref, before []ID, kept []Lit) ID {
	if s.log == nil {
		return 0
	}
	for _, l := range lits {
		s.keep(l.Var())
	}
	for _, l := range kept {
		s.keep(l.Var())
	}
	s.coneOf(c, false)
	s.hints = append(s.hints, before...)
	return s.emit(lits, c)
}

// emit logs lits with the hints that the last coneOf(c, …) found.
func (s *Solver) emit(lits []Lit, c ref) ID {
	for _, pos := range s.cone {
		s.hints = append(s.hints, s.id(s.vars[s.trail[pos].Var()].reason))
	}
	s.hints = append(s.hints, s.id(c))
	return s.log.Derive(lits, s.hints)
}

// without logs lits, the clause named id without the literals in drop, which are false at level 0. It returns id if
// drop is empty.
func (s *Solver) without(lits, drop []Lit, id ID) ID {
	if s.log == nil || len(drop) == 0 {
		return id
	}
	s.hints = s.hints[:0]
	for _, l := range drop {
		s.hints = append(s.hints, s.unit[l.Var()])
	}
	s.hints = append(s.hints, id)
	return s.log.Derive(lits, s.hints)
}
