package words

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

var (
	tiny  = fp.Format{Exp: 2, Prec: 2} // words from -8 to 7, NaNs -1 and 7
	wider = fp.Format{Exp: 3, Prec: 3}
)

// asked has an operation of unknowns, with what bound wants to know of it.
type asked struct {
	b       *smt.Builder
	t, x, y *smt.Term
	op      *Float
	ranges  func(*smt.Term) (interval.Interval, bool)
}

func ask(o fp.Operation, mode int64) *asked {
	b := smt.NewBuilder()
	a := &asked{b: b, t: b.Var("t", b.IntSort()), x: b.Var("x", b.IntSort()), y: b.Var("y", b.IntSort())}
	a.op = &Float{Op: o, Args: []*smt.Term{b.IntNum(mode), a.x, a.y}[:o.Args()]}
	a.ranges = func(t *smt.Term) (interval.Interval, bool) { return interval.Word(o.Word()), t == a.t }
	return a
}

func (a *asked) bound(args ...bounds.Halves) *smt.Term {
	_, g := a.both(args...)
	return g
}

func (a *asked) both(args ...bounds.Halves) (bounds.Halves, *smt.Term) {
	return bound(a.b, a.ranges, a.t, a.op, append([]bounds.Halves{{}}, args...))
}

// Of what has no result, of results that a variable does not have, and of formats and operations that
// package bounds does not know, nothing is said.
func TestBoundSaysNothing(t *testing.T) {
	some := bounds.Split(interval.Of(num.Of(1), num.Of(2)))
	all, none := bounds.Split(interval.All()), bounds.Split(interval.Empty())
	add := fp.Operation{Code: fp.OpAdd, F: tiny}
	for m := range int64(5) {
		if ask(add, m).bound(some, some) == nil {
			t.Errorf("nothing in mode %d", m)
		}
	}
	for name, g := range map[string]*smt.Term{
		"mode":        ask(add, 5).bound(some, some),
		"negative":    ask(add, -1).bound(some, some),
		"huge":        ask(add, 1<<62).bound(some, some),
		"empty":       ask(add, 1).bound(some, none),
		"raises":      ask(fp.Operation{Code: fp.OpAdd, F: tiny, Raises: true}, 1).bound(some, some),
		"raises int":  ask(fp.Operation{Code: fp.OpFromInt, F: tiny, Raises: true}, 1).bound(some),
		"explicit":    ask(fp.Operation{Code: fp.OpFromInt, F: fp.X87}, 1).bound(some),
		"to explicit": ask(fp.Operation{Code: fp.OpToInt, F: tiny, To: fp.X87, Int: 8}, 1).bound(some),
		"from all":    ask(fp.Operation{Code: fp.OpFromInt, F: tiny}, 1).bound(all),
		"from above":  ask(fp.Operation{Code: fp.OpFromInt, F: tiny}, 1).bound(bounds.Split(interval.AtLeast(num.Of(1)))),
		"from below":  ask(fp.Operation{Code: fp.OpFromInt, F: tiny}, 1).bound(bounds.Split(interval.AtMost(num.Of(1)))),
		"from none":   ask(fp.Operation{Code: fp.OpFromInt, F: tiny}, 1).bound(none),
		"to none":     ask(fp.Operation{Code: fp.OpToInt, F: tiny, Int: 8}, 1).bound(none),
		"to from all": ask(fp.Operation{Code: fp.OpToInt, F: tiny, Int: 8}, 1).bound(all),
		"scale":       ask(fp.Operation{Code: fp.OpScale, F: tiny}, 1).bound(some, some),
		"min":         ask(fp.Operation{Code: fp.OpMin, F: tiny}, 1).bound(some, some),
	} {
		if g != nil {
			t.Errorf("%s: %v", name, g)
		}
	}
	for name, change := range map[string]func(*asked){
		"a mode that is not known": func(a *asked) { a.op.Args[0] = a.y },
		"no range": func(a *asked) {
			a.ranges = func(*smt.Term) (interval.Interval, bool) { return interval.Word(4, true), false }
		},
		"another range": func(a *asked) {
			a.ranges = func(*smt.Term) (interval.Interval, bool) { return interval.Word(3, true), true }
		},
	} {
		a := ask(add, 1)
		if change(a); a.bound(some, some) != nil {
			t.Errorf("%s: something is said", name)
		}
	}
}

