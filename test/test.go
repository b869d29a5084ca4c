// Package test has what the tests of whole runs share. Each folder beside it has those of one subject.
package test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet"
)

// Decls declares an input, an error and a variable that may have any value.
const Decls = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern int n;\n"

// Second is the work that takes about a second, in units of package effort. Tests bound what does
// not end by work, not by time.
const Second = 300_000

// Verify verifies a program with the options, and fails the test where that is an error.
func Verify(t *testing.T, text string, o whet.Options) *whet.Result {
	t.Helper()
	r, err := whet.Verify(context.Background(), whet.Text("t.c", []byte(text)), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
