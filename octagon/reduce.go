package octagon

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Minimal constraints: the strong reduction of Bagnara, Hill, Mazzi, Zaffanella, "Widening operators for
// weakly-relational numeric abstractions", SAS 2005.
//
// Literals whose difference is constant form classes. Equalities tie each literal to the leader of its class; a class
// that has a literal and its negation consists of constants. Between leaders no cycle has weight 0, so all bounds that
// follow from two others, by addition or by strengthening, can be removed at once. Over the integers, a unary bound
// may also follow by rounding down the sum of two others; these are found one by one. No other remaining bound can
// follow: the remaining bounds suffice to derive the closed form, so the last step of a derivation would be an
// addition or a strengthening of bounds of the closed form, and the bound would have been removed.

// Constraints returns constraints that describe o, equalities first. None is implied by the others. Top has no
// constraints, bottom has linear.False. Cost: O(n^3) for a block of n variables; over the integers also a closure for
// each unary bound that may follow by rounding.
func (o *Octagon) Constraints() []linear.Constraint {
	o.check("Constraints")
	c := o.closed()
	if c.empty {
		return []linear.Constraint{linear.False()}
	}
	var cs []linear.Constraint
	for _, b := range c.blocks {
		es := b.reduce(o.integer())
		part := make([]linear.Constraint, len(es))
		var some []linear.Constraint // the constraints that may follow from others by rounding
		for k, e := range es {
			part[k] = e.constraint(b.vars)
			if e.rounded {
				some = append(some, part[k])
			}
		}
		if len(some) > 0 {
			slices.SortFunc(part, linear.Constraint.Cmp)
			slices.SortFunc(some, linear.Constraint.Cmp)
			part = c.reduceRounded(part, some)
		}
		cs = append(cs, part...)
	}
	slices.SortFunc(cs, linear.Constraint.Cmp)
	return cs
}

// tie is an edge, or the equality V_b - V_a = c.
type tie struct {
	edge
	eq      bool // the tie is an equality
	rounded bool // the edge is a unary bound that may follow from other bounds by rounding
}

// constraint returns t as a constraint; its literals belong to a block over vars.
func (t tie) constraint(vars []int) linear.Constraint {
	of := func(i int) linear.Expr {
		if i&1 != 0 {
			return linear.X(vars[i>>1]).Neg()
		}
		return linear.X(vars[i>>1])
	}
	c := of(t.b).Sub(of(t.a)).LE(linear.Const(t.c))
	if t.eq {
		c.Rel = linear.EQ
	}
	return c.Primitive()
}

// reduce returns the strong reduction of b, which must be closed.
func (b *block) reduce(integer bool) (ties []tie) {
	n, m := 2*len(b.vars), b.mat()
	var leaders []int // the literals that stand for classes of equal literals
	for i := 0; i < n; i += 2 {
		if m.constant(i, i+1) {
			ties = append(ties, tie{edge: edge{i + 1, i, m.at(unary(i + 1)).r}, eq: true})
			continue
		}
		lead := true
		for j := 0; j < i && lead; j++ {
			if m.constant(i, j) && !m.constant(j, j^1) {
				ties = append(ties, tie{edge: edge{j, i, m.at(pos(j, i)).r}, eq: true})
				lead = false
			}
		}
		if lead {
			leaders = append(leaders, i, i+1)
		}
	}
	for _, i := range leaders {
		for _, j := range leaders {
			if j > i|1 {
				break
			}
			e := m.at(pos(i, j))
			if i == j || e.inf {
				continue
			}
			if j != i^1 && m.cmpStrong(i, j) <= 0 {
				continue
			}
			redundant, rounds := false, false
			for _, k := range leaders {
				if k == i || k == j {
					continue
				}
				if m.cmpPath(i, k, j) <= 0 {
					redundant = true
					break
				}
				rounds = rounds || integer && j == i^1 && m.roundsTo(i, k)
			}
			if !redundant {
				ties = append(ties, tie{edge{i, j, e.r}, false, rounds})
			}
		}
	}
	return ties
}

// cmpPath compares the length of the path from i to j by k with the bound (i, j) and returns -1, 0 or 1. An infinite
// path is greater.
func (m matrix) cmpPath(i, k, j int) int { return m.cmpSum(pos(i, k), pos(k, j), pos(i, j), 1) }

// cmpStrong compares the bound that the unary bounds give for (i, j) with the bound (i, j).
func (m matrix) cmpStrong(i, j int) int { return m.cmpSum(unary(i), unary(j^1), pos(i, j), 2) }

// constant reports whether V_j - V_i is constant.
func (m matrix) constant(i, j int) bool { return m.cmpSum(pos(i, j), pos(j, i), pos(i, i), 1) == 0 }

// cmpSum compares the sum of the entries at a and b with k times the entry at c.
func (m matrix) cmpSum(a, b, c int, k int64) int {
	if m.wide() {
		s, t := m.x[a].add(m.x[b]), m.x[c]
		switch {
		case s.inf:
			return 1
		case t.inf:
			return -1
		}
		return s.r.Cmp(t.r.Mul(num.RatOf(k)))
	}
	switch s, t := m.word(a)+m.word(b), m.word(c)*k; {
	case isInf(s) || s > t:
		return 1
	case s == t:
		return 0
	}
	return -1
}

// roundsTo reports whether the integer bound on -2V_i follows, by rounding, from the bounds on V_k - V_i and -V_k -
// V_i.
func (m matrix) roundsTo(i, k int) bool {
	a, b, u := m.at(pos(i, k)), m.at(pos(i, k^1)), m.at(unary(i))
	return !a.inf && !b.inf && a.r.Add(b.r).Equal(u.r.Add(num.RatOf(1)))
}

// reduceRounded returns cs without those constraints of `some` that follow from the other constraints of cs. It
// removes them one after the other.
func (o *Octagon) reduceRounded(cs, some []linear.Constraint) []linear.Constraint {
	for i := len(some) - 1; i >= 0; i-- {
		k := slices.IndexFunc(cs, some[i].Equal)
		rest := slices.Delete(slices.Clone(cs), k, k+1)
		if Of(o.dims, o.numbers, rest...).Entails(cs[k]) {
			cs = rest
		}
	}
	return cs
}
