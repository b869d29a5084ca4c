package cert

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// TestSymbols: every symbol has a name that is read back as it, and no other name is read.
func TestSymbols(t *testing.T) {
	s := newScene(t)
	seen := map[string]bool{}
	s.p.NewVar(nil, "", cfa.GlobalVar, wide) // without a name
	s.p.NewArray(nil, "", wide, 3)
	var all []Symbol
	for _, v := range s.p.Vars {
		all = append(all, Symbol{Var: v}, Symbol{Var: v, Entry: true})
	}
	for _, a := range s.p.Arrays {
		all = append(all, Symbol{Array: a}, Symbol{Array: a, Entry: true})
	}
	for _, y := range all {
		name := y.Name()
		if seen[name] {
			t.Errorf("%s is the name of two symbols", name)
		}
		seen[name] = true
		if got, err := parseSymbol(s.p, name); err != nil || got != y {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, y)
		}
		c := y.Term(s.b)
		if want := map[bool]*smt.Sort{true: s.arrays, false: s.ints}[y.Array != nil]; c.Sort() != want || c.Func().Name != name {
			t.Errorf("%s: a %v of sort %v", name, c, c.Sort())
		}
	}
	n, m := len(s.p.Vars), len(s.p.Arrays)
	for _, name := range []string{
		"", "g", "@", "g@", "@0", "g@-1", "g@+0", "g@00", "h@0", "old old g@0", "g@0 ", " g@0", "oldg@0", "m@0", "g@a0", "m@a", "m@a-1", "m@a00", "m@aa0", "o@a0", "left!1",
		fmt.Sprint("g@", n), fmt.Sprint("g@", n+1), fmt.Sprint("m@a", m), fmt.Sprint("m@a", m+1), "g@99999999999999999999", "@g@0", "g@0@",
	} {
		if got, err := parseSymbol(s.p, name); err == nil || !strings.Contains(err.Error(), "names nothing") {
			t.Errorf("%q: %+v, %v", name, got, err)
		}
	}
	for name, want := range map[string]string{"x": "x", "a b": "a b", "a|b": "a_b", `a\b`: "a_b", "a\tb\nc": "a_b_c", "a\x1fb": "a_b", "a!~": "a!~", "é": "é"} {
		if got := clean(name); got != want {
			t.Errorf("%q becomes %q, not %q", name, got, want)
		}
	}
	// At the entry there are globals and the parameters of the procedure itself.
	local := s.p.NewVar(s.f, "k", cfa.LocalVar, wide)
	inside := s.p.NewArray(s.f, "r", wide, 3)
	for _, c := range []struct {
		y     Symbol
		start bool // it is visible in start
		f     bool // in f
	}{
		{Symbol{Var: s.g}, true, true}, {Symbol{Var: s.n}, true, true}, {Symbol{Var: local}, true, true}, {Symbol{Array: s.m}, true, true}, {Symbol{Array: inside}, true, true},
		{Symbol{Var: s.g, Entry: true}, true, true}, {Symbol{Array: s.m, Entry: true}, true, true},
		{Symbol{Var: s.n, Entry: true}, false, true}, {Symbol{Var: local, Entry: true}, false, false}, {Symbol{Array: inside, Entry: true}, false, false},
		{Symbol{Var: s.l, Entry: true}, false, false},
	} {
		if err := c.y.visible(s.start); (err == nil) != c.start {
			t.Errorf("%s in start: %v", c.y.Name(), err)
		}
		if err := c.y.visible(s.f); (err == nil) != c.f {
			t.Errorf("%s in f: %v", c.y.Name(), err)
		}
	}
}

