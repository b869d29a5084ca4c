package cert

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// TestCells: what is at an index after all that can be done to an array, in every order of two.
func TestCells(t *testing.T) {
	x, v := unknowns(small, upTo7)
	b, n, p, q := x.b, x.int, v[0], v[1]
	yes := b.Le(p, n(0))
	type cells func(p, q, i int64) int64
	type contents struct {
		m  *memory
		is cells
	}
	base := contents{&memory{kind: many, val: n(50)}, func(_, _, _ int64) int64 { return 50 }}
	other := contents{&memory{kind: one, below: base.m, idx: q, val: n(51)}, func(_, q, i int64) int64 {
		if i == q {
			return 51
		}
		return 50
	}}
	steps := []func(c contents) contents{
		func(c contents) contents { return c },
		func(c contents) contents {
			return contents{&memory{kind: one, below: c.m, idx: p, val: n(60)}, func(p, q, i int64) int64 {
				if i == p {
					return 60
				}
				return c.is(p, q, i)
			}}
		},
		func(c contents) contents {
			return contents{&memory{kind: one, below: c.m, idx: n(2), val: q}, func(p, q, i int64) int64 {
				if i == 2 {
					return q
				}
				return c.is(p, q, i)
			}}
		},
		func(c contents) contents {
			return contents{&memory{kind: many, below: c.m, val: n(70), lo: n(1), hi: q}, func(p, q, i int64) int64 {
				if 1 <= i && i < q {
					return 70
				}
				return c.is(p, q, i)
			}}
		},
		func(c contents) contents {
			return contents{&memory{kind: many, below: c.m, src: other.m, lo: p, hi: n(3)}, func(p, q, i int64) int64 {
				if p <= i && i < 3 {
					return other.is(p, q, i)
				}
				return c.is(p, q, i)
			}}
		},
		func(c contents) contents {
			return contents{&memory{kind: many, src: other.m}, other.is}
		},
		func(c contents) contents {
			return contents{&memory{kind: moved, below: c.m, src: c.m, lo: p, hi: b.Add(p, n(2)), shift: b.Sub(q, p)}, func(p, q, i int64) int64 {
				if p <= i && i < p+2 {
					return c.is(p, q, i+q-p)
				}
				return c.is(p, q, i)
			}}
		},
		func(c contents) contents {
			return contents{&memory{kind: either, below: c.m, idx: yes, src: other.m}, func(p, q, i int64) int64 {
				if p <= 0 {
					return c.is(p, q, i)
				}
				return other.is(p, q, i)
			}}
		},
	}
	k := b.Fresh("k", x.ints)
	indexes := []*smt.Term{n(1), n(2), p, q, b.Add(p, n(1)), k}
	for i, first := range steps {
		for j, second := range steps {
			c := second(first(base))
			s := &state{}
			for _, at := range indexes {
				got := x.cell(s, c.m, at)
				if x.sunk != 0 {
					t.Fatalf("%d calls are within each other in the end", x.sunk)
				}
				for pv := int64(-4); pv <= 3; pv += 1 {
					for qv := int64(0); qv <= 7; qv++ {
						for kv := int64(-1); kv <= 3; kv++ {
							if at != k && kv != 0 {
								continue
							}
							m := smt.NewModel(b)
							m.Set(p, n(pv))
							m.Set(q, n(qv))
							m.Set(k, n(kv))
							iv, err := m.Eval(at)
							if err != nil {
								t.Fatal(err)
							}
							val, err := m.Eval(got)
							if err != nil {
								t.Fatal(err)
							}
							if want := c.is(pv, qv, must(iv.Value().Num())); must(val.Value().Num()) != want {
								t.Fatalf("steps %d, %d at %v, p = %d, q = %d: %v, want %d", i, j, at, pv, qv, val, want)
							}
						}
					}
				}
			}
		}
	}
	// What the operations make of an array, in which nothing is known before.
	l := newLine(upTo7)
	v0 := l.inputs[0]
	ma, mo := l.p.NewArray(nil, "m", small, -1), l.p.NewArray(nil, "o", wide, -1)
	y := newChecker(t.Context(), l.fail(), &Certificate{Builder: b})
	y.begin(nil)
	at := func(s *state, a *cfa.Array, i int64) *smt.Term { return y.cell(s, y.array(s, a), n(i)) }
	before := func(a *cfa.Array, i int64) *smt.Term { return b.Select(y.nowArray(a).sym, n(i)) }
	z := y.now(v0)
	for name, c := range map[string]struct {
		op   cfa.Op
		want map[int64]*smt.Term // of m, by index
	}{
		"a write":     {&cfa.Store{Arr: ma, Idx: konst(3), Val: konst(2)}, map[int64]*smt.Term{3: n(2), 2: before(ma, 2)}},
		"a fill":      {&cfa.Fill{Arr: ma, Lo: konst(3), Hi: konst(5), Val: konst(2)}, map[int64]*smt.Term{2: before(ma, 2), 3: n(2), 4: n(2), 5: before(ma, 5)}},
		"all cells":   {&cfa.Fill{Arr: ma, Val: konst(2)}, map[int64]*smt.Term{-9: n(2), 3: n(2)}},
		"a copy":      {&cfa.Copy{Dst: ma, DstLo: konst(3), Src: mo, SrcLo: konst(8), N: konst(2)}, map[int64]*smt.Term{2: before(ma, 2), 3: before(mo, 8), 4: before(mo, 9), 5: before(ma, 5)}},
		"of some":     {&cfa.Fill{Arr: ma, Lo: konst(1), Hi: v0, Val: konst(2)}, map[int64]*smt.Term{0: before(ma, 0), 1: b.Ite(b.Lt(n(1), z), n(2), before(ma, 1)), 9: before(ma, 9)}},
		"an input":    {&cfa.Fill{Arr: ma, Lo: konst(3), Hi: konst(5), From: &cfa.Input{Range: small}}, map[int64]*smt.Term{2: before(ma, 2), 3: nil, 4: nil, 5: before(ma, 5)}},
		"inputs only": {&cfa.Fill{Arr: ma, From: &cfa.Input{Range: small}}, map[int64]*smt.Term{2: nil, 3: nil}},
	} {
		s := &state{}
		y.take(s, &cfa.Edge{Op: c.op})
		for i, want := range c.want {
			got := at(s, ma, i)
			if want != nil && got != want || want == nil && (got.Op() != smt.OpSelect || got == before(ma, i) || got == at(s, ma, 4-i+3) || !sameSpan(y.spanOf(s, got), rangeSpan(small))) {
				t.Errorf("%s, cell %d: %v, want %v", name, i, got, want)
			}
		}
		if at(s, mo, 3) != before(mo, 3) || len(s.cond) > 0 || s.false {
			t.Errorf("%s: more has happened: %v", name, s.cond)
		}
		r := y.reader(s)
		if r.touch(ma, n(1), z); len(r.guards) != 0 {
			t.Errorf("%d guards in the end", len(r.guards))
		}
	}
	// What is known of the index chooses at once.
	w := &memory{kind: one, below: &memory{kind: one, below: base.m, idx: n(4), val: n(61)}, idx: q, val: n(60)}
	r := &memory{kind: many, below: base.m, val: n(70), lo: n(1), hi: q}
	for name, c := range map[string]struct {
		m    *memory
		lims span // of q
		at   int64
		want *smt.Term
	}{
		"another index":      {w, between(5, 7), 4, n(61)},
		"this index":         {w, between(4, 4), 4, n(60)},
		"neither":            {w, between(5, 7), 3, n(50)},
		"perhaps":            {w, between(3, 4), 4, b.Ite(b.Eq(q, n(4)), n(60), n(61))},
		"in the range":       {r, between(5, 7), 4, n(70)},
		"at its end":         {r, between(2, 4), 4, n(50)},
		"perhaps in range":   {r, between(4, 5), 4, b.Ite(b.Lt(n(4), q), n(70), n(50))},
		"in front of it all": {r, between(4, 5), 0, n(50)},
	} {
		if got := x.cell(&state{lims: map[*smt.Term]span{q: c.lims}}, c.m, n(c.at)); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	// Far below it is any number.
	for sunk, want := range map[int]bool{0: true, mostBelow - 1: true, mostBelow: false} {
		x.sunk = sunk
		if got := x.cell(&state{}, other.m, n(-1)); (got == n(50)) != want || !want && !got.IsVar() || x.sunk != sunk {
			t.Errorf("below %d others: %v", sunk, got)
		}
	}
	x.sunk = 0
	// A choice is one even if both are the same array; an array of which nothing is known is read.
	sym := &memory{kind: unknown, sym: b.Fresh("m", x.arrays)}
	if got := x.cell(&state{}, sym, p); got != b.Select(sym.sym, p) {
		t.Error(got)
	}
	if got := x.cell(&state{lims: map[*smt.Term]span{b.Select(sym.sym, p): between(3, 3)}}, sym, p); got != n(3) {
		t.Error(got)
	}
}
