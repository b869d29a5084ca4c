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

// TestInlineable: of all contexts, parents and edges, those are right of which the edge is a call of the context's procedure in the
// parent's, and the parent an earlier context that is no part of the same procedure.
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

// TestInlinedExitsLeadOn: all of the annotations at the exit of a call that is inlined do, and no annotation elsewhere in it.
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
		var g *smt.Term
		for _, v := range p.Vars {
			if v.Name == "g" {
				g = Symbol{Var: v}.Term(b)
			}
		}
		x := contextsOf(cert, f)[0]
		exit := x.holdsAt(f.Exit)
		exit.Pass = false
		for _, k := range c.exits {
			exit.Holds = append(exit.Holds, Annotation{Conj: []*smt.Term{b.Eq(g, b.IntNum(k))}})
		}
		for _, e := range p.Edges { // an annotation within, with which the error would be reached
			if a, ok := e.Op.(*cfa.Assign); ok && e.From.Proc == f && cfa.OpString(a) == "g := 1" {
				*x.holdsAt(e.To) = Point{Loc: e.To.ID, Holds: []Annotation{{Conj: []*smt.Term{b.Eq(g, b.IntNum(1))}}}}
			}
		}
		_, err := Check(context.Background(), p, cert)
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%v: %v, want %q", c.exits, err, c.why)
		}
	}
}

// TestAnyValue: where a variable may be taken to have any value, in programs of one line.
func TestAnyValue(t *testing.T) {
	type build func(l *line, v *cfa.Var)
	skip := func(l *line, _ *cfa.Var) { l.do(cfa.Skip{}) }
	read := func(l *line, v *cfa.Var) { l.do(&cfa.Assume{Cond: v}) }
	havoc := func(r cfa.Range) build {
		return func(l *line, v *cfa.Var) { l.do(&cfa.Havoc{LHS: v, From: &cfa.Input{Kind: cfa.Nondet, Range: r}}) }
	}
	assign := func(l *line, v *cfa.Var) { l.do(&cfa.Assign{LHS: v, RHS: konst(3)}) }
	callee := func(how ...cfa.Op) build { // a call of a procedure of such operations
		return func(l *line, v *cfa.Var) {
			q := l.p.NewProc("f")
			at := q.Entry
			for i, op := range how {
				to := q.Exit
				if i < len(how)-1 {
					to = l.p.NewLoc(q, lang.Pos{})
				}
				switch o := op.(type) {
				case *cfa.Assume:
					o.Cond = v
				}
				l.p.NewEdge(at, to, op, lang.Pos{})
				at = to
			}
			if len(how) == 0 {
				l.p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
			}
			l.do(&cfa.Call{Callee: q})
		}
	}
	for name, c := range map[string]struct {
		kind   cfa.VarKind
		before []build
		behind []build
		why    string
	}{
		"nothing":                           {cfa.GlobalVar, nil, nil, ""},
		"any input":                         {cfa.GlobalVar, []build{havoc(small)}, nil, ""},
		"a wider input":                     {cfa.GlobalVar, []build{havoc(wide)}, nil, ""},
		"a narrower input":                  {cfa.GlobalVar, []build{havoc(cfa.Range{Bits: 2, Signed: true})}, nil, "sets it"},
		"a narrower input behind":           {cfa.GlobalVar, nil, []build{havoc(cfa.Range{Bits: 2, Signed: true})}, "sets it"},
		"set":                               {cfa.GlobalVar, []build{assign}, nil, "sets it"},
		"set and read":                      {cfa.GlobalVar, []build{read, assign}, nil, "sets it"},
		"read":                              {cfa.GlobalVar, []build{read}, nil, "may have been read"},
		"read long before":                  {cfa.GlobalVar, []build{read, skip, skip, skip}, nil, "may have been read"},
		"read behind":                       {cfa.GlobalVar, []build{skip}, []build{read}, ""},
		"read in a callee, in the end":      {cfa.GlobalVar, []build{callee(cfa.Skip{}, &cfa.Assume{})}, nil, "may have been read"},
		"read in a callee, at first":        {cfa.GlobalVar, []build{callee(&cfa.Assume{}, cfa.Skip{}, cfa.Skip{})}, nil, "may have been read"},
		"not read in a callee":              {cfa.GlobalVar, []build{callee(cfa.Skip{}, cfa.Skip{})}, nil, ""},
		"a callee behind":                   {cfa.GlobalVar, []build{skip}, []build{callee(&cfa.Assume{})}, ""},
		"a local":                           {cfa.LocalVar, []build{skip}, nil, ""},
		"a local that was read":             {cfa.LocalVar, []build{read, skip}, nil, "may have been read"},
		"a local of a procedure that waits": {cfa.TempVar, []build{skip}, nil, "nor of this procedure"},
	} {
		l := newLine()
		var v *cfa.Var
		switch c.kind {
		case cfa.GlobalVar:
			v = l.p.NewVar(nil, "v", cfa.GlobalVar, small)
		case cfa.LocalVar:
			v = l.p.NewVar(l.p.Start, "v", cfa.LocalVar, small)
		default:
			q := l.p.NewProc("other")
			v = l.p.NewVar(q, "v", cfa.LocalVar, small)
			l.p.NewEdge(q.Entry, q.Exit, cfa.Skip{}, lang.Pos{})
			l.do(&cfa.Call{Callee: q})
		}
		for _, b := range c.before {
			b(l, v)
		}
		at := l.at
		for _, b := range c.behind {
			b(l, v)
		}
		l.do(cfa.Skip{})
		p := l.fail()
		if why := newChecker(context.Background(), p, everything(p)).anyValue(v, at); (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: %q, want %q", name, why, c.why)
		}
	}
	// What reads it does not come back.
	l := newLine()
	v := l.p.NewVar(nil, "v", cfa.GlobalVar, small)
	q := l.p.NewProc("f")
	loop := l.p.NewLoc(q, lang.Pos{})
	l.p.NewEdge(q.Entry, loop, &cfa.Assume{Cond: v}, lang.Pos{})
	l.p.NewEdge(loop, loop, cfa.Skip{}, lang.Pos{})
	call := l.at
	l.do(&cfa.Call{Callee: q})
	to := l.p.NewLoc(l.p.Start, lang.Pos{})
	l.p.NewEdge(call, to, cfa.Skip{}, lang.Pos{})
	l.p.NewEdge(to, l.p.Start.Exit, cfa.Skip{}, lang.Pos{})
	p := l.fail()
	x := newChecker(context.Background(), p, &Certificate{Builder: smt.NewBuilder()})
	if why := x.anyValue(v, to); why != "" {
		t.Errorf("beside a call: %s", why)
	}
}

