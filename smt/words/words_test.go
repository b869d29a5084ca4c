package words

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// world makes random formulas over a few unknowns in intervals.
type world struct {
	*rand.Rand
	b      *smt.Builder
	vars   []*smt.Term
	array  *smt.Term
	truth  *smt.Term
	ranges map[*smt.Term]interval.Interval
	known  []Known
}

func newWorld(seed uint64) *world {
	b := smt.NewBuilder()
	w := &world{Rand: rand.New(rand.NewPCG(seed, 5)), b: b, ranges: map[*smt.Term]interval.Interval{}}
	for i, s := range [][2]int64{{0, 255}, {0, 255}, {-3, 5}, {0, 1}, {-128, 127}, {0, 10}, {7, 7}, {-1000, 70000}} {
		v := b.Var(string(rune('a'+i)), b.IntSort())
		w.vars = append(w.vars, v)
		w.ranges[v] = interval.Of(num.Of(s[0]), num.Of(s[1]))
	}
	w.array = b.Var("m", b.ArraySort(b.IntSort(), b.IntSort()))
	w.ranges[w.array] = interval.Of(num.Of(0), num.Of(15))
	w.truth = b.Var("p", b.BoolSort())
	return w
}

func (w *world) rangeOf(t *smt.Term) (interval.Interval, bool) {
	s, ok := w.ranges[t]
	return s, ok
}

// term is a random integer.
func (w *world) term(depth int) *smt.Term {
	b := w.b
	if depth == 0 || w.IntN(6) == 0 {
		if w.IntN(5) == 0 {
			return b.IntNum(int64(w.IntN(300) - 150))
		}
		return w.vars[w.IntN(len(w.vars))]
	}
	t := func() *smt.Term { return w.term(depth - 1) }
	bits := 1 + w.IntN(9)
	switch w.IntN(14) {
	case 0, 1:
		return b.Add(t(), t())
	case 2:
		return b.Sub(t(), t())
	case 3:
		return b.Scale(num.RatOf(int64(w.IntN(40)-20)), t())
	case 4:
		return b.Scale(num.RatOfInt(num.Pow2(uint(bits))), t())
	case 5:
		return b.Mul(t(), t())
	case 6:
		return b.Div(t(), num.RatOf(int64(1+w.IntN(20))))
	case 7:
		return b.Mod(t(), num.RatOfInt(num.Pow2(uint(bits))))
	case 8:
		return b.Wrap(t(), bits, w.IntN(2) == 0)
	case 9:
		return b.Mod(t(), num.RatOf(int64(1+w.IntN(20))))
	case 10:
		x, y := b.NatToBV(t(), bits), b.NatToBV(t(), bits)
		x = []func(...*smt.Term) *smt.Term{b.BVAnd, b.BVOr, b.BVXor}[w.IntN(3)](x, y)
		if w.IntN(2) == 0 {
			return b.BVToNat(x)
		}
		return b.BVToInt(x)
	case 11:
		p, q := b.Wrap(t(), bits, w.IntN(2) == 0), b.Wrap(t(), bits, true)
		if w.IntN(2) == 0 {
			p = b.Sub(b.IntNum(-1), p)
		}
		x, y := b.NatToBV(p, bits+1), b.NatToBV(q, bits+1)
		k := Known{X: p, Y: q}
		switch w.IntN(3) {
		case 0:
			k.Op, k.T = smt.OpBVAnd, b.BVToInt(b.BVAnd(x, y))
		case 1:
			k.Op, k.T = smt.OpBVOr, b.BVToInt(b.BVOr(x, y))
		default:
			k.Op, k.T = smt.OpBVXor, b.BVToInt(b.BVXor(x, y))
		}
		w.known = append(w.known, k)
		return k.T
	case 12: // a word that has gone around once
		x, size := t(), b.Num(num.RatOfInt(num.Pow2(uint(bits))), b.IntSort())
		return b.Ite(b.Le(x, b.IntNum(int64(w.IntN(200)))), x, b.Sub(x, size))
	}
	if w.IntN(2) == 0 {
		return b.Select(w.array, t())
	}
	return b.Ite(w.formula(depth-1), t(), t())
}

