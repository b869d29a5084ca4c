package cache

import (
	"testing"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/engines"
)

// TestKeepForgetsNothing: a run that has found out nothing, as one that was cut off, leaves what was
// known before.
func TestKeepForgetsNothing(t *testing.T) {
	u, err := read.LoadBytes("x.c", []byte(`void reach_error(void);
		int main(void) { int i = 0; while (i < 10) i++; if (i != 10) reach_error(); return 0; }`), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Open(t.TempDir(), About{File: "x.c"}, p)
	if err != nil {
		t.Fatal(err)
	}
	prover := &certify.Prover{Program: p}
	out := refine.Run(t.Context(), p, refine.Options{Engine: engines.Must("value", engines.Options{}), Confirm: prover.Confirm})
	c.Keep(out.Verdict, p, out)
	c.Keep(refine.Unknown, p, &refine.Outcome{})
	if k := c.Earlier().Known(t.Context(), p, cert.Task{}); k == nil || len(k.Proofs) != 1 {
		t.Errorf("%+v is known after a run that found out nothing", k)
	}
}
