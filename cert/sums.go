package cert

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Formulas may speak of the prefix sums of an array, which are determined by its contents (cfa.Sum),
// as of one more array S after the program's. Nothing need be believed of it: at any moment its
// cells are what the equations make of the array's cells, so that any of these may be used,
//
//	S[i+step] = S[i] + a[i],   S[i] = 0 where 0 <= i < step,
//
// and a store changes a cell and all sums after it by as much. By the second equation those at
// 0 … step-1 stay 0: where the cell lies below 0, it is the sums at it and below that change, by the
// opposite. Of sums after cells that are filled or copied nothing is said.

// Sum is an array of prefix sums.
type Sum struct {
	Array int // Array.ID of what is summed up
	Step  int64
}

// Bounds on what is read.
const (
	mostSums    = 1 << 10
	longestStep = 1 << 32
)

// ExtendSums returns the program with arrays of sums after the others, in this order. The rest is
// shared. The error says which does not exist; the program has none of them then.
func ExtendSums(p *cfa.Program, sums []Sum) (*cfa.Program, error) {
	if len(sums) == 0 {
		return p, nil
	}
	if len(sums) > mostSums {
		return p, fmt.Errorf("there are more sums than %d", mostSums)
	}
	q := *p
	q.Arrays = slices.Clone(p.Arrays)
	for i, s := range sums {
		switch {
		case s.Array < 0 || s.Array >= len(p.Arrays):
			return p, fmt.Errorf("sum %d is of an array that does not exist", i)
		case s.Step < 1 || s.Step > longestStep:
			return p, fmt.Errorf("sum %d has no possible step", i)
		}
		q.Arrays = append(q.Arrays, cfa.NewSum(p.Arrays[s.Array], s.Step, len(p.Arrays)+i))
	}
	return &q, nil
}

// summed is what an array of sums sums up: the symbol of an array.
type summed struct {
	of   *smt.Term
	step int64
}

// link notes that unknown contents are the sums of others.
func (x *checker) link(sums, of *memory, a *cfa.Array) {
	x.summed[sums.sym] = summed{of.sym, a.Sum.Step}
}

// forget makes the contents of an array anything, and its sums those of that.
func (x *checker) forget(s *state, a *cfa.Array) {
	m := x.anything(a)
	s.setArray(a, m)
	for _, sum := range x.sums[a.ID] {
		n := x.anything(sum)
		x.link(n, m, sum)
		s.setArray(sum, n)
	}
}

// unsum makes the sums of an array anything, before many of its cells change.
func (r *reader) unsum(a *cfa.Array) {
	for _, sum := range r.sums[a.ID] {
		r.s.setArray(sum, r.anything(sum))
	}
}

// resum changes the sums of an array, before a cell of it gets a value.
func (r *reader) resum(a *cfa.Array, i, v *smt.Term) {
	for _, sum := range r.sums[a.ID] {
		r.s.setArray(sum, &memory{
			kind: resummed, below: r.array(r.s, sum), src: r.array(r.s, a), idx: i, val: v, step: sum.Sum.Step,
		})
	}
}

// resummed is a cell of sums after cell m.idx of the array has got the value m.val.
func (x *checker) resummed(s *state, m *memory, i *smt.Term) *smt.Term {
	b := x.b
	before := x.cell(s, m.below, i)
	up := x.decided(s, b.And(b.Le(x.int(0), m.idx), b.Lt(m.idx, i)))
	down := x.decided(s, b.And(b.Lt(m.idx, x.int(0)), b.Le(i, m.idx)))
	if up.IsFalse() && down.IsFalse() {
		return before
	}
	along := b.True()
	if m.step > 1 {
		along = x.decided(s, b.Eq(b.Mod(b.Sub(i, m.idx), num.RatOf(m.step)), x.int(0)))
	}
	by := b.Sub(m.val, x.cell(s, m.src, m.idx))
	return b.Ite(b.And(up, along), b.Add(before, by), b.Ite(b.And(down, along), b.Sub(before, by), before))
}

// sumsIn are the equations between the sums that formulas speak of.
func (x *checker) sumsIn(fs []*smt.Term) []*smt.Term {
	if len(x.summed) == 0 {
		return nil
	}
	b := x.b
	var order []*smt.Term // arrays of sums
	at := map[*smt.Term][]*smt.Term{}
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if t.Op() != smt.OpSelect {
				return
			}
			a := t.Arg(0)
			if _, ok := x.summed[a]; !ok {
				return
			}
			if at[a] == nil {
				order = append(order, a)
			}
			at[a] = append(at[a], t)
		})
	}
	var out []*smt.Term
	add := func(if_, then *smt.Term) {
		if f := b.Implies(if_, then); !f.IsTrue() {
			out = append(out, f)
		}
	}
	for _, a := range order {
		y := x.summed[a]
		step := x.num(num.Of(y.step))
		for _, t := range at[a] {
			i := t.Arg(1)
			add(b.And(b.Le(x.int(0), i), b.Lt(i, step)), b.Eq(t, x.int(0)))
			for _, u := range at[a] {
				if u != t {
					add(b.Eq(b.Sub(i, u.Arg(1)), step), b.Eq(t, b.Add(u, b.Select(y.of, u.Arg(1)))))
				}
			}
		}
	}
	return out
}