func (w *world) formula(depth int) *smt.Term {
	b := w.b
	switch w.IntN(8) {
	case 0:
		return w.truth
	case 1, 2, 3:
		return b.Le(w.term(depth), w.term(depth))
	case 4, 5:
		return b.Eq(w.term(depth), w.term(depth))
	}
	if depth == 0 {
		return b.Not(w.truth)
	}
	f, g := w.formula(depth-1), w.formula(depth-1)
	return []*smt.Term{b.And(f, g), b.Or(f, b.Not(g)), b.Xor(f, g), b.Ite(f, g, b.Not(f))}[w.IntN(4)]
}

// values are random ones within the intervals: to the integers, and to the vectors that stand for
// them.
func (w *world) values(x *translator) *smt.Model {
	b, m := w.b, smt.NewModel(w.b)
	m.Set(w.truth, b.Bool(w.IntN(2) == 0))
	pick := func(s interval.Interval) num.Int {
		n, _ := s.Size()
		k, _ := n.Int64()
		switch w.IntN(4) {
		case 0:
			return s.Lo
		case 1:
			return s.Hi
		}
		return s.Lo.Add(num.Of(w.Int64N(k)))
	}
	for _, v := range w.vars {
		n := pick(w.ranges[v])
		m.Set(v, b.Num(num.RatOfInt(n), b.IntSort()))
		if l := x.leaves[v]; l != nil {
			m.Set(l, b.BV(n, l.Width()))
		}
	}
	l := x.leaves[w.array]
	var ints, words []smt.Entry
	for i := int64(-30); i < 60; i++ {
		n := pick(w.ranges[w.array])
		at := num.Of(i)
		ints = append(ints, smt.Entry{Args: []*smt.Term{b.IntNum(i)}, Value: b.Num(num.RatOfInt(n), b.IntSort())})
		if l == nil {
			continue
		}
		if s := l.Sort(); interval.Point(at).Bits() <= s.Index.Width {
			words = append(words, smt.Entry{Args: []*smt.Term{b.BV(at, s.Index.Width)}, Value: b.BV(n, s.Elem.Width)})
		}
	}
	m.Set(w.array, b.ArrayValue(w.array.Sort(), b.IntNum(3), ints))
	if l != nil {
		m.Set(l, b.ArrayValue(l.Sort(), b.BV(num.Of(3), l.Sort().Elem.Width), words))
	}
	return m
}

// What is written over bit-vectors holds where the formula does.
func TestTranslate(t *testing.T) {
	done, holds := 0, 0
	for seed := range uint64(400) {
		w := newWorld(seed)
		f := w.formula(3)
		x := newTranslator(w.b, w.rangeOf)
		out, ok := x.all([]*smt.Term{f}, w.known)
		if !ok {
			continue
		}
		done++
		for range 6 {
			m := w.values(x)
			want, err := m.Holds(f)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := m.Holds(out[0]); err != nil || got != want {
				t.Fatalf("seed %d: %v where %v is expected (%v):\n%v\n%v", seed, got, want, err, f, out[0])
			}
			if want {
				holds++
			}
		}
	}
	if t.Logf("%d of 400, %d times true", done, holds); done < 340 || holds < 600 {
		t.Errorf("too few are written over bit-vectors: %d, and %d hold", done, holds)
	}
}

