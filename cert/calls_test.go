package cert

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// A says writes formulas over names: "x" now, "old x" at the entry.
type says func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term

// annotated is a certificate with a context for each procedure. All is passed but entries, exits,
// and what has a call or is the head of a loop; what holds there is said by procedure and kind:
// "main call", "f exit", "f entry", "f head"; nothing said: true.
func annotated(t testing.TB, p *cfa.Program, what map[string]says) *Certificate {
	t.Helper()
	b := smt.NewBuilder()
	c := &Certificate{Builder: b}
	used := map[string]bool{}
	for _, q := range append([]*cfa.Proc{p.Start}, p.Procs...) {
		if q == p.Start && len(c.Contexts) > 0 {
			continue
		}
		v := func(name string) *smt.Term {
			plain, old := strings.CutPrefix(name, "old ")
			for _, v := range p.Vars {
				if v.Name == plain && (v.Proc == nil || v.Proc == q) {
					return Symbol{Var: v, Entry: old}.Term(b)
				}
			}
			for _, a := range p.Arrays {
				if a.Name == plain && (a.Proc == nil || a.Proc == q) {
					return Symbol{Array: a, Entry: old}.Term(b)
				}
			}
			for _, r := range q.Results {
				if plain == "result" {
					return Symbol{Var: r}.Term(b)
				}
			}
			t.Fatalf("there is no %s in %s", name, q.Name)
			return nil
		}
		x := Context{Proc: q.ID}
		for _, l := range p.Locs {
			if l.Proc != q || l.Error != nil {
				continue
			}
			calls := false
			for _, e := range l.Out {
				_, call := e.Op.(*cfa.Call)
				calls = calls || call
			}
			kind := map[bool]string{l == q.Entry: " entry", l == q.Exit: " exit", l.LoopHead: " head", calls: " call"}[true]
			if calls && kind != " entry" {
				kind = " call"
			}
			if kind == "" {
				x.Points = append(x.Points, Point{Loc: l.ID, Pass: true})
				continue
			}
			a := Annotation{}
			if f := what[q.Name+kind]; f != nil {
				a.Conj = f(b, v)
				used[q.Name+kind] = true
			}
			x.Points = append(x.Points, Point{Loc: l.ID, Holds: []Annotation{a}})
		}
		c.Contexts = append(c.Contexts, x)
	}
	for k := range what {
		if !used[k] {
			t.Fatalf("nothing is said at %s", k)
		}
	}
	return c
}

func is(name string, k int64) says {
	return func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
		return []*smt.Term{b.Eq(v(name), b.IntNum(k))}
	}
}

func same(x, y string, k int64) says {
	return func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
		if k != 0 {
			return []*smt.Term{b.Eq(v(x), b.Wrap(b.Add(v(y), b.IntNum(k)), 32, true))}
		}
		return []*smt.Term{b.Eq(v(x), v(y))}
	}
}

func both(fs ...says) says {
	return func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
		var out []*smt.Term
		for _, f := range fs {
			out = append(out, f(b, v)...)
		}
		return out
	}
}

func cell(array string, i, k int64) says {
	return func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
		return []*smt.Term{b.Eq(b.Select(v(array), b.IntNum(i)), b.IntNum(k))}
	}
}

// isCell: a variable is what is in a cell.
func isCell(x, array string, i int64) says {
	return func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
		return []*smt.Term{b.Eq(v(x), b.Select(v(array), b.IntNum(i)))}
	}
}

// sameCell: two arrays agree on a cell.
func sameCell(a, c string, i int64) says {
	return func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
		return []*smt.Term{b.Eq(b.Select(v(a), b.IntNum(i)), b.Select(v(c), b.IntNum(i)))}
	}
}

