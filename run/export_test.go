package run

import (
	"context"

	"github.com/whet-mc/whet/internal/machine"
)

// Metered is a context whose budgets are measured by what a test says.
func Metered(ctx context.Context, shares *machine.Shares, heap func() uint64) context.Context {
	return context.WithValue(ctx, gaugesKey{}, gauges{shares, heap})
}
