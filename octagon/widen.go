// This file has the widening and narrowing of octagons (Miné 2006).

package octagon

import (
	"slices"

	"github.com/whet-mc/whet/linear"
)

// Widen returns an octagon that contains both o, the older element, and next. It keeps the bounds of o that next
// satisfies (Miné 2006). It uses the bounds of o as they are, not closed: only then is every bound dropped at most
// once, so that any sequence o = o.Widen(…) becomes stationary. Closing between the steps can bring bounds back, so
// the analysis must continue with the result itself. Queries of the result are harmless, since its closed form is
// cached separately.
//
// Cost: O(n^2) over the blocks of o, once next is closed.
func (o *Octagon) Widen(next *Octagon) *Octagon {
	o.match("Widen", next)
	b := next.closed()
	switch {
	case o.bottom():
		return next
	case b.empty:
		return o
	}
	a := o.base()
	sets := make([][]int, len(a.blocks))
	for k, x := range a.blocks {
		sets[k] = x.vars
	}
	if len(a.blocks) > 1 {
		sets = dropped(a, b, sets)
	}
	blocks := make([]*block, 0, len(sets)+1)
	same := true
	for _, set := range sets {
		x := a.covers(set)
		if x != nil && x == b.blockOf(set[0]) {
			blocks = append(blocks, x)
			continue
		}
		if x != nil && leqOver(b, a, set) {
			blocks = append(blocks, x)
			continue
		}
		same = false
		m := combineOver(a, b, set, &stable)
		blocks = o.split(blocks, set, m, len(set) == 1, a.links(set)) // a block of a single variable is closed
	}
	if same {
		return o
	}
	r := o.like(blocks)
	r.raw = true
	return r
}

// dropped merges sets, the variables of blocks of a. It merges two of them if a bound between them stays although one
// of the unary bounds that imply it is dropped.
func dropped(a, b *Octagon, sets [][]int) [][]int {
	var own [512]int64
	ha, hb, scale, words := unariesOf(a, b, own[:])
	unary := func(o *Octagon, i int) ext { return o.ext(i, i^1).half() }
	drops := func(i int) bool {
		if words {
			return ha[i] != far && ha[i] < hb[i]
		}
		return unary(a, i).less(unary(b, i))
	}
	stays := func(i, j int) bool { // reports whether the widening keeps the bound (i, j^1)
		if !words {
			x := unary(a, i).add(unary(a, j))
			return !x.inf && b.ext(i, j^1).leq(x)
		}
		if ha[j] == far {
			return false
		}
		x := b.blockOf(i >> 1)
		if x == nil || x != b.blockOf(j>>1) {
			return hb[i]+hb[j] <= ha[i]+ha[j]
		}
		return times(x.m.word(pos(x.literal(i), x.literal(j^1))), scale/x.m.scale) <= ha[i]+ha[j]
	}
	var g *groups
	for k, set := range sets {
		for _, v := range set {
			if x := a.blockOf(v); x == b.blockOf(v) {
				break // all bounds of the block stay
			}
			for i := 2 * v; i <= 2*v+1; i++ {
				if !drops(i) {
					continue
				}
				for l, other := range sets {
					if l == k || g != nil && g.find(other[0]) == g.find(v) {
						continue
					}
					if slices.ContainsFunc(other, func(u int) bool { return stays(i, 2*u) || stays(i, 2*u+1) }) {
						if g == nil {
							g = newGroups(a.dims)
							for _, s := range sets {
								g.all(s)
							}
						}
						g.union(v, other[0])
					}
				}
			}
		}
	}
	if g == nil {
		return sets
	}
	return g.sets()
}

