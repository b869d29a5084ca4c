package cert

import (
	"slices"

	"github.com/whet-mc/whet/smt"
)

// known is what the annotation at hand says, in the form in which it is looked up. It holds for
// every path that begins there.
type known struct {
	now    uint32   // marks of other annotations do not count
	facts  []uint32 // by term ID: it is one of the formulas
	valued []uint32 // by term ID: it has a value
	vals   []*smt.Term
	limits map[*smt.Term]span
	conj   []*smt.Term
	false  bool // it cannot hold

	// premises are the formulas in terms of what is not known exactly; made when first needed.
	premises []*smt.Term
	prepared bool
}

// begin makes an annotation the one at hand. It costs time linear in its formulas.
func (x *checker) begin(conj []*smt.Term) {
	k := &x.known
	if k.now++; k.now == 0 { // every 2^32 annotations
		clear(k.facts)
		clear(k.valued)
		k.now = 1
	}
	clear(k.limits)
	k.conj, k.premises, k.prepared, k.false = conj, nil, false, false
	for _, f := range conj {
		if f.Op() != smt.OpAnd {
			x.learn(f)
			continue
		}
		for _, g := range parts(f) {
			x.learn(g)
		}
	}
}

// parts are the formulas that f is the conjunction of, each once and none a conjunction, f itself
// if it is no conjunction. Conjunctions of conjunctions that share what is in them are gone through as the
// graphs that they are, and depth costs no stack.
func parts(f *smt.Term) []*smt.Term {
	isAnd := func(g *smt.Term) bool { return g.Op() == smt.OpAnd }
	switch {
	case !isAnd(f):
		return []*smt.Term{f}
	case !slices.ContainsFunc(f.Args(), isAnd):
		return f.Args()
	}
	var out []*smt.Term
	smt.Walk(f, map[*smt.Term]bool{}, isAnd, func(g *smt.Term) {
		if !isAnd(g) {
			out = append(out, g)
		}
	})
	return out
}

func (x *checker) learn(f *smt.Term) {
	k := &x.known
	if f.IsFalse() {
		k.false = true
	}
	k.mark(f)
	t, l, ok := limit(f)
	if !ok {
		return
	}
	if l.point() && (t.IsVar() || t.Op() == smt.OpSelect) {
		if v := k.value(t); v != nil && !v.Value().Num().Equal(l.lo) {
			k.false = true
		}
		k.setValue(t, x.num(l.lo))
		return
	}
	if k.limits == nil {
		k.limits = map[*smt.Term]span{}
	}
	l = l.meet(k.limits[t])
	k.false = k.false || l.empty()
	k.limits[t] = l
}

func grown[T any](s []T, i int) []T {
	for i >= len(s) {
		s = append(s, make([]T, len(s)+i+64-len(s))...)
	}
	return s
}

func (k *known) mark(f *smt.Term) {
	k.facts = grown(k.facts, f.ID())
	k.facts[f.ID()] = k.now
}

// fact reports whether f is one of the formulas.
func (k *known) fact(f *smt.Term) bool { return f.ID() < len(k.facts) && k.facts[f.ID()] == k.now }

func (k *known) setValue(t, v *smt.Term) {
	k.valued = grown(k.valued, t.ID())
	k.vals = grown(k.vals, t.ID())
	k.valued[t.ID()], k.vals[t.ID()] = k.now, v
}

// value is the number that a term has, or nil.
func (k *known) value(t *smt.Term) *smt.Term {
	if t.ID() < len(k.valued) && k.valued[t.ID()] == k.now {
		return k.vals[t.ID()]
	}
	return nil
}

// prepare makes the premises: what says a value or a bound as it is, since all else is seen in the
// light of it, and stands for less alone.
func (x *checker) prepare() {
	k := &x.known
	if k.prepared {
		return
	}
	k.prepared = true
	s := &state{}
	v := x.ownView(s)
	seen := map[*smt.Term]bool{}
	for _, f := range k.conj {
		for _, g := range parts(f) {
			if seen[g] {
				continue
			}
			seen[g] = true
			if _, _, ok := limit(g); !ok {
				g = x.show(s, v, g)
			}
			if !g.IsTrue() {
				k.premises = append(k.premises, g)
				k.mark(g)
			}
		}
	}
}
