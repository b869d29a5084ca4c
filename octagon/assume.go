// This file has Assume: how an octagon is strengthened by octagonal and by other linear constraints.

package octagon

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// edge is the bound V_b - V_a <= c, over literals.
type edge struct {
	a, b int
	c    num.Rat
}

// lit returns the literal with the sign of term t: x_v or -x_v.
func lit(t linear.Term) int {
	if t.Coef.Sign() < 0 {
		return 2*t.Var + 1
	}
	return 2 * t.Var
}

// octagonal reports whether Σ coef x is k (V_b - V_a) for some literals a and b and some k > 0. For a single variable,
// k is half of the coefficient's magnitude, since 2x = V_b - V_a.
func octagonal(e linear.Expr) (a, b int, k num.Rat, ok bool) {
	switch e.Len() {
	case 1:
		b = lit(e.Term(0))
		return b ^ 1, b, e.Term(0).Coef.Abs().Mul(num.RatFrac(1, 2)), true
	case 2:
		s, t := e.Term(0), e.Term(1)
		if k = s.Coef.Abs(); k.Equal(t.Coef.Abs()) {
			return lit(t) ^ 1, lit(s), k, true
		}
	}
	return 0, 0, num.Rat{}, false
}

// edges returns the bounds that are equivalent to c. It returns false if c is not octagonal or has no dimension. Over
// the rationals, a strict constraint gives the non-strict bound. Constraints on integers must have been tightened.
func (o *Octagon) edges(c linear.Constraint) ([]edge, bool) {
	if o.integer() {
		c = c.Tighten()
	}
	a, b, k, ok := octagonal(c.Expr)
	if !ok {
		return nil, false
	}
	d := c.Expr.Constant().Quo(k)
	es := []edge{{a, b, d.Neg()}}
	if c.Rel == linear.EQ {
		es = append(es, edge{b, a, d})
	}
	return es, true
}

// ExactAssume reports whether Assume of c is exact: whether c has no dimension, or is octagonal and, over the
// rationals, not strict.
func (o *Octagon) ExactAssume(c linear.Constraint) bool {
	o.checkExpr("ExactAssume", c.Expr)
	if o.integer() {
		c = c.Tighten()
	}
	if c.Expr.IsConst() {
		return true
	}
	_, _, _, ok := octagonal(c.Expr)
	return ok && c.Rel != linear.LT
}

// rounds is the number of times that Assume uses constraints that are not octagonal: each round can profit from bounds
// found in the round before.
const rounds = 3

// Assume returns the points of o that satisfy all constraints cs. It is exact for octagonal constraints, except that
// strict constraints over the rationals are relaxed to non-strict ones. From any other constraint it derives bounds on
// ±x and ±x±y over the constraint's variables, using the constraint and the bounds of the other terms. It repeats this
// a few times.
//
// Cost: O(n^2) for one constraint on a closed block of n variables. Many constraints cost a closure of the block,
// which is done later, when it is needed. A constraint over k variables that is not octagonal costs O(k^3), as Bounds
// does.
func (o *Octagon) Assume(cs ...linear.Constraint) *Octagon {
	for _, c := range cs {
		o.checkExpr("Assume", c.Expr)
	}
	o.check("Assume")
	r := o.closed()
	if r.empty {
		return r
	}
	var es []edge
	var rest []linear.Constraint
	for _, c := range cs {
		if o.integer() {
			c = c.Tighten()
		}
		if c.IsFalse() {
			return o.nothing()
		}
		if e, ok := o.edges(c); ok {
			es = append(es, e...)
		} else if !c.IsTrue() {
			rest = append(rest, c)
		}
	}
	r = r.add(es)
	for k := 0; k < rounds && len(rest) > 0 && !r.bottom(); k++ {
		before := r
		for _, c := range rest {
			r = r.assumeLinear(c)
		}
		if r == before || r.Equal(before) {
			break
		}
	}
	return r
}

// maxPairs is the number of variables up to which bounds on pairs are derived from constraints that are not octagonal.
const maxPairs = 8

// assumeLinear adds to o the bounds that it derives from c, a constraint that is not octagonal.
func (o *Octagon) assumeLinear(c linear.Constraint) *Octagon {
	r := o.assumeExpr(c.Expr)
	if c.Rel == linear.EQ {
		r = r.assumeExpr(c.Expr.Neg())
	}
	return r
}

