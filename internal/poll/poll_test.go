package poll

import (
	"context"
	"testing"
	"time"
)

type counting struct {
	context.Context
	looks int
}

func (c *counting) Err() error { c.looks++; return c.Context.Err() }

func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &counting{Context: ctx}
	ended, release := Ended(c)
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
	deadline := time.Now().Add(10 * time.Second)
	for n := 0; !ended(); n++ {
		if n > every && time.Now().After(deadline) {
			t.Fatal("nobody hears of the end")
		}
	}
	if !ended() {
		t.Error("it began anew")
	}
}
