package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
	"github.com/whet-mc/whet/report/text"
)

// Each line that ends in a comment "// safe", say, has a property of which that is known.
func TestStatus(t *testing.T) {
	for name, src := range map[string]string{
		"safe": `int main(void) {
	int x = nondet(), y = 0;
	if (x > 3) {
		y = 1;
		assert(y == 1); // safe
	}
	if (y > 1) {
		y = 3;
		assert(y == 5); // unreachable
	}
	if (y == 7)
		reach_error(); // safe
	return 0;
}`,
		"unsafe": `int main(void) {
	int x = nondet();
	if (x > 3)
		assert(x == 5); // unsafe
	assert(x < 100); // unknown
	return 0;
}`,
		"calls": `static void check(int c) {
	if (!c)
		reach_error();
}
int main(void) {
	int x = nondet(), y = 0;
	check(y == 0); // safe
	if (y) {
		x = 2;
		check(x); // unreachable
	}
	return 0;
}`,
		"failing call": `static void check(int c) {
	if (!c)
		reach_error();
}
int main(void) {
	int x = nondet();
	check(x == x); // unknown
	check(x != 3); // unsafe
	return 0;
}`,
	} {
		for _, engine := range []string{"value", "arrays", "widening"} {
			t.Run(name+"/"+engine, func(t *testing.T) {
				src := reporttest.Nondet + src
				r := reporttest.Verify(t, strings.ReplaceAll(src, "assert(", "__VERIFIER_assert("), refine.Options{Engine: engines.Must(engine, engines.Options{Selection: true})})
				if r.Verdict == report.Unknown {
					t.Fatalf("unknown: %s", r.Reason)
				}
				got := map[int]report.Status{}
				for _, c := range r.Checked {
					got[c.Pos.Line] = c.Status
					for _, k := range c.Calls {
						got[k.Pos.Line] = k.Status
					}
				}
				for i, line := range strings.Split(src, "\n") {
					if _, want, ok := strings.Cut(line, "; // "); ok && string(got[i+1]) != want {
						t.Errorf("line %d: %s is %q", i+1, strings.TrimSpace(line), got[i+1])
					}
				}
			})
		}
	}
}

// A run that is cut short says which loop it did not get done with.
func TestStuck(t *testing.T) {
	ctx, stop := effort.Limit(t.Context(), 20_000)
	defer stop()
	r := reporttest.VerifyIn(ctx, t, reporttest.Nondet+`int main(void) {
	unsigned x = 0, y = 0;
	while (nondet()) {
		x++;
		y += 2;
		if (y != 2 * x)
			reach_error();
	}
	return 0;
}`, refine.Options{Engine: engines.Must("value-full", engines.Options{Selection: true}), NoTests: true})
	r.Cause = report.OutOfMemory
	r.Hints = nil
	report.Advise(r)
	if r.Verdict != report.Unknown || len(r.Stuck) != 1 || r.Stuck[0].Pos.Line != 4 {
		t.Fatalf("%s, stuck at %v", r.Verdict, r.Stuck)
	}
	var b bytes.Buffer
	if err := text.Write(&b, r, text.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"open: reach_error(), line 8", "stuck at: the loop in main, line 4", "try: --engine widening"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, &b)
		}
	}
}

// Many that hold are one line; what was told apart stays.
func TestManyProperties(t *testing.T) {
	var b strings.Builder
	b.WriteString(reporttest.Nondet + "int main(void) {\n\tint x = nondet(), y = 0;\n")
	for i := range 40 {
		fmt.Fprintf(&b, "\tif (x == %d && y) reach_error();\n", i)
	}
	b.WriteString("\tif (y) { x = 1; if (x == 2) reach_error(); }\n\treturn 0;\n}\n")
	r := reporttest.Verify(t, b.String(), refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})})
	var buf bytes.Buffer
	if err := text.Write(&buf, r, text.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"line 44  unreachable  reach_error() in main", "proved: 40 checks: reach_error 40", "checked: assert\n"} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("%q is not in\n%s", want, &buf)
		}
	}
	buf.Reset()
	if err := text.Write(&buf, r, text.Style{Verbose: true}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(buf.String(), "  safe  "); n != 40 {
		t.Errorf("%d safe lines in\n%s", n, &buf)
	}
}
