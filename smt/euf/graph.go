// Nodes, classes and access to them.

package euf

import (
	"fmt"
	"iter"
)

// Node is a term of the graph. Nodes are numbered from 0 in the order of their creation.
type Node int32

// Reason names an assertion to the caller. It is never negative.
type Reason int32

const (
	none       Node   = -1
	congruence Reason = -1 // the reason of an edge between two applications with equal arguments
)

// Graph is a congruence closure. It is not safe for concurrent use.
type Graph struct {
	// Stop, if set, is polled by Close to see whether to give up. If Close gives up, it returns true, and Closed
	// returns false.
	Stop func() bool

	terms   []term
	classes []class   // by node
	proof   []edge    // by node: its edge towards the root of its tree
	uses    [][]Node  // by node: the applications that have the node as an argument, each once
	apart   [][]int32 // by node: the disequalities that have the node as a side
	watched [][]int32 // by node: the watches that have the node as a side

	args   []Node // the arguments of all applications, concatenated
	values map[int]Node
	same   consTable
	sigs   sigTable

	queue  []assertion // the assertions of all levels; those from head on wait for Close
	head   int
	trail  []change
	frames []frame
	clash  conflict

	diseqs  []diseq
	pairs   map[uint64]int32 // for a pair of representatives: a disequality between their classes
	fresh   []int32          // scratch of union
	watches []watch
	tags    map[int]int32 // by tag: the index of its watch
	events  []Event       // the trail of the watches' states, with the events of all levels
	drained int           // the number of events that were already returned

	onMerge []func(kept, gone Node, by Union)
	ex      explainer
}

// A term is the immutable content of a node.
type term struct {
	kind   kind
	fn     int // the function of an application, or the key of a value
	lo, hi int32
}

type kind uint8

const (
	leaf kind = iota
	value
	application
)

// A class is a node's part of the classes. The fields below next are valid only while the node is a representative, but
// are kept for when it becomes one again.
type class struct {
	root   Node  // the representative
	into   Node  // the representative that absorbed it; itself if none did
	next   Node  // the next member, in a circle
	value  Node  // the interpreted constant in the class, or none
	size   int32 // number of members
	weight int32 // the cost of absorbing the class: the number of members, uses, disequalities and watches
}

// New returns an empty graph.
func New() *Graph {
	return &Graph{
		values: map[int]Node{},
		pairs:  map[uint64]int32{},
		tags:   map[int]int32{},
	}
}

func (g *Graph) node(t term) Node {
	n := Node(len(g.terms))
	if n < 0 {
		panic("euf: more than 2^31 nodes")
	}
	g.terms = append(g.terms, t)
	g.classes = append(g.classes, class{root: n, into: n, next: n, value: none, size: 1, weight: 1})
	g.proof = append(g.proof, edge{to: none})
	g.uses = append(g.uses, nil)
	g.apart = append(g.apart, nil)
	g.watched = append(g.watched, nil)
	g.sigs.links = append(g.sigs.links, sigLink{})
	return n
}

// Leaf returns a new node that is equal to nothing yet.
func (g *Graph) Leaf() Node { return g.node(term{kind: leaf}) }

// Value returns the interpreted constant with the given key. Constants with different keys are distinct.
func (g *Graph) Value(key int) Node {
	if n, ok := g.values[key]; ok {
		return n
	}
	n := g.node(term{kind: value, fn: key})
	g.classes[n].value = n
	g.values[key] = n
	return n
}

// App returns the application of fn to args, making it if necessary. It may be called at any level. The next Close
// finds the congruences of a new node, at this level and, after Pop, at lower levels.
func (g *Graph) App(fn int, args ...Node) Node {
	h := hashApp(fn, args)
	if n := g.findApp(h, fn, args); n != none {
		return n
	}
	lo := int32(len(g.args))
	g.args = append(g.args, args...)
	n := g.node(term{kind: application, fn: fn, lo: lo, hi: lo + int32(len(args))})
	g.same.add(h, n)
	for i, a := range args {
		if !contains(args[:i], a) {
			g.uses[a] = append(g.uses[a], n)
			g.addWeight(a, 1)
		}
	}
	g.file(n)
	return n
}

func contains(list []Node, n Node) bool {
	for _, m := range list {
		if m == n {
			return true
		}
	}
	return false
}

// addWeight adds to the weight of n's class and of every absorbed class that contained n, so that each weight is right
// again when an absorption is undone.
func (g *Graph) addWeight(n Node, by int32) {
	for {
		c := &g.classes[n]
		c.weight += by
		if c.into == n {
			return
		}
		n = c.into
	}
}

// Nodes returns the number of nodes; they are 0 .. Nodes()-1.
func (g *Graph) Nodes() int { return len(g.terms) }

// Fn returns the function of an application; ok is false for another node.
func (g *Graph) Fn(n Node) (fn int, ok bool) {
	t := &g.terms[n]
	if t.kind != application {
		return 0, false
	}
	return t.fn, true
}

// Args returns the arguments of an application, to be read only.
func (g *Graph) Args(n Node) []Node {
	t := &g.terms[n]
	return g.args[t.lo:t.hi:t.hi]
}

// Find returns the representative of a's class.
func (g *Graph) Find(a Node) Node { return g.classes[a].root }

// Same reports whether a = b is known.
func (g *Graph) Same(a, b Node) bool { return g.classes[a].root == g.classes[b].root }

// Size returns the number of members of a's class.
func (g *Graph) Size(a Node) int { return int(g.classes[g.Find(a)].size) }

// Class iterates over the members of a's class, starting with a. No union or Pop may happen during the iteration.
func (g *Graph) Class(a Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		n := a
		for {
			if !yield(n) {
				return
			}
			if n = g.classes[n].next; n == a {
				return
			}
		}
	}
}

// firstIn returns the first argument of p in the class of root.
func (g *Graph) firstIn(p, root Node) Node {
	for _, a := range g.Args(p) {
		if g.Find(a) == root {
			return a
		}
	}
	panic(fmt.Sprintf("euf: application %d has no argument in class %d", p, root))
}

// A Union is the cause of a union: the equality of A and B, which was asserted or is the congruence of two
// applications.
type Union struct {
	A, B      Node
	Congruent bool
}

// OnMerge registers a function that Close calls after each union, with the representative that stays and the one that
// was absorbed. The function may use all of the graph except Close, Push and Pop.
func (g *Graph) OnMerge(f func(kept, gone Node, by Union)) { g.onMerge = append(g.onMerge, f) }
