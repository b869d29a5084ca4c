package words

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// What a floating operation gives is over bit-vectors what package fp computes, or what the unknown
// is where the operation has no value or leaves open which.
func TestTranslateFloat(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 1500 {
		o := fp.Operation{Code: fp.Code(r.IntN(int(fp.OpText))), F: fp.Single, To: fp.Double, Int: 16, Signed: n%2 == 0}
		b := smt.NewBuilder()
		m := smt.NewModel(b)
		ranges := map[*smt.Term]interval.Interval{}
		unknown := func(name string, s interval.Interval) *smt.Term {
			v := b.Var(name, b.IntSort())
			ranges[v] = s
			return v
		}
		k := Known{T: unknown("result", interval.Word(o.Word())), Float: &Float{Op: o}}
		var in []num.Int
		for i := range o.Args() {
			s, v := interval.Word(32, true), num.Of(int64(int32(r.Uint32()))>>r.IntN(32))
			if r.IntN(2) == 0 {
				v = fp.Single.FromInt(fp.NearestEven, num.Of(r.Int64N(9)-4))
			}
			if i == 0 && o.Rounds() {
				s, v = interval.Of(num.Of(-1), num.Of(7)), num.Of(r.Int64N(9)-1)
			}
			in, k.Float.Args = append(in, v), append(k.Float.Args, unknown(string(rune('a'+i)), s))
		}
		val, ok := o.Apply(fp.A, in...)
		if !ok {
			val.Val = ranges[k.T].Lo.Add(num.Of(1))
		}
		x := newTranslator(b, func(t *smt.Term) (interval.Interval, bool) { s, ok := ranges[t]; return s, ok })
		out, done := x.all([]*smt.Term{b.Eq(k.T, b.Num(num.RatOfInt(val.Val), b.IntSort()))}, []Known{k})
		if !done {
			t.Fatalf("%v is not written over bit-vectors", o)
		}
		for i, a := range k.Float.Args {
			m.Set(x.leaf(a), b.BV(in[i], x.leaf(a).Width()))
		}
		m.Set(x.leaf(k.T), b.BV(val.Val, x.leaf(k.T).Width()))
		if holds, err := m.Holds(out[0]); err != nil || !holds {
			t.Fatalf("%v %v: it is not %v (%v, %v)", o, in, val.Val, ok, err)
		}
	}
}
