package run_test

import (
	"context"
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/report"
)

// The result of a run that does not end in time lists what was proved, and the reason why the rest is open.
func TestSoFar(t *testing.T) {
	const hard = `unsigned x = next(), y = x; do y = y * 1664525 + 1013904223; while (y != x); `
	for _, c := range []struct {
		src    string
		proved int // at least
	}{
		{`int a[10]; unsigned next(void); int main(void) { for (int i = 0; i < 10; i++) a[i] = i; ` + hard + `return a[x]; }`, 2},
		{`int a[10]; unsigned next(void); int main(void) { ` + hard + `return a[x]; }`, 0},
	} {
		soFar(t, c.src, c.proved)
	}
}

// soFar interrupts the verification of src before the first engine, and checks what is known then.
func soFar(t *testing.T, src string, least int) {
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	var early *whet.Result
	o := whet.Options{Jobs: 1, Timeout: 20 * time.Second, SoFar: func(result func() *whet.Result) {
		if early == nil {
			stop(&whet.Stopped{Cause: report.Interrupted, Reason: "interrupted"})
			early = result()
		}
	}}
	if _, err := whet.Verify(ctx, whet.Source{Name: "t.c", Text: []byte(src)}, o); err != nil {
		t.Fatal(err)
	}
	if early == nil {
		t.Fatal("SoFar was not called")
	}
	proved, open := 0, 0
	for _, c := range early.Checked {
		switch c.Status {
		case report.Holds:
			proved++
		case report.Open:
			open++
			if c.Reason != "interrupted" {
				t.Errorf("the reason is %q", c.Reason)
			}
		}
	}
	if early.Verdict != whet.Unknown || early.Cause != report.Interrupted || proved < least || open == 0 {
		t.Errorf("%v because of %v, with %d proved and %d open", early.Verdict, early.Cause, proved, open)
	}
}
