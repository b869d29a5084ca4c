package solver

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/interpolant"
	"pgregory.net/rapid"
)

// A deal makes random groups of formulas. Group i has the variables number i and i+1 of each sort,
// so that neighbours share some, and now and then any other.
type deal struct {
	b     *smt.Builder
	pick  func(n int) int
	group int
	theory
}

// A theory says what the formulas are about.
type theory struct {
	name                   string
	ints, reals, fns, arrs bool
	bits                   int
	structure              int // of 10 formulas, how many are disjunctions and their like
	least                  int // percentage of cases in which there must be interpolants
	leastProof             int // percentage in which they must come from the first proof
}

func (d *deal) index() int {
	if d.pick(12) == 0 || d.arrs && d.pick(2) == 0 {
		return d.pick(3)
	}
	return d.group + d.pick(2)
}

func (d *deal) variable(prefix string, s *smt.Sort) *smt.Term {
	return d.b.Var(fmt.Sprint(prefix, d.index()), s)
}

func (d *deal) number(depth int) *smt.Term {
	b := d.b
	s := b.IntSort()
	if d.reals {
		s = b.RealSort()
	}
	n := 3
	if d.fns {
		n++
	}
	if d.arrs {
		n += 2
	}
	if depth == 0 {
		n = 1
	}
	switch k := d.pick(n); {
	case k == 0:
		if d.pick(4) == 0 {
			return b.Num(num.RatOf(int64(d.pick(5)-2)), s)
		}
		return d.variable("x", s)
	case k == 1:
		return b.Add(d.number(depth-1), b.Num(num.RatOf(int64(d.pick(5)-2)), s))
	case k == 2:
		return b.Add(b.Scale(num.RatOf(int64(d.pick(7)-3)), d.number(depth-1)), d.number(depth-1))
	case k == 3 && d.fns:
		return b.App(b.Func("f", []*smt.Sort{s}, s), d.number(depth-1))
	}
	return b.Select(d.array(depth-1), d.number(depth-1))
}

func (d *deal) array(depth int) *smt.Term {
	b := d.b
	if depth > 0 && d.pick(8) == 0 {
		return b.Store(d.array(depth-1), d.number(depth-1), d.number(depth-1))
	}
	return d.variable("a", b.ArraySort(b.IntSort(), b.IntSort()))
}

func (d *deal) elem(depth int) *smt.Term {
	b := d.b
	u := b.FreeSort("U")
	if depth == 0 || d.pick(2) == 0 {
		return d.variable("u", u)
	}
	if d.pick(3) == 0 {
		return b.App(b.Func("h", []*smt.Sort{u, u}, u), d.elem(depth-1), d.elem(depth-1))
	}
	return b.App(b.Func("g", []*smt.Sort{u}, u), d.elem(depth-1))
}

func (d *deal) bitVector(depth int) *smt.Term {
	b := d.b
	if depth == 0 || d.pick(3) == 0 {
		if d.pick(4) == 0 {
			return b.BV(num.Of(int64(d.pick(1<<d.bits))), d.bits)
		}
		return d.variable("v", b.BitVecSort(d.bits))
	}
	x, y := d.bitVector(depth-1), d.bitVector(depth-1)
	switch d.pick(4) {
	case 0:
		return b.BVAnd(x, y)
	case 1:
		return b.BVXor(x, y)
	}
	return b.BVAdd(x, y)
}

func (d *deal) atom() *smt.Term {
	b := d.b
	switch {
	case d.bits > 0:
		if d.pick(2) == 0 {
			return b.Eq(d.bitVector(2), d.bitVector(1))
		}
		return b.BVUlt(d.bitVector(1), d.bitVector(1))
	case d.ints || d.reals:
		if d.pick(2) == 0 {
			return b.Eq(d.number(2), d.number(1))
		}
		return b.Le(d.number(2), d.number(1))
	case d.fns:
		if d.pick(6) == 0 {
			return b.App(b.Func("p", []*smt.Sort{b.FreeSort("U")}, b.BoolSort()), d.elem(1))
		}
		return b.Eq(d.elem(2), d.elem(1))
	}
	return d.variable("q", b.BoolSort())
}

func (d *deal) formula(depth int) *smt.Term {
	b := d.b
	if depth == 0 || d.pick(10) >= d.structure {
		if d.pick(3) == 0 {
			return b.Not(d.atom())
		}
		return d.atom()
	}
	x, y := d.formula(depth-1), d.formula(depth-1)
	switch d.pick(6) {
	case 0:
		return b.And(x, y)
	case 1:
		return b.Xor(x, y)
	case 2:
		return b.Ite(d.formula(depth-1), x, y)
	}
	return b.Or(x, y)
}

