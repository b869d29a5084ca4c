// Decision heuristics: the activity heap and the move-to-front queue.

package sat

import (
	"cmp"
	"slices"
)

// A heap orders variables by activity, highest first, lowest number first among equals: VSIDS (Moskewicz et al., Chaff,
// 2001) with exponentially growing increments (Eén, Sörensson: An Extensible SAT-solver, SAT 2003). Stable mode uses
// it.
type heap struct {
	score []float64
	inc   float64
	heap  []Var
	at    []int32 // by variable: its place in heap, or -1
}

const (
	scoreDecay = 0.95
	scoreLimit = 1e150
)

func (h *heap) add(v Var) {
	h.score = append(h.score, 0)
	h.at = append(h.at, -1)
	h.push(v)
}

func (h *heap) before(a, b Var) bool {
	if sa, sb := h.score[a], h.score[b]; sa != sb {
		return sa > sb
	}
	return a < b
}

func (h *heap) push(v Var) {
	if h.at[v] >= 0 {
		return
	}
	h.at[v] = int32(len(h.heap))
	h.heap = append(h.heap, v)
	h.up(len(h.heap) - 1)
}

func (h *heap) pop() Var {
	v := h.heap[0]
	last := h.heap[len(h.heap)-1]
	h.heap = h.heap[:len(h.heap)-1]
	h.at[v] = -1
	if len(h.heap) > 0 {
		h.heap[0] = last
		h.at[last] = 0
		h.down(0)
	}
	return v
}

func (h *heap) up(i int) {
	v := h.heap[i]
	for i > 0 {
		p := (i - 1) / 2
		if !h.before(v, h.heap[p]) {
			break
		}
		h.heap[i] = h.heap[p]
		h.at[h.heap[i]] = int32(i)
		i = p
	}
	h.heap[i] = v
	h.at[v] = int32(i)
}

func (h *heap) down(i int) {
	v := h.heap[i]
	for {
		c := 2*i + 1
		if c >= len(h.heap) {
			break
		}
		if c+1 < len(h.heap) && h.before(h.heap[c+1], h.heap[c]) {
			c++
		}
		if !h.before(h.heap[c], v) {
			break
		}
		h.heap[i] = h.heap[c]
		h.at[h.heap[i]] = int32(i)
		i = c
	}
	h.heap[i] = v
	h.at[v] = int32(i)
}

func (h *heap) bump(v Var) {
	h.score[v] += h.inc
	if h.score[v] > scoreLimit {
		for i := range h.score {
			h.score[i] *= 1 / scoreLimit
		}
		h.inc *= 1 / scoreLimit
	}
	if i := h.at[v]; i >= 0 {
		h.up(int(i))
	}
}

func (h *heap) decay() { h.inc *= 1 / scoreDecay }

// A queue orders variables by when they were last bumped: variable move to front (Ryan 2004; Biere, Fröhlich:
// Evaluating CDCL Variable Scoring Schemes, SAT 2015). Focused mode uses it. All variables that come after the
// variable `from` in the queue (that is, were bumped more recently) are assigned.
type queue struct {
	prev, next  []Var
	first, last Var
	from        Var
	stamp       []int64
	stamps      int64
}

const noVar Var = -1

func (q *queue) init() { q.first, q.last, q.from = noVar, noVar, noVar }

func (q *queue) add(v Var) {
	q.prev = append(q.prev, noVar)
	q.next = append(q.next, noVar)
	q.stamp = append(q.stamp, 0)
	q.append(v)
	q.from = v
}

func (q *queue) append(v Var) {
	q.prev[v], q.next[v] = q.last, noVar
	if q.last == noVar {
		q.first = v
	} else {
		q.next[q.last] = v
	}
	q.last = v
	q.stamps++
	q.stamp[v] = q.stamps
}

// bump moves v to the end. open says that v is not assigned.
func (q *queue) bump(v Var, open bool) {
	if q.next[v] == noVar {
		return
	}
	p, n := q.prev[v], q.next[v]
	if p == noVar {
		q.first = n
	} else {
		q.next[p] = n
	}
	q.prev[n] = p
	if q.from == v { // v is assigned, or open and about to become the new start
		q.from = n
		if p != noVar {
			q.from = p
		}
	}
	q.append(v)
	if open {
		q.from = v
	}
}

func (q *queue) unassigned(v Var) {
	if q.stamp[v] > q.stamp[q.from] {
		q.from = v
	}
}

// bumpAnalyzed raises the priority of the variables of a conflict.
func (s *Solver) bumpAnalyzed() {
	if s.stable {
		for _, v := range s.analyzed {
			s.scores.bump(v)
		}
		s.scores.decay()
		return
	}
	stamp := s.queue.stamp
	slices.SortFunc(s.analyzed, func(a, b Var) int { return cmp.Compare(stamp[a], stamp[b]) })
	for _, v := range s.analyzed {
		s.queue.bump(v, s.vals[2*v] == 0)
	}
}

// Suggest makes l the next decision if l is open at that time. Suggestions are used in the order in which they were
// made.
func (s *Solver) Suggest(l Lit) { s.suggest = append(s.suggest, l) }

// nextDecision picks an open literal, or noLit if all variables are assigned.
func (s *Solver) nextDecision() Lit {
	for len(s.suggest) > 0 {
		l := s.suggest[0]
		s.suggest = s.suggest[1:]
		if s.vals[l] == 0 && s.flags[l.Var()]&varEliminated == 0 {
			return l
		}
	}
	if v := s.nextVar(); v != noVar {
		return MkLit(v, s.phase(v) < 0)
	}
	return noLit
}

// nextVar returns the open variable with the highest priority, or noVar.
func (s *Solver) nextVar() Var {
	if s.stable {
		for len(s.scores.heap) > 0 {
			v := s.scores.heap[0]
			if s.vals[2*v] == 0 && s.flags[v]&varEliminated == 0 {
				return v
			}
			s.scores.pop()
		}
		return noVar
	}
	v := s.queue.from
	for v != noVar && (s.vals[2*v] != 0 || s.flags[v]&varEliminated != 0) {
		v = s.queue.prev[v]
	}
	if v != noVar {
		s.queue.from = v
	}
	return v
}
