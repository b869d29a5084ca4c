package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Facts that follow from tests whether two variables are equal, above all whether a vector is full:
//
//	if (n == room) { room = room ? 2 * room : 8; v = realloc(v, room * sizeof *v); }
//	v[n++] = x;
//
// Where n != room, and n <= room held before, n is less than room. So n*4 + 4 <= block sizes[v] follows from room*4 <=
// block sizes[v], and v is not null if room == 0 || v >= 4096. Where n == room, what is known of room holds for n. As long
// as n <= room, n*4 <= block sizes[v] follows from room*4 <= block sizes[v].

// testEqual adds the test b to f.equalTests if it says that two variables are equal, or that they differ.
func (f *facts) testEqual(b *cfa.Binary) {
	x, ok1 := b.X.(*cfa.Var)
	y, ok2 := b.Y.(*cfa.Var)
	if ok1 && ok2 && (b.Op == cfa.Eq || b.Op == cfa.Ne) && !x.Pointer && !y.Pointer && !x.Shadow && !y.Shadow &&
		!hasForm(f.equalTests, b) {
		f.equalTests = append(f.equalTests, b)
	}
}

// byEqual finds facts from which fact k follows after the tests in f.equalTests, or while their variables are equal.
func (f *facts) byEqual(k int32) {
	list := alternatives(f.list[k])
	if p, ok := notNull(f.list[k]).(*cfa.Var); ok && p.Pointer && f.depth[k] == 0 {
		for _, t := range f.indexTests {
			y, ok := t.Y.(*cfa.Var)
			if x, isVar := t.X.(*cfa.Var); isVar && ok && t.Op == cfa.Lt && !x.Pointer && !y.Pointer {
				f.notEmpty(k, t, x, y, nil)
			}
		}
	}
	a := list[len(list)-1]
	for _, t := range f.equalTests {
		for _, o := range [][2]cfa.Expr{{t.X, t.Y}, {t.Y, t.X}} {
			x, y := o[0], o[1]
			switch {
			case t.Op == cfa.Ne:
				if f.depth[k] <= mostLimited+againSteps {
					f.afterLess(k, t, x, y)
					f.whileAtMost(k, x, y)
				}
			case len(list) == 1 && !readsCells(a) && reads(a, x.(*cfa.Var)):
				with, ok := normal(substitute(a, func(v *cfa.Var) cfa.Expr {
					if v == x {
						return y
					}
					return nil
				})).(*cfa.Binary)
				if !ok {
					continue
				}
				if j := f.add(t, f.depth[k]); j >= 0 {
					f.byBounds[k] = append(f.byBounds[k], byBounds{j, with})
				}
			}
		}
	}
}

// afterLess finds facts from which fact k follows after the test t, which says that x and y differ, if x <= y held before.
func (f *facts) afterLess(k int32, t *cfa.Binary, x, y cfa.Expr) {
	list := alternatives(f.list[k])
	last := len(list) - 1
	a := list[last]
	var needs []int32
	var bounds []cfa.Expr
	d, ok := difference(&cfa.Binary{Op: cfa.Lt, X: x, Y: y})
	if !ok {
		return
	}
	if s, ok := difference(a); ok && s.factor(x).Sign() > 0 {
		r := s.plus(d, s.factor(x).Neg())
		switch g := r.atMostZero().(type) {
		case *cfa.Const:
			if g.Val.IsZero() {
				return
			}
		case *cfa.Binary:
			switch {
			case !readsCells(a):
				bounds = append(bounds, g)
			case readsSizes(a) && f.depth[k] <= mostLimited:
				before := slices.Clone(list)
				before[last] = g
				needs = append(needs, f.add(anyOf(before), f.depth[k]+1))
			default:
				return
			}
		}
	} else if notNull(a) != nil && last == 0 && a.X != x && a.X != y {
		f.notEmpty(k, t, x, y, &cfa.Binary{Op: cfa.Le, X: x, Y: y})
		return
	} else {
		return
	}
	needs = append(needs, f.add(&cfa.Binary{Op: cfa.Le, X: x, Y: y}, min(f.depth[k], mostLimited)))
	if !slices.Contains(needs, -1) {
		f.limits = append(f.limits, limited{k, t, needs, bounds})
	}
}

// whileAtMost finds facts from which fact k, about the size of a block, follows as long as x <= y: n*4 <= block sizes[v]
// follows from room*4 <= block sizes[v] and n <= room.
func (f *facts) whileAtMost(k int32, x, y cfa.Expr) {
	b := f.list[k]
	s, ok := difference(b)
	if !ok || !readsSizes(b) || f.depth[k] > mostLimited || s.factor(x).Sign() <= 0 {
		return
	}
	d, _ := minus(x, y)
	r := s.plus(d, s.factor(x).Neg())
	g, ok := r.atMostZero().(*cfa.Binary)
	if !ok || !g.Op.Comparison() {
		return
	}
	f.jointly(k, f.add(g, f.depth[k]+1), f.add(&cfa.Binary{Op: cfa.Le, X: x, Y: y}, f.depth[k]))
}

// notEmpty finds a fact from which fact k, which says that a pointer is not null, follows after the test t. The test says
// that x < y, if the comparison also held before, which may be nil. Where x is not negative, y is not 0, and so fact k
// follows from y == 0 || k.
func (f *facts) notEmpty(k int32, t *cfa.Binary, x, y cfa.Expr, also *cfa.Binary) {
	empty := &cfa.Binary{Op: cfa.Eq, X: y, Y: cfa.ConstInt(0)}
	needs := []int32{f.add(&cfa.Binary{Op: cfa.Or, X: empty, Y: f.list[k]}, f.depth[k])}
	if also != nil {
		needs = append(needs, f.add(also, min(f.depth[k], mostLimited)))
	}
	if !slices.Contains(needs, -1) {
		f.limits = append(f.limits, limited{k, t, needs, []cfa.Expr{&cfa.Binary{Op: cfa.Ge, X: x, Y: cfa.ConstInt(0)}}})
	}
}
