package cert

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// TestStructure: what is wrong with a certificate before any step is looked at. Each is right but
// for one thing, and refused for that.
func TestStructure(t *testing.T) {
	const text = `
		void reach_error(void); int g;
		static void inner(int n) { g = n; }
		static void f(int n) { inner(n); }
		int main(void) { f(3); f(4); if (g != 4) reach_error(); return 0; }`
	p := program(t, text)
	f, inner, start := procedure(t, p, "f"), procedure(t, p, "inner"), p.Start
	call := func(from, to string, nth int) int {
		for _, e := range procedure(t, p, from).Calls {
			if e.Op.(*cfa.Call).Callee.Name == to {
				if nth == 0 {
					return e.ID
				}
				nth--
			}
		}
		t.Fatal("no such call")
		return 0
	}
	main := 1 // context of it
	context2 := func(c *Certificate, q *cfa.Proc) *Context {
		for i := range c.Contexts {
			if c.Contexts[i].Proc == q.ID {
				return &c.Contexts[i]
			}
		}
		t.Fatal("no such context")
		return nil
	}
	point := func(c *Certificate, q *cfa.Proc, l *cfa.Loc) *Point {
		x := context2(c, q)
		for i := range x.Points {
			if x.Points[i].Loc == l.ID {
				return &x.Points[i]
			}
		}
		t.Fatal("no such point")
		return nil
	}
	bad := p.Errors[0]
	for name, w := range map[string]struct {
		why    string
		change func(c *Certificate)
	}{
		"nothing":                               {"", func(*Certificate) {}},
		"both kinds of bounded proof":           {"by induction, or by unwinding", func(c *Certificate) { c.Induction, c.Unwind = 1, 1 }},
		"negative induction":                    {"by induction, or by unwinding", func(c *Certificate) { c.Induction = -1 }},
		"negative unwinding":                    {"by induction, or by unwinding", func(c *Certificate) { c.Unwind = -1 }},
		"contexts in an unwinding":              {"of no use", func(c *Certificate) { c.Unwind = 1 }},
		"no contexts":                           {"no context", func(c *Certificate) { c.Contexts = nil }},
		"negative ghosts":                       {"more unknown numbers than 1024", func(c *Certificate) { c.Ghosts = -1 }},
		"too many ghosts":                       {"unknown numbers", func(c *Certificate) { c.Ghosts = mostGhosts + 1 }},
		"as many ghosts as may be":              {"", func(c *Certificate) { c.Ghosts = mostGhosts }},
		"too large an induction":                {"more than 1048576 rounds", func(c *Certificate) { c.Induction = mostRounds + 1 }},
		"too large an unwinding":                {"are not looked at", func(c *Certificate) { c.Unwind, c.Contexts = mostRounds+1, nil }},
		"a procedure that there is not":         {"does not exist", func(c *Certificate) { c.Contexts[0].Proc = len(p.Procs) }},
		"a procedure far beyond":                {"does not exist", func(c *Certificate) { c.Contexts[0].Proc = len(p.Procs) + 1 }},
		"a location far beyond":                 {"not in order", func(c *Certificate) { x := &c.Contexts[0]; x.Points = append(x.Points, Point{Loc: len(p.Locs) + 1}) }},
		"inlined by a call far beyond":          {"inlined in nothing", func(c *Certificate) { c.Contexts[main].Call = len(p.Edges) + 1 }},
		"the first context inlined":             {"inlined in nothing", func(c *Certificate) { c.Contexts[0].Inline = true }},
		"an invariant of a location far beyond": {"does not exist", func(c *Certificate) { c.Induction, c.Heads = 1, []Head{{Loc: len(p.Locs) + 1}} }},
		"an invariant of values at the entry": {"that is inlined", func(c *Certificate) {
			g := Symbol{Var: p.Vars[0], Entry: true}.Term(c.Builder)
			c.Induction, c.Heads = 1, []Head{{0, []*smt.Term{c.Builder.Le(g, c.Builder.IntNum(3))}}}
		}},
		"an instance of an edge far beyond":    {"no such edge", func(c *Certificate) { c.Instances = []Instance{{len(p.Edges) + 1, []Value{{0, c.Builder.IntNum(0)}}}} }},
		"an instance of a variable far beyond": {"no such variable", func(c *Certificate) { c.Instances = []Instance{{0, []Value{{len(p.Vars) + 1, c.Builder.IntNum(0)}}}} }},
		"an instance by a value at the entry": {"that is inlined", func(c *Certificate) {
			c.Instances = []Instance{{0, []Value{{0, Symbol{Var: p.Vars[0], Entry: true}.Term(c.Builder)}}}}
		}},
		"a negative procedure":         {"does not exist", func(c *Certificate) { c.Contexts[0].Proc = -1 }},
		"another first context":        {"not that of the start", func(c *Certificate) { c.Contexts = c.Contexts[:1]; c.Contexts[0] = Context{Proc: f.ID} }},
		"a location that there is not": {"not in order", func(c *Certificate) { x := &c.Contexts[0]; x.Points = append(x.Points, Point{Loc: len(p.Locs)}) }},
		"a negative location":          {"not in order", func(c *Certificate) { c.Contexts[0].Points = []Point{{Loc: -1}} }},
		"locations in disorder":        {"not in order", func(c *Certificate) { slices.Reverse(c.Contexts[0].Points) }},
		"a location twice":             {"not in order", func(c *Certificate) { x := &c.Contexts[0]; x.Points = append(x.Points[:1:1], x.Points...) }},
		"another procedure's location": {"is not in", func(c *Certificate) { c.Contexts[0].Points = []Point{{Loc: inner.Entry.ID}} }},
		"an error that is passed":      {"cannot be passed", func(c *Certificate) { addPoint(context2(c, bad.Proc), Point{Loc: bad.ID, Pass: true}) }},
		"a passed entry":               {"cannot be passed", func(c *Certificate) { *point(c, start, start.Entry) = Point{Loc: start.Entry.ID, Pass: true} }},
		"a passed exit":                {"cannot be passed", func(c *Certificate) { *point(c, start, start.Exit) = Point{Loc: start.Exit.ID, Pass: true} }},
		"passed, and something said":   {"cannot be passed", func(c *Certificate) { point(c, start, start.Entry).Pass = true }},
		"passed inside, and something said": {"cannot be passed", func(c *Certificate) {
			point(c, inner, inner.Entry).Holds = []Annotation{{}}
		}},
		"a number for a formula": {"a formula is needed", func(c *Certificate) {
			point(c, start, start.Entry).Holds[0].Conj = []*smt.Term{c.Builder.IntNum(1)}
		}},
		"no formula": {"a formula is needed", func(c *Certificate) { point(c, start, start.Entry).Holds[0].Conj = []*smt.Term{nil} }},
		"the second formula": {"names nothing", func(c *Certificate) {
			b := c.Builder
			point(c, start, start.Entry).Holds = append(point(c, start, start.Entry).Holds, Annotation{Conj: []*smt.Term{b.True(), b.Var("x", b.BoolSort())}})
		}},
		"a value at the entry, inlined": {"that is inlined", func(c *Certificate) {
			b := c.Builder
			g := Symbol{Var: variable(t, p, "g"), Entry: true}
			*point(c, inner, inner.Entry) = Point{Loc: inner.Entry.ID, Holds: []Annotation{{Conj: []*smt.Term{b.Eq(g.Term(b), g.Term(b)), b.Le(g.Term(b), b.IntNum(0))}}}}
		}},
		"inlined in nothing":        {"inlined in nothing", func(c *Certificate) { c.Contexts[main].Parent = -1 }},
		"inlined in itself":         {"inlined in nothing", func(c *Certificate) { c.Contexts[main].Parent = main }},
		"inlined in a later one":    {"inlined in nothing", func(c *Certificate) { c.Contexts[main].Parent = main + 1 }},
		"inlined by no call":        {"inlined in nothing", func(c *Certificate) { c.Contexts[main].Call = -1 }},
		"inlined by a call too far": {"inlined in nothing", func(c *Certificate) { c.Contexts[main].Call = len(p.Edges) }},
		"inlined by what is no call": {"no call of its procedure", func(c *Certificate) {
			for _, e := range p.Edges {
				if _, ok := e.Op.(*cfa.Call); !ok {
					c.Contexts[main].Call = e.ID
				}
			}
		}},
		"inlined by a call of another":      {"no call of its procedure", func(c *Certificate) { context2(c, inner).Call = call("main", "f", 0) }},
		"inlined in another caller":         {"no call of its procedure", func(c *Certificate) { context2(c, inner).Parent = 0 }},
		"inlined twice":                     {"a second time", func(c *Certificate) { c.Contexts = append(c.Contexts, *context2(c, inner)) }},
		"an invariant without an induction": {"belong to a proof by induction", func(c *Certificate) { c.Heads = []Head{{Loc: 0}} }},
		"an invariant of no location":       {"does not exist", func(c *Certificate) { c.Induction, c.Heads = 1, []Head{{Loc: len(p.Locs)}} }},
		"an invariant of a negative one":    {"does not exist", func(c *Certificate) { c.Induction, c.Heads = 1, []Head{{Loc: -1}} }},
		"an invariant that is none":         {"a formula is needed", func(c *Certificate) { c.Induction, c.Heads = 1, []Head{{0, []*smt.Term{c.Builder.IntNum(0)}}} }},
		"an instance of no edge":            {"no such edge", func(c *Certificate) { c.Instances = []Instance{{len(p.Edges), []Value{{0, c.Builder.IntNum(0)}}}} }},
		"an instance of a negative edge":    {"no such edge", func(c *Certificate) { c.Instances = []Instance{{-1, []Value{{0, c.Builder.IntNum(0)}}}} }},
		"an instance of no variable":        {"no such variable", func(c *Certificate) { c.Instances = []Instance{{0, []Value{{len(p.Vars), c.Builder.IntNum(0)}}}} }},
		"an instance of a negative one":     {"no such variable", func(c *Certificate) { c.Instances = []Instance{{0, []Value{{-1, c.Builder.IntNum(0)}}}} }},
		"an instance of nothing":            {"no such edge, or no variable", func(c *Certificate) { c.Instances = []Instance{{0, nil}} }},
		"an instance of no second variable": {"no such variable", func(c *Certificate) {
			c.Ghosts, c.Instances = 1, []Instance{{0, []Value{{len(p.Vars), c.Builder.IntNum(0)}, {len(p.Vars) + 1, c.Builder.IntNum(0)}}}}
		}},
		"an instance of a variable twice": {"two values", func(c *Certificate) {
			c.Ghosts, c.Instances = 1, []Instance{{0, []Value{{len(p.Vars), c.Builder.IntNum(0)}, {len(p.Vars), c.Builder.IntNum(1)}}}}
		}},
		"an instance without a term": {"a number is needed", func(c *Certificate) { c.Instances = []Instance{{0, []Value{{0, nil}}}} }},
		"an instance by a formula":   {"a number is needed", func(c *Certificate) { c.Instances = []Instance{{0, []Value{{0, c.Builder.True()}}}} }},
		"an instance by nothing known": {"names nothing", func(c *Certificate) {
			c.Instances = []Instance{{0, []Value{{0, c.Builder.Var("x", c.Builder.IntSort())}}}}
		}},
	} {
		if w.change == nil {
			continue
		}
		c := everything(p)
		w.change(c)
		_, err := Check(context.Background(), p, c)
		if (err == nil) != (w.why == "") || err != nil && !strings.Contains(err.Error(), w.why) {
			t.Errorf("%s: %v, want %q", name, err, w.why)
		}
	}
}

