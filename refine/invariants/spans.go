// Merging of cases that differ in the interval of one dimension.

package invariants

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// span is the interval of one dimension in a case: lo <= x <= hi.
type span struct {
	dim    int
	lo, hi num.Rat
}

// spanned is a case, split into spans and other constraints.
type spanned struct {
	spans []span
	rest  []linear.Constraint
	hash  uint64 // the hash of spans and rest
}

func (p span) hash() uint64 {
	h := (uint64(p.dim+1) ^ p.lo.Hash()) * 0x9e3779b97f4a7c15
	h = (h ^ p.hi.Hash()) * 0xbf58476d1ce4e5b9
	return h ^ h>>31
}

// find returns the index of a dimension's span, or -1.
func (s *spanned) find(d int) int {
	return slices.IndexFunc(s.spans, func(p span) bool { return p.dim == d })
}

// alike reports whether two cases differ at most in the span of the dimension d, which both have.
func (s *spanned) alike(o *spanned, d int) bool {
	return slices.EqualFunc(s.spans, o.spans, func(p, q span) bool {
		return p.dim == q.dim && (p.dim == d || p.lo.Equal(q.lo) && p.hi.Equal(q.hi))
	}) && slices.EqualFunc(s.rest, o.rest, linear.Constraint.Equal)
}

// joinSpans writes a union of sets of integers with fewer cases: cases that differ only in the span of one dimension
// are merged if the spans overlap or adjoin. This is exact, whatever the other constraints are. joinSpans needs no
// polyhedra, so it is cheap for the thousands of states of a counting loop: the time is about linear in the number of
// constraints, times the number of dimensions.
func joinSpans(cases [][]linear.Constraint, dims int) [][]linear.Constraint {
	list := make([]*spanned, len(cases))
	for i, c := range cases {
		list[i] = splitSpans(c)
	}
	for before := 0; before != len(list); {
		before = len(list)
		for d := range dims {
			list = joinAlong(list, d)
		}
	}
	out := make([][]linear.Constraint, len(list))
	for i, s := range list {
		out[i] = s.constraints()
	}
	return out
}

func splitSpans(cs []linear.Constraint) *spanned {
	s := &spanned{}
	// A span needs both ends, and is the only span of its dimension. Everything else goes to rest.
	lows, highs := map[int]num.Rat{}, map[int]num.Rat{}
	var single []linear.Constraint
	for _, c := range cs {
		if c.Expr.Len() != 1 || c.Rel == linear.LT {
			s.rest = append(s.rest, c)
			continue
		}
		t := c.Expr.Term(0)
		end := c.Expr.Constant().Neg().Quo(t.Coef)
		if c.Rel == linear.EQ {
			if s.find(t.Var) >= 0 {
				s.rest = append(s.rest, c)
			} else {
				s.spans = append(s.spans, span{t.Var, end, end})
			}
			continue
		}
		single = append(single, c)
		if t.Coef.Sign() > 0 {
			if old, ok := highs[t.Var]; !ok || end.Less(old) {
				highs[t.Var] = end
			}
		} else if old, ok := lows[t.Var]; !ok || old.Less(end) {
			lows[t.Var] = end
		}
	}
	equalities := len(s.spans)
	for _, c := range single {
		v := c.Expr.Term(0).Var
		lo, hasLo := lows[v]
		hi, hasHi := highs[v]
		switch at := s.find(v); {
		case !hasLo || !hasHi || at >= 0 && at < equalities:
			s.rest = append(s.rest, c)
		case at < 0:
			s.spans = append(s.spans, span{v, lo, hi})
		}
	}
	slices.SortFunc(s.spans, func(a, b span) int { return a.dim - b.dim })
	for _, p := range s.spans {
		s.hash += p.hash()
	}
	for _, c := range s.rest {
		h := c.Expr.Constant().Hash() + uint64(c.Rel)
		for t := range c.Expr.Terms() {
			h = (h ^ uint64(t.Var+1) ^ t.Coef.Hash()) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
		s.hash += h
	}
	return s
}

// joinAlong merges cases along dimension d. The first case of each group keeps its place.
func joinAlong(list []*spanned, d int) []*spanned {
	groups := map[uint64][]*spanned{}
	var order []uint64
	var out []*spanned
	for _, s := range list {
		i := s.find(d)
		if i < 0 {
			out = append(out, s)
			continue
		}
		k := s.hash - s.spans[i].hash()
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], s)
	}
	for _, k := range order {
		g := groups[k]
		if len(g) > 1 {
			slices.SortStableFunc(g, func(a, b *spanned) int { return a.spans[a.find(d)].lo.Cmp(b.spans[b.find(d)].lo) })
		}
		last := g[0]
		out = append(out, last)
		for _, s := range g[1:] {
			l, p := &last.spans[last.find(d)], s.spans[s.find(d)]
			if p.lo.LessEq(l.hi.Add(num.RatOf(1))) && last.alike(s, d) {
				if l.hi.Less(p.hi) {
					last.hash -= l.hash()
					l.hi = p.hi
					last.hash += l.hash()
				}
				continue
			}
			last = s
			out = append(out, last)
		}
	}
	return out
}

func (s *spanned) constraints() []linear.Constraint {
	out := slices.Clone(s.rest)
	for _, p := range s.spans {
		x, lo, hi := linear.X(p.dim), linear.Const(p.lo), linear.Const(p.hi)
		if p.lo.Equal(p.hi) {
			out = append(out, x.EQ(lo))
		} else {
			out = append(out, x.GE(lo), x.LE(hi))
		}
	}
	slices.SortFunc(out, linear.Constraint.Cmp)
	return out
}
