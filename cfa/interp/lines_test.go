package interp

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// TestLines: what acceleration says of an expression, when variables grow by the same in each round,
// is what it has in these rounds.
func TestLines(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 3))
	vars := []*cfa.Var{{Name: "x"}, {Name: "y"}, {Name: "z"}}
	small := func(n int64) num.Int { return num.Of(r.Int64N(2*n+1) - n) }
	var random func(depth int) cfa.Expr
	random = func(depth int) cfa.Expr {
		if depth == 0 || r.IntN(6) == 0 {
			if r.IntN(3) == 0 {
				return cfa.ConstOf(small(9))
			}
			return vars[r.IntN(len(vars))]
		}
		sub := func() cfa.Expr { return random(depth - 1) }
		switch r.IntN(8) {
		case 0:
			return &cfa.Wrap{Bits: 3 + r.IntN(4), Signed: r.IntN(2) == 0, X: sub()}
		case 1:
			return &cfa.Unary{Op: []cfa.UnOp{cfa.Neg, cfa.BitNot, cfa.Not}[r.IntN(3)], X: sub()}
		case 2:
			return &cfa.Ite{C: sub(), T: sub(), E: sub()}
		}
		ops := []cfa.BinOp{cfa.Add, cfa.Sub, cfa.Mul, cfa.Rem, cfa.BitAnd, cfa.Lt, cfa.Le, cfa.Gt, cfa.Ge, cfa.Eq, cfa.Ne, cfa.And, cfa.Or, cfa.Div}
		return &cfa.Binary{Op: ops[r.IntN(len(ops))], X: sub(), Y: sub()}
	}
	var value func(e cfa.Expr, at map[*cfa.Var]num.Int) (num.Int, bool)
	value = func(e cfa.Expr, at map[*cfa.Var]num.Int) (num.Int, bool) {
		switch e := e.(type) {
		case *cfa.Const:
			return e.Val, true
		case *cfa.Var:
			return at[e], true
		case *cfa.Wrap:
			x, ok := value(e.X, at)
			return x.Wrap(e.Bits, e.Signed), ok
		case *cfa.Unary:
			x, ok := value(e.X, at)
			return map[cfa.UnOp]num.Int{cfa.Neg: x.Neg(), cfa.BitNot: x.Not(), cfa.Not: num.OfBool(x.IsZero())}[e.Op], ok
		case *cfa.Ite:
			if c, ok := value(e.C, at); !ok || c.IsZero() {
				x, also := value(e.E, at)
				return x, ok && also
			}
			return value(e.T, at)
		case *cfa.Binary:
			x, ok := value(e.X, at)
			y, also := value(e.Y, at)
			if !ok || !also {
				return num.Int{}, false
			}
			return e.Op.Apply(x, y)
		}
		panic("an expression that is not made here")
	}
	const most = 40
	said, long := 0, 0
	for range 30_000 {
		l := lines{of: map[*cfa.Var]line{}, depth: 1}
		for _, v := range vars {
			l.of[v] = flat(small(30)).moving(0, small(3))
			if r.IntN(4) == 0 {
				l.of[v] = flat(small(30)).moving(0, num.Of(8*(r.Int64N(5)-2)))
			}
		}
		e := random(1 + r.IntN(3))
		got := l.eval(e)
		if l.fail {
			continue
		}
		rounds := int64(most)
		if end, bounded := l.close(); bounded {
			rounds = min(most, atOnce(end))
		}
		said++
		for k := range rounds {
			at := map[*cfa.Var]num.Int{}
			for v, x := range l.of {
				at[v] = x.after(num.Of(k))
			}
			if want, ok := value(e, at); !ok || !want.Equal(got.after(num.Of(k))) {
				t.Fatalf("%v with %v: in round %d of %d it is %v, not %v", e, l.of, k, rounds, want, got.after(num.Of(k)))
			}
		}
		if _, constant := e.(*cfa.Const); !constant && rounds > 3 {
			long++
		}
	}
	if said < 10_000 || long < 5_000 {
		t.Errorf("something is said of %d expressions, for more than a few rounds of %d", said, long)
	}
}
