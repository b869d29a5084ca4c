package euf

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// fact is what the tests know of a reason.
type fact struct {
	a, b     Node
	distinct bool
}

// naive is congruence closure as one would define it: a relation, made larger until nothing
// changes.
type naive struct {
	g     *Graph // for the shape of nodes only
	root  []Node
	facts []fact
}

func naively(g *Graph, facts []fact) *naive {
	c := &naive{g: g, facts: facts}
	for n := range g.Nodes() {
		c.root = append(c.root, Node(n))
	}
	for _, f := range facts {
		if !f.distinct {
			c.join(f.a, f.b)
		}
	}
	for again := true; again; {
		again = false
		for p := range g.Nodes() {
			for q := range p {
				if c.root[p] != c.root[q] && c.congruent(Node(p), Node(q)) {
					c.join(Node(p), Node(q))
					again = true
				}
			}
		}
	}
	return c
}

func (c *naive) join(a, b Node) {
	a, b = c.root[a], c.root[b]
	for n := range c.root {
		if c.root[n] == a {
			c.root[n] = b
		}
	}
}

func (c *naive) congruent(p, q Node) bool {
	f, ok := c.g.Fn(p)
	h, ok2 := c.g.Fn(q)
	return ok && ok2 && f == h && slices.EqualFunc(c.g.Args(p), c.g.Args(q), c.same)
}

func (c *naive) same(a, b Node) bool { return c.root[a] == c.root[b] }

func (c *naive) value(a Node) (int, bool) {
	for n, t := range c.g.terms {
		if t.kind == value && c.same(Node(n), a) {
			return t.fn, true
		}
	}
	return 0, false
}

func (c *naive) apart(a, b Node) bool {
	for _, f := range c.facts {
		if f.distinct && (c.same(f.a, a) && c.same(f.b, b) || c.same(f.a, b) && c.same(f.b, a)) {
			return true
		}
	}
	v, ok := c.value(a)
	w, ok2 := c.value(b)
	return ok && ok2 && v != w
}

func (c *naive) inconsistent() bool {
	for _, f := range c.facts {
		if f.distinct && c.same(f.a, f.b) {
			return true
		}
	}
	for n := range c.root {
		for m := range n {
			if c.g.terms[n].kind == value && c.g.terms[m].kind == value && c.same(Node(n), Node(m)) {
				return true
			}
		}
	}
	return false
}

// level is what the test notes at Push.
type level struct {
	facts int
	told  map[int]told
}

type told struct {
	equal bool
	why   []Reason
}

func pick(facts []fact, reasons []Reason) []fact {
	var out []fact
	for _, r := range reasons {
		out = append(out, facts[r])
	}
	return out
}

func sortedOnce(rs []Reason) bool {
	for i := 1; i < len(rs); i++ {
		if rs[i-1] >= rs[i] {
			return false
		}
	}
	return true
}

