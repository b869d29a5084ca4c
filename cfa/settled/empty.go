package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Pointers that are not null unless a loop makes no round. The first loop over an array dereferences the pointer to it,
// and so the checks in later loops over the same elements hold:
//
//	a = malloc(n * sizeof *a);
//	for (i = 0; i < n; i++) a[i] = 0;    fails if a is null and n > 0
//	for (i = 0; i < n; i++) f(a[i]);     here n <= 0 || a != NULL
//
// The fact n <= 0 || a != NULL holds after the first loop, because i <= 0 || a != NULL holds in it.

// mostEmpty limits the facts that unlessEmpty adds for a fact.
const mostEmpty = 3

// unlessEmpty looks for tests x < n, where x is not negative, if fact k says that a pointer is not null. For each such test it
// adds the fact n <= 0 || k. After the test, fact k follows from this fact. Tests n > c of a parameter n, as recursive
// functions make them, count as well.
func (f *facts) unlessEmpty(k int32) {
	list := alternatives(f.list[k])
	pointer := list[len(list)-1]
	if f.depth[k] > mostLimited || len(list) > 2 || notNull(pointer) == nil || readsCells(list[0]) {
		return
	}
	if len(list) == 2 {
		f.emptySoFar(k, list[0], pointer)
		return
	}
	added := 0
	for _, t := range f.indexTests {
		d, ok := difference(t)
		if !ok || added == mostEmpty {
			continue
		}
		// The test is d <= 0. If d is x + r for a variable x that is not negative, then r <= 0.
		var natural []cfa.Expr
		for i, v := range d.terms {
			if x, isVar := v.of.(*cfa.Var); isVar && len(d.terms) == 2 && v.by.Equal(num.Of(1)) && !x.Pointer && !x.Shadow {
				natural = append(natural, &cfa.Binary{Op: cfa.Ge, X: x, Y: cfa.ConstInt(0)})
				d.terms = slices.Delete(d.terms, i, i+1)
				break
			}
		}
		if len(d.terms) != 1 || d.terms[0].by.Sign() > 0 {
			continue
		}
		n, isVar := d.terms[0].of.(*cfa.Var)
		if !isVar || n.Pointer || temporary(n) || natural == nil && !slices.Contains(f.x.q.Params, n) {
			continue
		}
		not := sum{nil, num.Of(1)} // 1 - d <= 0 says that d <= 0 does not hold
		not = not.plus(d, num.Of(-1))
		if g, ok := not.atMostZero().(*cfa.Binary); ok {
			f.afterTest(k, t, anyOf([]*cfa.Binary{g, pointer}), f.depth[k]+1, natural...)
			added++
		}
	}
}

// emptySoFar looks for tests x >= n, if fact k is n <= c || pointer. For each such test it adds x <= c || pointer, from which
// fact k follows after the test: a loop that counts x has made no round.
func (f *facts) emptySoFar(k int32, none, pointer *cfa.Binary) {
	s, ok := difference(none)
	if !ok || len(s.terms) != 1 {
		return
	}
	for _, t := range f.indexTests {
		if d, ok := difference(t); !ok || len(d.terms) != 2 {
			continue
		}
		if g := s.after(t, false); g != nil && ofOne(g) {
			f.afterTest(k, t, anyOf([]*cfa.Binary{g, pointer}), f.depth[k]+1)
		}
	}
}

// ofOne reports whether b compares a variable that is no pointer with a constant.
func ofOne(b *cfa.Binary) bool {
	v, isVar := b.X.(*cfa.Var)
	return isVar && !v.Pointer && isConst(b.Y)
}