// TestCalls: what is known behind a call is what the callee's exit says and, of what the callee
// cannot change, what was known before; and no more. Each program claims something after a call;
// the annotations suffice for it, or not, or do not hold.
func TestCalls(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int g, h, a[3], c[3];
		static int f(int n, int m) {
			int k = n;
			BODY
			return k;
		}
		int main(void) {
			int l = 5, d[2] = {1, 2};
			g = 1; h = 2; a[0] = 3; c[0] = 4;
			int r = 9;
			CALL
			if (!(CLAIM)) reach_error();
			return 0;
		}`
	before := both(is("g", 1), is("h", 2), is("l", 5), is("r", 9), cell("a", 0, 3), cell("c", 0, 4), cell("d", 1, 2))
	for _, c := range []struct {
		body, call, claim string
		entry, exit       says
		before            says
		why               string
	}{
		// What the callee leaves alone stays.
		{"g = 7;", "f(0, 0);", "h == 2", nil, nil, before, ""},
		{"g = 7;", "f(0, 0);", "l == 5", nil, nil, before, ""},
		{"g = 7;", "f(0, 0);", "r == 9", nil, nil, before, ""},
		{"g = 7;", "f(0, 0);", "a[0] == 3 && c[0] == 4 && d[1] == 2", nil, nil, before, ""},
		{"a[1] = 7;", "f(0, 0);", "g == 1 && c[0] == 4 && d[1] == 2", nil, nil, before, ""},
		{"g = 7;", "f(0, 0);", "h == 2", nil, nil, nil, "the error"},
		// What it may change does not, unless the exit says so.
		{"g = 7;", "f(0, 0);", "g == 1", nil, nil, before, "the error"},
		{"g = 7;", "f(0, 0);", "g == 7", nil, nil, before, "the error"},
		{"g = 7;", "f(0, 0);", "g == 7", nil, is("g", 7), before, ""},
		{"if (n) g = 7;", "f(0, 0);", "g == 7", nil, is("g", 7), before, "what should hold"},
		{"a[1] = 7;", "f(0, 0);", "a[0] == 3", nil, nil, before, "the error"},
		{"a[1] = 7;", "f(0, 0);", "a[1] == 7", nil, cell("a", 1, 7), before, ""},
		{"a[1] = 7;", "f(0, 0);", "a[0] == 3", nil, cell("a", 1, 7), before, "the error"},
		// Relations between entry and exit.
		{"g = g + 1;", "f(0, 0);", "g == 2", nil, same("g", "old g", 1), before, ""},
		{"g = g + 1;", "f(0, 0);", "g == 3", nil, same("g", "old g", 1), before, "the error"},
		{"g = g + 1;", "f(0, 0);", "g == 2", nil, same("g", "old g", 1), nil, "the error"},
		{"g = g + 1;", "f(0, 0);", "g == 3", nil, same("g", "old g", 2), before, "what should hold"},
		{"g = n;", "f(6, 0);", "g == 6", nil, same("g", "old n", 0), before, ""},
		{"g = n;", "f(6, 0);", "g == 6", nil, same("g", "n", 0), before, ""},
		{"g = n;", "f(l, 0);", "g == 5", nil, same("g", "n", 0), before, ""},
		{"g = m;", "f(l, 8);", "g == 8", nil, same("g", "m", 0), before, ""},
		{"g = m;", "f(l, 8);", "g == 5", nil, same("g", "m", 0), before, "the error"},
		{"g = n; n = 3;", "f(6, 0);", "g == 6", nil, same("g", "old n", 0), before, ""},
		{"n = g; n = n + 1; g = n;", "f(6, 0);", "g == 2", nil, same("g", "old g", 1), before, ""},
		// A parameter that is set is no longer the argument.
		{"n = 3; g = n;", "f(6, 0);", "g == 6", nil, same("g", "n", 0), before, "the error"},
		{"n = 3; g = n;", "f(6, 0);", "g == 3", nil, both(same("g", "n", 0), is("n", 3)), before, ""},
		{"g = n;", "f(6, 0);", "g == 6", nil, same("g", "old n", 1), before, "what should hold"},
		// Results.
		{"k = n + 1;", "r = f(6, 0);", "r == 7", nil, same("result", "old n", 1), before, ""},
		{"k = n + 1;", "r = f(6, 0);", "r == 6", nil, same("result", "old n", 1), before, "the error"},
		{"k = n + 1;", "r = f(6, 0);", "r == 9", nil, same("result", "old n", 1), before, "the error"},
		{"k = n + 1;", "r = f(r, 0);", "r == 10", nil, same("result", "old n", 1), before, ""},
		{"k = n + 1;", "g = f(g, 0);", "g == 2", nil, same("result", "old n", 1), before, ""},
		{"g = 3; k = n;", "g = f(g, 0);", "g == 1", nil, both(is("g", 3), same("result", "old n", 0)), before, ""},
		{"g = 3; k = n;", "g = f(g, 0);", "g == 3", nil, both(is("g", 3), same("result", "old n", 0)), before, "the error"},
		// The entry must hold at the call.
		{"g = n;", "f(6, 0);", "g == 6", is("n", 6), is("g", 6), before, ""},
		{"g = n;", "f(7, 0);", "g == 6", is("n", 6), is("g", 6), before, "entry of f"},
		{"g = n;", "f(6, 7);", "g == 6", is("m", 6), is("g", 6), before, "what should hold"},
		{"g = g + 1;", "f(6, 7);", "g == 2", is("g", 1), is("g", 2), before, ""},
		{"g = g + 1;", "f(6, 7);", "g == 2", is("g", 1), is("g", 2), nil, "entry of f"},
		{"g = a[0];", "f(6, 7);", "g == 3", cell("a", 0, 3), is("g", 3), before, ""},
		{"g = a[0];", "f(6, 7);", "g == 3", cell("a", 0, 3), is("g", 3), nil, "entry of f"},
		{"g = a[0];", "f(6, 7);", "g == 3", cell("a", 1, 3), is("g", 3), before, "entry of f"},
		// Nothing is known of the callee's own variables at its entry.
		{"g = 7;", "f(0, 0);", "h == 2", is("k", 0), nil, before, "entry of f"},
		{"g = m;", "f(0, 6);", "g == 6", is("m", 6), is("g", 6), before, ""},
		{"g = m;", "f(6, 0);", "g == 6", is("m", 6), is("g", 6), before, "entry of f"},
		// The exit speaks of what the callee leaves alone, and of arrays at the entry.
		{"g = h;", "f(0, 0);", "g == 2", nil, same("g", "h", 0), before, ""},
		{"g = h;", "f(0, 0);", "g == 2", nil, same("g", "h", 0), nil, "the error"},
		{"g = a[0];", "f(0, 0);", "g == 3", nil, isCell("g", "a", 0), before, ""},
		{"g = a[0]; a[0] = 8;", "f(0, 0);", "g == 3", nil, isCell("g", "old a", 0), both(before, sameCell("a", "a", 0)), ""},
		{"a[0] = 8; g = a[0];", "f(0, 0);", "g == 3", nil, isCell("g", "a", 0), before, "the error"},
		{"a[0] = 8; g = a[0];", "f(0, 0);", "g == 8", nil, both(isCell("g", "a", 0), cell("a", 0, 8)), before, ""},
		{"int o[2] = {8, 9}; g = o[n];", "f(1, 0);", "g == 9", is("n", 1), both(isCell("g", "o", 1), cell("o", 1, 9)), before, ""},
		{"int o[2] = {8, 9}; g = o[n];", "f(1, 0);", "g == 9", is("n", 1), isCell("g", "o", 1), before, "the error"},
		// Nobody comes back.
		{"while (1) ;", "f(0, 0);", "g == 3", nil, func(b *smt.Builder, _ func(string) *smt.Term) []*smt.Term { return []*smt.Term{b.False()} }, nil, "what should hold"},
		{"g = 7;", "f(0, 0);", "g == 3", nil, func(b *smt.Builder, _ func(string) *smt.Term) []*smt.Term { return []*smt.Term{b.False()} }, nil, "what should hold"},
	} {
		p := program(t, strings.NewReplacer("BODY", c.body, "CALL", c.call, "CLAIM", c.claim).Replace(text))
		what := map[string]says{}
		for at, f := range map[string]says{"f exit": c.exit, "main call": c.before} {
			if f != nil {
				what[at] = f
			}
		}
		begins := both(sameCell("a", "old a", 0), same("g", "old g", 0), same("n", "old n", 0), same("m", "old m", 0))
		if c.entry != nil {
			begins = both(begins, c.entry)
		}
		what["f entry"] = begins
		if strings.Contains(c.body, "while") {
			what["f head"] = func(*smt.Builder, func(string) *smt.Term) []*smt.Term { return nil }
			c.why = "" // the exit is not reached
		}
		_, err := Check(context.Background(), p, annotated(t, p, what))
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %s %s: %v, want %q", c.body, c.call, c.claim, err, c.why)
		}
	}
}

// TestInlinedExits: an annotation at the exit of a call that is inlined leads on, like any other:
// what is behind it must be proved from it, and no more is known than it says; whether it is said
// right behind the call, or steps lead on from there.
func TestInlinedExits(t *testing.T) {
	p := program(t, `
		void reach_error(void);
		int g;
		static void f(int n) { g = n; }
		int main(void) { f(3); if (g != 3) reach_error(); return 0; }`)
	for k, right := range map[int64]bool{2: false, 3: true, 4: false} {
		for _, weak := range []bool{false, true} {
			for _, behind := range []bool{false, true} {
				c := everything(p)
				b := c.Builder
				g := Symbol{Var: variable(t, p, "g")}.Term(b)
				after := map[*cfa.Loc]bool{}
				for _, e := range procedure(t, p, "main").Calls {
					after[e.To] = true
				}
				for i := range c.Contexts {
					for j := range c.Contexts[i].Points {
						pt := &c.Contexts[i].Points[j]
						switch l := p.Locs[pt.Loc]; {
						case l.Proc.Name == "f" && l == l.Proc.Exit && weak:
							*pt = Point{Loc: l.ID, Holds: []Annotation{{}}}
						case l.Proc.Name == "f" && l == l.Proc.Exit:
							*pt = Point{Loc: l.ID, Holds: []Annotation{{Conj: []*smt.Term{b.Eq(g, b.IntNum(k))}}}}
						case after[l] && behind:
							*pt = Point{Loc: l.ID, Holds: []Annotation{{Conj: []*smt.Term{b.Eq(g, b.IntNum(3))}}}}
						}
					}
				}
				if _, err := Check(context.Background(), p, c); (err == nil) != (right && !weak) {
					t.Errorf("g = %d at the exit, weak %v, said behind the call too %v: %v", k, weak, behind, err)
				}
			}
		}
	}
}

// TestHintsAreNotTrusted: whatever hints say, a proof stays one, and what is none does not become
// one.
func TestHintsAreNotTrusted(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int g;
		static void f(int n) { g = n; }
		int main(void) {
			int i = 0;
			while (__VERIFIER_nondet_int()) { if (i < 10) i = i + 1; }
			f(3);
			if (g != 3 || i > CLAIM) reach_error();
			return 0;
		}`
	for _, claim := range []string{"10", "9"} {
		p := program(t, strings.Replace(text, "CLAIM", claim, 1))
		bound := func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
			return []*smt.Term{b.Le(v("i"), b.IntNum(10))}
		}
		for _, hint := range []Hint{
			{},
			{To: []Target{{-1, 0}, {1 << 30, 1}}},
			{To: []Target{{0, -1}, {0, 1 << 30}}, Callee: []int{-1, 0, 1, 2, 3, 1 << 30, 2, 2}},
			{Callee: []int{2}},
			{Callee: []int{1, 0, 1}},
		} {
			c := annotated(t, p, map[string]says{"main head": bound, "main call": bound, "f exit": is("g", 3), "f entry": is("n", 3)})
			// A second context of the callee, that knows less; and one that is inlined somewhere
			// else.
			for _, x := range c.Contexts {
				if p.Procs[x.Proc].Name == "f" {
					weak := Context{Proc: x.Proc}
					for _, pt := range x.Points {
						if !pt.Pass {
							pt.Holds = []Annotation{{}}
						}
						weak.Points = append(weak.Points, pt)
					}
					c.Contexts = append(c.Contexts, weak)
				}
			}
			for i := range c.Contexts {
				for j := range c.Contexts[i].Points {
					pt := &c.Contexts[i].Points[j]
					for k := range pt.Holds {
						for _, e := range p.Locs[pt.Loc].Out {
							h := hint
							h.Edge = e.ID
							h.To = append([]Target(nil), hint.To...)
							for _, l := range p.Locs {
								h.To = append(h.To, Target{l.ID, -1}, Target{l.ID, 1}, Target{l.ID, 1 << 30})
							}
							pt.Holds[k].Next = append(pt.Holds[k].Next, h)
						}
					}
				}
			}
			_, err := Check(context.Background(), p, c)
			if (err == nil) != (claim == "10") {
				t.Errorf("at most %s, hints %v: %v", claim, hint, err)
			}
		}
	}
}

