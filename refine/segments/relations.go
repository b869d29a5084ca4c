package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// The conditions that the program tests, and the values that it computes from other cells and stores, are about one
// cell at a time. They are guessed as claims about all cells of a segment. So
//
//	c[i] = a[i] + b[i];
//
// gives c[p] = a[p] + b[p] for the cells that a loop has passed, with the widths of the program. A sum that wraps
// around appears in the claim with the same wrapping, so no arithmetic is needed to see that the two are equal. (The
// numeric domains that other engines use for cells need a case for each number of wraps.)

// Limits of these guesses.
const (
	mostRelations = 16
	mostAsked     = 24
)

// relation is a condition of the program on cells, with ghosts in place of counters: p replaces the first counter and
// q the second, if there is one, as for cells at i*n + j.
type relation struct {
	says    *smt.Term // the condition, over plain symbols
	wrapped *smt.Term // the same condition, with indexes that wrap as in the program
	vars    []*cfa.Var
	arrays  []*cfa.Array
	by      []*smt.Term // the counters that the ghosts replace
	cells   []cell      // the cells in the condition
	images  []image     // images of the ghost; only for a single counter
}

// cell is a cell of an array, at an index over ghosts.
type cell struct {
	arr *cfa.Array
	at  *smt.Term
}

// stores records that a cell gets a value that is computed from other cells, or from its index.
func (u *usage) stores(op *cfa.Store) {
	switch bare(op.Val).(type) {
	case *cfa.Const, *cfa.Var: // moves records these
		return
	}
	u.conds = append(u.conds, cfa.MkBinary(cfa.Eq, cfa.MkSelect(op.Arr, op.Idx), op.Val))
}

func readsCells(e cfa.Expr) (reads bool) {
	cfa.Walk(e, func(e cfa.Expr) {
		_, ok := e.(*cfa.Select)
		reads = reads || ok
	})
	return reads
}

// findRelations makes relations of the program's conditions, and lists the conditions on numbers.
func (x *search) findRelations() {
	for _, e := range append(x.u.conds[:len(x.u.conds):len(x.u.conds)], x.u.carried()...) {
		if !readsCells(e) && !slices.Contains(x.asks, e) && len(x.asks) < mostAsked {
			x.asks = append(x.asks, e)
		}
		var counters []*cfa.Var
		var together [][]*cfa.Var // the counters of each index
		cfa.Walk(e, func(e cfa.Expr) {
			s, ok := e.(*cfa.Select)
			if !ok {
				return
			}
			var of []*cfa.Var
			cfa.Walk(s.Idx, func(i cfa.Expr) {
				if v, ok := i.(*cfa.Var); ok && x.u.moved[v] && !slices.Contains(of, v) {
					of = append(of, v)
				}
			})
			together = append(together, of)
			for _, v := range of {
				if !slices.Contains(counters, v) {
					counters = append(counters, v)
				}
			}
		})
		plain := unwrapped(e)
		for i, v := range counters {
			alone := true
			for _, w := range counters {
				if v != w && slices.ContainsFunc(together, func(of []*cfa.Var) bool { return slices.Contains(of, v) && slices.Contains(of, w) }) {
					alone = false
					if slices.Contains(counters[i:], w) {
						x.relation(plain, e, v, w)
					}
				}
			}
			if alone {
				x.relation(plain, e, v)
			}
		}
	}
}

// relation adds the relation for the condition e, with ghosts in place of counters. wrapped is the same condition
// with indexes that wrap as in the program.
func (x *search) relation(e, wrapped cfa.Expr, counters ...*cfa.Var) {
	if len(x.relations) >= mostRelations {
		return
	}
	r := relation{}
	sub := x.B.Substitution()
	for i, v := range counters {
		by := x.Coder.Plain(v)
		sub.Set(by, x.Any[i])
		r.by = append(r.by, by)
	}
	// the conditions under which e is defined are ignored: a guess may mention undefined values
	plain, _, inexact := x.Coder.PlainCond(e)
	says, _, also := x.Coder.PlainCond(wrapped)
	r.says, r.wrapped = sub.Apply(plain), sub.Apply(says)
	if inexact || also || slices.ContainsFunc(x.relations, func(o relation) bool { return o.says == r.says && o.wrapped == r.wrapped }) {
		return
	}
	x.wraps = x.wraps || r.says != r.wrapped
	cfa.Walk(e, func(e cfa.Expr) {
		switch e := e.(type) {
		case *cfa.Var:
			if !slices.Contains(counters, e) {
				r.vars = append(r.vars, e)
			}
		case *cfa.Select:
			r.arrays = append(r.arrays, e.Arr)
			if s, ok := summed(e.Idx); ok {
				r.cells = append(r.cells, cell{e.Arr, sub.Apply(x.term(s))})
			}
			if i, ok := x.u.image(e, counters[0], x.Ghosts[0]); ok && len(counters) == 1 {
				r.images = append(r.images, i)
			}
		}
	})
	x.relations = append(x.relations, r)
}

