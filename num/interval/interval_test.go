package interval

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/num"
)

// window is where members are looked for; far beyond it an interval without an end has members of
// the same kinds.
const window = 40

func small(t *rapid.T, name string) Interval {
	lo := rapid.Int64Range(-9, 9).Draw(t, name)
	a := Of(num.Of(lo), num.Of(lo+rapid.Int64Range(0, 7).Draw(t, name+" size")))
	switch rapid.IntRange(0, 6).Draw(t, name+" ends") {
	case 0:
		return AtLeast(a.Lo)
	case 1:
		return AtMost(a.Hi)
	case 2:
		return All()
	}
	return a
}

func members(a Interval) []num.Int {
	var out []num.Int
	for i := int64(-window); i <= window; i++ {
		if a.Contains(num.Of(i)) {
			out = append(out, num.Of(i))
		}
	}
	return out
}

type binary struct {
	name  string
	of    func(a, b Interval) Interval
	on    func(x, y num.Int) (num.Int, bool)
	least bool // the least interval, for bounded operands
	ends  bool // and for those without ends
}

func total(f func(x, y num.Int) num.Int) func(x, y num.Int) (num.Int, bool) {
	return func(x, y num.Int) (num.Int, bool) { return f(x, y), true }
}

func shift(f func(num.Int, uint) num.Int) func(x, y num.Int) (num.Int, bool) {
	return func(x, y num.Int) (num.Int, bool) {
		n, _ := y.Int64()
		if n < 0 {
			return x, false
		}
		return f(x, uint(n)), true
	}
}

var binaries = []binary{
	{"+", Interval.Add, total(num.Int.Add), true, true},
	{"-", Interval.Sub, total(num.Int.Sub), true, true},
	{"*", Interval.Mul, total(num.Int.Mul), true, false},
	{"/", Interval.Quo, func(x, y num.Int) (num.Int, bool) {
		if y.IsZero() {
			return y, false
		}
		return x.Quo(y), true
	}, true, true},
	{"%", Interval.Rem, func(x, y num.Int) (num.Int, bool) {
		if y.IsZero() {
			return y, false
		}
		return x.Rem(y), true
	}, false, false},
	{"&", Interval.And, total(num.Int.And), false, false},
	{"|", Interval.Or, total(num.Int.Or), false, false},
	{"^", Interval.Xor, total(num.Int.Xor), false, false},
	{"<<", Interval.Shl, shift(num.Int.Shl), true, false},
	{">>", Interval.Shr, shift(num.Int.Shr), true, false},
}

// Every result is contained; where the least interval is promised, its ends are results.
func TestOperatorsAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := small(t, "a"), small(t, "b")
		for _, op := range binaries {
			got, want := op.of(a, b), Empty()
			for _, x := range members(a) {
				for _, y := range members(b) {
					r, ok := op.on(x, y)
					if !ok {
						continue
					}
					if !got.Contains(r) {
						t.Fatalf("%v %s %v = %v is not in %v, of %v and %v", x, op.name, y, r, got, a, b)
					}
					want = want.Join(Point(r))
				}
			}
			if want.IsEmpty() && !got.IsEmpty() {
				t.Fatalf("%v %s %v is never defined, but %v", a, op.name, b, got)
			}
			if a.Bounded() && b.Bounded() {
				if op.least && !got.IsEmpty() && !got.Equal(want) {
					t.Fatalf("%v %s %v is %v, not %v", a, op.name, b, got, want)
				}
				continue
			}
			// Of an operand without an end only members in the window were tried: ends that are
			// there are results.
			if op.ends && (!got.NoLo && !got.Lo.Equal(want.Lo) || !got.NoHi && !got.Hi.Equal(want.Hi)) {
				t.Fatalf("%v %s %v is %v, not %v", a, op.name, b, got, want)
			}
		}
	})
}

func TestUnaryAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := small(t, "a")
		k := num.Of(rapid.Int64Range(-4, 4).Draw(t, "k"))
		bits, signed := rapid.IntRange(1, 5).Draw(t, "bits"), rapid.Bool().Draw(t, "signed")
		w := a.Wrap(bits, signed)
		if !w.Within(Word(bits, signed)) {
			t.Fatalf("%v wraps to %v", a, w)
		}
		for _, x := range members(All()) {
			in := a.Contains(x)
			if in && !w.Contains(x.Wrap(bits, signed)) || in != a.Neg().Contains(x.Neg()) || in != a.Not().Contains(x.Not()) {
				t.Fatalf("%v of %v: wrapped %v, negated %v, complemented %v", x, a, w, a.Neg(), a.Not())
			}
			if in && !a.Scale(k).Contains(x.Mul(k)) || a.Contains(x.Mul(k)) != a.Unscale(k).Contains(x) {
				t.Fatalf("%v of %v: by %v %v and %v", x, a, k, a.Scale(k), a.Unscale(k))
			}
			if in && a.Bounded() && !Word(a.Bits(), true).Contains(x) {
				t.Fatalf("%v of %v is no word of %d bits", x, a, a.Bits())
			}
			if y := a.Clamp(x); !a.Contains(y) || in != y.Equal(x) {
				t.Fatalf("%v is next to %v in %v", y, x, a)
			}
		}
	})
}

func TestFactors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := small(t, "a"), small(t, "b")
		x, root := a.Factor(b), a.Root()
		for _, f := range members(All()) {
			for _, g := range members(b) {
				if a.Contains(f.Mul(g)) && !x.Contains(f) {
					t.Fatalf("%v times %v is in %v, %v is not in %v", f, g, a, f, x)
				}
			}
			if a.Contains(f.Mul(f)) && !root.Contains(f) {
				t.Fatalf("the square of %v is in %v, %v is not in %v", f, a, f, root)
			}
		}
		ends := func(i Interval) (list []num.Int) {
			if !i.NoLo {
				list = append(list, i.Lo)
			}
			if !i.NoHi {
				list = append(list, i.Hi)
			}
			return list
		}
		for _, end := range ends(root) {
			if !root.IsEmpty() && !a.Contains(end.Mul(end)) {
				t.Fatalf("the root of %v is %v, which is too large", a, root)
			}
		}
	})
}

func TestSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, limit := small(t, "a"), small(t, "b"), small(t, "limit")
		within, below, notAbove, meet := true, true, true, false
		join, wide := a.Join(b), limit
		for _, x := range members(All()) {
			if (a.Contains(x) && b.Contains(x)) != a.Meet(b).Contains(x) {
				t.Fatalf("%v in %v", x, a.Meet(b))
			}
			meet = meet || a.Contains(x) && b.Contains(x)
			within = within && (!a.Contains(x) || b.Contains(x))
			if (a.Contains(x) || b.Contains(x)) && !join.Contains(x) {
				t.Fatalf("%v not in %v", x, join)
			}
			for _, y := range members(b) {
				below = below && (!a.Contains(x) || x.Less(y))
				notAbove = notAbove && (!a.Contains(x) || !y.Less(x))
			}
			without := a.Without(x)
			if without.Contains(x) && (a.IsPoint() || !a.NoLo && x.Equal(a.Lo) || !a.NoHi && x.Equal(a.Hi)) {
				t.Fatalf("%v is in %v", x, without)
			}
		}
		if meet == a.Meet(b).IsEmpty() || within != a.Within(b) || below != a.Below(b) || notAbove != a.NotAbove(b) {
			t.Fatalf("%v and %v: empty %v, within %v, below %v, not above %v", a, b, !meet, within, below, notAbove)
		}
		if !join.NoLo && !a.Contains(join.Lo) && !b.Contains(join.Lo) || !join.NoHi && !a.Contains(join.Hi) && !b.Contains(join.Hi) {
			t.Fatalf("%v joins %v and %v", join, a, b)
		}
		if wide = limit.Join(join); !a.Widen(join, wide).Within(wide) || !join.Within(a.Widen(join, wide)) {
			t.Fatalf("%v widened to %v is %v", a, join, a.Widen(join, wide))
		}
		if n, ok := a.Size(); ok && !n.Equal(num.Of(int64(len(members(a))))) {
			t.Fatalf("%v has %v members", a, n)
		}
	})
}
