package numerictest

import (
	"math/big"
	"slices"
	"sync/atomic"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric/box"
)

// alternating does one thing and another in turn.
func alternating[R any](f, g func(b *box.Box) R) func(b *box.Box) R {
	var n atomic.Int64
	return func(b *box.Box) R {
		if n.Add(1)%2 == 0 {
			return f(b)
		}
		return g(b)
	}
}

// narrowWord is what is left of a number in an int64, as an unchecked conversion would.
func narrowWord(x num.Rat) num.Rat {
	if !x.IsInt() {
		return x
	}
	return num.RatOf(int64(new(big.Int).And(x.Num().Big(), new(big.Int).SetUint64(1<<64-1)).Uint64()))
}

func mapped(b *box.Box, f func(v int, i linear.Interval) linear.Interval) *box.Box {
	if b.IsBottom() {
		return b
	}
	is := intervals(b)
	for v := range is {
		is[v] = f(v, is[v])
	}
	return box.Of(b.Numbers(), is...)
}

// intervals lists those of a box.
func intervals(b *box.Box) []linear.Interval {
	is := make([]linear.Interval, b.Dims())
	for v := range is {
		is[v] = b.At(v)
	}
	return is
}

// with is the box of other intervals, and bottom where b is.
func with(b *box.Box, is []linear.Interval) *box.Box {
	if b.IsBottom() {
		return box.Domain().Bottom(len(is), b.Numbers())
	}
	return box.Of(b.Numbers(), is...)
}

func closedEnds(_ int, i linear.Interval) linear.Interval {
	i.Lo.Kind, i.Hi.Kind = i.Lo.Kind%linear.Open, i.Hi.Kind%linear.Open
	return i
}

func upper(hi linear.End) linear.Interval { return linear.Interval{Hi: hi} }

// latticeBugs are faults in the order and its bounds.
func latticeBugs() []*bug {
	return []*bug{
		{name: "join loses lower ends", law: "join", join: func(b, c *box.Box) *box.Box {
			return b.Join(c).Meet(mapped(b, func(_ int, i linear.Interval) linear.Interval { return linear.Interval{Lo: i.Lo} }))
		}},
		{name: "join is top", law: "join", join: func(b, c *box.Box) *box.Box { return b.Join(c).Havoc(all(b)...) }},
		{name: "join of three is not the least", law: "hull of points", join: func(b, c *box.Box) *box.Box {
			j := b.Join(c)
			if !j.IsBottom() && !j.Equal(b) && !j.Equal(c) {
				return b.Widen(c)
			}
			return j
		}},
		{name: "join closes open ends", law: "join", join: func(b, c *box.Box) *box.Box {
			if b.Leq(c) {
				return c
			} else if c.Leq(b) {
				return b
			}
			return mapped(b.Join(c), closedEnds)
		}},
		{name: "join of words", law: "join", join: func(b, c *box.Box) *box.Box {
			return mapped(b.Join(c), func(_ int, i linear.Interval) linear.Interval {
				i.Lo.At, i.Hi.At = narrowWord(i.Lo.At), narrowWord(i.Hi.At)
				return i
			})
		}},
		{name: "meet is one operand", law: "meet", meet: func(b, c *box.Box) *box.Box { return b }},
		{name: "meet is empty too often", law: "meet", meet: func(b, c *box.Box) *box.Box {
			m := b.Meet(c)
			for _, i := range intervals(m) {
				if i.IsPoint() && !b.Equal(c) {
					return box.Domain().Bottom(b.Dims(), b.Numbers())
				}
			}
			return m
		}},
		{name: "order looks at upper ends only", law: "order", leq: func(b, c *box.Box) bool {
			up := func(_ int, i linear.Interval) linear.Interval { return upper(i.Hi) }
			return mapped(b, up).Leq(mapped(c, up))
		}},
		{name: "order is strict", law: "order", leq: func(b, c *box.Box) bool { return b.Leq(c) && !c.Leq(b) }},
		{name: "equality of pointers", law: "order", equal: func(b, c *box.Box) bool { b.Equal(c); return b == c }},
		{name: "bottom is not seen", law: "bottom", isBottom: func(b *box.Box) bool { b.IsBottom(); return false }},
		{name: "points are bottom", law: "sound", isBottom: func(b *box.Box) bool { _, some := b.Point(); return !some || b.Dims() > 0 && b.At(0).IsPoint() }},
		{name: "half bounded is top", law: "order", isTop: func(b *box.Box) bool {
			return !b.IsBottom() && !slices.ContainsFunc(intervals(b), func(i linear.Interval) bool { return i.Lo.Kind != linear.Unbounded })
		}},
		{name: "bottom comes back by assignment", law: "bottom", assign: func(b *box.Box, v int, by linear.Expr) *box.Box {
			c := b.Assign(v, by)
			return box.Of(c.Numbers(), intervals(c)...)
		}},
		{name: "all joins are exact", law: "exact join", exactJoin: func(b, c *box.Box) (*box.Box, bool) { j, _ := b.ExactJoin(c); return j, true }},
		{name: "no join is exact", law: "exact join", exactJoin: func(b, c *box.Box) (*box.Box, bool) {
			j, _ := b.ExactJoin(c)
			return j, j.Equal(b) || j.Equal(c)
		}},
		{name: "exact joins of open ends", law: "exact join", exactJoin: func(b, c *box.Box) (*box.Box, bool) {
			j, exact := b.ExactJoin(c)
			_, closed := mapped(b, closedEnds).ExactJoin(mapped(c, closedEnds))
			return j, exact || closed
		}},
	}
}

