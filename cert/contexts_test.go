package cert

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// contextsOf are those of a procedure.
func contextsOf(c *Certificate, q *cfa.Proc) (out []*Context) {
	for i := range c.Contexts {
		if c.Contexts[i].Proc == q.ID {
			out = append(out, &c.Contexts[i])
		}
	}
	return out
}

// holdsAt is a point of a context.
func (c *Context) holdsAt(l *cfa.Loc) *Point {
	for i := range c.Points {
		if c.Points[i].Loc == l.ID {
			return &c.Points[i]
		}
	}
	return nil
}

// TestRecursiveContexts: what a recursive call has, and leaves, in variables of the procedure that
// makes it is another activation's.
func TestRecursiveContexts(t *testing.T) {
	const text = declared + `
		int g;
		static void f(int n) {
			int k = 0; int o[1]; o[0] = 0;
			if (n > 0) { f(n - 1); if (BAD) reach_error(); }
			g = SET;
		}
		int main(void) { f(3); return 0; }`
	kept := same("n", "old n", 0)
	for _, c := range []struct {
		set, bad    string
		entry, exit says
		why         string
	}{
		{"2", "g != 2", kept, is("g", 2), ""},
		{"n", "g != 2", kept, is("g", 2), "should hold"},
		// What the exit says of locals is not said of the caller's.
		{"k", "g != k", kept, both(is("g", 0), same("g", "k", 0)), ""},
		{"n", "g == n", kept, both(same("g", "n", 0), kept), ""},
		{"n", "g == n - 1", kept, both(same("g", "n", 0), kept), "the error"},
		{"n", "g != n - 1", kept, both(same("g", "n", 0), kept), ""},
		{"n", "g != n", kept, both(same("g", "n", 0), kept), "the error"},
		{"n & 1; k = g", "g != k", kept, same("g", "k", 0), "the error"},
		{"n & 1; o[0] = g", "g != o[0]", kept, isCell("g", "o", 0), "the error"},
		// At the entry nothing is known of locals, whatever is known of the caller's; the call in
		// main uses a second context.
		{"2", "g != 2", both(kept, is("n", 3)), is("g", 2), "should hold"},
		{"2", "g != 2", both(kept, is("k", 0)), is("g", 2), "should hold"},
		{"2", "g != 2", both(kept, cell("o", 0, 0)), is("g", 2), "should hold"},
	} {
		p := program(t, strings.NewReplacer("SET", c.set, "BAD", c.bad).Replace(text))
		f := procedure(t, p, "f")
		cert := annotated(t, p, map[string]says{"f entry": c.entry, "f exit": c.exit, "f call": both(is("k", 0), cell("o", 0, 0), kept)})
		weak := Context{Proc: f.ID, Points: append([]Point(nil), contextsOf(cert, f)[0].Points...)}
		b := cert.Builder
		n := Symbol{Var: f.Params[0]}
		old := n
		old.Entry = true
		weak.holdsAt(f.Entry).Holds = []Annotation{{Conj: []*smt.Term{b.Eq(n.Term(b), old.Term(b))}}}
		weak.holdsAt(f.Exit).Holds = []Annotation{{}}
		for _, second := range []bool{false, true} {
			if second && c.why == "should hold" {
				cert.Contexts = append(cert.Contexts, weak)
			}
			_, err := Check(context.Background(), p, cert)
			if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
				t.Errorf("%s, %s, a second context %v: %v, want %q", c.set, c.bad, second, err, c.why)
			}
		}
	}
}

