package solver

import (
	"context"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"pgregory.net/rapid"
)

// A naming makes random formulas in which numbers are but names. Those without functions and arrays
// have a meaning of their own: three variables need no more values than the numerals and three
// others.
type naming struct {
	b     *smt.Builder
	pick  func(int) int
	sort  *smt.Sort
	vars  []*smt.Term
	bools []*smt.Term
	f     *smt.Func
	arrs  []*smt.Term
	rich  bool // with functions and arrays
}

const nameVars, nameNumerals, nameBools = 3, 3, 2

func newNaming(pick func(int) int, rich bool) *naming {
	b := smt.NewBuilder()
	w := &naming{b: b, pick: pick, rich: rich, sort: b.IntSort()}
	if pick(3) == 0 {
		w.sort = b.RealSort()
	}
	for i := range nameVars {
		w.vars = append(w.vars, b.Var(fmt.Sprint("x", i), w.sort))
	}
	for i := range nameBools {
		w.bools = append(w.bools, b.Var(fmt.Sprint("p", i), b.BoolSort()))
	}
	w.f = b.Func("f", []*smt.Sort{w.sort}, w.sort)
	for i := range 2 {
		w.arrs = append(w.arrs, b.Var(fmt.Sprint("a", i), b.ArraySort(w.sort, w.sort)))
	}
	return w
}

// num is a number, over an assignment of numbers, then of truth values.
func (w *naming) num(depth int) tree {
	kinds := 3
	if w.rich {
		kinds = 5
	}
	if depth == 0 || w.pick(4) == 0 {
		if i := w.pick(nameVars + nameNumerals); i < nameVars {
			return tree{w.vars[i], func(m []int) int { return m[i] }}
		}
		n := w.pick(nameNumerals)
		return tree{w.b.Num(num.RatOf(int64(n)), w.sort), func([]int) int { return n }}
	}
	switch w.pick(kinds) {
	case 3:
		return tree{t: w.b.App(w.f, w.num(depth-1).t)}
	case 4:
		return tree{t: w.b.Select(w.arr(depth-1), w.num(depth-1).t)}
	}
	c, x, y := w.formula(depth-1), w.num(depth-1), w.num(depth-1)
	return tree{w.b.Ite(c.t, x.t, y.t), func(m []int) int {
		if c.eval(m) != 0 {
			return x.eval(m)
		}
		return y.eval(m)
	}}
}

func (w *naming) arr(depth int) *smt.Term {
	a := w.arrs[w.pick(len(w.arrs))]
	for depth > 0 && w.pick(2) == 0 {
		depth--
		a = w.b.Store(a, w.num(depth).t, w.num(depth).t)
	}
	return a
}

func (w *naming) formula(depth int) tree {
	b := w.b
	if depth == 0 {
		i := w.pick(nameBools)
		return tree{w.bools[i], func(m []int) int { return m[nameVars+i] }}
	}
	switch w.pick(5) {
	case 0:
		x, y := w.formula(depth-1), w.formula(depth-1)
		return tree{b.Or(x.t, y.t), func(m []int) int { return x.eval(m) | y.eval(m) }}
	case 1:
		x := w.formula(depth - 1)
		return tree{b.Not(x.t), func(m []int) int { return 1 - x.eval(m) }}
	case 2:
		if w.rich {
			return tree{t: b.Eq(w.arr(depth-1), w.arr(depth-1))}
		}
	}
	x, y := w.num(depth-1), w.num(depth-1)
	return tree{b.Eq(x.t, y.t), func(m []int) int { return truth(x.eval(m) == y.eval(m)) }}
}

// holds reports whether there is an assignment that makes all formulas true.
func (w *naming) holds(fs []tree) bool {
	const values = nameNumerals + nameVars
	m := make([]int, nameVars+nameBools)
next:
	for n := range values * values * values << nameBools {
		k := n >> nameBools
		for i := range nameVars {
			m[i], k = k%values, k/values
		}
		for i := range nameBools {
			m[nameVars+i] = n >> i & 1
		}
		for _, f := range fs {
			if f.eval(m) == 0 {
				continue next
			}
		}
		return true
	}
	return false
}

// TestNames compares the answers with all assignments, or, where there are functions and arrays,
// with those of the tableau, and goes on with formulas that compare by size.
func TestNames(t *testing.T) {
	used := map[Status]int{}
	rapid.Check(t, func(t *rapid.T) {
		w := newNaming(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }, rapid.Bool().Draw(t, "rich"))
		s := New(w.b, Options{search: true})
		plain := New(w.b, Options{Plain: true, search: true})
		var fs []tree
		for range rapid.IntRange(1, 6).Draw(t, "formulas") {
			f := w.formula(1 + w.pick(4))
			fs = append(fs, f)
			s.Assert(f.t)
			plain.Assert(f.t)
			if w.pick(3) == 0 {
				s.Push()
				plain.Push()
			}
			want := plain.Check(context.Background())
			if !w.rich {
				if want = Unsat; w.holds(fs) {
					want = Sat
				}
			}
			if got := s.Check(context.Background()); got != want {
				t.Fatalf("%v, not %v (%v)", got, want, s.Reason())
			}
			if s.engine.names {
				used[want]++
			}
		}
		x, y := w.vars[0], w.vars[1]
		for _, g := range []*smt.Term{w.b.Lt(x, y), w.b.Lt(w.b.Add(x, y), w.b.Num(num.RatOf(int64(1)), w.sort))} {
			if got, want := s.Check(context.Background(), g), plain.Check(context.Background(), g); got != want {
				t.Fatalf("assuming %v: %v, not %v (%v)", g, got, want, s.Reason())
			}
		}
	})
	if used[Sat] == 0 || used[Unsat] == 0 {
		t.Errorf("numbers were but names in %d satisfiable and %d unsatisfiable cases", used[Sat], used[Unsat])
	}
}
