// Package test holds what the tests of whole runs share. Each folder below it contains the tests of one subject.
package test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/report"
)

// Decls declares an input, an error and a variable that may have any value.
const Decls = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern int n;\n"

// Second is the work that takes about a second, in units of package effort. Tests bound runs that do not end by work,
// not by time.
const Second = 300_000

// Verify verifies a program with the options; an error fails the test.
func Verify(t *testing.T, text string, o whet.Options) *whet.Result {
	t.Helper()
	r, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(text)), o)
	if err != nil {
		t.Fatal(err)
	}
	Reasons(t, r)
	return r
}

// Reasons fails the test if an unknown result has no reason, in words and by kind, or if another result has one. It
// checks the undecided properties and the engines in the same way.
func Reasons(t *testing.T, r *whet.Result) {
	t.Helper()
	row, known := reason.Of(r.Why.Kind)
	switch {
	case r.Verdict != whet.Unknown:
		if r.Reason != "" || r.Why.Given() || r.Cause != "" {
			t.Errorf("%s, and still a reason: %q, %+v", r.Verdict, r.Reason, r.Why)
		}
	case !known || r.Reason == "" || r.Cause == "":
		t.Errorf("unknown for no reason: %q, %+v", r.Reason, r.Why)
	case row.Cause != r.Cause && row.Cause != report.Unsupported && r.Cause != report.Unsupported && r.Cause != report.Gave:
		t.Errorf("the kind %s and the cause %s do not fit", row.Kind, r.Cause)
	}
	for _, c := range r.Checked {
		if _, known := reason.Of(c.Why.Kind); c.Reason != "" && !known {
			t.Errorf("%v is open for a reason without a kind: %q", c.Property, c.Reason)
		}
	}
	for _, a := range r.Engines {
		if _, known := reason.Of(a.Why.Kind); a.Reason != "" && !known {
			t.Errorf("%s gave up for a reason without a kind: %q", a.Engine, a.Reason)
		}
	}
}
