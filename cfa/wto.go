package cfa

import "strings"

// This file computes a weak topological order of the locations of a procedure.
//
// F. Bourdoncle: Efficient chaotic iteration strategies with widenings. FMPA 1993.
//
// A weak topological order is a total order with well nested parentheses. Each pair of parentheses encloses a
// component, whose first location is its head. For every edge u -> v, either u comes before v, or v is the head of a
// component that contains u. So every cycle contains a head, whether the graph is reducible or not. An iteration that
// stabilises inner components first needs to widen at heads only.
//
// Bourdoncle decomposes subgraphs into strongly connected components again and again, which is quadratic for deep
// nests. This file builds the same order bottom up in almost linear time, along the lines of
//
// S. K. Kim, A. Venet, A. Thakur: Deterministic parallel fixpoint computation. POPL 2020,
//
// G. Ramalingam: Identifying loops in almost linear time. TOPLAS 21 (1999).
//
// A depth-first search numbers the locations. Then, from the last discovered location to the first, the algorithm finds
// the component of a location h: the locations in h's subtree that reach one of h's back edges. It walks backwards from
// these edges and treats each completed component as its head (union-find). A forward or cross edge is used only if h
// is the lowest common ancestor of its ends or an ancestor of it: otherwise the edge leaves the subtree of h. All
// members of a component lie in its head's subtree, so ordering the members of each component by the search's reverse
// postorder satisfies the condition above.

// WTO is a weak topological order of the locations of a procedure that its entry reaches.
type WTO struct {
	Order []*Loc
	// End[i] is the position after the component whose head is Order[i]; 0 if Order[i] is not a head.
	End []int
	// Outer[i] is the position of the head of the innermost component that contains Order[i], except the component whose
	// head is Order[i]; -1 if no such component exists.
	Outer []int
	at    places // the position of each location
}

// places maps the locations of a procedure to numbers from 0 on. plus1 is indexed by the difference between a
// location's ID and the least ID. An element is 0 for no number, and k+1 for the number k.
type places struct {
	least int
	plus1 []int32
}

// newPlaces returns a map for the locations of q, in which no location has a number.
func newPlaces(q *Proc) places {
	least, greatest := q.Entry.ID, q.Entry.ID
	for _, l := range q.Locs {
		least, greatest = min(least, l.ID), max(greatest, l.ID)
	}
	return places{least, make([]int32, greatest-least+1)}
}

// of returns the number of a location, or -1.
func (p places) of(l *Loc) int {
	if i := l.ID - p.least; 0 <= i && i < len(p.plus1) {
		return int(p.plus1[i]) - 1
	}
	return -1
}

// set gives the number k to a location.
func (p places) set(l *Loc, k int) { p.plus1[l.ID-p.least] = int32(k) + 1 }

// Pos returns the position of l in the order, or -1 if the entry does not reach it.
func (w *WTO) Pos(l *Loc) int {
	if i := w.at.of(l); i >= 0 && w.Order[i] == l {
		return i
	}
	return -1
}

// IsHead reports whether l is the head of a component.
func (w *WTO) IsHead(l *Loc) bool {
	i := w.Pos(l)
	return i >= 0 && w.End[i] != 0
}

// Component returns the locations of the component whose head is l, in order, with l first. It returns nil if l is not
// a head.
func (w *WTO) Component(l *Loc) []*Loc {
	if i := w.Pos(l); i >= 0 && w.End[i] != 0 {
		return w.Order[i:w.End[i]]
	}
	return nil
}

// Heads returns the heads of the components that contain l, the innermost first. If l is a head, it comes first.
func (w *WTO) Heads(l *Loc) []*Loc {
	i := w.Pos(l)
	if i < 0 {
		return nil
	}
	var hs []*Loc
	if w.End[i] != 0 {
		hs = append(hs, l)
	}
	for i = w.Outer[i]; i >= 0; i = w.Outer[i] {
		hs = append(hs, w.Order[i])
	}
	return hs
}

// String returns the order in Bourdoncle's notation: "L0 (L1 L2 (L3 L4)) L5".
func (w *WTO) String() string {
	var b strings.Builder
	var ends []int
	for i, l := range w.Order {
		if i > 0 {
			b.WriteByte(' ')
		}
		if w.End[i] != 0 {
			b.WriteByte('(')
			ends = append(ends, w.End[i])
		}
		b.WriteString(l.String())
		for len(ends) > 0 && ends[len(ends)-1] == i+1 {
			b.WriteByte(')')
			ends = ends[:len(ends)-1]
		}
	}
	return b.String()
}

// WTO returns a weak topological order of q. It depends only on the graph and the order of its edges.
func (q *Proc) WTO() *WTO { return newSearch(q).order() }

// search is the result of a depth-first search from the entry. It numbers locations from 0 on, in order of discovery.
type search struct {
	locs []*Loc
	num  places
	post []int32 // the locations in order of completion
	// These lists have the edges of each location. back has the starts of the back edges to the location; these starts
	// lie in the location's subtree. pred has the location's parent, and later also the starts of forward and cross edges
	// to the location. waiting has those forward and cross edges for whose two ends the location is the lowest common
	// ancestor, by their positions in the list edges.
	back, pred, waiting lists
	edges               [][2]int32 // the forward and cross edges
}

// lists are n lists of numbers, with the indexes 0 to n-1. Each has the number that was added last at the front.
type lists struct {
	first []int32 // by list: 1 + the position of its first element in val; 0: the list is empty
	val   []int32
	next  []int32 // by element: 1 + the position of the next element of its list; 0: the element is the last
}

