// Formulas may use prefix sums of an array (cfa.Sum). The sums are represented by one more array S after the program's
// arrays. The contents of the array determine S, so the certificate can assume nothing wrong about S. At any moment
// its cells satisfy these equations, and the checker uses instances of them:
//
//	S[i+step] = S[i] + a[i],   S[i] = 0 where 0 <= i < step.
//
// A store to a cell changes all sums after it, at distances that are multiples of the step, by the same difference. By
// the second equation, the sums at 0 … step-1 stay 0. So if the index of the cell is negative, the sums at this index
// and below change instead, by the opposite difference. After a fill or a copy nothing is known about the sums.

package cert

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Sum is an array of prefix sums.
type Sum struct {
	Array int   // the ID of the array that is summed up
	Step  int64 // see cfa.Sum
}

// Bounds on the sums of a certificate.
const (
	mostSums    = 1 << 10
	longestStep = 1 << 32
)

// ExtendSums returns the program with arrays of sums after its arrays, in the order given. The result shares the rest
// with p. If a sum is invalid, the error says why, and ExtendSums returns p itself.
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

// summed says what an array of sums is about: the symbol of the summed array, and the step.
type summed struct {
	of   *smt.Term
	step int64
}

// link records that the unknown contents `sums` are the prefix sums of the unknown contents `of`. a is the array of
// sums.
func (x *checker) link(sums, of *memory, a *cfa.Array) {
	x.summed[sums.sym] = summed{of.sym, a.Sum.Step}
}

// forget makes the contents of an array unknown. Its sums become the sums of these contents.
func (x *checker) forget(s *state, a *cfa.Array) {
	m := x.anything(a)
	s.setArray(a, m)
	for _, sum := range x.sums[a.ID] {
		n := x.anything(sum)
		x.link(n, m, sum)
		s.setArray(sum, n)
	}
}

// unsum makes the sums of an array unknown, before many of its cells change.
func (r *reader) unsum(a *cfa.Array) {
	for _, sum := range r.sums[a.ID] {
		r.s.setArray(sum, r.anything(sum))
	}
}

// resum updates the sums of an array, before its cell i gets the value v.
func (r *reader) resum(a *cfa.Array, i, v *smt.Term) {
	for _, sum := range r.sums[a.ID] {
		r.s.setArray(sum, &memory{
			kind: resummed, below: r.array(r.s, sum), src: r.array(r.s, a), idx: i, val: v, step: sum.Sum.Step,
		})
	}
}

// resummed returns the cell i of sums, after the cell m.idx of the array got the value m.val.
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

// sumsIn returns instances of the equations, for the cells of sums that occur in the formulas fs.
func (x *checker) sumsIn(fs []*smt.Term) []*smt.Term {
	if len(x.summed) == 0 {
		return nil
	}
	b := x.b
	var order []*smt.Term // the arrays of sums
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
