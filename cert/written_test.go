package cert

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// C programs of these tests begin with this.
const declared = "void reach_error(void); int __VERIFIER_nondet_int(void);\n"

// TestWrittenOut: loops and calls that are written out, with ways in and out of loops that are
// easily forgotten. Each is right for the numbers of rounds that are named, and for no others that
// are tried.
func TestWrittenOut(t *testing.T) {
	const again = `int main(void) {
		int x = 0, y = 0;
		while (x < 2) { x = x + 1; y = 0; while (y < 2) { y = y + 1; if (__VERIFIER_nondet_int()) goto again; } again: ; }
		if (x == 2 && y == BAD) reach_error();
		return 0; }`
	const ways = `int main(void) {
		int x = 0, n = 0;
		while (n < 2) {
			n = n + 1;
			x = 0;
			if (__VERIFIER_nondet_int()) goto a;
			x = 1;
			if (__VERIFIER_nondet_int()) goto b;
			x = 2;
			if (__VERIFIER_nondet_int()) goto c;
		}
		return 0;
		a: if (x == A) reach_error(); return 0;
		b: if (x == B) reach_error(); return 0;
		c: if (x == C) reach_error(); return 0; }`
	const beside = `int main(void) {
		int x = 0;
		if (__VERIFIER_nondet_int()) { x = 5; goto in; }
		while (x < 2) { x = x + 1; in: x = x + 10; }
		if (x == BAD) reach_error();
		return 0; }`
	const part = `int main(void) {
		int y = 1, z = 1;
		if (HOW) { y = 5; goto in; }
		while (__VERIFIER_nondet_int()) { z = 0; in: if (y == WITHIN && z == 1) reach_error(); }
		if (y == BEHIND) reach_error();
		return 0; }`
	// A loop from which no error is reached need not be written out to its end.
	const idle = `
		static void f(void) { while (__VERIFIER_nondet_int()) ; }
		static void g(void) { f(); }
		int main(void) { int x = 0; BEFORE if (x != 0) reach_error(); AFTER return 0; }`
	const nested = `
		static int f(int n) {
			int k = n; int a[1]; a[0] = n;
			if (n > 0) f(n - 1);
			if (k != n || a[0] BAD) reach_error();
			return k;
		}
		int main(void) { if (f(2) != 2) reach_error(); return 0; }`
	const values = `
		static int f(int n) { int r = 1; if (n > 0) r = f(n - 1) + 1; return r; }
		int main(void) { if (f(3) == BAD) reach_error(); return 0; }`
	const settling = `int main(void) {
		int x = 0, y = 0;
		while (__VERIFIER_nondet_int()) { x = y; y = 0; }
		if (x != 0) reach_error();
		return 0; }`
	const inner = `int main(void) {
		int y = 0;
		while (__VERIFIER_nondet_int()) { while (__VERIFIER_nondet_int()) { if (y == 7) reach_error(); } y = 0; }
		return 0; }`
	for _, c := range []struct {
		name, text string
		with       string // what stands for BAD, A, B, C, BEFORE, AFTER: "BAD=3"
		unwind     string // the numbers of rounds for which it is accepted, of 1 to 4
		induction  string
	}{
		{"to the outer head", again, "BAD=0", "234", ""},
		{"to the outer head", again, "BAD=1", "", ""},
		{"to the outer head", again, "BAD=2", "", ""},
		{"ways out", ways, "A=9 B=9 C=9", "234", "1234"},
		{"ways out", ways, "A=0 B=9 C=9", "", ""},
		{"ways out", ways, "A=9 B=1 C=9", "", ""},
		{"ways out", ways, "A=9 B=9 C=2", "", ""},
		{"ways out", ways, "A=1 B=2 C=0", "234", "1234"},
		{"beside the head", beside, "BAD=15", "", ""},
		{"beside the head", beside, "BAD=11", "", ""},
		{"beside the head", beside, "BAD=0", "1234", "1234"},
		{"beside the head", beside, "BAD=5", "1234", ""},
		{"a part of a round", part, "HOW=__VERIFIER_nondet_int() WITHIN=7 BEHIND=7", "", "1234"},
		{"a part of a round", part, "HOW=__VERIFIER_nondet_int() WITHIN=5 BEHIND=7", "", ""},
		{"a part of a round", part, "HOW=__VERIFIER_nondet_int() WITHIN=1 BEHIND=7", "", "1234"},
		{"a part of a round", part, "HOW=__VERIFIER_nondet_int() WITHIN=7 BEHIND=1", "", ""},
		{"a part of a round", part, "HOW=__VERIFIER_nondet_int() WITHIN=7 BEHIND=5", "", ""},
		{"a part of a round", part, "HOW=1 WITHIN=7 BEHIND=1", "", "1234"},
		{"a part of a round", part, "HOW=1 WITHIN=5 BEHIND=1", "", ""},
		{"a part of a round", part, "HOW=1 WITHIN=7 BEHIND=5", "", ""},
		{"idle", idle, "BEFORE= AFTER=", "1234", "1234"},
		{"idle", idle, "BEFORE= AFTER=g();", "1234", "1234"},
		{"idle", idle, "BEFORE= AFTER=f();", "1234", "1234"},
		{"idle", idle, "BEFORE=g(); AFTER=", "", "1234"},
		{"idle", idle, "BEFORE=f(); AFTER=", "", "1234"},
		{"activations", nested, "BAD=!=n", "34", ""},
		{"activations", nested, "BAD===0", "", ""},
		{"results", values, "BAD=3", "4", ""},
		{"results", values, "BAD=4", "", ""},
		{"results", values, "BAD=1", "4", ""},
		{"settling", settling, "", "", "34"},
		{"inner", inner, "", "", "234"},
	} {
		var pairs []string
		for _, s := range strings.Fields(c.with) {
			name, value, _ := strings.Cut(s, "=")
			pairs = append(pairs, name, value)
		}
		p := program(t, declared+strings.NewReplacer(pairs...).Replace(c.text))
		for k := 1; k <= 4; k++ {
			open := openHeads(p)
			open.Induction = k
			for i, cert := range []*Certificate{{Builder: smt.NewBuilder(), Unwind: k}, open} {
				_, err := Check(context.Background(), p, cert)
				if want := strings.Contains([]string{c.unwind, c.induction}[i], fmt.Sprint(k)); (err == nil) != want {
					t.Errorf("%s, %s, %s %d: %v", c.name, c.with, []string{"unwinding", "induction"}[i], k, err)
				}
			}
		}
	}
}