func all(b *box.Box) []int {
	vs := make([]int, b.Dims())
	for v := range vs {
		vs[v] = v
	}
	return vs
}

// transferBugs are faults in what statements do.
func transferBugs() []*bug {
	return []*bug{
		{name: "assume is strict", law: "assume", assume: func(b *box.Box, ks ...linear.Constraint) *box.Box {
			for _, k := range ks {
				if b = b.Assume(k); k.Rel == linear.LE && !k.IsTrue() {
					b = b.Assume(linear.Constraint{Expr: k.Expr, Rel: linear.LT})
				}
			}
			return b
		}},
		{name: "assume is never strict", law: "constraints in", assume: func(b *box.Box, ks ...linear.Constraint) *box.Box {
			b.Assume(ks...)
			for _, k := range ks {
				b = b.Assume(linear.Constraint{Expr: k.Expr, Rel: linear.LE})
			}
			return b
		}},
		{name: "assume takes the first only", law: "assume", assume: func(b *box.Box, ks ...linear.Constraint) *box.Box {
			b.Assume(ks...)
			return b.Assume(ks[:min(1, len(ks))]...)
		}},
		{name: "assume claims relations", law: "assume", exactAssume: func(b *box.Box, k linear.Constraint) bool { b.ExactAssume(k); return true }},
		{name: "assign forgets the constant", law: "assign", assign: func(b *box.Box, v int, by linear.Expr) *box.Box {
			b.Assign(v, by)
			return b.Assign(v, by.AddConst(by.Constant().Neg()))
		}},
		{name: "assign takes signs off", law: "assign", assign: func(b *box.Box, v int, by linear.Expr) *box.Box {
			b.Assign(v, by)
			e := linear.Const(by.Constant())
			for t := range by.Terms() {
				e = e.Add(linear.X(t.Var).Scale(t.Coef.Abs()))
			}
			return b.Assign(v, e)
		}},
		{name: "assign meets the old value", law: "assign", assign: func(b *box.Box, v int, by linear.Expr) *box.Box {
			return b.Assign(v, by).Join(b.Havoc(v)).Meet(b.Join(b.Assign(v, by)))
		}},
		{name: "assign claims relations", law: "assign", exactAssign: func(b *box.Box, v int, by linear.Expr) bool { b.ExactAssign(v, by); return true }},
		{name: "preassign claims relations", law: "preassign", exactAssign: func(b *box.Box, v int, by linear.Expr) bool { b.ExactAssign(v, by); return true }},
		{name: "preassign goes forward", law: "preassign", preassign: func(b *box.Box, v int, by linear.Expr) *box.Box { b.Preassign(v, by); return b.Assign(v, by) }},
		{name: "preassign keeps what it should forget", law: "preassign", preassign: func(b *box.Box, v int, by linear.Expr) *box.Box {
			if c := b.Preassign(v, by); by.Coef(v).IsZero() {
				return c.Set(v, b.At(v))
			}
			return b.Preassign(v, by)
		}},
		{name: "halves of integers", law: "assign", exactAssign: func(b *box.Box, v int, by linear.Expr) bool {
			return b.ExactAssign(v, by) || by.Len() == 1 && by.Term(0).Var == v
		}},
		{name: "havoc forgets nothing", law: "havoc", havoc: func(b *box.Box, vs ...int) *box.Box { b.Havoc(vs...); return b }},
		{name: "havoc forgets upper ends", law: "havoc", havoc: func(b *box.Box, vs ...int) *box.Box {
			b.Havoc(vs...)
			return mapped(b, func(v int, i linear.Interval) linear.Interval {
				if slices.Contains(vs, v) {
					i.Hi = linear.End{}
				}
				return i
			})
		}},
		{name: "havoc forgets too much", law: "havoc", havoc: func(b *box.Box, vs ...int) *box.Box {
			if b.Havoc(vs...); len(vs) > 0 {
				return b.Havoc(all(b)...)
			}
			return b
		}},
	}
}

