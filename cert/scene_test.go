package cert

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// A scene is a program with variables and arrays of all kinds, in which nothing happens but that
// start calls f, which sets g and the array m.
type scene struct {
	*checker
	start, f   *cfa.Proc
	call       *cfa.Edge
	g, h, l, n *cfa.Var   // global, global, of start, a parameter of f
	m, o, q    *cfa.Array // global, global, of start
}

func newScene(t *testing.T) *scene {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	s := &scene{f: p.NewProc("f"), start: p.NewProc("start")}
	p.Start = s.start
	s.g, s.h = p.NewVar(nil, "g", cfa.GlobalVar, wide), p.NewVar(nil, "h", cfa.GlobalVar, wide)
	s.l, s.n = p.NewVar(s.start, "l", cfa.LocalVar, wide), p.NewVar(s.f, "n", cfa.ParamVar, wide)
	s.m, s.o, s.q = p.NewArray(nil, "m", wide, -1), p.NewArray(nil, "o", wide, -1), p.NewArray(s.start, "q", wide, -1)
	mid := p.NewLoc(s.f, lang.Pos{})
	p.NewEdge(s.f.Entry, mid, &cfa.Assign{LHS: s.g, RHS: s.n}, lang.Pos{})
	p.NewEdge(mid, s.f.Exit, &cfa.Store{Arr: s.m, Idx: konst(0), Val: s.h}, lang.Pos{})
	s.call = p.NewEdge(s.start.Entry, s.start.Exit, &cfa.Call{Callee: s.f, Args: []cfa.Expr{konst(3)}}, lang.Pos{})
	p.Finish()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	s.checker = newChecker(context.Background(), p, &Certificate{Builder: smt.NewBuilder()})
	s.begin(nil)
	return s
}

// of is the constant for a variable or an array, as the formulas of start have it.
func (s *scene) of(t *testing.T, y Symbol) *smt.Term {
	c := y.Term(s.b)
	if err := s.meaningful(c, s.start, false); err != nil {
		t.Fatal(err)
	}
	return c
}

func (s *scene) zero(c *smt.Term) *smt.Term {
	if c.Sort().Kind == smt.Array {
		c = s.b.Select(c, s.int(0))
	}
	return s.b.Eq(c, s.int(0))
}

// TestUntouched: what was set, or may have been by a call, is touched, and so is every formula that
// speaks of it; what a formula says of the entry never is.
func TestUntouched(t *testing.T) {
	s := newScene(t)
	vars, arrays := []*cfa.Var{s.g, s.h, s.l}, []*cfa.Array{s.m, s.o, s.q}
	type formula struct {
		f    *smt.Term
		vars []*cfa.Var
		arrs []*cfa.Array
		made bool
	}
	formulas := []formula{{f: s.b.Eq(s.of(t, Symbol{Var: s.g, Entry: true}), s.int(1))}, {f: s.zero(s.of(t, Symbol{Array: s.m, Entry: true}))},
		{f: s.b.Eq(s.b.Fresh("made", s.ints), s.int(0)), made: true}}
	for _, v := range vars {
		formulas = append(formulas, formula{f: s.zero(s.of(t, Symbol{Var: v})), vars: []*cfa.Var{v}})
	}
	for _, a := range arrays {
		formulas = append(formulas, formula{f: s.zero(s.of(t, Symbol{Array: a})), arrs: []*cfa.Array{a}})
	}
	for _, f := range slices.Clone(formulas) {
		for _, g := range slices.Clone(formulas) {
			formulas = append(formulas, formula{s.b.And(f.f, g.f), append(slices.Clone(f.vars), g.vars...), append(slices.Clone(f.arrs), g.arrs...), f.made || g.made})
		}
	}
	for set := range 1 << 7 {
		st := &state{}
		for i, v := range vars {
			if set>>i&1 != 0 {
				st.set(v, s.int(7))
			}
		}
		for i, a := range arrays {
			if set>>(3+i)&1 != 0 {
				st.setArray(a, s.anything(a))
			}
		}
		if set>>6 != 0 {
			st.after = s.f
		}
		for _, f := range formulas {
			want := !f.made || set == 0
			for _, v := range f.vars {
				want = want && st.vars[v.ID] == nil && !(st.after != nil && v == s.g)
			}
			for _, a := range f.arrs {
				want = want && st.arrs[a.ID] == nil && !(st.after != nil && a == s.m)
			}
			if s.untouched(st, f.f) != want {
				t.Errorf("%v in state %b: untouched is not %v", f.f, set, want)
			}
		}
	}
}