// TestDeepest: as many activations at a time as are looked at, and no more, wherever calls are
// made.
func TestDeepest(t *testing.T) {
	const down = "static int down(int n) { if (n == 0) return 0; return down(n - 1); }\n"
	for name, c := range map[string]struct {
		text string
		why  string
	}{
		// start, main, and down of 0 to n
		"enough":          {"int main(void) { if (down(%d) != 0) reach_error(); return 0; }", ""},
		"one too many":    {"int main(void) { if (down(%d + 1) != 0) reach_error(); return 0; }", "more than 5000 activations"},
		"in a loop":       {"int main(void) { int i = 0; while (i < 1) { i = i + 1; if (down(%d + 1) != 0) reach_error(); } return 0; }", "more than 5000 activations"},
		"of a callee":     {"static int f(void) { return down(%d); } int main(void) { if (f() != 0) reach_error(); return 0; }", "more than 5000 activations"},
		"beside the head": {"int main(void) { int i = 0; if (__VERIFIER_nondet_int()) goto in; while (i < 1) { i = i + 1; in: if (down(%d + 1) != 0) reach_error(); } return 0; }", "more than 5000 activations"},
	} {
		p := program(t, declared+down+strings.ReplaceAll(c.text, "%d", fmt.Sprint(mostActive-3)))
		_, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: mostRounds})
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", name, err, c.why)
		}
	}
	// What has returned is no activation any longer.
	p := program(t, declared+down+"int main(void) { if (down(3) + down(2) != 0) reach_error(); return 0; }")
	c := &Certificate{Builder: smt.NewBuilder(), Unwind: 4}
	r := &runner{checker: newChecker(context.Background(), p, c), live: alive(p), shapes: map[*cfa.Proc]*shape{}, active: map[*cfa.Proc]int{}}
	r.begin(nil)
	if _, err := r.procedure(p.Start, &state{}, false); err != nil || r.depth != 0 {
		t.Errorf("%v, %d activations in the end", err, r.depth)
	}
	for q, n := range r.active {
		if n != 0 {
			t.Errorf("%d activations of %s in the end", n, q.Name)
		}
	}
}

