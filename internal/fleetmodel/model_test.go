package fleetmodel

import (
	"math"
	"testing"
)

// TestRun compares with what can be calculated.
func TestRun(t *testing.T) {
	one := []Task{{Verify: 10}}
	for _, test := range []struct {
		name string
		f    Fleet
		from []Task
		n    int
		span float64
	}{
		{"one after the other", Fleet{Workers: 1, Checks: 1, Between: 1}, one, 5, 55},
		{"side by side", Fleet{Workers: 5, Checks: 1}, one, 10, 20},
		{"packing is the limit", Fleet{Workers: 100, Checks: 2}, []Task{{Verify: 1, Pack: 2}}, 10, 11},
		{"checks are the limit", Fleet{Workers: 100, Checks: 1}, []Task{{Verify: 1, Check: 3}}, 10, 31},
		{"one is slow", Fleet{Workers: 2, Checks: 1, Slow: 0.5, SlowFactor: 3}, one, 4, 30},
	} {
		if got := test.f.Run(test.from, test.n); math.Abs(got.Span-test.span) > 1e-9 {
			t.Errorf("%s: %+v, want %v s", test.name, got, test.span)
		}
	}
	// Workers that live for a hundredth of a task: each task costs two, and is given up.
	out := Fleet{Workers: 3, Checks: 1, Life: 0.1, Wait: 1, Restart: 1}.Run(one, 20)
	if out.Given < 18 || out.Given+out.Lost < 20 {
		t.Errorf("%+v", out)
	}
	again := Fleet{Workers: 7, Checks: 2, Life: 50, Wait: 3, Restart: 2, Seed: 5}
	if a, b := again.Run(one, 500), again.Run(one, 500); a != b || a.Lost == 0 {
		t.Errorf("%+v and %+v", a, b)
	}
}
