package smt

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// randomWord is the bits of a float, often one at the end of a range.
func randomWord(r *rand.Rand, f fp.Format) num.Int {
	w := num.OfUint(r.Uint64()).Xor(num.OfUint(r.Uint64()).Shl(40))
	exps := num.Pow2(uint(f.Exp)).Sub(num.Of(1)).Shl(uint(f.Bits() - 1 - f.Exp))
	switch r.IntN(6) {
	case 0:
		w = w.Or(exps)
	case 1:
		w = w.And(exps.Not())
	case 2:
		w = num.Of(r.Int64N(5) - 2)
	case 3: // near 1
		w = w.And(exps.Not()).Or(f.FromInt(fp.NearestEven, num.Of(r.Int64N(9)-4)))
	case 4:
		w = f.FromInt(fp.NearestEven, num.Of(r.Int64N(9)-4))
	}
	if f.Explicit && w.And(exps).IsZero() {
		w = w.And(num.Pow2(uint(f.Prec - 1)).Not()) // there is another word for the number
	}
	return w.Wrap(f.Bits(), true)
}

// TestFloatOperation compares operations on words, as terms, with what package fp computes: once
// with variables, which the model evaluates, and once with constants, which constructors fold.
func TestFloatOperation(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	formats := []fp.Format{fp.Single, fp.Half, fp.Double, fp.X87, fp.Quad, {Exp: 5, Prec: 4}}
	for n := range 6000 {
		f := formats[n%len(formats)]
		o := fp.Operation{Code: fp.Code(r.IntN(int(fp.OpText))), F: f}
		switch o.Code {
		case fp.OpConvert:
			o.To = formats[r.IntN(len(formats))]
		case fp.OpToInt:
			o.Int, o.Signed = 1+r.IntN(64), r.IntN(2) == 0
		case fp.OpFmod, fp.OpRemainder:
			if f.Exp > 11 {
				continue // slow
			}
		}
		in := make([]num.Int, o.Args())
		widths := make([]int, len(in))
		for i := range in {
			in[i], widths[i] = randomWord(r, f), f.Bits()
		}
		if o.Rounds() {
			in[0], widths[0] = num.Of(r.Int64N(5)), 3
		}
		if k := len(in) - 1; o.Code == fp.OpFromInt || o.Code == fp.OpScale {
			in[k], widths[k] = num.Of(r.Int64()>>r.IntN(64)), 64
		}
		want, ok := o.Apply(fp.A, in...)
		bits, _ := o.Word()
		b := NewBuilder()
		m := NewModel(b)
		vars, consts := make([]*Term, len(in)), make([]*Term, len(in))
		for i := range in {
			vars[i], consts[i] = b.Fresh("x", b.BitVecSort(widths[i])), b.BV(in[i], widths[i])
			m.Set(vars[i], consts[i])
		}
		open := b.BV(num.OfUint(r.Uint64()), bits)
		for _, args := range [][]*Term{vars, consts} {
			term, defined, exists := b.FloatOperation(o, open, args...)
			if !exists {
				continue
			}
			if has, _ := m.Holds(defined); has != ok {
				t.Fatalf("%v %v: defined %v", o, in, has)
			}
			got, err := m.Eval(term)
			if err != nil {
				t.Fatal(err)
			}
			v := got.Value().Num()
			result := f
			if o.Code == fp.OpConvert {
				result = o.To
			}
			nan := o.Args() > 0 && o.Code != fp.OpToInt && bits == result.Bits() && result.IsNaN(want.Val)
			switch {
			case !ok:
			case nan && result.IsNaN(v):
			case want.Open && (nan || result.IsNaN(v)): // of a signaling NaN
			case want.Open && result.IsZero(want.Val) && result.IsZero(v):
			case !v.Equal(want.Val.Wrap(bits, false)):
				t.Fatalf("%v %v: %v, not %v\n%v", o, in, got, want.Val.Wrap(bits, false).Big().Text(16), term)
			}
		}
	}
}

// TestFloatChain: the word of a float whose NaN is open is the float again, so that the circuits of
// a program's operations meet.
func TestFloatChain(t *testing.T) {
	b := NewBuilder()
	for _, f := range []fp.Format{fp.Single, fp.X87} {
		m := b.RoundingMode(fp.NearestEven)
		x := b.Var("x", b.FloatSort(f.Exp, f.Prec))
		sum := b.FloatAdd(m, x, x)
		w := b.WordOfFloat(f, sum, b.Fresh("nan", b.BitVecSort(f.Bits())))
		if got := b.FloatOfWord(f, w); got != sum {
			t.Errorf("%v: %v", f, got)
		}
	}
}
