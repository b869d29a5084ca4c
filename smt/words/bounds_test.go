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

// TestBoundHolds: what is said of an operation holds for all arguments, of any size, in the
// bounds or not, and for all results.
func TestBoundHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	special := []int64{0, 1, -1, -1 << 15, 1<<15 - 1, 0x7c00, 0x7c01, -0x8000 + 0x7c00, -0x8000 + 0x7c01, 0x3c00, 0x7bff}
	word := func() num.Int {
		if r.IntN(3) == 0 {
			return num.Of(special[r.IntN(len(special))])
		}
		return num.Of(r.Int64N(1<<16) - 1<<15)
	}
	said := 0
	for range 2500 {
		f := fp.Half
		o := []fp.Operation{
			{Code: fp.OpAdd, F: f}, {Code: fp.OpSub, F: f}, {Code: fp.OpMul, F: f}, {Code: fp.OpDiv, F: f}, {Code: fp.OpSqrt, F: f},
			{Code: fp.OpIntegral, F: f}, {Code: fp.OpConvert, F: f, To: fp.Single}, {Code: fp.OpConvert, F: fp.Single, To: f},
			{Code: fp.OpFromInt, F: f}, {Code: fp.OpToInt, F: f, Int: 8, Signed: true}, {Code: fp.OpMin, F: f},
		}[r.IntN(11)]
		bits, signed := o.Word()
		if r.IntN(20) == 0 {
			bits-- // the result may be one that the variable does not have
		}
		b := smt.NewBuilder()
		terms := []*smt.Term{b.Var("result", b.IntSort()), b.Var("x", b.IntSort()), b.Var("y", b.IntSort())}
		ranges := func(t *smt.Term) (interval.Interval, bool) {
			if t == terms[0] {
				return interval.Word(bits, signed), true
			}
			return interval.Word(40, true), true
		}
		args := terms[1 : 1+min(2, o.Args()-1)]
		if len(args) == 2 && r.IntN(5) == 0 {
			args = []*smt.Term{terms[1], terms[1]}
		}
		mode := r.Int64N(6)
		op := &Float{Op: o, Args: append([]*smt.Term{b.IntNum(mode)}, args...)}
		halves := make([]bounds.Halves, len(args))
		for i := range halves {
			lo, hi := word(), word()
			if hi.Less(lo) {
				lo, hi = hi, lo
			}
			halves[i] = bounds.Split(interval.Of(lo, hi))
			if r.IntN(3) == 0 {
				halves[i] = bounds.Ordered(interval.Of(lo, hi), 16)
			}
			if r.IntN(9) == 0 {
				halves[i] = bounds.Split(interval.All())
			}
		}
		_, g := bound(b, ranges, terms[0], op, append([]bounds.Halves{{}}, halves...))
		if g == nil || g.IsTrue() {
			continue
		}
		said++
		for range 20 {
			vals := map[*smt.Term]num.Int{}
			words := []num.Int{num.Of(mode)}
			for _, a := range args {
				if _, ok := vals[a]; !ok {
					if vals[a] = word(); r.IntN(9) == 0 {
						vals[a] = num.Of(r.Int64N(1<<40) - 1<<39)
					}
				}
				words = append(words, vals[a])
			}
			if !o.Rounds() {
				words = words[1:]
			}
			for _, v := range []fp.Variant{fp.A, fp.B} {
				res, ok := o.Apply(v, words...)
				if !ok { // any value
					res.Val = num.Of(r.Int64N(1<<8) - 1<<7)
				}
				vals[terms[0]] = res.Val
				m := smt.NewModel(b)
				for c, n := range vals {
					m.Set(c, b.Num(num.RatOfInt(n), b.IntSort()))
				}
				if ok, err := m.Holds(g); err != nil || !ok {
					t.Fatalf("%v %v = %v: %v is not so: %v", o, words, res.Val, g, err)
				}
			}
		}
	}
	if said < 500 {
		t.Errorf("only %d implications", said)
	}
}