// TestInstancesOfContexts: an instance says no more than all contexts of the procedure do together.
func TestInstancesOfContexts(t *testing.T) {
	s := newScene(t)
	b := s.b
	l, g, h := s.of(t, Symbol{Var: s.l}), s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h})
	old := s.of(t, Symbol{Var: s.g, Entry: true})
	in := b.And(b.Le(s.num(rangeSpan(s.l.Range).lo), h), b.Le(h, s.num(rangeSpan(s.l.Range).hi)))
	said := func(x *smt.Term, k int64) *smt.Term { return b.Le(b.Add(x, g), s.int(k)) }
	at := s.start.Entry
	point := func(fs ...*smt.Term) Context {
		x := Context{Proc: s.start.ID, Points: []Point{{Loc: at.ID}}}
		for _, f := range fs {
			x.Points[0].Holds = append(x.Points[0].Holds, Annotation{Conj: []*smt.Term{f}})
		}
		return x
	}
	passed := Context{Proc: s.start.ID, Points: []Point{{Loc: at.ID, Pass: true}}}
	nowhere := Context{Proc: s.start.ID}
	other := Context{Proc: s.f.ID, Points: []Point{{Loc: s.f.Entry.ID, Holds: []Annotation{{}}}}}
	for name, c := range map[string]struct {
		contexts []Context
		want     *smt.Term
	}{
		"one":                       {[]Context{point(said(l, 1))}, b.Implies(in, said(h, 1))},
		"two annotations":           {[]Context{point(said(l, 1), said(h, 2))}, b.Implies(in, b.Or(said(h, 1), said(h, 2)))},
		"two contexts":              {[]Context{point(said(l, 1)), point(said(l, 2))}, b.Implies(in, b.Or(said(h, 1), said(h, 2)))},
		"one that does not come":    {[]Context{nowhere, point(said(l, 1)), nowhere}, b.Implies(in, said(h, 1))},
		"one of another":            {[]Context{other, point(said(l, 1)), other}, b.Implies(in, said(h, 1))},
		"one that passes":           {[]Context{point(said(l, 1)), passed}, b.True()},
		"one that passes, at first": {[]Context{passed, point(said(l, 1))}, b.True()},
		"nobody comes":              {[]Context{nowhere}, b.Not(in)},
		"values of the other run":   {[]Context{point(b.And(said(l, 1), b.Le(b.Add(old, l), s.int(3))))}, b.Implies(in, b.And(said(h, 1), b.Le(b.Add(old, h), s.int(3))))},
	} {
		s.c.Contexts = c.contexts
		if got := s.instance(Instance{Edge: s.call.ID, Ghost: s.l.ID, Term: h}, s.call); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	// The ghost's own value at the entry is that of another run.
	s.c.Contexts = []Context{point(b.Le(b.Add(old, g), s.int(3)))}
	if got := s.instance(Instance{Edge: s.call.ID, Ghost: s.g.ID, Term: h}, s.call); got != b.True() {
		t.Errorf("of the entry: %v", got)
	}
}

