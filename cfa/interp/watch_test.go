package interp_test

import (
	"context"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
)

// A watcher sees what was stored, what is known, and which calls are under way, and asks for
// nothing.
func TestWatch(t *testing.T) {
	p := &cfa.Program{}
	word := cfa.Range{Bits: 32, Signed: true}
	start, f := p.NewProc("start"), p.NewProc("f")
	p.Start = start
	g := p.NewVar(nil, "g", cfa.GlobalVar, word)
	x := p.NewVar(f, "x", cfa.LocalVar, word)
	a := p.NewArray(nil, "a", word, -1)
	call := p.NewEdge(start.Entry, start.Exit, &cfa.Call{Callee: f}, start.Entry.Pos)
	l1, l2, l3 := p.NewLoc(f, f.Entry.Pos), p.NewLoc(f, f.Entry.Pos), p.NewLoc(f, f.Entry.Pos)
	p.NewEdge(f.Entry, l1, &cfa.Fill{Arr: a, Val: cfa.ConstInt(7)}, f.Entry.Pos)
	p.NewEdge(l1, l2, &cfa.Store{Arr: a, Idx: cfa.ConstInt(5), Val: cfa.ConstInt(1)}, f.Entry.Pos)
	p.NewEdge(l2, l3, &cfa.Assign{LHS: g, RHS: cfa.ConstInt(3)}, f.Entry.Pos)
	p.NewEdge(l3, f.Exit, cfa.Skip{}, f.Entry.Pos)
	p.Finish()
	seen := 0
	interp.Run(context.Background(), p, interp.Sequence(), interp.Options{Watch: func(v interp.View) {
		switch v.Loc() {
		case f.Entry:
			if _, ok := v.Var(g); ok {
				t.Error("g is known before it is set")
			}
			if len(v.Stored(a)) > 0 {
				t.Error("cells before any was stored")
			}
		case l3:
			seen++
			if k, ok := v.Var(g); !ok || !k.Equal(num.Of(3)) {
				t.Errorf("g = %v, %v", k, ok)
			}
			if _, ok := v.Var(x); ok {
				t.Error("x was never set")
			}
			if k, ok := v.Cell(a, num.Of(5)); !ok || !k.Equal(num.Of(1)) {
				t.Errorf("a[5] = %v, %v", k, ok)
			}
			if k, ok := v.Cell(a, num.Of(6)); !ok || !k.Equal(num.Of(7)) {
				t.Errorf("a[6] = %v, %v", k, ok)
			}
			if s := v.Stored(a); !slices.Equal(s, []int64{5}) {
				t.Errorf("stored at %v", s)
			}
			if c := v.Calls(); !slices.Equal(c, []*cfa.Edge{call}) {
				t.Errorf("calls %v", c)
			}
		}
	}})
	if seen != 1 {
		t.Errorf("seen %d times", seen)
	}
}
