// Package weak decides the theory of arrays by lemmas on demand, using weakly equivalent arrays: Christ and Hoenicke,
// Weakly Equivalent Arrays, FroCoS 2015. It serves a solver that combines theories: it is given nodes and their
// equalities, and returns lemmas until reads and stores agree.
//
// The stores are the edges of a graph whose vertices are the classes of equal arrays. Arrays connected by a path differ
// at most at the indexes of the path's stores. If none of these equals i, the arrays are weakly equivalent modulo i, so
// reads from them at i must be equal. A store also counts as a read at its own index, with its element as the result.
// If all reads agree in this way, there is a model, which model.go builds. If two reads disagree, a path between their
// arrays gives a lemma.
//
// Deviations from the paper: the caller ensures extensionality, by selects from two different arrays at an index of
// their own; and the classes modulo i are computed from a spanning forest of the whole graph (graph.go) instead of
// primary edges.
package weak

// A View gives the equalities of nodes in a candidate model: nodes with the same root are equal. Nodes with different
// roots, in particular indexes, are taken to be different. The roots are nodes themselves.
type View interface {
	Root(n int) int
}

// A Store is a node Self that is store(Base, Index, Elem).
type Store struct{ Self, Base, Index, Elem int }

// A Select is a node Self that is select(Array, Index).
type Select struct{ Self, Array, Index int }

// A Const is a node Self that is the array whose elements are all Elem.
type Const struct{ Self, Elem int }

// Weak decides whether arrays can have the stores and selects that it holds. Its nodes are nonnegative numbers, whose
// meaning the caller chooses. Arrays of several sorts may be mixed if a View never makes nodes of different sorts
// equal.
type Weak struct {
	Stores  []Store
	Selects []Select
	Consts  []Const
	Arrays  []int // arrays that none of the others mentions and for which Model must give values

	// Stop, if set, is polled to see whether to give up. Check then returns the lemmas found so far, and Model returns
	// nil.
	Stop func() bool
}

// An Edge of a path leads from one array to another that differs at most at one index. Store is a position in
// Weak.Stores, and From and To are its Self and Base, in either order. If Store is -1, From and To are equal in the
// view.
type Edge struct{ From, To, Store int }

// A Read is the element of an array at an index: the read of a select term; with Own, the element of a store at its
// index (Self is then the Elem of the Store, and Array its Self); with Any, the element of a constant array, where
// Index is -1.
type Read struct {
	Select
	Own, Any bool
}

// A Lemma is a clause that holds in all models but not in the view:
//
//	From ≠ To for an edge of the Path without a store     or
//	Left.Index ≠ Right.Index                              or
//	Stores[e.Store].Index = Left.Index for another edge e or
//	Left.Self = Right.Self
//
// If Right is Any, its index does not occur in the clause. If both are Any, the clause consists of the first line and
// the last, and holds only if there are more indexes than stores on the path: the caller must know this from the sort.
type Lemma struct {
	Path        []Edge // leads from Left.Array to Right.Array; its first and last edge have stores
	Left, Right Read
}

// Check returns lemmas that the view violates, at most limit of them unless limit is 0. If it finds no lemma, Model
// builds the arrays. Each path has as few stores as possible for the reads that it connects.
func (w *Weak) Check(v View, limit int) []Lemma {
	g := newGraph(w, v)
	s := &search{g: g, limit: limit,
		from: make([]int32, len(g.roots)), seen: make([]int32, len(g.roots)), at: make([]int32, len(g.roots))}
	for i := range s.at {
		s.at[i] = -1
	}
	for c := range g.consts {
		if g.stopped() || s.full() {
			return s.lemmas
		}
		s.constants(int32(c))
	}
	for b := range g.buckets {
		if g.stopped() || s.full() {
			break
		}
		if g.agree(&g.buckets[b]) {
			continue
		}
		s.disagreement(&g.buckets[b])
	}
	return s.lemmas
}

// agree reports whether reads of b that are weakly equivalent modulo its index have equal values.
func (g *graph) agree(b *bucket) bool {
	consts := g.consts[b.comp]
	if len(b.reads)+len(consts) < 2 {
		return true
	}
	g.cut(b)
	g.values(b)
	ok := true
	for _, list := range [][]int32{b.reads, consts} {
		for _, r := range list {
			ok = ok && g.piece.value[g.piece.of(g, g.reads[r].vertex)] == g.reads[r].value
		}
	}
	return ok
}

