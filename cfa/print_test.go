package cfa

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update writes it anew); got\n%s", file, got)
	}
}

const sumSource = `int a[3];
int main(void) {
	int i = 0, s = 0, *p = &a[0];
	while (i < 3) {
		s = s + get(i);
		i++;
	}
	assert(s >= 0);
}
`

// sumProgram is a program with one of everything.
func sumProgram() *Program {
	p := NewProgram(lang.LP64, Machine)
	p.Unit = &lang.Unit{Files: map[string][]byte{"sum.c": []byte(sumSource)}}
	at := func(line int) lang.Pos { return lang.Pos{File: "sum.c", Line: line, Col: 2} }
	s32 := Range{Bits: 32, Signed: true}
	main, get := p.NewProc("main"), p.NewProc("get")
	p.Start = main
	main.Pos = at(2)
	main.Entry.Pos = at(3)
	a := p.NewArray(nil, "a", s32, 3)
	mem := p.NewArray(nil, "mem", Range{Bits: 8}, -1)
	mem.Region = true
	mem.Objects = []Object{{Name: "buf", Base: num.Of(4096), Size: 16}}
	in := &Input{Kind: Nondet, Name: "nondet_int", Range: s32}
	i := p.NewVar(main, "i", LocalVar, s32)
	s := p.NewVar(main, "s", LocalVar, s32)
	n := p.NewVar(get, "n", ParamVar, s32)
	r := p.NewVar(get, "r", ResultVar, s32)
	x := p.NewVar(nil, "x", GlobalVar, s32)
	x.Ghost = true

	l1, head, body := p.NewLoc(main, at(3)), p.NewLoc(main, at(4)), p.NewLoc(main, at(5))
	l2, l3, done, bad := p.NewLoc(main, at(6)), p.NewLoc(main, at(6)), p.NewLoc(main, at(8)), p.NewLoc(main, at(8))
	bad.Error = &Property{Kind: "assertion", Text: `s >= 0 && "all"`, Pos: at(8)}
	plus := func(e Expr, c int64) Expr { return MkWrap(32, true, MkBinary(Add, e, ConstInt(c))) }
	p.NewEdge(main.Entry, l1, &Fill{Arr: a, Lo: ConstInt(0), Hi: ConstInt(3), From: in}, at(1))
	p.NewEdge(l1, head, &Assign{i, ConstInt(0)}, at(3))
	p.NewEdge(head, body, &Assume{Cond: MkBinary(Lt, i, ConstInt(3))}, at(4))
	p.NewEdge(head, done, &Assume{Cond: MkBinary(Ge, i, ConstInt(3))}, at(4))
	p.NewEdge(body, l2, &Call{get, []Expr{i}, []*Var{s}}, at(5))
	p.NewEdge(l2, l3, &Store{Arr: mem, Idx: MkBinary(Add, MkBinary(Mul, i, ConstInt(4)), ConstInt(4096)), Val: MkWrap(8, false, s)}, at(6))
	p.NewEdge(l3, head, &Assign{i, plus(i, 1)}, at(6))
	p.NewEdge(done, bad, &Assume{Cond: MkBinary(Lt, s, ConstInt(0))}, at(8))
	p.NewEdge(done, main.Exit, &Assume{Cond: MkBinary(Ge, s, ConstInt(0))}, at(8))

	m1 := p.NewLoc(get, at(9))
	m2 := p.NewLoc(get, at(9))
	p.NewEdge(get.Entry, m1, &Assign{r, MkIte(MkBinary(Eq, n, ConstInt(0)), &Select{a, n}, plus(n, -1))}, at(9))
	p.NewEdge(m1, m2, &Copy{a, ConstInt(0), a, ConstInt(1), ConstInt(2)}, at(9))
	p.NewEdge(m2, get.Exit, &Havoc{LHS: n, From: in}, at(9))
	p.Finish()
	return p
}

