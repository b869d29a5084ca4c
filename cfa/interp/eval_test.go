package interp

import (
	"context"
	"math/big"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// The reference: expressions over math/big, by the definitions in package cfa, with other means
// than the interpreter's: words as sums of bits, shifts as multiplications, logic on flags.

var two = big.NewInt(2)

func refBit(x *big.Int, i int) bool { // of two's complement without end
	q := new(big.Int).Exp(two, big.NewInt(int64(i)), nil)
	q.Div(x, q) // Euclidean with a positive divisor: rounds down
	return q.Mod(q, two).Sign() != 0
}

func refWord(bits int, signed bool, bit func(i int) bool) *big.Int {
	r := new(big.Int)
	for i := range bits {
		if !bit(i) {
			continue
		}
		w := new(big.Int).Exp(two, big.NewInt(int64(i)), nil)
		if signed && i == bits-1 {
			r.Sub(r, w)
		} else {
			r.Add(r, w)
		}
	}
	return r
}

func flag(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// ref returns nil where the expression is undefined.
func ref(e cfa.Expr, env map[*cfa.Var]*big.Int, cells map[string]*big.Int) *big.Int {
	switch e := e.(type) {
	case *cfa.Var:
		return env[e]
	case *cfa.Const:
		return e.Val.Big()
	case *cfa.Select:
		i := ref(e.Idx, env, cells)
		if i == nil {
			return nil
		}
		if x, ok := cells[i.String()]; ok {
			return x
		}
		return big.NewInt(77)
	case *cfa.Wrap:
		x := ref(e.X, env, cells)
		if x == nil {
			return nil
		}
		return refWord(e.Bits, e.Signed, func(i int) bool { return refBit(x, i) })
	case *cfa.Ite:
		c := ref(e.C, env, cells)
		switch {
		case c == nil:
			return nil
		case c.Sign() != 0:
			return ref(e.T, env, cells)
		}
		return ref(e.E, env, cells)
	case *cfa.Unary:
		x := ref(e.X, env, cells)
		if x == nil {
			return nil
		}
		switch e.Op {
		case cfa.Neg:
			return new(big.Int).Mul(x, big.NewInt(-1))
		case cfa.BitNot:
			return new(big.Int).Sub(big.NewInt(-1), x)
		}
		return flag(x.Sign() == 0)
	}
	b := e.(*cfa.Binary)
	x, y := ref(b.X, env, cells), ref(b.Y, env, cells)
	if x == nil || y == nil {
		return nil
	}
	r := new(big.Int)
	switch b.Op {
	case cfa.Add:
		return r.Add(x, y)
	case cfa.Sub:
		return r.Sub(x, y)
	case cfa.Mul:
		return r.Mul(x, y)
	case cfa.Div, cfa.Rem:
		if y.Sign() == 0 {
			return nil
		}
		// |x| / |y|, with the sign put back.
		q, m := new(big.Int).DivMod(new(big.Int).Abs(x), new(big.Int).Abs(y), new(big.Int))
		if x.Sign()*y.Sign() < 0 {
			q.Neg(q)
		}
		if x.Sign() < 0 {
			m.Neg(m)
		}
		if b.Op == cfa.Div {
			return q
		}
		return m
	case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
		n := max(x.BitLen(), y.BitLen()) + 1
		return refWord(n, true, func(i int) bool {
			p, q := refBit(x, i), refBit(y, i)
			switch b.Op {
			case cfa.BitAnd:
				return p && q
			case cfa.BitOr:
				return p || q
			}
			return p != q
		})
	case cfa.Shl, cfa.Shr:
		if y.Sign() < 0 || y.Cmp(big.NewInt(128)) >= 0 {
			return nil
		}
		p := new(big.Int).Exp(two, y, nil)
		if b.Op == cfa.Shl {
			return r.Mul(x, p)
		}
		return r.Div(x, p)
	case cfa.Eq:
		return flag(x.Cmp(y) == 0)
	case cfa.Ne:
		return flag(x.Cmp(y) != 0)
	case cfa.Lt:
		return flag(x.Cmp(y) < 0)
	case cfa.Le:
		return flag(x.Cmp(y) <= 0)
	case cfa.Gt:
		return flag(x.Cmp(y) > 0)
	case cfa.Ge:
		return flag(x.Cmp(y) >= 0)
	case cfa.And:
		return flag(x.Sign() != 0 && y.Sign() != 0)
	case cfa.Or:
		return flag(x.Sign() != 0 || y.Sign() != 0)
	}
	panic(b.Op)
}

// genInt draws numbers of many sizes, those next to powers of two above all.
func genInt(t *rapid.T) num.Int {
	switch rapid.IntRange(0, 3).Draw(t, "sort") {
	case 0:
		return num.Of(rapid.Int64Range(-5, 5).Draw(t, "small"))
	case 1:
		return num.Of(rapid.Int64().Draw(t, "word"))
	case 2:
		x := num.Pow2(uint(rapid.IntRange(0, 130).Draw(t, "power")))
		x = x.Add(num.Of(rapid.Int64Range(-1, 1).Draw(t, "off")))
		if rapid.Bool().Draw(t, "negative") {
			x = x.Neg()
		}
		return x
	}
	return num.Of(rapid.Int64().Draw(t, "hi")).Shl(64).Add(num.OfUint(rapid.Uint64().Draw(t, "lo")))
}

func genExpr(t *rapid.T, depth int, vars []*cfa.Var, a *cfa.Array) cfa.Expr {
	sub := func() cfa.Expr { return genExpr(t, depth-1, vars, a) }
	n := 13
	if depth == 0 {
		n = 2
	}
	switch s := rapid.IntRange(0, n).Draw(t, "node"); s {
	case 0, 1:
		return rapid.SampledFrom(vars).Draw(t, "var")
	case 2:
		return &cfa.Const{Val: genInt(t)}
	case 3:
		return &cfa.Select{Arr: a, Idx: sub()}
	case 4:
		return &cfa.Unary{Op: cfa.UnOp(rapid.IntRange(0, int(cfa.Not)).Draw(t, "unop")), X: sub()}
	case 5:
		bits := rapid.SampledFrom([]int{1, 7, 8, 16, 32, 63, 64, 128}).Draw(t, "bits")
		return &cfa.Wrap{Bits: bits, Signed: rapid.Bool().Draw(t, "signed"), X: sub()}
	case 6:
		return &cfa.Ite{C: sub(), T: sub(), E: sub()}
	default:
		return &cfa.Binary{Op: cfa.BinOp(rapid.IntRange(0, int(cfa.Or)).Draw(t, "binop")), X: sub(), Y: sub()}
	}
}

func TestEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBuilder()
		env := map[*cfa.Var]*big.Int{}
		var vars []*cfa.Var
		for _, n := range []string{"x", "y", "z"} {
			v := b.NewVar(b.q, n, cfa.LocalVar, cfa.Range{})
			x := genInt(t)
			vars, env[v] = append(vars, v), x.Big()
			b.seq(&cfa.Assign{LHS: v, RHS: &cfa.Const{Val: x}})
		}
		a := b.NewArray(nil, "a", cfa.Range{}, -1)
		b.seq(&cfa.Fill{Arr: a, Val: k(77)})
		cells := map[string]*big.Int{}
		for range rapid.IntRange(0, 4).Draw(t, "cells") {
			i, x := genInt(t), genInt(t)
			cells[i.String()] = x.Big()
			b.seq(&cfa.Store{Arr: a, Idx: &cfa.Const{Val: i}, Val: &cfa.Const{Val: x}})
		}
		e := genExpr(t, 4, vars, a)
		r := b.NewVar(b.q, "r", cfa.LocalVar, cfa.Range{})
		b.seq(&cfa.Assign{LHS: r, RHS: e})
		b.exit()
		o := Run(context.Background(), b.Program, Sequence(), Options{Trace: true, Check: true})
		want := ref(e, env, cells)
		switch {
		case want == nil:
			if o.Kind != Undefined {
				t.Fatalf("%v, want undefined", o.Kind)
			}
		case o.Kind != Exited:
			t.Fatalf("%v %s, want %v", o.Kind, o.Reason, want)
		default:
			if got := o.Changes[len(o.Changes)-1].Value; got.Big().Cmp(want) != 0 {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	})
}

// TestStore compares arrays with plain maps, over random stores, fills and copies, with indexes
// within and without the small part that is kept densely, and beyond 64 bits.
func TestStore(t *testing.T) {
	base := num.Pow2(64)
	rapid.Check(t, func(t *rapid.T) {
		const n = 12 // cells off .. off+n-1 are looked at
		offs := []num.Int{num.Of(0), num.Of(-6), base.Sub(num.Of(6)), num.Of(1000)}
		off := rapid.SampledFrom(offs).Draw(t, "offset")
		m := &machine{in: Zero(), cells: maxCells}
		next := int64(0)
		m.in = Func(func(q Query) (num.Int, bool) { next++; return num.Of(-next), true })
		// An unknown cell is, in the reference, the number of its fill and its index then.
		type content struct {
			known bool
			x     int64
			fill  int
			idx   int
		}
		var arrs [2]*cfa.Array
		var model [2][n]content
		m.garrs = make([]*store, 2)
		m.arrSlot = []int32{0, 1}
		m.arrUninit = make([]*cfa.Input, 2)
		m.loc, m.edge = &cfa.Loc{}, &cfa.Edge{}
		for i := range arrs {
			arrs[i] = &cfa.Array{ID: i, Name: "a", Elem: i32, Len: -1}
			if off.IsZero() {
				arrs[i].Len = n
			}
			for j := range n {
				model[i][j] = content{fill: i, idx: j}
			}
		}
		fills := 2
		at := func(j int) cfa.Expr { return &cfa.Const{Val: off.Add(num.Of(int64(j)))} }
		asked := map[content]int64{}
		for range rapid.IntRange(1, 30).Draw(t, "ops") {
			w := rapid.IntRange(0, 1).Draw(t, "array")
			lo := rapid.IntRange(0, n).Draw(t, "lo")
			hi := rapid.IntRange(lo, n).Draw(t, "hi")
			x := rapid.Int64Range(0, 99).Draw(t, "value")
			switch rapid.IntRange(0, 5).Draw(t, "op") {
			case 0:
				j := min(lo, n-1)
				m.storeCell(&cfa.Store{Arr: arrs[w], Idx: at(j), Val: k(x)})
				model[w][j] = content{known: true, x: x}
			case 1:
				m.fill(&cfa.Fill{Arr: arrs[w], Lo: at(lo), Hi: at(hi), Val: k(x)})
				for j := lo; j < hi; j++ {
					model[w][j] = content{known: true, x: x}
				}
			case 2:
				m.fill(&cfa.Fill{Arr: arrs[w], Lo: at(lo), Hi: at(hi), From: input(cfa.Uninit, "u")})
				for j := lo; j < hi; j++ {
					model[w][j] = content{fill: fills, idx: j}
				}
				fills++
			case 3:
				from := rapid.IntRange(0, n-(hi-lo)).Draw(t, "from")
				v := rapid.IntRange(0, 1).Draw(t, "source")
				m.copy(&cfa.Copy{Dst: arrs[w], DstLo: at(lo), Src: arrs[v], SrcLo: at(from), N: k(int64(hi - lo))})
				src := model[v]
				for j := lo; j < hi; j++ {
					model[w][j] = src[from+j-lo]
				}
			case 4:
				m.fill(&cfa.Fill{Arr: arrs[w], Val: k(x)})
				for j := range n {
					model[w][j] = content{known: true, x: x}
				}
			case 5:
				j := min(lo, n-1)
				got, _ := m.load(arrs[w], off.Add(num.Of(int64(j)))).Int64()
				c := model[w][j]
				want := c.x
				if !c.known {
					if _, ok := asked[c]; !ok {
						asked[c] = -next
					}
					want = asked[c]
				}
				if got != want {
					t.Fatalf("cell %d of array %d is %d, want %d", j, w, got, want)
				}
			}
			if m.done {
				t.Fatalf("stopped: %v %s", m.out.Kind, m.out.Reason)
			}
			for _, s := range m.garrs {
				if s != nil {
					checkStore(t, s)
				}
			}
		}
	})
}

func checkStore(t *rapid.T, s *store) {
	for i := 2; i < len(s.segs); i++ {
		if !s.segs[i-1].lo.Less(s.segs[i].lo) {
			t.Fatalf("segments out of order: %v, %v", s.segs[i-1].lo, s.segs[i].lo)
		}
	}
}
