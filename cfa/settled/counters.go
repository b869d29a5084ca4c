package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Bounds of counters that no test compares with a bound, because they count no faster than one that is compared. The
// usual example is the partition of quicksort:
//
//	for (j = lo; j < hi; j++) if (a[j] < p) swap(a, k++, j);
//
// That k is at most hi follows from k <= j and the test j < hi.

// mostCounted is the largest depth of a fact that is followed as the bound of a counter, and mostBounds the number of
// bounds that are tried.
const (
	mostCounted = 1
	mostBounds  = 3
)

// byCounter finds facts from which fact k follows, if k bounds a counter x from above and no test does, or if k is about
// the elements up to x. For each variable n that is the bound of another counter in a test, these are x <= n, and k with n
// in the place of x.
func (f *facts) byCounter(k int32) {
	b := f.list[k]
	list := alternatives(b)
	if f.x.w.upTo(list) {
		b = list[1]
	} else if len(list) > 1 {
		return
	}
	if f.depth[k] > mostCounted || f.appends(f.list[k]) {
		return
	}
	s, ok := difference(b)
	if !ok {
		return
	}
	for _, t := range s.terms {
		x, ok := t.of.(*cfa.Var)
		if !ok || t.by.Sign() <= 0 || x.Pointer || x.Proc != f.x.q || temporary(x) || !f.increments(x) || f.limited(x) {
			continue
		}
		var tried []*cfa.Var
		for _, test := range f.indexTests {
			i, counter := test.X.(*cfa.Var)
			n, ok := test.Y.(*cfa.Var)
			if _, constant := test.Y.(*cfa.Const); constant && i != x {
				n, ok = i, counter // the bound of the other counter bounds x
			}
			if !ok || !counter || !f.increments(i) || test.Op != cfa.Lt && test.Op != cfa.Le || n == x || n.Pointer || temporary(n) ||
				!s.factor(n).IsZero() || slices.Contains(tried, n) || len(tried) == mostBounds {
				continue
			}
			tried = append(tried, n)
			of := s.plus(sum{terms: []scaled{{x, num.Of(-1)}, {n, num.Of(1)}}}, t.by)
			bound, ok := of.atMostZero().(*cfa.Binary)
			if !ok || !bound.Op.Comparison() {
				continue
			}
			if len(list) > 1 {
				up := slices.Clone(list)
				up[1] = f.x.w.anyFirst(bound)
				bound = anyOf(up)
			}
			f.jointly(k, f.add(&cfa.Binary{Op: cfa.Le, X: x, Y: n}, f.depth[k]+1), f.add(bound, f.depth[k]+1))
		}
	}
}

// appends reports whether the procedure itself stores to an array that b reads, apart from the sizes of blocks, or whether b
// reads the length of a tail. A counter that b compares is not like another one then: it counts the elements.
func (f *facts) appends(b *cfa.Binary) (yes bool) {
	cfa.ExprReads(b, nil, func(a *cfa.Array) {
		yes = yes || a.Tails != nil || !a.Sizes && slices.ContainsFunc(f.setsArr[a], func(e *cfa.Edge) bool { _, call := e.Op.(*cfa.Call); return !call })
	})
	return yes
}

// increments reports whether the procedure adds a constant to x.
func (f *facts) increments(x *cfa.Var) bool {
	return slices.ContainsFunc(f.setsVar[x], func(e *cfa.Edge) bool {
		op, ok := e.Op.(*cfa.Assign)
		if !ok {
			return false
		}
		v, c := constantSum(op.RHS)
		return v != nil && c.Sign() > 0 && f.same.find(v) == f.same.find(x)
	})
}

// byTest finds facts from which fact k follows after a test of an index, if k compares a counter with the bound of
// another one: k + 1 <= hi follows from k <= j after the test j < hi.
func (f *facts) byTest(k int32) {
	b := f.list[k]
	if f.depth[k] > mostLimited || len(alternatives(b)) > 1 {
		return
	}
	s, ok := difference(b)
	x, y := s.difference()
	if !ok || x == nil || temporary(x) || !f.increments(x) {
		return
	}
	for _, t := range f.indexTests {
		d, ok := difference(t)
		i, n := d.difference()
		if !ok || n != y || i == x || temporary(i) || t.Op != cfa.Lt && t.Op != cfa.Le {
			continue
		}
		r := s.plus(d, num.Of(-1))
		g, ok := r.atMostZero().(*cfa.Binary)
		if !ok || !g.Op.Comparison() {
			continue
		}
		f.afterTest(k, t, g, f.depth[k]+1)
	}
}

// difference returns the variables x and y if the sum is x - y and a constant, both no pointers; otherwise nil.
func (s *sum) difference() (x, y *cfa.Var) {
	for _, t := range s.terms {
		v, ok := t.of.(*cfa.Var)
		switch one := num.Of(1); {
		case t.by.IsZero():
		case !ok || v.Pointer:
			return nil, nil
		case t.by.Equal(one) && x == nil:
			x = v
		case t.by.Equal(one.Neg()) && y == nil:
			y = v
		default:
			return nil, nil
		}
	}
	if x == nil || y == nil {
		return nil, nil
	}
	return x, y
}
