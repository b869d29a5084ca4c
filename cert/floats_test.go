package cert

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/fp"
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
