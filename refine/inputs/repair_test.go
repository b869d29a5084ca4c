package inputs

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/value/bounds"
	"github.com/whet-mc/whet/num"
)

// Random conditions over words that some secret values meet: the local search finds values for most
// of them, and what it finds meets the conditions.
func TestRepair(t *testing.T) {
	const tries = 150
	found := 0
	for seed := range uint64(tries) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := &problem{}
		u32 := cfa.Range{Bits: 32}
		secret := model{}
		var vars []cfa.Expr
		for range 3 {
			v := p.symbol(&symbol{v: &cfa.Var{Name: "s", Range: u32}}, bounds.OfRange(u32))
			secret[v.(*cfa.Var).ID] = num.Of(int64(r.Uint32()))
			vars = append(vars, v)
		}
		var expr func(depth int) cfa.Expr
		expr = func(depth int) cfa.Expr {
			if depth == 0 {
				return vars[r.IntN(len(vars))]
			}
			a := expr(depth - 1)
			switch r.IntN(6) {
			case 0:
				return cfa.MkWrap(32, false, cfa.MkBinary(cfa.Add, a, expr(depth-1)))
			case 1:
				return cfa.MkBinary(cfa.BitXor, a, expr(depth-1))
			case 2:
				return cfa.MkBinary(cfa.BitAnd, a, cfa.ConstInt(int64(r.Uint32()|1)))
			case 3:
				return cfa.MkWrap(32, true, cfa.MkBinary(cfa.Sub, a, cfa.ConstInt(int64(r.Uint32()))))
			case 4:
				return cfa.MkBinary(cfa.Shr, a, cfa.ConstInt(int64(r.IntN(8))))
			}
			return cfa.MkBinary(cfa.BitOr, a, cfa.ConstInt(int64(r.Uint32()&0xff00)))
		}
		possible := true
		for range 3 {
			e := expr(2)
			v, ok := secret.eval(p, e)
			if !ok {
				t.Fatalf("seed %d: %v has no value", seed, e)
			}
			op := []cfa.BinOp{cfa.Eq, cfa.Ge, cfa.Le}[r.IntN(3)]
			possible = possible && p.add(cfa.MkBinary(op, e, cfa.ConstOf(v)))
		}
		if !possible {
			t.Fatalf("seed %d: propagation refutes conditions that have a solution", seed)
		}
		m := p.repair(context.Background(), mc.NewBudget(0, 0), []int{0, 1, 2}, repairRounds)
		if m == nil {
			continue
		}
		found++
		for _, c := range p.conds {
			if v, ok := m.eval(p, c); !ok || v.IsZero() {
				t.Errorf("seed %d: %v does not hold for %v", seed, c, m)
			}
		}
	}
	t.Logf("%d of %d solved", found, tries)
	if found < tries*3/4 {
		t.Errorf("only %d of %d solved", found, tries)
	}
}