// dimensionBugs are faults in the numbering.
func dimensionBugs() []*bug {
	return []*bug{
		{name: "new dimensions are 0", law: "add dims", addDims: func(b *box.Box, n int) *box.Box {
			c := b.AddDims(n)
			for i := range n {
				c = c.Assign(b.Dims()+i, linear.Expr{})
			}
			return c
		}},
		{name: "new dimensions come first", law: "add dims", addDims: func(b *box.Box, n int) *box.Box {
			b.AddDims(n)
			return with(b, slices.Concat(make([]linear.Interval, n), intervals(b)))
		}},
		{name: "the last dimensions are removed", law: "remove dims", removeDims: func(b *box.Box, vs ...int) *box.Box {
			c := b.RemoveDims(vs...)
			return with(b, intervals(b)[:c.Dims()])
		}},
		{name: "removed one after the other", law: "remove dims", removeDims: func(b *box.Box, vs ...int) *box.Box {
			b.RemoveDims(vs...)
			for _, v := range vs {
				b = b.RemoveDims(min(v, b.Dims()-1))
			}
			return b
		}},
		{name: "permuted the other way", law: "permute", permute: func(b *box.Box, to []int) *box.Box {
			b.Permute(to)
			back := make([]int, len(to))
			for v, w := range to {
				back[w] = v
			}
			return b.Permute(back)
		}},
		{name: "rename keeps the old", law: "rename", rename: func(b *box.Box, from, to int) *box.Box { b.Rename(from, to); return b.Set(to, b.At(from)) }},
		{name: "rename swaps", law: "rename", rename: func(b *box.Box, from, to int) *box.Box {
			b.Rename(from, to)
			return b.Set(to, b.At(from)).Set(from, b.At(to))
		}},
		{name: "copies know nothing", law: "expand", expand: func(b *box.Box, v, n int) *box.Box {
			b.Expand(v, n)
			return b.AddDims(n)
		}},
		{name: "copies are of the first", law: "expand", expand: func(b *box.Box, v, n int) *box.Box { b.Expand(v, n); return b.Expand(0, n) }},
		{name: "fold forgets the folded", law: "fold", fold: func(b *box.Box, into int, vs ...int) *box.Box { b.Fold(into, vs...); return b.RemoveDims(vs...) }},
		{name: "fold knows nothing", law: "fold", fold: func(b *box.Box, into int, vs ...int) *box.Box {
			if len(vs) == 0 {
				return b.Fold(into)
			}
			return b.Fold(into, vs...).Join(b.Havoc(into).RemoveDims(vs...))
		}},
	}
}

