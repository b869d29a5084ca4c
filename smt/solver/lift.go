// A comparison of a nested conditional with a numeral, such as a comparison of the state of a machine, is a gate:
//
//	ite(c, x, y) ~ k  is  ite(c, x ~ k, y ~ k)
//
// Written as a gate, the SAT solver decides it by propagation alone, and if all branches of a nest are numerals, the
// tableau need not know the nest. A numeral that is in no branch is refuted at once. (Kim, Somenzi, Jin, "Efficient
// Term-ITE Conversion for Satisfiability Modulo Theories", SAT 2009, who lift all conditionals that have a constant
// branch.)
//
// Each pair of a node of the nest and a numeral becomes at most one literal, and their number is bounded: beyond the
// bound, the tableau handles the comparison, as it would without this file. It also does so if a derivation is kept,
// since proofs have no rule for these gates.

package solver

import (
	"github.com/whet-mc/whet/smt"
)

// nests remembers which numerals nested conditionals can equal.
type nests struct {
	values map[*smt.Term]*leaves
	work   int // total size of the sets that have been made
	lifted int // equalities that have become gates
}

// leaves are the numerals in the branches of a nested conditional.
type leaves struct {
	set   map[*smt.Term]bool
	other bool // some branch is not a numeral, or there are too many numerals
}

const (
	maxLeaves   = 512     // elements of one set
	maxLeafWork = 1 << 20 // elements of all sets
	maxLifted   = 1 << 18 // equalities that become gates
)

// of returns the leaves of t, a nested conditional or any other term.
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

// lifts reports whether the equality f can become a gate.
func (e *engine) lifts(f *smt.Term) bool {
	t, k := f.Arg(0), f.Arg(1)
	return e.log == nil && k.Op() == smt.OpNum && t.Op() == smt.OpIte &&
		e.nests.lifted < maxLifted && len(e.nests.of(t).set) > 0
}

// can reports whether the branches of t allow it to equal the numeral k.
func (s *nests) can(t, k *smt.Term) bool {
	l := s.of(t)
	return l.other || l.set[k]
}

// lift adds the clauses that define f, the equality of a nested conditional and a numeral, as a gate. It returns true
// if nothing else has to know f.
func (e *engine) lift(f *smt.Term) bool {
	e.nests.lifted++
	t, k := f.Arg(0), f.Arg(1)
	l, d := e.lit(f), e.lit(e.unfold(t, k))
	e.clause(0, l.Not(), d)
	e.clause(0, l, d.Not())
	return !e.nests.of(t).other
}

// unfold returns a formula for t = k, where t is a conditional and k a numeral, with the equalities one conditional
// further down. A chain of conditionals that compares one term with different numerals, such as the next state of a
// machine that depends on the present one, is unfolded as a whole: exactly one case applies, so only cases that can
// equal k matter.
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
		if !seen[j] { // otherwise an earlier case applies
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
			parts = append(parts, b.Eq(v, k)) // k is different from the numerals of all cases
		}
	case n.can(t, k):
		parts = append(parts, b.And(append(none, b.Eq(t, k))...))
	}
	return b.Or(parts...)
}

// test reads the condition c as v = k for a numeral k; it returns nil if c does not have that form.
func test(c *smt.Term) (v, k *smt.Term) {
	if c.Op() == smt.OpEq && c.Arg(1).Op() == smt.OpNum && c.Arg(0).Op() != smt.OpSum {
		return c.Arg(0), c.Arg(1)
	}
	return nil, nil
}
