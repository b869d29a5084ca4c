package poll

import (
	"context"
	"testing"
)

// The limit is kept to the unit, whoever counts: looks, work, and what a clock shows.
func TestLimit(t *testing.T) {
	outer := &counting{Context: t.Context()}
	ctx, cancel := Limit(outer, 10)
	defer cancel()
	derived, stop := context.WithCancel(ctx)
	defer stop()
	outer.looks = 0
	for range 4 {
		if ctx.Err() != nil {
			t.Fatal("it has ended too early")
		}
	}
	Work(ctx, 5)
	if ctx.Err() != nil {
		t.Error("ten units are allowed")
	}
	if ctx.Err() == nil || context.Cause(ctx) != ErrLimit {
		t.Errorf("after eleven: %v, %v", ctx.Err(), context.Cause(ctx))
	}
	if derived.Err() == nil || context.Cause(derived) != ErrLimit {
		t.Errorf("derived: %v, %v", derived.Err(), context.Cause(derived))
	}
	// context.Cause looks, too.
	if outer.looks != 7 || outer.units != 5 {
		t.Errorf("the outer context was told of %d looks and %d units", outer.looks, outer.units)
	}
}

// Ended hears of it at the same call each time.
func TestLimitWithEnded(t *testing.T) {
	for range 20 {
		ctx, cancel := Limit(t.Context(), 3*every/2)
		clock := int64(0)
		ended, release := Ended(ctx, func() int64 { return clock })
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

// The end of the outer context is the end, with its cause.
func TestLimitOuter(t *testing.T) {
	outer, end := context.WithCancelCause(t.Context())
	ctx, cancel := Limit(outer, 10)
	defer cancel()
	end(context.DeadlineExceeded)
	if ctx.Err() == nil || context.Cause(ctx) != context.DeadlineExceeded {
		t.Errorf("%v, %v", ctx.Err(), context.Cause(ctx))
	}
}