// wideningBugs are sequences without end, and what is lost on the way.
func wideningBugs() []*bug {
	return []*bug{
		{name: "widening is join", law: "chains of widening", widen: func(b, c *box.Box) *box.Box { b.Widen(c); return b.Join(c) }},
		{name: "widening of upper ends only", law: "chains of widening", widen: func(b, c *box.Box) *box.Box {
			w := b.Widen(c)
			if w.IsBottom() {
				return w
			}
			return w.Meet(mapped(b.Join(c), func(_ int, i linear.Interval) linear.Interval { return linear.Interval{Lo: i.Lo} }))
		}},
		{name: "widening to the next half", law: "chains of widening", widen: func(b, c *box.Box) *box.Box {
			w := b.Widen(c)
			if w.Leq(b) {
				return w
			}
			return w.Meet(mapped(b.Join(c), func(_ int, i linear.Interval) linear.Interval {
				i.Lo.At, i.Hi.At = i.Lo.At.Mul(num.RatOf(2)).Floor().Quo(num.RatOf(2)), i.Hi.At.Mul(num.RatOf(2)).Ceil().Quo(num.RatOf(2))
				i.Lo.Kind, i.Hi.Kind = i.Lo.Kind%linear.Open, i.Hi.Kind%linear.Open
				return i
			}).Join(b.Join(c)))
		}},
		{name: "widening is the next", law: "widen", widen: func(b, c *box.Box) *box.Box { b.Widen(c); return c }},
		{name: "widening loses the next", law: "widen", widen: func(b, c *box.Box) *box.Box { b.Widen(c); return b }},
		{name: "bounds are forgotten", law: "widen up to", widenUpTo: func(b, c *box.Box, ts []linear.Constraint) *box.Box { b.WidenUpTo(c, ts); return b.Widen(c) }},
		{name: "bounds that do not hold", law: "widen up to", widenUpTo: func(b, c *box.Box, ts []linear.Constraint) *box.Box {
			b.WidenUpTo(c, ts)
			return b.Widen(c).Assume(ts...)
		}},
		{name: "bounds are met at the join", law: "chains of widening up to", widenUpTo: func(b, c *box.Box, ts []linear.Constraint) *box.Box {
			b.WidenUpTo(c, ts)
			return b.Join(c)
		}},
		{name: "narrowing is the next", law: "chains of narrowing", narrow: func(b, c *box.Box) *box.Box { b.Narrow(c); return c }},
		{name: "narrowing goes below", law: "narrow", narrow: func(b, c *box.Box) *box.Box {
			return mapped(b.Narrow(c), func(_ int, i linear.Interval) linear.Interval {
				if i.Lo.Kind == linear.Closed {
					i.Hi = i.Lo
				}
				return i
			})
		}},
		{name: "narrowing goes up", law: "narrow", narrow: func(b, c *box.Box) *box.Box {
			return mapped(b.Narrow(c), func(_ int, i linear.Interval) linear.Interval { return upper(i.Hi) })
		}},
	}
}

