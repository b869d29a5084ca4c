package portfolio

import (
	"context"
	"sync"
	"time"

	"github.com/whet-mc/whet/internal/poll"
)

// gate is the context of one method. Each call of Err is a tick of work; once the allowance is used up, Err does not return
// before there is a new one or the context ends. Contexts derived from a gate are not counted.
type gate struct {
	context.Context                 // cancelled when the method is not wanted any more
	all             context.Context // the same, but what is done counts for the context of all methods, too

	mu      sync.Mutex
	open    sync.Cond
	ticks   int64
	allowed int64
	used    func() // called, with mu held, when the allowance is used up
}

func newGate(ctx, outer context.Context, used func()) *gate {
	g := &gate{Context: ctx, all: poll.Forward(ctx, outer), used: used}
	g.open.L = &g.mu
	return g
}

// Err counts, and waits where the allowance is used up.
func (g *gate) Err() error {
	g.all.Err()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ticks++
	if g.ticks >= g.allowed && g.Context.Err() == nil {
		g.used()
		for g.ticks >= g.allowed && g.Context.Err() == nil {
			g.open.Wait()
		}
	}
	return g.Context.Err()
}

func (g *gate) Deadline() (time.Time, bool) { return g.Context.Deadline() }

// Work counts work that was done between two looks; the next look holds the method where it was too much.
func (g *gate) Work(units int) {
	poll.Work(g.all, units)
	g.mu.Lock()
	g.ticks += int64(units)
	g.mu.Unlock()
}

// allow adds to the allowance.
func (g *gate) allow(ticks int64) {
	g.mu.Lock()
	g.allowed = g.ticks + ticks
	g.mu.Unlock()
	g.open.Broadcast()
}

// wake lets a held method see that its context has ended.
func (g *gate) wake() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open.Broadcast()
}
