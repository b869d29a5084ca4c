// Predicates from cubes, and projection of auxiliary values.

package backward

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

const (
	mostTerms = 60 // size of a predicate
	mostMixed = 24 // pairs of bounds of a value that is projected away
)

// extract is the paper's extract0: it returns the atoms of a cube as predicates without auxiliary values. An equation
// of variables becomes the two strict orders that it excludes. A literal about the remainder of an index is also
// stated for the indexes that are equal to it. An example: a loop goes one way for even i and another way for odd i,
// and compares i with k, for which k%2 == 0 is known. Then the predicate i%2 == 0 is needed as well.
func (m *Method) extract(c Cube) []*smt.Term {
	var out, remainders []*smt.Term
	c = m.Project(c)
	for _, f := range c {
		for _, a := range atomsOf(f) {
			out = append(out, m.predicates(a)...)
			if divides(a) {
				remainders = append(remainders, a)
			}
		}
	}
	if len(remainders) == 0 {
		return out
	}
	for _, f := range c {
		if f.Op() != smt.OpEq || f.Arg(0).Sort() != m.ints || divides(f) {
			continue
		}
		for _, x := range smt.FreeVars(f) {
			sign, t, ok := m.solve(m.B.Sub(f.Arg(0), f.Arg(1)), x)
			if !ok {
				continue
			}
			sub := m.B.Substitution()
			sub.Set(x, m.B.Scale(num.RatOf(int64(-sign)), t))
			for _, a := range remainders {
				if b, _ := sub.Apply(a).Atom(); b != a {
					out = append(out, m.predicates(b)...)
				}
			}
		}
	}
	return out
}

// predicates returns the predicates that an atom yields; none if the atom is unsuitable.
func (m *Method) predicates(a *smt.Term) []*smt.Term {
	n, plain, scalar, unknowns := 0, true, true, 0
	smt.Walk(a, map[*smt.Term]bool{}, nil, func(t *smt.Term) {
		n++
		switch {
		case t.IsVar():
			plain = plain && !m.of[t].aux
			unknowns++
		case t.Op() == smt.OpSelect:
			scalar = false
		case t.Op() == smt.OpDiv:
			plain = plain && !isBigDivision(t)
			scalar = false
		case t.Op() == smt.OpIte:
			plain = false
		}
	})
	switch {
	case !plain || n > mostTerms || a.IsTrue() || a.IsFalse():
		return nil
	case a.Op() == smt.OpEq && a.Arg(0).Sort() == m.ints && scalar && unknowns > 1:
		return m.orders(a.Arg(0), a.Arg(1))
	}
	return []*smt.Term{a}
}

// orders returns the predicates s < t and s > t, without negations.
func (m *Method) orders(s, t *smt.Term) []*smt.Term {
	var out []*smt.Term
	for _, f := range []*smt.Term{m.B.Lt(s, t), m.B.Gt(s, t)} {
		if a, _ := f.Atom(); !a.IsTrue() && !a.IsFalse() {
			out = append(out, a)
		}
	}
	return out
}

// atomsOf returns the atoms of a formula.
func atomsOf(f *smt.Term) []*smt.Term {
	var out []*smt.Term
	seen := map[*smt.Term]bool{}
	smt.Walk(f, seen, func(t *smt.Term) bool { return connective(t) }, func(t *smt.Term) {
		if t.IsBool() && !connective(t) {
			out = append(out, t)
		}
	})
	return out
}

func connective(t *smt.Term) bool {
	switch t.Op() {
	case smt.OpNot, smt.OpAnd, smt.OpOr, smt.OpXor:
		return true
	}
	return false
}

// Project eliminates auxiliary values from a cube where this is simple. A value that an equation determines is
// replaced. For a value that has only bounds, lower and upper bounds are combined (Fourier-Motzkin elimination, which
// is exact for integers here because the coefficients are ±1). Auxiliary values in other literals remain.
func (s *Space) Project(c Cube) Cube {
	for _, x := range smt.FreeVars(c...) {
		if s.of[x].aux && x.Sort() == s.ints {
			c = s.without(c, x)
		}
	}
	return c
}

// bound is the constraint ±x + rest ≤ 0; upper selects the sign +.
type bound struct {
	rest  *smt.Term
	upper bool
}

func (s *Space) without(c Cube, x *smt.Term) Cube {
	b := s.B
	var rest []*smt.Term
	var bounds []bound
	hard := false
	for i, f := range c {
		if !slices.Contains(smt.FreeVars(f), x) {
			rest = append(rest, f)
			continue
		}
		a, negated := f.Atom()
		switch a.Op() {
		case smt.OpEq:
			if negated || a.Arg(0).Sort() != s.ints {
				hard = true
				continue
			}
			if sign, t, ok := s.solve(b.Sub(a.Arg(0), a.Arg(1)), x); ok {
				sub := b.Substitution()
				sub.Set(x, b.Scale(num.RatOf(int64(-sign)), t))
				var fs []*smt.Term
				for _, g := range slices.Delete(slices.Clone(c), i, i+1) {
					fs = append(fs, sub.Apply(g))
				}
				return s.cube(fs...)
			}
			hard = true
		case smt.OpLe:
			sum := a.Arg(0)
			if negated { // not (s ≤ 0) is 1 - s ≤ 0
				sum = b.Sub(b.IntNum(1), sum)
			}
			sign, t, ok := s.solve(sum, x)
			if !ok {
				hard = true
				continue
			}
			bounds = append(bounds, bound{t, sign > 0})
		default:
			hard = true
		}
	}
	if hard || len(bounds)*len(bounds) > 4*mostMixed {
		return c
	}
	for _, u := range bounds {
		for _, l := range bounds {
			if u.upper && !l.upper {
				rest = append(rest, b.Le(b.Add(u.rest, l.rest), b.IntNum(0)))
			}
		}
	}
	return s.cube(rest...)
}

// solve writes sum as sign*x + rest, where x does not occur in rest and sign is 1 or -1.
func (s *Space) solve(sum, x *smt.Term) (sign int, rest *smt.Term, ok bool) {
	one := num.RatOf(1)
	if sum == x {
		return 1, s.B.IntNum(0), true
	}
	if sum.Op() != smt.OpSum {
		return 0, nil, false
	}
	for i, a := range sum.Args() {
		if a != x {
			continue
		}
		switch k := sum.Coef(i); {
		case k.Equal(one):
			sign, rest = 1, s.B.Sub(sum, x)
		case k.Equal(one.Neg()):
			sign, rest = -1, s.B.Add(sum, x)
		}
	}
	if sign == 0 || slices.Contains(smt.FreeVars(rest), x) {
		return 0, nil, false
	}
	return sign, rest, true
}
