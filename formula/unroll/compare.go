package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// holds is a comparison of two values.
func holds(op cfa.BinOp, x, y num.Int) bool {
	switch c := x.Cmp(y); op {
	case cfa.Eq:
		return c == 0
	case cfa.Ne:
		return c != 0
	case cfa.Lt:
		return c < 0
	case cfa.Le:
		return c <= 0
	case cfa.Gt:
		return c > 0
	case cfa.Ge:
		return c >= 0
	}
	panic("unroll: not a comparison: " + op.String())
}

// compare is the formula x op y.
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
	if x.hasHi && y.hasLo && x.hi.Less(y.lo) {
		return b.Bool(op != cfa.Eq)
	}
	if x.hasLo && y.hasHi && y.hi.Less(x.lo) {
		return b.False()
	}
	if op == cfa.Le && x.hasHi && y.hasLo && !y.lo.Less(x.hi) {
		return b.True()
	}
	if op == cfa.Lt && x.hasLo && y.hasHi && !x.lo.Less(y.hi) {
		return b.False()
	}
	if x.cases != nil && y.cases != nil && len(x.cases)*len(y.cases) <= maxPairs {
		return m.pairs(op, x, y)
	}
	if m.words {
		w := max(m.width(x.span), m.width(y.span))
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

// pairs goes through the values of both: one of the pairs for which the comparison holds, or none of those for which it does not,
// whichever are fewer.
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

// learn narrows the variables of a state by a condition that holds from now on, or, if yes is false, does not.
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
				x.learnThat(v, op, x.num(e.Y))
			}
			if right {
				x.learnThat(w, swapped(op), x.num(e.X))
			}
		}
	}
}

// swapped is the comparison with its sides changed.
func swapped(op cfa.BinOp) cfa.BinOp {
	switch op {
	case cfa.Lt:
		return cfa.Gt
	case cfa.Le:
		return cfa.Ge
	case cfa.Gt:
		return cfa.Lt
	case cfa.Ge:
		return cfa.Le
	}
	return op
}

// learnThat narrows a variable for which v op y holds.
func (x *coder) learnThat(v *cfa.Var, op cfa.BinOp, y *number) {
	n := x.read(v)
	s := span{}
	one := num.Of(1)
	switch op {
	case cfa.Eq:
		s = y.span
	case cfa.Ne:
		if k, ok := y.value(); ok {
			if n.hasLo && n.lo.Equal(k) {
				s.lo, s.hasLo = k.Add(one), true
			}
			if n.hasHi && n.hi.Equal(k) {
				s.hi, s.hasHi = k.Sub(one), true
			}
		}
	case cfa.Lt:
		s.hi, s.hasHi = y.hi.Sub(one), y.hasHi
	case cfa.Le:
		s.hi, s.hasHi = y.hi, y.hasHi
	case cfa.Gt:
		s.lo, s.hasLo = y.lo.Add(one), y.hasLo
	case cfa.Ge:
		s.lo, s.hasLo = y.lo, y.hasLo
	}
	s = s.meet(n.span)
	if s.empty() {
		return // the condition is false; its term need not show that
	}
	possible := func(u num.Int) bool {
		if y.cases == nil {
			return s.has(u)
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
