package bounds

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// word is a random word, often a special one.
func word(r *rand.Rand, f fp.Format) num.Int {
	switch r.IntN(8) {
	case 0:
		return f.Inf(r.IntN(2) == 0)
	case 1:
		return f.Zero(r.IntN(2) == 0)
	case 2:
		return f.Max(r.IntN(2) == 0)
	case 3:
		return f.NaN(r.IntN(2) == 0)
	case 4, 5:
		return f.FromInt(fp.NearestEven, num.Of(r.Int64N(40)-20))
	}
	return num.OfUint(r.Uint64()).Wrap(f.Bits(), true)
}

// among is a random word in an interval.
func among(r *rand.Rand, i interval.Interval) num.Int {
	n, _ := i.Size()
	switch k, small := n.Int64(); {
	case r.IntN(3) == 0:
		return i.Lo
	case r.IntN(2) == 0:
		return i.Hi
	case !small:
		return i.Lo.Add(num.Of(r.Int64()))
	default:
		return i.Lo.Add(num.Of(r.Int64N(k)))
	}
}

// What an operation gives for words of intervals is in the set that Apply gives for these.
func TestApply(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	small := fp.Format{Exp: 4, Prec: 4}
	narrow := 0
	for n := range 60_000 {
		f := []fp.Format{small, fp.Half, fp.Single, fp.Double}[n%4]
		o := fp.Operation{Code: fp.Code(r.IntN(int(fp.OpText))), F: f, To: []fp.Format{small, fp.Single}[r.IntN(2)]}
		if !Known(o) {
			continue
		}
		m := fp.Mode(r.IntN(5))
		args := []num.Int{num.Of(int64(m))}
		var sets []Set
		same := o.Args() == 3 && r.IntN(4) == 0
		for i := range o.Args() - 1 {
			if same && i == 1 {
				args, sets = append(args, args[1]), append(sets, sets[0])
				continue
			}
			neg, pos := interval.Empty(), interval.Empty()
			for neg.IsEmpty() && pos.IsEmpty() {
				for range 2 {
					if w := word(r, f); w.Sign() < 0 {
						neg = neg.Join(interval.Point(w))
					} else {
						pos = pos.Join(interval.Point(w))
					}
				}
			}
			of := pos
			if pos.IsEmpty() || !neg.IsEmpty() && r.IntN(2) == 0 {
				of = neg
			}
			args, sets = append(args, among(r, of)), append(sets, Of(f, Halves{neg, pos}))
		}
		got := Apply(o, m, same, sets...)
		to := f
		if o.Code == fp.OpConvert {
			to = o.To
		}
		h := got.Words(to)
		neg, pos := h.Neg, h.Pos
		for _, v := range []fp.Variant{fp.A, fp.B} {
			if w, ok := o.Apply(v, args...); ok && !neg.Contains(w.Val) && !pos.Contains(w.Val) {
				t.Fatalf("%v %v: %v is not in %v", o, args, w.Val, got)
			}
		}
		if !got.NaN && got.Within(Numbers(to)) && !got.Equal(Numbers(to)) {
			narrow++
		}
	}
	if narrow < 3000 {
		t.Errorf("only %d results have bounds", narrow)
	}
}
