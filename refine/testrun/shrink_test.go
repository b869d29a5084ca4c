package testrun

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
)

// A failing run with a hundred wild inputs shrinks to the few that matter, and the run that is left
// fails.
func TestShrink(t *testing.T) {
	u, err := read.LoadBytes("t.c", []byte(`
		int __VERIFIER_nondet_int(void); void reach_error(void);
		int main(void) {
			int n = 0;
			for (int i = 0; i < 100; i++) {
				int x = __VERIFIER_nondet_int();
				if (x > 1000) n++;
				if (n >= 3 && x != 0) reach_error();
			}
			return 0;
		}`), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		o := interp.Run(context.Background(), p, interp.Random(seed), interp.Options{})
		if !IsBug(o) {
			continue
		}
		small := Shrink(t.Context(), p, o)
		if len(small) != 3 {
			t.Errorf("seed %d: %d inputs are left, want 3", seed, len(small))
		}
		for _, in := range small {
			if v, _ := in.Value.Int64(); v > 2001 {
				t.Errorf("seed %d: %d is left, but half of it would do", seed, v)
			}
		}
		if again := interp.Run(context.Background(), p, interp.Recorded(small), interp.Options{}); !IsBug(again) {
			t.Errorf("seed %d: the small run does not fail", seed)
		}
	}
}

// Inputs that are floating numbers are tried as numbers that programs compute with, not only as words:
// where x is so large that x - 1 is x, the difference is lost.
func TestFloats(t *testing.T) {
	u, err := read.LoadBytes("t.c", []byte(`
		double __VERIFIER_nondet_double(void); void reach_error(void);
		int main(void) {
			double x = __VERIFIER_nondet_double(), y = x;
			if (!(x > 0 && x < 1e25)) return 0;
			for (int i = 0; i < 5; i++) y = y - 1;
			if (y == x) reach_error();
			return 0;
		}`), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	tests := New(t.Context(), p, p, func(interp.Inputs) bool { found = true; return true })
	if tests.Random(0); !found {
		t.Error("no run reaches the error")
	}
}
