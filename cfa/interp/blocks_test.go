package interp

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// block1 is a random program of one long loop body over few variables and cells, of ranges that programs from
// C hardly mix, with numbers at their ends. What is computed is mostly one of a few expressions, so that
// blocks find it among the values that they have, before and after something that it depends on was changed.
func block1(r *rand.Rand) *cfa.Program {
	b := newBuilder()
	ranges := []cfa.Range{{Bits: 64}, {Bits: 64, Signed: true}, {Bits: 64}, {Bits: 64, Signed: true}, {Bits: 32, Signed: true}, {Bits: 8}, {}, {Bits: 1}}
	ends := []num.Int{num.Of(0), num.Of(1), num.Of(-1), num.Of(2), num.Of(63), num.Of(1<<31 - 1), num.Of(-1 << 63), num.Of(1<<63 - 1), num.OfUint(1 << 63), num.OfUint(1<<64 - 1), num.Of(255), num.Of(5)}
	constant := func() cfa.Expr { return cfa.ConstOf(ends[r.IntN(len(ends))]) }
	into := func(t cfa.Range, e cfa.Expr) cfa.Expr { // a value of the range
		if v, ok := e.(*cfa.Var); ok && within(v.Range, t) {
			return e
		}
		if t.Bits == 0 {
			return &cfa.Wrap{Bits: []int{64, 62, 70}[r.IntN(3)], Signed: true, X: e} // now and then none of a word
		}
		if c, ok := cfa.IsConst(e); ok && t.Contains(c) {
			return e
		}
		return &cfa.Wrap{Bits: t.Bits, Signed: t.Signed, X: e}
	}
	var vars []*cfa.Var
	for k := range 6 {
		t := ranges[r.IntN(len(ranges))]
		if k%2 == 0 {
			vars = append(vars, b.NewVar(b.q, string(rune('a'+k)), cfa.LocalVar, t))
		} else {
			vars = append(vars, b.NewVar(nil, string(rune('A'+k)), cfa.GlobalVar, t))
		}
	}
	elem := ranges[r.IntN(3)]
	arrs := []*cfa.Array{b.NewArray(nil, "x", elem, 8), b.NewArray(b.q, "y", elem, 8), b.NewArray(nil, "z", ranges[r.IntN(4)], 8)}
	variable := func() *cfa.Var { return vars[r.IntN(len(vars))] }
	index := func() cfa.Expr {
		if r.IntN(3) == 0 {
			return k(int64(r.IntN(8)))
		}
		if i := bin(cfa.BitAnd, variable(), k(3)); r.IntN(2) == 0 {
			return bin(cfa.Add, i, k(int64(r.IntN(5))))
		}
		return bin(cfa.BitAnd, variable(), k(7))
	}
	var again []cfa.Expr
	var expr func(depth int) cfa.Expr
	expr = func(depth int) cfa.Expr {
		if len(again) > 0 && r.IntN(3) > 0 {
			return again[r.IntN(len(again))]
		}
		if depth == 0 {
			switch r.IntN(5) {
			case 0:
				return constant()
			case 1:
				again = append(again, at(arrs[r.IntN(3)], index()))
				return again[len(again)-1]
			}
			return variable()
		}
		var e cfa.Expr
		sub := func() cfa.Expr { return expr(depth - 1) }
		switch r.IntN(9) {
		case 0:
			e = &cfa.Wrap{Bits: []int{64, 64, 32, 8, 1, 16}[r.IntN(6)], Signed: r.IntN(2) == 0, X: sub()}
		case 1:
			e = &cfa.Unary{Op: []cfa.UnOp{cfa.Neg, cfa.BitNot, cfa.Not}[r.IntN(3)], X: sub()}
		case 2:
			e = &cfa.Ite{C: sub(), T: sub(), E: sub()}
		case 3:
			e = bin([]cfa.BinOp{cfa.Shl, cfa.Shr}[r.IntN(2)], sub(), bin(cfa.BitAnd, sub(), k(63)))
		case 4:
			e = bin([]cfa.BinOp{cfa.Div, cfa.Rem}[r.IntN(2)], sub(), bin(cfa.BitOr, sub(), k(1)))
		case 5:
			e = bin(cfa.Add, sub(), bin(cfa.Mul, sub(), constant()))
		default:
			ops := []cfa.BinOp{cfa.Add, cfa.Sub, cfa.Mul, cfa.BitAnd, cfa.BitOr, cfa.BitXor, cfa.Eq, cfa.Ne, cfa.Lt, cfa.Le, cfa.Gt, cfa.Ge, cfa.And, cfa.Or}
			e = bin(ops[r.IntN(len(ops))], sub(), sub())
		}
		again = append(again, e)
		return e
	}
	for _, v := range vars {
		b.seq(set1(v, into(v.Range, constant())))
	}
	for _, a := range arrs {
		b.seq(&cfa.Fill{Arr: a, Lo: k(0), Hi: k(8), Val: into(a.Elem, constant())})
	}
	n := b.v("n")
	b.seq(set1(n, k(0)))
	head := b.cur
	for range 1 + r.IntN(3) {
		again = append(again, expr(2))
	}
	for range 12 + r.IntN(12) {
		v := variable()
		switch r.IntN(12) {
		default:
			b.seq(set1(v, into(v.Range, expr(1+r.IntN(2)))))
		case 0:
			b.seq(set1(v, into(v.Range, constant())))
		case 1, 2, 3:
			b.seq(set1(v, into(v.Range, variable())))
		case 4, 5:
			a := arrs[r.IntN(3)]
			b.seq(&cfa.Store{Arr: a, Idx: index(), Val: into(a.Elem, expr(1))})
		case 6:
			b.seq(&cfa.Copy{Dst: arrs[r.IntN(2)], DstLo: k(int64(r.IntN(3))), Src: arrs[r.IntN(2)], SrcLo: k(int64(r.IntN(3))), N: k(int64(1 + r.IntN(5)))})
		case 7:
			if r.IntN(3) == 0 {
				a := arrs[r.IntN(3)]
				b.seq(&cfa.Fill{Arr: a, Lo: k(int64(r.IntN(3))), Hi: k(int64(3 + r.IntN(5))), Val: into(a.Elem, expr(1))})
			}
		case 8:
			c := bin([]cfa.BinOp{cfa.Lt, cfa.Le, cfa.Eq, cfa.Ge, cfa.Gt, cfa.Ne}[r.IntN(6)], expr(1), expr(1)).(*cfa.Binary)
			join, other := b.loc(), b.loc()
			yes := b.loc()
			b.NewEdge(b.cur, yes, &cfa.Assume{Cond: c}, lang.Pos{})
			b.NewEdge(b.cur, other, &cfa.Assume{Cond: bin(c.Op.Negate(), c.X, c.Y)}, lang.Pos{})
			b.NewEdge(yes, join, set1(v, into(v.Range, expr(1))), lang.Pos{})
			b.NewEdge(other, join, cfa.Skip{}, lang.Pos{})
			b.cur = join
		}
	}
	b.seq(set1(n, bin(cfa.Add, n, k(1))))
	b.NewEdge(b.cur, head, &cfa.Assume{Cond: bin(cfa.Lt, n, k(6))}, lang.Pos{})
	b.NewEdge(b.cur, b.q.Exit, &cfa.Assume{Cond: bin(cfa.Ge, n, k(6))}, lang.Pos{})
	b.Finish()
	return b.Program
}

