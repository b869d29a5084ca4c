package cells

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// What operations become, as in Table 1 of the paper, and that little is written of much.
func TestAbstract(t *testing.T) {
	prog := cfa.NewProgram(lang.LP64, cfa.Int)
	q := prog.NewProc("main")
	word := cfa.Range{Bits: 32, Signed: true}
	i := prog.NewVar(q, "i", cfa.LocalVar, word)
	x := prog.NewVar(q, "x", cfa.LocalVar, word)
	n := prog.NewVar(q, "n", cfa.LocalVar, word)
	n.Ghost = true
	a := prog.NewArray(q, "a", word, 30)
	konst := func(k int64) cfa.Expr { return cfa.ConstOf(num.Of(k)) }
	in := &cfa.Input{Kind: cfa.Nondet, Name: "f", Range: word}
	keep := func(vars []*cfa.Var, cells ...Index) *Precision {
		p := NewPrecision()
		for _, v := range vars {
			p.Keep(v)
		}
		for _, c := range cells {
			p.KeepCell(a, c)
		}
		return p
	}
	one := Index{Num: num.Of(1)}
	store := &cfa.Store{Arr: a, Idx: i, Val: cfa.MkBinary(cfa.Mul, konst(2), i)}
	read := &cfa.Assume{Cond: cfa.MkBinary(cfa.Ne, cfa.MkSelect(a, i), konst(9))}
	for _, c := range []struct {
		p    *Precision
		op   cfa.Op
		want string
	}{
		{keep(nil), &cfa.Assign{LHS: i, RHS: konst(0)}, ""},
		{keep([]*cfa.Var{i}), &cfa.Assign{LHS: i, RHS: konst(0)}, "i = 0"},
		{keep([]*cfa.Var{i}), &cfa.Assign{LHS: i, RHS: cfa.MkBinary(cfa.Add, x, konst(1))}, "i = u"},
		{keep([]*cfa.Var{i}), &cfa.Havoc{LHS: i, From: in}, "i = u"},
		{keep([]*cfa.Var{i}), store, ""},
		{keep([]*cfa.Var{i}), read, "[u != 9]"},
		{keep([]*cfa.Var{i}, one), read, "[(i == 1 ? a^1 : u) != 9]"},
		{keep([]*cfa.Var{i}, one), &cfa.Assign{LHS: i, RHS: cfa.MkSelect(a, konst(1))}, "i = a^1"},
		{keep([]*cfa.Var{i}, one), &cfa.Assign{LHS: i, RHS: cfa.MkSelect(a, konst(2))}, "i = u"},
		{keep([]*cfa.Var{i}, one), store, "a^1 = (i == 1 ? (i * 2) : a^1)"},
		{keep([]*cfa.Var{i}, one, Index{Num: num.Of(3)}), store, "a^1, a^3 = (i == 1 ? (i * 2) : a^1), (i == 3 ? (i * 2) : a^3)"},
		{keep(nil, one, Index{Num: num.Of(3)}), &cfa.Store{Arr: a, Idx: konst(1), Val: konst(9)}, "a^1 = 9"},
		{keep(nil, one), &cfa.Store{Arr: a, Idx: konst(2), Val: konst(9)}, ""},
		{keep(nil, one), &cfa.Store{Arr: a, Idx: x, Val: konst(9)}, "a^1 = (u == 1 ? 9 : a^1)"},
		{keep(nil, Index{Ghost: n}), &cfa.Store{Arr: a, Idx: n, Val: konst(9)}, "a^n = 9"},
		{keep(nil, Index{Ghost: n}), &cfa.Store{Arr: a, Idx: konst(2), Val: konst(9)}, "a^n = (2 == n ? 9 : a^n)"},
		{keep(nil, one), &cfa.Fill{Arr: a, Val: konst(0)}, "a^1 = 0"},
		{keep(nil, one), &cfa.Fill{Arr: a, Lo: konst(0), Hi: konst(4), From: in}, "a^1 = (0 <= 1 && 1 < 4 ? u : a^1)"},
	} {
		if got := Abstract(c.p)(&cfa.Edge{Op: c.op}); got != c.want {
			t.Errorf("%v: %q, not %q", c.op, got, c.want)
		}
	}

	// All cells, read at what is read at what is read.
	all := keep([]*cfa.Var{i})
	for k := range int64(30) {
		all.KeepCell(a, Index{Num: num.Of(k)})
	}
	deep := cfa.Expr(i)
	for range 40 {
		deep = cfa.MkSelect(a, deep)
	}
	text := Abstract(all)(&cfa.Edge{Op: &cfa.Store{Arr: a, Idx: deep, Val: deep}})
	if len(text) > 2*maxText*(maxCells+1) || !strings.Contains(text, "… 22 more = ") {
		t.Errorf("%d bytes: %s", len(text), text)
	}
	// A sum of sums that share their parts.
	sum := cfa.Expr(&cfa.Binary{Op: cfa.Add, X: i, Y: i})
	for range 60 {
		sum = &cfa.Binary{Op: cfa.Add, X: sum, Y: sum}
	}
	if text := Abstract(all)(&cfa.Edge{Op: &cfa.Assign{LHS: i, RHS: sum}}); len(text) > 2*maxText {
		t.Errorf("%d bytes", len(text))
	}
}
