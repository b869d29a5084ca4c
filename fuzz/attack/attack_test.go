package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/fuzz/brute"
	"github.com/whet-mc/whet/fuzz/script"
	"github.com/whet-mc/whet/fuzz/small"
)

// gullible is a verifier with a fault: programs with the word in them are safe.
type gullible struct{ word string }

func (g gullible) Verify(ctx context.Context, q Question) Answer {
	if strings.Contains(q.Text, g.word) {
		return Answer{Verdict: "safe"}
	}
	return Answer{Verdict: "unknown", Cause: "incomplete", Reason: "it gave up"}
}

func campaign(t *testing.T, log string, v Verifier) *Campaign {
	t.Helper()
	if len(brute.Ways(context.Background(), t.TempDir(), "lp64", 0)) == 0 {
		t.Skip("no compiler here")
	}
	l, err := OpenLog(log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return &Campaign{Programs: 1, Jobs: 1, Timeout: time.Second, Log: l, Verifier: func() Verifier { return v }}
}

// A fault planted into the verifier is found, kept, and minimised to a program that has little else
// in it.
func TestFindsAFault(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many programs")
	}
	c := campaign(t, "", gullible{"__attribute__((packed))"})
	// several batches: whether a program of the first has the word is chance
	c.Keep, c.Minimise, c.Programs = t.TempDir(), 1, 400
	if err := c.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if c.Log.Sum.Finds() == 0 {
		p, _ := c.Log.Sum.Totals()
		t.Fatalf("the fault is not found in %d programs", p)
	}
	files, _ := filepath.Glob(filepath.Join(c.Keep, "wrong-small-*.c"))
	if len(files) == 0 {
		t.Fatal("nothing is kept")
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s := string(b)
		if !strings.Contains(s, "__attribute__((packed))") || !strings.Contains(s, "reach_error();") || !strings.HasPrefix(s, "// wrong: small ") {
			t.Errorf("%s is no example of it\n%s", f, s)
		}
	}
	first := c.large[0]
	b, err := os.ReadFile(first.name)
	if err != nil {
		t.Fatal(err)
	}
	if short, long := strings.Count(string(b), "\n"), strings.Count(first.head+first.q.Text, "\n"); short > long-8 {
		t.Errorf("%d lines of %d are left\n%s", short, long, b)
	}
}

// A campaign goes on where its log ends, also where a line was cut off, and gives the figures of
// one that was not interrupted.
func TestResumes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, err := OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	add := func(l *Log, name string) {
		if err := l.Add(&Entry{Batch: name, Version: 1, Bodies: 2, Fates: Counts{"small: fine": 2}, Programs: []Program{
			{Kind: "small", Engine: "value", Truth: "safe", Verdict: "safe", Parts: []string{"packed: x"}},
			{Kind: "small", Engine: "auto", Truth: "unsafe", Verdict: "safe", Wrong: true, Parts: []string{"packed: y", "packed: x"}},
		}, Formulas: []Formula{{Logic: "QF_LIA", Answer: "sat", Z3: "sat", Model: "sat"}}}); err != nil {
			t.Fatal(err)
		}
	}
	add(l, "programs 0")
	add(l, "formulas 0")
	l.Close()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"batch":"programs 1","vers`); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if l, err = OpenLog(path); err != nil {
		t.Fatal(err)
	}
	if !l.Done("programs 0") || !l.Done("formulas 0") || l.Done("programs 1") {
		t.Error("the log does not know what it has")
	}
	add(l, "programs 1")
	l.Close()
	if l, err = OpenLog(path); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if p, n := l.Sum.Totals(); p != 6 || n != 3 || l.Sum.Finds() != 3 {
		t.Errorf("%d programs, %d scripts, %d finds", p, n, l.Sum.Finds())
	}
	page := l.Sum.Page()
	for _, want := range []string{"**6 programs**", "| packed | 6 | 3 | 0 | 0 | 0 | 0 | 3 |", "| QF_LIA | 3 | 3 |", "Wrong: **3** programs"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q\n%s", want, page)
		}
	}
}

// Whet itself, in this process: a claim of each truth, a refusal, and the same digest twice.
func TestLibrary(t *testing.T) {
	const text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int() & 3; if (x == %) reach_error(); return 0; }\n"
	ask := func(s string, sibling string) Answer {
		return Library{}.Verify(context.Background(), Question{Name: "p.c", Text: s, Sibling: sibling, Options: whet.Options{Timeout: 20 * time.Second, Jobs: 1}})
	}
	bad := strings.Replace(text, "%", "2", 1)
	if a := ask(bad, ""); a.Verdict != "unsafe" || a.Digest == "" || a.Digest != ask(bad, "").Digest {
		t.Errorf("%+v", a)
	}
	if a := ask(strings.Replace(text, "%", "4", 1), bad); a.Verdict != "safe" || a.Forged == 0 || a.Accepted != 0 {
		t.Errorf("%+v", a)
	}
	if a := ask("int main(void) { return x; }", ""); a.Verdict != "refused" {
		t.Errorf("%+v", a)
	}
}

