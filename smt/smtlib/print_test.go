package smtlib

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// What Print writes reads back as the same term.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := New(Config{})
		g := newTerms(in)
		for _, d := range g.decls {
			in.Declare(d)
		}
		for range rapid.IntRange(5, 60).Draw(t, "size") {
			g.grow(t)
		}
		f := g.all[len(g.all)-1]
		var text strings.Builder
		smt.Print(&text, f)
		got, err := in.Term(text.String())
		if err != nil {
			t.Fatalf("%s\n%v", text.String(), err)
		}
		if got != f {
			t.Fatalf("%s\nread as\n%v", text.String(), got)
		}
	})
}

// terms makes random terms of all sorts and operators.
type terms struct {
	b     *smt.Builder
	decls []*smt.Func
	sorts []*smt.Sort
	all   []*smt.Term
	by    map[*smt.Sort][]*smt.Term
}

func newTerms(in *Interpreter) *terms {
	b := in.Builder()
	g := &terms{b: b, by: map[*smt.Sort][]*smt.Term{}}
	in.tab.declareSort(in.tab.at("S"), &sortDecl{free: true})
	in.tab.declareSort(in.tab.at("my list"), &sortDecl{free: true, arity: 1})
	free, list := b.FreeSort("S"), b.FreeSort("|(|my list| Int)")
	g.sorts = []*smt.Sort{
		b.BoolSort(), b.IntSort(), b.RealSort(), b.BitVecSort(1), b.BitVecSort(3), b.BitVecSort(4), b.BitVecSort(8), free, list,
		b.FloatSort(3, 5), b.FloatSort(5, 11), b.RoundingSort(),
		b.ArraySort(b.IntSort(), b.IntSort()), b.ArraySort(free, b.BoolSort()), b.ArraySort(b.IntSort(), b.ArraySort(b.BitVecSort(4), b.RealSort())),
	}
	for i, s := range g.sorts {
		// Names that need bars, reserved words, names that look like the printer's own.
		for _, name := range []string{"x%d", "a b%d", "?%d", "$%d", "let"} {
			if name == "let" && i != 1 {
				continue
			}
			if strings.Contains(name, "%") {
				name = fmt.Sprintf(name, i)
			}
			f := b.Func(name, nil, s)
			g.decls = append(g.decls, f)
			g.add(b.App(f))
		}
		f := b.Func(fmt.Sprintf("f%d", i), []*smt.Sort{g.sorts[i], b.IntSort()}, s)
		g.decls = append(g.decls, f)
		g.add(b.DefaultValue(s))
	}
	return g
}

func (g *terms) add(t *smt.Term) {
	g.all = append(g.all, t)
	g.by[t.Sort()] = append(g.by[t.Sort()], t)
}

// pick is a term of sort s, later ones more likely.
func (g *terms) pick(t *rapid.T, s *smt.Sort) *smt.Term {
	list := g.by[s]
	if len(list) == 0 {
		return g.b.DefaultValue(s)
	}
	if n := len(list); n > 3 && rapid.Bool().Draw(t, "late") {
		return list[n-1-rapid.IntRange(0, 2).Draw(t, "which")]
	}
	return rapid.SampledFrom(list).Draw(t, "term")
}

