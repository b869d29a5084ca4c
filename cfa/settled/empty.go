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
// The fact n <= 0 || a != NULL holds after the first loop, because i <= 0 || a != NULL holds in it. If n is a number, a != NULL
// holds after the loop, because i < n || a != NULL holds in it.

// mostEmpty limits the facts that unlessEmpty adds for a fact.
const mostEmpty = 3

// testFirst adds b, a part of the condition of the edge e, to f.loopEnds if a loop ends with it, and its variable to f.addresses if b
// says that an address is not null.
func (f *facts) testFirst(e *cfa.Edge, b *cfa.Binary) {
	v, isVar := b.X.(*cfa.Var)
	c, isConst := cfa.IsConst(b.Y)
	if !isVar || !isConst {
		return
	}
	if !v.Pointer && !temporary(v) && e.From.LoopHead && e.To.LeavesLoop(e.From) && !hasForm(f.loopEnds, b) {
		f.loopEnds = append(f.loopEnds, b)
	}
	if notNull(b) != nil && c.Equal(num.Of(cfa.FirstPage)) && !slices.Contains(f.addresses, v) {
		f.addresses = append(f.addresses, v)
	}
}

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
	for _, t := range f.loopEnds {
		if not, ok := cfa.MkNot(t).(*cfa.Binary); ok {
			f.afterTest(k, t, anyOf([]*cfa.Binary{not, pointer}), f.depth[k]+1)
		}
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

// firstElement looks for tests that the address of an element of an array is not null, if fact k says that the pointer to the
// array is not null. In a loop, the test of the address of the first element shows it:
//
//	for (i = 0; i < n; i++) scanf("%d", &a[i]);    fails if a is null and n > 0
//
// For each such test of q = a + i * size it adds the fact i <= 0 || k. After the test, k follows from this fact and q <= a + i * size.
func (f *facts) firstElement(k int32) {
	b := f.list[k]
	a, isVar := notNull(b).(*cfa.Var)
	if !isVar || f.depth[k] > mostLimited {
		return
	}
	for _, v := range f.addresses {
		for _, e := range f.setsVar[v] {
			op, ok := e.Op.(*cfa.Assign)
			if !ok || !reads(op.RHS, a) {
				continue
			}
			var s sum
			if !s.add(sumsOf(op.RHS), num.Of(1)) || len(s.terms) != 2 || !s.rest.IsZero() || !s.factor(a).Equal(num.Of(1)) {
				continue
			}
			i := s.terms[0]
			if i.of == cfa.Expr(a) {
				i = s.terms[1]
			}
			if x, isVar := i.of.(*cfa.Var); !isVar || x.Pointer || i.by.Sign() <= 0 {
				continue
			}
			first := &cfa.Binary{Op: cfa.Le, X: i.of, Y: cfa.ConstInt(0)}
			below := f.add(&cfa.Binary{Op: cfa.Le, X: v, Y: s.expr()}, f.depth[k]+1)
			before := f.add(anyOf([]*cfa.Binary{first, b}), f.depth[k]+1)
			if below >= 0 && before >= 0 {
				f.limits = append(f.limits, limited{k, &cfa.Binary{Op: b.Op, X: v, Y: b.Y}, []int32{before, below}, nil})
			}
		}
	}
}

// atFirst finds facts from which fact k follows, if k has two alternatives that are opposites where an index i is 0:
//
//	owner[a + i*4] == 0 || owner[a] != 0    follows from  i <= 0 || owner[a] != 0  where i >= 0 by bounds
//
// So nothing has to be known of a in the first round of a loop, before the program has used it.
func (f *facts) atFirst(k int32) {
	list := alternatives(f.list[k])
	if len(list) != 2 || f.depth[k] > mostLimited {
		return
	}
	for n, a := range list {
		other := list[1-n]
		not, ok := cfa.MkNot(other).(*cfa.Binary)
		if !ok {
			continue
		}
		cfa.ExprReads(a, func(i *cfa.Var) {
			if i.Pointer || i.Shadow || !indexes(a, i) || reads(other, i) {
				return
			}
			zero := func(v *cfa.Var) cfa.Expr {
				if v == i {
					return cfa.ConstInt(0)
				}
				return nil
			}
			if first, ok := substitute(a, zero).(*cfa.Binary); !ok || !cfa.SameForm(first, not) {
				return
			}
			none := &cfa.Binary{Op: cfa.Le, X: i, Y: cfa.ConstInt(0)}
			if j := f.add(anyOf([]*cfa.Binary{none, other}), f.depth[k]); j >= 0 {
				f.byBounds[k] = append(f.byBounds[k], byBounds{j, &cfa.Binary{Op: cfa.Ge, X: i, Y: cfa.ConstInt(0)}})
			}
		}, nil)
	}
}
