// Prefix sums of arrays as dimensions (cfa.Sum): S[t] is the sum of the cells before t, for terms t that are kept
// like indexes of cells. With them a loop that adds up an array is linear: s = S[i] is an invariant of s += a[i].
// When i reaches n this is S[n], which does not change while other loops go over the array. If i becomes i+1, S[i]
// becomes S[i] + a[i]; if a cell is written, all sums after it change by the difference. These are the rules for sums
// over intervals of Leino and Monahan, "Reasoning about Comprehensions with First-Order SMT Solvers" (SAC 2009), the
// unit rule and the rule for writes outside of the interval, as operations of a numeric domain.
//
// Like cells at terms, sums are for forward operations in a layout for all procedures together.

package cells

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// isSum reports whether the slot is a prefix sum.
func (s Slot) isSum() bool { return s.Var == nil && s.Arr != nil && s.Arr.Sum != nil }

// sumName returns a sum in ACSL's syntax.
func (s Slot) sumName() string {
	of, i := s.Arr.Sum.Of.Name, s.Idx.String()
	if step := s.Arr.Sum.Step; step != 1 {
		return fmt.Sprintf(`\sum(1, (%s) / %d, \lambda integer j; %s[%s - %d * j])`, i, step, of, i, step)
	}
	if s.Idx.Ghost == nil && s.Idx.Term == nil {
		i = s.Idx.Num.Sub(num.Of(1)).String()
	} else {
		i += " - 1"
	}
	return fmt.Sprintf(`\sum(0, %s, \lambda integer j; %s[j])`, i, of)
}

// addSum records an array of sums that has kept cells.
func (l *Layout) addSum(a *cfa.Array) {
	if l.sums == nil {
		l.sums = map[*cfa.Array][]*cfa.Array{}
	}
	l.sums[a.Sum.Of] = append(l.sums[a.Sum.Of], a)
}

// held returns the value of the cell of a at the index `at`, if a kept cell has this index, or if the element shows
// that the index of a kept cell is equal to it.
func (x *evaluator[E]) held(s E, a *cfa.Array, at linear.Expr) (linear.Expr, bool) {
	for _, c := range x.lay.cells[a] {
		if c.at.Equal(at) {
			return linear.X(c.dim), true
		}
	}
	for _, c := range x.lay.cells[a] {
		if d := c.at.Sub(at); !d.IsConst() && s.Entails(d.EQ(linear.Expr{})) {
			return linear.X(c.dim), true
		}
	}
	return linear.Expr{}, false
}

// sumAt returns the sum at an index: 0, a dimension, or a neighbouring sum plus or minus the cell between.
func (x *evaluator[E]) sumAt(s E, sum *cfa.Array, at linear.Expr) (linear.Expr, bool) {
	if x.first(sum, at) {
		return linear.Expr{}, true
	}
	if v, ok := x.held(s, sum, at); ok {
		return v, true
	}
	step := sum.Sum.Step
	if before := at.AddInt(-step); x.has(sum, before) {
		v, _ := x.held(s, sum, before)
		if cell, ok := x.held(s, sum.Sum.Of, before); ok {
			return v.Add(cell), true
		}
	}
	if behind := at.AddInt(step); x.has(sum, behind) {
		v, _ := x.held(s, sum, behind)
		if cell, ok := x.held(s, sum.Sum.Of, at); ok {
			return v.Sub(cell), true
		}
	}
	return linear.Expr{}, false
}

// has reports whether a cell with literally this index is kept.
func (x *evaluator[E]) has(a *cfa.Array, at linear.Expr) bool {
	for _, c := range x.lay.cells[a] {
		if c.at.Equal(at) {
			return true
		}
	}
	return false
}

// first reports whether the sum at the index `at` is a sum of no cells.
func (x *evaluator[E]) first(sum *cfa.Array, at linear.Expr) bool {
	return at.IsConst() && at.Constant().Sign() >= 0 && at.Constant().Less(num.RatOf(sum.Sum.Step))
}

// equate assumes what the relations between indexes imply for sums and for the cells of summed arrays: at equal
// indexes they are equal, and sums at neighbouring indexes differ by a cell.
func (x *evaluator[E]) equate(s E) E {
	for _, a := range x.lay.summedUp() {
		if s.IsBottom() {
			return s
		}
		s = x.alike(s, x.lay.cells[a])
		for _, sum := range x.lay.sums[a] {
			cs := x.lay.cells[sum]
			s = x.alike(s, cs)
			for i, c := range cs {
				if s.Entails(c.at.EQ(linear.Expr{})) {
					s = s.Assume(linear.X(c.dim).EQ(linear.Expr{}))
				}
				for j, d := range cs {
					apart := d.at.Sub(c.at).AddInt(-sum.Sum.Step)
					if i == j || !apart.IsConst() && !s.Entails(apart.EQ(linear.Expr{})) || apart.IsConst() && !apart.Constant().IsZero() {
						continue
					}
					if cell, ok := x.held(s, a, c.at); ok {
						s = s.Assume(linear.X(d.dim).EQ(linear.X(c.dim).Add(cell)))
					}
				}
			}
		}
	}
	return s
}

// alike assumes that cells whose indexes are known to be equal have equal values.
func (x *evaluator[E]) alike(s E, cs []cell) E {
	for i, c := range cs {
		for _, d := range cs[:i] {
			if s.Entails(c.at.EQ(d.at)) {
				s = s.Assume(linear.X(c.dim).EQ(linear.X(d.dim)))
			}
		}
	}
	return s
}

// summedUp returns the arrays that have kept sums, in the order of the dimensions.
func (l *Layout) summedUp() []*cfa.Array {
	var out []*cfa.Array
	if len(l.sums) == 0 {
		return nil
	}
	for _, s := range l.Slots {
		if s.isSum() && (len(out) == 0 || out[len(out)-1] != s.Arr.Sum.Of) {
			out = append(out, s.Arr.Sum.Of)
		}
	}
	return out
}

// unsum forgets the sums of an array.
func unsum[E numeric.Element[E]](l *Layout, s E, a *cfa.Array) E {
	for _, sum := range l.sums[a] {
		for _, c := range l.cells[sum] {
			s = s.Havoc(c.dim)
		}
	}
	return s
}

// resum returns elements in which the sums of the array a are those after a store of the case c at the index i. The
// cell at i still has its old value in them.
func (x *evaluator[E]) resum(s E, a *cfa.Array, i linear.Expr, c one[E]) []E {
	if len(x.lay.sums[a]) == 0 {
		return []E{s}
	}
	if !s.Entails(i.GE(linear.Expr{})) { // a negative index can change the other sums
		return []E{unsum(x.lay, s, a)}
	}
	before, known := x.held(s, a, i)
	by := c.v.Sub(before)
	out := []E{s}
	for _, sum := range x.lay.sums[a] {
		for _, m := range x.lay.cells[sum] {
			var next []E
			for _, s := range out {
				if s.Havoc(m.dim).Leq(s) { // nothing is known about the sum
					next = append(next, s)
					continue
				}
				next = x.assume(next, s, m.at.LE(i))
				for _, u := range x.assume(nil, s, m.at.GT(i)) {
					if known && c.known && whole(m.at.Sub(i), num.RatOf(sum.Sum.Step)) {
						u = u.Assign(m.dim, linear.X(m.dim).Add(by))
					} else {
						u = u.Havoc(m.dim)
					}
					next = append(next, u)
				}
			}
			out = few(next)
		}
	}
	return out
}
