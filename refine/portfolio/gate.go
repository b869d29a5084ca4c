// The context that counts the work of a method and holds it.

package portfolio

import (
	"context"
	"sync"

	"github.com/whet-mc/whet/internal/effort"
)

// gate holds a method whose allowance of work is used up, in effort.Done, until the method gets a new allowance or
// its context ends.
type gate struct {
	ctx   context.Context // cancelled when the method is no longer needed
	meter *effort.Meter

	mu   sync.Mutex
	open sync.Cond
	held func() // called, with mu held, when the allowance is used up
	// claimed reports whether Claim was called in this turn.
	claimed bool
}

func newGate(ctx context.Context, held func()) *gate {
	g := &gate{held: held}
	g.open.L = &g.mu
	g.ctx, g.meter = effort.New(context.WithValue(ctx, gateKey{}, g), 0, g.hold)
	return g
}

type gateKey struct{}

// Claim is called by a method that has found an answer, with its context or one derived from it. The method may then
// do as much work again as it has done so far before it is held. The remaining work is the check of the answer, which
// usually takes less work than finding it; until it is done, the other methods would work in vain. A method may claim
// one answer in a turn. Outside a portfolio Claim does nothing.
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

// allow gives the method a new allowance.
func (g *gate) allow(units int64) {
	g.mu.Lock()
	g.claimed = false
	g.meter.Allow(units)
	g.mu.Unlock()
	g.open.Broadcast()
}

// wake lets a held method notice the end of its context.
func (g *gate) wake() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open.Broadcast()
}
