package proof

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/bv"
	"pgregory.net/rapid"
)

// randomBits makes bit-vector terms of width w; all operators come up.
func randomBits(t *rapid.T, b *smt.Builder, w, depth int) *smt.Term {
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "op") }
	sub := func() *smt.Term { return randomBits(t, b, w, depth-1) }
	if depth == 0 {
		if pick(4) == 0 {
			return b.BV(num.Of(int64(rapid.IntRange(0, 1<<min(w, 20)-1).Draw(t, "constant"))), w)
		}
		return b.Var(fmt.Sprint("b", pick(3), "w", w), b.BitVecSort(w))
	}
	switch pick(16) {
	case 0:
		return b.BVNot(sub())
	case 1:
		return b.BVNeg(sub())
	case 2:
		return b.BVAnd(sub(), sub(), sub())
	case 3:
		return b.BVOr(sub(), sub())
	case 4:
		return b.BVXor(sub(), sub(), sub())
	case 5:
		return b.BVAdd(sub(), sub(), sub())
	case 6:
		return b.BVSub(sub(), sub())
	case 7:
		return b.BVMul(sub(), sub(), sub())
	case 8:
		return b.BVUdiv(sub(), sub())
	case 9:
		return b.BVUrem(sub(), sub())
	case 10:
		return b.BVShl(sub(), sub())
	case 11:
		return b.BVLshr(sub(), sub())
	case 12:
		return b.BVAshr(sub(), sub())
	case 13:
		return b.Ite(randomAtom(t, b, w, depth-1), sub(), sub())
	case 14:
		if w > 1 {
			k := 1 + pick(w-1)
			return b.Concat(randomBits(t, b, w-k, depth-1), randomBits(t, b, k, depth-1))
		}
		return sub()
	}
	if k := pick(w); pick(2) == 0 && k > 0 {
		return b.SignExtend(randomBits(t, b, w-k, depth-1), k)
	}
	k := pick(3)
	low := pick(k + 1)
	return b.Extract(randomBits(t, b, w+k, depth-1), low+w-1, low)
}

func randomAtom(t *rapid.T, b *smt.Builder, w, depth int) *smt.Term {
	x, y := randomBits(t, b, w, depth), randomBits(t, b, w, depth)
	switch rapid.IntRange(0, 3).Draw(t, "atom") {
	case 0:
		return b.Eq(x, y)
	case 1:
		return b.BVUlt(x, y)
	case 2:
		return b.BVSlt(x, y)
	}
	return b.Bit(x, rapid.IntRange(0, w-1).Draw(t, "bit"))
}

// The circuits are those of package bv, which the solver uses.
func TestCircuitsAreThoseOfTheSolver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := smt.NewBuilder()
		x := bv.New(b)
		c := &checker{b: b, stop: func() bool { return false }}
		a, _ := randomAtom(t, b, rapid.IntRange(1, 20).Draw(t, "width"), rapid.IntRange(0, 3).Draw(t, "depth")).Atom()
		switch a.Op() {
		case smt.OpEq, smt.OpBVUlt, smt.OpBVSlt, smt.OpBit:
		default:
			return // simplified to something else
		}
		f, err := x.Circuit(a)
		if err != nil {
			t.Fatal(err)
		}
		for _, clause := range []lits{{b.Iff(a, f)}, {a, b.Not(f)}, {b.Not(a), f}} {
			if err := c.blast(&Step{Rule: Blast, Terms: lits{a}, Clause: clause}); err != nil {
				t.Fatalf("%v: %v", a.Op(), err)
			}
		}
		for _, d := range x.Divisions() {
			fs, err := x.DivisionFormulas(d.X, d.Y)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range fs {
				if err := c.bvDiv(&Step{Rule: BVDiv, Terms: lits{d.X, d.Y}, Clause: lits{f}}); err != nil {
					t.Fatalf("formula %d of a division: %v", i, err)
				}
			}
		}
	})
}

// What the checker accepts as an axiom about bit-vectors holds for all values of the bits;
// conversely, for one value of the operands the formulas of a division hold for one quotient and
// remainder only.
func TestCircuitsAreRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := smt.NewBuilder()
		c := &checker{b: b, stop: func() bool { return false }}
		w := rapid.IntRange(1, 6).Draw(t, "width")
		term := randomBits(t, b, w, rapid.IntRange(1, 3).Draw(t, "depth"))
		if err := c.blastTerms(term); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			m := smt.NewModel(b)
			for _, v := range smt.FreeVars(term) {
				m.Set(v, b.BV(num.Of(int64(rapid.IntRange(0, 1<<min(v.Width(), 20)-1).Draw(t, "value"))), v.Width()))
			}
			want, err := m.Eval(term)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range c.bits[term] {
				got, err := m.Holds(f)
				if err != nil || got != !want.Value().Num().Shr(uint(i)).And(num.Of(1)).IsZero() {
					t.Fatalf("bit %d of %v is %v in %v (%v)", i, term.Op(), got, want.Value(), err)
				}
			}
		}
	})
}

func TestDivisionFormulas(t *testing.T) {
	const w = 3
	b := smt.NewBuilder()
	c := &checker{b: b, stop: func() bool { return false }}
	s := b.BitVecSort(w)
	x, y, q, r := b.Var("x", s), b.Var("y", s), b.Var("q", s), b.Var("r", s)
	quo, rem := b.BVUdiv(x, y), b.BVUrem(x, y)
	// The formulas, with q and r in place of the leaves.
	blaster := bv.New(b)
	fs, _ := blaster.DivisionFormulas(x, y)
	var all lits
	for _, f := range fs {
		if err := c.bvDiv(&Step{Rule: BVDiv, Terms: lits{x, y}, Clause: lits{f}}); err != nil {
			t.Fatal(err)
		}
		sub := b.Substitution()
		sub.Set(quo, q)
		sub.Set(rem, r)
		all = append(all, sub.Apply(f))
	}
	f := b.And(all...)
	for i := range int64(1 << (4 * w)) {
		m := smt.NewModel(b)
		var v [4]int64
		for k, t := range []*smt.Term{x, y, q, r} {
			v[k] = i >> (w * k) & (1<<w - 1)
			m.Set(t, b.BV(num.Of(v[k]), w))
		}
		want := v[1] == 0 && v[2] == 1<<w-1 && v[3] == v[0] || v[1] != 0 && v[2] == v[0]/max(v[1], 1) && v[3] == v[0]%max(v[1], 1)
		if got, err := m.Holds(f); err != nil || got != want {
			t.Fatalf("x, y, q, r = %v: %v %v", v, got, err)
		}
	}
}

// TestMultiples: the circuits of products with constants are those of the solver, for each
// constant.
func TestMultiples(t *testing.T) {
	for w := 1; w <= 6; w++ {
		b := smt.NewBuilder()
		x, y := b.Var("x", b.BitVecSort(w)), b.Var("y", b.BitVecSort(w))
		for k := range int64(1) << w {
			a, _ := b.BVUlt(b.BVMul(b.BV(num.Of(k), w), x), y).Atom()
			if a.Op() != smt.OpBVUlt {
				continue
			}
			f, err := bv.New(b).Circuit(a)
			if err != nil {
				t.Fatal(err)
			}
			c := &checker{b: b, stop: func() bool { return false }}
			if err := c.blast(&Step{Rule: Blast, Terms: lits{a}, Clause: lits{b.Iff(a, f)}}); err != nil {
				t.Errorf("%d times a word of %d bits: %v", k, w, err)
			}
		}
	}
}
