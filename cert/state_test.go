package cert

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// TestMerge: a merged state has the runs of both, each with the values that it had.
func TestMerge(t *testing.T) {
	l := newLine(small, small)
	y, z := l.local(wide), l.local(wide)
	a := l.p.NewArray(l.p.Start, "a", wide, -1)
	p := l.fail()
	x := newChecker(t.Context(), p, &Certificate{Builder: smt.NewBuilder()})
	x.begin(nil)
	b, n := x.b, x.int
	u, v := x.now(l.inputs[0]), x.now(l.inputs[1])
	yes := b.Le(u, v)
	builds := []func(s *state){
		func(*state) {},
		func(s *state) { x.assume(s, yes); s.set(y, n(1)) },
		func(s *state) { x.assume(s, b.Not(yes)); s.set(y, n(2)); s.set(z, u) },
		func(s *state) { x.assume(s, yes); x.assume(s, b.Le(u, n(1))); s.set(y, v) },
		func(s *state) { x.assume(s, b.Le(u, n(1))); x.assume(s, b.Le(v, n(0))); s.set(z, n(3)) },
		func(s *state) {
			x.assume(s, b.Le(n(2), u))
			s.setArray(a, &memory{kind: one, below: x.array(s, a), idx: n(1), val: u})
		},
		func(s *state) {
			x.assume(s, b.Le(b.Add(u, v), n(2)))
			x.assume(s, yes)
			s.setArray(a, &memory{kind: many, val: n(9)})
			s.set(y, b.Add(u, v))
		},
	}
	for common := range 3 {
		for i, first := range builds {
			for j, second := range builds {
				before := &state{}
				for range common {
					x.assume(before, b.Le(b.Add(u, b.Scale(num.RatOf(int64(common)), v)), n(4)))
				}
				s, o := before.clone(), before.clone()
				first(s)
				second(o)
				sc, oc := s.clone(), o.clone()
				m := x.merge(s, o)
				if m.false {
					t.Fatalf("%d, %d: nobody comes", i, j)
				}
				reads := func(s *state) []*smt.Term {
					return []*smt.Term{x.read(s, y), x.read(s, z), x.cell(s, x.array(s, a), n(1)), x.cell(s, x.array(s, a), v)}
				}
				rs, ro, rm := reads(sc), reads(oc), reads(m)
				var open []*smt.Term // ways, and what nothing is known of
				for _, f := range smt.FreeVars(append(append(append(append([]*smt.Term{}, m.cond...), rs...), ro...), rm...)...) {
					if f != u && f != v && f.Sort().Kind == smt.Bool {
						open = append(open, f)
					}
				}
				if len(open) > 1 {
					t.Fatalf("%d, %d: %v ways", i, j, open)
				}
				for w := int64(-4); w <= 3; w++ {
					for k := int64(-4); k <= 3; k++ {
						found := [2]bool{}
						model := smt.NewModel(b)
						model.Set(u, n(w))
						model.Set(v, n(k))
						model.Set(x.now(y), n(77))
						model.Set(x.now(z), n(78))
						holds := func(fs []*smt.Term) bool {
							for _, f := range fs {
								if ok, err := model.Holds(f); err != nil {
									t.Fatal(err)
								} else if !ok {
									return false
								}
							}
							return true
						}
						is := func(ps, qs []*smt.Term) bool {
							for i := range ps {
								p, err := model.Eval(ps[i])
								if err != nil {
									t.Fatal(err)
								}
								if q, err := model.Eval(qs[i]); err != nil || p != q {
									return false
								}
							}
							return true
						}
						for way := range 2 {
							for _, f := range open {
								model.Set(f, b.Bool(way == 1))
							}
							if !holds(m.cond) {
								continue
							}
							as := holds(sc.cond) && is(rs, rm)
							ao := holds(oc.cond) && is(ro, rm)
							found[0], found[1] = found[0] || as, found[1] || ao
							if !as && !ao {
								t.Fatalf("%d, %d: a run of %d, %d is that of neither: %v, %v", i, j, w, k, m.cond, rm)
							}
							for f, l := range m.lims {
								if val, err := model.Eval(f); err != nil || !l.has(must(val.Value().Num())) {
									t.Fatalf("%d, %d: %v is not within %v for %d, %d", i, j, f, l, w, k)
								}
							}
						}
						if holds(sc.cond) && !found[0] || holds(oc.cond) && !found[1] {
							t.Fatalf("%d, %d: a run of %d, %d is lost: %v", i, j, w, k, m.cond)
						}
					}
				}
			}
		}
	}
	// A condition that tells them apart is found among the first ones, and what both have said is
	// said once.
	for k, want := range map[int]bool{1: true, mostCompared: true, mostCompared + 1: false} {
		s, o := &state{}, &state{}
		for i := range k - 1 {
			f := b.Var(fmt.Sprint("f", i), b.BoolSort())
			s.cond, o.cond = append(s.cond, f), append(o.cond, b.Var(fmt.Sprint("g", i), b.BoolSort()))
		}
		s.cond, o.cond = append(s.cond, yes), append(o.cond, b.Not(yes))
		s.set(y, n(1))
		o.set(y, n(2))
		if got := x.read(x.merge(s, o), y); (got == b.Ite(yes, n(1), n(2))) != want {
			t.Errorf("%d conditions: %v", k, got)
		}
		s, o = o, s
		if got := x.read(x.merge(s, o), y); (got == b.Ite(yes, n(1), n(2))) != want {
			t.Errorf("%d conditions, the other way round: %v", k, got)
		}
	}
	s, o := &state{cond: []*smt.Term{b.Le(u, n(1)), yes}}, &state{cond: []*smt.Term{b.Le(u, n(1)), b.Not(yes)}}
	if m := x.merge(s, o); len(m.cond) != 1 || m.cond[0] != b.Le(u, n(1)) {
		t.Errorf("merged: %v", m.cond)
	}
	w := b.Mul(u, v)
	s, o = &state{lims: map[*smt.Term]span{u: between(0, 1), v: from(2), w: upTo(1)}}, &state{lims: map[*smt.Term]span{u: between(-2, 0), w: between(3, 4)}}
	if m := x.merge(s, o); len(m.lims) != 2 || !sameSpan(m.lims[u], between(-2, 1)) || !sameSpan(m.lims[w], upTo(4)) {
		t.Errorf("merged: %v", m.lims)
	}
	same := &memory{kind: many, val: n(9)}
	s, o = &state{after: x.p.Start}, &state{after: x.p.Start}
	s.setArray(a, same)
	o.setArray(a, same)
	s.set(y, n(4))
	o.set(y, n(4))
	if m := x.merge(s, o); m.arrs[a.ID] != same || m.vars[y.ID] != n(4) || m.after != x.p.Start {
		t.Error("what is the same is not the same when merged")
	}
}

