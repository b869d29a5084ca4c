package cert

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// TestInlineable: of all contexts, parents and edges, those are right of which the edge is a call
// of the context's procedure in the parent's, and the parent an earlier context that is no part of
// the same procedure.
func TestInlineable(t *testing.T) {
	p := program(t, `
		void reach_error(void); int g;
		static void a(int n) { g = n; }
		static void b(int n) { a(n); a(3); }
		static void c(int n) { b(n); a(n); }
		int main(void) { c(1); b(2); a(3); if (g == 9) reach_error(); return 0; }`)
	cert := everything(p)
	for i := range cert.Contexts {
		for parent := -1; parent <= len(cert.Contexts); parent++ {
			for edge := -1; edge <= len(p.Edges)+1; edge++ {
				x := newChecker(context.Background(), p, cert)
				kept := cert.Contexts[i]
				cert.Contexts[i].Inline, cert.Contexts[i].Parent, cert.Contexts[i].Call = true, parent, edge
				want := false
				if parent >= 0 && parent < i && edge >= 0 && edge < len(p.Edges) {
					e := p.Edges[edge]
					call, ok := e.Op.(*cfa.Call)
					want = ok && e.From.Proc.ID == cert.Contexts[parent].Proc && call.Callee.ID == kept.Proc
				}
				if why := x.inlineable(i); (why == "") != want {
					t.Errorf("context %d in %d by %d: %q", i, parent, edge, why)
				}
				if (x.inlined(parent, &cfa.Edge{ID: edge}) == i) != want {
					t.Errorf("context %d in %d by %d: registered is not %v", i, parent, edge, want)
				}
				cert.Contexts[i] = kept
			}
		}
	}
}

// TestWalked: what formulas are right in one procedure, inlined or not, says nothing of another.
func TestWalked(t *testing.T) {
	s := newScene(t)
	f := s.b.True()
	for _, q := range s.p.Procs {
		for _, inline := range []bool{false, true} {
			if s.walked(q, inline)[f] {
				t.Errorf("%s, inlined %v: it was looked at elsewhere", q.Name, inline)
			}
			s.walked(q, inline)[f] = true
			if !s.walked(q, inline)[f] {
				t.Errorf("%s, inlined %v: it is forgotten", q.Name, inline)
			}
		}
	}
}

// TestFirstContext: it is that of the start, wherever that stands.
func TestFirstContext(t *testing.T) {
	s := newScene(t)
	for _, q := range s.p.Procs {
		c := &Certificate{Builder: smt.NewBuilder(), Contexts: []Context{{Proc: q.ID}}}
		if q != s.start {
			c.Contexts = append(c.Contexts, Context{Proc: s.start.ID})
		}
		for i := range c.Contexts {
			for _, l := range s.p.Locs {
				if l.Proc.ID == c.Contexts[i].Proc {
					c.Contexts[i].Points = append(c.Contexts[i].Points, Point{Loc: l.ID, Holds: []Annotation{{}}})
				}
			}
		}
		_, err := Check(context.Background(), s.p, c)
		if err == nil || strings.Contains(err.Error(), "the first context is not") != (q != s.start) {
			t.Errorf("%s: %v", q.Name, err)
		}
	}
}

// TestFirstOfTwo: nor is it one of a procedure that comes later.
func TestFirstOfTwo(t *testing.T) {
	l := newLine()
	q := l.p.NewProc("f")
	l.p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
	l.do(&cfa.Call{Callee: q})
	p := l.fail()
	c := openHeads(p)
	c.Contexts[0], c.Contexts[1] = c.Contexts[1], c.Contexts[0]
	if _, err := Check(context.Background(), p, c); err == nil || !strings.Contains(err.Error(), "the first context is not") {
		t.Error(err)
	}
}