// addPoint puts a point in its place.
func addPoint(x *Context, pt Point) {
	i := slices.IndexFunc(x.Points, func(o Point) bool { return o.Loc > pt.Loc })
	if i < 0 {
		i = len(x.Points)
	}
	x.Points = slices.Insert(x.Points, i, pt)
}

// TestRecursionIsNotInlined: no procedure is a part of itself, however far around.
func TestRecursionIsNotInlined(t *testing.T) {
	p := program(t, `
		void reach_error(void); static int g(int n);
		static int f(int n) { return g(n); }
		static int g(int n) { if (n > 0) return f(n - 1); return 0; }
		int main(void) { if (f(3) != 0) reach_error(); return 0; }`)
	site := func(from, to string) int {
		for _, e := range procedure(t, p, from).Calls {
			if e.Op.(*cfa.Call).Callee.Name == to {
				return e.ID
			}
		}
		t.Fatal("no such call")
		return 0
	}
	c := &Certificate{Builder: smt.NewBuilder(), Contexts: []Context{
		{Proc: p.Start.ID},
		{Proc: procedure(t, p, "main").ID},
		{Proc: procedure(t, p, "f").ID, Inline: true, Parent: 1, Call: site("main", "f")},
		{Proc: procedure(t, p, "g").ID, Inline: true, Parent: 2, Call: site("f", "g")},
		{Proc: procedure(t, p, "f").ID, Inline: true, Parent: 3, Call: site("g", "f")},
	}}
	for n, want := range map[int]string{4: "in its own procedure", 3: "what should hold"} {
		d := *c
		d.Contexts = c.Contexts[:n+1]
		if _, err := Check(context.Background(), p, &d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d contexts: %v, want %q", n+1, err, want)
		}
	}
}