// TestStates: what is set in a state is what is read, at once, and not in a copy.
func TestStates(t *testing.T) {
	s := newScene(t)
	b, n := s.b, s.int
	g, h := s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h})
	m := b.Select(s.of(t, Symbol{Array: s.m}), n(0))
	st := &state{}
	shown := func(f *smt.Term) *smt.Term { return s.show(st, s.ownView(st), f) }
	f := b.Le(b.Add(g, m), h)
	if first, again := shown(f), shown(f); first != f || again != f {
		t.Error("nothing was set")
	}
	st.set(s.g, n(5))
	if got := shown(b.Le(b.Add(g, m), h)); got != b.Le(b.Add(n(5), m), h) {
		t.Errorf("g is 5: %v", got)
	}
	st.setArray(s.m, &memory{kind: many, val: n(2)})
	if got := shown(b.Le(b.Add(g, m), h)); got != b.Le(n(7), h) {
		t.Errorf("m[0] is 2: %v", got)
	}
	st.bound(h, between(9, 9))
	if got := shown(b.Le(b.Add(g, m), h)); !got.IsTrue() {
		t.Errorf("h is 9: %v", got)
	}
	st.set(s.g, n(8))
	if got := shown(b.Le(b.Add(g, m), h)); !got.IsFalse() {
		t.Errorf("g is 8: %v", got)
	}
	if shown(g) != n(8) || shown(h) != n(9) || shown(m) != n(2) {
		t.Errorf("they are %v, %v, %v", shown(g), shown(h), shown(m))
	}
	// What formulas make of arrays, and what was at the entry.
	l, other := s.of(t, Symbol{Var: s.l}), s.of(t, Symbol{Array: s.o})
	array, old := s.of(t, Symbol{Array: s.m}), b.Select(s.of(t, Symbol{Array: s.m, Entry: true}), n(0))
	oldG := s.of(t, Symbol{Var: s.g, Entry: true})
	made := b.Fresh("made", s.ints)
	at0 := func(a *smt.Term) *smt.Term { return b.Select(a, n(0)) }
	for name, c := range map[string]struct {
		f    *smt.Term
		g    int64
		want *smt.Term
	}{
		"written":          {at0(b.Store(array, g, l)), 0, l},
		"written beside":   {at0(b.Store(array, g, l)), 1, n(2)},
		"over a constant":  {at0(b.Store(b.ConstArray(s.arrays, l), g, h)), 1, l},
		"over both":        {at0(b.Store(b.ConstArray(s.arrays, l), g, h)), 0, n(9)},
		"a choice":         {at0(b.Ite(b.Le(g, n(3)), array, other)), 3, n(2)},
		"the other choice": {at0(b.Ite(b.Le(g, n(3)), array, other)), 4, at0(other)},
		"within others":    {at0(b.Ite(b.Le(g, n(3)), b.Store(b.Ite(b.Le(g, n(1)), other, array), n(1), l), b.Store(array, n(0), h))), 2, n(2)},
		"one of others":    {at0(b.Ite(b.Le(g, n(3)), b.Store(b.Ite(b.Le(g, n(1)), other, array), n(1), l), b.Store(array, n(0), h))), 1, at0(other)},
		"at the entry":     {b.Add(old, oldG), 3, b.Add(old, oldG)},
		"what was made":    {b.Add(made, g), 3, b.Add(made, n(3))},
		"a cell of cells":  {b.Select(other, at0(array)), 3, b.Select(other, n(2))},
	} {
		to := &state{}
		to.set(s.g, n(c.g))
		to.setArray(s.m, &memory{kind: many, val: n(2)})
		to.bound(h, between(9, 9))
		if got := s.show(to, s.ownView(to), c.f); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	copied := st.clone()
	copied.set(s.g, n(1))
	copied.setArray(s.m, &memory{kind: many, val: n(1)})
	copied.bound(h, between(1, 1))
	s.assume(copied, b.Le(s.of(t, Symbol{Var: s.l}), n(3)))
	if len(st.cond) != 0 || shown(g) != n(8) || shown(h) != n(9) || shown(m) != n(2) {
		t.Errorf("behind a copy they are %v, %v, %v", shown(g), shown(h), shown(m))
	}
	if !(&state{false: true}).clone().false || (&state{after: s.f}).clone().after != s.f {
		t.Error("a copy is another state")
	}
	// What a procedure that was called may have set is what it has left.
	after := &state{after: s.f}
	for v, want := range map[*cfa.Var]*smt.Term{s.g: s.left(s.g), s.h: s.now(s.h), s.l: s.now(s.l), s.n: s.now(s.n)} {
		if got := s.read(after, v); got != want {
			t.Errorf("behind f, %s is %v, want %v", v.Name, got, want)
		}
	}
	for a, want := range map[*cfa.Array]*memory{s.m: s.leftArray(s.m), s.o: s.nowArray(s.o), s.q: s.nowArray(s.q)} {
		if got := s.array(after, a); got != want {
			t.Errorf("behind f, %s is %v, want %v", a.Name, got, want)
		}
	}
	// A term that is known to be a number is that number, whoever knows it.
	s.begin([]*smt.Term{b.Eq(g, n(3))})
	limited := &state{lims: map[*smt.Term]span{h: between(4, 4), m: between(4, 5)}}
	for f, want := range map[*smt.Term]*smt.Term{g: n(3), h: n(4), m: m, n(6): n(6)} {
		if got := s.settled(limited, f); got != want {
			t.Errorf("%v is %v, want %v", f, got, want)
		}
	}
}

