// The guesses of a pass: the segments of each loop head, and the terms that claims are instantiated at.

package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
)

// Limits of the guesses.
const (
	mostFacts   = 4000 // claims of one place
	mostNumbers = 4    // numbers that segments begin or end at
	mostIndexes = 8    // indexes that claims are instantiated at
)

// search is a search for claims about one program.
type search struct {
	*houdini.Search
	u     *usage
	p, q  *smt.Term // the ghosts
	level int       // level of the guesses: live, others or withWraps

	engine Engine
	fitted int // number of guessed polynomials

	relations []relation
	relaxed   []relaxed
	wraps     bool       // set if indexes of relations may wrap around in the program
	asks      []cfa.Expr // the conditions on numbers
	states    map[*houdini.Place][]*state
	spoken    map[*houdini.Place][]*cfa.Var
}

// guesser guesses the claims of one place.
type guesser struct {
	*search
	at    *houdini.Place
	ends  [][]bound // ends of segments, grouped: ends that differ by a number only are one group, ascending
	lows  []bound   // lower ends of whole arrays
	highs []bound   // upper ends of whole arrays: ends that no loop changes
	nums  []bound
	ifs   []*smt.Term
	where *smt.Term // an additional premise of claims about segments
}

type bound struct {
	sum  sum
	term *smt.Term
}

func (x *search) int(n int64) *smt.Term { return x.B.Num(num.RatOf(n), x.B.IntSort()) }

// term returns a sum as a term over plain symbols.
func (x *search) term(s sum) *smt.Term {
	var coefs []num.Rat
	var terms []*smt.Term
	for t := range s.Terms() {
		coefs = append(coefs, t.Coef)
		terms = append(terms, x.Coder.Plain(x.Prog.Vars[t.Var]))
	}
	return x.B.Linear(x.B.IntSort(), s.Constant(), coefs, terms)
}

// vars returns the variables that claims at a place may mention: at level live, variables that are read later; at
// other levels also variables that were set before.
func (x *search) vars(at *houdini.Place) []*cfa.Var {
	if x.level == live {
		return at.Live
	}
	if x.spoken[at] == nil {
		for _, v := range at.Vars {
			if slices.Contains(at.Live, v) || x.u.setBefore(v, at.Loc) {
				x.spoken[at] = append(x.spoken[at], v)
			}
		}
	}
	return x.spoken[at]
}

// speaks reports whether claims at a place may mention the variable with the plain symbol v.
func (x *search) speaks(at *houdini.Place, v *smt.Term) bool {
	return slices.ContainsFunc(x.vars(at), func(w *cfa.Var) bool { return x.Coder.Plain(w) == v })
}

// cell returns the term for the cell of an array at index i.
func (x *search) cell(k *asked, i *smt.Term) *smt.Term {
	if k.base.Len() > 0 || k.step != 1 {
		i = x.B.Add(x.term(k.base), x.B.Mul(x.int(k.step), i))
	}
	return x.B.Select(x.Coder.PlainArray(k.arr), i)
}

// sayable reports whether claims at a place may mention all variables of a sum.
func (x *search) sayable(at *houdini.Place, s sum) bool {
	vars := x.vars(at)
	return !slices.ContainsFunc(x.u.vars(s), func(v *cfa.Var) bool { return !slices.Contains(vars, v) })
}

// guess makes the claims of all loop heads.
func (x *search) guess() {
	for _, at := range x.Places {
		x.findTerms(at)
		if !at.Loc.LoopHead || x.Stopped() {
			continue
		}
		g := &guesser{search: x, at: at, where: x.B.True()}
		g.findEnds()
		g.findConditions()
		g.ask()
		g.orders()
		g.numbers()
		if sized := g.sized(); x.level != live && !sized.IsTrue() {
			plain := g.ifs
			for i, c := range plain {
				g.ifs[i] = g.B.And(c, sized)
			}
			g.numbers()
		}
		arrays := slices.DeleteFunc(slices.Clone(x.u.arrays), func(k *asked) bool { return !at.Sees(k.arr.Proc) || !x.sayable(at, k.base) })
		for _, k := range arrays {
			g.cells(k)
			g.pairs(k)
		}
		g.relate()
		g.images()
		g.countersResidues()
		g.withResidues(func() {
			for _, k := range arrays {
				g.cells(k)
			}
			g.relate()
		})
		g.relaxations()
		if !x.engine.NoPolynomials {
			g.polynomials()
		}
	}
}