// What is said is that results of words in halves are in the set that package bounds gives, of
// whatever size the arguments are; a condition that all words meet may be left out.
func TestBoundExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	ops := []fp.Operation{
		{Code: fp.OpAdd, F: tiny}, {Code: fp.OpSub, F: tiny}, {Code: fp.OpMul, F: tiny}, {Code: fp.OpDiv, F: tiny}, {Code: fp.OpSqrt, F: tiny}, {Code: fp.OpIntegral, F: tiny},
		{Code: fp.OpConvert, F: tiny, To: wider}, {Code: fp.OpConvert, F: wider, To: tiny}, {Code: fp.OpFromInt, F: tiny}, {Code: fp.OpToInt, F: tiny, Int: 4, Signed: true},
	}
	halves := func() bounds.Halves {
		lo := r.Int64N(30) - 16
		i := interval.Of(num.Of(lo), num.Of(lo+r.Int64N(12)))
		switch r.IntN(8) {
		case 0:
			return bounds.Split(interval.All())
		case 1:
			return bounds.Ordered(bounds.Numbers(tiny), 4)
		case 2:
			return bounds.Split(interval.AtMost(i.Hi))
		case 3:
			return bounds.Split(interval.Word(4, true))
		case 4:
			return bounds.Ordered(i, 4)
		}
		return bounds.Split(i)
	}
	has := func(h bounds.Halves, w num.Int) bool { return h.Neg.Contains(w) || h.Pos.Contains(w) }
	said := 0
	for n := range 3000 {
		o, mode := ops[n%len(ops)], r.Int64N(5)
		a := ask(o, mode)
		same := o.Args() == 3 && r.IntN(4) == 0
		hs := []bounds.Halves{halves(), halves()}[:o.Args()-1]
		if same {
			hs[1], a.op.Args[2] = hs[0], a.x
		}
		given := slices.Clone(hs)
		every := bounds.Split(interval.Word(o.F.Bits(), true))
		known, conditions := true, make([]bool, len(hs)) // which of them may be left out
		var want bounds.Halves
		all := false
		switch o.Code {
		case fp.OpFromInt:
			i := hs[0].Hull()
			if known = !i.IsEmpty() && i.Bounded(); known {
				hs[0], want = bounds.Split(i), bounds.FromInt(o.F, fp.Mode(mode), i).Words(o.F)
			}
		case fp.OpToInt:
			hs[0] = hs[0].Meet(every)
			i, ok := bounds.ToInt(o, fp.Mode(mode), bounds.Of(o.F, hs[0]))
			known, want = ok && given[0].Hull().Bounded(), bounds.Split(i)
		default:
			var sets []bounds.Set
			for i := range hs {
				hs[i] = hs[i].Meet(every)
				known = known && !hs[i].IsEmpty()
				s := bounds.Of(o.F, hs[i])
				conditions[i], sets = s == bounds.All(o.F), append(sets, s)
			}
			to := o.F
			if o.Code == fp.OpConvert {
				to = o.To
			}
			if known {
				s := bounds.Apply(o, fp.Mode(mode), same, sets...)
				want, all = s.Words(to), s == bounds.All(to)
			}
		}
		h, g := a.both(given...)
		if (g != nil) != known || known && !h.Equal(want) {
			t.Fatalf("%v in mode %d of %v: %v, %v", o, mode, hs, h, g)
		}
		if g == nil {
			continue
		}
		said++
		for range 40 {
			x, y, res := num.Of(r.Int64N(40)-20), num.Of(r.Int64N(40)-20), num.Of(r.Int64N(80)-40)
			args := []num.Int{num.Of(mode), x, y}[:o.Args()]
			if same {
				args[2] = x
			}
			in := true
			for i, h := range hs {
				in = in && (has(h, args[1+i]) || conditions[i])
			}
			m := smt.NewModel(a.b)
			m.Set(a.x, a.b.Num(num.RatOfInt(x), a.b.IntSort()))
			m.Set(a.y, a.b.Num(num.RatOfInt(y), a.b.IntSort()))
			holds := func(res num.Int) bool {
				m.Set(a.t, a.b.Num(num.RatOfInt(res), a.b.IntSort()))
				ok, err := m.Holds(g)
				return ok && err == nil
			}
			if holds(res) != (!in || all || has(want, res)) {
				t.Fatalf("%v %v = %v with arguments in %v and results in %v: %v", o, args, res, hs, want, g)
			}
			for _, v := range []fp.Variant{fp.A, fp.B} {
				if w, ok := o.Apply(v, args...); ok && !holds(w.Val) {
					t.Fatalf("%v %v = %v: %v is not so", o, args, w.Val, g)
				}
			}
		}
	}
	if said < 1500 {
		t.Errorf("only %d implications", said)
	}
}