// unwrapped returns a condition on cells with index expressions that do not wrap around, as is the case in most
// programs: the solver can derive much more from these.
func unwrapped(e cfa.Expr) cfa.Expr {
	s, ok := e.(*cfa.Select)
	if !ok {
		return cfa.MapOperands(e, unwrapped)
	}
	var bare func(e cfa.Expr) cfa.Expr
	bare = func(e cfa.Expr) cfa.Expr {
		if w, ok := e.(*cfa.Wrap); ok {
			e = w.X
		}
		return cfa.MapOperands(e, bare)
	}
	if _, ok := summed(s.Idx); ok {
		return cfa.MkSelect(s.Arr, bare(s.Idx))
	}
	return e
}

// sayable reports whether claims at the guesser's place may mention everything in the relation.
func (r relation) sayable(g *guesser) bool {
	return !slices.ContainsFunc(r.vars, func(v *cfa.Var) bool { return !slices.Contains(g.vars(g.at), v) }) &&
		!slices.ContainsFunc(r.arrays, func(a *cfa.Array) bool { return !g.at.Sees(a.Proc) })
}

// ask guesses that a condition on numbers holds, or that it does not hold.
func (g *guesser) ask() {
	for _, e := range g.asks {
		ok := true
		cfa.Walk(e, func(e cfa.Expr) {
			v, is := e.(*cfa.Var)
			ok = ok && (!is || slices.Contains(g.vars(g.at), v))
		})
		if !ok {
			continue
		}
		if says, _, inexact := g.Coder.PlainCond(e); !inexact {
			g.add(says)
			g.add(g.B.Not(says))
		}
	}
}

// relate guesses relations for the cells of segments. For a relation with two ghosts, each ghost lies in a segment
// that begins where arrays begin, or equals the counter that it replaces.
func (g *guesser) relate() {
	for _, r := range g.relations {
		if !r.sayable(g) {
			continue
		}
		says := r.saysAt(g)
		say := func(in *smt.Term) {
			g.add(g.B.Implies(in, says))
			g.add(g.B.Implies(in, g.B.Not(says)))
		}
		if len(r.by) == 1 {
			g.segments(g.p, say)
			continue
		}
		for _, in := range g.whole(g.p, r.by[0]) {
			for _, also := range g.whole(g.q, r.by[1]) {
				say(g.B.And(in, also))
			}
		}
	}
}

// images guesses relations for indexes with a multiple of the ghost, if such an index lies in a segment.
func (g *guesser) images() {
	for _, r := range g.relations {
		if !r.sayable(g) {
			continue
		}
		for _, i := range r.images {
			at := g.term(i.sum)
			g.between(func(l, u bound) { g.add(g.B.Implies(g.within(l, at, u), r.saysAt(g))) })
		}
	}
}

// saysAt returns the relation as formulated for the current level.
func (r relation) saysAt(g *guesser) *smt.Term {
	if g.level == withWraps {
		return r.wrapped
	}
	return r.says
}

// whole returns conditions on a ghost that replaces the counter "is". The first says that the ghost equals the
// counter. The others say that the ghost lies in a segment: it begins where arrays begin, and ends at a bound without
// loop variables other than the counter.
func (g *guesser) whole(ghost, is *smt.Term) []*smt.Term {
	var out []*smt.Term
	if g.speaks(g.at, is) {
		out = append(out, g.B.Eq(ghost, is))
	}
	moved := func(v *cfa.Var) bool { return g.u.moved[v] && g.Coder.Plain(v) != is }
	for _, low := range g.lows {
		for _, high := range slices.Concat(append(g.ends[:len(g.ends):len(g.ends)], g.nums)...) {
			if high.term != low.term && !slices.ContainsFunc(g.u.vars(high.sum), moved) {
				out = append(out, g.within(low, ghost, high))
			}
		}
	}
	return out
}
