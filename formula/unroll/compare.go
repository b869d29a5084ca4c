// Comparisons, and the facts about variables that conditions imply.

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// holds reports whether x op y holds.
func holds(op cfa.BinOp, x, y num.Int) bool {
	v, _ := op.Apply(x, y)
	return !v.IsZero()
}

// compare returns the formula x op y.
func (m *maths) compare(op cfa.BinOp, x, y *number) *smt.Term {
	b := m.b
	switch op {
	case cfa.Ne:
		return b.Not(m.compare(cfa.Eq, x, y))
	case cfa.Gt:
		return m.compare(cfa.Lt, y, x)
	case cfa.Ge:
		return m.compare(cfa.Le, y, x)
	}
	switch {
	case x.Below(y.Interval):
		return b.Bool(op != cfa.Eq)
	case y.Below(x.Interval), op == cfa.Lt && y.NotAbove(x.Interval):
		return b.False()
	case op == cfa.Le && x.NotAbove(y.Interval):
		return b.True()
	}
	if x.cases != nil && y.cases != nil && len(x.cases)*len(y.cases) <= maxPairs {
		return m.pairs(op, x, y)
	}
	if m.words {
		w := max(m.width(x.Interval), m.width(y.Interval))
		s, t := m.word(x, w), m.word(y, w)
		switch op {
		case cfa.Eq:
			return b.Eq(s, t)
		case cfa.Lt:
			return b.BVSlt(s, t)
		}
		return b.BVSle(s, t)
	}
	switch op {
	case cfa.Eq:
		return b.Eq(m.of(x), m.of(y))
	case cfa.Lt:
		return b.Lt(m.of(x), m.of(y))
	}
	return b.Le(m.of(x), m.of(y))
}

// pairs compares x and y by their cases. The formula says that one of the pairs of cases for which the
// comparison holds is the actual one, or that none of the other pairs is; it uses the set with fewer pairs.
func (m *maths) pairs(op cfa.BinOp, x, y *number) *smt.Term {
	b := m.b
	var yes, no []*smt.Term
	for _, c := range x.cases {
		for _, d := range y.cases {
			if both := b.And(c.is, d.is); holds(op, c.val, d.val) {
				yes = append(yes, both)
			} else {
				no = append(no, both)
			}
		}
	}
	if len(yes) <= len(no) {
		return b.Or(yes...)
	}
	return b.Not(b.Or(no...))
}

// learn narrows the variables of x's state by the condition e, which holds (or, if yes is false, does not
// hold) from now on.
func (x *coder) learn(e cfa.Expr, yes bool) {
	switch e := e.(type) {
	case *cfa.Unary:
		if e.Op == cfa.Not {
			x.learn(e.X, !yes)
		}
	case *cfa.Var:
		op := cfa.Ne
		if !yes {
			op = cfa.Eq
		}
		x.learnThat(e, op, x.konst(num.Int{}))
	case *cfa.Binary:
		op := e.Op
		switch {
		case op == cfa.And && yes, op == cfa.Or && !yes:
			x.learn(e.X, yes)
			x.learn(e.Y, yes)
		case op.Comparison():
			if !yes {
				op = op.Negate()
			}
			v, left := e.X.(*cfa.Var)
			w, right := e.Y.(*cfa.Var)
			if left {
				x.learnThat(v, op, x.Value(e.Y))
			}
			if right {
				x.learnThat(w, op.Mirror(), x.Value(e.X))
			}
		}
	}
}

// learnThat narrows v, for which v op y holds.
func (x *coder) learnThat(v *cfa.Var, op cfa.BinOp, y *number) {
	n := x.Var(v)
	s, one := n.Interval, num.Of(1)
	switch op {
	case cfa.Eq:
		s = y.Interval
	case cfa.Ne:
		if k, ok := y.value(); ok {
			s = s.Without(k)
		}
	case cfa.Lt:
		s = interval.Interval{Hi: y.Hi.Sub(one), NoLo: true, NoHi: y.NoHi}
	case cfa.Le:
		s = interval.Interval{Hi: y.Hi, NoLo: true, NoHi: y.NoHi}
	case cfa.Gt:
		s = interval.Interval{Lo: y.Lo.Add(one), NoLo: y.NoLo, NoHi: true}
	case cfa.Ge:
		s = interval.Interval{Lo: y.Lo, NoLo: y.NoLo, NoHi: true}
	}
	s = s.Meet(n.Interval)
	if s.IsEmpty() {
		return // the condition is false; its term need not be False
	}
	possible := func(u num.Int) bool {
		if y.cases == nil {
			return s.Contains(u)
		}
		for _, c := range y.cases {
			if holds(op, u, c.val) {
				return true
			}
		}
		return false
	}
	if k := x.keep(n, s, possible); k != n {
		x.st.setVar(x, v, k)
	}
}