// assumeExpr adds bounds that follow from e <= 0. Since f <= f - k e for k >= 0, any upper bound of f - k e is one of
// f. It tries the values of k for which f - k e loses a variable.
func (o *Octagon) assumeExpr(e linear.Expr) *Octagon {
	o = o.closed()
	if o.empty {
		return o
	}
	if lo := o.sup(e.Neg()); !lo.inf && lo.r.Sign() < 0 {
		return o.nothing() // e is positive at all points of o
	}
	var es []edge
	bound := func(f linear.Expr, k num.Rat) {
		u := o.sup(f.Sub(e.Scale(k.Inv())))
		if u.inf {
			return
		}
		if as, ok := o.edges(linear.Constraint{Expr: f.AddConst(u.r.Neg())}); ok {
			es = append(es, as...)
		}
	}
	unit := func(t linear.Term) linear.Expr { return linear.X(t.Var).ScaleInt(int64(t.Coef.Sign())) }
	for s := range e.Terms() {
		bound(unit(s), s.Coef.Abs())
		if e.Len() > maxPairs {
			continue
		}
		for t := range e.Terms() {
			if s.Var != t.Var {
				bound(unit(s).Add(unit(t)), s.Coef.Abs())
			}
		}
	}
	return o.add(es)
}

// part is a set of variables together with the edges over them.
type part struct {
	vars  []int
	edges []edge // the edges, over the literals of vars
	old   int    // the number of variables of the largest block of the octagon within the part
}

// touch groups the edges es with the blocks of o whose variables they mention. It also returns the remaining blocks.
func (o *Octagon) touch(es []edge) (parts []part, rest []*block) {
	if o.whole {
		all := make([]int, o.dims)
		for v := range all {
			all[v] = v
		}
		return []part{{all, es, o.dims}}, nil
	}
	if b := o.blockOf(es[0].a >> 1); len(es) == 1 && b != nil && b == o.blockOf(es[0].b>>1) {
		e := edge{b.local(es[0].a), b.local(es[0].b), es[0].c}
		for _, c := range o.blocks {
			if c != b {
				rest = append(rest, c)
			}
		}
		return []part{{b.vars, []edge{e}, len(b.vars)}}, rest
	}
	g := newGroups(o.dims)
	member := func(v int) {
		if b := o.blockOf(v); b != nil && !g.has(v) {
			g.all(b.vars)
		}
	}
	for _, e := range es {
		member(e.a >> 1)
		member(e.b >> 1)
		g.union(e.a>>1, e.b>>1)
	}
	for _, b := range o.blocks {
		if !g.has(b.vars[0]) {
			rest = append(rest, b)
		}
	}
	place := make([]int, o.dims) // by variable: the position in its part
	of := make([]int, o.dims)
	for k, set := range g.sets() {
		p := part{vars: set}
		for i, v := range set {
			place[v], of[v] = i, k
			if b := o.blockOf(v); b != nil {
				p.old = max(p.old, len(b.vars))
			}
		}
		parts = append(parts, p)
	}
	for _, e := range es {
		p := &parts[of[e.a>>1]]
		p.edges = append(p.edges, edge{2*place[e.a>>1] + e.a&1, 2*place[e.b>>1] + e.b&1, e.c})
	}
	return parts, rest
}

// add returns the closed octagon o with the bounds es added. It adds a few bounds one by one, each with an incremental
// closure. If there are more, the closure is left for later.
func (o *Octagon) add(es []edge) *Octagon {
	news := es[:0:0]
	for _, e := range es {
		if !o.ext(e.a, e.b).leq(ext{r: e.c}) {
			news = append(news, e)
		}
	}
	if len(news) == 0 {
		return o
	}
	parts, blocks := o.touch(news)
	for _, p := range parts {
		n := len(p.vars)
		m := o.fresh(p.vars)
		if len(p.edges) > 2+p.old/4 {
			for _, e := range p.edges {
				m = m.lower(e)
			}
			blocks = append(blocks, o.newBlock(p.vars, m, false))
			continue
		}
		for _, e := range p.edges {
			if m.at(pos(e.a, e.b)).leq(ext{r: e.c}) {
				continue
			}
			var ok bool
			if m, ok = m.add(n, e.a, e.b, e.c, o.integer()); !ok {
				return o.nothing()
			}
		}
		blocks = o.split(blocks, p.vars, m, true, o.links(p.vars))
	}
	return o.like(blocks)
}
