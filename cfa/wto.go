package cfa

import "strings"

// A weak topological order of the locations of a procedure.
//
// F. Bourdoncle: Efficient chaotic iteration strategies with widenings. FMPA 1993.
//
// It is a total order with well nested parentheses, each around a component whose
// first location is its head, such that for every edge u -> v either u comes
// before v, or v is the head of a component around u. So every cycle passes
// through a head, whether the graph is reducible or not, and an iteration that
// stabilises inner components first needs to widen at heads only.
//
// Bourdoncle builds it by decomposing subgraphs into strongly connected components
// again and again, which is quadratic for deep nests. Here the same order is built
// bottom up in almost linear time, along the lines of
//
// S. K. Kim, A. Venet, A. Thakur: Deterministic parallel fixpoint computation. POPL 2020,
// G. Ramalingam: Identifying loops in almost linear time. TOPLAS 21 (1999),
//
// that is: a depth-first search; then, from the last discovered location to the first, the
// component of a location h is what reaches one of its back edges within h's subtree, found by
// walking backwards over components that are complete already, which count as their heads
// (union-find). A forward or cross edge takes part only from the lowest common ancestor of its ends
// upwards: below, it leaves the subtree. All members of a component lie in its head's subtree, so
// that ordering the members of each component by the search's reverse postorder satisfies the
// condition above.

// WTO is a weak topological order of the locations of a procedure that its entry reaches.
type WTO struct {
	Order []*Loc
	// End[i] is the position behind the component that Order[i] is the head of; 0: it is not a
	// head.
	End []int
	// Outer[i] is the position of the head of the innermost component around Order[i], other
	// than its own; -1: there is none.
	Outer []int
	pos   map[*Loc]int
}

// Pos is the position of l in the order, or -1 where the entry does not reach it.
func (w *WTO) Pos(l *Loc) int {
	if i, ok := w.pos[l]; ok {
		return i
	}
	return -1
}

// IsHead reports whether l is the head of a component.
func (w *WTO) IsHead(l *Loc) bool {
	i, ok := w.pos[l]
	return ok && w.End[i] != 0
}

// Component is the component that l is the head of, l first; nil where it is none.
func (w *WTO) Component(l *Loc) []*Loc {
	if i, ok := w.pos[l]; ok && w.End[i] != 0 {
		return w.Order[i:w.End[i]]
	}
	return nil
}

// Heads lists the heads of the components around l, innermost first; l itself is
// the first where it is a head.
func (w *WTO) Heads(l *Loc) []*Loc {
	i, ok := w.pos[l]
	if !ok {
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

// String is the order in Bourdoncle's notation: "L0 (L1 L2 (L3 L4)) L5".
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

// WTO computes the order. It depends on the graph only, and on the order of edges in it.
func (q *Proc) WTO() *WTO { return newSearch(q).order() }

// IsMerge reports whether several edges lead to l.
func (l *Loc) IsMerge() bool { return len(l.In) > 1 }

// search is a depth-first search from the entry; locations are numbered from 0 in
// order of discovery.
type search struct {
	locs []*Loc
	num  map[*Loc]int
	post []int // locations in order of completion
	// Predecessors: back edges come from the location's subtree, tree edges from above; a
	// forward or cross edge waits at the lowest common ancestor of its ends.
	back, pred [][]int
	waiting    [][][2]int
}

func newSearch(q *Proc) *search {
	s := &search{num: make(map[*Loc]int, len(q.Locs))}
	var (
		parent []int
		next   []int // edges done
		done   []bool
		stack  []int
		// above links completed locations to their parents: the root of a completed location is
		// its lowest ancestor that the search is still in, which is also the lowest common
		// ancestor with the location at hand.
		above forest
	)
	discover := func(l *Loc, from int) {
		v := len(s.locs)
		s.num[l] = v
		s.locs = append(s.locs, l)
		s.back, s.pred, s.waiting = append(s.back, nil), append(s.pred, nil), append(s.waiting, nil)
		parent, next, done = append(parent, from), append(next, 0), append(done, false)
		above = append(above, v)
		stack = append(stack, v)
		if from >= 0 {
			s.pred[v] = append(s.pred[v], from)
		}
	}
	discover(q.Entry, -1)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		// The last edge first: in reverse postorder, what is behind the first edge then comes
		// first, which for conditions in C is the branch that is written first, the loop's body.
		if out := s.locs[v].Out; next[v] < len(out) {
			next[v]++
			to := out[len(out)-next[v]].To
			switch w, seen := s.num[to]; {
			case !seen:
				discover(to, v)
			case !done[w]: // an ancestor, or v itself
				s.back[w] = append(s.back[w], v)
			default:
				a := above.root(w)
				s.waiting[a] = append(s.waiting[a], [2]int{v, w})
			}
			continue
		}
		stack = stack[:len(stack)-1]
		done[v] = true
		s.post = append(s.post, v)
		if parent[v] >= 0 {
			above[v] = parent[v]
		}
	}
	return s
}

// forest is a union-find structure: each node leads to another of its set, or to itself.
type forest []int

func (f forest) root(v int) int {
	for f[v] != v {
		f[v] = f[f[v]]
		v = f[v]
	}
	return v
}

func (s *search) order() *WTO {
	var (
		n      = len(s.locs)
		isHead = make([]bool, n)
		// the head of the innermost component around it, other than its own
		outer   = make([]int, n)
		whole   = make(forest, n)
		inside  = make([]int, n) // the head that has taken it in, plus 1
		members []int
	)
	for v := range n {
		outer[v], whole[v] = -1, v
	}
	for h := n - 1; h >= 0; h-- {
		for _, e := range s.waiting[h] {
			w := whole.root(e[1])
			s.pred[w] = append(s.pred[w], e[0])
		}
		if len(s.back[h]) == 0 {
			continue
		}
		isHead[h] = true
		members = members[:0]
		take := func(v int) {
			if v = whole.root(v); v != h && inside[v] != h+1 {
				inside[v] = h + 1
				members = append(members, v)
			}
		}
		for _, v := range s.back[h] {
			take(v)
		}
		for i := 0; i < len(members); i++ {
			for _, u := range s.pred[members[i]] {
				take(u)
			}
		}
		for _, v := range members {
			outer[v], whole[v] = h, h
		}
	}
	return s.arrange(isHead, outer)
}

// arrange writes the components down, the members of each in reverse postorder.
func (s *search) arrange(isHead []bool, outer []int) *WTO {
	n := len(s.locs)
	inner := make([][]int, n+1) // by head, plus 1, in postorder
	for _, v := range s.post {
		inner[outer[v]+1] = append(inner[outer[v]+1], v)
	}
	w := &WTO{
		Order: make([]*Loc, 0, n),
		End:   make([]int, n),
		Outer: make([]int, n),
		pos:   make(map[*Loc]int, n),
	}
	at := make([]int, n)
	type frame struct{ head, left int }
	stack := []frame{{-1, len(inner[0])}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.left == 0 {
			if f.head >= 0 {
				w.End[at[f.head]] = len(w.Order)
			}
			stack = stack[:len(stack)-1]
			continue
		}
		f.left--
		v := inner[f.head+1][f.left]
		at[v] = len(w.Order)
		w.pos[s.locs[v]] = at[v]
		w.Outer[at[v]] = -1
		if outer[v] >= 0 {
			w.Outer[at[v]] = at[outer[v]]
		}
		w.Order = append(w.Order, s.locs[v])
		if isHead[v] {
			stack = append(stack, frame{v, len(inner[v+1])})
		}
	}
	return w
}
