package mc_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/value"
)

// endless is a loop that counts what is tracked and can be left any time, with an error behind it
// after steps more.
func endless(steps int) *cfa.Program {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("start")
	word := cfa.Range{Bits: 64}
	v, w := p.NewVar(p.Start, "x", cfa.LocalVar, word), p.NewVar(p.Start, "in", cfa.LocalVar, word)
	head, body := p.NewLoc(p.Start, lang.Pos{}), p.NewLoc(p.Start, lang.Pos{})
	p.NewEdge(p.Start.Entry, head, &cfa.Assign{LHS: v, RHS: cfa.ConstInt(0)}, lang.Pos{})
	p.NewEdge(head, body, &cfa.Havoc{LHS: w, From: &cfa.Input{Kind: cfa.Nondet, Range: word}}, lang.Pos{})
	stay := &cfa.Binary{Op: cfa.Eq, X: w, Y: cfa.ConstInt(0)}
	mid := p.NewLoc(p.Start, lang.Pos{})
	p.NewEdge(body, mid, &cfa.Assume{Cond: stay}, lang.Pos{})
	p.NewEdge(mid, head, &cfa.Assign{LHS: v, RHS: &cfa.Wrap{Bits: 64, X: &cfa.Binary{Op: cfa.Add, X: v, Y: cfa.ConstInt(1)}}}, lang.Pos{})
	at := p.NewLoc(p.Start, lang.Pos{})
	p.NewEdge(body, at, &cfa.Assume{Cond: cfa.MkNot(stay)}, lang.Pos{})
	for range steps {
		next := p.NewLoc(p.Start, lang.Pos{})
		p.NewEdge(at, next, cfa.Skip{}, lang.Pos{})
		at = next
	}
	at.Error = &cfa.Property{Text: "reached"}
	p.NewEdge(at, p.Start.Exit, cfa.Skip{}, lang.Pos{})
	p.Finish()
	return p
}

// What lies behind a loop without an end is reached, too.
func TestDives(t *testing.T) {
	p := endless(100)
	x := mc.New(p, value.New(p, value.NewPrecision(value.Full)), mc.Options{MaxNodes: 20_000})
	if res := x.Run(context.Background()); res.Kind != mc.Found {
		t.Errorf("the error is not found: %s", res.Reason)
	}
}

// Dives and prunings in between leave no node out.
func TestDivesAreComplete(t *testing.T) {
	defer mc.DiveSoon(5, 4, 6)()
	TestMerging(t)
}

// follows checks that a path is one of the program, of which calls return to where they were made.
func follows(p *cfa.Program, path cfa.Path) error {
	at := p.Start.Entry
	var calls []*cfa.Edge
	for i, s := range path {
		ok := s.Edge.From == at
		switch s.Kind {
		case cfa.Enter:
			calls = append(calls, s.Edge)
		case cfa.Return:
			k := len(calls) - 1
			if ok = k >= 0 && calls[k] == s.Edge && at == s.Edge.Op.(*cfa.Call).Callee.Exit; ok {
				calls = calls[:k]
			}
		default:
			_, call := s.Edge.Op.(*cfa.Call)
			ok = ok && !call
		}
		if !ok {
			return fmt.Errorf("step %d does not go on from %v", i, at)
		}
		at = s.Target()
	}
	return nil
}

// Ways gives paths of the graph to the node, each once, and none that begins as it was told not to.
func TestWays(t *testing.T) {
	many := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 21))
		p := mctest.Program(r, mctest.Medium)
		x := mc.New(p, constants{value.New(p, value.NewPrecision(value.Full))}, mc.Options{MaxNodes: 5000})
		for res := x.Run(context.Background()); res.Kind == mc.Found; res = x.Run(context.Background()) {
			x.Ignore(res.Node)
		}
		ns := x.Graph().Nodes
		n := ns[r.IntN(len(ns))]
		first, _, err := x.ErrorPath(n, 1000)
		if err != nil {
			continue
		}
		w := x.Ways(n)
		seen := map[string]bool{}
		var banned []string
		for k, i := -1, 0; i < 30; i++ {
			path := w.Next(k, 200)
			if path == nil {
				break
			}
			if err := follows(p, path); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if len(path) > 0 && path[len(path)-1].Target() != n.Loc || len(path) == 0 && n.Loc != p.Start.Entry {
				t.Fatalf("seed %d: the path does not lead to %v", seed, n.Loc)
			}
			key := text(path)
			if seen[key] {
				t.Fatalf("seed %d: a path comes twice: %s", seed, key)
			}
			seen[key] = true
			for _, b := range banned {
				if len(key) >= len(b) && key[:len(b)] == b {
					t.Fatalf("seed %d: %s begins with %s", seed, key, b)
				}
			}
			if k = -1; len(path) > 0 {
				if k = r.IntN(len(path)); k < len(path)-1 {
					banned = append(banned, text(path[:k+1]))
				}
			}
		}
		if len(first) <= 100 && len(seen) == 0 {
			t.Fatalf("seed %d: no path to %v, though it was reached", seed, n.Loc)
		}
		if len(seen) > 1 {
			many++
		}
	}
	if many < 40 {
		t.Errorf("only %d nodes with several paths", many)
	}
}

func text(path cfa.Path) string {
	s := ""
	for _, e := range path {
		s += fmt.Sprintf("%d.%d ", e.Edge.ID, e.Kind)
	}
	return s
}
