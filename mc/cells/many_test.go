package cells

import (
	"fmt"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort/efforttest"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/octagon"
)

// many is a program with an array of which many cells are kept, whose order nobody knows.
type many struct {
	*cfa.Program
	a, b        *cfa.Array
	lo, hi, far *cfa.Var
	lay         *Layout
	start       *octagon.Octagon
	tr          *Transfer[*octagon.Octagon]
}

const manyCells = 12 // at variables; there are three more at terms of one variable

func newMany(t *testing.T) *many {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	p.Start = p.NewProc("start")
	prec := NewPrecision()
	variable := func(name string) *cfa.Var {
		v := p.NewVar(nil, name, cfa.GlobalVar, cfa.Range{})
		prec.Keep(v)
		return v
	}
	m := &many{Program: p, a: p.NewArray(nil, "a", cfa.Range{}, -1), b: p.NewArray(nil, "b", cfa.Range{}, -1)}
	m.lo, m.hi, m.far = variable("lo"), variable("hi"), variable("far")
	keep := func(index cfa.Expr) {
		x, ok := TermOf(index)
		if !ok {
			t.Fatal("no term")
		}
		prec.KeepCell(m.a, x.Index())
	}
	for i := range manyCells {
		keep(variable(fmt.Sprint("i", i)))
	}
	for k := range 3 {
		keep(cfa.MkBinary(cfa.Add, m.far, cfa.ConstInt(int64(k))))
	}
	m.lay = Whole(p, prec)
	m.tr = &Transfer[*octagon.Octagon]{Domain: octagon.Domain(), Numbers: linear.Integers}
	m.start = m.tr.Domain.Top(m.lay.Dims(), m.tr.Numbers)
	// of a variable with no bound at all a cell's index is not told apart
	for _, v := range p.Vars {
		d, _ := m.lay.Var(v)
		m.start = within(m.start, d, cfa.Range{Bits: 16})
	}
	return m
}

// at is a point: i0 … i11 are 0 … 11, lo is 3 and hi is 8.
func (m *many) at(far int64, value func(index int64) int64) []linear.Constraint {
	var cs []linear.Constraint
	index := map[*cfa.Var]int64{m.lo: 3, m.hi: 8, m.far: far}
	for i, v := range m.Vars[3:] {
		index[v] = int64(i)
	}
	for d, s := range m.lay.Slots {
		k := index[s.Var]
		if s.Var == nil {
			shift, _ := s.Idx.Term.Const.Int64()
			k = value(index[s.Idx.Term.Parts[0].Var] + shift)
		}
		cs = append(cs, linear.X(d).EQ(linear.ConstInt(k)))
	}
	return cs
}

func (m *many) edge(op cfa.Op) *cfa.Edge {
	return m.NewEdge(m.NewLoc(m.Start, lang.Pos{}), m.NewLoc(m.Start, lang.Pos{}), op, lang.Pos{})
}

// among reports whether a point is in one of the elements.
func among(es []*octagon.Octagon, point []linear.Constraint) bool {
	return slices.ContainsFunc(es, func(e *octagon.Octagon) bool { return !e.Assume(point...).IsBottom() })
}

const far = 20 // the variable of that name, where nothing else is

func kept(i int64) int64 { return 100 + i }

// operations, what they make of the point, and whether there are preimages: not of what moves
// cells.
func (m *many) operations() []struct {
	op    cfa.Op
	far   int64
	after func(int64) int64
	back  bool
} {
	filled := func(i int64) int64 {
		if 3 <= i && i < 8 {
			return 7
		}
		return kept(i)
	}
	copied := func(i int64) int64 {
		if 3 <= i && i < 8 {
			return 1000
		}
		return kept(i)
	}
	stored := func(i int64) int64 {
		if i == 3 {
			return 7
		}
		return kept(i)
	}
	return []struct {
		op    cfa.Op
		far   int64
		after func(int64) int64
		back  bool
	}{
		{&cfa.Fill{Arr: m.a, Lo: m.lo, Hi: m.hi, Val: cfa.ConstInt(7)}, far, filled, true},
		{&cfa.Copy{Dst: m.a, DstLo: m.lo, Src: m.b, SrcLo: m.lo, N: cfa.MkBinary(cfa.Sub, m.hi, m.lo)}, far, copied, true},
		{&cfa.Store{Arr: m.a, Idx: m.lo, Val: cfa.ConstInt(7)}, far, stored, true},
		{&cfa.Assume{Cond: cfa.MkBinary(cfa.Eq, cfa.MkSelect(m.a, m.lo), cfa.ConstInt(103))}, far, kept, true},
		{&cfa.Assign{LHS: m.far, RHS: m.lo}, 3, kept, false},
	}
}

// Many cells whose order nobody knows lie inside or outside of what a fill or a copy reaches, and
// below or above an index, in 3^n ways; where an assignment moves cells there are as many for each
// of them. What comes of operations, forward and backward, stays small, and still contains what a
// run does.
func TestManyCells(t *testing.T) {
	m := newMany(t)
	for _, c := range m.operations() {
		e := m.edge(c.op)
		out := m.tr.Post(m.lay, m.start, e)
		if len(out) > 2*manyCells*maxPlaces || !among(out, m.at(c.far, c.after)) {
			t.Errorf("%T: %d cases, with the point: %t", c.op, len(out), among(out, m.at(c.far, c.after)))
		}
		if !c.back {
			continue
		}
		after := m.start.Assume(m.at(c.far, c.after)...)
		pre, exact := m.tr.Pre(m.lay, m.start, e, after)
		if len(pre) > manyCells*maxPlaces || exact || !among(pre, m.at(far, kept)) {
			t.Errorf("%T backward: %d cases, exact %t, with the point: %t", c.op, len(pre), exact, among(pre, m.at(far, kept)))
		}
	}
}

// Cases are work that is counted, and when the context ends no more are made: what comes then is
// larger, but not wrong.
func TestManyCellsAtTheEnd(t *testing.T) {
	for _, limit := range []int64{1, 1000} {
		most := fewQuestions + int(limit)/questionWork + 6*manyCells // cases, and those of the last step
		m := newMany(t)
		for _, c := range m.operations() {
			work := efforttest.New(t.Context(), limit, nil)
			m.tr.Context = work
			e := m.edge(c.op)
			out := m.tr.Post(m.lay, m.start, e)
			if !work.Ended() || len(out) > most || !among(out, m.at(c.far, c.after)) {
				t.Errorf("%T, %d units: ended %t, %d cases, with the point: %t",
					c.op, limit, work.Ended(), len(out), among(out, m.at(c.far, c.after)))
			}
			if !c.back {
				continue
			}
			work = efforttest.New(t.Context(), limit, nil)
			m.tr.Context = work
			pre, exact := m.tr.Pre(m.lay, m.start, e, m.start.Assume(m.at(c.far, c.after)...))
			if !work.Ended() || len(pre) > most || exact || !among(pre, m.at(far, kept)) {
				t.Errorf("%T backward, %d units: ended %t, %d cases, exact %t, with the point: %t",
					c.op, limit, work.Ended(), len(pre), exact, among(pre, m.at(far, kept)))
			}
		}
	}
}
