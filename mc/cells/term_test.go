package cells

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
)

// plain is a concrete state, with an evaluation of its own.
type plain struct {
	vars  map[*cfa.Var]int64
	cells map[int64]int64 // others are 0
}

func (s *plain) eval(t *rapid.T, e cfa.Expr) int64 {
	switch e := e.(type) {
	case *cfa.Const:
		k, _ := e.Val.Int64()
		return k
	case *cfa.Var:
		return s.vars[e]
	case *cfa.Select:
		return s.cells[s.eval(t, e.Idx)]
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return -s.eval(t, e.X)
		case cfa.BitNot:
			return ^s.eval(t, e.X)
		}
		if s.eval(t, e.X) == 0 {
			return 1
		}
		return 0
	case *cfa.Binary:
		x, y := s.eval(t, e.X), s.eval(t, e.Y)
		b := func(c bool) int64 {
			if c {
				return 1
			}
			return 0
		}
		switch e.Op {
		case cfa.Add:
			return x + y
		case cfa.Sub:
			return x - y
		case cfa.Mul:
			return x * y
		case cfa.Div:
			return x / y
		case cfa.Rem:
			return x % y
		case cfa.BitAnd:
			return x & y
		case cfa.Shl:
			return x << y
		case cfa.Shr:
			return x >> y
		case cfa.Gt:
			return b(x > y)
		case cfa.Ge:
			return b(x >= y)
		case cfa.Lt:
			return b(x < y)
		case cfa.Le:
			return b(x <= y)
		case cfa.Eq:
			return b(x == y)
		case cfa.Ne:
			return b(x != y)
		}
	}
	t.Fatalf("%v", e)
	return 0
}

// Straight programs over cells that move: what a run does is in what operations make of an element
// that it starts in.
func TestMovingCells(t *testing.T) {
	t.Run("octagon", func(t *testing.T) { movingCells(t, octagon.Domain()) })
	t.Run("polyhedra", func(t *testing.T) { movingCells(t, poly.Domain()) })
}

