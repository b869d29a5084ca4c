package whet

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
)

// TestTestdata: the safe programs of the repository have certificates.
func TestTestdata(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no programs", err)
	}
	proofs := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range []string{"value", "widening"} {
			ctx, stop := effort.Limit(t.Context(), 300_000)
			r, err := Verify(ctx, Text(f, text), Options{Engine: engine, Checks: []string{"none"}})
			stop()
			if err != nil || r.Verdict != Safe {
				if err == nil && strings.Contains(r.Reason, "did not check") {
					t.Errorf("%s: %s", f, r.Reason)
				}
				continue
			}
			proofs++
			if r.Proof == nil || r.Certificate() == nil {
				t.Errorf("%s: %s says safe without a proof", f, engine)
			}
		}
	}
	if proofs == 0 {
		t.Error("no proofs")
	}
}

// An argument that does not matter for what is proved is 0 in the slice that the engine explores;
// what the proof says of the parameter has to hold of the program.
func TestProofOfASlice(t *testing.T) {
	const text = `extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void g(int *a, unsigned *c) { *a = 1; *c = *c * *c; }
int main(void) {
  int y = 0; unsigned x = __VERIFIER_nondet_uint();
  g(&y, &x);
  if (x % 4 == 2) reach_error();
  return 0;
}`
	for _, engine := range []string{"value", "predicate", "arrays", "widening", "quantified"} {
		ctx, stop := effort.Limit(t.Context(), 100_000)
		r, err := Verify(ctx, Text("g.c", []byte(text)), Options{Engine: engine, Checks: []string{"bounds"}, NoTests: true})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(r.Reason, "did not check") {
			t.Errorf("%s: %s", engine, r.Reason)
		}
	}
}
