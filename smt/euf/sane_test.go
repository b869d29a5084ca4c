package euf

import (
	"fmt"
	"iter"
)

// sane checks what the graph keeps at all times.
func (g *Graph) sane() error {
	unions := 0
	for n := range g.classes {
		n := Node(n)
		c := g.classes[n]
		// the circle of members, and the representative
		own, size, weight := Node(0), int32(0), int32(0)
		for m := range g.Class(n) {
			if g.classes[m].root != c.root {
				return fmt.Errorf("%d and %d are in one circle and have different representatives", n, m)
			}
			if m == c.root {
				own++
			}
			size++
			weight += int32(1 + len(g.uses[m]) + len(g.apart[m]) + len(g.watched[m]))
			if g.terms[m].kind == value && g.classes[c.root].value != m {
				return fmt.Errorf("value %d is not that of its class", m)
			}
		}
		if own != 1 {
			return fmt.Errorf("the representative of %d is %d times in its circle", n, own)
		}
		if c.root == n && (c.size != size || c.weight != weight) {
			return fmt.Errorf("class %d: size %d, weight %d, counted %d and %d", n, c.size, c.weight, size, weight)
		}
		if v := g.classes[c.root].value; v != none && g.Find(v) != c.root {
			return fmt.Errorf("the value of class %d is elsewhere", c.root)
		}
		if (c.into == n) != (c.root == n) {
			return fmt.Errorf("%d is absorbed by %d and represented by %d", n, c.into, c.root)
		}
		if c.root != n {
			unions++
		}
		// the absorbed have the weight of what came with them
		weight = 0
		for m := range g.classes {
			for k := Node(m); ; k = g.classes[k].into {
				if k == n {
					weight += int32(1 + len(g.uses[m]) + len(g.apart[m]) + len(g.watched[m]))
				}
				if k == n || g.classes[k].into == k {
					break
				}
			}
		}
		if c.weight != weight {
			return fmt.Errorf("absorbed class %d: weight %d, counted %d", n, c.weight, weight)
		}
		// the proof forest
		if to := g.proof[n].to; to != none {
			unions--
			if !g.Same(n, to) {
				return fmt.Errorf("edge between %d and %d, which are not equal", n, to)
			}
			if g.proof[n].why == congruence && !g.congruent(n, to) {
				return fmt.Errorf("edge between %d and %d, which are not congruent", n, to)
			}
		}
		for steps, m := 0, n; m != none; m = g.proof[m].to {
			if steps++; steps > len(g.classes) {
				return fmt.Errorf("cycle in the proof forest from %d", n)
			}
		}
	}
	if unions != 0 {
		return fmt.Errorf("%d more absorbed classes than edges", unions)
	}
	for p := range g.terms {
		p := Node(p)
		l := g.sigs.links[p]
		if l.in != (g.terms[p].kind == application) {
			return fmt.Errorf("node %d is in the signature table: %v", p, l.in)
		}
		if !l.in {
			continue
		}
		ring, leaders := map[Node]bool{}, 0
		for q := p; !ring[q]; q = g.sigs.links[q].next {
			ring[q] = true
			if g.sigs.links[g.sigs.links[q].next].prev != q {
				return fmt.Errorf("the ring of %d is torn at %d", p, q)
			}
			if g.sigs.links[q].leader {
				leaders++
				found := 0
				for k := g.sigs.heads[g.sigs.links[q].hash&uint32(len(g.sigs.heads)-1)]; k != 0; k = g.sigs.links[k-1].down {
					if k == q+1 {
						found++
					}
				}
				if found != 1 {
					return fmt.Errorf("leader %d is %d times in its chain", q, found)
				}
			}
		}
		if leaders != 1 {
			return fmt.Errorf("the ring of %d has %d leaders", p, leaders)
		}
		for q := range g.terms {
			if g.terms[q].kind == application && g.congruent(p, Node(q)) != ring[Node(q)] {
				return fmt.Errorf("%d and %d: congruent is %v", p, q, !ring[Node(q)])
			}
		}
	}
	for a := range g.terms {
		for b := range a {
			a, b := Node(a), Node(b)
			if g.Find(a) != a || g.Find(b) != b {
				continue
			}
			there := false
			for _, d := range g.diseqs {
				there = there || g.Find(d.a) == a && g.Find(d.b) == b || g.Find(d.a) == b && g.Find(d.b) == a
			}
			if _, ok := g.pairs[pairOf(a, b)]; ok != there {
				return fmt.Errorf("%d and %d are a pair: %v, a disequality says %v", a, b, ok, there)
			}
		}
	}
	return nil
}

// ValueOf returns the key of the interpreted constant in a's class, if there is one.
func (g *Graph) ValueOf(a Node) (key int, ok bool) {
	v := g.classes[g.Find(a)].value
	if v == none {
		return 0, false
	}
	return g.terms[v].fn, true
}

// Parents iterates over the applications that have an argument in a's class,
// each once. No union or Pop may happen meanwhile.
func (g *Graph) Parents(a Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for m := range g.Class(a) {
			for _, p := range g.uses[m] {
				if g.firstIn(p, g.Find(a)) == m && !yield(p) {
					return
				}
			}
		}
	}
}

// ExplainApart returns the assertions from which a ≠ b follows, which must be
// known: equalities and one disequality, or equalities that lead to two
// values. They need not be those by which it first became known; see ExplainWatch.
func (g *Graph) ExplainApart(a, b Node) []Reason {
	cause, ok := g.apartBy(g.Find(a), g.Find(b))
	if !ok {
		panic("euf: ExplainApart of nodes that are not apart")
	}
	return g.explainApart(a, b, cause)
}

// Level is the number of Push that were not undone.
func (g *Graph) Level() int { return len(g.frames) }
