package weak

import "slices"

// The graph of weakly equivalent arrays, and its components without the stores at one index.
//
// A spanning forest is numbered in preorder, so that the vertices below an edge are an interval. Without the k tree
// edges at an index, the interval of a component splits into k+1 pieces; the edges outside the forest (bonds) join some
// of them again. So the work for an index is linear in its own stores and the bonds. The work for all indexes together
// is linear, except for the bonds, of which chains of stores have few.

type graph struct {
	w       *Weak
	vertex  map[int]int32 // by root: its vertex
	roots   []int         // by vertex: its root
	edges   []edge        // one edge for each of Weak.Stores, in the same order
	first   []int32       // by vertex: where its edges start in the list `around`
	around  []int32
	reads   []read
	buckets []bucket
	bucket  map[[2]int32]int32 // by component and index: position in buckets

	order  []int32 // all vertices, breadth first
	parent []int32 // by vertex: the tree edge to the parent, -1 at the root of a component
	pre    []int32 // by vertex: its preorder number
	size   []int32 // by vertex: the size of its subtree
	comp   []int32 // by vertex: its component

	top    []int32   // by component: its root vertex
	bonds  [][]int32 // by component: its edges outside the tree
	consts [][]int32 // by component: its reads with Any set

	indexes map[int]int32 // by root of an index: its position in index
	index   []int         // the roots of the indexes

	piece pieces
	steps int
}

type edge struct{ self, base, index int32 }

func (e edge) other(v int32) int32 { return e.self + e.base - v }

type read struct {
	Read
	vertex int32
	value  int // the root of Self, the result of the select
}

// A bucket has the reads and cuts of one component at one index.
type bucket struct {
	comp, index int32
	reads       []int32 // the positions in graph.reads; reads of constant arrays are not included
	cuts        []int32 // the lower ends of the tree edges that store at the index
}

func newGraph(w *Weak, v View) *graph {
	g := &graph{w: w, vertex: map[int]int32{}, indexes: map[int]int32{}, bucket: map[[2]int32]int32{}}
	for _, s := range w.Stores {
		self, base := g.vertexOf(v.Root(s.Self)), g.vertexOf(v.Root(s.Base))
		g.edges = append(g.edges, edge{self, base, g.indexOf(v.Root(s.Index))})
	}
	for _, s := range w.Stores {
		g.read(v, Read{Select: Select{s.Elem, s.Self, s.Index}, Own: true})
	}
	for _, s := range w.Selects {
		g.read(v, Read{Select: s})
	}
	stores := len(g.reads)
	for _, c := range w.Consts {
		g.read(v, Read{Select: Select{c.Elem, c.Self, -1}, Any: true})
	}
	for _, a := range w.Arrays {
		g.vertexOf(v.Root(a))
	}
	g.link()
	g.span()
	for i := range g.reads {
		r, i := &g.reads[i], int32(i)
		if comp := g.comp[r.vertex]; int(i) >= stores {
			g.consts[comp] = append(g.consts[comp], i)
		} else {
			b := g.bucketOf(comp, g.indexOf(v.Root(r.Index)))
			b.reads = append(b.reads, i)
		}
	}
	for _, u := range g.order {
		if e := g.parent[u]; e >= 0 {
			b := g.bucketOf(g.comp[u], g.edges[e].index)
			b.cuts = append(b.cuts, u)
		}
	}
	return g
}

func (g *graph) read(v View, r Read) {
	g.reads = append(g.reads, read{r, g.vertexOf(v.Root(r.Array)), v.Root(r.Self)})
}

func (g *graph) vertexOf(root int) int32 { return numbered(g.vertex, &g.roots, root) }

func (g *graph) indexOf(root int) int32 { return numbered(g.indexes, &g.index, root) }

// numbered returns the position of root in list, to which it is appended if necessary.
func numbered(places map[int]int32, list *[]int, root int) int32 {
	n, ok := places[root]
	if !ok {
		n = int32(len(*list))
		places[root] = n
		*list = append(*list, root)
	}
	return n
}

func (g *graph) bucketOf(comp, index int32) *bucket {
	k := [2]int32{comp, index}
	n, ok := g.bucket[k]
	if !ok {
		n = int32(len(g.buckets))
		g.bucket[k] = n
		g.buckets = append(g.buckets, bucket{comp: comp, index: index})
	}
	return &g.buckets[n]
}

// stopped polls Stop.
func (g *graph) stopped() bool {
	const often = 64
	g.steps++
	return g.steps%often == 0 && g.w.Stop != nil && g.w.Stop()
}

// link lists the edges by vertex. A store that equals its base connects nothing.
func (g *graph) link() {
	g.first = make([]int32, len(g.roots)+1)
	for _, e := range g.edges {
		if e.self != e.base {
			g.first[e.self]++
			g.first[e.base]++
		}
	}
	sum := int32(0)
	for v := range g.first {
		sum += g.first[v]
		g.first[v] = sum
	}
	g.around = make([]int32, sum)
	for i := len(g.edges) - 1; i >= 0; i-- {
		if e := g.edges[i]; e.self != e.base {
			for _, v := range [...]int32{e.self, e.base} {
				g.first[v]--
				g.around[g.first[v]] = int32(i)
			}
		}
	}
}

