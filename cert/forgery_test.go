package cert

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// ending is a context that has ended when it is asked for the nth time.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestStoppedAnywhere: whenever a check is stopped, it does not accept what is no proof, and says
// that it was stopped.
func TestStoppedAnywhere(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int g;
		static int f(int n) { int k = 0; while (__VERIFIER_nondet_int()) { if (k < 3) k = k + 1; } g = g + n; return k; }
		int main(void) {
			int r = 0;
			for (int i = 0; i < 2; i = i + 1) r = r + f(i);
			if (r * r == 9 && g == 1) reach_error();
			return 0;
		}`
	p := program(t, text)
	open := func(change func(c *Certificate)) *Certificate {
		c := openHeads(p)
		change(c)
		return c
	}
	for name, make := range map[string]func() *Certificate{
		"annotations": func() *Certificate { return open(func(*Certificate) {}) },
		"induction":   func() *Certificate { return open(func(c *Certificate) { c.Induction = 2 }) },
		"unwinding":   func() *Certificate { return &Certificate{Builder: smt.NewBuilder(), Unwind: 4} },
		"invariants": func() *Certificate {
			return open(func(c *Certificate) {
				c.Induction = 1
				for _, l := range p.Locs {
					if l.LoopHead {
						c.Heads = append(c.Heads, Head{l.ID, []*smt.Term{c.Builder.True()}})
					}
				}
			})
		},
	} {
		stops := 0
		for n := 0; ; n++ {
			ctx := &ending{context.Background(), n}
			_, err := Check(ctx, p, make())
			if err == nil {
				t.Fatalf("%s, stopped at question %d: accepted", name, n)
			}
			e := err.(*Error)
			if ctx.left >= 0 {
				if e.Err != nil {
					t.Errorf("%s: stopped by nothing: %v", name, err)
				}
				break
			}
			if stops++; e.Err == nil && !strings.Contains(e.Why, "need not hold") {
				t.Errorf("%s, stopped at question %d: %v", name, n, err)
			}
			if n > 40 {
				n += n / 8
			}
		}
		if stops < 5 {
			t.Errorf("%s: only %d moments", name, stops)
		}
	}
}

// TestRounds: of a loop that goes wrong in one round only, that round is looked at, whichever it
// is: by the start, or by the middle.
func TestRounds(t *testing.T) {
	for k := 1; k <= 4; k++ {
		for round := 0; round <= k+2; round++ { // 0: in none
			p := program(t, fmt.Sprintf(`
				void reach_error(void); int __VERIFIER_nondet_int(void);
				int main(void) {
					int i = 0;
					while (__VERIFIER_nondet_int()) {
						if (i > 1000) return 0;
						i = i + 1;
						if (i == %d) reach_error();
					}
					return 0;
				}`, round))
			least := func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
				return b.And(b.Le(b.IntNum(0), v("i")), b.Le(v("i"), b.IntNum(1001)))
			}
			c := byHand(t, p, least)
			c.Induction = k
			if _, err := Check(context.Background(), p, c); (err == nil) != (round == 0) {
				t.Errorf("induction with k = %d, an error in round %d: %v", k, round, err)
			}
			p = program(t, fmt.Sprintf(`
				void reach_error(void); int __VERIFIER_nondet_int(void);
				int main(void) {
					for (int i = 1; i <= %d; i = i + 1) if (i == %d && __VERIFIER_nondet_int()) reach_error();
					return 0;
				}`, k, round))
			if _, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: k}); (err == nil) != (round == 0 || round > k) {
				t.Errorf("unwinding %d rounds, an error in round %d: %v", k, round, err)
			}
			if _, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: max(1, k-2)}); (err == nil) != (k < 3 && (round == 0 || round > k) && k <= max(1, k-2)) {
				t.Errorf("unwinding %d of %d rounds, an error in round %d: %v", max(1, k-2), k, round, err)
			}
		}
	}
}

// TestEntriesInInductions: what auxiliary annotations say of values at the entry is of no use to an
// induction, in which a procedure is entered more than once.
func TestEntriesInInductions(t *testing.T) {
	p := program(t, `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		static int f(int n) { int r = 0; while (__VERIFIER_nondet_int()) r = 1; return r; }
		int main(void) { int s = f(1); if (s + f(2) == 2) reach_error(); return 0; }`)
	n := same("n", "old n", 0)
	c := annotated(t, p, map[string]says{"f entry": n, "f head": n})
	c.Induction = 1
	if _, err := Check(context.Background(), p, c); err == nil || !strings.Contains(err.Error(), "the error") {
		t.Error(err)
	}
}

// TestInstancesAreFree: what a variable's value was read for, in whichever procedure, does not
// allow for any value of it.
func TestInstancesAreFree(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		extern int ghost; int g;
		static void leaf(void) { g = 2; READLEAF }
		static void f(void) { g = 1; leaf(); g = 3; }
		int main(void) { BEFORE f(); AFTER if (g == 7) reach_error(); return 0; }`
	for _, c := range []struct{ before, leaf, after, at, why string }{
		{"", "", "", "main", ""},
		{"", "", "", "leaf", ""},
		{"if (ghost) g = 4;", "", "", "leaf", "may have been read"},
		{"if (ghost) g = 4;", "", "", "f", "may have been read"},
		{"if (ghost) g = 4;", "", "", "main", "may have been read"},
		{"", "if (ghost) g = 4;", "", "f", "may have been read"},
		{"", "if (ghost) g = 4;", "", "main", "may have been read"},
		{"", "", "if (ghost) g = 4;", "f", ""},
		{"", "", "if (ghost) g = 4;", "leaf", ""},
		{"", "", "ghost = 4;", "leaf", "sets it"},
	} {
		p := program(t, strings.NewReplacer("BEFORE", c.before, "READLEAF", c.leaf, "AFTER", c.after).Replace(text))
		cert := everything(p)
		// The last edge of the procedure that sets a variable.
		var edge *cfa.Edge
		for _, e := range p.Edges {
			if _, ok := e.Op.(*cfa.Assign); ok && e.From.Proc.Name == c.at && (edge == nil || e.From.Index > edge.From.Index) {
				edge = e
			}
		}
		if c.at == "main" {
			for _, l := range procedure(t, p, "main").Locs {
				for _, e := range l.Out {
					if _, ok := e.Op.(*cfa.Assume); ok {
						edge = e
					}
				}
			}
		}
		for _, v := range p.Vars {
			if v.Name == "ghost" {
				cert.Instances = []Instance{{edge.ID, []Value{{v.ID, cert.Builder.IntNum(3)}}}}
			}
		}
		_, err := Check(context.Background(), p, cert)
		if c.why == "" && err != nil && strings.Contains(err.Error(), "need not have any value") ||
			c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("before %q, in leaf %q, after %q, at %s: %v, want %q", c.before, c.leaf, c.after, c.at, err, c.why)
		}
	}
}

