package value

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
)

// walks are random walks through the graphs of random programs, with calls and returns in step.
// Most are contradictory, many more than once.
func walks(seeds uint64, f func(seed uint64, p *cfa.Program, path cfa.Path)) {
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 6))
		p := mctest.Program(r, mctest.Medium)
		for range 4 {
			var path cfa.Path
			var calls []*cfa.Edge
			at := p.Start.Entry
			for len(path) < 60 {
				if n := len(calls); at == at.Proc.Exit && n > 0 {
					path = append(path, cfa.Step{Edge: calls[n-1], Kind: cfa.Return})
					at = calls[n-1].To
					calls = calls[:n-1]
					continue
				}
				if len(at.Out) == 0 {
					break
				}
				s := cfa.Step{Edge: at.Out[r.IntN(len(at.Out))]}
				if _, ok := s.Edge.Op.(*cfa.Call); ok {
					s.Kind = cfa.Enter
					calls = append(calls, s.Edge)
				}
				path = append(path, s)
				at = s.Target()
			}
			f(seed, p, path)
		}
	}
}

// Each proof is a sequence of interpolants: what is needed before a step makes known what is needed
// after it, the last makes the contradictory step impossible, and nothing is needed at the start.
func TestProofsAreInductive(t *testing.T) {
	proofs, calls := 0, 0
	walks(300, func(seed uint64, p *cfa.Program, path cfa.Path) {
		c := NewChecker(p)
		tr := c.Check(context.Background(), path, true)
		for _, k := range tr.Bad {
			pr := c.Interpolate(context.Background(), tr, k)
			if !pr.Needs[0].Empty() {
				t.Fatalf("seed %d: something is needed at the start: %v", seed, pr.Needs[0])
			}
			proofs++
			type frame struct{ caller, entry *value.State }
			var frames []frame
			for i := 0; i <= k; i++ {
				if !pr.Needs[i].Known(tr.States[i]) {
					t.Fatalf("seed %d: %v is needed after %d steps, but not known in %v", seed, pr.Needs[i], i, tr.States[i])
				}
				if slices.Contains(tr.Bad, i) && i < k {
					if i > 0 && pr.Needs[i] != pr.Needs[i+1] {
						t.Fatal("a step that is left out changes what is needed")
					}
					continue
				}
				s := c.cut(tr.States[i], pr.Needs[i])
				step := path[i]
				var next *value.State
				switch step.Kind {
				case cfa.Intra:
					next = c.post(s, step.Edge)
				case cfa.Enter:
					calls++
					e, _ := c.dom.Enter(s, step.Edge)
					next = e.(*value.State)
					frames = append(frames, frame{s, next})
				case cfa.Return:
					f := frames[len(frames)-1]
					frames = frames[:len(frames)-1]
					if r := c.dom.Return(f.caller, step.Edge, f.entry, s); len(r) > 0 {
						next = r[0].(*value.State)
					}
				}
				if i == k {
					if next != nil {
						t.Fatalf("seed %d: step %d is possible from %v, which is needed: %v", seed, k, s, step.Edge.Op)
					}
				} else if next == nil || !pr.Needs[i+1].Known(next) {
					t.Fatalf("seed %d: step %d (%v) from %v does not make %v known", seed, i, step.Edge.Op, s, pr.Needs[i+1])
				}
			}
		}
	})
	if proofs < 300 || calls < 100 {
		t.Errorf("only %d proofs with %d calls", proofs, calls)
	}
}

// algorithm4 is Algorithms 3 and 4 of the paper as they are written, for a path without calls whose
// only contradiction is its last step.
func algorithm4(c *Checker, path cfa.Path) []*Need {
	possible := func(s *value.State, rest cfa.Path) bool {
		for _, step := range rest {
			if s = c.post(s, step.Edge); s == nil {
				return false
			}
		}
		return true
	}
	s := c.dom.Start(c.prog).(*value.State)
	needs := []*Need{nil}
	for i := range len(path) - 1 {
		s = c.post(s, path[i].Edge)
		var vars []*cfa.Var
		var cells []Cell
		s.Vars(func(v *cfa.Var, _ num.Int) { vars = append(vars, v) })
		s.Cells(func(a *cfa.Array, i int64, _ num.Int) { cells = append(cells, Cell{a, i}) })
		for k := 0; k < len(vars); {
			if rest := slices.Delete(slices.Clone(vars), k, k+1); !possible(c.cut(s, build(rest, cells)), path[i+1:]) {
				vars = rest
			} else {
				k++
			}
		}
		for k := 0; k < len(cells); {
			if rest := slices.Delete(slices.Clone(cells), k, k+1); !possible(c.cut(s, build(vars, rest)), path[i+1:]) {
				cells = rest
			} else {
				k++
			}
		}
		n := build(vars, cells)
		needs = append(needs, n)
		s = c.cut(s, n)
	}
	return needs
}

// Going backwards asks for about as little as Algorithm 4 does.
func TestAgainstAlgorithm4(t *testing.T) {
	ours, theirs, paths := 0, 0, 0
	size := func(ns []*Need) (k int) {
		for _, n := range ns {
			k += len(n.vars()) + len(n.cells())
		}
		return k
	}
	walks(600, func(seed uint64, p *cfa.Program, path cfa.Path) {
		c := NewChecker(p)
		tr := c.Check(context.Background(), path, false)
		if len(tr.Bad) == 0 {
			return
		}
		prefix := path[:tr.Bad[0]+1]
		for _, s := range prefix {
			switch s.Edge.Op.(type) {
			case *cfa.Call, *cfa.Fill, *cfa.Copy:
				return
			}
		}
		paths++
		ours += size(c.Interpolate(context.Background(), tr, tr.Bad[0]).Needs)
		theirs += size(algorithm4(c, prefix))
	})
	t.Logf("%d paths: %d against %d", paths, ours, theirs)
	if paths < 50 || ours > theirs*11/10 {
		t.Errorf("%d paths: %d variables are needed, %d by Algorithm 4", paths, ours, theirs)
	}
}
