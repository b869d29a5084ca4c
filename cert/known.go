// What the present annotation says, in a form for quick lookup: its formulas, the values and the bounds that it
// states.

package cert

import (
	"slices"

	"github.com/whet-mc/whet/smt"
)

// known is the content of the annotation from which steps are being proved. It holds for every path that begins there.
type known struct {
	now    uint32             // marks in facts and valued count only if they equal this
	facts  []uint32           // by term ID: marks the formulas of the annotation
	valued []uint32           // by term ID: marks terms with a known value
	vals   []*smt.Term        // by term ID: the known value of the term, a number
	limits map[*smt.Term]span // bounds of terms that the annotation states
	conj   []*smt.Term        // the formulas of the annotation
	false  bool               // the annotation is contradictory

	// premises are the formulas of the annotation, simplified by the values and bounds that it states: see prepare.
	premises []*smt.Term
	prepared bool
}

// begin makes conj the present annotation. Its cost is linear in the formulas.
func (x *checker) begin(conj []*smt.Term) {
	k := &x.known
	if k.now++; k.now == 0 { // after 2^32 annotations, old marks could equal now
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

// parts returns the formulas whose conjunction is f. None of them is a conjunction, and each occurs once. If f is not
// a conjunction, the result is f alone. The walk visits shared conjunctions once, and deep ones take no stack.
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

// learn records the formula f, which is not a conjunction, and the value or bound that it states.
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

// grown returns s, extended so that the index i is valid.
func grown[T any](s []T, i int) []T {
	for i >= len(s) {
		s = append(s, make([]T, len(s)+i+64-len(s))...)
	}
	return s
}

// mark records that f holds.
func (k *known) mark(f *smt.Term) {
	k.facts = grown(k.facts, f.ID())
	k.facts[f.ID()] = k.now
}

// fact reports whether f is one of the formulas.
func (k *known) fact(f *smt.Term) bool { return f.ID() < len(k.facts) && k.facts[f.ID()] == k.now }

// setValue records that t has the value v.
func (k *known) setValue(t, v *smt.Term) {
	k.valued = grown(k.valued, t.ID())
	k.vals = grown(k.vals, t.ID())
	k.valued[t.ID()], k.vals[t.ID()] = k.now, v
}

// value returns the number that a term is known to equal, or nil.
func (k *known) value(t *smt.Term) *smt.Term {
	if t.ID() < len(k.valued) && k.valued[t.ID()] == k.now {
		return k.vals[t.ID()]
	}
	return nil
}

// prepare makes the premises. A formula that states a value or a bound remains as it is, since it would simplify
// itself to true. All other formulas are simplified by these values and bounds.
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
