package interpolant

import "github.com/whet-mc/whet/smt"

// maxSimplify bounds the size of the formulas that are simplified, in visits of a formula under a
// conjunction or disjunction.
const maxSimplify = 20000

// Simplify is a formula that is equivalent to f and not larger: in a conjunction every part holds while one looks
// at the others, and in a disjunction none does. Large formulas are left alone in part.
func Simplify(b *smt.Builder, f *smt.Term) *smt.Term {
	s := &simplifier{b: b, known: map[*smt.Term]bool{}, left: maxSimplify}
	for {
		g := s.formula(f, 0)
		if g == f || s.left <= 0 {
			return g
		}
		f = g
	}
}

type simplifier struct {
	b     *smt.Builder
	known map[*smt.Term]bool // atoms and formulas that are no negations, by their truth in the context
	left  int
}

// maxDepth bounds the recursion; deeper parts are left alone.
const maxDepth = 200

// formula simplifies f where what is known holds.
func (s *simplifier) formula(f *smt.Term, depth int) *smt.Term {
	b := s.b
	a, neg := f.Atom()
	if v, ok := s.known[a]; ok {
		return b.Bool(v != neg)
	}
	if s.left--; s.left < 0 || depth > maxDepth {
		return f
	}
	if a.Op() != smt.OpAnd && a.Op() != smt.OpOr {
		return f
	}
	// The parts of a conjunction are true beside each other, those of a disjunction false. What a part
	// has become is what the others may rely on; what it was, no longer.
	and := a.Op() == smt.OpAnd
	args := append([]*smt.Term(nil), a.Args()...)
	if s.left -= len(args) * len(args) / 8; s.left < 0 {
		return f
	}
	for i := range args {
		var undo []*smt.Term
		for j, o := range args {
			if j == i {
				continue
			}
			oa, on := o.Atom()
			if oa.IsTrue() || oa.IsFalse() {
				continue
			}
			if _, ok := s.known[oa]; !ok {
				s.known[oa] = and != on
				undo = append(undo, oa)
			}
		}
		args[i] = s.formula(args[i], depth+1)
		for _, o := range undo {
			delete(s.known, o)
		}
	}
	var g *smt.Term
	if and {
		g = b.And(args...)
	} else {
		g = b.Or(args...)
	}
	if neg {
		g = b.Not(g)
	}
	return g
}