func (g *terms) grow(t *rapid.T) {
	b := g.b
	s := rapid.SampledFrom(g.sorts).Draw(t, "sort")
	p := func() *smt.Term { return g.pick(t, s) }
	f := func() *smt.Term { return g.pick(t, b.BoolSort()) }
	n := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
	number := func(s *smt.Sort) num.Rat {
		d := 1
		if s.Kind == smt.Real {
			d = n(1, 4)
		}
		return num.RatFrac(int64(n(-9, 9)), int64(d))
	}
	switch n(0, 5) {
	case 0:
		g.add(b.Eq(p(), p()))
		return
	case 1:
		g.add(b.Ite(f(), p(), p()))
		return
	case 2:
		for _, d := range g.decls {
			if len(d.Params) == 2 && d.Result == s {
				g.add(b.App(d, p(), g.pick(t, b.IntSort())))
			}
		}
		return
	case 3:
		g.add(b.Not(f()))
	}
	switch s.Kind {
	case smt.Bool:
		g.add([]func(...*smt.Term) *smt.Term{b.And, b.Or, b.Distinct}[n(0, 2)](p(), p(), p()))
		g.add(b.Xor(p(), p()))
	case smt.Int, smt.Real:
		g.add(b.Linear(s, number(s), []num.Rat{number(s), number(s), number(s)}, []*smt.Term{p(), p(), p()}))
		switch n(0, 7) {
		case 0:
			g.add(b.Mul(p(), p()))
		case 1, 2:
			g.add(b.Le(p(), p()))
		case 3, 4:
			g.add(b.Lt(p(), p()))
		case 5:
			i := g.pick(t, b.IntSort())
			if k := number(b.IntSort()); !k.IsZero() {
				g.add(b.Div(i, k))
				g.add(b.Mod(i, k))
			}
		case 6:
			r := b.ToReal(g.pick(t, b.IntSort()))
			g.add(r)
			g.add(b.Le(r, g.pick(t, b.RealSort())))
		case 7:
			g.add(b.ToInt(g.pick(t, b.RealSort())))
			g.add(b.IsInt(g.pick(t, b.RealSort())))
		}
	case smt.Free:
		g.add(b.Elem(s, n(0, 3)))
	case smt.Array:
		i, e := g.pick(t, s.Index), g.pick(t, s.Elem)
		switch n(0, 3) {
		case 0:
			g.add(b.Select(p(), i))
		case 1:
			g.add(b.Store(p(), i, e))
		case 2:
			g.add(b.ConstArray(s, e))
		case 3:
			g.add(b.Diff(p(), p()))
		}
	case smt.Rounding:
		g.add(b.Float(s, g.pick(t, b.BitVecSort(3))))
		g.add(b.FloatBits(p()))
		g.add(b.RoundingMode(fp.Mode(n(0, 4))))
	case smt.Float:
		m, other := g.pick(t, b.RoundingSort()), g.pick(t, b.FloatSort(3, 5))
		x, y := p(), p()
		all := []*smt.Term{
			b.FloatAdd(m, x, y), b.FloatSub(m, x, y), b.FloatMul(m, x, y), b.FloatDiv(m, x, y), b.FloatFma(m, x, y, p()),
			b.FloatSqrt(m, x), b.FloatRem(x, y), b.FloatFmod(x, y), b.FloatIntegral(m, x), b.FloatNeg(x), b.FloatAbs(x),
			b.FloatConvert(m, s, other), b.FloatOfReal(m, s, g.pick(t, b.RealSort())), b.FloatToReal(x),
			b.FloatOfBV(m, s, g.pick(t, b.BitVecSort(4)), n(0, 1) == 0), b.FloatToBV(m, x, 4, n(0, 1) == 0), b.FloatFits(m, x, 4, n(0, 1) == 0),
			b.FloatLess(x, y), b.FloatLessEq(x, y), b.FloatEq(x, y), b.FloatIs(smt.FloatClass(n(0, 6)), x), b.FloatBits(x),
			b.Float(b.FloatSort(3, 5), g.pick(t, b.BitVecSort(8))), b.FloatVal(s, num.Of(int64(n(0, 65535)))), b.NaN(s),
			openZero(b, "@fp.min", b.FloatMin, x, y), open(b, "@fp.any_real", b.RealSort(), x), anyInt(b, "fp.any_sbv", 4, m, x),
		}
		for range 3 {
			g.add(all[n(0, len(all)-1)])
		}
	case smt.BitVec:
		w := s.Width
		g.add(b.BV(num.Of(int64(n(0, 300))), w))
		two := []func(x, y *smt.Term) *smt.Term{
			b.BVSub, b.BVUdiv, b.BVUrem, b.BVSdiv, b.BVSrem, b.BVShl, b.BVLshr, b.BVAshr, b.BVUlt, b.BVSlt, b.BVUle, b.BVSge, b.BVComp,
		}
		many := []func(...*smt.Term) *smt.Term{b.BVAnd, b.BVOr, b.BVXor, b.BVAdd, b.BVMul, b.Concat}
		switch n(0, 4) {
		case 0, 1:
			g.add(two[n(0, len(two)-1)](p(), p()))
		case 2:
			g.add(many[n(0, len(many)-1)](p(), p(), p()))
		case 3:
			high := n(0, w-1)
			g.add(b.Extract(p(), high, n(0, high)))
			g.add(b.Bit(p(), n(0, w-1)))
			g.add(b.BVNot(p()))
		case 4:
			g.add(b.SignExtend(p(), n(0, 3)))
			g.add(b.ZeroExtend(p(), n(0, 3)))
			g.add(b.BVNeg(p()))
		}
	}
}

