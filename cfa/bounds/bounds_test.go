package bounds

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// box is an Env over a few variables, each with a range and excluded values.
type box struct {
	dom   map[*cfa.Var]interval.Interval
	holes map[*cfa.Var][]num.Int
}

func (b *box) Var(v *cfa.Var) interval.Interval                       { return b.dom[v] }
func (b *box) Cell(a *cfa.Array, _ num.Int) interval.Interval         { return a.Elem.Interval() }
func (b *box) NarrowVar(v *cfa.Var, i interval.Interval) bool         { b.dom[v] = i; return true }
func (b *box) ExcludeVar(v *cfa.Var, x num.Int) bool                  { b.holes[v] = append(b.holes[v], x); return true }
func (b *box) NarrowCell(*cfa.Array, num.Int, interval.Interval) bool { return true }
func (b *box) ExcludeCell(*cfa.Array, num.Int, num.Int) bool          { return true }

func (b *box) has(v *cfa.Var, x int64) bool {
	for _, h := range b.holes[v] {
		if h.Equal(num.Of(x)) {
			return false
		}
	}
	return b.dom[v].Contains(num.Of(x))
}

func randomExpr(r *rand.Rand, vars []*cfa.Var, depth int) cfa.Expr {
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(3) == 0 {
			return &cfa.Const{Val: num.Of(int64(r.IntN(14) - 6))}
		}
		return vars[r.IntN(len(vars))]
	}
	sub := func() cfa.Expr { return randomExpr(r, vars, depth-1) }
	switch r.IntN(12) {
	case 0:
		return &cfa.Unary{Op: cfa.UnOp(r.IntN(3)), X: sub()}
	case 1, 2:
		return &cfa.Wrap{Bits: 1 + r.IntN(4), Signed: r.IntN(2) == 0, X: sub()}
	case 3:
		return &cfa.Ite{C: sub(), T: sub(), E: sub()}
	case 4, 5:
		return &cfa.Binary{Op: cfa.Eq + cfa.BinOp(r.IntN(6)), X: sub(), Y: sub()}
	}
	return &cfa.Binary{Op: cfa.BinOp(r.IntN(int(cfa.Or) + 1)), X: sub(), Y: sub()}
}

// exact evaluates under one valuation; ok is false where the expression is undefined.
func exact(e cfa.Expr, at map[*cfa.Var]int64) (num.Int, bool) {
	switch e := e.(type) {
	case *cfa.Const:
		return e.Val, true
	case *cfa.Var:
		return num.Of(at[e]), true
	case *cfa.Unary:
		x, ok := exact(e.X, at)
		return [...]num.Int{x.Neg(), x.Not(), num.OfBool(x.IsZero())}[e.Op], ok
	case *cfa.Wrap:
		x, ok := exact(e.X, at)
		return x.Wrap(e.Bits, e.Signed), ok
	case *cfa.Ite:
		c, ok := exact(e.C, at)
		if !ok {
			return c, false
		}
		if c.IsZero() {
			return exact(e.E, at)
		}
		return exact(e.T, at)
	case *cfa.Binary:
		x, ok1 := exact(e.X, at)
		y, ok2 := exact(e.Y, at)
		if !ok1 || !ok2 {
			return x, false
		}
		return e.Op.Apply(x, y)
	}
	panic("unknown expression")
}

