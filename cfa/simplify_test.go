package cfa

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// The evaluator here is written from the comments in expr.go, with math/big only;
// nil is the undefined value.

type env struct {
	vars  map[*Var]*big.Int
	cells map[*Array]map[string]*big.Int // by index in decimal; others are 0
}

func (m *env) eval(e Expr) *big.Int {
	truthOf := func(b bool) *big.Int {
		if b {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	switch e := e.(type) {
	case *Var:
		return m.vars[e]
	case *Const:
		return e.Val.Big()
	case *Select:
		i := m.eval(e.Idx)
		if i == nil {
			return nil
		}
		if v := m.cells[e.Arr][i.String()]; v != nil {
			return v
		}
		return new(big.Int)
	case *Unary:
		x := m.eval(e.X)
		if x == nil {
			return nil
		}
		switch e.Op {
		case Neg:
			return new(big.Int).Neg(x)
		case BitNot:
			return new(big.Int).Sub(new(big.Int).Neg(x), big.NewInt(1))
		}
		return truthOf(x.Sign() == 0)
	case *Wrap:
		x := m.eval(e.X)
		if x == nil {
			return nil
		}
		mod := new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(e.Bits)), nil)
		r := new(big.Int).Mod(x, mod)
		if e.Signed && new(big.Int).Add(r, r).Cmp(mod) >= 0 {
			r.Sub(r, mod)
		}
		return r
	case *Ite:
		c := m.eval(e.C)
		if c == nil {
			return nil
		}
		if c.Sign() != 0 {
			return m.eval(e.T)
		}
		return m.eval(e.E)
	case *Binary:
		x, y := m.eval(e.X), m.eval(e.Y)
		if x == nil || y == nil {
			return nil
		}
		z := new(big.Int)
		switch e.Op {
		case Add:
			return z.Add(x, y)
		case Sub:
			return z.Sub(x, y)
		case Mul:
			return z.Mul(x, y)
		case Div, Rem:
			if y.Sign() == 0 {
				return nil
			}
			if e.Op == Div {
				return z.Quo(x, y)
			}
			return z.Rem(x, y)
		case BitAnd:
			return z.And(x, y)
		case BitOr:
			return z.Or(x, y)
		case BitXor:
			return z.Xor(x, y)
		case Shl, Shr:
			if y.Sign() < 0 || y.Cmp(big.NewInt(128)) >= 0 {
				return nil
			}
			if e.Op == Shl {
				return z.Lsh(x, uint(y.Int64()))
			}
			return z.Rsh(x, uint(y.Int64()))
		case Eq:
			return truthOf(x.Cmp(y) == 0)
		case Ne:
			return truthOf(x.Cmp(y) != 0)
		case Lt:
			return truthOf(x.Cmp(y) < 0)
		case Le:
			return truthOf(x.Cmp(y) <= 0)
		case Gt:
			return truthOf(x.Cmp(y) > 0)
		case Ge:
			return truthOf(x.Cmp(y) >= 0)
		case And:
			return truthOf(x.Sign() != 0 && y.Sign() != 0)
		case Or:
			return truthOf(x.Sign() != 0 || y.Sign() != 0)
		}
	}
	panic(fmt.Sprintf("%T", e))
}

// The vocabulary of random expressions.
var (
	testRanges = []Range{
		{Bits: 1}, {Bits: 4}, {Bits: 4, Signed: true}, {Bits: 8}, {Bits: 8, Signed: true},
		{Bits: 32}, {Bits: 32, Signed: true}, {Bits: 64}, {Bits: 64, Signed: true}, {}, {Nat: true},
	}
	testVars  []*Var
	testArray = &Array{Name: "a", Elem: Range{Bits: 8, Signed: true}, Len: -1, Step: 1}
)

func init() {
	for i, r := range testRanges {
		testVars = append(testVars, &Var{ID: i, Name: fmt.Sprintf("v%d", i), Range: r})
	}
}

