package answers_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/test"
)

// Every program in testdata says in its first lines what is expected of it.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*.c")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	expected := regexp.MustCompile(`(?m)^// expected: (safe|unsafe|unknown)(?:, by engine (\w+))?(, by what C leaves undefined)?$`)
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			m := expected.FindSubmatch(text)
			if m == nil {
				t.Fatal("no line says what is expected")
			}
			decides := "value" // the default engine has to decide those that name no other
			if e := string(m[2]); e != "" {
				decides = e
			}
			checks := []string{"none"}
			if m[3] != nil {
				checks = nil
			}
			for engine, limit := range map[string]int64{"value": test.Second, "value-full": test.Second, decides: 100 * test.Second} {
				ctx, cancel := effort.Limit(t.Context(), limit)
				r, err := whet.Verify(ctx, whet.File(f), whet.Options{Engine: engine, Checks: checks})
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				if engine != decides && r.Verdict == whet.Unknown {
					continue
				}
				if string(r.Verdict) != string(m[1]) {
					t.Errorf("engine %s: %s (%s), expected %s", engine, r.Verdict, r.Reason, m[1])
				}
			}
		})
	}
}

const (
	noBug  = "int main(void) { return 0; }\n"
	aBug   = "int main(void) { if (n == 2) reach_error(); return 0; }\n"
	endlss = "int main(void) { unsigned x = 0, y = 0; while (1) { x++; y += 7; if (x + y == 4294967295u) reach_error(); } }\n"
)

