package cert

import (
	"bytes"
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

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

// TestFixed: what relates two floating numbers is proved, with the error of the rounding, and used;
// without that error, or with another function, it is refused.
func TestFixed(t *testing.T) {
	word := cfa.Range{Bits: 32, Signed: true}
	single := func(text string) int64 { v, _ := fp.Single.Parse(text); n, _ := v.Int64(); return n }
	order := func(v *cfa.Var) cfa.Expr {
		return cfa.MkIte(cfa.MkBinary(cfa.Ge, v, konst(0)), v, cfa.MkBinary(cfa.Sub, konst(-1<<31), v))
	}
	for name, c := range map[string]struct {
		most  int64 // of y - x
		fn    string
		holds bool
	}{
		"with the error":        {1<<32 + 1<<15, "fixed.f32", true},
		"without the error":     {1 << 32, "fixed.f32", false},
		"less":                  {1<<32 - 1<<20, "fixed.f32", false},
		"more":                  {1<<32 + 1<<30, "fixed.f32", false}, // than what follows
		"another format":        {1<<32 + 1<<15, "fixed.f64", false},
		"a function of no name": {1<<32 + 1<<15, "fixed.f16", false},
	} {
		// y = x + 1 with x from 0 to 100, d = y - x; is d more than 1.0001?
		l := newLine(word)
		x, y, d := l.inputs[0], l.local(word), l.local(word)
		l.do(&cfa.Assume{Cond: cfa.MkBinary(cfa.Ge, order(x), konst(0))})
		l.do(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, order(x), konst(single("100")))})
		float := func(to *cfa.Var, code fp.Code, a, b cfa.Expr) {
			l.do(&cfa.Havoc{LHS: to, From: &cfa.Input{Kind: cfa.Approx, Range: word}, Def: &cfa.Computed{
				Op: fp.Operation{Code: code, F: fp.Single}, Args: []cfa.Expr{konst(int64(fp.NearestEven)), a, b},
			}})
		}
		float(y, fp.OpAdd, x, konst(single("1")))
		at := l.at
		float(d, fp.OpSub, y, x)
		l.do(&cfa.Assume{Cond: cfa.MkBinary(cfa.Gt, order(d), konst(single("1.0001")))})
		p := l.fail()
		cert := everything(p)
		b := cert.Builder
		fixed := func(v *cfa.Var) *smt.Term {
			return b.App(b.Func(c.fn, []*smt.Sort{b.IntSort()}, b.IntSort()), Symbol{Var: v}.Term(b))
		}
		within := func(v *cfa.Var, most string) *smt.Term {
			t := Symbol{Var: v}.Term(b)
			t = b.Ite(b.Le(b.IntNum(0), t), t, b.Sub(b.IntNum(-1<<31), t))
			return b.And(b.Le(b.IntNum(0), t), b.Le(t, b.IntNum(single(most))))
		}
		for i, pt := range cert.Contexts[0].Points {
			if pt.Loc == at.ID {
				cert.Contexts[0].Points[i] = Point{Loc: at.ID, Holds: []Annotation{{Conj: []*smt.Term{
					within(x, "100"), within(y, "101"), b.Le(b.Sub(fixed(y), fixed(x)), b.IntNum(c.most)),
				}}}}
			}
		}
		if _, err := Check(context.Background(), p, cert); (err == nil) != c.holds {
			t.Errorf("%s: %v", name, err)
		}
		if !c.holds {
			continue
		}
		var file bytes.Buffer
		if err := Write(&file, cert); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&file)
		if err == nil {
			_, err = Check(context.Background(), p, again)
		}
		if err != nil {
			t.Errorf("read again: %v", err)
		}
	}
}