// drawValue draws a number in the range, often near its ends or 0.
func drawValue(t *rapid.T, r Range) num.Int {
	lo, hasLo, hi, hasHi := r.Bounds()
	d := num.Of(int64(rapid.IntRange(0, 4).Draw(t, "near")))
	var x num.Int
	switch k := rapid.IntRange(0, 3).Draw(t, "where"); {
	case k == 0 && hasLo:
		x = lo.Add(d)
	case k == 1 && hasHi:
		x = hi.Sub(d)
	case k == 2:
		x = num.Of(rapid.Int64().Draw(t, "value"))
	default:
		x = d.Sub(num.Of(2))
	}
	if !r.Contains(x) {
		if r.Bits == 0 {
			return x.Neg()
		}
		return x.Wrap(r.Bits, r.Signed)
	}
	return x
}

func drawEnv(t *rapid.T) *env {
	m := &env{map[*Var]*big.Int{}, map[*Array]map[string]*big.Int{testArray: {}}}
	for _, v := range testVars {
		m.vars[v] = drawValue(t, v.Range).Big()
	}
	for i := -2; i < 3; i++ {
		m.cells[testArray][fmt.Sprint(i)] = drawValue(t, testArray.Elem).Big()
	}
	return m
}

var interesting = []int64{0, 1, -1, 2, -2, 3, 7, 8, 15, 16, 127, 128, 255, 256, -128, 1<<31 - 1, 1 << 31, 1<<32 - 1, -1 << 31}

// drawPair draws an expression, plain and as the constructors make it.
func drawPair(t *rapid.T, depth int) (plain, made Expr) {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 {
		kind %= 2
	}
	switch kind {
	case 0:
		v := rapid.SampledFrom(testVars).Draw(t, "var")
		return v, v
	case 1:
		c := ConstInt(rapid.SampledFrom(interesting).Draw(t, "const"))
		return c, c
	case 2:
		op := rapid.SampledFrom([]UnOp{Neg, BitNot, Not}).Draw(t, "unary")
		p, m := drawPair(t, depth-1)
		return &Unary{op, p}, MkUnary(op, m)
	case 3, 4:
		r := rapid.SampledFrom(testRanges[:9]).Draw(t, "word")
		p, m := drawPair(t, depth-1)
		return &Wrap{r.Bits, r.Signed, p}, MkWrap(r.Bits, r.Signed, m)
	case 5:
		c, cm := drawPair(t, depth-1)
		x, xm := drawPair(t, depth-1)
		y, ym := drawPair(t, depth-1)
		return &Ite{c, x, y}, MkIte(cm, xm, ym)
	case 6:
		p, m := drawPair(t, depth-1)
		return &Select{testArray, p}, MkSelect(testArray, m)
	}
	op := BinOp(rapid.IntRange(int(Add), int(Or)).Draw(t, "binary"))
	x, xm := drawPair(t, depth-1)
	y, ym := drawPair(t, depth-1)
	if rapid.IntRange(0, 5).Draw(t, "same") == 0 {
		y, ym = x, xm
	}
	return &Binary{op, x, y}, MkBinary(op, xm, ym)
}

func TestSimplifyKeepsMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain, made := drawPair(t, 4)
		lo, hi, bounded := Bounds(made)
		for range 6 {
			m := drawEnv(t)
			want, got := m.eval(plain), m.eval(made)
			switch {
			case want == nil && got == nil:
			case want == nil || got == nil || want.Cmp(got) != 0:
				t.Fatalf("plain %v, made %v of\n%s\n%s\nin %v", want, got, ExprString(plain), ExprString(made), m)
			}
			if got != nil && bounded && (got.Cmp(lo.Big()) < 0 || got.Cmp(hi.Big()) > 0) {
				t.Fatalf("%v is not in [%v, %v]: %s", got, lo, hi, ExprString(made))
			}
			if got == nil && total(made) {
				t.Fatalf("taken to be total: %s", ExprString(made))
			}
		}
	})
}

func TestNotTurnsRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, e := drawPair(t, 4)
		m := drawEnv(t)
		x, y := m.eval(e), m.eval(MkNot(e))
		if (x == nil) != (y == nil) || x != nil && (x.Sign() == 0) != (y.Sign() != 0) {
			t.Fatalf("%v, negated %v: %s and %s", x, y, ExprString(e), ExprString(MkNot(e)))
		}
		if y != nil && y.Sign() != 0 && y.Cmp(big.NewInt(1)) != 0 {
			t.Fatalf("%v is no truth value", y)
		}
	})
}