// TestRecursionInInductions: a procedure that is active is not written out once more, and in an
// induction that is refused.
func TestRecursionInInductions(t *testing.T) {
	p := program(t, declared+`
		static int f(int n) { if (n > 0) return f(n - 1); return 0; }
		int main(void) { if (f(1) != 0) reach_error(); return 0; }`)
	for k := 1; k <= 3; k++ {
		c := openHeads(p)
		c.Induction = k
		if _, err := Check(context.Background(), p, c); err == nil || !strings.Contains(err.Error(), "one activation more of f") {
			t.Errorf("k = %d: %v", k, err)
		}
	}
	// Where nothing is said of an induction, annotations are enough, and recursion is none of its
	// business.
	if _, err := Check(context.Background(), p, annotated(t, p, map[string]says{"f exit": is("result", 0)})); err != nil {
		t.Error(err)
	}
}

// TestOrderOfLocations: a state that waits where a block does not come is an error, not lost.
func TestOrderOfLocations(t *testing.T) {
	p := program(t, counter)
	q := procedure(t, p, "main")
	r := &runner{checker: newChecker(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: 1}), live: alive(p)}
	r.begin(nil)
	w := q.WTO()
	for lo, want := range map[int]bool{0: true, 1: false} {
		b := block{runner: r, shape: &shape{w, map[int]*changes{}}, lo: lo, hi: 1, in: states{w.Order[0]: &state{}}}
		if err := b.run(); (err == nil) != want {
			t.Errorf("from %d: %v", lo, err)
		}
	}
}

// TestWhatAnInductionKnows: the annotations are true at loop heads of their own procedure, and
// nowhere else.
func TestWhatAnInductionKnows(t *testing.T) {
	const text = declared + `
		extern int g;
		int main(void) {
			if (g == 5) reach_error();
			g = 0;
			while (__VERIFIER_nondet_int()) { if (g == 7) reach_error(); }
			return 0;
		}`
	p := program(t, text)
	mainProc := procedure(t, p, "main")
	zero := is("g", 0)
	g := variable(t, p, "g")
	for name, c := range map[string]struct {
		change func(c *Certificate, zero Annotation)
		text   string
		why    string
	}{
		"as it is":          {func(*Certificate, Annotation) {}, strings.Replace(text, "g == 5", "g != g", 1), ""},
		"before it is true": {func(*Certificate, Annotation) {}, text, "the error"},
		"said of the exit in the end": {func(c *Certificate, zero Annotation) {
			c.Contexts = append(c.Contexts, Context{Proc: mainProc.ID, Points: []Point{{Loc: mainProc.Exit.ID, Holds: []Annotation{zero}}}})
		}, text, "the error"},
	} {
		p := program(t, c.text)
		cert := annotated(t, p, map[string]says{"main head": zero})
		cert.Induction = 1
		b := cert.Builder
		c.change(cert, Annotation{Conj: []*smt.Term{b.Eq(Symbol{Var: g}.Term(b), b.IntNum(0))}})
		_, err := Check(context.Background(), p, cert)
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", name, err, c.why)
		}
	}
}

