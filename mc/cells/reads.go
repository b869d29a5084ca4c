// Reads, and which cells an index selects. An index is compared with the indexes of the kept cells, first those at
// ghosts and terms, then those at numerals in ascending order. Each comparison splits the element.

package cells

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// load returns the cases of a read of a[idx].
func (x *evaluator[E]) load(s E, a *cfa.Array, idx cfa.Expr) []one[E] {
	return then(x.term(s, idx), func(c one[E]) []one[E] {
		var out []one[E]
		x.which(x.inside(c.s, a, c.v), a, c.v, func(s E, dim int) {
			if dim < 0 {
				out = append(out, x.any(s)...)
			} else {
				out = append(out, x.is(s, linear.X(dim))...)
			}
		})
		return out
	})
}

// inside assumes that the index v is valid for the array a. An access at any other index is undefined, and ends the
// run.
func (x *evaluator[E]) inside(s E, a *cfa.Array, v linear.Expr) E {
	lo, hi := linear.ConstInt(0), linear.ConstInt(a.Len)
	switch {
	case a.Region:
		if lo = linear.ConstInt(cfa.FirstPage); v.IsConst() && lo.Constant().LessEq(v.Constant()) {
			return s
		}
		return s.Assume(v.GE(lo))
	case a.Len < 0, v.IsConst() && v.Constant().Sign() >= 0 && v.Constant().Less(hi.Constant()):
		return s
	}
	return s.Assume(x.tight([]linear.Constraint{v.GE(lo), v.LT(hi)})...)
}

// defined returns elements whose union contains all of s in which the expressions are defined. It does not split s
// more than necessary.
func (x *evaluator[E]) defined(s E, es ...cfa.Expr) []E {
	ss := []E{s}
	for _, e := range es {
		if !partial(e) {
			continue
		}
		var next []E
		for _, s := range ss {
			for _, c := range x.term(s, e) {
				next = append(next, c.s)
			}
		}
		ss = next
	}
	if len(ss) > 1 { // these cases may differ only in values, which are not needed
		n := s.Dims()
		all := project(ss[0], n)
		for _, t := range ss[1:] {
			all = all.Join(project(t, n))
		}
		if s.Leq(all) {
			return []E{s}
		}
	}
	return ss
}

// project removes the dimensions from n on.
func project[E numeric.Element[E]](s E, n int) E {
	if s.Dims() == n {
		return s
	}
	return s.RemoveDims(extra(n, s.Dims())...)
}

// partial reports whether an expression can be undefined, because of the index of a read or an operand.
func partial(e cfa.Expr) bool {
	found := false
	cfa.Walk(e, func(e cfa.Expr) {
		switch e := e.(type) {
		case *cfa.Select:
			found = found || e.Arr.Region || e.Arr.Len >= 0
		case *cfa.Binary:
			found = found || e.Op == cfa.Div || e.Op == cfa.Rem || e.Op == cfa.Shl || e.Op == cfa.Shr
		}
	})
	return found
}

// touch returns the cases of s in which the cells from lo to hi-1 are valid, or in which this range is empty.
func (x *evaluator[E]) touch(s E, a *cfa.Array, lo, hi linear.Expr) []E {
	if !a.Region && a.Len < 0 {
		return []E{s}
	}
	out := x.assume(nil, s, lo.GE(hi))
	for _, t := range x.assume(nil, s, lo.LT(hi)) {
		if t = x.inside(x.inside(t, a, lo), a, hi.AddInt(-1)); !t.IsBottom() {
			out = append(out, t)
		}
	}
	return out
}

// which splits s by the cell of a that the index v selects. It calls f with each case and the cell's dimension, or -1
// for a cell without one.
func (x *evaluator[E]) which(s E, a *cfa.Array, v linear.Expr, f func(s E, dim int)) {
	if s.IsBottom() {
		return
	}
	cells := x.lay.cells[a]
	ghosts := symbolic(cells)
	for _, c := range cells[ghosts:] {
		if c.at.Equal(v) {
			f(s, c.dim)
			return
		}
	}
	lo, hi, hasLo, hasHi := x.bounds(s, v)
	if hasLo && hasHi && lo.Equal(hi) && ghosts == len(cells) {
		// The common case: a loop counter with one value.
		i, found := slices.BinarySearchFunc(cells, lo, func(c cell, k num.Rat) int { return num.RatOfInt(c.idx.Num).Cmp(k) })
		if found {
			f(s, cells[i].dim)
		} else {
			f(s, -1)
		}
		return
	}
	// Ghosts and terms first: v is equal to, below or above each of them. Cases in which v differs from all of them
	// are compared with the numerals.
	rest := []E{s}
	for _, c := range cells[ghosts:] {
		if x.adrift(s, c) {
			continue // do not distinguish whether v is the index of c: the value of c need not be used
		}
		if x.over {
			rest = []E{s} // merge the cases so far
		}
		var next []E
		for _, t := range rest {
			for _, u := range x.assume(nil, t, v.EQ(c.at)) {
				f(same(u, cells[ghosts:], c), c.dim)
			}
			if len(rest) > maxPlaces/2 || x.over {
				// Too many cases: leave out that the index differs. This over-approximates the case.
				next = append(next, t)
				if x.inexact != nil {
					x.inexact()
				}
				continue
			}
			next = x.assume(next, t, v.LT(c.at))
			next = x.assume(next, t, v.GT(c.at))
		}
		rest = next
	}
	for _, t := range rest {
		x.numeral(t, cells[:ghosts], v, f)
	}
}