// TestCallsOfNothing: a call of a procedure that nothing is said of is refused, and what is passed
// before a call too.
func TestCallsOfNothing(t *testing.T) {
	p := program(t, `
		void reach_error(void); int g;
		static void f(int n) { g = n; }
		int main(void) { g = 1; f(3); if (g == 7) reach_error(); return 0; }`)
	c := annotated(t, p, map[string]says{"f exit": is("g", 3), "f entry": is("n", 3)})
	if _, err := Check(context.Background(), p, c); err != nil {
		t.Error(err)
	}
	less := *c
	less.Contexts = nil
	for _, x := range c.Contexts {
		if p.Procs[x.Proc].Name != "f" {
			less.Contexts = append(less.Contexts, x)
		}
	}
	if _, err := Check(context.Background(), p, &less); err == nil || !strings.Contains(err.Error(), "nothing is said of a call of f") {
		t.Error(err)
	}
	for i := range c.Contexts {
		x := &c.Contexts[i]
		for j := range x.Points {
			if l := p.Locs[x.Points[j].Loc]; l.Proc.Name == "main" && l != l.Proc.Entry && l != l.Proc.Exit {
				x.Points[j] = Point{Loc: l.ID, Pass: true}
			}
		}
	}
	if _, err := Check(context.Background(), p, c); err == nil || !strings.Contains(err.Error(), "a call has no annotation before it") {
		t.Error(err)
	}
}