// TestStats: what a check says that it has looked at.
func TestStats(t *testing.T) {
	p := program(t, counter)
	c := byHand(t, p, atMost(10))
	c.Contexts[1].Points[0].Holds[0].Conj = append(c.Contexts[1].Points[0].Holds[0].Conj, c.Builder.True())
	annotations, seen := 0, map[*smt.Term]bool{}
	for _, x := range c.Contexts {
		for _, pt := range x.Points {
			annotations += len(pt.Holds)
			for _, a := range pt.Holds {
				for _, f := range a.Conj {
					smt.Walk(f, seen, nil, func(*smt.Term) {})
				}
			}
		}
	}
	st, err := Check(context.Background(), p, c)
	if err != nil || st.Annotations != annotations || st.Formulas != len(seen) || st.Steps < 5 || st.Queries > st.Steps {
		t.Errorf("%+v, %v; want %d annotations, %d formulas", st, err, annotations, len(seen))
	}
	c = byHand(t, p, atMost(9))
	if st, err := Check(context.Background(), p, c); err == nil || st.Annotations != annotations {
		t.Errorf("refused: %+v, %v", st, err)
	}
	c = byHand(t, p, atMost(10))
	c.Induction = 1
	for _, l := range p.Locs {
		if l.LoopHead {
			c.Heads = []Head{{l.ID, []*smt.Term{c.Builder.True(), c.Builder.True()}}}
		}
	}
	if st, err := Check(context.Background(), p, c); err != nil || st.Formulas != len(seen)-1+2 {
		t.Errorf("with an invariant: %+v, %v", st, err)
	}
	reached := program(t, declared+"int main(void) { reach_error(); return 0; }")
	if st, err := Check(context.Background(), reached, &Certificate{Builder: smt.NewBuilder(), Runs: 3}); err == nil || st.Runs != 1 {
		t.Errorf("of all runs one reaches the error: %+v, %v", st, err)
	}
	if st, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Runs: 3}); err != nil || st.Runs != 1 {
		t.Errorf("by all runs: %+v, %v", st, err)
	}
}

// TestNumbersOfRounds: as many as may be asked for, for a program that has none, and one more.
func TestNumbersOfRounds(t *testing.T) {
	p := program(t, declared+"int main(void) { int i = __VERIFIER_nondet_int(); if (i < 3 && i > 5) reach_error(); return 0; }")
	for n, want := range map[int]bool{1: true, mostRounds: true, mostRounds + 1: false} {
		for _, c := range []*Certificate{{Builder: smt.NewBuilder(), Unwind: n}, openHeads(p)} {
			if c.Unwind == 0 {
				c.Induction = n
			}
			if _, err := Check(context.Background(), p, c); (err == nil) != want {
				t.Errorf("%d: %v", n, err)
			}
		}
	}
}

// TestInlinedExitsLeadOn: all of the annotations at the exit of a call that is inlined do, and no
// annotation elsewhere in it.
func TestInlinedExitsLeadOn(t *testing.T) {
	p := program(t, declared+`
		int g;
		static void f(int n) { if (n > 0) { g = 1; g = 3; } else g = 2; }
		int main(void) { f(__VERIFIER_nondet_int()); if (g != 2 && g != 3) reach_error(); return 0; }`)
	f := procedure(t, p, "f")
	for _, c := range []struct {
		exits []int64 // of g
		why   string
	}{
		{[]int64{2, 3}, ""},
		{[]int64{3, 2}, ""},
		{[]int64{2}, "should hold"},
		{[]int64{3}, "should hold"},
		{[]int64{1, 2, 3}, "the error"},
		{[]int64{2, 3, 1}, "the error"},
		{[]int64{2, 1, 3}, "the error"},
	} {
		cert := everything(p)
		b := cert.Builder
		g := Symbol{Var: variable(t, p, "g")}.Term(b)
		x := contextsOf(cert, f)[0]
		exit := x.holdsAt(f.Exit)
		exit.Pass = false
		for _, k := range c.exits {
			exit.Holds = append(exit.Holds, Annotation{Conj: []*smt.Term{b.Eq(g, b.IntNum(k))}})
		}
		within := 0
		for _, e := range p.Edges { // an annotation within, with which the error would be reached
			if e.From.Proc == f && cfa.OpString(e.Op) == "g = 1" {
				*x.holdsAt(e.To) = Point{Loc: e.To.ID, Holds: []Annotation{{Conj: []*smt.Term{b.Eq(g, b.IntNum(1))}}}}
				within++
			}
		}
		if within != 1 {
			t.Fatal("there is no such annotation")
		}
		_, err := Check(context.Background(), p, cert)
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%v: %v, want %q", c.exits, err, c.why)
		}
	}
}

