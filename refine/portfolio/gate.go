package portfolio

import (
	"context"
	"sync"

	"github.com/whet-mc/whet/internal/effort"
)

// gate holds a method whose allowance of work is used up, in effort.Done, until it gets a new one
// or its context ends.
type gate struct {
	ctx   context.Context // cancelled when the method is not wanted any more
	meter *effort.Meter

	mu   sync.Mutex
	open sync.Cond
	held func() // called, with mu held, when the allowance is used up
}

func newGate(ctx context.Context, held func()) *gate {
	g := &gate{held: held}
	g.open.L = &g.mu
	g.ctx, g.meter = effort.New(ctx, 0, g.hold)
	return g
}

func (g *gate) hold(m *effort.Meter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if m.Spent() && g.ctx.Err() == nil {
		g.held()
		for m.Spent() && g.ctx.Err() == nil {
			g.open.Wait()
		}
	}
}

// allow gives a new allowance, from now on.
func (g *gate) allow(units int64) {
	g.mu.Lock()
	g.meter.Allow(units)
	g.mu.Unlock()
	g.open.Broadcast()
}

// wake lets a held method see that its context has ended.
func (g *gate) wake() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open.Broadcast()
}