// TestOpen: what the annotation says is seen to hold where formulas are seen as it sees them, and
// not where the same symbols stand for something else.
func TestOpen(t *testing.T) {
	s := newScene(t)
	b := s.b
	n := Symbol{Var: s.n}.Term(b)
	if err := s.meaningful(n, s.f, false); err != nil {
		t.Fatal(err)
	}
	h := s.of(t, Symbol{Var: s.h})
	said, other := b.Le(b.Add(n, h), s.int(7)), b.Le(h, s.int(7))
	s.begin([]*smt.Term{said, other})
	st := &state{}
	own := s.ownView(st)
	if s.open(st, own, said) != nil || s.open(st, own, other) != nil || s.open(st, own, b.Le(n, s.int(8))) == nil {
		t.Error("what is said does not hold, or what is not does")
	}
	hd := s.hand(st, s.call.Op.(*cfa.Call))
	for name, v := range map[string]*view{"entry": s.atEntry(&hd), "exit": s.atExit(&hd)} {
		if s.open(st, v, said) == nil {
			t.Errorf("at the %s the parameter is taken for the one of before", name)
		}
	}
	// A condition of the path holds, too, in whatever way it is said; and what has been set is seen
	// as it is.
	st.cond = []*smt.Term{b.Le(n, h)}
	if s.open(st, s.ownView(st), b.Le(n, h)) != nil {
		t.Error("a condition does not hold")
	}
	st.set(s.h, s.int(9))
	if g := s.open(st, s.ownView(st), other); g == nil || !g.IsFalse() {
		t.Errorf("9 <= 7 is seen as %v", g)
	}
	st.set(s.h, s.int(6))
	if s.open(st, s.ownView(st), other) != nil {
		t.Error("6 <= 7 does not hold")
	}
}

