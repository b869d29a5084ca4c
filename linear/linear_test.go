package linear

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/num"
)

// numbers are mostly small, sometimes fractions, sometimes too large for a word.
var numbers = rapid.Custom(func(t *rapid.T) num.Rat {
	n := rapid.Int64Range(-6, 6).Draw(t, "n")
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0, 1, 2:
		return num.RatFrac(n, rapid.Int64Range(1, 6).Draw(t, "d"))
	case 3:
		return num.RatOf(n).Mul(num.RatOfInt(num.Pow2(70)))
	}
	return num.RatOf(n)
})

const dims = 4

var exprs = rapid.Custom(func(t *rapid.T) Expr {
	terms := make([]Term, rapid.IntRange(0, 5).Draw(t, "terms"))
	for i := range terms {
		terms[i] = Term{rapid.IntRange(0, dims-1).Draw(t, "v"), numbers.Draw(t, "c")}
	}
	return Sum(numbers.Draw(t, "const"), terms...)
})

var constraints = rapid.Custom(func(t *rapid.T) Constraint {
	return Constraint{exprs.Draw(t, "e"), Relation(rapid.IntRange(0, 2).Draw(t, "rel"))}
})

var points = rapid.SliceOfN(numbers, dims, dims)

var integerPoints = rapid.SliceOfN(rapid.Map(rapid.Int64Range(-9, 9), num.RatOf), dims, dims)

func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, f, k, at := exprs.Draw(t, "e"), exprs.Draw(t, "f"), numbers.Draw(t, "k"), points.Draw(t, "at")
		v := rapid.IntRange(0, dims-1).Draw(t, "v")
		x, y := e.Eval(at), f.Eval(at)
		moved := slices.Clone(at)
		moved[v] = y
		swap := func(u int) int { return dims - 1 - u }
		mirror := slices.Clone(at)
		slices.Reverse(mirror)
		for name, c := range map[string][2]num.Rat{
			"Add":        {e.Add(f).Eval(at), x.Add(y)},
			"Sub":        {e.Sub(f).Eval(at), x.Sub(y)},
			"Neg":        {e.Neg().Eval(at), x.Neg()},
			"Scale":      {e.Scale(k).Eval(at), x.Mul(k)},
			"AddConst":   {e.AddConst(k).Eval(at), x.Add(k)},
			"Substitute": {e.Substitute(v, f).Eval(at), e.Eval(moved)},
			"Map":        {e.Map(swap).Eval(mirror), x},
			"Map to one": {e.Map(func(int) int { return 0 }).Eval(at[:1]), e.Eval([]num.Rat{at[0], at[0], at[0], at[0]})},
		} {
			if !c[0].Equal(c[1]) {
				t.Errorf("%s: %v, want %v", name, c[0], c[1])
			}
		}
		for _, g := range []Expr{e.Add(f), e.Sub(f), e.Scale(k), e.Substitute(v, f), e.Sub(e)} {
			last := -1
			for term := range g.Terms() {
				if term.Coef.IsZero() || term.Var <= last {
					t.Errorf("%v is not in normal form", g.terms)
				}
				last = term.Var
			}
		}
		if !e.Add(f).Sub(f).Equal(e) || e.Cmp(f) != -f.Cmp(e) || (e.Cmp(f) == 0) != e.Equal(f) {
			t.Errorf("%v and %v: order or equality", e, f)
		}
		if got := e.Coef(v); !e.Sub(X(v).Scale(got)).Coef(v).IsZero() {
			t.Errorf("coefficient of x%d in %v: %v", v, e, got)
		}
	})
}

func TestConstraints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, at, ints := constraints.Draw(t, "c"), points.Draw(t, "at"), integerPoints.Draw(t, "ints")
		holds := c.Holds(at)
		if c.Primitive().Holds(at) != holds {
			t.Errorf("%v and its primitive %v differ at %v", c, c.Primitive(), at)
		}
		n := 0
		for _, d := range c.Negate() {
			if d.Holds(at) {
				n++
			}
		}
		if holds != (n == 0) || n > 1 {
			t.Errorf("%v at %v: %v, and of its negation %d", c, at, holds, n)
		}
		tight := c.Tighten()
		if tight.Holds(ints) != c.Holds(ints) {
			t.Errorf("%v, tightened %v, differ at %v", c, tight, ints)
		}
		if tight.Holds(at) && !holds {
			t.Errorf("%v, tightened %v, gained %v", c, tight, at)
		}
		if c.IsTrue() && !holds || c.IsFalse() && holds {
			t.Errorf("%v at %v: %v", c, at, holds)
		}
		for _, d := range []Constraint{c.Primitive(), tight} {
			if !d.Expr.Constant().IsInt() {
				t.Errorf("%v has a fraction", d)
			}
			for term := range d.Expr.Terms() {
				if !term.Coef.IsInt() {
					t.Errorf("%v has a fraction", d)
				}
			}
		}
	})
}

