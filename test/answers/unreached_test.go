package answers_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/junit"
	"github.com/whet-mc/whet/report/sarif"
)

// TestUnreached: a line that ends in "// unreachable" has checks that no run reaches, and others have none; where no
// run reaches any check the verdict says so, whatever the engine.
func TestUnreached(t *testing.T) {
	const declared = `extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void exit(int);
#include <assert.h>
`
	for name, c := range map[string]struct{ text, line string }{
		"assumptions": {`int main(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x > 5);
	__VERIFIER_assume(x < 3);
	assert(x == 0); // unreachable
}`, "safe (no run reaches a check)"},
		"of two variables": {`int main(void) {
	int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
	__VERIFIER_assume(x > y);
	__VERIFIER_assume(x < y);
	assert(x == 0); // unreachable
}`, "safe (no run reaches a check)"},
		"in ACSL": {`int main(void) {
	int x = __VERIFIER_nondet_int(), a[3];
	//@ assume x > 5 && x < 3;
	assert(x == 0); // unreachable
}`, "safe (no run reaches a check; assuming assume)"},
		"in a function": {`static void limit(int x) { __VERIFIER_assume(x > 5); __VERIFIER_assume(x < 3); }
int main(void) {
	int x = __VERIFIER_nondet_int();
	limit(x);
	assert(x == 0); // unreachable
}`, "safe (no run reaches a check)"},
		"the end": {`int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x > 0 || x <= 0) exit(0);
	assert(x == 0); // unreachable
}`, "safe (no run reaches a check)"},
		"a branch": {`int main(void) {
	int x = __VERIFIER_nondet_int();
	if (x > 5 && x < 3)
		assert(x == 0); // unreachable
	assert(x != 7 || x > 2);
}`, "safe"},
		"rare": {`int main(void) {
	int x = __VERIFIER_nondet_int();
	__VERIFIER_assume(x > 100000 && x < 100003);
	assert(x > 3);
}`, "safe"},
	} {
		for _, engine := range []string{"auto", "value", "value-full", "arrays", "widening", "predicate", "value+predicate",
			"value-full+predicate", "quantified", "segments", "bmc", "pdr", "exhaustive"} {
			ctx, stop := effort.Limit(t.Context(), 300_000)
			r, err := whet.Verify(ctx, whet.Text("a.c", []byte(declared+c.text)), whet.Options{Engine: engine})
			stop()
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != whet.Safe {
				if engine == "auto" {
					t.Errorf("%s: %s", name, r.VerdictLine())
				}
				continue
			}
			if got := r.VerdictLine(); got != c.line {
				t.Errorf("%s, %s: %s, want %s", name, engine, got, c.line)
			}
			for _, k := range r.Checked {
				want := strings.Contains(strings.Split(declared+c.text, "\n")[k.Pos.Line-1], "// unreachable")
				if (k.Status == report.Unreachable) != want {
					t.Errorf("%s, %s: the check at %v is %s", name, engine, k.Pos, k.Status)
				}
			}
			var b bytes.Buffer
			if err := junit.Write(&b, r); err != nil || strings.Contains(b.String(), "no run comes here") != strings.Contains(c.text, "// unreachable") {
				t.Errorf("%s, %s: %v, in JUnit: %s", name, engine, err, &b)
			}
			b.Reset()
			if err := sarif.Write(&b, r); err != nil || strings.Contains(b.String(), "no run comes here") != strings.Contains(c.text, "// unreachable") {
				t.Errorf("%s, %s: %v, in SARIF: %s", name, engine, err, &b)
			}
		}
	}
}

// TestAskedBeforePromises: a check is asked where its tests are, not at the promise after them, to which no run comes.
func TestAskedBeforePromises(t *testing.T) {
	src := whet.Source{Path: "a.c", Text: []byte(`#include <string.h>
int main(int argc, char **argv) {
	const char *p = argc > 1 ? argv[1] : "ab";
	while (*p == ' ')
		p++;
	return strlen(p) + p[0];
}`)}
	p, err := whet.Lower(src, whet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	asked, _ := report.AskedAt(p)
	promised := 0
	for _, l := range p.Errors {
		for _, e := range l.In {
			if e.From.Promised() == e {
				promised++
			}
		}
	}
	for of, at := range asked {
		for _, l := range at {
			if l.Promised() != nil {
				t.Errorf("%v is asked at a promise", of)
			}
		}
	}
	if promised == 0 {
		t.Error("there is no promise")
	}
}
