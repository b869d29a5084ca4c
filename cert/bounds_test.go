package cert

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

func between(lo, hi int64) span { return span{num.Of(lo), num.Of(hi), true, true} }
func from(lo int64) span        { return span{lo: num.Of(lo), hasLo: true} }
func upTo(hi int64) span        { return span{hi: num.Of(hi), hasHi: true} }

// sameSpan compares spans, but for ends that they do not have.
func sameSpan(s, t span) bool {
	return s.hasLo == t.hasLo && s.hasHi == t.hasHi && (!s.hasLo || s.lo.Equal(t.lo)) && (!s.hasHi || s.hi.Equal(t.hi))
}

func TestRangeSpans(t *testing.T) {
	for r, want := range map[cfa.Range]span{
		{}: {}, {Nat: true}: from(0), {Bits: 3}: between(0, 7), {Bits: 3, Signed: true}: between(-4, 3), {Bits: 1}: between(0, 1),
	} {
		if got := rangeSpan(r); !sameSpan(got, want) {
			t.Errorf("%v: %v, want %v", r, got, want)
		}
	}
}

// TestBounds: bounds of terms of each kind, as deep as they are looked for.
func TestBounds(t *testing.T) {
	x, v := unknowns(small, upTo7) // -4 to 3, 0 to 7
	b, p, q := x.b, v[0], v[1]
	r := b.Fresh("r", x.ints) // no range
	arr := b.Fresh("arr", x.arrays)
	x.ranges[arr] = between(1, 6)
	c := b.Var("c", b.BoolSort())
	d := b.Var("d", b.BoolSort())
	n := x.int
	real := b.Var("real", b.RealSort())
	pick := b.Ite(c, n(1), n(5))
	deep := b.Ite(d, b.Ite(c, n(1), n(5)), b.Add(p, n(1)))
	half := func(t *smt.Term) *smt.Term { return b.Div(t, num.RatOf(2)) }
	st := &state{lims: map[*smt.Term]span{r: upTo(9)}}
	worded := b.Add(p, q, n(3))
	x.words[worded] = between(-2, 4)
	for _, c := range []struct {
		t     *smt.Term
		depth int
		left  int
		want  span
	}{
		{n(4), 0, 1, between(4, 4)},
		{n(4), 0, 0, span{}},
		{p, 0, 1, between(-4, 3)},
		{p, 0, 0, span{}},
		{r, 0, 1, upTo(9)},
		{real, 3, 9, span{}},
		{b.Num(num.RatFrac(1, 2), b.RealSort()), 3, 9, span{}},
		{b.Add(real, b.Num(num.RatFrac(1, 2), b.RealSort())), 3, 9, span{}},
		{b.Ite(c, b.Num(num.RatFrac(1, 2), b.RealSort()), b.Num(num.RatFrac(1, 3), b.RealSort())), 3, 9, span{}},
		{b.Add(r, b.Select(arr, p)), 1, 9, upTo(15)},
		{b.Sub(b.Select(arr, p), r), 1, 9, from(-8)},
		{b.Add(b.Scale(num.RatOf(-2), r), b.Select(arr, p), q), 1, 9, from(-17)},
		{b.Select(arr, p), 0, 1, between(1, 6)},
		{b.Select(b.Fresh("other", x.arrays), p), 0, 1, span{}},
		{b.Add(p, q), 0, 9, span{}},
		{b.Add(p, q), 1, 3, between(-4, 10)},
		{b.Add(p, q), 1, 2, span{}},
		{b.Add(p, r), 1, 9, upTo(12)},
		{b.Add(r, p, n(1)), 1, 9, upTo(13)},
		{b.Sub(p, r), 1, 9, from(-13)},
		{b.Sub(q, b.Scale(num.RatOf(2), r)), 1, 9, from(-18)},
		{b.Add(b.Fresh("s", x.ints), p), 1, 9, span{}},
		{worded, 0, 9, between(-2, 4)},
		{worded, 1, 9, between(-1, 4)},
		{pick, 0, 9, span{}},
		{pick, 1, 3, between(1, 5)},
		{pick, 1, 2, span{}},
		{deep, 1, 9, span{}},
		{deep, 2, 9, between(-3, 5)},
		{b.Ite(d, n(2), pick), 1, 9, span{}},
		{b.Ite(d, pick, n(2)), 1, 9, span{}},
		{b.Ite(d, pick, n(2)), 2, 9, between(1, 5)},
		{b.Ite(d, n(2), pick), 2, 9, between(1, 5)},
		{b.Add(pick, q), 1, 9, span{}},
		{b.Add(pick, q), 2, 9, between(1, 12)},
		{half(p), 0, 9, span{}},
		{half(p), 1, 2, between(-2, 1)},
		{half(p), 1, 1, span{}},
		{half(q), 1, 9, between(0, 3)},
		{half(b.Add(p, q)), 1, 9, span{}},
		{half(b.Add(p, q)), 2, 9, between(-2, 5)},
		{half(r), 1, 9, upTo(4)},
		{b.Mul(p, q), 5, 9, span{}},
	} {
		left := c.left
		if got := x.bounds(st, c.t, c.depth, &left); !sameSpan(got, c.want) {
			t.Errorf("%v, depth %d, %d terms: %v, want %v", c.t, c.depth, c.left, got, c.want)
		}
	}
	// What the annotation knows, and what the path does, counts for every term.
	for _, u := range []*smt.Term{p, b.Add(p, q), pick, half(p), b.Select(arr, p), b.Mul(p, q)} {
		x.known.limits = map[*smt.Term]span{u: from(2)}
		if got := x.spanOf(&state{lims: map[*smt.Term]span{u: upTo(5)}}, u); !got.hasLo || !got.hasHi || got.lo.Less(num.Of(2)) || num.Of(5).Less(got.hi) {
			t.Errorf("%v, limited: %v", u, got)
		}
		// But for what holds always.
		if got := x.typed(u); sameSpan(got, x.spanOf(&state{}, u)) || x.known.limits[u] != from(2) {
			t.Errorf("%v, always: %v; limits behind %v", u, got, x.known.limits)
		}
		x.known.limits = nil
	}
	// As deep as is looked at, and one more; as many terms, and one more.
	nested := pick
	for k := 1; k <= spanDepth; k++ {
		if got := x.spanOf(&state{}, nested); !sameSpan(got, between(1, 5)) {
			t.Errorf("%d deep: %v", k, got)
		}
		nested = b.Ite(b.Var(fmt.Sprint("c", k), b.BoolSort()), n(3), nested)
	}
	if got := x.spanOf(&state{}, nested); !sameSpan(got, span{}) {
		t.Errorf("too deep: %v", got)
	}
	var many []*smt.Term
	for k := range spanTerms {
		f := b.Fresh("f", x.ints)
		x.ranges[f] = between(1, 2)
		many = append(many, f)
		if k < spanTerms-3 {
			continue
		}
		want := span{}
		if len(many)+1 <= spanTerms {
			want = between(int64(len(many)), 2*int64(len(many)))
		}
		if got := x.spanOf(&state{}, b.Add(many...)); !sameSpan(got, want) {
			t.Errorf("%d terms: %v, want %v", len(many), got, want)
		}
	}
}