// Values of inputs that nobody tries have to be ruled out by the program.
func TestGuarded(t *testing.T) {
	for text, want := range map[string]bool{
		"int y2 = __VERIFIER_nondet_int(/* 0..3 */);\n__VERIFIER_assume(y2 >= 0 && y2 <= 3);\n":                                           true,
		"int y2 = __VERIFIER_nondet_int(/* 0..3 */);\nint x1 = (int)y2;\n":                                                                false,
		"int x1 = (int)(__VERIFIER_nondet_int(/* 0..3 */) & 3);\n":                                                                        true,
		"_Bool y2 = __VERIFIER_nondet_bool(/* 0..1 */);\n":                                                                                true,
		"float y2 = __VERIFIER_nondet_float(/* 1..3 */);\n__VERIFIER_assume(y2 >= (float)1 && y2 <= (float)3);\n":                         false,
		"float y2 = __VERIFIER_nondet_float(/* 1..3 */);\n__VERIFIER_assume(y2 >= (float)1 && y2 <= (float)3 && y2 == (float)(int)y2);\n": true,
	} {
		if guarded(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestAsLoop(t *testing.T) {
	p := &small.Program{Sees: 1, Text: "  ALL(0, j, 0, 3, a1[j] <= 2 * j);\n"}
	c := p.Claim(0, []small.Seen{{0: true, 1: true}})
	if c.Truth != "unsafe" || !c.Quant || !strings.Contains(c.Text, `//@ assert \forall integer j; 0 <= j < 3 ==> a1[j] <= 2 * j;`) {
		t.Errorf("%+v", c)
	}
	if got := asLoop(c.Text); !strings.Contains(got, "ALL(0, j, 0, 3, a1[j] <= 2 * j);") {
		t.Error(got)
	}
}

func TestExpressions(t *testing.T) {
	got := expressions("sat\n( ; a comment (\n (define-fun x () Int 3)\n)\n(error \"no ( here\")\nunsat")
	if want := []string{"sat", "(" + strings.Repeat(" ", 14) + "\n (define-fun x () Int 3)\n)", `(error "no ( here")`, "unsat"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	m := modelled("(declare-sort U 0)\n(declare-fun a () U)\n(declare-fun b () Int)\n", "((define-fun a () U (as @U!0 U)))")
	if want := "(declare-sort U 0)\n(declare-fun e_U_0 () U)\n(declare-fun b () Int)\n(define-fun a () U e_U_0)\n"; m != want {
		t.Errorf("%s", m)
	}
}

// Scripts are answered, and what comes with the answers is checked; a wrong answer would be found.
func TestFormulas(t *testing.T) {
	if len(script.Rivals()) == 0 {
		t.Skip("neither z3 nor cvc5 is here")
	}
	if testing.Short() {
		t.Skip("solves many scripts")
	}
	c := &Campaign{Timeout: 5 * time.Second, Keep: t.TempDir()}
	e := &Entry{}
	if err := c.formulas(context.Background(), t.TempDir(), 0, e); err != nil {
		t.Fatal(err)
	}
	f := NewFigures()
	f.Add(e)
	if s := f.solving; s.scripts != scriptBatch || s.wrong != 0 || s.agree < 80 || s.models < 10 || s.cores < 5 || s.interpolants < 3 || s.proofs < 10 {
		t.Errorf("%+v", s)
		for _, p := range e.Formulas {
			if p.Wrong != "" {
				t.Logf("%+v", p)
			}
		}
	}
	for _, p := range []Formula{
		{Answer: "sat", Z3: "unsat"}, {Answer: "unsat", CVC5: "sat"}, {Answer: "sat", Model: "unsat"}, {Answer: "unsat", Core: "sat"},
		{Answer: "unsat", Between: "it has x, which is not on both sides"},
	} {
		if judge(&p); p.Wrong == "" {
			t.Errorf("nothing is wrong with %+v", p)
		}
	}
	for _, p := range []Formula{{Answer: "sat", Z3: "sat", CVC5: "unknown", Model: "sat"}, {Answer: "unknown", Z3: "unsat"}, {Answer: "unsat", Core: "unsat", Between: "right"}} {
		if judge(&p); p.Wrong != "" {
			t.Errorf("%s is wrong with %+v", p.Wrong, p)
		}
	}
}
