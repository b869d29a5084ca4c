package solver

import (
	"github.com/whet-mc/whet/smt"
)

// A comparison of a conditional number with a numeral, as the states of a machine are compared, is
// a gate:
//
//	ite(c, x, y) ~ k  is  ite(c, x ~ k, y ~ k)
//
// Told so, the SAT solver decides it by propagation alone, and where all branches of a nest are
// numerals, the tableau need not know the nest at all. A numeral that is in no branch is refuted at
// once. (Kim, Somenzi, Jin, "Efficient Term-ITE Conversion for Satisfiability Modulo Theories", SAT
// 2009, who lift all conditionals that have a constant branch.)
//
// Each pair of a node of the nest and a numeral becomes one literal at most, and there is a limit
// to their number: past it, the tableau gets what it would have got anyway. With a
// derivation, too, since the gates have no rule there.

// nests remembers which numerals nests of conditionals can be.
type nests struct {
	values map[*smt.Term]*leaves
	work   int // entries of the sets that have been made
	lifted int // equalities that have become gates
}

// leaves are the numerals in the branches of a nest.
type leaves struct {
	set   map[*smt.Term]bool
	other bool // there are branches that are no numerals, or there are too many
}

const (
	maxLeaves   = 512     // of one set
	maxLeafWork = 1 << 20 // entries of all sets
	maxLifted   = 1 << 18 // equalities
)

// of returns the leaves of a nest of conditionals.
func (s *nests) of(t *smt.Term) *leaves {
	if s.values == nil {
		s.values = map[*smt.Term]*leaves{}
	}
	stack := []*smt.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if s.values[t] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		if t.Op() != smt.OpIte {
			stack = stack[:len(stack)-1]
			l := &leaves{other: t.Op() != smt.OpNum}
			if !l.other {
				l.set = map[*smt.Term]bool{t: true}
			}
			s.values[t] = l
			continue
		}
		x, y := s.values[t.Arg(1)], s.values[t.Arg(2)]
		if x == nil || y == nil {
			stack = append(stack, t.Arg(1), t.Arg(2))
			continue
		}
		stack = stack[:len(stack)-1]
		if len(x.set) < len(y.set) {
			x, y = y, x
		}
		more := 0
		for v := range y.set {
			if !x.set[v] {
				more++
			}
		}
		if more == 0 && (x.other || !y.other) {
			s.values[t] = x
			continue
		}
		l := &leaves{other: x.other || y.other}
		if s.work > maxLeafWork {
			l.other = true
			s.values[t] = l
			continue
		}
		l.set = make(map[*smt.Term]bool, len(x.set)+more)
		for v := range x.set {
			l.set[v] = true
		}
		for v := range y.set {
			l.set[v] = true
		}
		if s.work += len(l.set); len(l.set) > maxLeaves || s.work > maxLeafWork {
			l.set, l.other = nil, true
		}
		s.values[t] = l
	}
	return s.values[t]
}

// lifts reports whether an equality is a gate.
func (e *engine) lifts(f *smt.Term) bool {
	t, k := f.Arg(0), f.Arg(1)
	return e.log == nil && k.Op() == smt.OpNum && t.Op() == smt.OpIte &&
		e.nests.lifted < maxLifted && len(e.nests.of(t).set) > 0
}

// can reports whether t may be the numeral k, going by the branches of a nest.
func (s *nests) can(t, k *smt.Term) bool {
	l := s.of(t)
	return l.other || l.set[k]
}

// lift gives the equality of a nest and a numeral the clauses of the gate that it is. It reports
// whether that is all there is to say of it.
func (e *engine) lift(f *smt.Term) bool {
	e.nests.lifted++
	t, k := f.Arg(0), f.Arg(1)
	l, d := e.lit(f), e.lit(e.unfold(t, k))
	e.clause(0, l.Not(), d)
	e.clause(0, l, d.Not())
	return !e.nests.of(t).other
}

// unfold is t = k for a nest t and a numeral k, one conditional further down. A nest that compares
// one term with different numerals, as the next state of a machine depends on the present one, is
// gone through as a whole: exactly one case applies, so that only those matter that may be k.
func (e *engine) unfold(t, k *smt.Term) *smt.Term {
	b, n := e.b, &e.nests
	if !n.can(t, k) {
		return b.False()
	}
	v, _ := test(t.Arg(0))
	if v == nil {
		var x, y *smt.Term
		if x = b.False(); n.can(t.Arg(1), k) {
			x = b.Eq(t.Arg(1), k)
		}
		if y = b.False(); n.can(t.Arg(2), k) {
			y = b.Eq(t.Arg(2), k)
		}
		return b.Ite(t.Arg(0), x, y)
	}
	var parts, none []*smt.Term
	seen := map[*smt.Term]bool{}
	for t.Op() == smt.OpIte {
		w, j := test(t.Arg(0))
		if w != v {
			break
		}
		if !seen[j] { // else an earlier case has it
			seen[j] = true
			none = append(none, b.Not(t.Arg(0)))
			if n.can(t.Arg(1), k) {
				parts = append(parts, b.And(t.Arg(0), b.Eq(t.Arg(1), k)))
			}
		}
		t = t.Arg(2)
	}
	switch {
	case t == v:
		if !seen[k] {
			parts = append(parts, b.Eq(v, k)) // which is different from all the cases
		}
	case n.can(t, k):
		parts = append(parts, b.And(append(none, b.Eq(t, k))...))
	}
	return b.Or(parts...)
}

// test reads a condition as v = k for a numeral k; nil if it is none.
func test(c *smt.Term) (v, k *smt.Term) {
	if c.Op() == smt.OpEq && c.Arg(1).Op() == smt.OpNum && c.Arg(0).Op() != smt.OpSum {
		return c.Arg(0), c.Arg(1)
	}
	return nil, nil
}