// TestDecidedByEnds: a formula is decided by ends that there are.
func TestDecidedByEnds(t *testing.T) {
	x, v := unknowns(small, upTo7)
	b, n := x.b, x.int
	r, s := b.Fresh("r", x.ints), b.Fresh("s", x.ints)
	for i, c := range []struct {
		f          *smt.Term
		limR, limS span
		want       string
	}{
		{b.Le(b.Add(r, n(5)), n(0)), upTo(10), span{}, ""},
		{b.Le(b.Add(r, n(5)), n(0)), upTo(-5), span{}, "true"},
		{b.Le(b.Add(r, n(5)), n(0)), upTo(-4), span{}, ""},
		{b.Le(b.Add(r, n(5)), n(0)), upTo(-9), span{}, "true"},
		{b.Le(b.Add(r, n(-5)), n(0)), from(0), span{}, ""},
		{b.Le(b.Add(r, n(-5)), n(0)), from(5), span{}, ""},
		{b.Le(b.Add(r, n(-5)), n(0)), from(6), span{}, "false"},
		{b.Le(b.Add(r, n(-5)), n(0)), span{}, span{}, ""},
		{b.Eq(r, s), between(2, 2), between(2, 2), "true"},
		{b.Eq(r, s), between(2, 2), between(3, 3), "false"},
		{b.Eq(r, s), between(2, 2), between(2, 3), ""},
		{b.Eq(r, s), between(2, 3), between(2, 2), ""},
		{b.Eq(r, s), between(2, 3), between(2, 3), ""},
		{b.Eq(r, s), between(2, 2), from(3), "false"},
		{b.Eq(r, s), upTo(2), from(3), "false"},
		{b.Eq(r, s), upTo(3), from(3), ""},
		{b.Eq(r, s), span{}, between(2, 2), ""},
		{b.Eq(r, v[0]), between(4, 9), span{}, "false"},
		{b.Eq(r, n(7)), between(7, 7), span{}, "true"},
	} {
		st := &state{lims: map[*smt.Term]span{r: c.limR, s: c.limS}}
		got := map[*smt.Term]string{b.True(): "true", b.False(): "false"}[x.decided(st, c.f)]
		if got != c.want {
			t.Errorf("case %d, %v: %q, want %q", i, c.f, got, c.want)
		}
	}
	// A literal about a real number is not one about an integer; nor is one of something else.
	real := b.Var("real", b.RealSort())
	bits := b.Var("bits", b.BitVecSort(4))
	for _, f := range []*smt.Term{
		b.Le(real, b.Num(num.RatOf(3), b.RealSort())), b.Eq(real, b.Num(num.RatOf(3), b.RealSort())), b.Eq(bits, b.BV(num.Of(3), 4)), b.Var("c", b.BoolSort()),
		b.Le(b.Add(r, s), n(3)), b.Eq(b.Add(r, s), n(3)), b.Eq(r, s), b.Not(b.Eq(r, n(3))),
	} {
		if u, l, ok := limit(f); ok || u != nil || l != (span{}) {
			t.Errorf("%v limits %v to %v", f, u, l)
		}
		if holds, fails := byChoices(f); holds || fails {
			t.Errorf("%v is decided", f)
		}
	}
	// Choices between fractions are none between the integers above their lines.
	frac := func(n, d int64) *smt.Term { return b.Num(num.RatFrac(n, d), b.RealSort()) }
	c, d := b.Var("c", b.BoolSort()), b.Var("d", b.BoolSort())
	picked := b.Ite(c, b.Ite(d, frac(1, 2), frac(1, 3)), frac(1, 1))
	for _, op := range []smt.Op{smt.OpLe, smt.OpLt, smt.OpEq} {
		var f *smt.Term
		smt.Walk(b.And(b.Le(b.Add(picked, b.Ite(d, frac(1, 7), frac(2, 7))), frac(1, 5)), b.Eq(picked, b.Ite(d, frac(1, 7), frac(2, 7))), b.Lt(picked, b.Ite(d, frac(1, 7), frac(2, 7)))),
			map[*smt.Term]bool{}, nil, func(t *smt.Term) {
				if t.Op() == op && t.Arg(0).Sort().Kind == smt.Real {
					f = t
				}
			})
		if f == nil {
			continue
		}
		if holds, fails := byChoices(f); holds || fails {
			t.Errorf("%v is decided", f)
		}
	}
	for f, want := range map[*smt.Term]span{
		b.Le(r, n(3)): upTo(3), b.Not(b.Le(r, n(3))): from(4), b.Eq(r, n(3)): between(3, 3), b.Le(n(3), r): from(3), b.Le(r, n(0)): upTo(0), b.Not(b.Le(r, n(0))): from(1),
		b.Le(b.Scale(num.RatOf(3), r), n(7)): upTo(2), b.Le(n(7), b.Scale(num.RatOf(3), r)): from(3),
	} {
		if u, l, ok := limit(f); !ok || u != r || !sameSpan(l, want) {
			t.Errorf("%v limits %v to %v, %v; want %v", f, u, l, ok, want)
		}
	}
}

// TestMostChoices: as many choices as are gone through, and one more.
func TestMostChoices(t *testing.T) {
	b := smt.NewBuilder()
	i := b.Var("i", b.IntSort())
	// A chain of n choices between numbers beside another number is 2n+1 branches, each with the
	// choice that is left in it.
	chain := func(n int64) *smt.Term {
		x := b.IntNum(1)
		for k := range n {
			x = b.Ite(b.Le(b.Scale(num.RatOf(k+2), i), b.Var(fmt.Sprint("k", k), b.IntSort())), b.IntNum(2*k), x)
		}
		atom, _ := b.Le(b.Add(x, b.Ite(b.Var("c", b.BoolSort()), b.IntNum(-1), b.IntNum(-2))), b.IntNum(1<<40)).Atom()
		return atom
	}
	decidedBy := func(n int64) bool {
		holds, fails := byChoices(chain(n))
		if fails {
			t.Errorf("%d choices: it fails", n)
		}
		return holds
	}
	for _, n := range []int64{1, 10, 1000} {
		if !decidedBy(n) {
			t.Errorf("%d choices: not decided", n)
		}
	}
}
