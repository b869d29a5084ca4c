package cfa

import (
	"slices"

	"github.com/whet-mc/whet/num/interval"
)

// guards are the comparisons that hold where an edge begins: conditions on the only way there whose
// operands nothing has set since. An operation whose result was tested to be in range may be left
// without a Wrap; the guards show that it is in range, to Check.
type guards []*Binary

// guardSteps is how far back guards are looked for.
const guardSteps = 400

// guards returns the guards of the edge e out of l.
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

// Conjuncts calls visit for the comparisons that hold where c does.
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

// bounds is the values that e can have where the guards hold.
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

// shifted is what x << y can be where x <= c >> y holds: at most c.
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
