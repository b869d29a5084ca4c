// Package weak decides arrays by lemmas on demand, over weakly equivalent arrays: Christ and Hoenicke,
// Weakly Equivalent Arrays, FroCoS 2015. It serves a solver that combines theories: it knows nodes and
// which of them are equal, and answers with lemmas until reads and stores agree.
//
// The stores are the edges of a graph whose vertices are the classes of equal arrays. Arrays that a
// path connects differ at the indexes of its stores at most. They are equal at i, weakly equivalent
// modulo i, if none of these is i; so what is read from them at i must be equal. A store is itself
// read at its own index, with its element as the result. If all reads agree in this way, there is a
// model, which model.go builds; if two do not, a path between their arrays makes a lemma.
//
// Deviations from the paper: the caller sees to extensionality, by a select from both of two
// different arrays at an index of their own; a class modulo i is found from a spanning forest of
// the whole graph (graph.go) and not by turning primary edges.
package weak

// A View says which nodes are equal in a candidate model: those of the same root. Others are taken
// to be different, in particular indexes. The roots are nodes themselves.
type View interface {
	Root(n int) int
}

// A Store is a node Self that is store(Base, Index, Elem).
type Store struct{ Self, Base, Index, Elem int }

// A Select is a node Self that is select(Array, Index).
type Select struct{ Self, Array, Index int }

// A Const is a node Self that is the array whose elements are all Elem.
type Const struct{ Self, Elem int }

// Weak decides whether arrays can have the stores and selects that it holds. Its nodes are numbers
// not below 0 that the caller gives a meaning. Arrays of several sorts may be mixed, if a View
// never makes nodes of different sorts equal.
type Weak struct {
	Stores  []Store
	Selects []Select
	Consts  []Const
	Arrays  []int // those that none of the others mentions and Model shall tell about

	// Stop, if set, is asked now and then whether to give up; Check then returns what it has, and
	// Model nil.
	Stop func() bool
}

// An Edge of a path leads from one array to another that differs at most in one place. Store is a
// position in Weak.Stores: From and To are its Self and Base, or the other way around. Or Store is
// -1, and From and To are equal in the view.
type Edge struct{ From, To, Store int }

// A Read is an array's element at an index: that of a select term; or Own, the element of a store
// at its index (Self is then Elem of the Store, Array its Self); or Any, the element of a constant
// array, where Index is -1.
type Read struct {
	Select
	Own, Any bool
}

// A Lemma is a clause that holds in all models, and not in the view:
//
//	From ≠ To for an edge of the Path without a store     or
//	Left.Index ≠ Right.Index                              or
//	Stores[e.Store].Index = Left.Index for another edge e or
//	Left.Self = Right.Self
//
// Right may be Any, and then its index is not in the clause. If both are, the clause consists of
// the first line and the last, and holds only if there are more indexes than the path has stores:
// the caller must know that from the sort.
type Lemma struct {
	Path        []Edge // from Left.Array to Right.Array; one without a store only between others
	Left, Right Read
}

// Check returns lemmas that the view violates, at most limit of them if that is not 0. If there are
// none, Model builds arrays as the view wants them. The paths have as few stores as possible for
// the reads that they connect.
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

// agree reports whether the reads of a bucket that are weakly equivalent modulo its index have
// equal values.
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
	from  []int32 // by vertex: the edge that it was reached by
	seen  []int32 // by vertex: the search that reached it
	count int32
	queue []int32

	at   []int32 // by vertex: the first of its reads in the bucket, -1 if none
	next []int32 // by read: the next of the same vertex
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

// disagreement makes lemmas for a bucket: for every value in a piece but the first, its first read
// with the nearest one of another value.
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
		// none if only constant arrays disagree: that was for constants
		if y >= 0 && !done[[2]int32{y, x}] {
			done[[2]int32{x, y}] = true
			s.add(x, y)
		}
	}
}

// search goes over the edges whose index is not the given one, until accept gives a read of a
// vertex.
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

// add makes a lemma of the path that the last search found from x to y.
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