// Blocks do what single steps do, and leave the same.
func TestBlocksBothWays(t *testing.T) {
	CompileAtOnce(t)
	ends, steps, quick := map[Kind]int{}, 0, 0
	for seed := range uint64(3000) {
		p := block1(rand.New(rand.NewPCG(seed, 4)))
		fast, left := RunState(context.Background(), p, Zero(), Options{MaxSteps: 1000})
		slow, want := RunState(context.Background(), p, Zero(), Options{MaxSteps: 1000, Watch: func(View) {}})
		ends[fast.Kind]++
		steps, quick = steps+fast.Steps, quick+left.m.quick
		if fast.Kind != slow.Kind || fast.Steps != slow.Steps || fast.Loc != slow.Loc || fast.Reason != slow.Reason {
			t.Fatalf("seed %d: %+v\nstep by step\n%+v\n%v", seed, fast, slow, p)
		}
		if what := left.Differs(want); what != "" {
			t.Fatalf("seed %d: after %d steps (%v) %s, the latter step by step\n%v", seed, fast.Steps, fast.Kind, what, p)
		}
	}
	t.Log(ends, steps, quick)
	if ends[Exited] < 1000 || quick < steps/2 {
		t.Errorf("ends %v, %d of %d steps over words: too few", ends, quick, steps)
	}
}
