// Simplification of interpolants: parts of a conjunction or disjunction are simplified under the others, redundant
// bounds are dropped, and pairs of bounds become equations.

package interpolant

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// maxSimplify bounds the size of the formulas that are simplified, in visits of a formula under a conjunction or
// disjunction.
const maxSimplify = 20000

// Simplify returns a formula that is equivalent to f and not larger. It simplifies each part of a conjunction under the
// assumption that the others are true, and each part of a disjunction under the assumption that the others are false.
// It leaves parts of large formulas unchanged.
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

// simplifier is the state of one call of Simplify.
type simplifier struct {
	b *smt.Builder
	// by formula that is not a negation: the value that it has in the context
	known map[*smt.Term]bool
	left  int // the number of visits left
}

// maxDepth bounds the recursion; deeper parts are left unchanged.
const maxDepth = 200

// formula simplifies f under the facts in known.
func (s *simplifier) formula(f *smt.Term, depth int) *smt.Term {
	b := s.b
	a, neg := f.Atom()
	if v, ok := s.known[a]; ok {
		return b.Bool(v != neg)
	}
	if s.left--; s.left < 0 || depth > maxDepth {
		return f
	}
	if a.Op() == smt.OpEq && a.Arg(0).Sort().Kind == smt.Array {
		g := written(b, a)
		if neg {
			g = b.Not(g)
		}
		return g
	}
	if a.Op() != smt.OpAnd && a.Op() != smt.OpOr {
		return f
	}
	// While one part of a conjunction is simplified, the other parts count as true; in a disjunction they count as
	// false. The other parts may use the simplified form of this part, but not its original form.
	and := a.Op() == smt.OpAnd
	args := bounds(b, s.flatten(a), and)
	args = equations(b, args, and)
	mine := make([]*smt.Term, len(args)) // mine[i] is the atom that became known because of args[i]
	learn := func(i int) {
		o, on := args[i].Atom()
		if _, ok := s.known[o]; !ok && !o.IsTrue() && !o.IsFalse() {
			s.known[o] = and != on
			mine[i] = o
		}
	}
	forget := func(i int) {
		if mine[i] != nil {
			delete(s.known, mine[i])
			mine[i] = nil
		}
	}
	for i := range args {
		learn(i)
	}
	for i := range args {
		forget(i)
		args[i] = s.formula(args[i], depth+1)
		learn(i)
	}
	for i := range args {
		forget(i)
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

// flatten returns the parts of a conjunction or disjunction, each once. Instead of a part of the same kind, it returns
// the parts of this part.
func (s *simplifier) flatten(a *smt.Term) []*smt.Term {
	var out []*smt.Term
	seen := map[*smt.Term]bool{}
	stack := []*smt.Term{a}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if s.left--; t.Op() != a.Op() || t != a && s.left < 0 {
			out = append(out, t)
			continue
		}
		for i := t.NumArgs() - 1; i >= 0; i-- {
			stack = append(stack, t.Arg(i))
		}
	}
	return out
}

// A limit is t + konst ≤ 0 (upper) or t + konst ≥ 0, or the strict inequality if strict, for a sum t without a
// constant.
type limit struct {
	at     int // the index in the list of literals
	konst  num.Rat
	strict bool
}

// A limitKey identifies the sum and the direction of a limit.
type limitKey struct {
	t     *smt.Term
	upper bool
}

// bounds drops the bounds on a sum that other bounds make redundant: all except the tightest in a conjunction, all
// except the loosest in a disjunction.
func bounds(b *smt.Builder, args []*smt.Term, and bool) []*smt.Term {
	best := map[limitKey]limit{}
	gone := map[int]bool{}
	for i, f := range args {
		a, neg := f.Atom()
		if a.Op() != smt.OpLe && a.Op() != smt.OpLt {
			continue
		}
		t := a.Arg(0)
		x := limit{at: i, strict: (a.Op() == smt.OpLt) != neg}
		key := limitKey{t, !neg}
		if t.Op() == smt.OpSum {
			x.konst = t.Value()
			coefs := make([]num.Rat, t.NumArgs())
			for k := range coefs {
				coefs[k] = t.Coef(k)
			}
			key.t = b.Linear(t.Sort(), num.Rat{}, coefs, t.Args())
		}
		y, ok := best[key]
		if !ok {
			best[key] = x
			continue
		}
		// An upper bound is tighter if its constant is larger, a lower bound if it is smaller.
		c := x.konst.Cmp(y.konst)
		if neg {
			c = -c
		}
		tighter := c > 0 || c == 0 && x.strict
		if tighter == and {
			gone[y.at] = true
			best[key] = x
		} else {
			gone[x.at] = true
		}
	}
	if len(gone) == 0 {
		return args
	}
	var out []*smt.Term
	for i, f := range args {
		if !gone[i] {
			out = append(out, f)
		}
	}
	return out
}

// equations combines t ≤ 0 and t ≥ 0 in a conjunction into t = 0, and t < 0 and t > 0 in a disjunction into t ≠ 0.
func equations(b *smt.Builder, args []*smt.Term, and bool) []*smt.Term {
	// by t: the index of t ≤ 0 in a conjunction, or of t > 0 in a disjunction
	most := map[*smt.Term]int{}
	for i, f := range args {
		if t, upper := half(b, f, and); t != nil && upper {
			most[t] = i
		}
	}
	if len(most) == 0 {
		return args
	}
	var out []*smt.Term
	gone := map[int]bool{}
	for i, f := range args {
		t, upper := half(b, f, and)
		if t == nil || upper {
			continue
		}
		if j, ok := most[t]; ok && !gone[j] {
			gone[i], gone[j] = true, true
			eq := b.Eq(t, b.Num(num.Rat{}, t.Sort()))
			if !and {
				eq = b.Not(eq)
			}
			out = append(out, eq)
		}
	}
	for i, f := range args {
		if !gone[i] {
			out = append(out, f)
		}
	}
	return out
}

// half reads f, or its negation in a disjunction, as t ≤ 0 (upper) or t ≥ 0. It returns nil if it is neither.
func half(b *smt.Builder, f *smt.Term, and bool) (t *smt.Term, upper bool) {
	a, neg := f.Atom()
	if !and {
		neg = !neg
	}
	if a.Op() != smt.OpLe && a.Op() != smt.OpLt {
		return nil, false
	}
	t = a.Arg(0)
	switch {
	case a.Op() == smt.OpLe && !neg:
		return t, true
	case a.Op() == smt.OpLe && t.Sort().Kind == smt.Int: // t ≥ 1
		return b.Sub(t, b.IntNum(1)), false
	case a.Op() == smt.OpLt && neg:
		return t, false
	}
	return nil, false
}

// written rewrites an equality between an array and the same array with stores to it as conditions on the elements.
// store(…store(a, i1, e1)…, in, en) = a means select(a, in) = en; i(n-1) = in or select(a, i(n-1)) = e(n-1); and so on.
func written(b *smt.Builder, eq *smt.Term) *smt.Term {
	for k := range 2 {
		a, t := eq.Arg(k), eq.Arg(1-k)
		n := 0
		for t.Op() == smt.OpStore && t != a && n < 8 {
			t = t.Arg(0)
			n++
		}
		if t != a || n == 0 {
			continue
		}
		var all, later []*smt.Term
		for t = eq.Arg(1 - k); t != a; t = t.Arg(0) {
			i := t.Arg(1)
			cases := []*smt.Term{b.Eq(b.Select(a, i), t.Arg(2))}
			for _, j := range later {
				cases = append(cases, b.Eq(i, j))
			}
			all = append(all, b.Or(cases...))
			later = append(later, i)
		}
		return b.And(all...)
	}
	return eq
}
