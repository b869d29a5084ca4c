package precision_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/smt"
)

// names are hard to write down and to tell apart.
var names = rapid.OneOf(
	rapid.SampledFrom([]string{"i", "i", "x", "and", "select", "mod", "let", "a::b", "s.x", `"a|b"`, "a\\b", "f g", "12", "*", "ä", "main@1:2", "i'2"}),
	rapid.String(),
)

// program draws procedures with variables, arrays, and locations, several of which are at one
// place.
func program(t *rapid.T) *cfa.Program {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	scopes := []*cfa.Proc{nil}
	for _, name := range rapid.SliceOfNDistinct(names, 1, 3, rapid.ID[string]).Draw(t, "procedures") {
		q := p.NewProc(name)
		scopes = append(scopes, q)
		for range rapid.IntRange(0, 4).Draw(t, "locations") {
			p.NewLoc(q, lang.Pos{File: "f.c", Line: rapid.IntRange(1, 2).Draw(t, "line"), Col: 1})
		}
	}
	p.Start = scopes[1]
	for range rapid.IntRange(1, 5).Draw(t, "variables") {
		p.NewVar(rapid.SampledFrom(scopes).Draw(t, "of"), names.Draw(t, "name"), cfa.LocalVar, cfa.Range{})
	}
	for range rapid.IntRange(1, 3).Draw(t, "arrays") {
		p.NewArray(rapid.SampledFrom(scopes).Draw(t, "of"), names.Draw(t, "name"), cfa.Range{}, 10)
	}
	return p
}

// element draws one of a program.
func element(t *rapid.T, p *cfa.Program, v *precision.Vocabulary) precision.Element {
	var s precision.Scope
	if q := rapid.SampledFrom(append(slices.Clone(p.Procs), nil)).Draw(t, "procedure"); q != nil {
		s.Proc = q
		if rapid.Bool().Draw(t, "local") {
			s = precision.At(rapid.SampledFrom(q.Locs).Draw(t, "location"))
		}
	}
	variable := func() *cfa.Var { return rapid.SampledFrom(p.Vars).Draw(t, "variable") }
	array := func() *cfa.Array { return rapid.SampledFrom(p.Arrays).Draw(t, "array") }
	index := func() cells.Index {
		if rapid.Bool().Draw(t, "ghost") {
			return cells.Index{Ghost: variable()}
		}
		return cells.Index{Num: num.Of(rapid.Int64().Draw(t, "index"))}
	}
	b := v.Coder().Builder()
	number := func() *smt.Term {
		x := v.Coder().Plain(variable())
		if rapid.Bool().Draw(t, "cell") {
			x = b.Select(v.Coder().PlainArray(array()), x)
		}
		if rapid.Bool().Draw(t, "quotient") {
			x = b.Div(x, num.RatOf(3))
		}
		return b.Add(b.Scale(num.RatOf(rapid.Int64Range(-5, 5).Draw(t, "factor")), x), b.IntNum(rapid.Int64().Draw(t, "constant")))
	}
	switch precision.Kind(rapid.IntRange(0, 3).Draw(t, "kind")) {
	case precision.Variable:
		return v.Variable(s, variable())
	case precision.Cell:
		return v.Cell(s, array(), index())
	case precision.Bound:
		over := []cells.Slot{{Var: variable()}, {Arr: array(), Idx: index()}}
		return v.Bound(s, over, linear.X(0).Scale(num.RatOf(2)).LE(linear.X(1).AddInt(rapid.Int64Range(-9, 9).Draw(t, "bound"))))
	}
	f := b.Le(number(), number())
	for range rapid.IntRange(0, 3).Draw(t, "size") {
		switch g := b.Eq(number(), number()); rapid.IntRange(0, 3).Draw(t, "operator") {
		case 0:
			f = b.And(f, g)
		case 1:
			f = b.Or(b.Not(f), g)
		case 2:
			f = b.Xor(f, g)
		default:
			f = b.Le(b.Ite(f, number(), number()), number())
		}
	}
	return v.Predicate(s, f)
}

// TestRoundTrip: what was written down is read as the same element.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := program(t)
		v := precision.New(p, nil)
		e := element(t, p, v)
		got, err := v.Read([]string{e.String()})
		if len(got) == 1 && e.Kind == precision.Bound {
			got[0].Name = e.Name // written from a term it can have its sides the other way round
		}
		if err != nil || len(got) != 1 || got[0] != e {
			t.Fatalf("%s is read as %+v, not %+v (%v)", e, got, e, err)
		}
		other, err := precision.New(p, nil).Read([]string{e.String()})
		if err != nil || len(other) != 1 || other[0].Scope != e.Scope || other[0].Kind != e.Kind {
			t.Fatalf("%s is read as %+v with other terms (%v)", e, other, err)
		}
		if strings.ContainsRune(e.Scope.String(), '\n') {
			t.Fatalf("the scope %q is more than a line", e.Scope)
		}
	})
}

