package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// What the program itself says of cells, one after the other, is guessed of all cells of a segment:
// the conditions that it asks, and the values that it computes from other cells and stores. So
//
//	c[i] = a[i] + b[i];
//
// says c[p] = a[p] + b[p] of the cells that a loop has passed, in the widths of the program: sums
// that wrap around are such sums in the claim, too, and no arithmetic is needed to see that they are
// the same. (Numeric domains, which other engines have for cells, need a case for each time around.)

// Limits of what is guessed in this way.
const (
	mostRelations = 16
	mostAsked     = 24
)

// relation is what the program says of cells whose indexes have ghosts in place of variables: p in
// place of the first, and q in place of the second, if there is one, as for cells at i*n + j.
type relation struct {
	says    *smt.Term // in plain symbols
	wrapped *smt.Term // the same, with indexes as the program has them
	vars    []*cfa.Var
	arrays  []*cfa.Array
	by      []*smt.Term // the variables
	cells   []cell      // that it speaks of
	images  []image     // of the ghost, if there is one
}

// cell is one of an array, at an index with ghosts.
type cell struct {
	arr *cfa.Array
	at  *smt.Term
}

// stores notes that a cell gets a value that is computed from other cells, or from its index.
func (u *usage) stores(op *cfa.Store) {
	switch bare(op.Val).(type) {
	case *cfa.Const, *cfa.Var: // see moves
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

// findRelations makes relations of what the program says, and lists what it asks of numbers.
func (x *search) findRelations() {
	for _, e := range append(x.u.conds[:len(x.u.conds):len(x.u.conds)], x.u.carried()...) {
		if !readsCells(e) && !slices.Contains(x.asks, e) && len(x.asks) < mostAsked {
			x.asks = append(x.asks, e)
		}
		var counters []*cfa.Var
		var together [][]*cfa.Var // in one index
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

// relation makes one of a condition, with ghosts in place of counters; wrapped is the condition as the
// program has it.
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
	// a guess may speak of what is not defined
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

// unwrapped is a condition on cells whose indexes do not wrap around, as they do not in most programs:
// the solver knows much more of these.
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

// sayable reports whether a relation speaks of nothing that is not spoken of at the place.
func (r relation) sayable(g *guesser) bool {
	return !slices.ContainsFunc(r.vars, func(v *cfa.Var) bool { return !slices.Contains(g.vars(g.at), v) }) &&
		!slices.ContainsFunc(r.arrays, func(a *cfa.Array) bool { return !g.at.Sees(a.Proc) })
}

// ask guesses that what the program asks of numbers is so, or is not.
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

// relate guesses relations of the cells of segments; those of two ghosts, where both are in one that
// begins where arrays do, or one is the variable that it stands for.
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

// images guesses relations where an index that has a multiple of the ghost is in a segment.
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

// saysAt is what the relation says in a pass.
func (r relation) saysAt(g *guesser) *smt.Term {
	if g.level == withWraps {
		return r.wrapped
	}
	return r.says
}

// whole says of a ghost that it is the variable that it stands for, or in a segment that begins where
// arrays do and ends at the variable, or at what no loop moves.
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