func TestParsePrinted(t *testing.T) {
	names := []string{"i", "n_1", "x", "y"}
	rapid.Check(t, func(t *rapid.T) {
		c := constraints.Draw(t, "c")
		for _, names := range [][]string{nil, names} {
			d, err := Parse(c.Format(names), names)
			if err != nil {
				t.Fatal(err)
			}
			if !d.Primitive().Equal(c.Primitive()) {
				t.Errorf("%v, read again: %v", c, d)
			}
		}
	})
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"2*x0 - x1/2 + 3 <= x0": "x0 - 1/2*x1 <= -3",
		"x0 >= 0":               "x0 >= 0",
		"-x0*3 > 1.5 + x2":      "3*x0 + x2 < -3/2",
		"x0 + x0 == 4":          "2*x0 = 4",
		"1 < 2":                 "0 < 1",
		" x3*2*3/4=+1 ":         "3/2*x3 = 1",
	} {
		if c, err := Parse(text, nil); err != nil || c.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, c, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                "byte 1: expected a number or a dimension, found the end",
		"x0 + <= 1":       `byte 6: expected a number or a dimension, found "<= 1"`,
		"x0":              "byte 3: expected <=, <, >=, > or =, found the end",
		"x0 <= 1 x1":      `byte 9: expected the end, found "x1"`,
		"x0*x1 <= 1":      `byte 4: a product of dimensions is not linear, found "x1 <= 1"`,
		"1/x0 <= 1":       "not linear",
		"y <= 1":          `byte 1: unknown dimension, found "y <= 1"`,
		"x0/0 <= 1":       `byte 4: division by zero, found "0 <= 1"`,
		"1..2 <= 1":       "byte 1: expected a number",
		"x99999999999<=1": "unknown dimension",
	} {
		if c, err := Parse(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want an error with %q", text, c, err, want)
		}
	}
}

func TestTighten(t *testing.T) {
	for text, want := range map[string]string{
		"2*x0 <= 5":             "x0 <= 2",
		"2*x0 < 4":              "x0 <= 1",
		"2*x0 + 4*x1 = 3":       "0 <= -1",
		"1/2*x0 - 1/3*x1 <= 1":  "3*x0 - 2*x1 <= 6",
		"-3*x0 < 0":             "x0 >= 1",
		"0 < 0":                 "0 <= -1",
		"6*x0 - 9*x1 >= 1":      "-2*x0 + 3*x1 <= -1",
		"-2*x0 + 2*x1 + 8 == 0": "x0 - x1 = 4",
	} {
		if got := MustParse(text).Tighten(); got.String() != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

func TestInterval(t *testing.T) {
	one, two := num.RatOf(1), num.RatOf(2)
	for _, c := range []struct {
		i    Interval
		text string
		has  string // which of 0, 1, 3/2, 2, 3 it has
	}{
		{Interval{}, "(-oo, oo)", "yyyyy"},
		{Interval{End{one, Closed}, End{two, Open}}, "[1, 2)", "nyynn"},
		{Interval{End{one, Open}, End{two, Closed}}, "(1, 2]", "nnyyn"},
		{Interval{Hi: End{two, Open}}, "(-oo, 2)", "yyynn"},
		{Interval{Lo: End{two, Closed}}, "[2, oo)", "nnnyy"},
	} {
		has := ""
		for _, x := range []num.Rat{{}, one, num.RatFrac(3, 2), two, num.RatOf(3)} {
			if c.i.Contains(x) {
				has += "y"
			} else {
				has += "n"
			}
		}
		if c.i.String() != c.text || has != c.has {
			t.Errorf("%v has %s, want %s, %s", c.i, has, c.text, c.has)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("2*x0 - x1/2 + 3 <= x0")
	f.Add("1.25*x7 > -3/4")
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 {
			return
		}
		c, err := Parse(s, nil)
		if err != nil {
			return
		}
		again, err := Parse(c.String(), nil)
		if err != nil || !again.Primitive().Equal(c.Primitive()) {
			t.Errorf("%q: %v, read again: %v, %v", s, c, again, err)
		}
	})
}
