package euf

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// chain merges n leaves one after the other, all of which have applications.
func chain(n int) *Graph {
	g := New()
	leaves := make([]Node, n)
	for i := range leaves {
		leaves[i] = g.Leaf()
		g.App(0, leaves[i])
	}
	for i := 1; i < n; i++ {
		g.Merge(leaves[i-1], leaves[i], Reason(i))
	}
	return g
}

// tower builds f^n(a), for n divisible by 4, and merges f^n(a) and f^(n/2+1)(a)
// with a. The exponents are coprime, so that all becomes equal: congruence finds
// the greatest common divisor.
func tower(n int) *Graph {
	g := New()
	ns := []Node{g.Leaf()}
	for i := range n {
		ns = append(ns, g.App(0, ns[i]))
	}
	g.Merge(ns[n], ns[0], 0)
	g.Merge(ns[n/2+1], ns[0], 1)
	return g
}

// random builds a graph of n binary applications over few leaves, and merges pairs.
func random(n int) *Graph {
	g := New()
	r := rand.New(rand.NewPCG(1, uint64(n)))
	var ns []Node
	for range n / 4 {
		ns = append(ns, g.Leaf())
	}
	for len(ns) < n {
		ns = append(ns, g.App(r.IntN(8), ns[r.IntN(len(ns))], ns[r.IntN(len(ns))]))
	}
	for i := range n / 4 {
		g.Merge(ns[r.IntN(len(ns))], ns[r.IntN(len(ns))], Reason(i))
	}
	return g
}

var shapes = []struct {
	name  string
	build func(int) *Graph
}{{"chain", chain}, {"tower", tower}, {"random", random}}

// BenchmarkClose closes a graph above a level, explains, and pops; ns/node
// shows how it grows.
func BenchmarkClose(b *testing.B) {
	for _, s := range shapes {
		for _, n := range []int{1e3, 1e4, 1e5} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				g := s.build(n)
				g.Push()
				g.Pop(1)
				for b.Loop() {
					g.Push()
					if !g.Close() {
						b.Fatal("conflict")
					}
					g.Pop(1)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Nodes()), "ns/node")
			})
		}
	}
}

// BenchmarkExplain explains why the ends are equal: all of the graph is used.
func BenchmarkExplain(b *testing.B) {
	for _, s := range shapes[:2] {
		for _, n := range []int{1e3, 1e4, 1e5} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				g := s.build(n)
				g.Close()
				// of a chain: the application of the last leaf; that of the first is 1
				last := Node(g.Nodes() - 1)
				if s.name == "tower" {
					last = 0
				}
				for b.Loop() {
					g.Explain(1, last)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Nodes()), "ns/node")
			})
		}
	}
}

// BenchmarkWatched has a watched pair for each two of some nodes, decided by
// merges with values, as equalities between array indexes are.
func BenchmarkWatched(b *testing.B) {
	for _, n := range []int{50, 100, 200} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			g := New()
			var ns []Node
			for range n {
				ns = append(ns, g.Leaf())
			}
			for i, a := range ns {
				for j, c := range ns[:i] {
					g.Watch(a, c, i*n+j)
				}
			}
			for b.Loop() {
				g.Push()
				for i, a := range ns {
					g.Merge(a, g.Value(i%10), Reason(i))
				}
				g.Close()
				if len(g.Events()) != n*(n-1)/2 {
					b.Fatal("events are missing")
				}
				g.Pop(1)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*(n-1)/2), "ns/pair")
		})
	}
}

// TestStop: a Close that is told to stop returns soon, and can be taken up again.
func TestStop(t *testing.T) {
	g := chain(100000)
	asked := 0
	g.Stop = func() bool { asked++; return asked == 3 }
	if !g.Close() || g.Closed() {
		t.Fatal("Close did not stop")
	}
	g.Stop = nil
	if !g.Close() || !g.Closed() || !g.Same(0, Node(g.Nodes()-2)) {
		t.Fatal("Close was not taken up")
	}
}

// TestLarge: large graphs are closed, explained and undone without deep
// recursion, and without quadratic time, which would be minutes.
func TestLarge(t *testing.T) {
	for _, s := range shapes {
		g := s.build(200000)
		g.Push()
		if !g.Close() {
			t.Fatalf("%s: conflict", s.name)
		}
		for n := 0; n < g.Nodes(); n += g.Nodes() / 10 {
			if n := Node(n); g.Find(n) != n {
				g.Explain(n, g.Find(n))
			}
		}
		switch s.name {
		case "tower":
			if g.Size(0) != g.Nodes() || len(g.Explain(0, 1)) != 2 {
				t.Error("tower: not all is equal")
			}
		case "chain":
			if len(g.Explain(1, Node(g.Nodes()-1))) != 199999 {
				t.Error("chain: wrong explanation")
			}
		}
		g.Pop(1)
		for n := range g.Nodes() {
			if g.Size(Node(n)) != 1 {
				t.Fatalf("%s: node %d is merged after Pop", s.name, n)
			}
		}
	}
}
