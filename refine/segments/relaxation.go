package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// A condition after a loop may mention a value that the loop does not change, such as the number of rounds. If the
// loop compares a counter with this value, the same condition is guessed within the loop, with the counter in place
// of the value. So
//
//	for (i = 0; i < n; i++) s = s + a[i];
//	assert(s <= 2*n);
//
// gives s <= 2*i. This is constant relaxation: Furia and Meyer, "Inferring Loop Invariants Using Postconditions"
// (2010). Some rounds, such as the first, may differ from the others. So a condition of the program on the counter,
// or its negation, may be a premise, as in Daikon's implications (Ernst and others, 2007).

// mostRelaxed bounds the number of conditions that are relaxed.
const mostRelaxed = 12

// relaxed is a condition on variables or cells that loops change, possibly with a counter in place of its limit.
type relaxed struct {
	says   *smt.Term // over plain symbols
	vars   []*cfa.Var
	arrays []*cfa.Array
}

// findRelaxed collects the relaxed conditions of the program.
func (x *search) findRelaxed() {
	x.relax(nil, nil, nil)
	for _, e := range x.u.conds {
		if limit, counter, by := x.u.exit(e); limit != nil {
			x.relax(limit, counter, x.term(by))
		}
	}
}

// relax adds the conditions on values that loops change, with the term "by" in place of the variable limit. If limit
// is nil, it adds the conditions unchanged, but only those that read cells: conditions on numbers are guessed anyway.
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

// exit takes a comparison of a counter with a limit that no loop changes. When a loop ends that continues while the
// comparison holds, the limit equals a sum over the counter; exit returns this sum as "by". limit is nil if e is not
// such a comparison.
func (u *usage) exit(e cfa.Expr) (limit, counter *cfa.Var, by sum) {
	c, ok := e.(*cfa.Binary)
	if !ok {
		return nil, nil, by
	}
	x, ok := summed(c.X)
	y, also := summed(c.Y)
	s := x.Sub(y) // equals 0 at the end
	vars := u.vars(s)
	if !ok || !also || len(vars) != 2 || u.moved[vars[0]] == u.moved[vars[1]] {
		return nil, nil, by
	}
	limit, counter = vars[0], vars[1]
	if u.moved[limit] {
		limit, counter = counter, limit
	}
	switch c.Op {
	case cfa.Le: // the loop ends with x = y + 1
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

// relaxations guesses relaxed conditions, with and without premises.
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
