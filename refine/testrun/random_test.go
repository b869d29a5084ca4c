package testrun

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
)

// A program that asks for no input is run once within the work of a short run. A bug found by a run
// that does not write down its inputs comes with them all the same.
func TestRandom(t *testing.T) {
	for _, c := range []struct {
		text string
		runs uint64
		bug  bool
	}{
		{"unsigned x = 1, y = 0; while (x) { x = 3 * x; y ^= x; } reach_error();", 1, false},
		{"for (int i = 0; i < 500; i++) if (__VERIFIER_nondet_int() == 1 && i == 400) reach_error();", 0, true},
	} {
		u, err := read.LoadBytes("t.c", []byte("int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) { "+c.text+" }"), read.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine})
		if err != nil {
			t.Fatal(err)
		}
		replays := false
		r := New(t.Context(), p, p, func(in interp.Inputs) bool {
			replays = IsBug(interp.Run(t.Context(), p, in, interp.Options{}))
			return replays
		})
		if found := r.Random(0); found != c.bug || replays != c.bug {
			t.Errorf("%s: bug %t, replayed %t, want %t", c.text, found, replays, c.bug)
		}
		if c.runs > 0 && r.next != c.runs {
			t.Errorf("%s: %d short runs, want %d", c.text, r.next, c.runs)
		}
	}
}