// TestAdmissible: formulas of all operators that are understood, and such with one thing in them
// that is not.
func TestAdmissible(t *testing.T) {
	s := newScene(t)
	b := s.b
	g, h := Symbol{Var: s.g}.Term(b), Symbol{Var: s.h}.Term(b)
	m, o := Symbol{Array: s.m}.Term(b), Symbol{Array: s.o}.Term(b)
	w, u := b.NatToBV(g, 8), b.NatToBV(h, 8)
	word := func(x *smt.Term) *smt.Term { return b.Eq(x, b.BVNot(b.BVMul(x, w))) }
	some := b.Le(g, h)
	right := []*smt.Term{
		b.True(), b.False(), b.Not(some), b.And(some, b.Le(g, s.int(1))), b.Or(some, b.Le(g, s.int(1))), b.Xor(some, b.Le(g, s.int(1))), b.Eq(g, h),
		b.Le(b.Ite(some, g, s.int(3)), s.int(1)), b.Le(b.Mul(g, h), s.int(1)), b.Le(b.Div(g, num.RatOf(3)), s.int(1)),
		b.Le(b.Select(m, g), s.int(1)), b.Le(b.Select(b.Store(m, h, g), g), s.int(1)), b.Le(b.Select(b.Store(b.ConstArray(s.arrays, h), h, g), g), s.int(1)),
		b.Le(b.Select(b.Ite(some, m, o), g), s.int(1)),
		b.Eq(w, b.BV(num.Of(3), 8)), word(b.Concat(b.Extract(w, 3, 0), b.Extract(u, 3, 0))), word(b.SignExtend(b.Extract(b.BVUdiv(w, u), 4, 1), 4)), b.Eq(b.Extract(b.BVMul(w, u), 0, 0), b.BV(num.Of(1), 1)), word(b.BVNot(w)), word(b.BVNeg(w)),
		word(b.BVAnd(w, u)), word(b.BVOr(w, u)), word(b.BVXor(w, u)), word(b.BVAdd(w, u)), word(b.BVMul(w, u)), word(b.BVUdiv(w, u)), word(b.BVUrem(w, u)),
		word(b.BVShl(w, u)), word(b.BVLshr(w, u)), word(b.BVAshr(w, u)), b.BVUlt(w, u), b.BVSlt(w, u), b.Le(b.BVToInt(w), s.int(3)), b.Le(b.BVToNat(w), s.int(3)),
	}
	covered := map[smt.Op]bool{}
	for _, f := range right {
		if err := s.admissible(f, s.start, false); err != nil {
			t.Errorf("%v: %v", f, err)
		}
		smt.Walk(f, map[*smt.Term]bool{}, nil, func(t *smt.Term) { covered[t.Op()] = true })
	}
	for op := range understood {
		if !covered[op] {
			t.Errorf("no formula has %v", op)
		}
	}
	free := b.FreeSort("T")
	most := num.Pow2(mostBits)
	wordOf := func(width int) *smt.Term { // of parts: an integer has no more bits
		half := b.NatToBV(g, mostBits/2)
		rest := b.NatToBV(h, width-mostBits/2)
		return b.Concat(b.BVMul(half, half), b.BVMul(rest, rest))
	}
	odd := b.ArraySort(b.IntSort(), b.BoolSort())
	for name, c := range map[string]struct {
		f   *smt.Term
		why string
	}{
		"no formula":                {nil, "a formula is needed"},
		"a number":                  {g, "a formula is needed"},
		"a real number":             {b.Le(b.ToReal(b.Mul(g, g)), b.Num(num.RatFrac(1, 2), b.RealSort())), ""},
		"a real constant":           {b.Le(b.Var("r", b.RealSort()), b.Num(num.RatFrac(1, 2), b.RealSort())), "no meaning"},
		"a free sort":               {b.Eq(b.Var("t", free), b.Var("u", free)), "no meaning"},
		"a function":                {b.Le(b.App(b.Func("f", []*smt.Sort{b.IntSort()}, b.IntSort()), g), g), "means nothing"},
		"a predicate":               {b.App(b.Func("p", []*smt.Sort{b.IntSort()}, b.BoolSort()), g), "means nothing"},
		"arrays that are equal":     {b.Eq(m, o), "cannot be compared"},
		"stored ones":               {b.Eq(b.Store(m, g, h), b.Store(o, g, h)), "cannot be compared"},
		"an array of truth values":  {b.Select(b.Var("g@0", odd), g), "only arrays from integers"},
		"a symbol of another sort":  {b.Le(b.Select(b.Var("g@0", s.arrays), g), g), "wrong sort"},
		"an array that is a number": {b.Le(b.Var("m@a0", b.IntSort()), g), "wrong sort"},
		"a truth value":             {b.Var("g@0", b.BoolSort()), "wrong sort"},
		"nothing of the program":    {b.Le(b.Var("x", b.IntSort()), g), "names nothing"},
		"what the checker has made": {b.Le(s.left(s.g), g), "names nothing"},
		"a value at the entry":      {b.Le(Symbol{Var: s.n, Entry: true}.Term(b), g), "no value at the entry"},
		"contents at the entry":     {b.Le(b.Select(Symbol{Array: s.q, Entry: true}.Term(b), g), g), "no contents at the entry"},
		"the widest word":           {b.BVSlt(b.BVMul(wordOf(mostBits), wordOf(mostBits)), wordOf(mostBits)), ""},
		"a wider word":              {b.BVSlt(b.BVMul(wordOf(mostBits+1), wordOf(mostBits+1)), wordOf(mostBits+1)), "a word of 1025 bits: at most 1024 are"},
		"the largest number":        {b.Le(g, b.Num(num.RatOfInt(most.Sub(num.Of(1))), b.IntSort())), ""},
		"a larger number":           {b.Le(g, b.Num(num.RatOfInt(most), b.IntSort())), "a number of more than 1024 bits"},
		"a large factor":            {b.Le(b.Add(b.Scale(num.RatOfInt(most.Add(num.Of(1))), g), h), s.int(0)), "a number of more than"},
		"two that are wrong":        {b.And(b.Le(b.Var("x", b.IntSort()), g), b.App(b.Func("p", []*smt.Sort{b.IntSort()}, b.BoolSort()), g)), ""},
	} {
		if name == "two that are wrong" {
			c.why = "n" // one or the other
		}
		for range 2 { // what was refused is refused again
			x := newChecker(context.Background(), s.p, &Certificate{Builder: b})
			err := x.admissible(c.f, s.start, false)
			if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
				t.Errorf("%s: %v, want %q", name, err, c.why)
			}
		}
	}
	old := Symbol{Var: s.g, Entry: true}.Term(b)
	// right where the procedure has an entry, and only there
	for _, f := range []*smt.Term{b.Le(old, g), b.Le(b.Add(old, g), h)} {
		x := newChecker(context.Background(), s.p, &Certificate{Builder: b})
		if err := x.admissible(f, s.f, false); err != nil {
			t.Error(err)
		}
		if err := x.admissible(f, s.f, true); err == nil {
			t.Errorf("%v, inlined: accepted", f)
		}
		y := Symbol{Var: s.n, Entry: true}.Term(b)
		if err := x.admissible(b.Le(y, g), s.f, false); err != nil {
			t.Error(err)
		}
		if err := x.admissible(b.Le(y, g), s.start, false); err == nil {
			t.Errorf("the parameter of another procedure: accepted")
		}
	}
	// Depth is one more than that of the deepest argument.
	x := newChecker(context.Background(), s.p, &Certificate{Builder: b})
	deep, flat := b.Mul(g, g), b.Mul(h, h)
	of := b.Mul(b.Add(deep, flat), g)
	for _, leaf := range []*smt.Term{g, s.int(3), b.True()} {
		if err := x.wellFormed(leaf); err != nil || x.depths[leaf.ID()] != 0 {
			t.Errorf("%v: %v, %d deep", leaf, err, x.depths[leaf.ID()])
		}
	}
	for _, c := range []struct {
		deep, flat int32
		want       bool
	}{{1, 1, true}, {mostDepth - 1, 1, true}, {1, mostDepth - 1, true}, {mostDepth, 1, false}, {1, mostDepth, false}, {mostDepth + 7, 0, false}} {
		x.depths = grown([]int32(nil), of.ID())
		sum := b.Add(deep, flat)
		x.depths[deep.ID()], x.depths[flat.ID()] = c.deep, c.flat
		err := x.wellFormed(sum)
		if (err == nil) != c.want || err != nil && !strings.Contains(err.Error(), "nested more than 32768 deep") {
			t.Errorf("%d and %d deep: %v", c.deep, c.flat, err)
		}
		if err == nil && x.depths[sum.ID()] != max(c.deep, c.flat)+1 {
			t.Errorf("%d and %d deep: %d", c.deep, c.flat, x.depths[sum.ID()])
		}
	}
	for _, op := range []smt.Op{smt.OpApp, smt.OpStore, smt.OpConstArray, smt.OpIte} {
		if !arrayTerm(op) {
			t.Errorf("%v makes no arrays", op)
		}
	}
	if arrayTerm(smt.OpSelect) || arrayTerm(smt.OpEq) {
		t.Error("what is no array is one")
	}
}