// TestAssume: a condition that is noted, and what follows from it of single terms.
func TestAssume(t *testing.T) {
	x, v := unknowns(small, upTo7)
	b, n, p, q := x.b, x.int, v[0], v[1]
	nested := b.Ite(b.Var("c", b.BoolSort()), p, n(5))
	for k := 1; k < spanDepth; k++ {
		nested = b.Ite(b.Var(fmt.Sprint("c", k), b.BoolSort()), n(3), nested)
	}
	for i, c := range []struct {
		fs   []*smt.Term
		cond []*smt.Term // nil: nobody comes
		lim  span        // of p
	}{
		{[]*smt.Term{b.True()}, []*smt.Term{}, span{}},
		{[]*smt.Term{b.Le(p, n(7))}, []*smt.Term{}, span{}},
		{[]*smt.Term{b.Le(p, n(2))}, []*smt.Term{b.Le(p, n(2))}, between(-4, 2)},
		{[]*smt.Term{b.Le(p, n(2)), b.Le(p, n(1))}, []*smt.Term{b.Le(p, n(2)), b.Le(p, n(1))}, between(-4, 1)},
		{[]*smt.Term{b.Le(p, n(1)), b.Le(p, n(2))}, []*smt.Term{b.Le(p, n(1))}, between(-4, 1)},
		{[]*smt.Term{b.And(b.Le(p, n(2)), b.Le(q, p))}, []*smt.Term{b.Le(p, n(2)), b.Le(q, p)}, between(-4, 2)},
		{[]*smt.Term{b.False()}, nil, span{}},
		{[]*smt.Term{b.Le(p, n(-5))}, nil, span{}},
		{[]*smt.Term{b.Le(p, n(2)), b.Le(n(3), p)}, nil, span{}},
		{[]*smt.Term{b.And(b.Le(q, p), b.And(b.Le(p, n(2)), b.Le(n(3), p)))}, nil, span{}},
		{[]*smt.Term{b.Le(q, p), b.False(), b.Le(q, n(3))}, nil, span{}},
		{[]*smt.Term{b.Le(n(6), nested)}, nil, span{}}, // it is seen one deeper
	} {
		s := &state{}
		for _, f := range c.fs {
			x.assume(s, f)
		}
		if s.false != (c.cond == nil) || !s.false && (len(s.cond) != len(c.cond) || b.And(s.cond...) != b.And(c.cond...)) {
			t.Errorf("case %d: %v, nobody comes %v; want %v", i, s.cond, s.false, c.cond)
		}
		if l, ok := s.lims[p]; !s.false && (ok != (c.lim != span{}) || !sameSpan(l, c.lim)) {
			t.Errorf("case %d: limits %v, want %v", i, l, c.lim)
		}
	}
	both := &state{}
	x.assume(both, b.Le(p, n(2)))
	x.assume(both, b.Le(q, n(5)))
	if len(both.lims) != 2 || !sameSpan(both.lims[p], between(-4, 2)) || !sameSpan(both.lims[q], between(0, 5)) {
		t.Errorf("two limits: %v", both.lims)
	}
	s := &state{false: true}
	if x.assume(s, b.Le(q, p)); len(s.cond) > 0 {
		t.Error("a condition of nobody")
	}
}