// TestChoosingContexts: of the contexts of a callee the first ones are tried, and those that hints
// name; what a hint names must be one.
func TestChoosingContexts(t *testing.T) {
	p := program(t, declared+`
		int g;
		static void f(int n) { g = n; }
		int main(void) { f(3); if (g != 3) reach_error(); return 0; }`)
	f, start := procedure(t, p, "f"), p.Start
	for _, c := range []struct {
		weak int // contexts that are entered by other calls only
		hint func(right int) []int
		want bool
	}{
		{0, nil, true},
		{24, nil, true},
		{mostContexts - 1, nil, true},
		{mostContexts, nil, false},
		{mostContexts + 1, func(right int) []int { return []int{right} }, true},
		{mostContexts + 1, func(right int) []int { return []int{right - 1} }, false},
		{mostContexts + 1, func(right int) []int { return []int{right + 1, -1, right} }, true},
		{1, func(right int) []int { return []int{0, start.ID, right + 1} }, true},
	} {
		cert := annotated(t, p, map[string]says{"f entry": is("n", 3), "f exit": is("g", 3)})
		b := cert.Builder
		at := 0
		for i := range cert.Contexts {
			if cert.Contexts[i].Proc == f.ID {
				at = i
			}
		}
		right := cert.Contexts[at]
		others := append([]Context(nil), cert.Contexts[:at]...)
		others = append(others, cert.Contexts[at+1:]...)
		for k := range int64(c.weak) {
			weak := right
			weak.Points = append([]Point(nil), right.Points...)
			weak.holdsAt(f.Entry).Holds = []Annotation{{Conj: []*smt.Term{b.Eq(Symbol{Var: f.Params[0]}.Term(b), b.IntNum(4+k))}}}
			weak.holdsAt(f.Exit).Holds = []Annotation{{}}
			others = append(others, weak)
		}
		cert.Contexts = append(others, right)
		if c.hint != nil {
			for i := range cert.Contexts {
				for j := range cert.Contexts[i].Points {
					pt := &cert.Contexts[i].Points[j]
					for _, e := range p.Locs[pt.Loc].Out {
						for k := range pt.Holds {
							pt.Holds[k].Next = []Hint{{Edge: e.ID, Callee: c.hint(len(cert.Contexts) - 1)}}
						}
					}
				}
			}
		}
		if _, err := Check(context.Background(), p, cert); (err == nil) != c.want {
			t.Errorf("%d contexts before the right one, hints %v: %v", c.weak, c.hint != nil, err)
		} else if err != nil && !strings.Contains(err.Error(), "is the limit") {
			t.Errorf("%d contexts before the right one: %v, which does not name the limit", c.weak, err)
		}
	}
}