// groups deals formulas until they are unsatisfiable, or gives up: then it returns nil. No group is
// unsatisfiable by itself.
func (d *deal) groups(ctx context.Context) [][]*smt.Term {
	groups := make([][]*smt.Term, 2+d.pick(4))
	status := func(groups ...[]*smt.Term) Status {
		s := New(d.b, Options{Conflicts: 200})
		for _, g := range groups {
			for _, f := range g {
				s.Assert(f)
			}
		}
		return s.Check(ctx)
	}
	rounds := 12
	if d.arrs {
		rounds = 8
	}
	for range rounds {
		for i, g := range groups {
			d.group = i
			g = append(g, d.formula(2))
			if status(g) == Sat {
				groups[i] = g
			}
		}
		switch status(groups...) {
		case Unsat:
			return groups
		case Unknown:
			return nil
		}
	}
	return nil
}

var theories = []theory{
	{name: "Bool", structure: 10, least: 100, leastProof: 100},
	{name: "LRA", reals: true, structure: 7, least: 95, leastProof: 90},
	{name: "LIA", ints: true, structure: 7, least: 95, leastProof: 90},
	{name: "UF", fns: true, structure: 7, least: 95, leastProof: 90},
	{name: "UFLRA", reals: true, fns: true, structure: 3, least: 95, leastProof: 90},
	{name: "UFLIA", ints: true, fns: true, structure: 3, least: 95, leastProof: 90},
	{name: "arrays", ints: true, arrs: true, structure: 1, least: 95, leastProof: 90},
	{name: "BV2", bits: 2, structure: 4, least: 95, leastProof: 90},
	{name: "BV4", bits: 4, structure: 3, least: 95, leastProof: 90},
}

// symbols are the free constants and functions in the formulas.
func symbols(fs ...*smt.Term) map[*smt.Func]bool {
	out := map[*smt.Func]bool{}
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			if t.Op() == smt.OpApp {
				out[t.Func()] = true
			}
		})
	}
	return out
}

// holdInterpolants checks what Interpolants promises, each property by itself.
func holdInterpolants(ctx context.Context, b *smt.Builder, groups [][]*smt.Term, itps []*smt.Term) error {
	if len(itps) != len(groups)-1 {
		return fmt.Errorf("%d interpolants of %d groups", len(itps), len(groups))
	}
	unsat := func(fs ...*smt.Term) error {
		s := New(b, Options{Plain: true, Seed: 7})
		for _, f := range fs {
			s.Assert(f)
		}
		if st := s.Check(ctx); st != Unsat {
			return fmt.Errorf("%v (%v)", st, s.Reason())
		}
		return nil
	}
	prev := b.True()
	for k := 0; k <= len(itps); k++ {
		next := b.False()
		var before, after []*smt.Term
		for i, g := range groups {
			if i <= k {
				before = append(before, g...)
			} else {
				after = append(after, g...)
			}
		}
		if k < len(itps) {
			next = itps[k]
			l, r := symbols(before...), symbols(after...)
			for f := range symbols(next) {
				if !l[f] || !r[f] {
					return fmt.Errorf("interpolant %d has %s, which is not shared: %v", k+1, f.Name, next)
				}
			}
			if err := unsat(append(before, b.Not(next))...); err != nil {
				return fmt.Errorf("the groups do not imply interpolant %d, %v: %w", k+1, next, err)
			}
			if err := unsat(append(after, next)...); err != nil {
				return fmt.Errorf("interpolant %d, %v, does not contradict the rest: %w", k+1, next, err)
			}
		}
		if err := unsat(append(append([]*smt.Term{prev}, groups[k]...), b.Not(next))...); err != nil {
			return fmt.Errorf("interpolant %d is not inductive: %w", k+1, err)
		}
		prev = next
	}
	return nil
}

func TestInterpolantsRandom(t *testing.T) {
	for _, th := range theories {
		t.Run(th.name, func(t *testing.T) {
			cases := 60
			if testing.Short() {
				cases = 15
			}
			r := rand.New(rand.NewPCG(1, uint64(len(th.name))))
			var tried, found, byProof int
			var stats interpolationStats
			size := 0
			for range cases {
				ctx := t.Context()
				d := &deal{b: smt.NewBuilder(), pick: r.IntN, theory: th}
				groups := d.groups(ctx)
				if groups == nil {
					continue
				}
				tried++
				w := &interpolation{ctx: ctx, b: d.b}
				itps, err := w.sequence(groups)
				var none *InterpolationError
				switch {
				case err == nil:
					found++
					if err := holdInterpolants(ctx, d.b, groups, itps); err != nil {
						t.Fatal(err)
					}
					if w.stats.again+w.stats.models == 0 {
						byProof++
					}
					stats.proof += w.stats.proof
					stats.again += w.stats.again
					stats.models += w.stats.models
					for _, f := range itps {
						smt.Walk(f, map[*smt.Term]bool{}, nil, func(*smt.Term) { size++ })
					}
				case errors.As(err, &none):
					if testing.Verbose() {
						t.Logf("none: %v", err)
						for i, g := range groups {
							t.Log(i, g)
						}
					}
				default:
					t.Fatal(err)
				}
			}
			t.Logf("%s: of %d cases %d have interpolants, %d all from one proof; formulas: %d from the proof, %d from a new one, %d from models; %.1f terms each",
				th.name, tried, found, byProof, stats.proof, stats.again, stats.models, float64(size)/float64(max(1, stats.proof+stats.again+stats.models)))
			if tried < cases/4 {
				t.Fatalf("only %d cases are unsatisfiable", tried)
			}
			if found*100 < th.least*tried || byProof*100 < th.leastProof*tried {
				t.Errorf("fewer than before: %d%% must have interpolants, %d%% all from one proof", th.least, th.leastProof)
			}
		})
	}
}