// newLists returns n empty lists with memory for room elements.
func newLists(n, room int) lists {
	return lists{make([]int32, n), make([]int32, 0, room), make([]int32, 0, room)}
}

// add puts v at the front of list i.
func (l *lists) add(i, v int) {
	l.val, l.next = append(l.val, int32(v)), append(l.next, l.first[i])
	l.first[i] = int32(len(l.val))
}

// newSearch performs the search.
func newSearch(q *Proc) *search {
	n := len(q.Locs)
	s := &search{
		locs: make([]*Loc, 0, n), num: newPlaces(q), post: make([]int32, 0, n),
		back: newLists(n, 0), pred: newLists(n, n), waiting: newLists(n, 0),
	}
	var (
		parent = make([]int32, 0, n)
		next   = make([]int32, 0, n) // by location: the number of edges out of it that have been followed
		done   = make([]bool, n)
		stack  []int
		// above links completed locations to their parents. So the root of a completed location is its lowest ancestor
		// that is not completed, which is also its lowest common ancestor with the current location.
		above = make(forest, 0, n)
	)
	discover := func(l *Loc, from int) {
		v := len(s.locs)
		s.num.set(l, v)
		s.locs = append(s.locs, l)
		parent, next, above = append(parent, int32(from)), append(next, 0), append(above, int32(v))
		stack = append(stack, v)
		if from >= 0 {
			s.pred.add(v, from)
		}
	}
	discover(q.Entry, -1)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		// The search follows the last edge first. Then, in reverse postorder, the locations after the first edge come
		// first. For conditions in C, this is the branch that is written first, or the loop's body.
		if out := s.locs[v].Out; int(next[v]) < len(out) {
			next[v]++
			to := out[len(out)-int(next[v])].To
			switch w := s.num.of(to); {
			case w < 0:
				discover(to, v)
			case !done[w]: // w is an ancestor of v, or v itself
				s.back.add(w, v)
			default:
				s.waiting.add(above.root(w), len(s.edges))
				s.edges = append(s.edges, [2]int32{int32(v), int32(w)})
			}
			continue
		}
		stack = stack[:len(stack)-1]
		done[v] = true
		s.post = append(s.post, int32(v))
		if parent[v] >= 0 {
			above[v] = parent[v]
		}
	}
	return s
}

// forest is a union-find structure: it maps each node to another node of the same set, or to itself if the node is the
// root.
type forest []int32

// root returns the root of the set of v. It halves the paths that it follows.
func (f forest) root(v int) int {
	for int(f[v]) != v {
		f[v] = f[f[v]]
		v = int(f[v])
	}
	return v
}

// order finds the components and their nesting, from the last discovered location to the first.
func (s *search) order() *WTO {
	var (
		n      = len(s.locs)
		isHead = make([]bool, n)
		// by location: the head of the innermost component that contains it, except the component of which it is the head
		outer   = make([]int32, n)
		whole   = make(forest, n)  // maps the members of completed components to the heads
		inside  = make([]int32, n) // by location: 1 + the last head whose members included it
		members []int
	)
	for v := range n {
		outer[v], whole[v] = -1, int32(v)
	}
	for h := n - 1; h >= 0; h-- {
		for i := s.waiting.first[h]; i > 0; i = s.waiting.next[i-1] {
			e := s.edges[s.waiting.val[i-1]]
			s.pred.add(whole.root(int(e[1])), int(e[0]))
		}
		if s.back.first[h] == 0 {
			continue
		}
		isHead[h] = true
		members = members[:0]
		take := func(v int) {
			if v = whole.root(v); v != h && int(inside[v]) != h+1 {
				inside[v] = int32(h + 1)
				members = append(members, v)
			}
		}
		for i := s.back.first[h]; i > 0; i = s.back.next[i-1] {
			take(int(s.back.val[i-1]))
		}
		for k := 0; k < len(members); k++ {
			for i := s.pred.first[members[k]]; i > 0; i = s.pred.next[i-1] {
				take(int(s.pred.val[i-1]))
			}
		}
		for _, v := range members {
			outer[v], whole[v] = int32(h), int32(h)
		}
	}
	return s.arrange(isHead, outer)
}

// arrange builds the order from the components. The members of each are in reverse postorder.
func (s *search) arrange(isHead []bool, outer []int32) *WTO {
	n := len(s.locs)
	inner := newLists(n+1, n) // by head + 1: the members of the component, in reverse postorder; list 0: the members of none
	for _, v := range s.post {
		inner.add(int(outer[v])+1, int(v))
	}
	w := &WTO{
		Order: make([]*Loc, 0, n),
		End:   make([]int, n),
		Outer: make([]int, n),
		at:    s.num, // the memory is used again: the old contents are no longer needed
	}
	at := make([]int, n)
	type frame struct {
		head int
		left int32 // 1 + the position of the next member in inner; 0: no more members
	}
	stack := []frame{{-1, inner.first[0]}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.left == 0 {
			if f.head >= 0 {
				w.End[at[f.head]] = len(w.Order)
			}
			stack = stack[:len(stack)-1]
			continue
		}
		v := int(inner.val[f.left-1])
		f.left = inner.next[f.left-1]
		at[v] = len(w.Order)
		w.at.set(s.locs[v], at[v])
		w.Outer[at[v]] = -1
		if outer[v] >= 0 {
			w.Outer[at[v]] = at[outer[v]]
		}
		w.Order = append(w.Order, s.locs[v])
		if isHead[v] {
			stack = append(stack, frame{v, inner.first[v+1]})
		}
	}
	return w
}