// What machine words do costs nothing: bytes that are put together are one word, and so is a word
// that has wrapped.
func TestTranslateShort(t *testing.T) {
	b := smt.NewBuilder()
	word := interval.Word(64, false)
	ranges := map[*smt.Term]interval.Interval{}
	unknown := func(name string, s interval.Interval) *smt.Term {
		v := b.Var(name, b.IntSort())
		ranges[v] = s
		return v
	}
	var coefs []num.Rat
	var cells []*smt.Term
	for i := range 8 {
		coefs = append(coefs, num.RatOfInt(num.Pow2(uint(8*i))))
		cells = append(cells, unknown("byte"+string(rune('0'+i)), interval.Word(8, false)))
	}
	u, v := unknown("u", word), unknown("v", word)
	bytes := b.Linear(b.IntSort(), num.Rat{}, coefs, cells)
	sum, size := b.Add(u, v), b.Num(num.RatOfInt(num.Pow2(64)), b.IntSort())
	for name, f := range map[string]*smt.Term{
		"bytes": b.Eq(bytes, u),
		"wrap":  b.Eq(b.Wrap(sum, 64, false), u),
		"once":  b.Le(b.Ite(b.Lt(sum, size), sum, b.Sub(sum, size)), u),
		"bits":  b.Eq(b.BVToInt(b.BVAnd(b.NatToBV(u, 65), b.NatToBV(v, 65))), v),
	} {
		out, ok := Translate(b, []*smt.Term{f}, func(t *smt.Term) (interval.Interval, bool) { s, ok := ranges[t]; return s, ok }, nil)
		if !ok {
			t.Errorf("%s: %v is not written over bit-vectors", name, f)
			continue
		}
		smt.Walk(out[0], map[*smt.Term]bool{}, nil, func(t2 *smt.Term) {
			if t2.Sort().Kind == smt.BitVec && t2.Width() > 65 || t2.Sort().Kind == smt.Int {
				t.Errorf("%s: has %v", name, t2)
			}
			if (name == "bytes" || name == "bits") && t2.Op() == smt.OpBVAdd {
				t.Errorf("%s: has the sum %v", name, t2)
			}
		})
	}
}

// A bitwise operation is one over bit-vectors, also where its result was added to something.
func TestTranslateBitwise(t *testing.T) {
	b := smt.NewBuilder()
	u, v := b.Var("u", b.IntSort()), b.Var("v", b.IntSort())
	not := b.Sub(b.IntNum(-1), u)
	and := b.BVToInt(b.BVAnd(b.NatToBV(not, 65), b.NatToBV(v, 65)))
	f := b.Le(b.Add(and, b.IntNum(5)), v)
	word := func(*smt.Term) (interval.Interval, bool) { return interval.Word(64, false), true }
	out, ok := Translate(b, []*smt.Term{f}, word, []Known{{T: and, Op: smt.OpBVAnd, X: not, Y: v}})
	if !ok {
		t.Fatal("it is not written over bit-vectors")
	}
	n := 0
	smt.Walk(out[0], map[*smt.Term]bool{}, nil, func(*smt.Term) { n++ })
	if n > 20 {
		t.Errorf("%d terms: %v", n, out[0])
	}
}

// What is refuted over integers is refuted over bit-vectors, and what is not is not.
func TestTranslateDecides(t *testing.T) {
	count := map[solver.Status]int{}
	for seed := range uint64(60) {
		w := newWorld(seed + 10_000)
		w.vars = w.vars[:5]
		fs := []*smt.Term{w.formula(2), w.formula(2), w.formula(1)}
		for _, v := range w.vars { // the vectors of an interval can hold more than is in it
			s := w.ranges[v]
			lo, hi := w.b.Num(num.RatOfInt(s.Lo), w.b.IntSort()), w.b.Num(num.RatOfInt(s.Hi), w.b.IntSort())
			fs = append(fs, w.b.Le(lo, v), w.b.Le(v, hi))
		}
		out, ok := Translate(w.b, fs, w.rangeOf, w.known)
		if !ok {
			continue
		}
		ask := func(fs []*smt.Term) solver.Status {
			s := solver.New(w.b, solver.Options{Conflicts: 500})
			for _, f := range fs {
				s.Assert(f)
			}
			return s.Check(t.Context())
		}
		got, want := ask(out), ask(fs)
		count[got]++
		if got != want && got != solver.Unknown && want != solver.Unknown && !mentions(fs, w.array) {
			t.Errorf("seed %d: %v, over integers %v:\n%v", seed, got, want, fs)
		}
	}
	if t.Log(count); count[solver.Sat] < 10 || count[solver.Unsat] < 10 {
		t.Errorf("too few are decided: %v", count)
	}
}

func mentions(fs []*smt.Term, t *smt.Term) bool {
	for _, v := range smt.FreeVars(fs...) {
		if v == t {
			return true
		}
	}
	return false
}
