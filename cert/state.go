// Symbolic states: the values of variables and arrays on a path, as terms over their values at the beginning of the
// path, and the condition of the path. Where paths meet, merge joins their states into one.

package cert

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// state is the effect of a path on variables and arrays, in terms of their values at the beginning of the path,
// together with the conditions under which the path is taken. What is not in vars or arrs has the value that it had at
// the beginning.
type state struct {
	vars map[int]*smt.Term // by Var.ID: present values of the variables that were set
	arrs map[int]*memory   // by Array.ID: present contents of the arrays that were written
	cond []*smt.Term       // the conditions under which the path is taken
	// bounds of terms; they follow from cond and from the annotation that the path began with
	lims map[*smt.Term]span

	// after is the procedure whose call began the path, or nil. The globals that it modifies have unknown values.
	after *cfa.Proc

	reads map[access]*smt.Term    // the value at an index of an array, under cond; see cell
	shown map[*smt.Term]*smt.Term // formulas as ownView shows them in this state; nil after a change
	false bool                    // cond is unsatisfiable: no run takes this path
}

// access is a read of the contents m at the index i.
type access struct {
	m *memory
	i *smt.Term
}

// clone returns a copy of s for another path. The copy does not share what s has computed in reads and shown.
func (s *state) clone() *state {
	return &state{
		vars: maps.Clone(s.vars), arrs: maps.Clone(s.arrs), cond: slices.Clip(s.cond), lims: maps.Clone(s.lims),
		after: s.after, false: s.false,
	}
}

// set sets the variable v to t.
func (s *state) set(v *cfa.Var, t *smt.Term) {
	if s.vars == nil {
		s.vars = map[int]*smt.Term{}
	}
	s.vars[v.ID] = t
	s.shown = nil
}

// setArray sets the contents of the array a to m.
func (s *state) setArray(a *cfa.Array, m *memory) {
	if s.arrs == nil {
		s.arrs = map[int]*memory{}
	}
	s.arrs[a.ID] = m
	s.shown = nil
}

// read returns the present value of a variable.
func (x *checker) read(s *state, v *cfa.Var) *smt.Term {
	t := s.vars[v.ID]
	switch {
	case t != nil:
	case s.after != nil && s.after.Mods.Has(v):
		t = x.left(v)
	default:
		t = x.now(v)
	}
	return x.settled(s, t)
}

// settled returns the number that the term t is known to equal, or t itself.
func (x *checker) settled(s *state, t *smt.Term) *smt.Term {
	if t.Op() == smt.OpNum {
		return t
	}
	if k := x.known.value(t); k != nil {
		return k
	}
	if l, ok := s.lims[t]; ok && l.point() {
		return x.num(l.lo)
	}
	return t
}

// array returns the present contents of an array.
func (x *checker) array(s *state, a *cfa.Array) *memory {
	switch m := s.arrs[a.ID]; {
	case m != nil:
		return m
	case s.after != nil && s.after.Modifies(a):
		return x.leftArray(a)
	}
	return x.nowArray(a)
}

// assume adds the condition f to the state. It records the bounds of terms that f states.
func (x *checker) assume(s *state, f *smt.Term) {
	if f = x.decided(s, f); f.IsTrue() || s.false {
		return
	}
	if f.IsFalse() {
		s.false = true
		return
	}
	if f.Op() == smt.OpAnd {
		for _, g := range parts(f) {
			x.assume(s, g)
		}
		return
	}
	s.cond = append(s.cond, f)
	if t, l, ok := limit(f); ok {
		l = l.meet(x.spanOf(s, t))
		if l.empty() {
			s.false = true
			return
		}
		s.bound(t, l)
	}
}

// bound replaces the known bounds of a term.
func (s *state) bound(t *smt.Term, l span) {
	if s.lims == nil {
		s.lims = map[*smt.Term]span{}
	}
	s.lims[t] = l
	s.shown = nil
}

// mostCompared bounds how many conditions of each path merge searches for one that distinguishes the paths.
const mostCompared = 32

// merge returns a state that describes the paths of s and those of t. Where their values differ, a condition chooses
// between them: a condition of s whose negation is a condition of t, or else a new unknown truth value.
func (x *checker) merge(s, t *state) *state {
	b := x.b
	n := 0
	for n < len(s.cond) && n < len(t.cond) && s.cond[n] == t.cond[n] {
		n++
	}
	own, other := s.cond[n:], t.cond[n:]
	var which *smt.Term
	for _, f := range own[:min(len(own), mostCompared)] {
		if slices.Contains(other[:min(len(other), mostCompared)], b.Not(f)) {
			which = f
			break
		}
	}
	if which == nil {
		which = b.Fresh("way", b.BoolSort())
	}
	m := &state{cond: slices.Clone(s.cond[:n]), after: s.after}
	not := b.Not(which)
	for _, f := range own {
		if f = b.Implies(which, f); !f.IsTrue() {
			m.cond = append(m.cond, f)
		}
	}
	for _, f := range other {
		if f = b.Implies(not, f); !f.IsTrue() {
			m.cond = append(m.cond, f)
		}
	}
	for _, id := range keys(s.vars, t.vars) {
		v := x.p.Vars[id]
		if p, q := x.read(s, v), x.read(t, v); p == q {
			m.set(v, p)
		} else {
			m.set(v, b.Ite(which, p, q))
		}
	}
	for _, id := range keys(s.arrs, t.arrs) {
		a := x.p.Arrays[id]
		if p, q := x.array(s, a), x.array(t, a); p == q {
			m.setArray(a, p)
		} else {
			m.setArray(a, &memory{kind: either, idx: which, below: p, src: q})
		}
	}
	for k, l := range s.lims {
		if o, ok := t.lims[k]; ok {
			if m.lims == nil {
				m.lims = map[*smt.Term]span{}
			}
			m.lims[k] = l.hull(o)
		}
	}
	return m
}

// keys lists the keys of both maps in ascending order.
func keys[V any](s, t map[int]V) []int {
	out := make([]int, 0, len(s)+len(t))
	for k := range s {
		out = append(out, k)
	}
	for k := range t {
		if _, ok := s[k]; !ok {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}
