package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
)

// Limits of what is guessed.
const (
	mostFacts   = 4000 // of one place
	mostNumbers = 4    // that segments begin or end at
	mostIndexes = 8    // that claims are used at
)

// search looks for claims about one program.
type search struct {
	*houdini.Search
	u     *usage
	p, q  *smt.Term // the ghosts
	level int       // of what is guessed

	engine Engine
	fitted int // polynomials that were guessed

	relations []relation
	relaxed   []relaxed
	wraps     bool       // indexes of relations may wrap around in the program
	asks      []cfa.Expr // conditions on numbers
	states    map[*houdini.Place][]*state
	spoken    map[*houdini.Place][]*cfa.Var
}

// guesser guesses the claims of one place.
type guesser struct {
	*search
	at    *houdini.Place
	ends  [][]bound // of segments: those that differ by a number only together, ascending
	lows  []bound   // where all begins
	highs []bound   // and ends: what no loop moves
	nums  []bound
	ifs   []*smt.Term
	where *smt.Term // a premise of what is said of segments
}

type bound struct {
	sum  sum
	term *smt.Term
}

func (x *search) int(n int64) *smt.Term { return x.B.Num(num.RatOf(n), x.B.IntSort()) }

// term is a sum in plain symbols.
func (x *search) term(s sum) *smt.Term {
	var coefs []num.Rat
	var terms []*smt.Term
	for t := range s.Terms() {
		coefs = append(coefs, t.Coef)
		terms = append(terms, x.Coder.Plain(x.Prog.Vars[t.Var]))
	}
	return x.B.Linear(x.B.IntSort(), s.Constant(), coefs, terms)
}

// vars are the variables that are spoken of at a place: at first those that are read later, then
// also those that were set before.
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

// speaks reports whether a variable, as a plain symbol, is spoken of at a place.
func (x *search) speaks(at *houdini.Place, v *smt.Term) bool {
	return slices.ContainsFunc(x.vars(at), func(w *cfa.Var) bool { return x.Coder.Plain(w) == v })
}

// cell is the one of an array at an index.
func (x *search) cell(k *asked, i *smt.Term) *smt.Term {
	if k.base.Len() > 0 || k.step != 1 {
		i = x.B.Add(x.term(k.base), x.B.Mul(x.int(k.step), i))
	}
	return x.B.Select(x.Coder.PlainArray(k.arr), i)
}

// sayable reports whether a sum is of variables that are spoken of at a place.
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

// findTerms lists what the ghosts may be at a place: the indexes that the program uses.
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
	// those that leave more as it is come first
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

// findEnds lists where segments may begin and end: at the sums that indexes are compared with, and
// after the largest of those that differ by a number.
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

// findConditions lists what claims may depend on: nothing, or what a flag is.
func (g *guesser) findConditions() {
	g.ifs = []*smt.Term{g.B.True()}
	for _, v := range g.vars(g.at) {
		for _, n := range g.u.flags[v] {
			g.ifs = append(g.ifs, g.B.Eq(g.Coder.Plain(v), g.int(n)))
		}
	}
}

// sized is that all that is bounded by something is not empty: what is said of arrays need not hold
// where it is, since numbers may be as they please there.
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

// numbers guesses how what segments end at compares, and what is the same.
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

// segments calls f for each segment of a ghost.
func (g *guesser) segments(ghost *smt.Term, f func(in *smt.Term)) {
	g.between(func(l, u bound) { f(g.B.And(g.within(l, ghost, u), g.where)) })
}

// between calls f for where each segment begins and ends.
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

// empty reports whether a segment has no cell in any run that has come by, so that claims about it
// would be asked about for nothing.
func (g *guesser) empty(l, u bound) bool {
	states := g.states[g.at]
	return g.level == live && len(states) >= enough && !slices.ContainsFunc(states, func(s *state) bool {
		low, ok := s.value(g.u, l.sum)
		high, also := s.value(g.u, u.sum)
		return !ok || !also || low.Less(high)
	})
}

// within says that a ghost is at a bound or behind, and before another one.
func (g *guesser) within(l bound, ghost *smt.Term, u bound) *smt.Term {
	return g.B.And(g.B.Le(l.term, ghost), g.B.Lt(ghost, u.term))
}

// extremes are the least and the greatest number.
func (g *guesser) extremes() []bound {
	if len(g.nums) == 1 {
		return g.nums
	}
	return []bound{g.nums[0], g.nums[len(g.nums)-1]}
}