func TestWriteText(t *testing.T) {
	p := sumProgram()
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	golden(t, "sum.txt", text(p))
}

func TestWriteDOT(t *testing.T) {
	var b bytes.Buffer
	if err := sumProgram().WriteDOT(&b, DOTOptions{Source: true}); err != nil {
		t.Fatal(err)
	}
	golden(t, "sum.dot", b.String())
}

func TestExprString(t *testing.T) {
	x, y, z := &Var{Name: "x"}, &Var{Name: "y"}, &Var{ID: 7}
	bin := func(op BinOp, a, b Expr) Expr { return &Binary{op, a, b} }
	five := ConstInt(5)
	for _, tt := range []struct {
		e    Expr
		want string
	}{
		{bin(Sub, bin(Sub, x, y), z), "x - y - v7"},
		{bin(Sub, x, bin(Sub, y, z)), "x - (y - v7)"},
		{bin(Add, x, bin(Add, y, z)), "x + (y + v7)"},
		{bin(Mul, bin(Add, x, y), z), "(x + y) * v7"},
		{bin(Add, bin(Mul, x, y), z), "x * y + v7"},
		{bin(Eq, bin(BitAnd, x, five), five), "(x & 5) == 5"},
		{bin(BitAnd, x, bin(Eq, y, five)), "x & y == 5"},
		{bin(Lt, bin(Lt, x, y), z), "(x < y) < v7"},
		{bin(Or, bin(And, x, y), z), "x && y || v7"},
		{bin(And, x, bin(Or, y, z)), "x && (y || v7)"},
		{bin(Shl, x, bin(Add, y, five)), "x << y + 5"},
		{&Unary{Neg, &Unary{Neg, x}}, "-(-x)"},
		{&Unary{Neg, five}, "-(5)"},
		{ConstInt(-5), "-5"},
		{bin(Sub, x, ConstInt(-5)), "x - -5"},
		{bin(Add, x, ConstInt(-5)), "x - 5"},
		{bin(Add, ConstInt(-5), x), "-5 + x"},
		{bin(Mul, &Unary{BitNot, bin(Add, x, y)}, z), "~(x + y) * v7"},
		{&Ite{x, &Ite{x, y, z}, &Ite{y, x, z}}, "x ? (x ? y : v7) : y ? x : v7"},
		{bin(Add, &Ite{x, y, z}, five), "(x ? y : v7) + 5"},
		{&Wrap{16, true, bin(Rem, x, y)}, "s16(x % y)"},
		{&Select{&Array{ID: 3}, bin(Add, x, five)}, "a3[x + 5]"},
		{&Binary{BinOp(99), x, nil}, "x ?99? nil"},
	} {
		if got := ExprString(tt.e); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// Deep and shared expressions end in "…".
func TestExprStringLarge(t *testing.T) {
	x := &Var{Name: "x"}
	var deep, shared Expr = x, x
	for range 100_000 {
		deep = &Binary{Mul, x, deep}
	}
	for range 64 {
		shared = &Binary{Add, shared, shared}
	}
	for _, e := range []Expr{deep, shared} {
		if s := ExprString(e); !strings.Contains(s, "…") || len(s) > 1_000_000 {
			t.Errorf("%d bytes", len(s))
		}
		n := 0
		Walk(e, func(Expr) { n++ })
		if n > 300_000 {
			t.Errorf("walked over %d nodes", n)
		}
	}
}

// Whatever can be drawn can be shown, and shows alike each time.
func TestShowRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t, true)
		var a, b bytes.Buffer
		if p.WriteDOT(&a, DOTOptions{IDs: true}) != nil || p.Clone().WriteDOT(&b, DOTOptions{IDs: true}) != nil || a.String() != b.String() {
			t.Fatal("the copy is drawn differently")
		}
		if text(p) != text(p.Clone()) {
			t.Fatal("the copy is shown differently")
		}
	})
}