// The fallback must do without a proof: on two groups, each split of what was dealt.
func TestInterpolantsFromModels(t *testing.T) {
	const least = 95 // percent
	for _, th := range theories {
		t.Run(th.name, func(t *testing.T) {
			cases := 40
			if testing.Short() {
				cases = 10
			}
			r := rand.New(rand.NewPCG(2, uint64(len(th.name))))
			var tried, found, size int
			ctx := t.Context()
			for range cases {
				d := &deal{b: smt.NewBuilder(), pick: r.IntN, theory: th}
				groups := d.groups(ctx)
				if groups == nil {
					continue
				}
				k := 1 + r.IntN(len(groups)-1)
				two := [][]*smt.Term{slices.Concat(groups[:k]...), slices.Concat(groups[k:]...)}
				tried++
				w := &interpolation{ctx: ctx, b: d.b}
				f, err := w.fromModels(two, interpolant.NewVocabulary(two))
				if err != nil {
					if effort.Done(ctx) {
						t.Fatal(err)
					}
					if testing.Verbose() {
						t.Logf("none: %v\n%v\n%v", err, two[0], two[1])
					}
					continue
				}
				found++
				if err := holdInterpolants(ctx, d.b, two, []*smt.Term{f}); err != nil {
					t.Fatal(err)
				}
				smt.Walk(f, map[*smt.Term]bool{}, nil, func(*smt.Term) { size++ })
			}
			t.Logf("%s: of %d cases %d have interpolants from models; %.1f terms each", th.name, tried, found, float64(size)/float64(max(1, found)))
			if found*100 < least*tried {
				t.Errorf("fewer than before: %d%% must have interpolants", least)
			}
		})
	}
}

// Of formulas over bits everything can be tried: the oracle is the table of all assignments.
func TestInterpolantsAgainstTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		th := theories[0]
		if pick(2) == 0 {
			th = theory{name: "BV", bits: 2, structure: 5}
		}
		d := &deal{b: smt.NewBuilder(), pick: pick, theory: th}
		b := d.b
		n := 2 + pick(3)
		groups := make([][]*smt.Term, n)
		var all []*smt.Term
		s := New(b, Options{Proofs: pick(2) == 0, Plain: pick(2) == 0})
		for i := range groups {
			d.group = i % 3
			for range 1 + pick(4) {
				f := d.formula(2)
				groups[i] = append(groups[i], f)
				all = append(all, f)
				s.Assert(f)
			}
		}
		vars := smt.FreeVars(all...)
		bits := len(vars) * max(1, th.bits)
		if bits > 12 {
			return
		}
		ctx := context.Background()
		if s.Check(ctx) != Unsat {
			return
		}
		itps, err := s.Interpolants(ctx, groups...)
		if err != nil {
			t.Fatalf("%v: %v", groups, err)
		}
		for k, f := range itps {
			l, r := symbols(slices.Concat(groups[:k+1]...)...), symbols(slices.Concat(groups[k+1:]...)...)
			for s := range symbols(f) {
				if !l[s] || !r[s] {
					t.Fatalf("%v: %v has %s, which is not shared", groups, f, s.Name)
				}
			}
		}
		itps = append(append([]*smt.Term{b.True()}, itps...), b.False())
		for x := range 1 << bits {
			m := smt.NewModel(b)
			at := x
			for _, v := range vars {
				if th.bits == 0 {
					m.Set(v, b.Bool(at&1 == 1))
					at >>= 1
				} else {
					m.Set(v, b.BV(num.Of(int64(at&3)), 2))
					at >>= 2
				}
			}
			holds := func(fs ...*smt.Term) bool {
				for _, f := range fs {
					if ok, err := m.Holds(f); err != nil {
						t.Fatal(err)
					} else if !ok {
						return false
					}
				}
				return true
			}
			for k, g := range groups {
				if holds(itps[k]) && holds(g...) && !holds(itps[k+1]) {
					t.Fatalf("%v: step %d from %v to %v is wrong", groups, k+1, itps[k], itps[k+1])
				}
			}
		}
	})
}