// questionBugs are wrong answers.
func questionBugs() []*bug {
	return []*bug{
		{name: "bounds of the constant", law: "bounds", bounds: func(b *box.Box, e linear.Expr) (linear.Interval, bool) {
			b.Bounds(e)
			return b.Bounds(linear.Const(e.Constant()))
		}},
		{name: "bounds are not there", law: "bounds", bounds: func(b *box.Box, e linear.Expr) (linear.Interval, bool) {
			_, ok := b.Bounds(e)
			return linear.Interval{}, ok
		}},
		{name: "bounds are closed", law: "bounds", bounds: func(b *box.Box, e linear.Expr) (linear.Interval, bool) {
			i, ok := b.Bounds(e)
			return closedEnds(0, i), ok
		}},
		{name: "bounds of words", law: "bounds", bounds: func(b *box.Box, e linear.Expr) (linear.Interval, bool) {
			i, ok := b.Bounds(e)
			i.Lo.At, i.Hi.At = narrowWord(i.Lo.At), narrowWord(i.Hi.At)
			return i, ok
		}},
		{name: "strict is weak", law: "entails", entails: func(b *box.Box, k linear.Constraint) bool {
			return b.Entails(k) || k.Rel == linear.LT && b.Entails(linear.Constraint{Expr: k.Expr})
		}},
		{name: "an equality is one half", law: "entails", entails: func(b *box.Box, k linear.Constraint) bool {
			return b.Entails(k) || k.Rel == linear.EQ && b.Entails(linear.Constraint{Expr: k.Expr})
		}},
		{name: "nothing is known", law: "entails", entails: func(b *box.Box, k linear.Constraint) bool { return b.Entails(k) && (b.IsBottom() || k.IsTrue()) }},
		{name: "constraints that follow", law: "constraints out", constraints: func(b *box.Box) []linear.Constraint {
			cs := b.Constraints()
			if len(cs) > 0 && !b.IsBottom() {
				cs = append(cs, linear.Constraint{Expr: cs[0].Expr.AddInt(-1)})
			}
			return cs
		}},
		{name: "constraints in any order", law: "constraints out", constraints: alternating((*box.Box).Constraints, func(b *box.Box) []linear.Constraint {
			cs := b.Constraints()
			slices.Reverse(cs)
			return cs
		})},
		{name: "an equality is lost", law: "constraints in", constraints: func(b *box.Box) []linear.Constraint {
			return slices.DeleteFunc(b.Constraints(), func(k linear.Constraint) bool { return k.Rel == linear.EQ })
		}},
		{name: "open ends are shown closed", law: "constraints in", constraints: func(b *box.Box) []linear.Constraint {
			cs := b.Constraints()
			for i, k := range cs {
				cs[i].Rel = k.Rel &^ linear.LT
			}
			return cs
		}},
		{name: "shown in two ways", law: "show", text: alternating((*box.Box).String, func(b *box.Box) string { return " " + b.String() })},
		{name: "the end is the point", law: "point", point: func(b *box.Box) ([]num.Rat, bool) {
			p, ok := b.Point()
			for v, i := range intervals(b) {
				if ok && i.Lo.Kind != linear.Unbounded {
					p[v] = i.Lo.At
				}
			}
			return p, ok
		}},
		{name: "points of fractions", law: "point", point: func(b *box.Box) ([]num.Rat, bool) {
			if p, ok := b.Point(); !ok {
				return p, ok
			}
			return box.Of(linear.Rationals, intervals(b)...).Point()
		}},
		{name: "no points", law: "point", point: func(b *box.Box) ([]num.Rat, bool) { b.Point(); return nil, false }},
		{name: "interpolant is all of it", law: "interpolate", interpolate: func(b, c *box.Box) (linear.Interpolant, bool) {
			i, ok := b.Interpolate(c)
			if ok && !b.IsBottom() {
				i = linear.Interpolant{Constraints: b.Constraints()}
			}
			return i, ok
		}},
		{name: "each of all is an interpolant", law: "interpolate", interpolate: func(b, c *box.Box) (linear.Interpolant, bool) {
			i, ok := b.Interpolate(c)
			if ok && !b.IsBottom() && !c.IsBottom() && b.Dims() == 1 {
				i.Constraints = append(i.Constraints, b.Constraints()...)
			}
			return i, ok
		}},
		{name: "nothing is an interpolant", law: "interpolate", interpolate: func(b, c *box.Box) (linear.Interpolant, bool) {
			i, ok := b.Interpolate(c)
			return linear.Interpolant{Constraints: []linear.Constraint{linear.True()}, Each: i.Each}, ok
		}},
		{name: "interpolant is the other side", law: "interpolate", interpolate: func(b, c *box.Box) (linear.Interpolant, bool) {
			b.Interpolate(c)
			return c.Interpolate(b)
		}},
		{name: "no interpolant", law: "interpolate", interpolate: func(b, c *box.Box) (linear.Interpolant, bool) {
			i, ok := b.Interpolate(c)
			return i, ok && (b.IsBottom() || c.IsBottom())
		}},
	}
}