// findTerms lists the terms that replace the ghosts at a place: the indexes that the program uses.
func (x *search) findTerms(at *houdini.Place) {
	list := []*smt.Term{x.p, x.q}
	at.Terms = nil
	for _, k := range x.u.arrays {
		for _, s := range k.indexes {
			vars := x.vars(at)
			ok := !slices.ContainsFunc(x.u.vars(s), func(v *cfa.Var) bool { return !v.Ghost && !slices.Contains(vars, v) })
			if t := x.term(s); ok && !slices.Contains(list, t) && len(list) < mostIndexes+2 {
				list = append(list, t)
			}
		}
	}
	for _, r := range x.relations {
		for _, i := range r.images {
			for _, s := range i.arr.indexes {
				if t := x.inverse(i, x.Ghosts[0], s); x.sayable(at, s) && !slices.Contains(list, t) && len(list) < mostIndexes+2 {
					list = append(list, t)
				}
			}
		}
		for _, by := range r.by {
			if x.speaks(at, by) && !slices.Contains(list, by) && len(list) < mostIndexes+2 {
				list = append(list, by)
			}
		}
	}
	// pairs that keep more of the ghosts come first
	for changed := range 3 {
		for _, t := range list {
			for _, u := range list {
				n := 0
				if t != x.p {
					n++
				}
				if u != x.q {
					n++
				}
				if n == changed {
					at.Terms = append(at.Terms, houdini.Terms{t, u})
				}
			}
		}
	}
}

