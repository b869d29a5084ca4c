package bv_test

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/bv"
)

// truthOf evaluates a formula over OpBit of leaves and atoms, which it has x make circuits of; leaf
// gives the value of a leaf.
func truthOf(t testing.TB, x *bv.Blaster, f *smt.Term, leaf func(*smt.Term) *big.Int) bool {
	atom := func(f *smt.Term) bool {
		switch f.Op() {
		case smt.OpEq, smt.OpBVUlt, smt.OpBVSlt, smt.OpBit:
			return true
		}
		return false
	}
	memo := map[*smt.Term]bool{}
	smt.Walk(f, map[*smt.Term]bool{}, func(f *smt.Term) bool { return !atom(f) }, func(f *smt.Term) {
		held := 0
		for _, a := range f.Args() {
			if a.IsBool() && memo[a] {
				held++
			}
		}
		switch f.Op() {
		case smt.OpTrue, smt.OpFalse:
			memo[f] = f.IsTrue()
		case smt.OpEq, smt.OpBVUlt, smt.OpBVSlt, smt.OpBit:
			if f.Op() == smt.OpBit && bv.Leaf(f.Arg(0)) {
				memo[f] = leaf(f.Arg(0)).Bit(f.I()) == 1
				break
			}
			c, err := x.Circuit(f)
			if err != nil {
				t.Fatal(err)
			}
			memo[f] = truthOf(t, x, c, leaf) // of smaller terms
		case smt.OpNot:
			memo[f] = held == 0
		case smt.OpAnd:
			memo[f] = held == f.NumArgs()
		case smt.OpOr:
			memo[f] = held > 0
		case smt.OpXor:
			memo[f] = held == 1
		case smt.OpIte:
			memo[f] = memo[f.Arg(2)]
			if memo[f.Arg(0)] {
				memo[f] = memo[f.Arg(1)]
			}
		default:
			t.Fatalf("%v in a circuit", f.Op())
		}
	})
	return memo[f]
}

// A shape makes a term or formula of three variables of one width.
type shape struct {
	name string
	make func(b *smt.Builder, x, y, z *smt.Term) *smt.Term
}

func shapes() []shape {
	type B = smt.Builder
	type T = smt.Term
	return []shape{
		{"not", func(b *B, x, y, z *T) *T { return b.BVNot(b.BVOr(x, y)) }},
		{"neg", func(b *B, x, y, z *T) *T { return b.BVNeg(x) }},
		{"and", func(b *B, x, y, z *T) *T { return b.BVAnd(x, y, z) }},
		{"or", func(b *B, x, y, z *T) *T { return b.BVOr(x, y, z) }},
		{"xor", func(b *B, x, y, z *T) *T { return b.BVXor(x, y, z) }},
		{"add", func(b *B, x, y, z *T) *T { return b.BVAdd(x, y, z) }},
		{"sub", func(b *B, x, y, z *T) *T { return b.BVSub(b.BVSub(x, y), z) }},
		{"negs", func(b *B, x, y, z *T) *T { return b.BVNeg(b.BVAdd(x, y, z)) }},
		{"linear", func(b *B, x, y, z *T) *T {
			return b.BVSub(b.BVMul(b.BV(num.Of(3), x.Width()), x), b.BVMul(b.BV(num.Of(7), x.Width()), y))
		}},
		{"mul", func(b *B, x, y, z *T) *T { return b.BVMul(x, y) }},
		{"mul3", func(b *B, x, y, z *T) *T { return b.BVMul(b.BV(num.Of(5), x.Width()), x, y, z) }},
		{"square", func(b *B, x, y, z *T) *T { return b.BVMul(x, x) }},
		{"wide mul", func(b *B, x, y, z *T) *T { return b.BVMul(b.ZeroExtend(x, 3), b.SignExtend(y, 3)) }},
		{"udiv", func(b *B, x, y, z *T) *T { return b.BVUdiv(x, y) }},
		{"urem", func(b *B, x, y, z *T) *T { return b.BVUrem(x, y) }},
		{"sdiv", func(b *B, x, y, z *T) *T { return b.BVSdiv(x, y) }},
		{"smod", func(b *B, x, y, z *T) *T { return b.BVSmod(x, y) }},
		{"by 3", func(b *B, x, y, z *T) *T { return b.BVUdiv(x, b.BV(num.Of(3), x.Width())) }},
		{"shl", func(b *B, x, y, z *T) *T { return b.BVShl(x, y) }},
		{"lshr", func(b *B, x, y, z *T) *T { return b.BVLshr(x, y) }},
		{"ashr", func(b *B, x, y, z *T) *T { return b.BVAshr(x, y) }},
		{"ite", func(b *B, x, y, z *T) *T { return b.Ite(b.Bit(z, 0), x, b.BVAdd(x, y)) }},
		{"wire", func(b *B, x, y, z *T) *T { return b.Concat(b.SignExtend(x, 2), b.RotateLeft(b.BVAdd(x, y), 1)) }},
		{"cut", func(b *B, x, y, z *T) *T { return b.Extract(b.BVMul(x, y), x.Width()-1, x.Width()/2) }},
		{"=", func(b *B, x, y, z *T) *T { return b.Eq(b.BVXor(x, z), b.BVAnd(y, z)) }},
		{"ult", func(b *B, x, y, z *T) *T { return b.BVUlt(x, y) }},
		{"slt", func(b *B, x, y, z *T) *T { return b.BVSlt(x, b.BVAnd(y, z)) }},
		{"ult const", func(b *B, x, y, z *T) *T { return b.BVUlt(x, b.BV(num.Of(5), x.Width())) }},
		{"bit", func(b *B, x, y, z *T) *T { return b.Bit(b.BVAdd(x, y), x.Width()-1) }},
		{"umulo", func(b *B, x, y, z *T) *T { return b.BVUmulo(x, y) }},
	}
}