// TestNothingIsLeft: what the annotation that was looked at last says is nothing that holds at the
// start, where an induction begins.
func TestNothingIsLeft(t *testing.T) {
	l := newLine()
	v := l.p.NewVar(nil, "v", cfa.GlobalVar, wide) // any value
	first := l.at
	l.do(&cfa.Assume{Cond: bin(cfa.Eq, v, konst(5))})
	to := l.p.NewLoc(l.p.Start, lang.Pos{})
	l.p.NewEdge(first, to, cfa.Skip{}, lang.Pos{})
	l.p.NewEdge(to, l.p.Start.Exit, &cfa.Assign{LHS: v, RHS: konst(0)}, lang.Pos{})
	p := l.fail()
	for k, want := range map[int]bool{0: false, 1: false} {
		c := openHeads(p)
		x := &c.Contexts[0]
		x.Points = x.Points[:0]
		for _, at := range p.Locs {
			if at.Error == nil || k > 0 {
				x.Points = append(x.Points, Point{Loc: at.ID, Holds: []Annotation{{}}})
			}
		}
		c.Induction = k
		zero := []Annotation{{Conj: []*smt.Term{c.Builder.Eq(Symbol{Var: v}.Term(c.Builder), c.Builder.IntNum(0))}}}
		x.holdsAt(p.Start.Exit).Holds = zero
		c.Contexts = append(c.Contexts, Context{Proc: p.Start.ID, Points: []Point{{Loc: p.Start.Exit.ID, Holds: zero}}})
		if _, err := Check(context.Background(), p, c); (err == nil) != want {
			t.Errorf("k = %d: %v", k, err)
		}
	}
}

// TestExcluded: what was noted is excluded all at once or, if that fails, one by one; and what is
// not is named.
func TestExcluded(t *testing.T) {
	x, v := unknowns(small, small)
	b := x.b
	never, possible := b.Lt(v[0], x.int(-4)), b.Lt(v[0], x.int(3))
	for _, c := range []struct {
		bad  []*smt.Term
		want int // the one that is named; -1: all are excluded
	}{
		{nil, -1},
		{[]*smt.Term{never}, -1},
		{[]*smt.Term{never, never, never}, -1},
		{[]*smt.Term{possible}, 0},
		{[]*smt.Term{possible, never}, 0},
		{[]*smt.Term{never, possible}, 1},
		{[]*smt.Term{never, never, possible}, 2},
		{[]*smt.Term{never, possible, possible}, 1},
	} {
		r := &runner{checker: x}
		for i, f := range c.bad {
			r.bad = append(r.bad, f)
			r.badAt = append(r.badAt, &Error{Why: fmt.Sprint("number ", i)})
		}
		err := r.excluded()
		if (err == nil) != (c.want < 0) || err != nil && !strings.Contains(err.Why, fmt.Sprint("number ", c.want)) {
			t.Errorf("%v: %v, want %d", c.bad, err, c.want)
		}
	}
	// Of one there is nothing else to be tried.
	x.checkProof = func(*smt.Builder, []*smt.Term, *proof.Proof, func() bool) error { return errors.New("a wrong step") }
	one := &runner{checker: x, bad: []*smt.Term{b.And(b.Lt(v[0], v[1]), b.Lt(v[1], b.Sub(v[0], x.int(1))))}, badAt: []*Error{{Why: "the only one"}}}
	before := x.stats.Queries
	if err := one.excluded(); err == nil || !strings.Contains(err.Why, "the only one") || x.stats.Queries != before+1 {
		t.Errorf("one: %v, %d questions", err, x.stats.Queries-before)
	}
	// The first proof is refused, those one by one are not; or the second of these is.
	for refused, want := range map[int]string{0: "", 1: "", 2: "number 1"} {
		x, v := unknowns(small, small)
		b := x.b
		r := &runner{checker: x}
		for i, f := range []*smt.Term{b.And(b.Lt(v[0], v[1]), b.Lt(v[1], v[0])), b.And(b.Lt(v[0], v[1]), b.Lt(b.Add(v[1], x.int(1)), v[0]))} {
			r.bad = append(r.bad, f)
			r.badAt = append(r.badAt, &Error{Why: fmt.Sprint("number ", i)})
		}
		calls := 0
		x.checkProof = func(*smt.Builder, []*smt.Term, *proof.Proof, func() bool) error {
			if calls++; calls == 1 && refused > 0 || calls == 3 && refused == 2 {
				return errors.New("a wrong step")
			}
			return nil
		}
		err := r.excluded()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Why, want) || calls != map[int]int{0: 1, 1: 3, 2: 3}[refused] {
			t.Errorf("%d refused: %v after %d proofs, want %q", refused, err, calls, want)
		}
	}
}

