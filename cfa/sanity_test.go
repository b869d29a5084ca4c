package cfa

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Each kind of damage is found, and named.
func TestCheckFindsFaults(t *testing.T) {
	main := func(p *Program) *Proc { return p.Procs[0] }
	edge := func(p *Program, shows string) *Edge {
		for _, e := range p.Edges {
			if strings.Contains(OpString(e.Op), shows) {
				return e
			}
		}
		t.Fatalf("no edge %q", shows)
		return nil
	}
	for _, tt := range []struct {
		name   string
		damage func(p *Program)
		want   string
	}{
		{"ID", func(p *Program) { p.Locs[3].ID = 4 }, "location 3 has another ID"},
		{"missing location", func(p *Program) { main(p).Locs = main(p).Locs[1:] }, "the procedures list"},
		{"foreign entry", func(p *Program) { main(p).Entry = p.Procs[1].Entry }, "the entry is not a location"},
		{"edge out", func(p *Program) { p.Edges[2].From = p.Edges[4].From }, "starts elsewhere"},
		{"edge in", func(p *Program) { p.Edges[2].To = p.Edges[4].To }, "ends elsewhere"},
		{"edge twice", func(p *Program) { l := main(p).Entry; l.Out = append(l.Out, l.Out[0]) }, "2 times among the edges out"},
		{"between procedures", func(p *Program) { p.Edges[0].To = p.Procs[1].Exit }, "does not lie within a procedure"},
		{"into the entry", func(p *Program) { p.NewEdge(main(p).Locs[1], main(p).Entry, &Assume{Cond: ConstInt(1)}, lang.Pos{}) }, "edges lead to the entry"},
		{"out of the exit", func(p *Program) { p.NewEdge(main(p).Exit, main(p).Locs[1], Skip{}, lang.Pos{}) }, "edges leave the exit"},
		{"out of an error", func(p *Program) { p.NewEdge(p.Errors[0], main(p).Exit, Skip{}, lang.Pos{}) }, "edges leave an error location"},
		{"choice of operations", func(p *Program) { edge(p, "[i < 3]").Op = &Assign{p.Vars[0], ConstInt(1)} }, "neither an assumption nor a skip"},
		{"invisible variable", func(p *Program) { edge(p, "i = 0").Op.(*Assign).RHS = p.Procs[1].Params[0] }, "does not see n"},
		{"invisible target", func(p *Program) { edge(p, "i = 0").Op.(*Assign).LHS = p.Procs[1].Params[0] }, "sets a variable"},
		{"foreign array", func(p *Program) { edge(p, "mem[").Op.(*Store).Arr = &Array{} }, "sets an array"},
		{"range", func(p *Program) { edge(p, "i = 0").Op.(*Assign).RHS = ConstOf(num.Pow2(31)) }, "outside the range s32"},
		{"range of a cell", func(p *Program) { edge(p, "mem[").Op.(*Store).Val = p.Vars[1] }, "outside the range u8"},
		{"range of an argument", func(p *Program) { p.Procs[1].Params[0].Range = Range{Bits: 8} }, "outside the range u8"},
		{"range of a result", func(p *Program) { p.Procs[1].Results[0].Range = Range{} }, "outside the range s32"},
		{"range of an input", func(p *Program) {
			edge(p, "n = nondet").Op.(*Havoc).From = &Input{Range: Range{Bits: 64}}
		}, "outside the range s32"},
		{"range of a copy", func(p *Program) { edge(p, "a[0:+2]").Op.(*Copy).Src = p.Arrays[1]; p.Arrays[1].Elem = Range{Bits: 40} }, "outside the range"},
		{"arity", func(p *Program) { c := edge(p, "get(").Op.(*Call); c.Args = append(c.Args, ConstInt(1)) }, "2 arguments for 1"},
		{"call of the start", func(p *Program) { edge(p, "get(").Op.(*Call).Callee = main(p) }, "calls what is no procedure"},
		{"missing operand", func(p *Program) { edge(p, "i = 0").Op.(*Assign).RHS = &Unary{Neg, nil} }, "is no expression"},
		{"operator", func(p *Program) { edge(p, "i = 0").Op.(*Assign).RHS = &Binary{Or + 1, p.Vars[0], p.Vars[0]} }, "no such operator"},
		{"width", func(p *Program) { edge(p, "i = 0").Op.(*Assign).RHS = &Wrap{0, true, p.Vars[0]} }, "a word of 0 bits"},
		{"fill", func(p *Program) { edge(p, "a[0:3]").Op.(*Fill).Hi = nil }, "a fill with one bound"},
		{"no input", func(p *Program) { edge(p, "n = nondet").Op.(*Havoc).From = nil }, "an input is missing"},
		{"word of a computed value", func(p *Program) { computed(edge(p, "n = nondet"), fp.OpExponent, Approx, 32) }, ""},
		{"wide word", func(p *Program) { computed(edge(p, "n = nondet"), fp.OpFraction, Approx, 32) }, "outside the range s32"},
		{"narrow input of a computed value", func(p *Program) { computed(edge(p, "n = nondet"), fp.OpExponent, Approx, 8) }, "outside the range s8"},
		{"computed input", func(p *Program) { computed(edge(p, "n = nondet"), fp.OpExponent, Nondet, 32) }, "a computed value that is an input"},
		{"arguments", func(p *Program) { computed(edge(p, "n = nondet"), fp.OpLess, Approx, 32) }, "1 arguments of"},
		{"computed of nothing", func(p *Program) {
			e := edge(p, "n = nondet")
			computed(e, fp.OpExponent, Approx, 32)
			e.Op.(*Havoc).From = nil
		}, "an input is missing"},
		{"loop head", func(p *Program) {
			for _, l := range p.Locs {
				l.LoopHead = false
			}
		}, "not to a loop head"},
		{"index", func(p *Program) { p.Locs[3].Index = 4 }, "is not its own"},
		{"errors", func(p *Program) { p.Errors = nil }, "is missing in Errors"},
		{"callers", func(p *Program) { p.Procs[1].Callers = nil }, "not where calls are to be listed"},
		{"mods", func(p *Program) { main(p).ModsArrays = ArraySet{} }, "not in ModsArrays"},
	} {
		p := sumProgram()
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		tt.damage(p)
		if err := p.Check(); tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

// computed makes an edge one that computes an operation with one argument, of which an input of so
// many bits stands for the result.
func computed(e *Edge, op fp.Code, kind InputKind, bits int) {
	x := e.Op.(*Havoc).LHS
	e.Op = &Havoc{x, &Input{Kind: kind, Range: Range{Bits: bits, Signed: true}}, &Computed{fp.Operation{Code: op, F: fp.Double}, []Expr{x}}}
}

// Many faults are cut short.
func TestCheckIsBrief(t *testing.T) {
	p := sumProgram()
	for _, l := range p.Locs {
		l.ID = -1
	}
	for _, e := range p.Edges {
		e.ID = -1
	}
	err := p.Check()
	if err == nil || !strings.Contains(err.Error(), "more") || strings.Count(err.Error(), "\n") != maxFaults {
		t.Errorf("%v", err)
	}
}
