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

// lit is the literal of a term's sign: x_v or -x_v.
func lit(t linear.Term) int {
	if t.Coef.Sign() < 0 {
		return 2*t.Var + 1
	}
	return 2 * t.Var
}

// octagonal recognises Σ coef x as k (V_b - V_a) with k > 0; with one variable it is
// k/2 times the difference of the two literals.
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

// edges returns what an octagonal constraint says, and false for one that is not
// octagonal or has no dimension. Over the rationals a strict constraint gives the
// bound that is not strict. Constraints on integers must have been tightened.
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

// ExactAssume reports whether Assume of c loses nothing: whether c is octagonal,
// over the rationals not strict, or has no dimension.
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

// rounds is how often constraints that are not octagonal are used again because
// others have changed bounds.
const rounds = 3

// Assume returns the points of o that satisfy all constraints: exactly where they
// are octagonal, up to strictness over the rationals. Any other constraint gives
// those bounds on ±x and ±x±y, for its own variables, that follow from it and the bounds
// of the rest; this is repeated a few times.
//
// Cost: O(n^2) for a constraint on a closed block of n variables, the closure of it
// where there are many constraints (later, when it is needed); O(k^3) of Bounds for
// a constraint over k variables that is not octagonal.
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

// maxPairs is the number of variables up to which bounds on pairs are drawn from
// constraints that are not octagonal.
const maxPairs = 8

// assumeLinear draws bounds from a constraint that is not octagonal.
func (o *Octagon) assumeLinear(c linear.Constraint) *Octagon {
	r := o.assumeExpr(c.Expr)
	if c.Rel == linear.EQ {
		r = r.assumeExpr(c.Expr.Neg())
	}
	return r
}

// assumeExpr draws bounds from e <= 0: since f <= f - k e for k >= 0, any bound of f
// - k e bounds f. The k that cancel a variable are taken.
func (o *Octagon) assumeExpr(e linear.Expr) *Octagon {
	o = o.closed()
	if o.empty {
		return o
	}
	if lo := o.sup(e.Neg()); !lo.inf && lo.r.Sign() < 0 {
		return o.nothing() // e > 0 everywhere
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

// part is a set of variables to which edges belong.
type part struct {
	vars  []int
	edges []edge // over the literals of vars
	old   int    // the number of variables of the greatest block in it
}

// touch groups edges with the blocks of o that they touch, and returns the other
// blocks.
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
	place := make([]int, o.dims) // within its part
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

// add returns a closed element with more bounds. A few of them are added one by one,
// each with an incremental closure; with more the closure is left for later.
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
