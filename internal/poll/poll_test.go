package poll

import (
	"context"
	"testing"
)

type counting struct {
	context.Context
	looks, units int
}

func (c *counting) Err() error { c.looks++; return c.Context.Err() }

func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &counting{Context: ctx}
	ended, release := Ended(c, nil)
	defer release()
	for range 10 * every {
		if ended() {
			t.Fatal("it has not ended")
		}
	}
	if c.looks != 10 {
		t.Errorf("%d looks at the context in %d calls", c.looks, 10*every)
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

func (c *counting) Work(units int) { c.units += units }

// What the clock shows is told once, whether by a look or at the end.
func TestClock(t *testing.T) {
	c := &counting{Context: t.Context()}
	clock := int64(5)
	ended, release := Ended(c, func() int64 { return clock })
	for range every {
		clock++
		ended()
	}
	if c.units != every {
		t.Errorf("%d units told after the first look, %d were done", c.units, every)
	}
	clock += 7
	release()
	if c.units != every+7 {
		t.Errorf("%d units told in all, %d were done", c.units, every+7)
	}
}
