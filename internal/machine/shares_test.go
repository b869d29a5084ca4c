package machine

import (
	"testing"
	"time"
)

// TestShares: what a process uses is divided by the work that was done at the same time, and
// nothing of it twice.
func TestShares(t *testing.T) {
	var cpu, clock time.Duration
	s := NewShares(func() time.Duration { return cpu }, func() time.Duration { return clock })
	cpu = time.Hour // before anything began
	var a, b, c int64
	const second = int64(time.Second / unit)
	work := func(n *int64) func() int64 { return func() int64 { return *n } }
	x := s.Open(work(&a), 0)
	cpu += 2 * time.Second // alone, whatever it counts
	y := s.Open(work(&b), 0)
	a, b, cpu, clock = a+3*second, b+second, cpu+2*time.Second, clock+time.Second
	near(t, "3 to 1", x.CPU(), 3500*time.Millisecond)
	near(t, "1 to 3", y.CPU(), 500*time.Millisecond)
	z := s.Open(work(&c), 0)
	b, cpu, clock = b+second, cpu+2*time.Second, clock+time.Second // x and z count nothing
	for _, n := range []*Share{x, y, z} {
		n.CPU()
	}
	near(t, "without work", z.CPU(), 666*time.Millisecond)
	near(t, "beside it", y.CPU(), 1166*time.Millisecond)
	x.Close()
	y.Close()
	z.Close()
	near(t, "ended", x.CPU(), 4166*time.Millisecond)
	near(t, "all", x.CPU()+y.CPU()+z.CPU(), 6*time.Second)
}

func near(t *testing.T, what string, got, want time.Duration) {
	t.Helper()
	if d := got - want; d < -3*time.Millisecond || d > 3*time.Millisecond {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestSharedMemory: budgets are one, and whoever has done most has to end when it is used up.
func TestSharedMemory(t *testing.T) {
	var cpu time.Duration
	var a, b int64
	s := NewShares(func() time.Duration { return cpu }, func() time.Duration { return 0 })
	x := s.Open(func() int64 { return a }, 100)
	if x.Memory() != 100 {
		t.Error("its own budget")
	}
	y := s.Open(func() int64 { return b }, 50)
	a, b, cpu = a+10, b+20, cpu+time.Second
	if x.Memory() != 0 || y.Memory() != 150 {
		t.Error(x.Memory(), y.Memory())
	}
	z := s.Open(func() int64 { return 0 }, 0)
	if x.Memory() != 100 || z.Memory() != 0 {
		t.Error("beside one without a budget")
	}
	if z.Close(); !y.Close() || x.Close() {
		t.Error("who is left has a budget, or nobody is left")
	}
	if x = s.Open(func() int64 { return a }, 100); x.Memory() != 100 {
		t.Error(x.Memory())
	}
}