// TestAuxiliary: what is known of a loop head in an induction is what all contexts of the procedure say together, but for values at the
// entry, and the invariants.
func TestAuxiliary(t *testing.T) {
	s := newScene(t)
	b := s.b
	g, h := s.of(t, Symbol{Var: s.g}), s.of(t, Symbol{Var: s.h})
	old := s.of(t, Symbol{Var: s.g, Entry: true})
	said := func(k int64) *smt.Term { return b.Le(b.Add(h, g), s.int(k)) }
	at := s.start.Entry
	point := func(fs ...[]*smt.Term) Context {
		x := Context{Proc: s.start.ID, Points: []Point{{Loc: at.ID}}}
		for _, conj := range fs {
			x.Points[0].Holds = append(x.Points[0].Holds, Annotation{Conj: conj})
		}
		return x
	}
	of := func(fs ...*smt.Term) []*smt.Term { return append([]*smt.Term{}, fs...) }
	less := b.Le(b.Sub(g, h), s.int(4))
	passed := Context{Proc: s.start.ID, Points: []Point{{Loc: at.ID, Pass: true}}}
	other := Context{Proc: s.f.ID, Points: []Point{{Loc: s.f.Entry.ID, Holds: []Annotation{{}}}}}
	for name, c := range map[string]struct {
		contexts []Context
		kept     []*smt.Term
		want     []*smt.Term // nil: nobody comes
	}{
		"one":                      {[]Context{point(of(said(1)))}, nil, of(said(1))},
		"nothing":                  {[]Context{point(of())}, nil, of()},
		"two formulas":             {[]Context{point(of(said(1), less))}, nil, of(said(1), less)},
		"two annotations":          {[]Context{point(of(said(1)), of(less))}, nil, of(b.Or(said(1), less))},
		"two contexts":             {[]Context{point(of(said(1))), other, {Proc: s.start.ID}, point(of(less))}, nil, of(b.Or(said(1), less))},
		"one that passes":          {[]Context{point(of(said(1))), passed}, nil, of()},
		"of the entry":             {[]Context{point(of(b.Le(b.Add(old, g), s.int(1)), said(2)))}, nil, of(said(2))},
		"nobody comes":             {[]Context{other}, nil, nil},
		"invariants":               {[]Context{point(of())}, of(said(7)), of(said(7))},
		"invariants, and one says": {[]Context{point(of(less))}, of(said(7)), of(said(7), less)},
		"invariants, and a pass":   {[]Context{passed}, of(said(7)), of(said(7))},
	} {
		s.c.Contexts = c.contexts
		s.kept = map[int][]*smt.Term{at.ID: c.kept}
		r := &runner{checker: s.checker}
		st := &state{}
		r.auxiliary(st, at)
		if st.false != (c.want == nil) || !st.false && b.And(st.cond...) != b.And(c.want...) {
			t.Errorf("%s: %v, nobody comes: %v; want %v", name, st.cond, st.false, c.want)
		}
	}
}

// TestAlive: from where errors can be reached, and where procedures return, found by following edges from each location by itself.
func TestAlive(t *testing.T) {
	for i, text := range []string{
		`static void f(void) { g = 1; } int main(void) { f(); if (g == 2) reach_error(); return 0; }`,
		`static void f(void) { g = 1; if (g == 3) reach_error(); g = 2; } int main(void) { f(); g = 4; f(); g = 5; return 0; }`,
		`static void f(void) { while (1) ; } int main(void) { if (g == 1) f(); if (g == 2) reach_error(); f(); reach_error(); return 0; }`,
		`static void f(int n) { if (n > 0) f(n - 1); else if (g) { while (1) ; } } int main(void) { f(3); if (g == 2) reach_error(); return 0; }`,
		`static void f(int n) { if (n > 0) f(n - 1); if (g == 9) reach_error(); } static void h(void) { f(2); g = 1; } int main(void) { h(); g = 3; while (g < 5) g = g + 1; h(); return 0; }`,
		`static void a(void) { g = 1; } static void b(void) { a(); if (g == 3) { reach_error(); } a(); } static void c(void) { a(); } int main(void) { c(); b(); c(); return 0; }`,
	} {
		p := program(t, declared+"int g;\n"+text)
		v := alive(p)
		// ways are the locations that a run of the activation at l can come to, and whether it can reach an error on the way, for activations
		// of so many levels.
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

// TestTwoRounds: an invariant that takes two rounds to be proved is proved by two.
func TestTwoRounds(t *testing.T) {
	p := program(t, declared+`int main(void) {
		int x = 0, y = 0;
		while (__VERIFIER_nondet_int()) { x = y; y = 0; if (x != 0) reach_error(); }
		return 0; }`)
	for k, want := range map[int]bool{1: false, 2: true, 3: true} {
		c := openHeads(p)
		c.Induction = k
		for _, l := range p.Locs {
			for _, v := range p.Vars {
				if l.LoopHead && v.Name == "x" {
					c.Heads = append(c.Heads, Head{l.ID, []*smt.Term{c.Builder.Eq(Symbol{Var: v}.Term(c.Builder), c.Builder.IntNum(0))}})
				}
			}
		}
		if _, err := Check(context.Background(), p, c); (err == nil) != want {
			t.Errorf("k = %d: %v", k, err)
		}
	}
}
