package testrun

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
)

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
	} {
		u, err := read.LoadBytes("t.c", []byte("int __VERIFIER_nondet_int(void); int main(void) { "+c.text+" return 0; }"), read.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine, Check: lower.Default})
		if err != nil {
			t.Fatal(err)
		}
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
