package callstring

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/mctest"
)

type place struct{ Point }

// Runs of random programs are followed point by point up to the first call that is skipped. Skipped
// calls are those of a procedure that is active, and no others; a step that closes a loop leads to
// its head.
func TestRunsOfRandomPrograms(t *testing.T) {
	steps, skips, loops := 0, 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := mctest.Program(r, mctest.Small)
		s := NewSpace(p, func(at Point) *place { return &place{at} })
		for range 10 {
			at := s.Start()
			var stack []*cfa.Proc
			run := mctest.Run(r, p, 60)
		run:
			for _, v := range run[1:] {
				var next *place
				for _, st := range s.Steps(&at.Point) {
					if st.Edge != v.Step.Edge {
						continue
					}
					if st.Skip {
						callee := st.Edge.Op.(*cfa.Call).Callee
						again := callee == p.Start
						for _, q := range stack {
							again = again || q == callee
						}
						if !again {
							t.Fatalf("seed %d: the call of %s is skipped", seed, callee.Name)
						}
						skips++
						break run
					}
					if st.Kind == v.Step.Kind {
						next = st.To
					}
				}
				if next == nil || next.Loc != v.At {
					t.Fatalf("seed %d: no step to %v", seed, v.At.Pos)
				}
				if at.Closes(&next.Point) {
					loops++
					if !next.Loc.LoopHead || at.Ctx != next.Ctx {
						t.Fatalf("seed %d: a loop is closed where none begins", seed)
					}
				}
				switch v.Step.Kind {
				case cfa.Enter:
					stack = append(stack, next.Loc.Proc)
				case cfa.Return:
					stack = stack[:len(stack)-1]
				}
				if !next.Ctx.Active(next.Loc.Proc) || !next.Ctx.Active(p.Start) || s.Of(next.Ctx, next.Loc) != next {
					t.Fatalf("seed %d: the context is wrong", seed)
				}
				at = next
				steps++
			}
		}
		for i, q := range s.Sorted()[1:] {
			if s.Sorted()[i].Cmp(&q.Point) > 0 {
				t.Fatalf("seed %d: not sorted", seed)
			}
		}
	}
	if steps < 1000 || skips < 10 || loops < 50 {
		t.Errorf("only %d steps, %d skipped calls, %d loops", steps, skips, loops)
	}
}
