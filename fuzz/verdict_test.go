package fuzz

import (
	"context"
	"flag"
	"testing"

	root "github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
)

var verdictCount = flag.Uint64("verdicts", 15, "how many random programs TestVerdicts verifies")

// No engine calls a program safe that a random run shows to be unsafe, with whatever options it
// runs. (That UNSAFE comes with a run is a matter of how it is made; that runs are what a compiled
// program does is what TestDifferential is about.)
func TestVerdicts(t *testing.T) {
	variants := []root.Options{
		{Engine: "value"},
		{Engine: "value", Scope: "location"},
		{Engine: "value", Restart: true, Order: "bfs"},
		{Engine: "value", NoSelection: true, Order: "dfs"},
		{Engine: "value-full"},
		{Engine: "quantified", Method: "cells"},
	}
	safe, unsafe := 0, 0
	for seed := range *verdictCount {
		src := root.Text("p.c", []byte(Program(1_000_000+seed, Options{Size: 3 + int(seed%4)})))
		p, err := root.Lower(src, root.Options{Checks: []string{"none"}})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		fails := false
		for i := range uint64(60) {
			o := interp.Run(context.Background(), p, interp.Random(seed<<8|i), interp.Options{MaxSteps: 1_000_000})
			fails = fails || o.Kind == interp.ErrorFound && !o.Tainted && !o.Error.Unsupported
		}
		opt := variants[seed%uint64(len(variants))]
		if seed%2 == 1 {
			opt.Checks = []string{"none"}
		}
		ctx, cancel := effort.Limit(t.Context(), 600_000)
		r, err := root.Verify(ctx, src, opt)
		cancel()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		switch r.Verdict {
		case root.Safe:
			if safe++; fails {
				t.Errorf("seed %d with %+v: safe, but a run reaches the error", seed, opt)
			}
		case root.Unsafe:
			unsafe++
		}
	}
	t.Logf("%d safe, %d unsafe of %d", safe, unsafe, *verdictCount)
	if *verdictCount >= 15 && safe+unsafe == 0 {
		t.Error("nothing was decided")
	}
}