// What the constructors must find; the property above says only that nothing is broken.
func TestSimplifyForms(t *testing.T) {
	i32 := &Var{ID: 0, Name: "i", Range: Range{Bits: 32, Signed: true}}
	j32 := &Var{ID: 1, Name: "j", Range: Range{Bits: 32, Signed: true}}
	u32 := &Var{ID: 2, Name: "u", Range: Range{Bits: 32}}
	u8 := &Var{ID: 3, Name: "b", Range: Range{Bits: 8}}
	z := &Var{ID: 4, Name: "z"}
	c := ConstInt
	int32w := func(e Expr) Expr { return MkWrap(32, true, e) }
	lt := MkBinary(Lt, i32, j32)
	for _, tt := range []struct {
		got  Expr
		want string
	}{
		{MkBinary(Add, c(1), i32), "i + 1"},
		{MkBinary(Sub, i32, c(1)), "i - 1"},
		{MkBinary(Add, MkBinary(Sub, i32, c(1)), c(1)), "i"},
		{MkBinary(Add, MkBinary(Add, i32, c(4)), MkBinary(Mul, c(4), j32)), "i + j * 4 + 4"},
		{int32w(i32), "i"},
		{int32w(MkBinary(Add, u8, c(1))), "b + 1"},
		{int32w(MkBinary(Add, i32, c(1))), "s32(i + 1)"},
		{int32w(MkBinary(Add, int32w(MkBinary(Add, i32, c(1))), c(-1))), "i"},
		{MkWrap(32, false, MkBinary(Add, u32, c(4294967295))), "u32(u - 1)"},
		{MkWrap(8, false, MkWrap(32, false, z)), "u8(z)"},
		{MkWrap(32, false, MkWrap(8, false, z)), "u8(z)"},
		{MkNot(lt), "i >= j"},
		{MkNot(MkNot(lt)), "i < j"},
		{MkNot(z), "z == 0"},
		{MkNot(MkAnd(lt, z)), "i >= j || z == 0"},
		{MkBinary(Ne, int32w(lt), c(0)), "i < j"},
		{MkBinary(Eq, lt, c(0)), "i >= j"},
		{MkBinary(Eq, MkIte(lt, c(1), c(0)), c(1)), "i < j"},
		{MkBinary(Eq, MkIte(lt, c(5), c(7)), c(7)), "i >= j"},
		{MkBinary(Ge, u32, c(0)), "1"},
		{MkBinary(Lt, u8, c(256)), "1"},
		{MkBinary(Gt, c(3), z), "z < 3"},
		{MkBinary(Lt, MkBinary(Add, z, c(2)), c(5)), "z < 3"},
		{MkBinary(Eq, int32w(MkBinary(Add, i32, c(1))), c(5)), "i == 4"},
		{MkBinary(Eq, int32w(MkBinary(Add, i32, c(1))), c(-1<<31)), "i == 2147483647"},
		{MkBinary(Eq, int32w(MkBinary(Sub, i32, j32)), c(0)), "i == j"},
		{MkBinary(Mul, MkBinary(Div, z, z), c(0)), "z / z * 0"},
		{MkBinary(Div, z, c(0)), "z / 0"},
		{MkBinary(Div, c(1), c(0)), "1 / 0"},
		{MkBinary(Shl, z, c(3)), "z * 8"},
		{MkBinary(BitAnd, u8, c(255)), "b"},
		{MkBinary(BitAnd, u8, c(127)), "b & 127"},
		{MkBinary(Rem, u8, c(300)), "b"},
		{MkBinary(Shr, u8, c(8)), "0"},
		{MkIte(c(0), MkBinary(Div, z, c(0)), z), "z"},
		{MkOr(lt, c(1)), "1"},
		{MkAnd(z, c(1)), "z != 0"},
	} {
		if got := ExprString(tt.got); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// A chain of 10^5 operations is built in linear time and without deep recursion.
func TestSimplifyDeep(t *testing.T) {
	x := &Var{Name: "x", Range: Range{Bits: 32, Signed: true}}
	var e Expr = x
	for range 100_000 {
		e = MkWrap(32, true, MkBinary(Add, e, x))
		e = MkBinary(BitXor, e, MkBinary(Lt, e, x))
		MkNot(e)
	}
	if lo, hi, ok := Bounds(e); !ok || !lo.Equal(num.Of(-1<<31)) || !hi.Equal(num.Of(1<<31-1)) {
		t.Errorf("bounds [%v, %v] %v", lo, hi, ok)
	}
}
