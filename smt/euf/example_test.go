package euf_test

import (
	"fmt"

	"github.com/whet-mc/whet/smt/euf"
)

// From f(f(f(a))) = a and f(f(f(f(f(a))))) = a it follows that f(a) = a.
func Example() {
	const f = 0
	g := euf.New()
	a := g.Leaf()
	tower := []euf.Node{a}
	for i := range 5 {
		tower = append(tower, g.App(f, tower[i]))
	}
	g.Merge(tower[3], a, 10)
	g.Merge(tower[5], a, 11)
	fmt.Println(g.Close(), g.Same(tower[1], a), g.Explain(tower[1], a))

	g.Push()
	g.Distinct(tower[1], a, 12)
	fmt.Println(g.Close())
	fmt.Println(g.Conflict())
	g.Pop(1)
	fmt.Println(g.Close())
	// Output:
	// true true [10 11]
	// false
	// [10 11 12] false
	// true
}