func movingCells[E numeric.Element[E]](t *testing.T, d numeric.Domain[E]) {
	rapid.Check(t, func(t *rapid.T) {
		p := cfa.NewProgram(lang.LP64, cfa.Int)
		p.Start = p.NewProc("start")
		var vars []*cfa.Var
		for _, name := range []string{"i", "j", "k", "g"} {
			vars = append(vars, p.NewVar(nil, name, cfa.GlobalVar, cfa.Range{}))
		}
		ghost := vars[3]
		ghost.Ghost = true
		a := p.NewArray(nil, "a", cfa.Range{}, -1)
		konst := rapid.Int64Range(-3, 3)
		variable := func(label string, n int) *cfa.Var { return vars[rapid.IntRange(0, n-1).Draw(t, label)] }
		simple := func(label string) cfa.Expr {
			v := variable(label, 4)
			switch rapid.IntRange(0, 3).Draw(t, label) {
			case 0:
				return cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Mul, cfa.ConstInt(2), v), cfa.ConstInt(konst.Draw(t, label)))
			case 1:
				return cfa.ConstInt(konst.Draw(t, label))
			}
			return cfa.MkBinary(cfa.Add, v, cfa.ConstInt(konst.Draw(t, label)))
		}
		value := func(label string) cfa.Expr {
			switch rapid.IntRange(0, 4).Draw(t, label) {
			case 0:
				return cfa.MkSelect(a, simple(label))
			case 1:
				return cfa.MkBinary(cfa.Sub, cfa.MkSelect(a, simple(label)), simple(label))
			case 2:
				op := []cfa.BinOp{cfa.Div, cfa.Rem}[rapid.IntRange(0, 1).Draw(t, label)]
				return cfa.MkBinary(op, simple(label), cfa.ConstInt(rapid.Int64Range(2, 3).Draw(t, label)))
			}
			return simple(label)
		}
		prec := NewPrecision()
		for _, v := range vars {
			prec.Keep(v)
		}
		for range rapid.IntRange(1, 4).Draw(t, "cells") {
			x, _ := TermOf(simple("cell"))
			prec.KeepCell(a, x.Index())
		}
		for range rapid.IntRange(0, 2).Draw(t, "quotients") {
			if x, _ := TermOf(simple("quotient")); len(x.Parts) > 0 {
				prec.KeepQuotient(Quotient{Term: x, By: rapid.Int64Range(2, 3).Draw(t, "by")})
			}
		}
		lay := Whole(p, prec)
		run := &plain{vars: map[*cfa.Var]int64{}, cells: map[int64]int64{}}
		for _, v := range vars {
			run.vars[v] = konst.Draw(t, v.Name)
		}
		for k := int64(-6); k <= 6; k++ {
			run.cells[k] = konst.Draw(t, "a")
		}
		point := func() []linear.Constraint {
			var cs []linear.Constraint
			is := func(d int, k int64) { cs = append(cs, linear.X(d).EQ(linear.ConstInt(k))) }
			at := func(x *Term) int64 {
				k, _ := x.Const.Int64()
				for _, part := range x.Parts {
					c, _ := part.Coef.Int64()
					k += c * run.vars[part.Var]
				}
				return k
			}
			for d, s := range lay.Slots {
				switch {
				case s.Quotient != nil:
					k, by := at(s.Quotient.Term), s.Quotient.By
					is(d, (k-((k%by)+by)%by)/by)
				case s.Var != nil:
					is(d, run.vars[s.Var])
				case s.Idx.Ghost != nil:
					is(d, run.cells[run.vars[s.Idx.Ghost]])
				case s.Idx.Term != nil:
					is(d, run.cells[at(s.Idx.Term)])
				default:
					k, _ := s.Idx.Num.Int64()
					is(d, run.cells[k])
				}
			}
			return cs
		}
		tr := &Transfer[E]{Domain: d, Numbers: linear.Integers}
		state := tr.Start(lay)
		if rapid.Bool().Draw(t, "exactly") {
			state = state.Assume(point()...)
		}
		states := []E{state}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			var op cfa.Op
			switch rapid.IntRange(0, 5).Draw(t, "op") {
			case 0, 1:
				op = &cfa.Assign{LHS: variable("left", 3), RHS: value("right")}
			case 2, 3:
				op = &cfa.Store{Arr: a, Idx: simple("index"), Val: value("stored")}
			case 4:
				lo := simple("from")
				op = &cfa.Fill{Arr: a, Lo: lo, Hi: cfa.MkBinary(cfa.Add, lo, cfa.ConstInt(rapid.Int64Range(-1, 3).Draw(t, "many"))), Val: simple("filled")}
			default:
				rel := []cfa.BinOp{cfa.Lt, cfa.Le, cfa.Eq, cfa.Ne}[rapid.IntRange(0, 3).Draw(t, "relation")]
				op = &cfa.Assume{Cond: cfa.MkBinary(rel, value("x"), value("y"))}
			}
			ends := false
			switch op := op.(type) {
			case *cfa.Assign:
				run.vars[op.LHS] = run.eval(t, op.RHS)
			case *cfa.Store:
				i, v := run.eval(t, op.Idx), run.eval(t, op.Val)
				run.cells[i] = v
			case *cfa.Fill:
				lo, hi, v := run.eval(t, op.Lo), run.eval(t, op.Hi), run.eval(t, op.Val)
				for k := lo; k < hi; k++ {
					run.cells[k] = v
				}
			case *cfa.Assume:
				ends = run.eval(t, op.Cond) == 0
			}
			if ends {
				return
			}
			var next []E
			for _, s := range states {
				next = append(next, tr.Post(lay, s, &cfa.Edge{Op: op})...)
			}
			in := false
			for _, s := range next {
				in = in || !s.Assume(point()...).IsBottom()
			}
			if !in {
				t.Fatalf("%s leads to %v, which is in none of %v (%v)", cfa.OpString(op), point(), next, lay.Names())
			}
			// One element for the next step: the first that the run is in, so that cases do not
			// grow without end.
			for _, s := range next {
				if !s.Assume(point()...).IsBottom() {
					states = []E{s}
					break
				}
			}
		}
	})
}

// What terms are, and how they are written.
func TestTerms(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	i := p.NewVar(nil, "i", cfa.GlobalVar, cfa.Range{})
	g := p.NewVar(nil, "g", cfa.GlobalVar, cfa.Range{})
	g.Ghost = true
	four := cfa.MkBinary(cfa.Mul, i, cfa.ConstInt(4))
	for _, c := range []struct {
		e    cfa.Expr
		want string
	}{
		{i, "i"}, {g, "g"}, {cfa.ConstInt(-2), "-2"},
		{cfa.MkBinary(cfa.Add, four, cfa.ConstInt(1)), "4*i + 1"},
		{&cfa.Wrap{Bits: 32, Signed: true, X: cfa.MkBinary(cfa.Sub, g, i)}, "-i + g"},
		{cfa.MkBinary(cfa.Mul, i, g), ""},
	} {
		x, ok := TermOf(c.e)
		if ok != (c.want != "") || ok && x.String() != c.want {
			t.Errorf("%v: %v, %v", c.e, x, ok)
		}
	}
	if x, _ := TermOf(g); x.Index().Ghost != g {
		t.Error("a ghost is an index of its own kind")
	}
	if x, _ := TermOf(cfa.ConstInt(3)); x.Index().symbolic() || !x.Index().Num.Equal(num.Of(3)) {
		t.Error("a numeral is an index of its own kind")
	}
}