// agree checks that the circuits of what the shape gives have the value that the model has.
func agree(t testing.TB, b *smt.Builder, x *bv.Blaster, term *smt.Term, vars []*smt.Term, vals []*big.Int) {
	m := smt.NewModel(b)
	for i, v := range vars {
		m.Set(v, b.BV(num.OfBig(vals[i]), v.Width()))
	}
	leaf := func(l *smt.Term) *big.Int {
		v, err := m.Eval(l)
		if err != nil {
			t.Fatal(err)
		}
		return v.Value().Num().Big()
	}
	want, err := m.Eval(term)
	if err != nil {
		t.Fatal(err)
	}
	if term.IsBool() {
		if got := truthOf(t, x, term, leaf); got != want.IsTrue() {
			t.Fatalf("%v where %v is right, for %v", got, want.IsTrue(), vals)
		}
	} else {
		bits, err := x.Bits(term)
		if err != nil {
			t.Fatal(err)
		}
		if len(bits) != term.Width() {
			t.Fatalf("%d bits of %d", len(bits), term.Width())
		}
		for i, f := range bits {
			if got := truthOf(t, x, f, leaf); got != (want.Value().Num().Big().Bit(i) == 1) {
				t.Fatalf("bit %d is %v, for %v", i, got, vals)
			}
		}
	}
}

// TestCircuits compares every circuit with the meaning of its term: for all values of narrow
// variables, and for some of wide ones.
func TestCircuits(t *testing.T) {
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			for w := 1; w <= 3; w++ {
				b := smt.NewBuilder()
				vars := []*smt.Term{b.Var("x", b.BitVecSort(w)), b.Var("y", b.BitVecSort(w)), b.Var("z", b.BitVecSort(w))}
				term := s.make(b, vars[0], vars[1], vars[2])
				x := bv.New(b)
				for v := range int64(1) << (3 * w) {
					m := int64(1)<<w - 1
					agree(t, b, x, term, vars, []*big.Int{big.NewInt(v & m), big.NewInt(v >> w & m), big.NewInt(v >> (2 * w) & m)})
				}
			}
			rapid.Check(t, func(r *rapid.T) {
				w := rapid.IntRange(4, 20).Draw(r, "width")
				b := smt.NewBuilder()
				x := bv.New(b)
				var vars []*smt.Term
				var vals []*big.Int
				for _, name := range []string{"x", "y", "z"} {
					vars = append(vars, b.Var(name, b.BitVecSort(w)))
					// Shifts and quotients are dull where both numbers are large.
					top := rapid.IntRange(1, w).Draw(r, "bits")
					vals = append(vals, big.NewInt(rapid.Int64Range(0, 1<<top-1).Draw(r, name)))
				}
				agree(t, b, x, s.make(b, vars[0], vars[1], vars[2]), vars, vals)
			})
		})
	}
}

