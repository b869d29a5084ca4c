package cfa

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
)

func TestFoldTemps(t *testing.T) {
	p := NewProgram(lang.LP64, Machine)
	main, f := p.NewProc("main"), p.NewProc("f")
	p.Start = main
	r := p.NewVar(f, "r", ResultVar, word)
	chain(p, f, &Assign{r, ConstInt(1)})
	x := p.NewVar(main, "x", LocalVar, word)
	y := p.NewVar(main, "y", LocalVar, word)
	g := p.NewVar(nil, "g", GlobalVar, word)
	a := p.NewVar(main, "t1", TempVar, word)
	b := p.NewVar(main, "t2", TempVar, word)
	in := &Input{Name: "in", Range: word}
	narrow := &Input{Name: "in", Range: Range{Bits: 1}}
	effect := &Input{Name: "in", Kind: Effect, Range: word}
	plus := func(e, d Expr) Expr { return MkWrap(wordBits, false, MkBinary(Add, e, d)) }
	divide := &Binary{Div, x, y}
	for _, tt := range []struct {
		name string
		ops  []Op
		want string
	}{
		{"input", []Op{&Havoc{LHS: a, From: in}, &Assign{x, a}}, "x = nondet(in)"},
		{"narrow input", []Op{&Havoc{LHS: a, From: narrow}, &Assign{x, a}}, "x = nondet(in)"},
		{"effect", []Op{&Havoc{LHS: a, From: effect}, &Assign{x, a}}, "t1 = effect(in); x = t1"},
		{"result", []Op{&Call{f, nil, []*Var{a}}, &Assign{x, a}}, "x = f()"},
		{"computed", []Op{ceil(a, y), &Assign{x, a}}, "x = toint.f16.u2(2, y)"},
		{"in computed", []Op{&Assign{a, plus(x, y)}, ceil(x, a)}, "x = toint.f16.u2(2, u2(x + y))"},
		{"computed, unused", []Op{ceil(a, y), &Assign{x, y}}, "x = y"},
		{"computed, unused, may be undefined", []Op{ceil(a, divide), &Assign{x, y}}, "t1 = toint.f16.u2(2, x / y); x = y"},
		{"postfix", []Op{&Assign{a, x}, &Assign{x, plus(a, ConstInt(1))}}, "x = u2(x + 1)"},
		{"unused", []Op{&Assign{a, x}, &Assign{x, y}}, "x = y"},
		{"unused, may be undefined", []Op{&Assign{a, divide}, &Assign{x, y}}, "t1 = x / y; x = y"},
		{"in turn", []Op{&Assign{a, x}, &Assign{b, plus(a, y)}, &Assign{x, b}}, "x = u2(x + y)"},
		{"operands", []Op{&Assign{a, x}, &Assign{b, y}, &Assign{x, plus(a, b)}}, "x = u2(x + y)"},
		{"changed between", []Op{&Assign{a, x}, &Assign{x, y}, &Assign{y, a}}, "t1 = x; x = y; y = t1"},
		{"used twice", []Op{&Assign{a, plus(x, y)}, &Assign{x, &Binary{BitOr, a, a}}}, "t1 = u2(x + y); x = t1 | t1"},
		{"leaf used twice", []Op{&Assign{a, y}, &Assign{x, &Binary{BitAnd, a, &Unary{Neg, a}}}}, "x = y & -y"},
		{"used later, too", []Op{&Assign{a, y}, &Assign{x, a}, &Assign{y, a}}, "t1 = y; x = t1; y = t1"},
		{"undefined, next", []Op{&Assign{a, divide}, &Assign{x, plus(a, y)}}, "x = u2(x / y + y)"},
		{"undefined, not next", []Op{&Assign{a, divide}, &Assign{g, ConstInt(0)}, &Assign{x, a}}, "t1 = x / y; g = 0; x = t1"},
		{"undefined, in a branch", []Op{&Assign{a, divide}, &Assign{x, &Ite{y, a, x}}}, "t1 = x / y; x = y ? t1 : x"},
		{"global over a call", []Op{&Assign{a, g}, &Call{f, nil, nil}, &Assign{x, a}}, "t1 = g; f(); x = t1"},
		{"local over a call", []Op{&Assign{a, x}, &Call{f, nil, nil}, &Assign{y, a}}, "f(); y = x"},
		{"set twice", []Op{&Assign{a, x}, &Assign{a, y}, &Assign{x, a}}, "t1 = x; t1 = y; x = t1"},
	} {
		q := p.Clone()
		m := q.Procs[0]
		var ops []Op
		c := &cloner{p: *q, memo: map[Expr]Expr{}}
		for _, o := range tt.ops {
			ops = append(ops, c.op(o))
		}
		chain(q, m, ops...)
		q.Compact()
		q.Finish()
		if err := q.Check(); err != nil {
			t.Error(tt.name, err)
		}
		var got []string
		for l := m.Entry; len(l.Out) > 0; l = l.Out[0].To {
			got = append(got, OpString(l.Out[0].Op))
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, s, tt.want)
		}
	}
}

// A value that comes in by another way, too, is not folded; two branches may read it.
func TestFoldTempsAtJoins(t *testing.T) {
	p := NewProgram(lang.LP64, Machine)
	main := p.NewProc("main")
	p.Start = main
	x := p.NewVar(main, "x", LocalVar, word)
	a := p.NewVar(main, "t1", TempVar, word)
	b := p.NewVar(main, "t2", TempVar, word)
	c := p.NewVar(main, "t3", TempVar, word)
	head, l1, l2 := p.NewLoc(main, lang.Pos{}), p.NewLoc(main, lang.Pos{}), p.NewLoc(main, lang.Pos{})
	p.NewEdge(main.Entry, head, &Assign{a, x}, lang.Pos{})
	p.NewEdge(head, l1, &Assign{x, MkWrap(wordBits, false, MkBinary(Add, a, x))}, lang.Pos{})
	p.NewEdge(l1, l2, &Assign{b, MkBinary(Lt, x, ConstInt(2))}, lang.Pos{})
	l3 := p.NewLoc(main, lang.Pos{})
	p.NewEdge(l2, l3, &Assign{c, b}, lang.Pos{})
	p.NewEdge(l3, head, &Assume{Cond: MkBool(c)}, lang.Pos{})
	p.NewEdge(l3, main.Exit, &Assume{Cond: MkNot(c)}, lang.Pos{})
	p.Compact()
	p.Finish()
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	const want = `program machine lp64

proc main()
    var x u2
    var t1 u2
  L0 entry
    t1 = x -> L1
  L1 loop head
    x = u2(t1 + x) -> L2
  L2
    [x < 2] -> L1
    [x >= 2] -> L3
  L3 exit
`
	if got := text(p); got != want {
		t.Errorf("got\n%s", got)
	}
}
