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
	// claimed says that Claim was called in this turn.
	claimed bool
}

func newGate(ctx context.Context, held func()) *gate {
	g := &gate{held: held}
	g.open.L = &g.mu
	g.ctx, g.meter = effort.New(context.WithValue(ctx, gateKey{}, g), 0, g.hold)
	return g
}

type gateKey struct{}

// Claim is called by a method that has found an answer, with its context or one derived from it: it may
// do as much work again as it has done so far before it is held. What is left to do is to check the
// answer, which mostly takes less than to find it; and until that is done the others would work for
// nothing. It may claim one answer in a turn. A method that is not one of a portfolio claims nothing.
func Claim(ctx context.Context) {
	if g, ok := ctx.Value(gateKey{}).(*gate); ok {
		g.mu.Lock()
		defer g.mu.Unlock()
		if !g.claimed {
			g.claimed = true
			g.meter.Allow(max(g.meter.Left(), g.meter.Used()))
		}
	}
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
	g.claimed = false
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