// TestDivisionFormulas checks for all numbers of few bits that the formulas hold of quotient and
// remainder, and of no other numbers in their place.
func TestDivisionFormulas(t *testing.T) {
	for w := 1; w <= 3; w++ {
		b := smt.NewBuilder()
		n, d := b.Var("n", b.BitVecSort(w)), b.Var("d", b.BitVecSort(w))
		x := bv.New(b)
		if w > 1 { // of one bit, division is no leaf
			if _, err := x.Bits(b.BVAnd(b.BVUdiv(n, d), b.BVUrem(n, d))); err != nil {
				t.Fatal(err)
			}
			if got := x.Divisions(); len(got) != 1 || got[0] != (bv.Division{X: n, Y: d}) {
				t.Fatalf("divisions %v", got)
			}
			if got := x.Divisions(); len(got) != 0 {
				t.Fatalf("divisions %v again", got)
			}
		}
		fs, err := x.DivisionFormulas(n, d)
		if err != nil {
			t.Fatal(err)
		}
		all := b.And(fs...)
		size := int64(1) << w
		for v := range size * size * size * size {
			nv, dv, qv, rv := v%size, v/size%size, v/size/size%size, v/size/size/size
			if w == 1 {
				qv, rv = 0, 0
			}
			val := map[*smt.Term]int64{n: nv, d: dv, b.BVUdiv(n, d): qv, b.BVUrem(n, d): rv}
			want := dv == 0 && qv == size-1 && rv == nv || dv != 0 && qv == nv/dv && rv == nv%dv || w == 1
			got := truthOf(t, x, all, func(l *smt.Term) *big.Int { return big.NewInt(val[l]) })
			if got != want {
				t.Fatalf("%d bits: %v for %d = %d·%d + %d", w, got, nv, qv, dv, rv)
			}
		}
	}
}

// TestDeep checks that depth costs no stack and that shared parts are blasted once.
func TestDeep(t *testing.T) {
	b := smt.NewBuilder()
	x, y := b.Var("x", b.BitVecSort(4)), b.Var("y", b.BitVecSort(4))
	for i := range 20_000 {
		x = b.BVAdd(b.BVXor(x, y), b.BVAnd(x, b.BV(num.Of(int64(i)), 4)))
	}
	bl := bv.New(b)
	if _, err := bl.Bits(x); err != nil {
		t.Fatal(err)
	}
}

func TestLimits(t *testing.T) {
	b := smt.NewBuilder()
	s := b.BitVecSort(20_000)
	product := b.BVMul(b.Var("x", s), b.Var("y", s))
	for _, want := range []error{bv.ErrTooLarge, bv.ErrStopped} {
		x := bv.New(b)
		if want == bv.ErrTooLarge {
			x.Limit = 100_000
		} else {
			calls := 0
			x.Stop = func() bool { calls++; return calls > 4 }
		}
		for range 2 {
			if bits, err := x.Bits(product); !errors.Is(err, want) || bits != nil {
				t.Fatalf("%v, not %v", err, want)
			}
		}
		if _, err := x.DivisionFormulas(b.Var("x", s), b.Var("y", s)); !errors.Is(err, want) {
			t.Fatalf("%v, not %v", err, want)
		}
	}
}

func BenchmarkMultiplier(b *testing.B) {
	for _, w := range []int{16, 32, 64} {
		b.Run(fmt.Sprint(w), func(b *testing.B) {
			for range b.N {
				bd := smt.NewBuilder()
				x := bv.New(bd)
				if _, err := x.Bits(bd.BVMul(bd.Var("x", bd.BitVecSort(w)), bd.Var("y", bd.BitVecSort(w)))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