// Annotations are claims and assumptions; those that cannot be read make verdicts unknown that rest
// on them, and no others.
func TestACSL(t *testing.T) {
	const array = "extern void __VERIFIER_assume(int); int a[4];\n"
	for _, c := range []struct {
		name, text string
		want       whet.Verdict
		line       string
	}{
		{"none", noBug, whet.Safe, ""},
		{"an assertion that fails", "int main(void) {\n //@ assert n > 0;\n return 0; }", whet.Unsafe, ""},
		{"one that holds", "int main(void) {\n if (n > 2) {\n //@ assert n > 0;\n }\n return 0; }", whet.Safe, ""},
		{"at the end of a block", "int main(void) {\n if (n > 2) {\n n = 0; //@ assert n > 0;\n }\n return 0; }", whet.Unsafe, ""},
		{"the body of an if", "int main(void) {\n if (n > 2)\n //@ assert n > 3;\n return 1;\n return 0; }", whet.Unsafe, ""},
		{"the body of an else", "int main(void) {\n if (n > 2) return 1; else\n /*@ assert n <= 2; */\n return 0; }", whet.Safe, ""},
		{"in the middle of an expression", "int main(void) {\n n = /*@ assert n > 2; */ 1;\n return 0; }", whet.Unknown, "assertion at line 3"},
		{"in the head of a loop", "int main(void) {\n for (n = 0; /*@ assert n > 2; */ n < 5; n++) ;\n return 0; }", whet.Unknown, "assertion at line 3"},
		{"outside of functions", "//@ assert n > 0;\n" + noBug, whet.Unknown, "assertion at line 2"},
		{"what is not read does not hide a bug", "//@ assert n > 0;\n" + aBug, whet.Unsafe, ""},
		{"mathematical integers", "int main(void) {\n //@ assert n + 1 > n;\n return 0; }", whet.Safe, ""},
		{"C's arithmetic", "int main(void) {\n //@ assert (int)(n + 1) > n;\n return 0; }", whet.Unsafe, ""},
		{"a chain", "int main(void) {\n if (n > 2 && n < 5) {\n //@ check 2 < n <= 4;\n }\n return 0; }", whet.Safe, ""},
		{"implication and equivalence", "int main(void) {\n //@ assert (n > 2 ==> n > 1) && (n == 2 <==> 2 == n);\n return 0; }", whet.Safe, ""},
		{"all", array + "int main(void) {\n a[2] = 1;\n //@ assert \\forall integer k; 0 <= k < 4 ==> a[k] == (k == 2 ? 1 : 0);\n return 0; }", whet.Safe, ""},
		{"not all", array + "int main(void) {\n a[2] = n;\n //@ assert \\forall integer k; 0 <= k < 4 ==> a[k] != 7;\n return 0; }", whet.Unsafe, ""},
		{"two disjuncts have variables of their own", array + "int main(void) {\n a[2] = 1; a[3] = 2;\n //@ assert (\\forall integer k; 0 <= k < 4 ==> a[k] != 1) || (\\forall integer k; 0 <= k < 4 ==> a[k] != 2);\n return 0; }", whet.Unsafe, ""},
		{"some", array + "int main(void) {\n a[2] = 1;\n //@ assert \\exists integer k; 0 <= k < 4 && a[k] == 1;\n return 0; }", whet.Safe, ""},
		{"none of them", array + "int main(void) {\n a[2] = 1;\n //@ assert \\exists integer k; 0 <= k < 4 && a[k] == 2;\n return 0; }", whet.Unsafe, ""},
		{"some without bounds", array + "int main(void) {\n //@ assert \\exists integer k; a[k] == 2;\n return 0; }", whet.Unknown, "assertion at line 4"},
		{"not some", array + "int main(void) {\n //@ assert !(\\exists integer k; 0 <= k < 4 && a[k] != 0);\n return 0; }", whet.Safe, ""},
		{"an assumption", "int main(void) {\n //@ assume n > 2;\n if (n == 2) reach_error(); return 0; }", whet.Safe, ""},
		{"admitted", "int main(void) {\n //@ admit n > 1;\n if (n == 2) reach_error(); return 0; }", whet.Unsafe, ""},
		{"of all", array + "extern int b[4];\nint main(void) {\n //@ assume \\forall integer k; 0 <= k < 4 ==> b[k] > 2;\n if (b[n & 3] == 2) reach_error(); return 0; }", whet.Safe, ""},
		{"of some", array + "extern int b[4];\nint main(void) {\n //@ assume \\exists integer k; 0 <= k < 4 && b[k] > 2;\n if (b[1] == 3) reach_error(); return 0; }", whet.Unsafe, ""},
		{"a loop invariant", "int main(void) {\n n = 3; /*@ loop assigns n;\n   @ loop invariant n >= 0;\n */ while (n) { n--; } return 0; }", whet.Safe, ""},
		{"one that does not hold", "int main(void) {\n n = 3; /*@ loop assigns n;\n   @ loop invariant n > 0;\n */ while (n) { n--; } return 0; }", whet.Unsafe, ""},
		{"one without a loop", "int main(void) {\n /*@ loop invariant n > 0; */ n = 0; return 0; }", whet.Unknown, "clause 'loop invariant' at line 3"},
		{"for a behaviour", "int main(void) {\n //@ for b: check n > 0;\n return 0; }", whet.Unknown, "check at line 3"},
		{"ghost code", "int main(void) {\n //@ ghost int g = 0;\n return 0; }", whet.Safe, ""},
		{"a comment", "int main(void) {\n // assert n > 0;\n return 0; }", whet.Safe, ""},
		{"frame clauses", "/*@ assigns n; */\n" + noBug, whet.Safe, ""},
		{"a precondition of main is an assumption", "/*@ requires n > 2; */\n" + aBug, whet.Safe, ""},
		{"a precondition of another is a claim", "/*@ requires m > 2; */\nvoid f(int m) { }\nint main(void) { f(n); return 0; }", whet.Unsafe, ""},
		{"where it is called only", "/*@ requires n > 2; */\nvoid f(void) { }\n" + noBug, whet.Safe, ""},
		{"a postcondition", "/*@ ensures n > 2 ==> \\fresh(&n, 1); */\nint f(void) { return 0; }\n" + noBug, whet.Unknown, "clause 'ensures' at line 2"},
		{"labels of states", "int main(void) {\n //@ assert n == \\at(n, Pre);\n return 0; }", whet.Safe, ""},
		{"labels of loops", "int main(void) {\n //@ assert n == \\at(n, LoopEntry);\n return 0; }", whet.Unknown, "assertion at line 3"},
		{"predicates", "int main(void) {\n //@ assert \\valid(&n);\n return 0; }", whet.Safe, ""},
		{"a name", "int main(void) {\n //@ assert trivial: n >= 0 || n < 0;\n return 0; }", whet.Safe, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := test.Verify(t, test.Decls+c.text, whet.Options{Engine: "arrays"})
			if r.Verdict != c.want || !strings.Contains(r.Reason, c.line) {
				t.Errorf("%s (%s)", r.Verdict, r.Reason)
			}
			if r.Verdict == whet.Unknown && (r.Property != nil || r.Trace != nil || r.Inputs != nil || r.Cause != report.Unsupported) {
				t.Errorf("what was taken back is still there: %v, %v, %v, %v", r.Property, r.Trace, r.Inputs, r.Cause)
			}
		})
	}
}

// A library keeps no state: runs at the same time do not disturb each other.
func TestAtTheSameTime(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			text, want := test.Decls+noBug, whet.Safe
			if i%2 == 1 {
				text, want = test.Decls+aBug, whet.Unsafe
			}
			r, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(text)), whet.Options{})
			if err != nil || r.Verdict != want {
				t.Errorf("%d: %v, %v", i, r, err)
			}
		}()
	}
	wg.Wait()
}

// What fails inside is an error that says so, and never a verdict.
func TestInternalError(t *testing.T) {
	r, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(noBug)), whet.Options{Progress: func(whet.Progress) { panic("oops") }})
	var bad *whet.InternalError
	if r != nil || !errors.As(err, &bad) || bad.Panic != "oops" || len(bad.Stack) == 0 {
		t.Errorf("%v, %v", r, err)
	}
}