// TestOperations: what each operation does, where ranges have one end or none.
func TestOperations(t *testing.T) {
	r, v, _ := variables(cfa.Range{Nat: true}, cfa.Range{}, small)
	x := r.checker
	for i, c := range []struct {
		to   *cfa.Var
		from cfa.Range
		want func(b *smt.Builder, t *smt.Term) []*smt.Term
	}{
		{v[0], cfa.Range{Nat: true}, func(b *smt.Builder, t *smt.Term) []*smt.Term { return nil }},
		{v[1], cfa.Range{}, func(b *smt.Builder, t *smt.Term) []*smt.Term { return nil }},
		{v[1], cfa.Range{Nat: true}, func(b *smt.Builder, t *smt.Term) []*smt.Term { return []*smt.Term{b.Le(x.int(0), t)} }},
		{v[1], upTo7, func(b *smt.Builder, t *smt.Term) []*smt.Term {
			return []*smt.Term{b.Le(x.int(0), t), b.Le(t, x.int(7))}
		}},
		{v[2], upTo7, func(b *smt.Builder, t *smt.Term) []*smt.Term { return []*smt.Term{b.Le(x.int(0), t)} }},
		{v[2], cfa.Range{Bits: 1}, func(b *smt.Builder, t *smt.Term) []*smt.Term {
			return []*smt.Term{b.Le(x.int(0), t), b.Le(t, x.int(1))}
		}},
	} {
		s := &state{}
		x.take(s, &cfa.Edge{Op: &cfa.Havoc{LHS: c.to, From: &cfa.Input{Range: c.from}}})
		got := x.read(s, c.to)
		if l, ok := x.rangeOf(got); !ok || !sameSpan(l, rangeSpan(c.to.Range)) || got == x.now(c.to) {
			t.Errorf("case %d: %v within %v", i, got, l)
		}
		if want := c.want(x.b, got); !slices.Equal(s.cond, want) {
			t.Errorf("case %d: %v, want %v", i, s.cond, want)
		}
	}
	a := x.p.NewArray(nil, "a", small, 3)
	x = newChecker(context.Background(), x.p, x.c)
	for _, k := range []func(*cfa.Array) *memory{x.nowArray, x.leftArray, x.oldArray, x.enteredArray} {
		m := k(a)
		if l, ok := x.rangeOf(m.sym); !ok || !sameSpan(l, rangeSpan(small)) || k(a) != m || m.kind != unknown {
			t.Errorf("cells within %v", l)
		}
	}
	for _, v := range v {
		for _, k := range []func(*cfa.Var) *smt.Term{x.now, x.left, x.oldVar, x.entered} {
			c := k(v)
			if l, ok := x.rangeOf(c); !ok || !sameSpan(l, rangeSpan(v.Range)) || k(v) != c {
				t.Errorf("%v within %v", c, l)
			}
		}
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("an operation that nobody knows is carried out")
			}
		}()
		x.take(&state{}, &cfa.Edge{Op: nil})
	}()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("an expression that nobody knows has a value")
			}
		}()
		r.term(nil)
	}()
}
