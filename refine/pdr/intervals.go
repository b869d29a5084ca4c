package pdr

import (
	"math"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
)

// The intervals of variables at the places, from interval analysis, are assumed from the start, and are part of the
// proof. For example, a flag that is always 0 at a place is a constant in the blocks that begin there, and code that
// runs only if the flag is 1 need not be considered. The blocks are made under this assumption (formula.Coder.Rely).
// The checker of the proof establishes that the assumption is inductive.

// always is the level of lemmas that hold in all frames.
const always = math.MaxInt

// of returns the interval of a variable at a place, and false if no interval narrower than its range is known.
func (x *search) of(p *houdini.Place, v *cfa.Var) (interval.Interval, bool) {
	if v.Proc == nil || v.Proc == p.Loc.Proc {
		return x.intervals.Of(p.Loc, v)
	}
	for _, e := range p.Ctx.Calls {
		if e.From.Proc == v.Proc {
			return x.intervals.Of(e.From, v)
		}
	}
	return interval.Interval{}, false
}

// seed adds the intervals as lemmas of level always.
func (x *search) seed() {
	b := x.B
	for _, p := range x.Places {
		if p == x.root || p.Loc.Error != nil {
			continue
		}
		for _, v := range p.Vars {
			i, ok := x.of(p, v)
			if !ok {
				continue
			}
			t := x.Coder.Plain(v)
			number := func(n num.Int) *smt.Term { return b.Num(num.RatOfInt(n), b.IntSort()) }
			if n, ok := i.Point(); ok {
				x.add(p, cube{b.Not(b.Eq(t, number(n)))}, always)
				continue
			}
			lo, hasLo, hi, hasHi := v.Range.Bounds()
			if !i.NoLo && (!hasLo || lo.Less(i.Lo)) {
				x.add(p, cube{b.Lt(t, number(i.Lo))}, always)
			}
			if !i.NoHi && (!hasHi || i.Hi.Less(hi)) {
				x.add(p, cube{b.Gt(t, number(i.Hi))}, always)
			}
		}
	}
}

// tidy simplifies a literal x = n or x != n by the interval of x at the place. If the interval decides the literal,
// the result is true or false. If the interval has just the values n and m, x != n becomes x = m.
func (x *search) tidy(p *houdini.Place, l *smt.Term) *smt.Term {
	b := x.B
	atom, negated := l.Atom()
	if atom.Op() != smt.OpEq || !atom.Arg(0).IsVar() || atom.Arg(1).Op() != smt.OpNum {
		return l
	}
	o, ok := x.Coder.Owner(atom.Arg(0))
	if !ok || o.Var == nil {
		return l
	}
	i, ok := x.of(p, o.Var)
	if !ok || !i.Bounded() {
		return l
	}
	n := atom.Arg(1).Value().Num()
	_, point := i.Point()
	switch {
	case !i.Contains(n):
		return b.Bool(negated)
	case point:
		return b.Bool(!negated)
	case negated && i.Hi.Equal(i.Lo.Add(num.Of(1))):
		return b.Eq(atom.Arg(0), b.Num(num.RatOfInt(i.Lo.Add(i.Hi).Sub(n)), b.IntSort()))
	}
	return l
}
