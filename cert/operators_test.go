package cert

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// A line is a program without branches: inputs, operations, and an error in the end.
type line struct {
	p      *cfa.Program
	at     *cfa.Loc
	inputs []*cfa.Var
}

func newLine(ranges ...cfa.Range) *line {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("start")
	l := &line{p: p, at: p.Start.Entry}
	for i, r := range ranges {
		v := p.NewVar(p.Start, fmt.Sprint("x", i), cfa.LocalVar, r)
		l.inputs = append(l.inputs, v)
		l.do(&cfa.Havoc{LHS: v, From: &cfa.Input{Kind: cfa.Nondet, Name: "nondet", Range: r}})
	}
	return l
}

func (l *line) local(r cfa.Range) *cfa.Var { return l.p.NewVar(l.p.Start, "z", cfa.LocalVar, r) }

func (l *line) do(op cfa.Op) {
	to := l.p.NewLoc(l.p.Start, lang.Pos{})
	l.p.NewEdge(l.at, to, op, lang.Pos{})
	l.at = to
}

// fail ends the line with an error.
func (l *line) fail() *cfa.Program {
	l.at.Error = &cfa.Property{Kind: "assertion", Text: "false"}
	l.p.Errors = []*cfa.Loc{l.at}
	l.p.Finish()
	return l.p
}

func konst(n int64) cfa.Expr { return &cfa.Const{Val: num.Of(n)} }

func bin(op cfa.BinOp, x, y cfa.Expr) cfa.Expr { return &cfa.Binary{Op: op, X: x, Y: y} }

var (
	small = cfa.Range{Bits: 3, Signed: true}  // -4 to 3
	upTo7 = cfa.Range{Bits: 3, Signed: false} // 0 to 7
	wide  = cfa.Range{Bits: 64, Signed: true} // holds what the operations make of small numbers
)

// expressions are those of one and two inputs, of every operator: both are inputs, or one is a
// constant.
func expressions(x, y cfa.Expr) map[string]cfa.Expr {
	out := map[string]cfa.Expr{}
	add := func(name string, e cfa.Expr) { out[name] = e }
	for _, op := range []cfa.BinOp{cfa.Add, cfa.Sub, cfa.Mul, cfa.Div, cfa.Rem, cfa.Shl, cfa.Shr, cfa.BitAnd, cfa.BitOr, cfa.BitXor,
		cfa.Eq, cfa.Ne, cfa.Lt, cfa.Le, cfa.Gt, cfa.Ge, cfa.And, cfa.Or} {
		add(fmt.Sprintf("x %v y", op), bin(op, x, y))
		add(fmt.Sprintf("y %v x", op), bin(op, y, x))
		for _, k := range []int64{-5, -4, -2, -1, 0, 1, 2, 3, 6, 7} {
			add(fmt.Sprintf("x %v %d", op, k), bin(op, x, konst(k)))
			add(fmt.Sprintf("%d %v x", k, op), bin(op, konst(k), x))
		}
		add(fmt.Sprintf("5 %v 3", op), bin(op, konst(5), konst(3)))
		add(fmt.Sprintf("-5 %v 3", op), bin(op, konst(-5), konst(3)))
	}
	for _, op := range []cfa.BinOp{cfa.Shl, cfa.Shr} {
		for _, k := range []int64{126, 127, 128, 129} {
			add(fmt.Sprintf("x>>40 %v %d", op, k), bin(cfa.Eq, bin(op, bin(cfa.Sub, x, konst(1)), konst(k)), konst(-1)))
			add(fmt.Sprintf("x %v y+%d", op, k), bin(cfa.Eq, bin(op, konst(1), bin(cfa.Add, y, konst(k))), konst(0)))
		}
	}
	for _, op := range []cfa.UnOp{cfa.Neg, cfa.Not, cfa.BitNot} {
		add(fmt.Sprintf("%v x", op), cfa.MkUnary(op, x))
	}
	add("x ? y : 5", &cfa.Ite{C: x, T: y, E: konst(5)})
	add("x < y ? x - y : y", &cfa.Ite{C: bin(cfa.Lt, x, y), T: bin(cfa.Sub, x, y), E: y})
	add("y ? x / y : x", &cfa.Ite{C: y, T: bin(cfa.Div, x, y), E: x})
	add("y == 0 ? 9 : x % y", &cfa.Ite{C: bin(cfa.Eq, y, konst(0)), T: konst(9), E: bin(cfa.Rem, x, y)})
	add("(y ? x / y : 1) && x", bin(cfa.And, &cfa.Ite{C: y, T: bin(cfa.Div, x, y), E: konst(1)}, x))
	add("1 ? x : y", &cfa.Ite{C: konst(1), T: x, E: bin(cfa.Div, y, konst(0))})
	add("0 ? x : y", &cfa.Ite{C: konst(0), T: bin(cfa.Div, y, konst(0)), E: y})
	add("!(x < y)", cfa.MkUnary(cfa.Not, bin(cfa.Lt, x, y)))
	for _, signed := range []bool{false, true} {
		for bits := 1; bits <= 4; bits++ {
			for name, e := range map[string]cfa.Expr{
				"x": x, "x + 3": bin(cfa.Add, x, konst(3)), "x - 5": bin(cfa.Sub, x, konst(5)), "3 * x": bin(cfa.Mul, konst(3), x),
				"x - y": bin(cfa.Sub, x, y), "x + y": bin(cfa.Add, x, y), "9": konst(9), "8 * x": bin(cfa.Mul, konst(8), x),
			} {
				add(fmt.Sprintf("(%s) in %d bits, signed %v", name, bits, signed), &cfa.Wrap{Bits: bits, Signed: signed, X: e})
			}
		}
	}
	return out
}

