package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// What the program asks after a loop of something that stays as it is, such as the number of rounds,
// is guessed within the loop of the counter that is compared with it. So
//
//	for (i = 0; i < n; i++) s = s + a[i];
//	assert(s <= 2*n);
//
// says s <= 2*i. That is constant relaxation: Furia and Meyer, "Inferring Loop Invariants Using
// Postconditions" (2010). Some rounds may differ from the others, such as the first one: so what the
// program asks of the counter, or its contrary, may be the premise, as in Daikon's implications (Ernst
// and others, 2007).

// mostRelaxed limits how many conditions are guessed in this way.
const mostRelaxed = 12

// relaxed is a condition on what loops change, perhaps with a counter in place of what it is compared
// with.
type relaxed struct {
	says   *smt.Term // in plain symbols
	vars   []*cfa.Var
	arrays []*cfa.Array
}

// findRelaxed relaxes conditions on what loops change.
func (x *search) findRelaxed() {
	x.relax(nil, nil, nil)
	for _, e := range x.u.conds {
		if limit, counter, by := x.u.exit(e); limit != nil {
			x.relax(limit, counter, x.term(by))
		}
	}
}

// relax takes conditions with something in place of a limit; of those without one, if there is none, the
// ones that read cells: others are asked anyway.
func (x *search) relax(limit, counter *cfa.Var, by *smt.Term) {
	for _, e := range x.u.conds {
		says, _, inexact := x.Coder.PlainCond(e)
		r := relaxed{says: says}
		if limit != nil {
			sub := x.B.Substitution()
			sub.Set(x.Coder.Plain(limit), by)
			r.says, r.vars = sub.Apply(says), []*cfa.Var{counter}
		}
		moved, moves := false, false
		cfa.Walk(e, func(e cfa.Expr) {
			switch e := e.(type) {
			case *cfa.Var:
				moved = moved || x.u.moved[e]
				if e != limit && e != counter {
					r.vars = append(r.vars, e)
				}
			case *cfa.Select:
				moved = true
				cfa.Walk(e.Idx, func(e cfa.Expr) {
					v, ok := e.(*cfa.Var)
					moves = moves || ok && x.u.moved[v]
				})
				r.arrays = append(r.arrays, e.Arr)
			}
		})
		if len(x.relaxed) == mostRelaxed || inexact || !moved || limit != nil && r.says == says || limit == nil && (moves || len(r.arrays) == 0) {
			continue
		}
		if !slices.ContainsFunc(x.relaxed, func(o relaxed) bool { return o.says == r.says }) {
			x.relaxed = append(x.relaxed, r)
		}
	}
}

// exit says of a comparison of what no loop moves with a counter what it is, by the counter, when a
// loop ends that goes on while the comparison holds; nil if it is no such comparison.
func (u *usage) exit(e cfa.Expr) (limit, counter *cfa.Var, by sum) {
	c, ok := e.(*cfa.Binary)
	if !ok {
		return nil, nil, by
	}
	x, ok := summed(c.X)
	y, also := summed(c.Y)
	s := x.Sub(y) // 0 at the end
	vars := u.vars(s)
	if !ok || !also || len(vars) != 2 || u.moved[vars[0]] == u.moved[vars[1]] {
		return nil, nil, by
	}
	limit, counter = vars[0], vars[1]
	if u.moved[limit] {
		limit, counter = counter, limit
	}
	switch c.Op {
	case cfa.Le: // it ends with x = y + 1
		s = s.AddInt(-1)
	case cfa.Ge:
		s = s.AddInt(1)
	}
	of := s.Coef(limit.ID)
	if !of.Mul(of).Equal(num.RatOf(1)) {
		return nil, nil, by
	}
	return limit, counter, linear.X(limit.ID).Sub(s.Scale(of))
}

// relaxations guesses what relaxed conditions say, in all rounds or in some.
func (g *guesser) relaxations() {
	spoken := func(v *cfa.Var) bool { return slices.Contains(g.vars(g.at), v) }
	var premises []*smt.Term
	for _, e := range g.asks {
		ok, counts := true, false
		cfa.Walk(e, func(e cfa.Expr) {
			if v, is := e.(*cfa.Var); is {
				ok, counts = ok && spoken(v), counts || g.u.moved[v]
			}
		})
		if premise, _, inexact := g.Coder.PlainCond(e); ok && counts && !inexact {
			premises = append(premises, premise, g.B.Not(premise))
		}
	}
	for _, r := range g.relaxed {
		if slices.ContainsFunc(r.vars, func(v *cfa.Var) bool { return !spoken(v) }) || slices.ContainsFunc(r.arrays, func(a *cfa.Array) bool { return !g.at.Sees(a.Proc) }) {
			continue
		}
		g.add(r.says)
		for _, premise := range premises {
			g.add(g.B.Implies(premise, r.says))
		}
	}
}
