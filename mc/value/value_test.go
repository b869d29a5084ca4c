package value_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
)

func gamma(s mc.State, v *mctest.Valuation) bool {
	ok := true
	t := s.(*value.State)
	for x, n := range v.Vars {
		if m, known := t.Var(x); known && !m.Equal(n) {
			ok = false
		}
	}
	for a, cells := range v.Cells {
		for i, n := range cells {
			if m, known := t.Cell(a, num.Of(i)); known && !m.Equal(n) {
				ok = false
			}
		}
	}
	return ok
}

// randomPrecision tracks some variables and cells.
func randomPrecision(r *rand.Rand, p *cfa.Program, scope value.Scope) *value.Precision {
	prec := value.NewPrecision(scope)
	for _, l := range p.Locs {
		for _, v := range p.Vars {
			if r.IntN(3) > 0 && scope == value.ByLocation || r.IntN(20) == 0 {
				prec.AddVar(l, v)
			}
		}
		for _, a := range p.Arrays {
			for i := int64(-2); i < 6; i++ {
				if r.IntN(3) > 0 && scope == value.ByLocation || r.IntN(40) == 0 {
					prec.AddCell(l, a, i)
				}
			}
		}
	}
	return prec
}

func TestLaws(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := mctest.Program(r, mctest.Medium)
		var runs [][]mctest.Visit
		for range 6 {
			runs = append(runs, mctest.Run(r, p, 60))
		}
		for _, scope := range []value.Scope{value.Full, value.Scoped, value.ByLocation} {
			d := value.New(p, randomPrecision(r, p, scope))
			if seed%2 == 0 {
				d.DropDead()
			}
			if err := mctest.Laws(p, d, gamma, runs); err != nil {
				t.Fatalf("seed %d, scope %d: %v", seed, scope, err)
			}
		}
	}
}

// Every run of a program lies in its reached graph, which is inductive; pruned and explored again,
// it still is; and an error location that a run reaches is in it.
func TestExplore(t *testing.T) {
	explored := 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := mctest.Program(r, mctest.Small)
		for _, scope := range []value.Scope{value.Full, value.Scoped, value.ByLocation} {
			prec := randomPrecision(r, p, scope)
			d := value.New(p, prec)
			if seed%2 == 0 {
				d.DropDead()
			}
			x := mc.New(p, d, mc.Options{Order: mc.Order(r.IntN(3)), MaxNodes: 3000})
			done := func() bool {
				for {
					switch res := x.Run(context.Background()); res.Kind {
					case mc.Found:
						path, nodes, err := x.ErrorPath(res.Node, 10000)
						if err != nil {
							t.Fatal(err)
						}
						checkPath(t, p, path, nodes)
						x.Ignore(res.Node)
					case mc.Exhausted:
						return true
					default:
						return false
					}
				}
			}
			check := func(what string) {
				if err := mc.CheckInductive(x.Graph(), d, true); err != nil {
					t.Fatalf("seed %d, scope %d, %s: %v", seed, scope, what, err)
				}
				for range 5 {
					if err := mctest.Contains(x.Graph(), d, gamma, mctest.Run(r, p, 40)); err != nil {
						t.Fatalf("seed %d, scope %d, %s: %v", seed, scope, what, err)
					}
				}
			}
			if !done() {
				continue
			}
			explored++
			check("explored")
			for range 3 {
				ns := x.Graph().Nodes
				n := ns[r.IntN(len(ns))]
				for _, v := range p.Vars {
					if r.IntN(6) == 0 {
						prec.AddVar(n.Loc, v)
					}
				}
				for _, a := range p.Arrays {
					if r.IntN(4) == 0 {
						prec.AddCell(n.Loc, a, int64(r.IntN(4)))
					}
				}
				x.Prune(n)
				if x.Alive() != countAlive(x.Graph()) {
					t.Fatalf("seed %d: %d nodes alive, not %d", seed, countAlive(x.Graph()), x.Alive())
				}
				if !done() {
					break
				}
				check("pruned")
			}
		}
	}
	if explored < 200 {
		t.Errorf("only %d explorations ended", explored)
	}
}

func countAlive(g *mc.Graph) int {
	k := 0
	for _, n := range g.Nodes {
		if !n.Gone {
			k++
		}
	}
	return k
}

// checkPath: the path is one of the program, from the start, with calls and returns matched.
func checkPath(t *testing.T, p *cfa.Program, path cfa.Path, nodes []*mc.Node) {
	t.Helper()
	if len(nodes) != len(path)+1 || nodes[0].Loc != p.Start.Entry {
		t.Fatal("path does not begin at the start")
	}
	var calls []*cfa.Edge
	at := p.Start.Entry
	for i, s := range path {
		switch s.Kind {
		case cfa.Intra, cfa.Enter:
			if s.Edge.From != at {
				t.Fatalf("step %d does not go on from %v", i, at)
			}
			if s.Kind == cfa.Enter {
				calls = append(calls, s.Edge)
			}
		case cfa.Return:
			if at != at.Proc.Exit || calls[len(calls)-1] != s.Edge {
				t.Fatalf("step %d returns from the wrong call", i)
			}
			calls = calls[:len(calls)-1]
		}
		if at = s.Target(); nodes[i+1].Loc != at || nodes[i+1].Gone {
			t.Fatalf("node %d is elsewhere or gone", i+1)
		}
	}
	if at.Error == nil {
		t.Fatal("path does not end at an error")
	}
}