// search looks for paths between reads that disagree.
type search struct {
	g      *graph
	limit  int
	lemmas []Lemma

	// A breadth-first search.
	from  []int32 // by vertex: the edge by which it was reached
	seen  []int32 // by vertex: the last search that reached it
	count int32
	queue []int32

	at   []int32 // by vertex: its first read in the bucket, or -1
	next []int32 // by read: the next read from the same vertex
}

func (s *search) full() bool { return s.limit > 0 && len(s.lemmas) >= s.limit }

// constants makes lemmas for constant arrays of one component with different elements.
func (s *search) constants(comp int32) {
	list := s.g.consts[comp]
	for i := 1; i < len(list) && !s.full(); i++ {
		if x, y := list[0], list[i]; s.g.reads[x].value != s.g.reads[y].value {
			target := s.g.reads[y].vertex
			s.search(s.g.reads[x].vertex, -1, func(v int32) int32 {
				if v == target {
					return y
				}
				return -1
			})
			s.add(x, y)
		}
	}
}

// disagreement makes lemmas for a bucket. In each piece, for every value but the first, it connects the first read with
// this value to the nearest read with another value.
func (s *search) disagreement(b *bucket) {
	g := s.g
	type key struct {
		piece int32
		value int
	}
	list := append(append([]int32{}, b.reads...), g.consts[b.comp]...)
	for len(s.next) < len(g.reads) {
		s.next = append(s.next, -1)
	}
	for i := len(list) - 1; i >= 0; i-- {
		v := g.reads[list[i]].vertex
		s.next[list[i]], s.at[v] = s.at[v], list[i]
	}
	defer func() {
		for _, r := range list {
			s.at[g.reads[r].vertex] = -1
		}
	}()
	met := map[key]bool{}
	done := map[[2]int32]bool{}
	for _, x := range list {
		rx := &g.reads[x]
		p := g.piece.of(g, rx.vertex)
		if k := (key{p, rx.value}); met[k] || g.piece.value[p] == rx.value {
			continue
		} else if s.full() || g.stopped() {
			return
		} else {
			met[k] = true
		}
		y := s.search(rx.vertex, b.index, func(v int32) int32 {
			for y := s.at[v]; y >= 0; y = s.next[y] {
				if ry := &g.reads[y]; ry.value != rx.value && !(rx.Any && ry.Any) {
					return y
				}
			}
			return -1
		})
		// -1 if only constant arrays disagree, which constants handles
		if y >= 0 && !done[[2]int32{y, x}] {
			done[[2]int32{x, y}] = true
			s.add(x, y)
		}
	}
}

// search makes a breadth-first search from start over the edges whose index differs from the given one. It ends when
// accept returns a read of a vertex, and returns that read.
func (s *search) search(start, index int32, accept func(vertex int32) int32) int32 {
	g := s.g
	s.count++
	s.queue = append(s.queue[:0], start)
	s.seen[start], s.from[start] = s.count, -1
	for i := 0; i < len(s.queue); i++ {
		v := s.queue[i]
		if r := accept(v); r >= 0 {
			return r
		}
		for _, e := range g.incident(v) {
			o := g.edges[e].other(v)
			if g.edges[e].index != index && s.seen[o] != s.count {
				s.seen[o], s.from[o] = s.count, e
				s.queue = append(s.queue, o)
			}
		}
	}
	return -1
}

// add makes a lemma from the path that the last search found from x to y.
func (s *search) add(x, y int32) {
	g := s.g
	l := Lemma{Left: g.reads[x].Read, Right: g.reads[y].Read}
	var steps []int32
	for v := g.reads[y].vertex; s.from[v] >= 0; v = g.edges[s.from[v]].other(v) {
		steps = append(steps, s.from[v])
	}
	here, v := l.Left.Array, g.reads[x].vertex
	reach := func(n int) {
		if here != n {
			l.Path = append(l.Path, Edge{here, n, -1})
		}
		here = n
	}
	for i := len(steps) - 1; i >= 0; i-- {
		e := g.edges[steps[i]]
		from, to := g.w.Stores[steps[i]].Self, g.w.Stores[steps[i]].Base
		if v == e.base {
			from, to = to, from
		}
		reach(from)
		l.Path = append(l.Path, Edge{from, to, int(steps[i])})
		here, v = to, e.other(v)
	}
	reach(l.Right.Array)
	if l.Left.Any && !l.Right.Any {
		l = l.reversed()
	}
	s.lemmas = append(s.lemmas, l)
}

func (l Lemma) reversed() Lemma {
	r := Lemma{Left: l.Right, Right: l.Left}
	for i := len(l.Path) - 1; i >= 0; i-- {
		e := l.Path[i]
		r.Path = append(r.Path, Edge{e.To, e.From, e.Store})
	}
	return r
}