// adrift reports whether nothing at all is known about a variable in the index of a cell at a term, for example since
// it is dead. Then the cell can lie anywhere.
func (x *evaluator[E]) adrift(s E, c cell) bool { return c.idx.Term != nil && x.loose(s, c.at) }

// loose reports whether nothing at all is known about some variable of the index `at`. Ghosts do not count, since
// they never change.
func (x *evaluator[E]) loose(s E, at linear.Expr) bool {
	for part := range at.Terms() {
		if part.Var >= len(x.lay.Slots) {
			continue // the dimension is a value within an operation, not a variable
		}
		if v := x.lay.Slots[part.Var].Var; v == nil || v.Ghost {
			continue
		}
		if _, _, hasLo, hasHi := x.bounds(s, linear.X(part.Var)); !hasLo && !hasHi && s.Havoc(part.Var).Leq(s) {
			return true
		}
	}
	return false
}

// same assumes that all cells whose index is known to be equal to c's index have the same value as c.
func same[E numeric.Element[E]](s E, cells []cell, c cell) E {
	for _, o := range cells {
		if o.dim != c.dim && s.Entails(o.at.EQ(c.at)) {
			s = s.Assume(linear.X(o.dim).EQ(linear.X(c.dim)))
		}
	}
	return s
}

// symbolic returns the position of the first cell that is not at a numeral.
func symbolic(cells []cell) int {
	for i, c := range cells {
		if c.idx.symbolic() {
			return i
		}
	}
	return len(cells)
}

// numeral does what which does, for cells at numerals only.
func (x *evaluator[E]) numeral(t E, cells []cell, v linear.Expr, f func(s E, dim int)) {
	if len(cells) == 0 {
		f(t, -1)
		return
	}
	lo, hi, hasLo, hasHi := x.bounds(t, v)
	for _, c := range cells {
		k := c.at.Constant()
		if hasLo && k.Less(lo) || hasHi && hi.Less(k) {
			continue
		}
		for _, u := range x.assume(nil, t, v.EQ(c.at)) {
			f(u, c.dim)
		}
		for _, u := range x.assume(nil, t, v.LT(c.at)) {
			f(u, -1)
		}
		if t = t.Assume(x.tight([]linear.Constraint{v.GT(c.at)})...); t.IsBottom() {
			return
		}
	}
	f(t, -1)
}

// written splits s by the cells that a store at the index v sets. It calls f with each case and the dimensions of
// these cells: several cells at ghosts and terms can be the same. If there are too many cases, it returns false and
// does not call f.
func (x *evaluator[E]) written(s E, a *cfa.Array, v linear.Expr, f func(s E, dims []int)) bool {
	type hit struct {
		s    E
		dims []int
	}
	cells := x.lay.cells[a]
	from := symbolic(cells)
	if from == len(cells) {
		x.which(s, a, v, func(s E, dim int) {
			if dim < 0 {
				f(s, nil)
			} else {
				f(s, []int{dim})
			}
		})
		return true
	}
	if s.IsBottom() {
		return true
	}
	hits := []hit{{s: s}}
	for _, c := range cells[from:] {
		if x.adrift(s, c) && within(s.Havoc(c.dim), c.dim, a.Elem).Leq(s) {
			continue // nothing is known about the cell, whether it is written or not
		}
		var next []hit
		for _, h := range hits {
			if c.at.Equal(v) {
				next = append(next, hit{h.s, append(slices.Clip(h.dims), c.dim)})
				continue
			}
			for _, u := range x.assume(nil, h.s, v.EQ(c.at)) {
				next = append(next, hit{u, append(slices.Clip(h.dims), c.dim)})
			}
			for _, u := range x.assume(x.assume(nil, h.s, v.LT(c.at)), h.s, v.GT(c.at)) {
				next = append(next, hit{u, h.dims})
			}
		}
		if hits = next; len(hits) > maxPlaces || x.over {
			return false
		}
	}
	for _, h := range hits {
		x.numeral(h.s, cells[:from], v, func(s E, dim int) {
			if dim < 0 {
				f(s, h.dims)
			} else {
				f(s, append(slices.Clip(h.dims), dim))
			}
		})
	}
	return true
}