// TestFirstFailure: of contexts that are of no use the first one is named.
func TestFirstFailure(t *testing.T) {
	p := program(t, declared+`
		int g;
		static void f(int n) { g = n; }
		int main(void) { f(3); if (g != 3) reach_error(); return 0; }`)
	f := procedure(t, p, "f")
	for _, weakFirst := range []bool{false, true} {
		cert := annotated(t, p, map[string]says{"f entry": is("n", 4)})
		x := contextsOf(cert, f)[0]
		weak := Context{Proc: f.ID, Points: append([]Point(nil), x.Points...)}
		weak.holdsAt(f.Entry).Holds = []Annotation{{}}
		if weakFirst {
			*x, weak = weak, *x
		}
		cert.Contexts = append(cert.Contexts, weak)
		want := map[bool]string{false: "entry of f", true: "the error"}[weakFirst]
		if _, err := Check(context.Background(), p, cert); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestStoppedCalls: a check that ends while a context is tried that a hint names has not found one.
func TestStoppedCalls(t *testing.T) {
	p := program(t, declared+`
		int g;
		static void f(int n) { g = n; }
		int main(void) { f(3); if (g != 3) reach_error(); return 0; }`)
	f := procedure(t, p, "f")
	cert := annotated(t, p, map[string]says{"f entry": is("n", 4)})
	ended, stop := context.WithCancel(context.Background())
	stop()
	x := newChecker(context.Background(), p, cert)
	if err := x.structure(); err != nil {
		t.Fatal(err)
	}
	x.ctx = ended
	for i := range cert.Contexts {
		for _, e := range p.Procs[cert.Contexts[i].Proc].Calls {
			call := e.Op.(*cfa.Call)
			for _, hint := range []*Hint{nil, {Callee: []int{0, 1, 2}}, {Callee: []int{2, 1, 0}}} {
				x.begin(nil)
				if err := x.call(&state{}, call, e, i, hint); call.Callee == f && (err == nil || err.Err == nil) {
					t.Errorf("hint %v: %v", hint, err)
				}
			}
		}
	}
}

// TestExitsOfContexts: each of the annotations at the exit leads on, one that is not reached needs
// nothing, and one that says nothing at all is refused.
func TestExitsOfContexts(t *testing.T) {
	p := program(t, declared+`
		int g;
		static int f(int n) { if (n > 0) { g = 1; return 3; } g = 2; return 4; }
		int main(void) { g = 0; int r = f(__VERIFIER_nondet_int()); if (g == 0 || r != g + 2) reach_error(); return 0; }`)
	f := procedure(t, p, "f")
	exits := func(b *smt.Builder, gs ...int64) (out []Annotation) {
		for _, g := range gs {
			v := func(v *cfa.Var) *smt.Term { return Symbol{Var: v}.Term(b) }
			var global *cfa.Var
			for _, x := range p.Vars {
				if x.Name == "g" {
					global = x
				}
			}
			out = append(out, Annotation{Conj: []*smt.Term{b.Eq(v(global), b.IntNum(g)), b.Eq(v(f.Results[0]), b.IntNum(g+2))}})
		}
		return out
	}
	for _, c := range []struct {
		gs  []int64
		why string
	}{
		{[]int64{1, 2}, ""},
		{[]int64{2, 1}, ""},
		{[]int64{1}, "should hold"},
		{nil, "should hold"},
		{[]int64{1, 2, 0}, "the error"},
		{[]int64{0, 1, 2}, "the error"},
		{[]int64{1, 0, 2}, "the error"},
	} {
		cert := annotated(t, p, nil)
		contextsOf(cert, f)[0].holdsAt(f.Exit).Holds = exits(cert.Builder, c.gs...)
		_, err := Check(context.Background(), p, cert)
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%v at the exit: %v, want %q", c.gs, err, c.why)
		}
	}
	// Nothing is said of the exit, which is not reached; or is, and then it is wrong.
	for text, want := range map[string]bool{"while (1) ;": true, "g = n;": false} {
		p := program(t, declared+`
			int g;
			static void f(int n) { `+text+` }
			int main(void) { f(3); reach_error(); return 0; }`)
		cert := annotated(t, p, nil)
		f := procedure(t, p, "f")
		x := contextsOf(cert, f)[0]
		var points []Point
		for _, pt := range x.Points {
			if pt.Loc != f.Exit.ID {
				points = append(points, pt)
			}
		}
		x.Points = points
		if _, err := Check(context.Background(), p, cert); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	// An exit that is passed says nothing. Structure refuses it, and a call as well.
	cert := annotated(t, p, nil)
	*contextsOf(cert, f)[0].holdsAt(f.Exit) = Point{Loc: f.Exit.ID, Pass: true}
	x := newChecker(context.Background(), p, cert)
	x.begin(nil)
	for _, e := range p.Edges {
		if call, ok := e.Op.(*cfa.Call); ok && call.Callee == f {
			h := x.hand(&state{}, call)
			for d := range cert.Contexts {
				if cert.Contexts[d].Proc == f.ID {
					if err := x.callInto(&h, e, 0, d, nil); err == nil || !strings.Contains(err.Why, "has no annotation") {
						t.Error(err)
					}
				}
			}
		}
	}
}

// TestInlinedIsNoContext: a context that is a part of another is not one for other calls; and a
// call that cannot be made needs none.
func TestInlinedIsNoContext(t *testing.T) {
	p := program(t, declared+`
		int g;
		static void f(int n) { g = n; }
		int main(void) { f(3); f(3); if (g == 7) reach_error(); return 0; }`)
	f, m := procedure(t, p, "f"), procedure(t, p, "main")
	cert := annotated(t, p, map[string]says{"f exit": is("g", 3)})
	var first *cfa.Edge // call
	for _, e := range m.Calls {
		if first == nil || e.From.Index < first.From.Index {
			first = e
		}
	}
	inlined := contextsOf(cert, f)[0]
	b := cert.Builder
	inlined.holdsAt(f.Entry).Holds = []Annotation{{Conj: []*smt.Term{b.Eq(Symbol{Var: f.Params[0]}.Term(b), b.IntNum(3))}}}
	inlined.Inline, inlined.Call = true, first.ID
	for i := range cert.Contexts {
		if cert.Contexts[i].Proc == m.ID {
			inlined.Parent = i
		}
	}
	for _, e := range m.Calls {
		pt := contextsOf(cert, m)[0].holdsAt(e.From)
		pt.Holds[0].Next = []Hint{{Edge: e.ID, Callee: []int{0, 1, 2, 3}}}
	}
	if _, err := Check(context.Background(), p, cert); err == nil || !strings.Contains(err.Error(), "nothing is said of a call of f") {
		t.Error(err)
	}
	// The argument is undefined: nobody gets into f, of which nothing is said.
	for k, want := range map[int64]bool{0: true, 1: false} {
		l := newLine()
		q := l.p.NewProc("f")
		n := l.p.NewVar(q, "n", cfa.ParamVar, wide)
		l.p.NewEdge(q.Entry, q.Exit, &cfa.Assign{LHS: n, RHS: konst(1)}, lang.Pos{})
		l.do(&cfa.Call{Callee: q, Args: []cfa.Expr{bin(cfa.Div, konst(1), konst(k))}})
		p := l.fail()
		c := &Certificate{Builder: smt.NewBuilder(), Contexts: []Context{{Proc: p.Start.ID, Points: []Point{{Loc: p.Start.Entry.ID, Holds: []Annotation{{}}}}}}}
		if _, err := Check(context.Background(), p, c); (err == nil) != want {
			t.Errorf("f(1 / %d): %v", k, err)
		}
	}
}
