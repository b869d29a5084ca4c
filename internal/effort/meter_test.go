package effort

import (
	"context"
	"testing"
)

// A limit is kept to the unit, whoever counts: steps, work, and what a clock shows; the whole is
// told.
func TestLimit(t *testing.T) {
	whole, m := New(t.Context(), 0, nil)
	ctx, cancel := Limit(whole, 10)
	defer cancel()
	derived, stop := context.WithCancel(ctx)
	defer stop()
	for range 4 {
		if Done(ctx) {
			t.Fatal("it has ended too early")
		}
	}
	Charge(derived, 5)
	if Done(derived) {
		t.Error("ten units are allowed")
	}
	if !Done(ctx) || Why(ctx) != ErrLimit.Error() {
		t.Errorf("after eleven: %v, %v", ctx.Err(), context.Cause(ctx))
	}
	if derived.Err() == nil || context.Cause(derived) != ErrLimit {
		t.Errorf("derived: %v, %v", derived.Err(), context.Cause(derived))
	}
	if m.Used() != 12 || whole.Err() != nil {
		t.Errorf("the whole was told of %d units and has ended with %v", m.Used(), whole.Err())
	}
}

// A part cannot use what the whole has not, and is told of the end of the whole, with its cause.
func TestLimitOfTheWhole(t *testing.T) {
	whole, cancel := Limit(t.Context(), 3)
	defer cancel()
	part, stop := Limit(whole, 100)
	defer stop()
	for n := range 4 {
		if Done(part) != (n == 3) {
			t.Errorf("after %d units: %v", n+1, part.Err())
		}
	}
	if context.Cause(part) != ErrLimit {
		t.Error(context.Cause(part))
	}
}

// An allowance counts from when it is given; who asks is held as often as there is none left.
func TestAllow(t *testing.T) {
	held := 0
	ctx, m := New(t.Context(), 2, func(m *Meter) { held++; m.Allow(3) })
	for range 20 {
		if Done(ctx) {
			t.Fatal("it has ended")
		}
	}
	// after 2, then every 4th: the unit that was too much is counted
	if held != 5 || m.Used() != 20 {
		t.Errorf("held %d times in %d units", held, m.Used())
	}
}

// Without a meter nothing is counted, and the end is heard of.
func TestNoMeter(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	Charge(ctx, 5)
	if Done(ctx) || Of(ctx) != nil || Why(ctx) != "" {
		t.Error("it has ended, or has a meter")
	}
	if cancel(); !Done(ctx) || Why(ctx) != context.Canceled.Error() {
		t.Error("nobody hears of the end")
	}
}

func TestWatch(t *testing.T) {
	outer, cancel := context.WithCancel(t.Context())
	ctx, m := New(outer, 0, nil)
	ended, release := Watch(ctx, nil)
	defer release()
	for range 10 * every {
		if ended() {
			t.Fatal("it has not ended")
		}
	}
	if m.Used() != 10 {
		t.Errorf("%d units in %d calls", m.Used(), 10*every)
	}
	cancel()
	for n := 0; !ended(); n++ {
		if n > every {
			t.Fatal("nobody hears of the end")
		}
	}
	if !ended() {
		t.Error("it began anew")
	}
}

// What the clock shows is charged once, whether by a step or at the end.
func TestWatchWithClock(t *testing.T) {
	ctx, m := New(t.Context(), 0, nil)
	clock := int64(5)
	ended, release := Watch(ctx, func() int64 { return clock })
	for range every {
		clock++
		ended()
	}
	if m.Used() != every+1 {
		t.Errorf("%d units after the first step, %d were done", m.Used(), every+1)
	}
	clock += 7
	release()
	if m.Used() != every+8 {
		t.Errorf("%d units in all, %d were done", m.Used(), every+8)
	}
}

// A limit ends a loop that watches at the same call each time.
func TestWatchUnderLimit(t *testing.T) {
	for range 20 {
		ctx, cancel := Limit(t.Context(), 3*every/2)
		clock := int64(0)
		ended, release := Watch(ctx, func() int64 { return clock })
		calls := 0
		for ; !ended() && calls < 100*every; calls++ {
			clock++
		}
		release()
		cancel()
		if calls != 2*every-1 {
			t.Fatalf("%d calls", calls)
		}
	}
}
