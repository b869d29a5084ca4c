package cfa

import (
	"slices"

	"github.com/whet-mc/whet/num/interval"
)

// Conditions that hold before an edge. Check uses them to show that values are in range.

// guards are comparisons that hold where an edge begins. They come from assumptions on the only path there, if no
// later operation on the path sets a variable or an array that they read. The lowering may omit the Wrap of an
// operation if the program has tested that the result is in range. Then Check needs the guards to see that it is.
type guards []*Binary

// guardSteps limits how many edges back guards are looked for.
const guardSteps = 400

// guards returns the guards of the edge e out of l. All edges out of l have the same guards.
func (l *Loc) guards(e *Edge) guards {
	var list guards
	var set []*Var
	var arrays []*Array
	called := false
	for range guardSteps {
		if len(l.In) != 1 {
			return list
		}
		in := l.In[0]
		if a, ok := in.Op.(*Assume); ok {
			Conjuncts(a.Cond, func(b *Binary) {
				stale := false
				ExprReads(b, func(v *Var) {
					stale = stale || slices.Contains(set, v) || called && v.Proc == nil
				}, func(a *Array) { stale = stale || called || slices.Contains(arrays, a) })
				if !stale {
					list = append(list, b)
				}
			})
		}
		if _, ok := in.Op.(*Call); ok {
			called = true
		}
		Writes(in.Op, func(v *Var) { set = append(set, v) }, func(a *Array) { arrays = append(arrays, a) })
		l = in.From
	}
	return list
}

// Conjuncts calls visit for each comparison in the conjunction c; for c itself if c is a comparison.
func Conjuncts(c Expr, visit func(*Binary)) {
	b, ok := c.(*Binary)
	switch {
	case !ok:
	case b.Op == And:
		Conjuncts(b.X, visit)
		Conjuncts(b.Y, visit)
	case b.Op.Comparison():
		visit(b)
	}
}

// bounds returns an interval of the values that e can have if the guards hold. It looks depth levels deep.
func (g guards) bounds(e Expr, depth int) interval.Interval {
	s := boundsTo(ranges{}, e, depth)
	if depth == 0 {
		return s
	}
	switch e := e.(type) {
	case *Binary:
		if t := e.Op.bounds(g.bounds(e.X, depth-1), g.bounds(e.Y, depth-1)); e.Op < Eq && !t.IsEmpty() {
			s = s.Meet(t)
		}
		if e.Op == Shl {
			s = s.Meet(g.shifted(e))
		}
	case *Unary:
		switch e.Op {
		case Neg:
			s = s.Meet(g.bounds(e.X, depth-1).Neg())
		case BitNot:
			s = s.Meet(g.bounds(e.X, depth-1).Not())
		}
	case *Wrap:
		s = s.Meet(g.bounds(e.X, depth-1).Wrap(e.Bits, e.Signed))
	case *Ite:
		s = s.Meet(g.bounds(e.T, depth-1).Join(g.bounds(e.E, depth-1)))
	}
	for _, b := range g {
		fuel := 200
		k, ok := IsConst(b.Y)
		if !ok || !sameExpr(b.X, e, &fuel) {
			continue
		}
		if b.Op != Ne {
			s = b.Op.Restrict(s, interval.Point(k))
		}
	}
	return s
}

// shifted returns an interval of the values of e, which is x << y. If a guard is x <= c >> y, they are at most c.
func (g guards) shifted(e *Binary) interval.Interval {
	for _, b := range g {
		t, ok := b.Y.(*Binary)
		if !ok || b.Op != Le || t.Op != Shr {
			continue
		}
		fuel := 200
		if c, ok := IsConst(t.X); ok && sameExpr(b.X, e.X, &fuel) && sameExpr(t.Y, e.Y, &fuel) {
			return interval.AtMost(c)
		}
	}
	return interval.All()
}
