package answers_test

import (
	"context"
	"fmt"
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

// TestCacheOfOtherPrograms: what is known of a version is no burden for a later one that has little in
// common with it.
func TestCacheOfOtherPrograms(t *testing.T) {
	const head = "#include <assert.h>\nint __VERIFIER_nondet_int(void); int a[10], g;\n"
	dir := t.TempDir()
	verify := func(text string, o whet.Options) *whet.Result {
		t.Helper()
		o.Cache = dir
		res, err := whet.Verify(context.Background(), whet.Text("x.c", []byte(head+text)), o)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}

	// What nothing depends on has changed: the certificate is one of the program as it is.
	const counts = "int main(void) { int x = 3, i = 0; while (i < 10) i++; assert(i == 10); g = x; return 0; }"
	value := whet.Options{Engine: "value"}
	verify(counts, value)
	other := strings.Replace(counts, "x = 3", "x = 4", 1)
	res := verify(other, value)
	if !res.Recalled || res.Certificate() == nil {
		t.Fatalf("%v is not from the cache", res.Verdict)
	}
	if v, err := whet.Validate(context.Background(), whet.Text("x.c", []byte(head+other)), res.Certificate(), value); err != nil || v.Verdict != whet.Safe {
		t.Errorf("the certificate from the cache: %v", err)
	}

	// Procedures of which each calls the next one twice are not written out.
	var calls strings.Builder
	calls.WriteString("static void f0(int x) { g = (g + x) & 7; }\n")
	for i := range 40 {
		fmt.Fprintf(&calls, "static void f%d(int x) { f%d(x); f%d(x + 1); }\n", i+1, i, i)
	}
	calls.WriteString(strings.Replace(counts, "assert", "if (__VERIFIER_nondet_int() == 77) f40(1);\n\tassert", 1))
	if res := verify(calls.String(), value); res.Verdict != whet.Safe {
		t.Errorf("many calls: %v (%s)", res.Verdict, res.Reason)
	}

	// The inputs of a counterexample may lead into a loop now.
	const fails = "int main(void) { int n = __VERIFIER_nondet_int(), s = 0;\n if (n >= 0 && n <= 10) a[n] = 1;\n return s; }"
	if res := verify(fails, whet.Options{}); res.Verdict != whet.Unsafe {
		t.Fatal(res.Verdict)
	}
	loops := strings.NewReplacer("s = 0;", "s = 0; for (;;) { s = s * 3 & 255 | 1; a[s % 10] = s; if (n == -77) break; }").Replace(fails)
	if res := verify(loops, whet.Options{NoTests: true}); res.Verdict != whet.Safe {
		t.Errorf("a loop in front of the bug: %v (%s)", res.Verdict, res.Reason)
	}
}
