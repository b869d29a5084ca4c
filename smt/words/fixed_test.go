package words

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// TestFixedHolds: what is said of fixed-point numbers for a question holds for all words, whether the
// question does or not.
func TestFixedHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	f := fp.Single
	k := fixedOf(f)
	least := num.Pow2(31).Neg()
	word := func() num.Int {
		switch r.IntN(8) {
		case 0:
			return num.Of(r.Int64N(1<<32) - 1<<31)
		case 1:
			return []num.Int{{}, least, f.Inf(false), f.Inf(true), f.NaN(false), f.NaN(true)}[r.IntN(6)]
		}
		return f.FromRat(fp.NearestEven, num.RatFrac(r.Int64N(2000)-1000, 1+r.Int64N(40)))
	}
	said := map[bool]int{}
	for range 60 {
		b := smt.NewBuilder()
		n := func(i num.Int) *smt.Term { return b.Num(num.RatOfInt(i), b.IntSort()) }
		order := func(t *smt.Term) *smt.Term { return b.Ite(b.Le(b.IntNum(0), t), t, b.Sub(n(least), t)) }
		flip := func(t *smt.Term) *smt.Term {
			return b.Ite(b.Le(b.IntNum(0), t), b.Add(t, n(least)), b.Sub(t, n(least)))
		}
		x, y, i := b.Var("x", b.IntSort()), b.Var("y", b.IntSort()), b.Var("i", b.IntSort())
		pick := func() *smt.Term {
			return []*smt.Term{x, y, flip(x), n(word()), b.Ite(b.Le(i, b.IntNum(0)), x, y)}[r.IntN(5)]
		}
		mode := b.IntNum(r.Int64N(5))
		var known []Known
		ops := map[*smt.Term]*Float{}
		results := []*smt.Term{}
		for j, o := range []fp.Operation{
			{Code: []fp.Code{fp.OpAdd, fp.OpSub, fp.OpMul, fp.OpDiv}[r.IntN(4)], F: f},
			{Code: fp.OpFromInt, F: f}, {Code: fp.OpToInt, F: f, Int: 32, Signed: true}, {Code: fp.OpIntegral, F: f},
		} {
			t := b.Var("r"+string(rune('0'+j)), b.IntSort())
			args := []*smt.Term{mode, pick()}
			if o.Code == fp.OpFromInt {
				args[1] = i
			}
			if o.Args() == 3 {
				args = append(args, pick())
			}
			known = append(known, Known{T: t, Float: &Float{Op: o, Args: args}})
			ops[t] = known[j].Float
			results = append(results, t)
		}
		within := func(t *smt.Term) *smt.Term {
			lo, hi := bounds.Order(f, word()), bounds.Order(f, word())
			return b.And(b.Le(n(lo), order(t)), b.Le(order(t), n(hi)))
		}
		fs := []*smt.Term{
			within(x), within(y), b.Le(b.IntNum(-100), i), b.Le(i, b.IntNum(r.Int64N(100))),
			b.Le(order(results[0]), order(x)), b.Le(order(flip(x)), order(y)), b.Le(results[2], b.IntNum(5)),
			b.Le(b.Add(Fixed(b, 32, results[0]), Fixed(b, 32, results[1]), Fixed(b, 32, results[3])), Fixed(b, 32, x)),
		}
		ranges := func(*smt.Term) (interval.Interval, bool) { return interval.Word(32, true), true }
		got := UnknownBounds(b, fs, ranges, known)
		for range 30 {
			m := smt.NewModel(b)
			set := func(t *smt.Term, v num.Int) { m.Set(t, n(v)) }
			set(x, word())
			set(y, word())
			set(i, num.Of(r.Int64N(300)-150))
			value := func(t *smt.Term) num.Int {
				v, err := m.Eval(t)
				if err != nil {
					panic(err)
				}
				return v.Value().Num()
			}
			for _, t := range results {
				op := ops[t]
				args := make([]num.Int, len(op.Args))
				for j, a := range op.Args {
					args[j] = value(a)
				}
				res, ok := op.Op.Apply(fp.Variant(r.IntN(2)), args...)
				if !ok {
					res.Val = word() // any
				}
				set(t, res.Val)
			}
			for _, g := range got {
				meant := b.Substitution()
				fixed := false
				smt.Walk(g.Implication, map[*smt.Term]bool{}, nil, func(t *smt.Term) {
					if _, ok := IsFixed(b, t); ok {
						fixed = true
						v, _ := k.Of(value(t.Arg(0)))
						meant.Set(t, n(v))
					}
				})
				said[fixed]++
				if ok, err := m.Holds(meant.Apply(g.Implication)); err != nil || !ok {
					t.Fatalf("%v is not so (%v), for %v = %v", g.Implication, err, []*smt.Term{x, y, i}, []num.Int{value(x), value(y), value(i)})
				}
			}
		}
	}
	if said[true] < 5_000 {
		t.Errorf("only %d implications", said[true]/30)
	}
}