// TestAgainstNaive drives a graph at random and compares all that it says with the naive closure.
func TestAgainstNaive(t *testing.T) {
	conflicts, events := 0, 0
	prop := func(t *rapid.T) {
		g := New()
		var facts []fact
		var levels []level
		watched := [][2]Node{}
		heard := map[int]told{}
		classes := 0
		g.OnMerge(func(kept, gone Node, by Union) {
			if by.Congruent && !g.congruent(by.A, by.B) || !g.Same(by.A, by.B) {
				t.Fatalf("OnMerge is told of %+v", by)
			}
			classes--
			if g.Find(gone) != kept || g.Find(kept) != kept || g.classes[gone].into != kept {
				t.Fatalf("OnMerge says %d absorbed %d", kept, gone)
			}
		})
		node := rapid.Custom(func(t *rapid.T) Node { return Node(rapid.IntRange(0, g.Nodes()-1).Draw(t, "node")) })
		for range rapid.IntRange(1, 6).Draw(t, "leaves") {
			g.Leaf()
		}
		app := func(t *rapid.T) {
			if g.Nodes() > 40 {
				return
			}
			fn := rapid.IntRange(0, 3).Draw(t, "fn")
			// 0: a constant; 2, 3: binary
			args := rapid.SliceOfN(node, min(fn, 2), min(fn, 2)).Draw(t, "args")
			before := g.Nodes()
			n := g.App(fn, args...)
			if g.App(fn, args...) != n || (g.Nodes() > before) != (int(n) == before) {
				t.Fatalf("App gives different nodes")
			}
		}
		for range rapid.IntRange(0, 12).Draw(t, "apps") {
			app(t)
		}
		check := func(t *rapid.T) {
			want := naively(g, facts)
			ok := g.Close()
			if err := g.sane(); err != nil {
				t.Fatal(err)
			}
			if ok == want.inconsistent() {
				t.Fatalf("Close is %v", ok)
			}
			if !ok {
				conflicts++
				why, values := g.Conflict()
				core := naively(g, pick(facts, why))
				if !core.inconsistent() || !sortedOnce(why) {
					t.Fatalf("conflict %v is none", why)
				}
				ne := 0
				for _, r := range why {
					if facts[r].distinct {
						ne++
					}
				}
				if values != (ne == 0) || ne > 1 {
					t.Fatalf("conflict with %d disequalities, by values: %v", ne, values)
				}
				return
			}
			if !g.Closed() {
				t.Fatal("Close left something")
			}
			for a := range g.Nodes() {
				a := Node(a)
				v, ok := g.ValueOf(a)
				if w, ok2 := want.value(a); ok != ok2 || v != w {
					t.Fatalf("ValueOf(%d)", a)
				}
				size := 0
				parents := map[Node]int{}
				for b := range g.Nodes() {
					b := Node(b)
					if g.Same(a, b) != want.same(a, b) {
						t.Fatalf("Same(%d, %d) is %v", a, b, g.Same(a, b))
					}
					if g.Apart(a, b) != want.apart(a, b) {
						t.Fatalf("Apart(%d, %d) is %v", a, b, g.Apart(a, b))
					}
					if g.Same(a, b) {
						size++
					}
					for _, c := range g.Args(b) {
						if want.same(c, a) {
							parents[b] = 1
						}
					}
				}
				if size != g.Size(a) {
					t.Fatalf("Size(%d)", a)
				}
				for p := range g.Parents(a) {
					parents[p]--
				}
				for p, n := range parents {
					if n != 0 {
						t.Fatalf("application %d is a parent of %d: off by %d", p, a, n)
					}
				}
			}
			for range 4 {
				a, b := node.Draw(t, "a"), node.Draw(t, "b")
				if g.Same(a, b) {
					why := g.Explain(a, b)
					if !naively(g, pick(facts, why)).same(a, b) || !sortedOnce(why) {
						t.Fatalf("%v does not explain %d = %d", why, a, b)
					}
				} else if g.Apart(a, b) {
					why := g.ExplainApart(a, b)
					if !naively(g, pick(facts, why)).apart(a, b) || !sortedOnce(why) {
						t.Fatalf("%v does not explain %d ≠ %d", why, a, b)
					}
				}
			}
			if rapid.Bool().Draw(t, "drain") {
				for _, e := range g.Events() {
					if _, ok := heard[e.Tag]; ok {
						t.Fatalf("a second event for tag %d", e.Tag)
					}
					events++
					heard[e.Tag] = told{e.Equal, g.ExplainWatch(e.Tag)}
				}
				for tag, p := range watched {
					h, ok := heard[tag]
					if ok != (want.same(p[0], p[1]) || want.apart(p[0], p[1])) {
						t.Fatalf("tag %d: heard of %v", tag, ok)
					}
					if ok && h.equal != want.same(p[0], p[1]) {
						t.Fatalf("tag %d: wrong event", tag)
					}
				}
			}
			for tag, p := range watched {
				h, ok := heard[tag]
				if !ok {
					continue
				}
				why := g.ExplainWatch(tag)
				if !slices.Equal(why, h.why) {
					t.Fatalf("tag %d: the explanation changed from %v to %v", tag, h.why, why)
				}
				c := naively(g, pick(facts, why))
				if h.equal && !c.same(p[0], p[1]) || !h.equal && !c.apart(p[0], p[1]) {
					t.Fatalf("tag %d: %v does not explain the event", tag, why)
				}
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"merge": func(t *rapid.T) {
				f := fact{node.Draw(t, "a"), node.Draw(t, "b"), false}
				facts = append(facts, f)
				g.Merge(f.a, f.b, Reason(len(facts)-1))
			},
			"distinct": func(t *rapid.T) {
				f := fact{node.Draw(t, "a"), node.Draw(t, "b"), true}
				facts = append(facts, f)
				g.Distinct(f.a, f.b, Reason(len(facts)-1))
			},
			"leaf": func(t *rapid.T) {
				if g.Nodes() < 40 {
					g.Leaf()
				}
			},
			"value": func(t *rapid.T) {
				k := rapid.IntRange(0, 3).Draw(t, "key")
				if n := g.Value(k); g.Value(k) != n {
					t.Fatal("Value gives different nodes")
				}
			},
			"app": app,
			"watch": func(t *rapid.T) {
				a, b := node.Draw(t, "a"), node.Draw(t, "b")
				g.Watch(a, b, len(watched))
				watched = append(watched, [2]Node{a, b})
			},
			"push": func(t *rapid.T) {
				copied := map[int]told{}
				for k, v := range heard {
					copied[k] = v
				}
				levels = append(levels, level{len(facts), copied})
				g.Push()
			},
			"pop": func(t *rapid.T) {
				if len(levels) == 0 {
					return
				}
				n := rapid.IntRange(1, len(levels)).Draw(t, "n")
				l := levels[len(levels)-n]
				levels = levels[:len(levels)-n]
				facts, heard = facts[:l.facts], l.told
				g.Pop(n)
				if g.Level() != len(levels) {
					t.Fatal("wrong level")
				}
				if err := g.sane(); err != nil {
					t.Fatal(err)
				}
			},
			"check":  check,
			"check2": check,
		})
	}
	rounds := 40 // of 100 sequences each; some mistakes show in one of 500
	if testing.Short() {
		rounds = 5
	}
	for range rounds {
		rapid.Check(t, prop)
	}
	if conflicts == 0 || events == 0 {
		t.Errorf("the test saw %d conflicts and %d events", conflicts, events)
	}
}