// All values of small variables are tried: Eval contains every result, and what Assume and Require
// take away is no solution.
func TestAgainstEnumeration(t *testing.T) {
	const least, most = -5, 6
	r := rand.New(rand.NewPCG(7, 7))
	vars := []*cfa.Var{{ID: 0, Name: "x"}, {ID: 1, Name: "y"}}
	narrowed, refuted := 0, 0
	for n := range 60000 {
		e := randomExpr(r, vars, 1+r.IntN(3))
		fresh := func() *box {
			b := &box{map[*cfa.Var]interval.Interval{}, map[*cfa.Var][]num.Int{}}
			for _, v := range vars {
				lo := least + r.IntN(most-least+1)
				hi := lo + r.IntN(most-lo+1)
				b.dom[v] = interval.Of(num.Of(int64(lo)), num.Of(int64(hi)))
			}
			return b
		}
		b := fresh()
		begin := map[*cfa.Var]interval.Interval{vars[0]: b.dom[vars[0]], vars[1]: b.dom[vars[1]]}
		each := func(f func(at map[*cfa.Var]int64, x num.Int)) {
			for i := int64(least); i <= most; i++ {
				for j := int64(least); j <= most; j++ {
					if begin[vars[0]].Contains(num.Of(i)) && begin[vars[1]].Contains(num.Of(j)) {
						at := map[*cfa.Var]int64{vars[0]: i, vars[1]: j}
						if x, ok := exact(e, at); ok {
							f(at, x)
						}
					}
				}
			}
		}
		all := cfa.BoundsIn(b, e)
		each(func(at map[*cfa.Var]int64, x num.Int) {
			if !all.Contains(x) {
				t.Fatalf("%v at %v is %v, not in %v", e, at, x, all)
			}
		})
		var solution func(x num.Int) bool
		var possible bool
		if n%2 == 0 {
			holds := r.IntN(2) == 0
			possible = Assume(b, e, holds)
			solution = func(x num.Int) bool { return x.IsZero() != holds }
		} else {
			lo := int64(r.IntN(12) - 6)
			i := interval.Of(num.Of(lo), num.Of(lo+int64(r.IntN(4))))
			switch r.IntN(5) {
			case 0:
				i = interval.AtLeast(i.Lo)
			case 1:
				i = interval.AtMost(i.Hi)
			}
			possible = Require(b, e, i)
			solution = i.Contains
		}
		each(func(at map[*cfa.Var]int64, x num.Int) {
			if !solution(x) {
				return
			}
			for v, a := range at {
				if !possible || !b.has(v, a) {
					t.Fatalf("%v is %v at %v, but %v was narrowed to %v without %v (possible: %v)", e, x, at, v.Name, b.dom[v], b.holes[v], possible)
				}
			}
		})
		if !possible {
			refuted++
		} else if !b.dom[vars[0]].Equal(begin[vars[0]]) || !b.dom[vars[1]].Equal(begin[vars[1]]) {
			narrowed++
		}
	}
	if narrowed < 5000 || refuted < 5000 {
		t.Errorf("only %d narrowed, %d refuted", narrowed, refuted)
	}
}

// What the rules must be able to see through.
func TestSingleValues(t *testing.T) {
	u32 := cfa.Range{Bits: 32}
	s32 := cfa.Range{Bits: 32, Signed: true}
	x, y, f := &cfa.Var{Name: "x", Range: s32}, &cfa.Var{Name: "y", Range: s32}, &cfa.Var{Name: "f", Range: cfa.Range{Bits: 1}}
	u := &cfa.Var{Name: "u", Range: u32}
	k := func(n int64) cfa.Expr { return &cfa.Const{Val: num.Of(n)} }
	bin := func(op cfa.BinOp, a, b cfa.Expr) cfa.Expr { return &cfa.Binary{Op: op, X: a, Y: b} }
	wrap := func(e cfa.Expr) cfa.Expr { return &cfa.Wrap{Bits: 32, Signed: true, X: e} }
	for _, c := range []struct {
		cond  cfa.Expr
		holds bool
		v     *cfa.Var
		want  int64
	}{
		{bin(cfa.Eq, x, k(5)), true, x, 5},
		{bin(cfa.Ne, x, k(5)), false, x, 5},
		{&cfa.Unary{Op: cfa.Not, X: bin(cfa.Ne, x, k(5))}, true, x, 5},
		{x, false, x, 0},
		{f, true, f, 1},
		{bin(cfa.Ne, f, k(0)), true, f, 1},
		{bin(cfa.Le, u, k(0)), true, u, 0},
		{bin(cfa.Eq, wrap(bin(cfa.Add, x, k(3))), k(5)), true, x, 2},
		{bin(cfa.Eq, wrap(bin(cfa.Add, x, k(1))), k(-2147483648)), true, x, 2147483647},
		{bin(cfa.Eq, bin(cfa.Sub, k(3), x), k(5)), true, x, -2},
		{bin(cfa.Eq, &cfa.Unary{Op: cfa.Neg, X: x}, k(4)), true, x, -4},
		{bin(cfa.And, bin(cfa.Eq, x, y), bin(cfa.Eq, y, k(3))), true, y, 3},
		{bin(cfa.Or, bin(cfa.Ne, x, k(4)), bin(cfa.Lt, u, k(0))), false, x, 4},
		{bin(cfa.Eq, &cfa.Ite{C: f, T: k(1), E: k(2)}, k(1)), true, f, 1},
		{bin(cfa.Eq, &cfa.Wrap{Bits: 8, X: f}, k(0)), true, f, 0},
		{bin(cfa.Eq, bin(cfa.Mul, x, k(4)), k(12)), true, x, 3},
	} {
		b := &box{map[*cfa.Var]interval.Interval{}, map[*cfa.Var][]num.Int{}}
		for _, v := range []*cfa.Var{x, y, f, u} {
			b.dom[v] = v.Range.Interval()
		}
		if !Assume(b, c.cond, c.holds) {
			t.Errorf("%v: not possible", c.cond)
		}
		if n, ok := b.dom[c.v].Point(); !ok || !n.Equal(num.Of(c.want)) {
			t.Errorf("%v being %v leaves %v for %s, want %d", c.cond, c.holds, b.dom[c.v], c.v.Name, c.want)
		}
	}
}
