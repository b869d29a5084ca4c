// Consequences of cubes about the order of array indexes (section 6 of the paper).

package backward

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

const (
	longest     = 2  // disequalities in a disjunction
	mostPairs   = 40 // pairs of indexes to build disjunctions from
	mostIndexes = 10 // indexes of one array
	mostMarks   = 6  // marked store indexes of one array
)

// indexSets maps Array.ID to the index expressions of that array.
type indexSets map[int][]*smt.Term

// mark adds to a cube the equation of an auxiliary symbol with the index of a store. Once the case distinction of the
// store is decided, the index would vanish from the cube, but its order relative to other indexes still matters.
// Preconditions transform the mark like any other literal. If the array has mostMarks marks already, one of them is
// dropped.
func (m *Method) mark(c Cube, e *cfa.Edge, op *cfa.Store) Cube {
	x := m.evaluator(e, c)
	i := x.term(op.Idx)
	var of []int
	used := map[*smt.Term]bool{}
	for at, f := range c {
		for _, v := range smt.FreeVars(f) {
			used[v] = true
			if id, ok := m.marks[v]; ok && id == op.Arr.ID {
				of = append(of, at)
			}
		}
	}
	c = slices.Clone(c)
	if len(of) >= mostMarks {
		c = slices.Delete(c, of[0], of[0]+1)
	}
	t := m.auxiliary("index of "+m.Array(op.Arr).Func().Name, used, m.ints, nil)
	m.marks[t] = op.Arr.ID
	return m.cube(append(c, m.B.Eq(t, i))...)
}

// unmark removes the marks from a cube, and returns the rest and the marked indexes.
func (m *Method) unmark(c Cube) (Cube, indexSets) {
	var plain Cube
	marked := indexSets{}
	for _, f := range c {
		vars := smt.FreeVars(f)
		i := slices.IndexFunc(vars, func(v *smt.Term) bool { _, ok := m.marks[v]; return ok })
		if i < 0 {
			plain = append(plain, f)
			continue
		}
		if f.Op() != smt.OpEq {
			continue
		}
		if sign, t, ok := m.solve(m.B.Sub(f.Arg(0), f.Arg(1)), vars[i]); ok {
			id := m.marks[vars[i]]
			marked[id] = append(marked[id], m.B.Scale(num.RatOf(int64(-sign)), t))
		}
	}
	return plain, marked
}

// collect adds to marked the indexes at which a cube reads arrays. It sorts them and keeps at most mostIndexes for
// each array.
func (m *Method) collect(c Cube, marked indexSets) indexSets {
	seen := map[*smt.Term]bool{}
	for _, f := range c {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if t.Op() != smt.OpSelect {
				return
			}
			if a := m.of[t.Arg(0)].a; a != nil {
				marked[a.ID] = append(marked[a.ID], t.Arg(1))
			}
		})
	}
	for id := range m.Prog.Arrays {
		ts := marked[id]
		slices.SortFunc(ts, func(a, b *smt.Term) int { return a.ID() - b.ID() })
		ts = slices.DeleteFunc(slices.Compact(ts), func(t *smt.Term) bool {
			return !t.IsValue() && len(m.predicates(m.B.Eq(t, m.B.IntNum(0)))) == 0
		})
		marked[id] = ts[:min(len(ts), mostIndexes)]
	}
	return marked
}

// disequality is the formula f that the indexes s and t of the same array differ.
type disequality struct{ s, t, f *smt.Term }

// saturate finds disjunctions of disequalities between indexes of the same array that a cube entails. For each s ≠ t
// in such a disjunction it returns the predicates s < t and s > t. As in section 6 of the paper, longer disjunctions
// are built from shorter ones, up to the number of disequalities that the constant longest gives, and a disjunction
// that contains an entailed disjunction is not considered.
func (m *Method) saturate(ctx context.Context, c Cube, at indexSets) []*smt.Term {
	var pairs []disequality
	for id := range m.Prog.Arrays {
		for i, s := range at[id] {
			for _, t := range at[id][:i] {
				f := m.B.Not(m.B.Eq(s, t))
				if f.IsTrue() || f.IsFalse() || slices.ContainsFunc(pairs, func(p disequality) bool { return p.f == f }) {
					continue
				}
				if pairs = append(pairs, disequality{s, t, f}); len(pairs) == mostPairs {
					break
				}
			}
		}
	}
	k := m.know(ctx, c)
	var out []*smt.Term
	var level [][]int // disjunctions that the cube does not entail, as ascending positions in pairs
	level = append(level, nil)
	for n := 1; n <= longest; n++ {
		var next [][]int
		for _, d := range level {
			from := 0
			if len(d) > 0 {
				from = d[len(d)-1] + 1
			}
			for i := from; i < len(pairs); i++ {
				e := append(slices.Clone(d), i)
				if m.covered(e, level, n) && !effort.Done(ctx) {
					var fs []*smt.Term
					for _, j := range e {
						fs = append(fs, pairs[j].f)
					}
					if !m.entails(ctx, k, m.B.Or(fs...)) {
						next = append(next, e)
						continue
					}
					for _, j := range e {
						out = append(out, m.orders(pairs[j].s, pairs[j].t)...)
					}
				}
			}
		}
		level = next
	}
	return out
}

// covered reports whether all parts of the disjunction e that are one shorter are in level, that is, known not to be
// entailed. Otherwise e contains an entailed disjunction.
func (m *Method) covered(e []int, level [][]int, n int) bool {
	if n == 1 {
		return true
	}
	for i := range e {
		part := slices.Delete(slices.Clone(e), i, i+1)
		if !slices.ContainsFunc(level, func(d []int) bool { return slices.Equal(d, part) }) {
			return false
		}
	}
	return true
}
