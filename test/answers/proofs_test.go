package answers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/effort"
)

// TestTestdata: the safe programs of the repository have certificates.
func TestTestdata(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*.c")
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
			r, err := whet.Verify(ctx, whet.Text(f, text), whet.Options{Engine: engine, Checks: []string{"none"}})
			stop()
			if err != nil || r.Verdict != whet.Safe {
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
		r, err := whet.Verify(ctx, whet.Text("g.c", []byte(text)), whet.Options{Engine: engine, Checks: []string{"bounds"}, NoTests: true})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(r.Reason, "did not check") {
			t.Errorf("%s: %s", engine, r.Reason)
		}
	}
}

// TestManyContexts: the contexts of a procedure that is called in a loop, one for each round, are all tried.
func TestManyContexts(t *testing.T) {
	const text = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int a, b, c;
static int get(int e) {
  if (e % 3 == 0) return a;
  if (e % 3 == 1) return b;
  return c;
}
int main(void) {
  int i = 1, j = 30, x;
  a = __VERIFIER_nondet_int(); b = __VERIFIER_nondet_int(); c = __VERIFIER_nondet_int();
  x = a;
  while (i <= j) {
    while (i <= j && get(i) <= x) i = i + 1;
    while (get(j) > x) { j = j - 1; if (j < 0) reach_error(); }
    if (i < j) j--;
  }
  get(j);
  return 0;
}`
	r, err := whet.Verify(t.Context(), whet.Text("k.c", []byte(text)), whet.Options{Engine: "arrays", Checks: []string{"none"}})
	if err != nil || r.Verdict != whet.Safe || r.Proof == nil {
		t.Fatal(err, r.Verdict, r.Reason)
	}
}
