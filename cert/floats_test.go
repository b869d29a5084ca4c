package cert

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// TestFloatBoundHolds: what is said of an operation holds for all arguments, of any size, in the
// bounds or not, and for all results.
func TestFloatBoundHolds(t *testing.T) {
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
		result := cfa.Range{Bits: bits, Signed: signed}
		if r.IntN(20) == 0 {
			result.Bits-- // the result may be one that the variable does not have
		}
		any := cfa.Range{Bits: 40, Signed: true}
		x, _, terms := variables(result, any, any)
		args := terms[1 : 1+min(2, o.Args()-1)]
		if len(args) == 2 && r.IntN(5) == 0 {
			args = []*smt.Term{terms[1], terms[1]}
		}
		mode := r.Int64N(6)
		op := &words.Float{Op: o, Args: append([]*smt.Term{x.int(mode)}, args...)}
		halves := make([]bounds.Halves, len(args))
		for i := range halves {
			a, b := word(), word()
			if b.Less(a) {
				a, b = b, a
			}
			halves[i] = bounds.Split(interval.Of(a, b))
			if r.IntN(3) == 0 {
				halves[i] = bounds.Ordered(interval.Of(a, b), 16)
			}
			if r.IntN(9) == 0 {
				halves[i] = bounds.Split(interval.All())
			}
		}
		_, g := x.floatBound(terms[0], op, append([]bounds.Halves{{}}, halves...))
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
				m := smt.NewModel(x.b)
				for c, n := range vals {
					m.Set(c, x.num(n))
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

// TestFloatBounds: what follows from bounds alone is proved, with choices on the way; what is off by
// one rounding is not.
func TestFloatBounds(t *testing.T) {
	word := cfa.Range{Bits: 16, Signed: true}
	half := func(text string) int64 { v, _ := fp.Half.Parse(text); n, _ := v.Int64(); return n }
	order := func(v *cfa.Var) cfa.Expr {
		return cfa.MkIte(cfa.MkBinary(cfa.Ge, v, konst(0)), v, cfa.MkBinary(cfa.Sub, konst(-1<<15), v))
	}
	for name, c := range map[string]struct {
		least int64
		holds bool
	}{
		"above": {half("2") + 1, true}, "the bound": {half("2"), true}, "below": {half("2") - 1, false},
	} {
		// x = 0.5*clamp(y) + 1 with clamp(y) at most 2
		l := newLine(word)
		y, z, s := l.inputs[0], l.local(word), l.local(word)
		inf := konst(0x7c00)
		l.do(&cfa.Assume{Cond: cfa.MkBinary(cfa.Ge, order(y), konst(-0x7c00))})
		l.do(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, order(y), inf)})
		l.do(&cfa.Assign{LHS: z, RHS: cfa.MkIte(cfa.MkBinary(cfa.Gt, order(y), konst(half("2"))), konst(half("2")), y)})
		float := func(to *cfa.Var, code fp.Code, a, b cfa.Expr) {
			l.do(&cfa.Havoc{LHS: to, From: &cfa.Input{Kind: cfa.Approx, Range: word}, Def: &cfa.Computed{
				Op: fp.Operation{Code: code, F: fp.Half}, Args: []cfa.Expr{konst(int64(fp.NearestEven)), a, b},
			}})
		}
		float(s, fp.OpMul, konst(half("0.5")), z)
		float(s, fp.OpAdd, s, konst(half("1")))
		l.do(&cfa.Assume{Cond: cfa.MkBinary(cfa.Gt, order(s), konst(c.least))})
		p := l.fail()
		_, err := Check(context.Background(), p, everything(p))
		if (err == nil) != c.holds {
			t.Errorf("%s: %v", name, err)
		}
	}
}