func (g *graph) incident(v int32) []int32 { return g.around[g.first[v]:g.first[v+1]] }

// span builds the spanning forest, breadth first so that it is shallow.
func (g *graph) span() {
	n := len(g.roots)
	g.parent, g.pre, g.size, g.comp = make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n)
	for v := range g.comp {
		g.comp[v] = -1
	}
	for root := range int32(n) {
		if g.comp[root] >= 0 {
			continue
		}
		comp := int32(len(g.top))
		g.top = append(g.top, root)
		g.bonds = append(g.bonds, nil)
		g.comp[root], g.parent[root] = comp, -1
		i := len(g.order)
		g.order = append(g.order, root)
		for ; i < len(g.order); i++ {
			v := g.order[i]
			for _, e := range g.incident(v) {
				if o := g.edges[e].other(v); g.comp[o] < 0 {
					g.comp[o], g.parent[o] = comp, e
					g.order = append(g.order, o)
				}
			}
		}
	}
	g.consts = make([][]int32, len(g.top))
	for i, e := range g.edges {
		if i := int32(i); e.self != e.base && g.parent[e.self] != i && g.parent[e.base] != i {
			g.bonds[g.comp[e.self]] = append(g.bonds[g.comp[e.self]], i)
		}
	}
	for i := n - 1; i >= 0; i-- {
		v := g.order[i]
		g.size[v]++
		if e := g.parent[v]; e >= 0 {
			g.size[g.edges[e].other(v)] += g.size[v]
		}
	}
	free, next := int32(0), make([]int32, n) // next has, for each vertex, the preorder number for its next child
	for _, v := range g.order {
		if e := g.parent[v]; e < 0 {
			g.pre[v] = free
			free += g.size[v]
		} else {
			up := g.edges[e].other(v)
			g.pre[v] = next[up]
			next[up] += g.size[v]
		}
		next[v] = g.pre[v] + 1
	}
}

// pieces are the classes, in one component, of arrays that are weakly equivalent modulo an index.
type pieces struct {
	// preorder numbers where another piece begins, ascending; of equal numbers, the last counts
	starts []int32
	at     []int32 // the pieces that begin at starts
	joined []int32 // by piece: a piece joined with it, or itself
	value  []int   // by piece: the value of its first read, or -1
	stack  []int32
}

// cut computes the pieces of b's component modulo b's index.
func (g *graph) cut(b *bucket) {
	p := &g.piece
	p.starts, p.at = append(p.starts[:0], 0), append(p.at[:0], 0)
	p.joined, p.stack = append(p.joined[:0], 0), p.stack[:0]
	slices.SortFunc(b.cuts, func(u, v int32) int { return int(g.pre[u] - g.pre[v]) })
	// stack has the open intervals; pieces[k] is the piece of interval k
	var pieces []int32
	leave := func(upTo int32) {
		for len(p.stack) > 0 {
			u := p.stack[len(p.stack)-1]
			end := g.pre[u] + g.size[u]
			if end > upTo {
				return
			}
			p.stack, pieces = p.stack[:len(p.stack)-1], pieces[:len(pieces)-1]
			around := int32(0)
			if len(pieces) > 0 {
				around = pieces[len(pieces)-1]
			}
			p.starts, p.at = append(p.starts, end), append(p.at, around)
		}
	}
	for _, u := range b.cuts {
		leave(g.pre[u])
		n := int32(len(p.joined))
		p.joined = append(p.joined, n)
		p.stack, pieces = append(p.stack, u), append(pieces, n)
		p.starts, p.at = append(p.starts, g.pre[u]), append(p.at, n)
	}
	leave(int32(len(g.roots)))
	if len(b.cuts) == 0 {
		return
	}
	for _, e := range g.bonds[b.comp] {
		if ed := g.edges[e]; ed.index != b.index {
			if x, y := p.of(g, ed.self), p.of(g, ed.base); x != y {
				p.joined[max(x, y)] = min(x, y)
			}
		}
	}
}

// of returns the piece of vertex v.
func (p *pieces) of(g *graph, v int32) int32 {
	after, _ := slices.BinarySearch(p.starts, g.pre[v]+1)
	q := p.at[after-1]
	for p.joined[q] != q {
		p.joined[q] = p.joined[p.joined[q]]
		q = p.joined[q]
	}
	return q
}

// values records the value at the index for each piece that cut has found.
func (g *graph) values(b *bucket) {
	p := &g.piece
	p.value = p.value[:0]
	for range p.joined {
		p.value = append(p.value, -1)
	}
	for _, list := range [][]int32{b.reads, g.consts[b.comp]} {
		for _, r := range list {
			if q := p.of(g, g.reads[r].vertex); p.value[q] < 0 {
				p.value[q] = g.reads[r].value
			}
		}
	}
}
