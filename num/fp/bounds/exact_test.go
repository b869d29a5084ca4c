package bounds

import (
	"slices"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// tiny has the words -8 to 7, and the orders -6 to 6.
var tiny = fp.Format{Exp: 2, Prec: 2}

// between are all intervals of integers between two, and the empty one.
func between(lo, hi int64) []interval.Interval {
	out := []interval.Interval{interval.Empty()}
	for a := lo; a <= hi; a++ {
		for b := a; b <= hi; b++ {
			out = append(out, interval.Of(num.Of(a), num.Of(b)))
		}
	}
	return out
}

func same(a, b interval.Interval) bool { return a.IsEmpty() && b.IsEmpty() || a.Equal(b) }

// outcome has the results of an operation for numbers of two orders, each a zero of either sign.
type outcome struct {
	numbers interval.Interval
	nan     bool
}

func (r *outcome) add(o outcome) { r.numbers, r.nan = r.numbers.Join(o.numbers), r.nan || o.nan }

// words are those of an order: two for 0.
func words(f fp.Format, order int64) []num.Int {
	if order == 0 {
		return []num.Int{f.Zero(false), f.Zero(true)}
	}
	return []num.Int{Word(f, num.Of(order))}
}

// computed is what an operation with the result's format gives for numbers of orders.
func computed(o fp.Operation, to fp.Format, m fp.Mode, orders ...int64) outcome {
	args := [][]num.Int{{num.Of(int64(m))}}
	for _, k := range orders {
		var more [][]num.Int
		for _, a := range args {
			for _, w := range words(o.F, k) {
				more = append(more, append(slices.Clone(a), w))
			}
		}
		args = more
	}
	out := outcome{numbers: interval.Empty()}
	for _, a := range args {
		for _, v := range []fp.Variant{fp.A, fp.B} {
			if r, ok := o.Apply(v, a...); !ok || to.IsNaN(r.Val) {
				out.nan = true
			} else {
				out.numbers = out.numbers.Join(interval.Point(Order(to, r.Val)))
			}
		}
	}
	return out
}

// Operations with one operand have just the bounds that all their results have.
func TestUnaryExactly(t *testing.T) {
	f := fp.Format{Exp: 3, Prec: 3}
	for _, o := range []fp.Operation{{Code: fp.OpSqrt, F: f}, {Code: fp.OpIntegral, F: f}, {Code: fp.OpConvert, F: f, To: tiny}, {Code: fp.OpConvert, F: tiny, To: f}} {
		to := o.F
		if o.Code == fp.OpConvert {
			to = o.To
		}
		inf, _ := infinity(o.F).Int64()
		for m := range fp.Mode(5) {
			table := map[int64]outcome{}
			for k := -inf; k <= inf; k++ {
				table[k] = computed(o, to, m, k)
			}
			for _, x := range between(-inf, inf) {
				want := outcome{numbers: interval.Empty()}
				eachOrder(x, func(k int64) { want.add(table[k]) })
				for _, nan := range []bool{false, true} {
					if got := Apply(o, m, false, Set{x, nan}); !same(got.Interval, want.numbers) || got.NaN != (nan || want.nan) {
						t.Fatalf("%v in mode %d of %v, NaNs %v: %v, should be %v", o, m, x, nan, got, want)
					}
				}
			}
		}
	}
}

// Operations with two operands have the bounds that all their results have, but where factors or
// quotients may be no numbers, or a divisor zero: there anything may come out. Infinities on both
// sides of a sum may give a NaN, whatever their signs are.
func TestBinaryExactly(t *testing.T) {
	const inf = 6
	for _, code := range []fp.Code{fp.OpAdd, fp.OpSub, fp.OpMul, fp.OpDiv} {
		o := fp.Operation{Code: code, F: tiny}
		for m := range fp.Mode(5) {
			var table [2*inf + 1][2*inf + 1]outcome
			for a := range table {
				for b := range table {
					table[a][b] = computed(o, tiny, m, int64(a-inf), int64(b-inf))
				}
			}
			for _, x := range between(-inf, inf) {
				for _, y := range between(-inf, inf) {
					all, both := outcome{numbers: interval.Empty()}, outcome{numbers: interval.Empty()}
					eachOrder(x, func(a int64) {
						both.add(computedSame(o, table[a+inf][a+inf], a, m))
						eachOrder(y, func(b int64) { all.add(table[a+inf][b+inf]) })
					})
					if got := Apply(o, m, false, Set{x, false}, Set{y, false}); !right(code, got, all, x, y) {
						t.Fatalf("%v in mode %d of %v and %v: %v, should be %v", o, m, x, y, got, all)
					}
					if same(x, y) {
						if got := Apply(o, m, true, Set{x, false}, Set{x, false}); !rightSame(code, got, both, x) {
							t.Fatalf("%v in mode %d of %v with itself: %v, should be %v", o, m, x, got, both)
						}
					}
					if m == 0 && !(Apply(o, m, false, Set{x, true}, Set{y, false}).NaN && Apply(o, m, false, Set{x, false}, Set{y, true}).NaN) {
						t.Fatalf("%v of %v and %v: NaNs give none", o, x, y)
					}
				}
			}
		}
	}
}

func eachOrder(x interval.Interval, f func(int64)) {
	if !x.IsEmpty() {
		lo, _ := x.Lo.Int64()
		hi, _ := x.Hi.Int64()
		for k := lo; k <= hi; k++ {
			f(k)
		}
	}
}

// computedSame is what the operation gives for a word and itself: zeros have one sign then.
func computedSame(o fp.Operation, both outcome, a int64, m fp.Mode) outcome {
	if a != 0 {
		return both
	}
	out := outcome{numbers: interval.Empty()}
	for _, w := range words(o.F, 0) {
		if r, _ := o.Apply(fp.A, num.Of(int64(m)), w, w); o.F.IsNaN(r.Val) {
			out.nan = true
		} else {
			out.numbers = out.numbers.Join(interval.Point(Order(o.F, r.Val)))
		}
	}
	return out
}

// right reports whether a set is as good as it should be for these results.
func right(code fp.Code, got Set, want outcome, x, y interval.Interval) bool {
	zero, infinite := interval.Point(num.Int{}), func(s interval.Interval) bool { return (Set{s, false}).infinite(tiny) }
	switch {
	case code == fp.OpMul && want.nan, code == fp.OpDiv && (want.nan || !x.IsEmpty() && y.Contains(zero.Lo)):
		return got.Equal(Numbers(tiny)) && got.NaN
	case code <= fp.OpSub && infinite(x) && infinite(y):
		return got.NaN && got.Within(Numbers(tiny)) && (want.numbers.IsEmpty() || want.numbers.Within(got.Interval))
	}
	return same(got.Interval, want.numbers) && got.NaN == want.nan
}

// rightSame is right where both operands are the same word: that of a difference is always 0, or
// no number.
func rightSame(code fp.Code, got Set, want outcome, x interval.Interval) bool {
	switch code {
	case fp.OpMul:
		return same(got.Interval, want.numbers) && got.NaN == want.nan
	case fp.OpSub:
		return (x.IsEmpty() && got.IsEmpty() || same(got.Interval, interval.Point(num.Int{}))) && got.NaN == want.nan
	}
	return right(code, got, want, x, x) || want.numbers.Within(got.Interval) && (got.NaN || !want.nan)
}

// Integers have the bounds of all numbers between, and the other way round.
func TestIntegersExactly(t *testing.T) {
	f := fp.Format{Exp: 3, Prec: 3}
	for m := range fp.Mode(5) {
		for _, x := range between(-20, 20)[1:] {
			want := interval.Empty()
			eachOrder(x, func(k int64) { want = want.Join(interval.Point(Order(f, f.FromInt(m, num.Of(k))))) })
			if got := FromInt(f, m, x); got.NaN || !got.Equal(want) {
				t.Fatalf("mode %d: %v are %v, should be %v", m, x, got, want)
			}
		}
		o := fp.Operation{Code: fp.OpToInt, F: f, Int: 4, Signed: m%2 == 0}
		inf, _ := infinity(f).Int64()
		for _, x := range between(-inf, inf) {
			want, ok := interval.Empty(), !x.IsEmpty()
			eachOrder(x, func(k int64) {
				for _, w := range words(f, k) {
					r, is := o.Apply(fp.A, num.Of(int64(m)), w)
					want, ok = want.Join(interval.Point(r.Val)), ok && is
				}
			})
			if got, is := ToInt(o, m, Set{x, false}); is != ok || ok && !got.Equal(want) {
				t.Fatalf("mode %d: %v are %v, %v, should be %v, %v", m, x, got, is, want, ok)
			}
			if _, is := ToInt(o, m, Set{x, true}); is {
				t.Fatal("a NaN is no integer")
			}
			raises := o
			raises.Raises = true
			if _, is := ToInt(raises, m, Set{x, false}); is {
				t.Fatal("exceptions are no integer")
			}
		}
	}
}

// Known are operations whose result is a number, of formats that have only words of numbers.
func TestKnown(t *testing.T) {
	known := []fp.Code{fp.OpAdd, fp.OpSub, fp.OpMul, fp.OpDiv, fp.OpSqrt, fp.OpIntegral, fp.OpConvert}
	for c := range fp.OpText + 1 {
		if got := Known(fp.Operation{Code: c, F: fp.Double, To: fp.Single}); got != slices.Contains(known, c) {
			t.Errorf("%v: %v", c, got)
		}
	}
	if got := Apply(fp.Operation{Code: fp.OpSqrt, F: tiny}, 9, false, Set{Interval: interval.Point(num.Of(1))}); got != All(tiny) {
		t.Errorf("a mode that is none gives %v", got)
	}
	if Word(tiny, num.Int{}) != tiny.Zero(false) {
		t.Error("the word of 0 is that of -0")
	}
	for _, o := range []fp.Operation{{Code: fp.OpAdd, F: fp.X87}, {Code: fp.OpConvert, F: fp.Double, To: fp.X87}, {Code: fp.OpConvert, F: fp.X87, To: fp.Double}, {Code: fp.OpAdd, F: fp.Double, Raises: true}} {
		if Known(o) {
			t.Errorf("%v is known", o)
		}
	}
}

// Sets of words are those that an enumeration finds, or the least of their form around them.
func TestHalvesExactly(t *testing.T) {
	const bits, least = 4, -8
	has := func(h Halves, w int64) bool { return h.Neg.Contains(num.Of(w)) || h.Pos.Contains(num.Of(w)) }
	// around is the least interval with the numbers that a function gives for words between two.
	around := func(lo, hi int64, of func(w int64) (int64, bool)) interval.Interval {
		out := interval.Empty()
		for w := lo; w <= hi; w++ {
			if k, ok := of(w); ok {
				out = out.Join(interval.Point(num.Of(k)))
			}
		}
		return out
	}
	order := func(w int64) int64 {
		if w < 0 {
			return least - w
		}
		return w
	}
	sound := func(name string, got, neg, pos interval.Interval, h Halves) {
		t.Helper()
		if !same(got, neg.Join(pos)) {
			t.Fatalf("%s of %v: %v", name, h, got)
		}
	}
	for _, neg := range between(least, -1) {
		for _, pos := range between(0, 7) {
			h := Halves{neg, pos}
			in := func(w int64) (int64, bool) { return w, has(h, w) }
			sound("hull", h.Hull(), around(least, -1, in), around(0, 7, in), h)
			orders := func(w int64) (int64, bool) { return order(w), has(h, w) }
			sound("order", h.Order(bits), around(least, -1, orders), around(0, 7, orders), h)
			flip := h.Flip(num.Of(least))
			for w := int64(least); w < 8; w++ {
				if has(flip, w) != has(h, (w+8+8)%16-8) {
					t.Fatalf("%v with other signs: %v", h, flip)
				}
			}
			if h.IsEmpty() != (neg.IsEmpty() && pos.IsEmpty()) {
				t.Fatalf("%v is empty: %v", h, h.IsEmpty())
			}
			isNaN := func(w int64) bool { return tiny.IsNaN(num.Of(w)) }
			numbers := around(least, 7, func(w int64) (int64, bool) { return order(w), has(h, w) && !isNaN(w) })
			nans := around(least, 7, func(w int64) (int64, bool) { return w, has(h, w) && isNaN(w) })
			s := Of(tiny, h)
			if !same(s.Interval, numbers) || s.NaN != !nans.IsEmpty() {
				t.Fatalf("the set of %v: %v", h, s)
			}
			member := func(w int64) (int64, bool) {
				return w, isNaN(w) && s.NaN || !isNaN(w) && s.Contains(num.Of(order(w)))
			}
			if back := s.Words(tiny); !back.Equal(Halves{around(least, -1, member), around(0, 7, member)}) {
				t.Fatalf("the words of %v: %v", s, back)
			}
		}
	}
	open := Of(tiny, Halves{interval.AtMost(num.Of(-1)), interval.AtLeast(num.Int{})})
	if !open.Equal(Numbers(tiny)) || !open.NaN {
		t.Errorf("all words are %v", open)
	}
	var few []Halves // all with words of three bits
	for _, neg := range between(-4, -1) {
		for _, pos := range between(0, 3) {
			few = append(few, Halves{neg, pos})
		}
	}
	for _, a := range few {
		for _, b := range few {
			meet, join, equal := a.Meet(b), a.Join(b), true
			for w := int64(-4); w < 4; w++ {
				equal = equal && has(a, w) == has(b, w)
			}
			both := func(w int64) (int64, bool) { return w, has(a, w) && has(b, w) }
			if all := (Halves{around(-4, -1, both), around(0, 3, both)}); !meet.Equal(all) || !all.Equal(meet) {
				t.Fatalf("both %v and %v: %v", a, b, meet)
			}
			either := func(w int64) (int64, bool) { return w, has(a, w) || has(b, w) }
			if !same(join.Neg, around(-4, -1, either)) || !same(join.Pos, around(0, 3, either)) || a.Equal(b) != equal {
				t.Fatalf("%v and %v: joined %v, equal %v", a, b, join, a.Equal(b))
			}
		}
	}
	for _, x := range append(between(-9, 9), interval.AtMost(num.Of(2)), interval.AtLeast(num.Of(-2)), interval.All()) {
		halves, ordered := Split(x), Ordered(x, bits)
		for w := int64(least); w < 8; w++ {
			if in := x.Contains(num.Of(w)); halves.Neg.Contains(num.Of(w)) != (in && w < 0) || halves.Pos.Contains(num.Of(w)) != (in && w >= 0) {
				t.Fatalf("%v is split into %v", x, halves)
			}
			if has(ordered, w) != x.Contains(num.Of(order(w))) {
				t.Fatalf("the words with orders in %v: %v", x, ordered)
			}
		}
	}
}