// disciplineBugs are changed operands, shared memory, and errors that say too little.
func disciplineBugs() []*bug {
	return []*bug{
		{name: "meet in place", law: "immutable", meet: func(b, c *box.Box) *box.Box { *b = *b.Meet(c); return b }},
		{name: "assume in place", law: "immutable", assume: func(b *box.Box, ks ...linear.Constraint) *box.Box {
			if r := b.Assume(ks...); !r.IsBottom() {
				*b = *r
			}
			return b.Assume(ks...)
		}},
		{name: "forgotten in place", law: "immutable", top: func(dims int, of linear.Numbers) *box.Box {
			return box.Of(of, make([]linear.Interval, dims)...)
		}, havoc: func(b *box.Box, vs ...int) *box.Box {
			*b = *b.Havoc(vs...)
			return b
		}},
		{name: "the right operand is widened", law: "immutable", widen: func(b, c *box.Box) *box.Box { w := b.Widen(c); *c = *w; return w }},
		{name: "queries change", law: "immutable", bounds: func(b *box.Box, e linear.Expr) (linear.Interval, bool) {
			i, ok := b.Bounds(e)
			if e.Len() == 1 && e.Term(0).Coef.IsOne() && ok {
				i.Lo.At, i.Hi.At = i.Lo.At.Sub(e.Constant()), i.Hi.At.Sub(e.Constant())
				*b = *b.Set(e.Term(0).Var, linear.Interval{Hi: b.At(e.Term(0).Var).Hi})
				i.Lo.At, i.Hi.At = i.Lo.At.Add(e.Constant()), i.Hi.At.Add(e.Constant())
			}
			return i, ok
		}},
		{name: "looks differ between goroutines", law: "concurrent", text: alternating((*box.Box).String, func(b *box.Box) string { return "" })},
		{name: "dimensions may differ", law: "misuse", join: func(b, c *box.Box) *box.Box {
			if b != nil && c != nil && b.Dims() != c.Dims() {
				return b
			}
			return b.Join(c)
		}},
		{name: "numbers may differ", law: "misuse", leq: func(b, c *box.Box) bool {
			return b != nil && c != nil && b.Numbers() != c.Numbers() || b.Leq(c)
		}},
		{name: "a nil pointer", law: "misuse", meet: func(b, c *box.Box) *box.Box {
			if b != nil && c.Dims() == 0 {
				return b
			}
			return b.Meet(c)
		}},
		{name: "an index out of range", law: "misuse", entails: func(b *box.Box, k linear.Constraint) bool {
			if b != nil {
				for t := range k.Expr.Terms() {
					_ = intervals(b)[t.Var]
				}
			}
			return b.Entails(k)
		}},
		{name: "the wrong operation is named", law: "misuse", widenUpTo: func(b, c *box.Box, ts []linear.Constraint) *box.Box {
			b.Widen(c)
			return b.WidenUpTo(c, ts)
		}},
		{name: "dimensions that do not exist are ignored", law: "misuse", removeDims: func(b *box.Box, vs ...int) *box.Box {
			b.RemoveDims()
			return b.RemoveDims(slices.DeleteFunc(slices.Clone(vs), func(v int) bool { return v < 0 || v >= b.Dims() })...)
		}},
		{name: "one moves twice", law: "misuse", permute: func(b *box.Box, to []int) *box.Box {
			if b != nil && len(to) == b.Dims() && len(to) > 1 && to[0] != to[1] && slices.Max(to) < len(to) && to[len(to)-1] == to[len(to)-2] {
				return b
			}
			return b.Permute(to)
		}},
		{name: "bottom checks nothing", law: "misuse", assign: func(b *box.Box, v int, by linear.Expr) *box.Box {
			if b != nil && b.IsBottom() {
				return b
			}
			return b.Assign(v, by)
		}},
	}
}
