package whet_test

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
)

// TestCacheOfVersions: what a version shares with the one before is not looked for again, and no
// verdict is another one for that.
func TestCacheOfVersions(t *testing.T) {
	const first = `
		#include <assert.h>
		int __VERIFIER_nondet_int(void);
		static int level, high;
		static void fill(int by) { if (by > 0 && by < 4 && level < 10) level += by; }
		static void drain(void) { if (level > 0) level--; }
		int main(void) {
			while (__VERIFIER_nondet_int()) {
				if (__VERIFIER_nondet_int()) fill(__VERIFIER_nondet_int());
				else drain();
				if (level > high) high = level;
				assert(level >= 0);
				assert(level <= 13);
				assert(level <= high);
			}
			return 0;
		}`
	dir := t.TempDir()
	text := first
	for i, v := range []struct {
		name, from, to string
		want           whet.Verdict
		all            bool // everything is known from the version before
	}{
		{"the first one", "", "", whet.Safe, false},
		{"a comment", "static void drain", "/* takes one out */ static void drain", whet.Safe, true},
		{"a renamed function", "drain(", "take(", whet.Safe, true},
		{"a renamed variable", "level", "filled", whet.Safe, true},
		{"a new assertion", "assert(filled >= 0);", "assert(filled >= 0); assert(high <= 13);", whet.Safe, true},
		{"a bug", "filled < 10", "filled < 12", whet.Unsafe, false},
		{"the bug, renamed", "high", "most", whet.Unsafe, false},
		{"the bug mended", "filled < 12", "filled <= 10", whet.Safe, false},
	} {
		text = strings.ReplaceAll(text, v.from, v.to)
		if v.from == "" {
			text = first
		}
		src := whet.Source{Name: "box.c", Text: []byte(text)}
		res, err := whet.Verify(context.Background(), src, whet.Options{Cache: dir, Engine: "quantified"})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != v.want {
			t.Errorf("%s: %v (%s), want %v", v.name, res.Verdict, res.Reason, v.want)
		}
		if known := res.Recalled || res.Reused > 0; known != (i > 0) {
			t.Errorf("%s: known from before: %v", v.name, known)
		}
		if v.all && !res.Recalled && res.Stats.States > 0 {
			t.Errorf("%s: %d states explored, %d checks known", v.name, res.Stats.States, res.Reused)
		}
		if v.want == whet.Safe && (res.Proof == nil || res.Certificate() == nil) {
			t.Errorf("%s: no checked proof", v.name)
		}
	}
}
