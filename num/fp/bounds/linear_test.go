package bounds

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// sampled is a set of orders around some numbers, often of one sign or a single one, and a random
// word of it.
func sampled(r *rand.Rand, f fp.Format) (Set, num.Int) {
	a := Order(f, f.FromRat(fp.NearestEven, num.RatFrac(r.Int64N(400)-200, 1+r.Int64N(60))))
	b := a
	switch r.IntN(3) {
	case 0:
		b = Order(f, f.FromRat(fp.NearestEven, num.RatFrac(r.Int64N(400)-200, 1+r.Int64N(60))))
	case 1:
		b = a.Add(num.Of(r.Int64N(30)))
	}
	if b.Less(a) {
		a, b = b, a
	}
	i := interval.Of(a, b)
	return Set{Interval: i}, Word(f, among(r, i))
}

// The linear forms of an operation hold for its result, for words of the sets that they are made
// for.
func TestForms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	small := fp.Format{Exp: 4, Prec: 4}
	codes := []fp.Code{fp.OpAdd, fp.OpSub, fp.OpMul, fp.OpDiv, fp.OpConvert, fp.OpIntegral, fp.OpFromInt, fp.OpToInt}
	seen := map[fp.Code]int{}
	for n := range 20_000 {
		f := []fp.Format{small, fp.Half, fp.Single, fp.Double}[n%4]
		o := fp.Operation{Code: codes[r.IntN(len(codes))], F: f}
		switch o.Code {
		case fp.OpConvert:
			o.To = []fp.Format{small, fp.Single}[r.IntN(2)]
		case fp.OpToInt:
			o.Int, o.Signed = 16, true
		}
		m, bits := fp.Mode(r.IntN(5)), uint(r.IntN(40))
		args := []num.Int{num.Of(int64(m))}
		var sets []Set
		var fixed []num.Int
		for range o.Args() - 1 {
			s, w := sampled(r, f)
			k, _ := Fixed{f, bits}.Of(w)
			if o.Code == fp.OpFromInt {
				a := num.Of(r.Int64N(2000) - 1000)
				s = Set{Interval: interval.Of(a, a.Add(num.Of(r.Int64N(100))))}
				w = among(r, s.Interval)
				k = w
			}
			args, sets, fixed = append(args, w), append(sets, s), append(fixed, k)
		}
		got, ok := o.Apply(fp.A, args...)
		if !ok {
			continue
		}
		result := got.Val
		if to := f; o.Code != fp.OpToInt {
			if o.Code == fp.OpConvert {
				to = o.To
			}
			if result, ok = (Fixed{to, bits}).Of(got.Val); !ok {
				continue
			}
		}
		for _, form := range Forms(o, m, bits, sets...) {
			v := form.Result.Mul(result)
			for i, k := range fixed {
				v = v.Sub(form.Args[i].Mul(k))
			}
			if !form.In.Contains(v) {
				t.Fatalf("%v %v with %d digits, %v of %v: %v does not hold, it is %v", o, m, bits, args, sets, form, v)
			}
			seen[o.Code]++
		}
	}
	for _, c := range codes {
		if seen[c] < 300 {
			t.Errorf("only %d forms of %v", seen[c], c)
		}
	}
}

// Fixed-point numbers grow with the numbers, and lead back to their orders.
func TestFixed(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		x := Fixed{[]fp.Format{fp.Half, fp.Single, fp.Double}[r.IntN(3)], uint(r.IntN(40))}
		s, w := sampled(r, x.F)
		k, _ := x.Of(w)
		span, ok := x.Span(s.Interval)
		if !ok || !span.Contains(k) {
			t.Fatalf("%v of %v is not in %v", k, w, span)
		}
		of := interval.Of(k.Sub(num.Of(r.Int64N(3))), k.Add(num.Of(r.Int64N(3))))
		orders := x.Orders(of)
		if !orders.Contains(Order(x.F, w)) {
			t.Fatalf("the order of %v is not in %v, of %v", w, orders, of)
		}
		for _, out := range []num.Int{orders.Lo.Sub(num.Of(1)), orders.Hi.Add(num.Of(1))} {
			if k, ok := x.Of(Word(x.F, out)); ok && of.Contains(k) {
				t.Fatalf("order %v lies in %v, too", out, of)
			}
		}
	}
}