// TestAlive: from where errors can be reached, and where procedures return, found by following
// edges from each location by itself.
func TestAlive(t *testing.T) {
	var programs []*cfa.Program
	for _, text := range []string{
		`static void f(void) { g = 1; } int main(void) { f(); if (g == 2) reach_error(); return 0; }`,
		`static void f(void) { g = 1; if (g == 3) reach_error(); g = 2; } int main(void) { f(); g = 4; f(); g = 5; return 0; }`,
		`static void f(void) { while (1) ; } int main(void) { if (g == 1) f(); if (g == 2) reach_error(); f(); reach_error(); return 0; }`,
		`static void f(int n) { if (n > 0) f(n - 1); else if (g) { while (1) ; } } int main(void) { f(3); if (g == 2) reach_error(); return 0; }`,
		`static void f(int n) { if (n > 0) f(n - 1); if (g == 9) reach_error(); } static void h(void) { f(2); g = 1; } int main(void) { h(); g = 3; while (g < 5) g = g + 1; h(); return 0; }`,
		`static void f(void) { g = 1; } static void h(void) { f(); while (1) ; } int main(void) { if (g == 1) h(); if (g == 2) reach_error(); return 0; }`,
		`static void a(void) { g = 1; } static void b(void) { a(); if (g == 3) { reach_error(); } a(); } static void c(void) { a(); } int main(void) { c(); b(); c(); return 0; }`,
	} {
		programs = append(programs, program(t, declared+"int g;\n"+text))
	}
	// A call that never returns leads to where others come, too.
	l := newLine(upTo7)
	idle := l.p.NewProc("idle")
	loop, call := l.p.NewLoc(idle, lang.Pos{}), l.p.NewLoc(l.p.Start, lang.Pos{})
	l.p.NewEdge(idle.Entry, loop, cfa.Skip{}, lang.Pos{})
	l.p.NewEdge(loop, loop, cfa.Skip{}, lang.Pos{})
	l.p.NewEdge(l.at, call, &cfa.Assume{Cond: bin(cfa.Eq, l.inputs[0], konst(1))}, lang.Pos{})
	l.do(&cfa.Assume{Cond: bin(cfa.Ne, l.inputs[0], konst(1))})
	l.p.NewEdge(call, l.at, &cfa.Call{Callee: idle}, lang.Pos{})
	l.p.NewEdge(l.at, l.p.Start.Exit, &cfa.Assume{Cond: bin(cfa.Eq, l.inputs[0], konst(2))}, lang.Pos{})
	l.do(&cfa.Assume{Cond: bin(cfa.Eq, l.inputs[0], konst(3))})
	for i, p := range append(programs, l.fail()) {
		v := alive(p)
		// ways are the locations that a run of the activation at l can come to, and whether it can
		// reach an error on the way, for activations of so many levels.
		type result struct {
			exit, fails bool
		}
		var ways func(l *cfa.Loc, levels int) result
		memo := map[string]result{}
		ways = func(l *cfa.Loc, levels int) (out result) {
			key := fmt.Sprint(l.ID, " ", levels)
			if r, ok := memo[key]; ok {
				return r
			}
			seen := map[*cfa.Loc]bool{l: true}
			for work := []*cfa.Loc{l}; len(work) > 0; {
				at := work[0]
				work = work[1:]
				out.exit = out.exit || at == at.Proc.Exit
				out.fails = out.fails || at.Error != nil
				for _, e := range at.Out {
					goes := true
					if call, ok := e.Op.(*cfa.Call); ok {
						in := result{}
						if levels > 0 {
							in = ways(call.Callee.Entry, levels-1)
						}
						goes, out.fails = in.exit, out.fails || in.fails
					}
					if goes && !seen[e.To] {
						seen[e.To] = true
						work = append(work, e.To)
					}
				}
			}
			memo[key] = out
			return out
		}
		for _, l := range p.Locs {
			want := ways(l, 6)
			if v.fails[l.ID] != want.fails || v.returns[l.ID] != want.exit {
				t.Errorf("program %d, location %d of %s: fails %v, returns %v; want %+v", i, l.ID, l.Proc.Name, v.fails[l.ID], v.returns[l.ID], want)
			}
			for _, behind := range []bool{false, true} {
				if v.matters(l, behind) != (want.fails || behind && want.exit) {
					t.Errorf("program %d, location %d, an error behind %v: matters %v", i, l.ID, behind, v.matters(l, behind))
				}
			}
		}
	}
}
