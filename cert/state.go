package cert

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// state is what a path has made of the variables and arrays, in terms over their values where it
// began, and the conditions under which it is taken.
type state struct {
	vars map[int]*smt.Term // by Var.ID: what has been set
	arrs map[int]*memory   // by Array.ID
	cond []*smt.Term
	// bounds of terms that follow from cond and from the annotation that the path began with
	lims map[*smt.Term]span

	// after is the procedure whose call the path began with: the globals that it modifies are
	// unknown.
	after *cfa.Proc

	reads map[access]*smt.Term // what is at an index of an array, under cond
	shown map[*smt.Term]*smt.Term
	false bool // cond cannot hold: nobody comes here
}

type access struct {
	m *memory
	i *smt.Term
}

func (s *state) clone() *state {
	return &state{
		vars: maps.Clone(s.vars), arrs: maps.Clone(s.arrs), cond: slices.Clip(s.cond), lims: maps.Clone(s.lims),
		after: s.after, false: s.false,
	}
}

func (s *state) set(v *cfa.Var, t *smt.Term) {
	if s.vars == nil {
		s.vars = map[int]*smt.Term{}
	}
	s.vars[v.ID] = t
	s.shown = nil
}

func (s *state) setArray(a *cfa.Array, m *memory) {
	if s.arrs == nil {
		s.arrs = map[int]*memory{}
	}
	s.arrs[a.ID] = m
	s.shown = nil
}

// read is the present value of a variable.
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

// settled is the number that a term is known to be, or the term.
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

// array is the present contents of an array.
func (x *checker) array(s *state, a *cfa.Array) *memory {
	switch m := s.arrs[a.ID]; {
	case m != nil:
		return m
	case s.after != nil && s.after.Modifies(a):
		return x.leftArray(a)
	}
	return x.nowArray(a)
}

// assume adds a condition. What it says of the bounds of single terms is noted.
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

// bound notes bounds of a term, instead of what was known.
func (s *state) bound(t *smt.Term, l span) {
	if s.lims == nil {
		s.lims = map[*smt.Term]span{}
	}
	s.lims[t] = l
	s.shown = nil
}

// mostCompared is how many conditions of two paths are searched for one that tells them apart.
const mostCompared = 32

// merge is a state for the paths of both, which somebody may come along. Where they differ a
// condition tells them apart, or, since both may be possible, a truth value that nothing is known
// of.
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