// TestLoopsAreNotPassed: a loop that steps lead over would never end.
func TestLoopsAreNotPassed(t *testing.T) {
	p := program(t, `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int main(void) { int i = 0; while (__VERIFIER_nondet_int()) i = i ^ 1; if (i > 1) reach_error(); return 0; }`)
	_, err := Check(context.Background(), p, everything(p))
	if err == nil || !strings.Contains(err.Error(), "a loop without annotations") {
		t.Error(err)
	}
}

// TestErrorsAreExcluded: an annotation at an error is refused, unless nothing satisfies it, or the
// proof is one by induction, which does not believe it.
func TestErrorsAreExcluded(t *testing.T) {
	p := program(t, counter)
	bad := p.Errors[0]
	for name, want := range map[string]bool{"true": false, "false": true, "contradictory": true, "some": false} {
		c := byHand(t, p, atMost(10))
		b := c.Builder
		var i *smt.Term
		for _, v := range p.Vars {
			if v.Name == "i" {
				i = Symbol{Var: v}.Term(b)
			}
		}
		conj := map[string][]*smt.Term{
			"true": nil, "false": {b.False()}, "contradictory": {b.Le(i, b.IntNum(3)), b.Eq(b.Mul(i, i), b.IntNum(25)), b.Le(b.IntNum(4), i)},
			"some": {b.Eq(i, b.IntNum(77))},
		}[name]
		for k := range c.Contexts {
			if c.Contexts[k].Proc == bad.Proc.ID {
				addPoint(&c.Contexts[k], Point{Loc: bad.ID, Holds: []Annotation{{Conj: conj}}})
			}
		}
		_, err := Check(context.Background(), p, c)
		if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "the error is not excluded") {
			t.Errorf("%s at the error: %v", name, err)
		}
	}
}
