package witness_test

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/report/witness"
)

const statements = `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
#define STOP (y = 1)
int g;
int twice(int n) {
  g = g + 1;
  n = n + n;
  return n;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 5)
    y = 1;
  /* here
     */
  if (x == 3) goto out;
  y = 0;
out:
  while (g < 3) twice(g);
  if (y == 1) reach_error();
  return 0;
}
`

// entry is a witness of version 2.1 with what stands in the list of its content.
func entry(kind, content string) string {
	return "- entry_type: " + kind + "\n  metadata: {format_version: '2.1', task: {}}\n  content:\n" + content
}

func invariant(kind, line, value string) string {
	return "  - invariant: {type: " + kind + ", location: {line: " + line + "}, " + value + "}\n"
}

// What other verifiers write is judged: what holds, what does not, and what is not understood or
// would change the program, which is then not proved by it.
func TestWitnessesOfOthersAreJudged(t *testing.T) {
	at := func(line, value string) string {
		return entry("invariant_set", invariant("location_invariant", line, "value: '"+value+"'"))
	}
	contract := func(clauses string) string {
		return entry("invariant_set", invariant("function_contract", "4", "format: acsl_expression, "+clauses))
	}
	ghost := func(typ, update, value string) string {
		return entry("invariant_set", "  - invariant: {type: location_invariant, location: {line: 19}, value: "+value+"}\n") +
			strings.Replace(entry("ghost_instrumentation", ""), "content:\n", "content:\n", 1) +
			"    ghost_variables:\n    - {name: seen, scope: global, type: " + typ + ", initial: {value: 0}}\n" +
			"    ghost_updates:\n    - {location: {line: 16}, updates: [{variable: seen, value: '" + update + "'}]}\n"
	}
	for _, test := range []struct{ name, text, says string }{
		{"holds", at("16", "y >= 0 && y <= 1"), ""},
		{"behind a label", at("17", "g == 0"), ""},
		{"does not hold", at("16", "y == 0"), "does not hold at s.c:16"},
		{"renamed", at("16", "y == 0"), "the program has a macro __VERIFIER_error"},
		{"assigns", at("16", "y = 1"), "w.yml:4:16: the invariant y = 1 is more than an expression without side effects (s.c:16)"},
		{"assigns by a macro", at("16", "STOP"), "without side effects"},
		{"calls", at("16", "twice(1)"), "without side effects"},
		{"belongs to an if", at("12", "y == 0"), "without braces"},
		{"in a comment", at("14", "0"), "where there are no statements"},
		{"unknown names", at("16", "zz > 0"), "not C where it says it"},
		{"result and earlier values", contract(`ensures: '\result == \old(n) + n && g == \old(g) + 1 && g > \at(g, Pre)'`), ""},
		{"precondition", contract(`requires: 'n >= 0 && n < 3'`), ""},
		{"wrong precondition", contract(`requires: 'n == 0'`), "does not hold"},
		{"parameters are those of the call", contract(`ensures: '\result == n'`), "does not hold"},
		{"chained", contract(`ensures: '0 <= \result <= 5'`), "compares a comparison"},
		{"quantifier", contract(`ensures: '\forall int i; i == i'`), "not understood"},
		{"no function", strings.Replace(contract("ensures: '1'"), "line: 4", "line: 16", 1), "no definition of a function"},
		{"ghost", ghost("int", "1 + 0 * y", "seen == 0 || seen == 1"), ""},
		{"ghost that is wrong", ghost("int", "1", "seen == 1"), "does not hold"},
		{"ghost with an effect", ghost("int", "y = 0", "seen < 2"), "without side effects"},
		{"ghost of a pointer type", ghost("int*", "0", "1"), "integers are understood"},
		{"empty", entry("invariant_set", "    []\n"), "has no content: it validates nothing"},
		{"other kind", entry("invariant_set", "  - invariant: {type: future_invariant, value: 1}\n"), `w.yml:4:16: an invariant of type "future_invariant" is not understood`},
		{"no property", strings.Replace(at("16", "1"), "task: {}", "task: {specification: UNUSED, data_model: UNUSED}", 1), ""},
		{"termination", strings.Replace(at("16", "1"), "task: {}", "task: {specification: 'CHECK( init(main()), LTL(F end) )'}", 1), "which is not checked"},
		{"line 0", at("0", "1"), "lines are counted from 1 on"},
		{"cycle", entry("violation_sequence", "  - segment:\n    - waypoint: {type: branching, action: cycle, location: {line: 18}, constraint: {value: 'true'}}\n"), `with the action "cycle" is not understood`},
		{"no violation", entry("violation_sequence", "  - segment:\n    - waypoint: {type: target, action: follow, location: {line: 19}}\n"), "no run that follows the witness reaches an error"},
	} {
		w, err := witness.Read("w.yml", []byte(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		text := strings.Replace(statements, "y == 1) reach", "y == 2) reach", 1)
		if test.name == "renamed" {
			text = "#define __VERIFIER_error nothing\n" + text[strings.Index(text, "\n")+1:]
			text = strings.Replace(text, "#define STOP (y = 1)", "void reach_error(void); int __VERIFIER_nondet_int(void);", 1)
		}
		r, err := whet.ValidateWitness(t.Context(), whet.Text("s.c", []byte(text)), w, whet.Options{Checks: []string{"none"}})
		switch {
		case err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.says == "" && r.Verdict != whet.Safe, test.says != "" && (r.Verdict != whet.Unknown || !strings.Contains(r.Reason, test.says)):
			t.Errorf("%s: %s (%s), not %s", test.name, r.Verdict, r.Reason, test.says)
		}
	}
}

// A violation ends at its target.
func TestTheTargetIsWhereTheErrorIs(t *testing.T) {
	const text = "extern void reach_error(void);\nint main(void) {\n  reach_error();\n  return 0; }\n"
	for line, want := range map[string]whet.Verdict{"3": whet.Unsafe, "4": whet.Unknown} {
		w, err := witness.Read("w.yml", []byte(entry("violation_sequence", "  - segment:\n    - waypoint: {type: target, action: follow, location: {line: "+line+"}}\n")))
		if err != nil {
			t.Fatal(err)
		}
		r, err := whet.ValidateWitness(t.Context(), whet.Text("t.c", []byte(text)), w, whet.Options{Checks: []string{"none"}})
		if err != nil || r.Verdict != want {
			t.Errorf("line %s: %v %s %s", line, err, r.Verdict, r.Reason)
		}
	}
}

// Each of two loops on a line has its own invariant, in which a name means what it means there.
func TestLoopsOnOneLine(t *testing.T) {
	src := whet.Text("two.c", []byte(`extern void reach_error(void);
int main(void) { int n = 0, m = 7;
  for (int k = 0; k < 5; k++) { int t = k, m = 3; while (t > 0) { t--; if (n < 9) n++; if (m != 3) n = 50; } }
  if (n > 9 || m != 7) reach_error(); return 0; }`))
	r := verify(t, src, whet.Options{Engine: "predicate", Checks: []string{"none"}}, whet.Safe)
	w, err := witness.FromProof(t.Context(), r, "")
	if err != nil || len(w.Invariants) != 2 {
		t.Fatalf("%v, %+v", err, w)
	}
	for i, m := range []string{"m == 7", "m == 3"} {
		if v := w.Invariants[i].Value; !strings.Contains(v, m) {
			t.Errorf("%s does not say %s", v, m)
		}
	}
	if v, err := whet.ValidateWitness(t.Context(), src, w, whet.Options{Checks: []string{"none"}}); err != nil || v.Verdict != whet.Safe {
		t.Errorf("%v %v", err, v)
	}
}

// The witness of each engine that has invariants says them, and is right.
func TestEnginesHaveInvariants(t *testing.T) {
	const head = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
	count := head + "int main(void) {\n int n = __VERIFIER_nondet_int(), i = 0;\n while (i < n) i++;\n if (n > 0 && i != n) reach_error(); return 0; }"
	small := head + "int main(void) {\n unsigned long u = 1;\n for (int i = 0; i < 3; i++) u = 1 + (u > 5);\n if (u > 2) reach_error(); return 0; }"
	calls := head + "int g;\nstatic int step(int n) {\n g = n; return n + 1; }\nint main(void) {\n int s = 0;\n while (__VERIFIER_nondet_int()) { s = step(4); if (s != 5 || g != 4) reach_error(); }\n return 0; }"
	// what is declared behind a function is not known there
	late := strings.Replace(strings.Replace(strings.Replace(calls, "int g;", "void set(int);", 1), "g = n", "set(n)", 1), "int main", "int g;\nvoid set(int n) { g = n; }\nint main", 1)
	for _, test := range []struct{ engine, text, format, says string }{
		{"predicate", count, "", "i <= n"}, {"value+predicate", count, "", "i <= n"}, {"widening", count, "", "i <= n"},
		{"quantified", count, "", "n >= i"}, {"pdr", count, "", "i"}, {"bmc", count, "", "i"},
		{"widening", late, "2.1", "n == 4"},
		{"value", small, "", "ULL"}, {"arrays", small, "", "ULL"},
		{"widening", calls, "2.1", `\result == 5`}, {"widening", calls, "2.1", "n == 4"},
	} {
		src := whet.Text("p.c", []byte(test.text))
		r := verify(t, src, whet.Options{Engine: test.engine, Checks: []string{"none"}}, whet.Safe)
		w, err := witness.FromProof(t.Context(), r, test.format)
		if err != nil {
			t.Fatal(err)
		}
		_, text := written(t, w)
		if !strings.Contains(text, test.says) {
			t.Errorf("%s does not say %s:\n%s", test.engine, test.says, text)
		}
		if err := fits(t, []byte(text)); err != nil {
			t.Errorf("%s: %v", test.engine, err)
		}
		if v, err := whet.ValidateWitness(t.Context(), src, w, whet.Options{Checks: []string{"none"}}); err != nil || v.Verdict != whet.Safe {
			t.Errorf("%s: %v %v\n%s", test.engine, err, v, text)
		}
	}
}

// Programs of Goblint's tests are read; its annotations neither stop a run nor say that one comes
// there with some values only.
func TestAnnotationsOfGoblint(t *testing.T) {
	for want, limit := range map[whet.Verdict]string{whet.Safe: "4", whet.Unsafe: "3"} {
		verify(t, whet.Text("g.c", []byte(`#include <goblint.h>
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int();
  __goblint_check(x > 9); __goblint_assume(x > 9); __goblint_assert(x > 9);
  if (x <= 9 && x > `+limit+`) x = 4;
  if (x == 4 && `+limit+` == 3) reach_error();
  return 0; }`)), whet.Options{Checks: []string{"none"}}, want)
	}
}

// What a witness says can have no meaning in C. A run that ends there, where nobody asked for that to
// be checked, does not come to the error behind: no such witness makes a program safe.
func TestInvariantsWithoutMeaning(t *testing.T) {
	const text = `#include <stdlib.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int f(int n) {
  return n; }
int main(void) {
  int x = __VERIFIER_nondet_int(), z = 0, a[3] = {1, 2, 3}, *q = 0, *p = malloc(4);
  if (!p) return 0;
  *p = 5; free(p);
  while (z < 5) z++;
  f(z);
  if (x == 77) reach_error();
  return 0; }
`
	values := []string{
		"1/(z-z) == 0 || 1", "1 % (x/0) || 1", "(-2147483647-1+z-z)/(z-z-1) || 1", "*q == 0 || 1", "*p == 5 || 1", "a[z] || 1", "a[-1] || 1", "q[z] || 1",
		"*(int*)12345678 || 1", "1 << -1 || 1", "1 >> (z-z-1) || 1", "*(x == 77 ? q : &x) || 1", "x == 77 && 1/(x-77) ? 1 : 1", "*(a+z) || 1", "(&a[5])[-1] || 1",
	}
	try := func(content string) {
		w, err := witness.Read("w.yml", []byte(content))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := effort.Limit(t.Context(), 300_000)
		defer cancel()
		r, err := whet.ValidateWitness(ctx, whet.Text("b.c", []byte(text)), w, whet.Options{Checks: []string{"none"}})
		if err != nil || r.Verdict != whet.Unknown {
			t.Errorf("%v, %v\n%s", err, r, content)
		}
	}
	for _, v := range values {
		try(entry("invariant_set", invariant("location_invariant", "11", "value: '"+v+"'")))
		try(entry("invariant_set", invariant("loop_invariant", "9", "value: '"+v+"'")))
	}
	for _, c := range []string{`ensures: '\result / (n - n) == 0 || 1'`, `ensures: '\old(*(int*)0) == 0 || 1'`, `requires: '1 % (n - n) || 1'`} {
		try(entry("invariant_set", invariant("function_contract", "3", "format: acsl_expression, "+c)))
	}
}