// TestMissing: what the program does not have is left out, and the rest is read.
func TestMissing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := program(t), program(t)
		v := precision.New(p, nil)
		es := []precision.Element{element(t, p, v), element(t, p, v)}
		got, err := precision.New(q, nil).Read(precision.Texts(es))
		if err != nil {
			// A name can be that of an array in one program, and of a variable in the other.
			if w := err.Error(); !strings.Contains(w, "is no ") && !strings.Contains(w, "sort") && !strings.Contains(w, "array") {
				t.Fatalf("%v of %v", err, es)
			}
		}
		if len(got) > len(es) {
			t.Fatalf("%d elements of %d", len(got), len(es))
		}
	})
}

// TestMalformed: what is not of the form is refused, or is an element; it ends nothing.
func TestMalformed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := program(t)
		v := precision.New(p, nil)
		text := []byte(element(t, p, v).String())
		for range rapid.IntRange(1, 4).Draw(t, "faults") {
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			switch piece := rapid.SampledFrom([]string{"", "(", ")", "|", "\"", " ", "@", "#", "0", "-1", "99999999999999999999", "\x00", "*", "_ bv1 3"}).Draw(t, "piece"); {
			case piece != "":
				text = slices.Insert(text, at, []byte(piece)...)
			default:
				text = text[:at]
			}
		}
		got, err := v.Read([]string{string(text)})
		for _, e := range got {
			if err != nil || e.Term == nil || e.Text() == "" && e.Term.IsBool() {
				t.Fatalf("%q is read as %+v (%v)", text, e, err)
			}
		}
	})
}

func TestRead(t *testing.T) {
	p := cfa.NewProgram(lang.LP64, cfa.Int)
	p.Start = p.NewProc("main")
	p.NewVar(nil, "n", cfa.GlobalVar, cfa.Range{})
	p.NewVar(p.Start, "i", cfa.LocalVar, cfa.Range{})
	p.NewArray(nil, "a", cfa.Range{}, 10)
	p.NewLoc(p.Start, lang.Pos{File: "f.c", Line: 12, Col: 5})
	for _, c := range []struct{ text, want string }{
		{"main variable |main::i|", "main i"},
		{"* cell (select |::a| (- 3))", "* a[-3]"},
		{"* cell (select |::a| |::n|)", "* a[n]"},
		{"* cell (select |::a| (+ |::n| 1))", "* a[n + 1]"},
		{"main@12:5 predicate (<= |main::i| 10)", "main@12:5 i <= 10"},
		{"main@12:5#1 bound (<= |main::i| |::n|)", "main@12:5 n >= i"},
		{"main@12:5#2 bound (<= |main::i| |::n|)", "nothing"},
		{"main@13:5 variable |main::i|", "nothing"},
		{"f variable |::n|", "nothing"},
		{"* variable |::m|", "nothing"},
		{"* variable |::a|", "is no variable"},
		{"* variable (+ |::n| 1)", "is no variable"},
		{"* cell (select |::a| (* |::n| |::n|))", "is no cell"},
		{"* cell |::n|", "is no cell"},
		{"* predicate |::n|", "is no predicate"},
		{"* predicate (frobnicate |::n|)", "there is no function frobnicate"},
		{"* predicate (<= |::n| 1", "term:1:"},
		{"* predicate (<= |::n| 1) (<= |::n| 2)", "one term is needed"},
		{"* predicates (<= |::n| 1)", "a kind is needed"},
		{"*", "a scope is needed"},
		{"", "a scope is needed"},
		{"main@12 variable |::n|", "is no place"},
		{"main@12:5#0 variable |::n|", "is no place"},
		{`"main variable |::n|`, "has no end"},
		{"ma(in variable |::n|", "is no name of a procedure"},
	} {
		es, err := precision.New(p, nil).Read([]string{c.text})
		got := "nothing"
		if err != nil {
			got = err.Error()
		} else if len(es) == 1 {
			got = fmt.Sprintf("%s %s", es[0].Scope, es[0].Text())
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%q is read as %q, not %q", c.text, got, c.want)
		}
	}
}
