package testrun

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
)

// lowered returns the program with the given text, with these checks.
func lowered(t *testing.T, text string, checks lower.Check) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("t.c", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine, Check: checks})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLong looks for overflows of counters after at least two billion rounds. The run that is found has to be one, with the
// rounds that it claims.
func TestLong(t *testing.T) {
	for _, c := range []struct {
		text   string
		rounds int64 // 0: there is no overflow
	}{
		{"int n = 0; while (__VERIFIER_nondet_int() != 0) n++;", 1<<31 - 1},
		{"int n = 0, c; while ((c = __VERIFIER_nondet_int()) != 0) if (c == 10) n += 2;", 1<<30 - 1},
		{"long n = 0; while (__VERIFIER_nondet_int() != 0) n++;", 1 << 62},
		{"int n = 0, in = 0, c; while ((c = __VERIFIER_nondet_int()) != 0) if (c == 32) in = 0; else if (!in) { in = 1; n++; }", 1<<31 - 1},
		{"int n = 0; while (__VERIFIER_nondet_int() != 0) if (n < 1000000) n++;", 0},
		{"unsigned n = 0; while (__VERIFIER_nondet_int() != 0) n++;", 0},
		// The first run, on zeros, ends at the assumption.
		{"int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 100); while (__VERIFIER_nondet_int() != 0) n++;", 1<<31 - 200},
	} {
		p := lowered(t, "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); int main(void) { "+c.text+" return 0; }", lower.Default)
		var rounds int64
		r := New(t.Context(), p, p, func(in interp.Inputs) bool {
			o := interp.Run(t.Context(), p, in, interp.Options{Trace: true})
			rounds = o.Rounds().Rounds()
			return IsBug(o) && o.Untraced
		})
		if found := r.Long(20); found != (c.rounds > 0) || rounds < c.rounds-1 {
			t.Errorf("%s: found %t, %d rounds, want %d", c.text, found, rounds, c.rounds)
		}
	}
}

// TestLarge looks for overflows after very many rounds whose number an input determines, although the rounds compute values
// that are not followed. A branch that depends on such a value shows no overflow.
func TestLarge(t *testing.T) {
	for _, c := range []struct {
		text string
		is   bool
	}{
		{"for (int i = 3; i < n; i += 3) { float x = i * 0.5f; s = s + x * x; }", true},
		{"for (int i = 1; i < n; i += 3) { float x = i * 0.5f; s = s + x * x; }", false}, // ends with n
		{"for (int i = 0; (unsigned)i < 3000000000u; i++) if (i % 3 == 0 || i % 5 == 0) u += i;", true},
		{"for (int i = 0; i < n; i++) if (i % 3 == 0 || i % 5 == 0) u += i;", false},
		{"for (int i = 3; i < n; i++) { s = s * 0.5f + i; if (s > 1e30f) break; u = u * u + i; } int k = u % 7; if (k) k += n;", false},
		{"for (int i = 3; i < n - 1; i++) u = u * u + i; int k = 7; k += n;", true},
	} {
		p := lowered(t, "#include <stdio.h>\nint main(void) { int n; float s = 0; unsigned u = 0; if (scanf(\"%d\", &n) != 1) return 1; "+c.text+" return 0; }", lower.Overflow)
		r := New(t.Context(), p, p, func(in interp.Inputs) bool { return IsBug(interp.Run(t.Context(), p, in, interp.Options{Trace: true})) })
		if found := r.constant(largest); found != c.is {
			t.Errorf("%s: found %t", c.text, found)
		}
	}
}
