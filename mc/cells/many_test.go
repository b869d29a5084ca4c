package cells

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/octagon"
)

// Many cells whose order nobody knows lie inside or outside of what a fill or a copy reaches, and
// below or above an index, in 3^n ways. What comes of operations, forward and backward, stays
// small, and still contains what a run does.
func TestManyCells(t *testing.T) {
	const n = 12
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	p.Start = p.NewProc("start")
	prec := NewPrecision()
	variable := func(name string) *cfa.Var {
		v := p.NewVar(nil, name, cfa.GlobalVar, cfa.Range{})
		prec.Keep(v)
		return v
	}
	a, b := p.NewArray(nil, "a", cfa.Range{}, -1), p.NewArray(nil, "b", cfa.Range{}, -1)
	lo, hi := variable("lo"), variable("hi")
	for i := range n {
		x, ok := TermOf(variable(fmt.Sprint("i", i)))
		if !ok {
			t.Fatal("no term")
		}
		prec.KeepCell(a, x.Index())
	}
	lay := Whole(p, prec)
	// The point: i0 … i11 are 0 … 11, lo is 3 and hi is 8, each cell holds 100.
	at := func(value func(index int64) int64) []linear.Constraint {
		var cs []linear.Constraint
		index := map[*cfa.Var]int64{lo: 3, hi: 8}
		for i, v := range p.Vars[2:] {
			index[v] = int64(i)
		}
		for d, s := range lay.Slots {
			k, ok := index[s.Var]
			if s.Var == nil {
				k, ok = value(index[s.Idx.Term.Parts[0].Var]), true
			}
			if !ok {
				t.Fatal(s.Name())
			}
			cs = append(cs, linear.X(d).EQ(linear.ConstInt(k)))
		}
		return cs
	}
	same := func(int64) int64 { return 100 }
	filled := func(i int64) int64 {
		if 3 <= i && i < 8 {
			return 7
		}
		return 100
	}
	stored := func(i int64) int64 {
		if i == 3 {
			return 7
		}
		return 100
	}
	among := func(es []*octagon.Octagon, point []linear.Constraint) bool {
		for _, e := range es {
			if !e.Assume(point...).IsBottom() {
				return true
			}
		}
		return false
	}
	tr := &Transfer[*octagon.Octagon]{Domain: octagon.Domain(), Numbers: linear.Integers}
	start := tr.Domain.Top(lay.Dims(), tr.Numbers)
	// of a variable with no bound at all a cell's index is not told apart
	for _, v := range p.Vars {
		d, _ := lay.Var(v)
		start = within(start, d, cfa.Range{Bits: 16})
	}
	for _, c := range []struct {
		op    cfa.Op
		after func(int64) int64
	}{
		{&cfa.Fill{Arr: a, Lo: lo, Hi: hi, Val: cfa.ConstInt(7)}, filled},
		{&cfa.Copy{Dst: a, DstLo: lo, Src: b, SrcLo: lo, N: cfa.MkBinary(cfa.Sub, hi, lo)}, filled},
		{&cfa.Store{Arr: a, Idx: lo, Val: cfa.ConstInt(7)}, stored},
		{&cfa.Assume{Cond: cfa.MkBinary(cfa.Eq, cfa.MkSelect(a, lo), cfa.ConstInt(100))}, same},
	} {
		op := c.op
		e := p.NewEdge(p.NewLoc(p.Start, lang.Pos{}), p.NewLoc(p.Start, lang.Pos{}), op, lang.Pos{})
		out := tr.Post(lay, start, e)
		if len(out) > n*maxPlaces || !among(out, at(c.after)) {
			t.Errorf("%T: %d cases, with the point: %t", op, len(out), among(out, at(c.after)))
		}
		after := start.Assume(at(c.after)...)
		pre, exact := tr.Pre(lay, start, e, after)
		if len(pre) > n*maxPlaces || exact || !among(pre, at(same)) {
			t.Errorf("%T backward: %d cases, exact %t, with the point: %t", op, len(pre), exact, among(pre, at(same)))
		}
	}
}