// findEnds lists where segments may begin and end: at the sums that indexes are compared with, and one after the
// largest sum of each group.
func (g *guesser) findEnds() {
	var numbers []int64
	n := 0
	for _, s := range g.u.bounds {
		if !g.sayable(g.at, s) {
			continue
		}
		if s.IsConst() {
			if c, ok := s.Constant().Int64(); ok && -(1<<30) < c && c < 1<<30 {
				numbers = append(numbers, c)
			}
			continue
		}
		if n++; n > mostBounds {
			break
		}
		b := bound{s, g.term(s)}
		i := slices.IndexFunc(g.ends, func(f []bound) bool { return f[0].sum.Sub(s).IsConst() })
		if i < 0 {
			g.ends = append(g.ends, []bound{b})
			continue
		}
		g.ends[i] = append(g.ends[i], b)
	}
	for i, f := range g.ends {
		slices.SortFunc(f, func(a, b bound) int { return a.sum.Constant().Cmp(b.sum.Constant()) })
		moved := slices.ContainsFunc(g.u.vars(f[0].sum), func(v *cfa.Var) bool { return g.u.moved[v] })
		readLater := !slices.ContainsFunc(g.u.vars(f[0].sum), func(v *cfa.Var) bool { return !slices.Contains(g.at.Live, v) })
		if len(f) == 1 || moved && readLater && g.level != live {
			s := f[len(f)-1].sum.AddInt(1)
			f = append(f, bound{s, g.term(s)})
		}
		if g.ends[i] = f; !moved {
			g.highs = append(g.highs, f...)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	if i := slices.Index(numbers, 0); i > 0 {
		numbers = numbers[i:]
	}
	if len(numbers) > mostNumbers {
		numbers = append(numbers[:mostNumbers-1:mostNumbers-1], numbers[len(numbers)-1])
	}
	for _, c := range numbers {
		g.nums = append(g.nums, bound{sum{}.AddInt(c), g.int(c)})
	}
	if len(g.nums) > 0 {
		g.lows = g.nums[:1]
		if len(g.highs) == 0 {
			g.highs = g.nums[len(g.nums)-1:]
			g.ends = append(g.ends, g.extremes())
		} else {
			g.ends = append(g.ends, g.lows)
		}
	}
}

// findConditions lists the premises that claims may have: none, or the value of a flag.
func (g *guesser) findConditions() {
	g.ifs = []*smt.Term{g.B.True()}
	for _, v := range g.vars(g.at) {
		for _, n := range g.u.flags[v] {
			g.ifs = append(g.ifs, g.B.Eq(g.Coder.Plain(v), g.int(n)))
		}
	}
}

// sized returns the condition that arrays of variable length are not empty, or true if it finds no such condition.
// Claims need this premise if they fail for lengths such as -1: after i = 0, for example, i <= n holds only if n is
// not negative.
func (g *guesser) sized() *smt.Term {
	out := g.B.True()
	for _, high := range g.highs {
		if high.sum.IsConst() || !high.sum.Sub(g.highs[0].sum).IsConst() || len(g.lows) == 0 {
			return g.B.True()
		}
		out = g.B.Lt(g.lows[0].term, high.term)
	}
	return out
}

func (g *guesser) add(t *smt.Term) {
	for _, c := range g.ifs {
		if g.at.Guessed() < mostFacts {
			g.Guess(g.at, g.B.Implies(c, t))
		}
	}
}

// numbers guesses how the ends of segments compare, and which variables equal a fixed sum.
func (g *guesser) numbers() {
	for _, v := range g.vars(g.at) {
		if s, ok := g.u.same[v]; ok && g.sayable(g.at, s) {
			g.add(g.B.Eq(g.Coder.Plain(v), g.term(s)))
		}
	}
	for i, k := range g.u.arrays {
		for _, o := range g.u.arrays[:i] {
			if o.arr == k.arr && g.sayable(g.at, k.base) && g.sayable(g.at, o.base) {
				g.add(g.B.Eq(g.term(k.base), g.term(o.base)))
			}
		}
	}
	families := g.ends
	if len(g.nums) > 0 {
		families = append(families[:len(families)-1:len(families)-1], g.nums)
	}
	for i, f := range families {
		for j, h := range families {
			if i == j {
				continue
			}
			for _, a := range f {
				for _, b := range h {
					g.add(g.B.Le(a.term, b.term))
				}
			}
		}
	}
}

// segments calls f with the condition that a ghost lies in a segment, for each segment.
func (g *guesser) segments(ghost *smt.Term, f func(in *smt.Term)) {
	g.between(func(l, u bound) { f(g.B.And(g.within(l, ghost, u), g.where)) })
}

// between calls f with the ends of each segment.
func (g *guesser) between(f func(l, u bound)) {
	for i, from := range g.ends {
		for j, to := range g.ends {
			for _, l := range from {
				for _, u := range to {
					if (i != j || l.sum.Constant().Cmp(u.sum.Constant()) < 0) && !g.empty(l, u) {
						f(l, u)
					}
				}
			}
		}
	}
}

// empty reports whether a segment has no cell in any sampled state, so that checking claims about it would be a
// waste.
func (g *guesser) empty(l, u bound) bool {
	states := g.states[g.at]
	return g.level == live && len(states) >= enough && !slices.ContainsFunc(states, func(s *state) bool {
		low, ok := s.value(g.u, l.sum)
		high, also := s.value(g.u, u.sum)
		return !ok || !also || low.Less(high)
	})
}

// within returns the condition l <= ghost < u.
func (g *guesser) within(l bound, ghost *smt.Term, u bound) *smt.Term {
	return g.B.And(g.B.Le(l.term, ghost), g.B.Lt(ghost, u.term))
}

// extremes returns the least and the greatest number.
func (g *guesser) extremes() []bound {
	if len(g.nums) == 1 {
		return g.nums
	}
	return []bound{g.nums[0], g.nums[len(g.nums)-1]}
}