// TestKeptFacts: with something said at each location, a step keeps what it does not touch, without
// a question to the solver, and nothing that it does.
func TestKeptFacts(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int g, h, a[3], c[3];
		int main(void) {
			int i = 1; g = 1; a[0] = 1; h = 5; c[0] = 5;
			while (__VERIFIER_nondet_int()) { STEP }
			if (BAD) reach_error();
			return 0;
		}`
	facts := map[string]says{
		"g":    is("g", 1),
		"i":    is("i", 1),
		"a[0]": cell("a", 0, 1),
		"g + i": func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
			return []*smt.Term{b.Or(b.Eq(v("g"), b.IntNum(1)), b.Eq(v("i"), b.IntNum(1)))}
		},
		"g + a[0]": func(b *smt.Builder, v func(string) *smt.Term) []*smt.Term {
			return []*smt.Term{b.Eq(v("g"), b.Select(v("a"), b.IntNum(0)))}
		},
	}
	for name, f := range facts {
		for step, touched := range map[string]string{
			"h = 2;": "", "c[0] = 2;": "", "h = c[0];": "", "c[h & 1] = g;": "", "a[1] = 4;": "", ";": "",
			"g = 2;": "g", "i = 2;": "i", "a[0] = 2;": "a[0]", "a[g] = 2;": "", "g = h;": "g", "i = c[0];": "i", "a[h & 1] = 4;": "a[0]",
			"g = 1;": "", "i = 1;": "", "a[0] = 1;": "",
		} {
			bad := map[string]string{"g": "g != 1", "i": "i != 1", "a[0]": "a[0] != 1", "g + i": "g != 1 && i != 1", "g + a[0]": "g != a[0]"}[name]
			p := program(t, strings.NewReplacer("STEP", step, "BAD", bad).Replace(text))
			// Said at the head of the loop only, and at each location in it too.
			for _, everywhere := range []bool{false, true} {
				with := f
				if name == "g + a[0]" || strings.Contains(step, "[g]") {
					with = both(f, is("g", 1), cell("a", 0, 1))
				}
				c := annotated(t, p, map[string]says{"main head": with})
				if everywhere {
					var conj []*smt.Term
					for _, x := range c.Contexts {
						for _, pt := range x.Points {
							if l := p.Locs[pt.Loc]; l.LoopHead {
								conj = pt.Holds[0].Conj
							}
						}
					}
					for i := range c.Contexts {
						for j := range c.Contexts[i].Points {
							pt := &c.Contexts[i].Points[j]
							if l := p.Locs[pt.Loc]; pt.Pass && l.Depth > 0 {
								*pt = Point{Loc: pt.Loc, Holds: []Annotation{{Conj: conj}}}
							}
						}
					}
				}
				st, err := Check(context.Background(), p, c)
				want := touched == "" || !strings.Contains(name, touched)
				if with := name == "g + a[0]" || strings.Contains(step, "[g]"); with && touched != "" && (touched == "g" || touched == "a[0]") {
					want = false
				}
				if (err == nil) != want {
					t.Errorf("%s, after %s, everywhere %v: %v", name, step, everywhere, err)
				}
				if err == nil && (step == "h = 2;" || step == "c[0] = 2;" || step == ";") && st.Queries > map[string]int{"g + i": 1}[name] {
					t.Errorf("%s, after %s, everywhere %v: %d questions", name, step, everywhere, st.Queries)
				}
			}
		}
	}
}

// TestPointers: memory that is reached by pointers begins at the first page and ends with the
// addresses that there are, and accesses are aligned. A run that is elsewhere ends; one that is
// there does not.
func TestPointers(t *testing.T) {
	const text = `
		void reach_error(void); int __VERIFIER_nondet_int(void);
		int x, y; long at;
		int main(void) {
			int *p = __VERIFIER_nondet_int() ? &x : &y;
			BEFORE
			at = (long) p;
			if (CLAIM) reach_error();
			return 0;
		}`
	for _, c := range []struct {
		before, bad string
		want        bool
	}{
		{"*p = 3;", "*p != 3", true},
		{"*p = 3;", "*p == 3", false},
		{"*p = 3;", "x != 3 && y != 3", true},
		{"*p = 3;", "x == 3 && y == 3", true},
		{"x = 1; y = 1; *p = 3;", "x + y != 4", true},
		{"*p = 3;", "x != 3", false},
		{"*p = 3;", "y != 3", false},
		{"*p = 3;", "p == 0", true},
	} {
		p := program(t, strings.NewReplacer("BEFORE", c.before, "CLAIM", c.bad).Replace(text))
		for _, cert := range []*Certificate{everything(p), {Builder: smt.NewBuilder(), Unwind: 1}} {
			if _, err := Check(context.Background(), p, cert); (err == nil) != c.want {
				t.Errorf("%s, then %s (unwind %d): %v", c.before, c.bad, cert.Unwind, err)
			}
		}
	}
}