// How people would like to read it.
func TestPrint(t *testing.T) {
	in := New(Config{})
	var out bytes.Buffer
	in.out.Reset(&out)
	b := in.Builder()
	for _, v := range []string{"x", "y", "z"} {
		in.Declare(b.Func(v, nil, b.IntSort()))
	}
	for _, v := range []string{"r", "s"} {
		in.Declare(b.Func(v, nil, b.RealSort()))
	}
	for _, v := range []string{"p", "q"} {
		in.Declare(b.Func(v, nil, b.BoolSort()))
	}
	in.Declare(b.Func("u", nil, b.BitVecSort(8)))
	in.Declare(b.Func("v", nil, b.BitVecSort(8)))
	for _, c := range []struct{ in, want string }{
		{"(<= (+ x (* 2 y)) 5)", "(<= (+ x (* 2 y)) 5)"},
		{"(>= x 6)", "(>= x 6)"},
		{"(< x y)", "(< x y)"},
		{"(> x y)", "(> x y)"},
		{"(< y x)", "(> x y)"},
		{"(>= x y)", "(>= x y)"},
		{"(<= x (+ y 3))", "(<= (- x y) 3)"},
		{"(> (+ x y) 0)", "(>= (+ x y) 1)"},
		{"(- (* 2 y) x 1)", "(- (* 2 y) x 1)"},
		{"(- 0 x y)", "(- (+ x y))"},
		{"(- 5)", "(- 5)"},
		{"(= (* 2 x) (+ y 1))", "(= (* 2 x) (+ y 1))"},
		{"(not (= x y))", "(not (= x y))"},
		{"(< r 0.5)", "(< r (/ 1.0 2.0))"},
		{"(>= (- r s) 2)", "(>= (- r s) 2.0)"},
		{"(* r (- 0.25))", "(- (* (/ 1.0 4.0) r))"},
		{"(= p q)", "(= p q)"},
		{"(xor p q)", "(xor p q)"},
		{"(bvule u v)", "(bvule u v)"},
		{"(= ((_ extract 3 3) u) #b0)", "(= ((_ extract 3 3) u) #b0)"},
		{"#b00010010", "#x12"},
		{"((as const (Array Int Bool)) true)", "((as const (Array Int Bool)) true)"},
		{"(let ((a (ite p x y))) (= (* 3 a) (div a 7)))", "(let ((?1 (ite p x y))) (= (* 3 ?1) (div ?1 7)))"},
	} {
		f, err := in.Term(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		var text strings.Builder
		smt.Print(&text, f)
		if text.String() != c.want {
			t.Errorf("%s is written %s, not %s", c.in, text.String(), c.want)
		}
	}
}

// String is bounded, and whole characters.
func TestString(t *testing.T) {
	b := smt.NewBuilder()
	x := b.Var("é", b.IntSort())
	f := b.Func("ƒ", []*smt.Sort{b.IntSort(), b.IntSort()}, b.IntSort())
	for range 100_000 {
		x = b.App(f, x, x) // 2^100000 symbols when written out
	}
	s := x.String()
	if len(s) > 500 || !strings.HasSuffix(s, "…") || strings.ToValidUTF8(s, "?") != s {
		t.Errorf("%d bytes: %q", len(s), s)
	}
	var out strings.Builder
	smt.Print(&out, x)
	if out.Len() > 100_000*40 {
		t.Errorf("%d bytes", out.Len())
	}
}