// TestInvariantsInside: an invariant of a loop inside of another is wanted where the rounds around
// have been completed, and not before.
func TestInvariantsInside(t *testing.T) {
	p := program(t, declared+`int main(void) {
		int y = 0;
		while (__VERIFIER_nondet_int()) { while (__VERIFIER_nondet_int()) { if (y == 7) reach_error(); } y = 0; }
		return 0; }`)
	for k, want := range map[int]bool{1: false, 2: true, 3: true} {
		c := openHeads(p)
		c.Induction = k
		for _, l := range procedure(t, p, "main").Locs {
			if l.LoopHead && l.Depth > 1 {
				for _, v := range p.Vars {
					if v.Name == "y" {
						c.Heads = append(c.Heads, Head{l.ID, []*smt.Term{c.Builder.Eq(Symbol{Var: v}.Term(c.Builder), c.Builder.IntNum(0))}})
					}
				}
			}
		}
		if _, err := Check(context.Background(), p, c); (err == nil) != want {
			t.Errorf("k = %d: %v", k, err)
		}
	}
}

// TestNobodyComesBack: an invariant of a loop that is left in its first round, or its second.
func TestNobodyComesBack(t *testing.T) {
	for _, c := range []struct {
		when string
		want bool
	}{{"x == 0", true}, {"x == 1", true}, {"x == 7", false}} {
		p := program(t, declared+"int main(void) { int x = 0; while (__VERIFIER_nondet_int()) { if ("+c.when+") return 0; x = x + 1; } if (x > 1) reach_error(); return 0; }")
		for k := 1; k <= 3; k++ {
			cert := openHeads(p)
			cert.Induction = k
			for _, l := range p.Locs {
				for _, v := range p.Vars {
					if l.LoopHead && v.Name == "x" {
						x := Symbol{Var: v}.Term(cert.Builder)
						cert.Heads = []Head{{l.ID, []*smt.Term{cert.Builder.Le(cert.Builder.IntNum(0), x), cert.Builder.Le(x, cert.Builder.IntNum(1))}}}
					}
				}
			}
			if _, err := Check(context.Background(), p, cert); (err == nil) != (c.want && (k > 1 || c.when != "x == 0")) {
				t.Errorf("left if %s, k = %d: %v", c.when, k, err)
			}
		}
	}
}

// TestLoopAtTheEntry: the first location of a procedure is the head of a loop.
func TestLoopAtTheEntry(t *testing.T) {
	for k, want := range map[int64]bool{3: false, 4: true} {
		p := cfa.NewProgram(lang.LP64, cfa.Machine)
		p.Start = p.NewProc("start")
		f := p.NewProc("f")
		n := p.NewVar(nil, "n", cfa.GlobalVar, upTo7)
		at := p.Start.Entry
		for _, op := range []cfa.Op{&cfa.Assign{LHS: n, RHS: konst(0)}, &cfa.Call{Callee: f}, &cfa.Assume{Cond: bin(cfa.Eq, n, konst(k))}} {
			to := p.NewLoc(p.Start, lang.Pos{})
			p.NewEdge(at, to, op, lang.Pos{})
			at = to
		}
		at.Error = &cfa.Property{Kind: "assertion", Text: "false"}
		body := p.NewLoc(f, lang.Pos{})
		p.NewEdge(f.Entry, body, &cfa.Assume{Cond: bin(cfa.Lt, n, konst(3))}, lang.Pos{})
		p.NewEdge(f.Entry, f.Exit, &cfa.Assume{Cond: bin(cfa.Ge, n, konst(3))}, lang.Pos{})
		p.NewEdge(body, f.Entry, &cfa.Assign{LHS: n, RHS: bin(cfa.Add, n, konst(1))}, lang.Pos{})
		p.Finish()
		if _, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: 3}); (err == nil) != want {
			t.Errorf("%d: %v", k, err)
		}
	}
}