// meaning is a term that the checker has made in a state, with the constants for the inputs.
type meaning struct {
	x      *checker
	s      *state
	t      *smt.Term
	inputs []*smt.Term
}

// at is the term's value for values of the inputs; not ok: a condition of the state does not hold,
// so that no run is there. Numbers that the checker made up, like quotients, are those with which
// the conditions hold; the value must be the same for all of them. They are looked for by trying,
// for some of the inputs only: skipped says that these are not among them.
func (m *meaning) at(t *testing.T, given ...int64) (val int64, ok, skipped bool) {
	if m.s.false {
		return 0, false, false
	}
	model := smt.NewModel(m.x.b)
	var open []*smt.Term
	for i, v := range m.inputs {
		model.Set(v, m.x.int(given[i]))
	}
	for _, v := range smt.FreeVars(append([]*smt.Term{m.t}, m.s.cond...)...) {
		if !slices.Contains(m.inputs, v) {
			open = append(open, v)
		}
	}
	holds := func(f *smt.Term) bool {
		ok, err := model.Holds(f)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	found, value := 0, int64(0)
	if len(open) > 0 && (given[0]+2*given[1])%5 != 0 {
		return 0, false, true
	}
	var try func(i int)
	try = func(i int) {
		if i < len(open) {
			for k := int64(-7); k <= 7; k++ {
				model.Set(open[i], m.x.int(k))
				try(i + 1)
			}
			return
		}
		for _, f := range m.s.cond {
			if !holds(f) {
				return
			}
		}
		v, err := model.Eval(m.t)
		if err != nil {
			t.Fatal(err)
		}
		found++
		if n := must(v.Value().Num()); found > 1 && n != value {
			t.Errorf("%v for the inputs %d is %d, and it is %d", m.t, given, value, n)
		} else {
			value = n
		}
		// What intervals say of it is so.
		n := num.Of(value)
		if l := m.x.spanOf(m.s, m.t); !(span{n, n, true, true}).within(l) {
			t.Errorf("%v is %d for %d, but not within %v", m.t, value, given, l)
		}
	}
	try(0)
	return value, found > 0, false
}

// TestOperators: the meaning of every expression is that which the interpreter gives it, for all
// inputs; where it is undefined, no run is there.
func TestOperators(t *testing.T) {
	for _, rs := range [][2]cfa.Range{{small, small}, {upTo7, small}} {
		l := newLine(rs[0], rs[1])
		p := l.fail()
		of := map[string]*meaning{}
		for name, e := range expressions(l.inputs[0], l.inputs[1]) {
			x := newChecker(context.Background(), p, &Certificate{Builder: smt.NewBuilder()})
			x.begin(nil)
			m := &meaning{x: x, s: &state{}, inputs: []*smt.Term{x.now(l.inputs[0]), x.now(l.inputs[1])}}
			m.t = x.reader(m.s).term(e)
			of[name] = m
		}
		lo0, _, hi0, _ := rs[0].Bounds()
		lo1, _, hi1, _ := rs[1].Bounds()
		for a := must(lo0); a <= must(hi0); a++ {
			for b := must(lo1) + a&1; b <= must(hi1) && !t.Failed(); b += 2 {
				for name, e := range expressions(konst(a), konst(b)) {
					got, ok, skipped := of[name].at(t, a, b)
					if skipped {
						continue
					}
					if want, defined := value(e); ok != defined || ok && got != want {
						t.Errorf("%s, %v: for %d and %d it is %d, %v; want %d, %v", name, rs, a, b, got, ok, want, defined)
					}
				}
			}
		}
	}
}

func must(n num.Int) int64 {
	k, ok := n.Int64()
	if !ok {
		panic("a large number")
	}
	return k
}

// value is what the interpreter makes of an expression without variables; false: it is undefined.
func value(e cfa.Expr) (int64, bool) {
	l := newLine()
	z := l.local(wide)
	l.do(&cfa.Assign{LHS: z, RHS: e})
	l.do(cfa.Skip{})
	p := l.fail()
	var got num.Int
	o := interp.Run(context.Background(), p, interp.Func(func(interp.Query) (num.Int, bool) { return num.Int{}, false }),
		interp.Options{Watch: func(v interp.View) { got, _ = v.Var(z) }})
	if o.Kind != interp.ErrorFound {
		return 0, false
	}
	return must(got), true
}
