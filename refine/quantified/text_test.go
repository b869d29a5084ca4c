package quantified

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

func TestText(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	p.Start = p.NewProc("start")
	x, y := p.NewVar(nil, "x", cfa.GlobalVar, cfa.Range{}), p.NewVar(p.Start, "y", cfa.LocalVar, cfa.Range{})
	a := p.NewArray(nil, "a", cfa.Range{}, 10)
	s := NewSpace(smt.NewBuilder(), p)
	b, n := s.B, s.B.IntNum
	X, Y := s.Var(x), s.Var(y)
	cell := b.Select(s.Array(a), b.Add(X, n(1)))
	for _, c := range []struct {
		f    *smt.Term
		want string
	}{
		{b.Lt(X, Y), "x < y"},
		{b.Le(X, Y), "x <= y"},
		{b.Gt(X, Y), "y < x"},
		{b.Not(b.Eq(X, n(3))), "x != 3"},
		{b.Eq(b.Add(X, Y), n(-2)), "x + y == -2"},
		{b.Le(cell, n(0)), "a[x + 1] <= 0"},
		{b.Le(b.Add(X, n(5)), Y), "x + 5 <= y"},
		{b.Ge(X, n(-4)), "-4 <= x"},
		{b.Le(b.Scale(num.RatOf(2), X), b.Add(Y, n(7))), "2*x <= y + 7"},
		{b.Or(b.Lt(X, Y), b.And(b.Eq(X, Y), b.Eq(cell, Y))), "x < y || (x == y && y == a[x + 1])"},
		{b.Eq(b.Mod(X, num.RatOf(2)), n(1)), "x == 2*((x) / 2) + 1"},
	} {
		if got := s.Text(c.f); got != c.want {
			t.Errorf("%v is written %q, not %q", c.f, got, c.want)
		}
	}
}
