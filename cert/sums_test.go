package cert

import (
	"context"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// sumAt is the prefix sum of an array by its definition, found the slow way.
func sumAt(a map[int64]int64, step, i int64) int64 {
	sum := int64(0)
	for ; i >= step; i -= step {
		sum += a[i-step]
	}
	for ; i < 0; i += step {
		sum -= a[i]
	}
	return sum
}

// After a store sums are what the cells then make of them, wherever the cell lies.
func TestSumsAfterStores(t *testing.T) {
	x, _ := unknowns()
	a := map[int64]int64{}
	cells := &memory{kind: many, val: x.int(0)}
	for i := int64(-6); i <= 6; i++ {
		a[i] = i*i*i%11 + 2
		cells = &memory{kind: one, below: cells, idx: x.int(i), val: x.int(a[i])}
	}
	for step := int64(1); step <= 3; step++ {
		before := &memory{kind: many, val: x.int(0)}
		for i := int64(-6); i <= 7; i++ {
			before = &memory{kind: one, below: before, idx: x.int(i), val: x.int(sumAt(a, step, i))}
		}
		for at := int64(-4); at <= 4; at++ {
			was := a[at]
			a[at] = 40
			after := &memory{kind: resummed, below: before, src: cells, idx: x.int(at), val: x.int(40), step: step}
			for i := int64(-4); i <= 4; i++ {
				if got, want := x.cell(&state{}, after, x.int(i)), x.int(sumAt(a, step, i)); got != want {
					t.Errorf("step %d, a[%d] is set: sum %d is %v, not %v", step, at, i, got, want)
				}
			}
			a[at] = was
		}
	}
}

// What follows from the equations of sums alone, and what does not.
func TestEquationsOfSums(t *testing.T) {
	for _, c := range []struct {
		name  string
		step  int64
		false func(b *smt.Builder, sum, a func(of *smt.Term) *smt.Term, i, k *smt.Term) *smt.Term
		want  bool
	}{
		{"the next", 1, func(b *smt.Builder, sum, a func(*smt.Term) *smt.Term, i, k *smt.Term) *smt.Term {
			return b.Not(b.Eq(sum(b.Add(i, b.IntNum(1))), b.Add(sum(i), a(i))))
		}, true},
		{"the one behind the next", 1, func(b *smt.Builder, sum, a func(*smt.Term) *smt.Term, i, k *smt.Term) *smt.Term {
			return b.Not(b.Eq(sum(b.Add(i, b.IntNum(2))), b.Add(sum(i), a(i))))
		}, false},
		{"the next by steps", 4, func(b *smt.Builder, sum, a func(*smt.Term) *smt.Term, i, k *smt.Term) *smt.Term {
			return b.Not(b.Eq(sum(b.Add(k, b.IntNum(4))), b.Add(sum(k), a(k))))
		}, true},
		{"the next by other steps", 4, func(b *smt.Builder, sum, a func(*smt.Term) *smt.Term, i, k *smt.Term) *smt.Term {
			return b.Not(b.Eq(sum(b.Add(k, b.IntNum(1))), b.Add(sum(k), a(k))))
		}, false},
		{"one that may be the next", 1, func(b *smt.Builder, sum, a func(*smt.Term) *smt.Term, i, k *smt.Term) *smt.Term {
			return b.And(b.Eq(k, b.Add(i, b.IntNum(1))), b.Not(b.Eq(sum(k), b.Add(sum(i), a(i)))))
		}, true},
		{"one that need not be", 1, func(b *smt.Builder, sum, a func(*smt.Term) *smt.Term, i, k *smt.Term) *smt.Term {
			return b.And(b.Lt(i, k), b.Not(b.Eq(sum(k), b.Add(sum(i), a(i)))))
		}, false},
		{"the first", 2, func(b *smt.Builder, sum, a func(*smt.Term) *smt.Term, i, k *smt.Term) *smt.Term {
			return b.Or(b.Not(b.Eq(sum(b.IntNum(0)), b.IntNum(0))), b.Not(b.Eq(sum(b.IntNum(1)), b.IntNum(0))))
		}, true},
		{"one that is not among the first", 2, func(b *smt.Builder, sum, a func(*smt.Term) *smt.Term, i, k *smt.Term) *smt.Term {
			return b.Not(b.Eq(sum(b.IntNum(2)), b.IntNum(0)))
		}, false},
		{"one below", 1, func(b *smt.Builder, sum, a func(*smt.Term) *smt.Term, i, k *smt.Term) *smt.Term {
			return b.Not(b.Eq(sum(b.IntNum(-1)), b.IntNum(0)))
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.checker = newChecker(context.Background(), s.checker.p, &Certificate{Builder: smt.NewBuilder(), Sums: []Sum{{s.m.ID, c.step}}})
			s.begin(nil)
			of := func(a *cfa.Array) func(*smt.Term) *smt.Term {
				return func(i *smt.Term) *smt.Term { return s.cell(&state{}, s.nowArray(a), i) }
			}
			f := c.false(s.b, of(s.sums[s.m.ID][0]), of(s.m), s.now(s.g), s.now(s.h))
			if status, _ := s.refute([]*smt.Term{f}); (status == solver.Unsat) != c.want {
				t.Errorf("refuted: %v", status == solver.Unsat)
			}
		})
	}
}

// A certificate about sums: of what a store makes of one, of a call that may change the array, and of
// sums that there are none of.
func TestSumsInCertificates(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	f, start := p.NewProc("f"), p.NewProc("start")
	p.Start = start
	g := p.NewVar(nil, "g", cfa.GlobalVar, cfa.Range{})
	a := p.NewArray(nil, "a", cfa.Range{}, -1)
	p.NewEdge(f.Entry, f.Exit, &cfa.Store{Arr: a, Idx: konst(2), Val: g}, lang.Pos{})
	mid := p.NewLoc(start, lang.Pos{})
	p.NewEdge(start.Entry, mid, &cfa.Store{Arr: a, Idx: konst(1), Val: konst(7)}, lang.Pos{})
	p.NewEdge(mid, start.Exit, &cfa.Call{Callee: f}, lang.Pos{})
	p.Finish()
	check := func(sums []Sum, first, second, third func(b *smt.Builder, s func(int64) *smt.Term) *smt.Term) error {
		b := smt.NewBuilder()
		arr := cfa.NewSum(a, 1, 1)
		at := func(i int64) *smt.Term { return b.Select(Symbol{Array: arr}.Term(b), b.IntNum(i)) }
		holds := func(l *cfa.Loc, f func(b *smt.Builder, s func(int64) *smt.Term) *smt.Term) Point {
			return Point{Loc: l.ID, Holds: []Annotation{{Conj: []*smt.Term{f(b, at)}}}}
		}
		sorted := func(ps ...Point) []Point {
			slices.SortFunc(ps, func(p, q Point) int { return p.Loc - q.Loc })
			return ps
		}
		c := &Certificate{Builder: b, Sums: sums, Contexts: []Context{
			{Proc: start.ID, Points: sorted(holds(start.Entry, first), holds(mid, second), holds(start.Exit, third))},
			{Proc: f.ID, Points: sorted(Point{Loc: f.Entry.ID, Holds: []Annotation{{}}}, Point{Loc: f.Exit.ID, Holds: []Annotation{{}}})},
		}}
		_, err := Check(context.Background(), p, c)
		return err
	}
	type formula = func(b *smt.Builder, s func(int64) *smt.Term) *smt.Term
	zero := formula(func(b *smt.Builder, s func(int64) *smt.Term) *smt.Term { return b.Eq(s(0), b.IntNum(0)) })
	seven := formula(func(b *smt.Builder, s func(int64) *smt.Term) *smt.Term {
		return b.Eq(b.Sub(s(2), s(1)), b.IntNum(7))
	})
	kept := formula(func(b *smt.Builder, s func(int64) *smt.Term) *smt.Term { return b.Le(b.IntNum(0), s(3)) })
	yes := formula(func(b *smt.Builder, _ func(int64) *smt.Term) *smt.Term { return b.True() })
	one := []Sum{{a.ID, 1}}
	for _, c := range []struct {
		name                 string
		sums                 []Sum
		first, second, third formula
		ok                   bool
	}{
		{"the first is 0", one, zero, zero, zero, true},
		{"a store", one, zero, seven, zero, true},
		{"nothing is known of it at the start", one, seven, yes, yes, false},
		{"a call changes it", one, zero, seven, kept, false},
		{"there is no sum", nil, zero, zero, zero, false},
		{"of no array", []Sum{{9, 1}}, zero, zero, zero, false},
		{"of a sum", []Sum{{a.ID, 1}, {1, 1}}, zero, zero, zero, false},
		{"in no steps", []Sum{{a.ID, 0}}, zero, zero, zero, false},
		{"backwards", []Sum{{a.ID, -1}}, zero, zero, zero, false},
	} {
		if err := check(c.sums, c.first, c.second, c.third); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
