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