// WidenUpTo does what Widen does, but keeps those octagonal constraints of the list bounds that both o and next
// satisfy (strict ones over the rationals as non-strict). Sequences become stationary if all lists have their
// constraints from one finite set: a bound that is dropped is violated from then on, and a bound that comes back is in
// the list, or is half the sum of two unary bounds in it.
func (o *Octagon) WidenUpTo(next *Octagon, bounds []linear.Constraint) *Octagon {
	o.match("WidenUpTo", next)
	for _, c := range bounds {
		o.checkExpr("WidenUpTo", c.Expr)
	}
	r := o.Widen(next)
	if o.bottom() || next.bottom() || r == o {
		return r
	}
	var keep []edge
	for _, c := range bounds {
		es, ok := o.edges(c)
		if !ok {
			continue
		}
		before := len(keep)
		for _, e := range es {
			if c := r.ext(e.a, e.b); !c.leq(ext{r: e.c}) {
				keep = append(keep, e)
			}
		}
		if len(keep) > before && !(o.Entails(c) && next.Entails(c)) {
			keep = keep[:before]
		}
	}
	if len(keep) == 0 {
		return r
	}
	parts, blocks := r.touch(keep)
	for _, p := range parts {
		m := r.fresh(p.vars)
		for _, e := range p.edges {
			m = m.lower(e)
			if e.a == e.b^1 {
				// The bounds that unary bounds imply are implicit between blocks. Make them explicit within a block,
				// too.
				m = m.strengthen(len(p.vars), e.a)
			}
		}
		blocks = r.split(blocks, p.vars, m, len(p.vars) == 1, r.links(p.vars))
	}
	r = r.like(blocks)
	r.raw = true
	return r
}

// strengthen lowers the bounds of row i, and the bounds coherent with them, to those that the unary bounds imply. m
// may be changed.
func (m matrix) strengthen(n, i int) matrix {
	if m.s != nil {
		strengthenRow(m.s, allHalves(m.s, n), i)
		return m
	}
	if m.w != nil {
		strengthenRow(m.w, allHalves(m.w, n), i)
		return m
	}
	h := m.at(unary(i)).half()
	for j := range 2 * n {
		if e := h.add(m.at(unary(j ^ 1)).half()); j != i && j != i^1 && !e.inf {
			m = m.lower(edge{i, j, e.r})
		}
	}
	return m
}

// Narrow returns an octagon that contains next and is contained in o; next must be below o. It takes the bounds of
// next where o has none (Miné 2006). It uses the bounds of o as they are. Sequences o = o.Narrow(…) become stationary,
// since no bound changes twice.
func (o *Octagon) Narrow(next *Octagon) *Octagon {
	o.match("Narrow", next)
	b := next.closed()
	switch {
	case o.bottom():
		return o
	case b.empty:
		return next
	}
	a := o.base()
	g := newGroups(o.dims)
	for _, x := range a.blocks {
		g.all(x.vars)
	}
	for _, x := range b.blocks {
		g.all(x.vars)
	}
	g.refined(a, b)
	var blocks []*block
	same := true
	for _, set := range g.sets() {
		x := a.covers(set)
		m := combineOver(a, b, set, &refined)
		if x != nil && m.equal(*x.mat()) {
			blocks = append(blocks, x)
			continue
		}
		same = false
		blocks = o.split(blocks, set, m, len(set) == 1, a.links(set))
	}
	if same {
		return o
	}
	r := o.like(blocks)
	r.raw = true
	return r
}

// refined merges blocks for Narrow. If a has no bound between two variables because it lacks one of their unary
// bounds, Narrow takes the bound of b, which includes b's unary bounds. If a's other unary bound is weaker than b's,
// this bound is not implied by unary bounds and must be stored.
func (g *groups) refined(a, b *Octagon) {
	var gained, weaker []int
	for v := range g.parent {
		if !g.has(v) {
			continue
		}
		for i := 2 * v; i <= 2*v+1; i++ {
			ua, ub := a.ext(i, i^1), b.ext(i, i^1)
			switch {
			case ub.inf:
			case ua.inf:
				gained = append(gained, v)
			case ub.less(ua):
				weaker = append(weaker, v)
			}
		}
	}
	if len(gained) > 0 && len(weaker) > 0 {
		g.all(gained)
		g.all(weaker)
		g.union(gained[0], weaker[0])
	}
}
