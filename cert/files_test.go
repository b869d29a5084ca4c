package cert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// TestFiles: what is written is read, all of it; and what is no certificate is refused with the
// reason.
func TestFiles(t *testing.T) {
	s := newScene(t)
	b := s.b
	g, m := Symbol{Var: s.g}.Term(b), Symbol{Array: s.m}.Term(b)
	old := Symbol{Var: s.h, Entry: true}.Term(b)
	f := []*smt.Term{b.Le(g, s.int(1)), b.Le(b.Select(m, g), old), b.Eq(g, s.int(4))}
	c := &Certificate{
		Task:    Task{File: "f.c", Program: "p", Engine: "e", Arith: "a", DataModel: "d", Checks: []string{"x", "y"}, Entry: "main", Version: "v"},
		Builder: b, Ghosts: 3, Induction: 2,
		// n is nowhere else
		Instances: []Instance{{4, []Value{{5, b.Add(g, s.int(1))}}}, {6, []Value{{7, old}, {8, g}}}, {6, []Value{{8, Symbol{Var: s.n}.Term(b)}}}},
		Heads:     []Head{{8, []*smt.Term{f[0], f[2]}}, {9, []*smt.Term{}}},
		Contexts: []Context{
			{Proc: 1, Points: []Point{{Loc: 1, Holds: []Annotation{}}, {Loc: 2, Pass: true}, {Loc: 5, Holds: []Annotation{
				{Conj: []*smt.Term{f[0], f[1]}, Next: []Hint{{Edge: 3, To: []Target{{1, 2}, {3, 4}}, Callee: []int{5, 6}}, {Edge: 4}}},
				{Conj: []*smt.Term{f[2], f[0]}},
			}}, {Loc: 6, Pass: true}}},
			{Proc: 2, Inline: true, Parent: 0, Call: 7, Points: []Point{}},
			{Proc: 3, Points: []Point{}},
		},
	}
	var file bytes.Buffer
	if err := Write(&file, c); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(file.Bytes(), []byte("(<= ")) {
		t.Errorf("comparisons are not written for people: %s", file.Bytes())
	}
	if n := bytes.Count(file.Bytes(), []byte("(= ")); n != 1 { // twice in the certificate
		t.Errorf("a formula is written %d times: %s", n, file.Bytes())
	}
	d, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	show := func(c *Certificate) string {
		var out strings.Builder
		fmt.Fprintf(&out, "%+v %d %d %d %d\n", c.Task, c.Ghosts, c.Induction, c.Unwind, c.Runs)
		for _, i := range c.Instances {
			fmt.Fprintln(&out, "instance", i.Edge, i.With)
		}
		for _, h := range c.Heads {
			fmt.Fprintln(&out, "head", h.Loc, len(h.Holds), h.Holds)
		}
		for _, x := range c.Contexts {
			fmt.Fprintln(&out, "context", x.Proc, x.Inline, x.Parent, x.Call)
			for _, p := range x.Points {
				fmt.Fprintln(&out, "point", p.Loc, p.Pass)
				for _, a := range p.Holds {
					fmt.Fprintln(&out, "holds", a.Conj)
					for _, h := range a.Next {
						fmt.Fprintln(&out, "hint", h.Edge, h.To, h.Callee)
					}
				}
			}
		}
		return out.String()
	}
	if show(c) != show(d) {
		t.Errorf("written:\n%s\nread:\n%s", show(c), show(d))
	}
	for _, numbers := range []*Certificate{{Builder: b, Unwind: 7}, {Builder: b, Runs: 8}} {
		var file bytes.Buffer
		if err := Write(&file, numbers); err != nil {
			t.Fatal(err)
		}
		if d, err := Read(&file); err != nil || show(d) != show(numbers) {
			t.Errorf("%v, %v", d, err)
		}
	}
	if err := Write(full{}, c); err == nil {
		t.Error("what cannot be written is written")
	}
	// Once more, with something wrong.
	text := func(symbols, formulas, more string) string {
		return `{"format":"whet certificate 1","task":{"file":"","program":"","arith":"","data_model":"","checks":null,"entry":""},` +
			`"symbols":[` + symbols + `],"formulas":[` + formulas + `]` + more + `}`
	}
	conj := func(k int) string {
		return fmt.Sprintf(`,"contexts":[{"proc":0,"points":[{"loc":0,"holds":[{"conj":[%d]}]}]}]`, k)
	}
	head := func(k int) string { return fmt.Sprintf(`,"contexts":[],"heads":[{"loc":0,"holds":[%d]}]`, k) }
	instance := func(term string) string {
		return `,"contexts":[],"instances":[{"edge":0,"ghost":0,"term":"` + term + `"}]`
	}
	for in, want := range map[string]string{
		text(`"x@0"`, `"(< x@0 1)"`, conj(0)):             "",
		text(`"x@0"`, `"(< x@0 1)"`, conj(1)):             "no formula 1",
		text(`"x@0"`, `"(< x@0 1)"`, conj(2)):             "no formula 2",
		text(`"x@0"`, `"(< x@0 1)"`, conj(-1)):            "no formula -1",
		text(`"x@0"`, `"(< x@0 1)"`, head(0)):             "",
		text(`"x@0"`, `"(< x@0 1)"`, head(1)):             "invariant 0: there is no formula 1",
		text(`"x@0"`, `"(< x@0 1)"`, head(2)):             "invariant 0: there is no formula 2",
		text(`"x@0"`, `"(< x@0 1)"`, head(-1)):            "invariant 0: there is no formula -1",
		text(`"x@0"`, ``, instance("(+ x@0 1)")):          "",
		text(`"x@0"`, ``, instance("(+ y@0 1)")):          "instance 0",
		text(`"@0"`, ``, ``):                              "",
		text(`"a|b@0"`, ``, ``):                           "names nothing",
		text(`"a@a0"`, `"(< (select a@a0 1) 1)"`, ``):     "",
		text(`"a@b@a0"`, `"(< (select a@b@a0 1) 1)"`, ``): "",
		text(`"a@a@0"`, `"(< a@a@0 1)"`, ``):              "",
		`{"format": 3}`:                                   "cannot unmarshal",
		`{"format": x}`:                                   "at byte 12",
		`{"format": "whet certificate 1"`:                 "ends too early",
		`{"format": "whet certificate 1"} x`:              "more behind",
	} {
		_, err := Read(strings.NewReader(in))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

// full is what nothing can be written to.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

// TestFingerprint: of a program, and not of another.
func TestFingerprint(t *testing.T) {
	of := func(text string) string {
		s, err := Fingerprint(program(t, declared+text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a := of("int main(void) { if (3 < 2) reach_error(); return 0; }")
	if a == "" || a != of("int main(void) { if (3 < 2) reach_error(); return 0; }") || a == of("int main(void) { if (__VERIFIER_nondet_int() < 2) reach_error(); return 0; }") {
		t.Error("it is not that of the program")
	}
}

// TestOrderOfPlaces: places wait in the order of the program, with calls written out.
func TestOrderOfPlaces(t *testing.T) {
	p := program(t, declared+`
		int g;
		static void a(int n) { if (n > 0) g = 1; else g = 2; }
		static void b(int n) { if (n > 0) a(n); else g = 3; a(n + 1); }
		int main(void) { if (__VERIFIER_nondet_int()) b(2); else a(3); b(4); if (g == 9) reach_error(); return 0; }`)
	c := everything(p)
	x := newChecker(context.Background(), p, c)
	if err := x.structure(); err != nil {
		t.Fatal(err)
	}
	var places []place
	for i := range c.Contexts {
		for _, pt := range c.Contexts[i].Points {
			places = append(places, place{i, p.Locs[pt.Loc]})
		}
	}
	for _, at := range places {
		r := region{checker: x, waiting: map[place]*state{at: {}}}
		if r.next() != at {
			t.Errorf("%v alone is not the next", at)
		}
		var o []int
		for ctx := at.ctx; ; ctx = c.Contexts[ctx].Parent {
			if ctx == at.ctx {
				o = []int{at.loc.Index}
			}
			if !c.Contexts[ctx].Inline {
				break
			}
			e := p.Edges[c.Contexts[ctx].Call]
			o = append([]int{e.From.Index, e.ID}, o...)
		}
		if got := x.order(at); !slices.Equal(got, o) {
			t.Errorf("%v: %v, want %v", at, got, o)
		}
		for _, other := range places {
			if other == at {
				continue
			}
			r := region{checker: x, waiting: map[place]*state{at: {}, other: {}}}
			want := at
			if slices.Compare(x.order(other), x.order(at)) < 0 {
				want = other
			}
			if got := r.next(); got != want && slices.Compare(x.order(other), x.order(at)) != 0 {
				t.Errorf("of %v and %v the next is %v", at, other, got)
			}
		}
	}
}

// TestExhaustiveErrors: why a proof by all runs is none, as an error.
func TestExhaustiveErrors(t *testing.T) {
	p := program(t, counter)
	ended, stop := context.WithCancel(context.Background())
	stop()
	_, err := Check(ended, p, &Certificate{Builder: smt.NewBuilder(), Runs: 4})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	for name, c := range map[string]*Certificate{
		"unwinding": {Runs: 4, Unwind: -1}, "induction": {Runs: 4, Induction: -1}, "ghosts": {Runs: 4, Ghosts: -1},
		"contexts": {Runs: 4, Contexts: []Context{{}}, Heads: []Head{{}}}, "instances": {Runs: 4, Instances: []Instance{{}}},
	} {
		c.Builder = smt.NewBuilder()
		if _, err := Check(context.Background(), p, c); err == nil || !strings.Contains(err.Error(), "nothing else") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLines: blocks of one procedure that is a line, with a call in it that is not inlined.
func TestLines(t *testing.T) {
	l := newLine()
	q := l.p.NewProc("f")
	l.p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
	l.do(&cfa.Call{Callee: q})
	p := l.fail()
	c := &Certificate{Builder: smt.NewBuilder(), Contexts: []Context{{Proc: p.Start.ID}}}
	x := newChecker(context.Background(), p, c)
	x.begin(nil)
	e := p.Start.Calls[0]
	if got := x.inlined(0, e); got >= 0 {
		t.Errorf("it is inlined in %d", got)
	}
	if err := x.edge(&state{}, e, 0, nil); err == nil || !strings.Contains(err.Why, "nothing is said of a call") {
		t.Error(err)
	}
	x.inline[site{0, e.ID}] = 0 // the first context: it is one as well
	if err := x.edge(&state{}, e, 0, nil); err == nil || strings.Contains(err.Why, "nothing is said of a call") {
		t.Error(err)
	}
	ended, stop := context.WithCancel(context.Background())
	stop()
	x.ctx = ended
	r := region{checker: x, waiting: map[place]*state{{0, p.Start.Entry}: {}}}
	if err := r.run(e); err == nil || err.Err == nil {
		t.Errorf("stopped: %v", err)
	}
}
