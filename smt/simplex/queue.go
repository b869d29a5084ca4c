// Two sets of variables, for the basic variables outside their bounds: a heap that returns the least variable, and a
// list. Both keep the position of each variable, so that membership costs constant time.

package simplex

// queue is a set of variables that returns the least one: a binary heap without duplicates.
type queue struct {
	heap []Var
	pos  []int32 // by variable: 1 + its index in heap, or 0
}

// add adds v unless it is in q already.
func (q *queue) add(v Var) {
	if q.pos[v] > 0 {
		return
	}
	q.heap = append(q.heap, v)
	i := len(q.heap) - 1
	for i > 0 && q.heap[(i-1)/2] > v {
		q.set(i, q.heap[(i-1)/2])
		i = (i - 1) / 2
	}
	q.set(i, v)
}

// set puts v at index i of the heap.
func (q *queue) set(i int, v Var) {
	q.heap[i] = v
	q.pos[v] = int32(i) + 1
}

// removeLeast removes the least variable and returns it. The queue must not be empty.
func (q *queue) removeLeast() Var {
	least := q.heap[0]
	q.pos[least] = 0
	n := len(q.heap) - 1
	v := q.heap[n]
	q.heap = q.heap[:n]
	if n == 0 {
		return least
	}
	i := 0
	for {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && q.heap[c+1] < q.heap[c] {
			c++
		}
		if v < q.heap[c] {
			break
		}
		q.set(i, q.heap[c])
		i = c
	}
	q.set(i, v)
	return least
}

// set is a set of variables in the order in which they were added, except that remove changes the order.
type set struct {
	list []Var
	pos  []int32 // by variable: 1 + its index in list, or 0
}

// add adds v unless it is in s already.
func (s *set) add(v Var) {
	if s.pos[v] == 0 {
		s.list = append(s.list, v)
		s.pos[v] = int32(len(s.list))
	}
}

// remove removes the variable at index i and moves the last one to its place.
func (s *set) remove(i int) {
	n := len(s.list) - 1
	v := s.list[n]
	s.pos[s.list[i]] = 0
	if i < n {
		s.list[i], s.pos[v] = v, int32(i)+1
	}
	s.list = s.list[:n]
}
