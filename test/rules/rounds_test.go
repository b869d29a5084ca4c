package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
)

// TestRounds asks for each program with which bounds on the rounds of loops it fails. Each fails in round n of a loop: the
// bound n leaves that run in, n-1 leaves it out.
func TestRounds(t *testing.T) {
	for _, c := range []struct {
		n    int
		body string
	}{
		{6, "for (int i = 0; ; i++) if (i == 5) fail();"},
		{6, "int i = 0; while (i < 9) { i++; if (i == 6) fail(); }"},
		{4, "int i = 0; while (i < 4) i++; if (i == 4) fail();"},
		{6, "int i = 0; do { i++; if (i == 6) fail(); } while (i < 9);"},
		{6, "int i = 0; do i++; while (i < 6); if (i == 6) fail();"},
		{5, "int i = 0; again: i++; if (i == 6) fail(); if (i < 9) goto again;"}, // the first round makes no jump
		{3, "int k = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) k++; if (k == 9) fail();"},
		{3, "int k = 0; for (int i = 0; i < 3; i++) { int j = 0; again: k++; if (++j < 4) goto again; } if (k == 12) fail();"},
		{4, "int i = 0; while (1) { if (i++ < 3) continue; fail(); }"},
		{3, "int k = 0, n = 5; switch (n % 2) { case 0: do { k++; case 1: k++; } while (--n > 1); } if (k == 7) fail();"},
		{2, "if (deep(2) == 4) fail();"}, // each call has loops of its own
		{1, "char s[20] = \"a long string\"; for (int i = 0; i < 1; i++) if (strlen(s) == 13) fail();"},
	} {
		src := fmt.Sprintf(`#include <string.h>
			void fail(void) { int zero = 0; zero = 1 / zero; }
			int deep(int n) { int k = 0; for (int i = 0; i < n; i++) k += deep(n - 1); return k + (n < 2); }
			int main(void) { %s return 0; }`, c.body)
		for _, bound := range []int{c.n - 1, c.n} {
			if bound == 0 {
				continue
			}
			r := verified(t, src, whet.Options{Checks: []string{"division"}, Rounds: bound})
			name := fmt.Sprintf("rounds=%d", bound)
			if want := bound >= c.n; (r.Verdict == whet.Unsafe) != want || !want && (r.Verdict != whet.Safe || !strings.Contains(r.VerdictLine(), name)) {
				t.Errorf("%s: %s: VERDICT: %s", c.body, name, r.VerdictLine())
			}
		}
	}
}

// TestRoundsOfCounters has counters that overflow after billions of rounds.
func TestRoundsOfCounters(t *testing.T) {
	for i, src := range []string{
		"#include <stdio.h>\nint main(void) { int c, n = 0; while ((c = getchar()) != EOF) if (c == 'a') n++; return n > 0; }",
		"#include <stdio.h>\nint main(void) { int n = 0, lines = 0; char s[80]; while (fgets(s, 80, stdin)) { n++; if (s[0] == '#') lines++; } return n > lines; }",
	} {
		if r := verified(t, src, whet.Options{Rounds: 1000000}); r.Verdict != whet.Safe {
			t.Errorf("%s: VERDICT: %s", src, r.VerdictLine())
		}
		if i > 0 {
			continue
		}
		if r := verified(t, src, whet.Options{Rounds: 3000000000}); r.Verdict != whet.Unsafe {
			t.Errorf("%s: VERDICT: %s", src, r.VerdictLine())
		}
	}
}