// TestBegin: of an annotation nothing is left when the next begins, in 2^32 of them.
func TestBegin(t *testing.T) {
	s := newScene(t)
	b := s.b
	g, h, l := s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h}), s.of(t, Symbol{Var: s.l})
	conj := []*smt.Term{b.Eq(g, s.int(3)), b.And(b.Le(h, s.int(5)), b.Le(b.Add(g, h), s.int(7))), b.And(b.Le(s.int(1), h), b.And(b.Le(b.Add(g, l), s.int(2)), b.Le(b.Add(h, l), s.int(2))))}
	all := []*smt.Term{conj[0], b.Le(h, s.int(5)), b.Le(b.Add(g, h), s.int(7)), b.Le(s.int(1), h), b.Le(b.Add(g, l), s.int(2)), b.Le(b.Add(h, l), s.int(2))}
	other := b.Le(l, s.int(77))
	for _, turn := range []uint32{s.known.now, 40, math.MaxUint32 - 1, math.MaxUint32} {
		s.known.now = turn
		s.begin(conj)
		for _, f := range all {
			if !s.known.fact(f) {
				t.Errorf("turn %d: %v is none of the facts", turn, f)
			}
		}
		if s.known.fact(other) || s.known.fact(b.True()) {
			t.Errorf("turn %d: more is known than was said", turn)
		}
		if v := s.known.value(g); v == nil || !v.Value().Num().Equal(num.Of(3)) || s.known.value(h) != nil || s.known.value(l) != nil {
			t.Errorf("turn %d: values %v, %v, %v", turn, v, s.known.value(h), s.known.value(l))
		}
		if r := s.known.limits[h]; r != (span{num.Of(1), num.Of(5), true, true}) {
			t.Errorf("turn %d: limits %v", turn, r)
		}
		s.prepare()
		want := []*smt.Term{conj[0], b.Le(h, s.int(5)), b.Le(h, s.int(4)), b.Le(s.int(1), h), b.Le(l, s.int(-1)), b.Le(b.Add(h, l), s.int(2))}
		if !slices.Equal(s.known.premises, want) {
			t.Errorf("turn %d: premises %v, want %v", turn, s.known.premises, want)
		}
		for _, f := range want {
			if !s.known.fact(f) {
				t.Errorf("turn %d: %v, a premise, is no fact", turn, f)
			}
		}
		kept := &s.known.premises[0]
		if s.prepare(); kept != &s.known.premises[0] || len(s.known.premises) != len(want) {
			t.Errorf("turn %d: prepared again", turn)
		}
		s.begin([]*smt.Term{other, other, b.True(), b.Le(b.Add(l, l, h), s.int(0)), b.Le(b.Add(l, l, h), s.int(0))})
		for _, f := range append(slices.Clone(all), want...) {
			if s.known.fact(f) {
				t.Errorf("turn %d: %v is left of the annotation before", turn, f)
			}
		}
		if s.known.value(g) != nil || len(s.known.limits) != 1 {
			t.Errorf("turn %d: a value, or limits, are left of the annotation before: %v", turn, s.known.limits)
		}
		s.prepare()
		if want := []*smt.Term{other, b.Le(b.Add(l, l, h), s.int(0))}; !slices.Equal(s.known.premises, want) {
			t.Errorf("turn %d: premises %v, want %v", turn, s.known.premises, want)
		}
		s.begin(nil)
	}
	s.known.now = 0
	s.begin(conj)
	s.known.now = math.MaxUint32
	s.begin([]*smt.Term{other})
	for _, f := range all {
		if s.known.fact(f) {
			t.Errorf("%v was said 2^32 annotations before", f)
		}
	}
	if s.known.value(g) != nil {
		t.Errorf("g has the value of 2^32 annotations before")
	}
	for c := b.Fresh("c", s.ints); c.ID() <= len(s.known.valued)+1 || c.ID() <= len(s.known.facts)+1; c = b.Fresh("c", s.ints) {
		if s.known.value(c) != nil || s.known.fact(c) {
			t.Errorf("%v, which nobody has spoken of, has a value", c)
		}
	}
	for _, conj := range [][]*smt.Term{
		{b.False()}, {b.False(), b.Le(h, s.int(5))}, {b.Eq(g, s.int(1)), b.Eq(g, s.int(2)), b.Le(h, s.int(5))}, {b.And(b.Le(h, s.int(5)), b.Le(s.int(6), h)), b.Le(g, s.int(1))},
	} {
		if s.begin(conj); !s.known.false {
			t.Errorf("%v can hold", conj)
		}
	}
	if s.begin([]*smt.Term{b.Eq(b.Mul(h, l), s.int(3)), b.Le(h, s.int(5)), b.Le(b.Add(h, s.of(t, Symbol{Var: s.n})), s.int(5))}); s.known.false || s.known.value(b.Mul(h, l)) != nil || s.known.limits[b.Mul(h, l)] != between(3, 3) {
		t.Errorf("a product is 3: %v, %v", s.known.limits, s.known.value(b.Mul(h, l)))
	}
	s.begin([]*smt.Term{b.Eq(g, s.int(3)), b.Le(h, s.int(5)), b.Le(b.Add(g, h), s.int(9))})
	if s.prepare(); len(s.known.premises) != 2 {
		t.Errorf("what follows is a premise: %v", s.known.premises)
	}
	// A value is one of a variable or a cell; of other terms there are bounds.
	cell := b.Select(s.of(t, Symbol{Array: s.m}), g)
	s.begin([]*smt.Term{b.Eq(cell, s.int(4)), b.Eq(b.Mod(l, num.RatOf(8)), s.int(2)), b.Le(b.Div(h, num.RatOf(8)), s.int(2))})
	if v := s.known.value(cell); v == nil || !v.Value().Num().Equal(num.Of(4)) {
		t.Errorf("the cell is %v", v)
	}
	for _, u := range []*smt.Term{b.Mod(l, num.RatOf(8)), b.Div(h, num.RatOf(8))} {
		if s.known.value(u) != nil {
			t.Errorf("%v has a value", u)
		}
	}
}

// TestParts: a conjunction of conjunctions has the parts that are none, each once.
func TestParts(t *testing.T) {
	b := smt.NewBuilder()
	var f []*smt.Term
	for i := range 24 {
		f = append(f, b.Var(fmt.Sprint("f", i), b.BoolSort()))
	}
	deep := b.And(append([]*smt.Term{b.Or(f[0], f[1])}, f[2:14]...)...)
	for _, c := range []struct {
		of   *smt.Term
		want []*smt.Term
	}{
		{f[0], f[:1]},
		{b.Or(f[0], f[1]), []*smt.Term{b.Or(f[0], f[1])}},
		{b.And(f[0], f[1]), f[:2]},
		{b.And(append([]*smt.Term{deep}, f[12:]...)...), append([]*smt.Term{b.Or(f[0], f[1])}, f[2:]...)},
		{b.And(append(slices.Clone(f[12:]), deep)...), append([]*smt.Term{b.Or(f[0], f[1])}, f[2:]...)},
	} {
		got := slices.Clone(parts(c.of))
		byID := func(a, b *smt.Term) int { return a.ID() - b.ID() }
		slices.SortFunc(got, byID)
		want := slices.Clone(c.want)
		slices.SortFunc(want, byID)
		if !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", c.of, got, want)
		}
	}
}