func TestErrors(t *testing.T) {
	_, err := whet.Verify(context.Background(), whet.File("../../testdata/no such file.c"), whet.Options{})
	var bad *lang.Errors
	if !errors.As(err, &bad) {
		t.Errorf("a missing file: %v", err)
	}
	_, err = whet.Verify(context.Background(), whet.Text("t.c", nil), whet.Options{})
	if err == nil {
		t.Error("a source that is nothing at all is accepted")
	}
	for _, o := range []whet.Options{{Engine: "x"}, {Arith: "x"}, {DataModel: "x"}, {Scope: "x"}, {Order: "x"}} {
		_, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(noBug)), o)
		var v *whet.ValueError
		if !errors.As(err, &v) || v.Value != "x" || len(v.Choices) == 0 {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// On some layout p + n wraps around the address space and is below end, where n is as wide as a
// pointer: no engine says safe then, and every one may where n is bounded or too narrow for that.
func TestPointersThatRoam(t *testing.T) {
	const text = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
		int main(void) {
			char buf[4], *p = buf, *end = buf + 4;
			int n = __VERIFIER_nondet_int();
			if (n < 0 || n > LIMIT) return 0;
			if (p + (n MASK) > end) return 0;
			if ((n MASK) > 4) reach_error();
		}`
	for _, c := range []struct {
		model string
		limit string
		mask  string
		want  whet.Verdict
	}{
		{"ilp32", "0x7fffffff", "", whet.Unknown},
		{"ilp32", "0x7fffffff", "& -4", whet.Unknown},
		{"ilp32", "0x7fffffff", "& 7", whet.Safe},
		{"ilp32", "100000", "", whet.Safe},
		{"lp64", "0x7fffffff", "", whet.Safe},
	} {
		for _, engine := range []string{"value", "predicate", "bmc", "arrays", "widening", "quantified", "auto"} {
			ctx, cancel := effort.Limit(t.Context(), 5*test.Second)
			r, err := whet.Verify(ctx, whet.Text("t.c", []byte(text)), whet.Options{Engine: engine, Checks: []string{"none"}, DataModel: c.model, Defines: []string{"LIMIT=" + c.limit, "MASK=" + c.mask}})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != c.want && (r.Verdict != whet.Unknown || engine == "bmc") {
				t.Errorf("%s, n %s up to %s, engine %s: %s (%s), expected %s", c.model, c.mask, c.limit, engine, r.Verdict, r.Reason, c.want)
			}
		}
	}
}

// A program may print a pointer to a string and read it again. It leads to the same object, although text is not followed to
// what it was made from.
func TestAddressesAsText(t *testing.T) {
	const head = "#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\nextern void reach_error(void);\nstatic int a = 1;\nstatic void f(void) { a = 0; }\n" +
		"static void print(char *b, const char *s, ...) { va_list l; va_start(l, s); vsprintf(b, s, l); va_end(l); }\nint main(void) {\n" +
		"char b[40]; int *q = 0; unsigned long v = 0; void (*g)(void) = 0;\n"
	for name, c := range map[string]struct {
		body string
		safe bool
	}{
		"a pointer":      {`sprintf(b, "%p", (void *)&a); if (sscanf(b, "%p", (void **)&q) == 1) *q = 0;`, false},
		"a number":       {`sprintf(b, "%lu", (unsigned long)&a); if (sscanf(b, "%lu", &v) == 1) { q = (int *)v; *q = 0; }`, false},
		"strtoul":        {`sprintf(b, "%lx", (unsigned long)&a); v = strtoul(b, 0, 16); if (v) { q = (int *)v; *q = 0; }`, false},
		"by a file":      {`FILE *f = tmpfile(); if (!f) return 1; fprintf(f, "%p", (void *)&a); rewind(f); if (fscanf(f, "%p", (void **)&q) == 1) *q = 0;`, false},
		"by a list":      {`print(b, "%p", (void *)&a); if (sscanf(b, "%p", (void **)&q) == 1) *q = 0;`, false},
		"another list":   {`int c = 2; print(b, "%d %s", c, "x"); if (sscanf(b, "%p", (void **)&q) == 1 && q == 0) puts(b);`, true},
		"a function":     {`sprintf(b, "%lu", (unsigned long)f); if (sscanf(b, "%lu", &v) == 1) { g = (void (*)(void))v; g(); }`, false},
		"not the object": {`int c = 2; sprintf(b, "%d %s", c, "x"); if (sscanf(b, "%d", &c) == 1 && c == 7) puts(b);`, true},
	} {
		ctx, cancel := effort.Limit(t.Context(), 2*test.Second)
		r, err := whet.Verify(ctx, whet.Text("t.c", []byte(head+c.body+"\nif (a != 1) reach_error();\nreturn 0; }")), whet.Options{Checks: []string{"none"}})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if (r.Verdict == whet.Safe) != c.safe {
			t.Errorf("%s: %s (%s)", name, r.Verdict, r.Reason)
		}
	}
}
