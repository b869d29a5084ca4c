package witness

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// What is written is true in C whenever the formula is, and computes nothing that C leaves
// undefined: a compiler's programs say so, for random formulas over variables of all widths at
// random and extreme values.
func TestFormulasInC(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler")
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	types := []struct {
		c string
		t lang.Type
	}{
		{"signed char", lang.Type{Bits: 8, Size: 1, Signed: true}}, {"unsigned char", lang.Type{Bits: 8, Size: 1}}, {"unsigned short", lang.Type{Bits: 16, Size: 2}},
		{"int", lang.Type{Bits: 32, Size: 4, Signed: true}}, {"int", lang.Type{Bits: 32, Size: 4, Signed: true}}, {"unsigned", lang.Type{Bits: 32, Size: 4}},
		{"long long", lang.Type{Bits: 64, Size: 8, Signed: true}}, {"unsigned long long", lang.Type{Bits: 64, Size: 8}},
	}
	a := annotate.New(&cfa.Program{}, nil)
	b := a.Builder
	var vars []*smt.Term
	byVar := map[*cfa.Var]int{}
	for i := range types {
		types[i].t.Kind = lang.Integer
		v := &cfa.Var{ID: i, Name: fmt.Sprintf("v%d", i)}
		byVar[v] = i
		vars = append(vars, a.Term(annotate.Symbol{Var: v}))
	}
	w := writer{of: a, leaf: func(s annotate.Symbol, _ *num.Int) (string, *lang.Type, bool) {
		return s.Var.Name, &types[byVar[s.Var]].t, true
	}}
	constants := []int64{0, 1, -1, 2, 5, 127, 255, 65535, 1<<31 - 1, -1 << 31, 1 << 32, 1<<63 - 1, -1 << 63}
	value := func(i int) num.Int { // of a variable
		v := num.Of(constants[rnd.IntN(len(constants))])
		if rnd.IntN(3) == 0 {
			v = num.Of(int64(rnd.IntN(9) - 4))
		}
		return v.Wrap(types[i].t.Bits, types[i].t.Signed)
	}
	var sum func(depth int) *smt.Term
	sum = func(depth int) *smt.Term {
		switch k := rnd.IntN(9); {
		case k == 0:
			return b.IntNum(constants[rnd.IntN(len(constants))])
		case k == 1 && depth > 0:
			return b.Div(sum(depth-1), num.RatOf(int64(1+rnd.IntN(4))))
		case k == 2 && depth > 0:
			return b.Mul(sum(depth-1), vars[rnd.IntN(len(vars))])
		case k < 6 && depth > 0:
			return b.Add(sum(depth-1), b.Scale(num.RatOf(int64(rnd.IntN(7)-3)), sum(depth-1)))
		}
		return vars[rnd.IntN(len(vars))]
	}
	var formula func(depth int) *smt.Term
	formula = func(depth int) *smt.Term {
		x := b.IntNum(int64(rnd.IntN(5) - 2))
		if rnd.IntN(2) == 0 {
			x = sum(1)
		}
		switch k := rnd.IntN(8); {
		case k < 2 && depth > 0:
			return b.And(formula(depth-1), formula(depth-1))
		case k < 4 && depth > 0:
			return b.Or(formula(depth-1), formula(depth-1))
		case k == 4 && depth > 0:
			return b.Not(b.Xor(formula(depth-1), formula(depth-1)))
		case k == 5:
			return b.Eq(sum(1), x)
		case k == 6:
			return b.Not(b.Le(sum(2), x))
		}
		return b.Le(sum(2), x)
	}
	var c strings.Builder
	c.WriteString("#include <stdio.h>\nint main(void) {\n")
	said, tried := 0, 0
	for n := range 200 {
		var list [][]*smt.Term
		cases := 1
		switch n % 20 {
		case 0:
			cases = mostCases + 10
		case 1, 2, 3:
			cases = 3
		}
		for range cases {
			list = append(list, []*smt.Term{formula(2), b.Le(vars[n%3], b.IntNum(int64(rnd.IntN(300))))})
		}
		text := w.cases(list)
		if text == "" {
			continue
		}
		said++
		for range 8 {
			values := make([]num.Int, len(vars))
			for i := range vars {
				values[i] = value(i)
			}
			of := func(t *smt.Term) num.Int { s, _ := a.Symbol(t); return values[byVar[s.Var]] }
			if !slices.ContainsFunc(list, func(c []*smt.Term) bool { return holds(c[0], of) && holds(c[1], of) }) {
				continue
			}
			tried++
			c.WriteString("{ ")
			for i, v := range values {
				suffix := "LL"
				if types[i].t.Bits == 64 && !types[i].t.Signed {
					suffix = "ULL"
				}
				text := v.String() + suffix
				if v.Equal(num.Pow2(63).Neg()) {
					text = "(-9223372036854775807LL - 1)"
				}
				fmt.Fprintf(&c, "%s v%d = %s; (void)v%d; ", types[i].c, i, text, i)
			}
			fmt.Fprintf(&c, "if (!(%s)) printf(\"%%s\\n\", %q); }\n", text, fmt.Sprintf("%d: %s", n, list))
		}
	}
	c.WriteString("return 0; }\n")
	if said < 100 || tried < 300 {
		t.Fatalf("%d formulas are said, at %d values", said, tried)
	}
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "f.c"), filepath.Join(dir, "f")
	if err := os.WriteFile(src, []byte(c.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cc, "-O0", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=undefined", "-o", exe, src).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	if out, err := exec.Command(exe).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// holds evaluates a formula over the integers.
func holds(t *smt.Term, of func(*smt.Term) num.Int) bool {
	switch t.Op() {
	case smt.OpTrue, smt.OpFalse:
		return t.IsTrue()
	case smt.OpNot:
		return !holds(t.Arg(0), of)
	case smt.OpAnd, smt.OpOr:
		for _, x := range t.Args() {
			if holds(x, of) == (t.Op() == smt.OpOr) {
				return t.Op() == smt.OpOr
			}
		}
		return t.Op() == smt.OpAnd
	case smt.OpXor:
		return holds(t.Arg(0), of) != holds(t.Arg(1), of)
	case smt.OpEq:
		return computed(t.Arg(0), of).Equal(computed(t.Arg(1), of))
	case smt.OpLe:
		return computed(t.Arg(0), of).Sign() <= 0
	}
	panic(t.String())
}

func computed(t *smt.Term, of func(*smt.Term) num.Int) num.Rat {
	switch t.Op() {
	case smt.OpNum:
		return t.Value()
	case smt.OpApp:
		return num.RatOfInt(of(t))
	case smt.OpSum:
		s := t.Value()
		for i, x := range t.Args() {
			s = s.Add(t.Coef(i).Mul(computed(x, of)))
		}
		return s
	case smt.OpMul:
		p := num.RatOf(1)
		for _, x := range t.Args() {
			p = p.Mul(computed(x, of))
		}
		return p
	case smt.OpDiv:
		return computed(t.Arg(0), of).Quo(t.Value()).Floor()
	}
	panic(t.String())
}
