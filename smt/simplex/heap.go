package simplex

// varHeap is a binary heap of variables, the smallest first, without doubles.
type varHeap struct {
	heap []Var
	pos  []int32 // by variable: 1 + its index in heap, or 0
}

func (h *varHeap) grow() { h.pos = append(h.pos, 0) }

func (h *varHeap) empty() bool { return len(h.heap) == 0 }

func (h *varHeap) add(v Var) {
	if h.pos[v] > 0 {
		return
	}
	h.heap = append(h.heap, v)
	i := len(h.heap) - 1
	for i > 0 && h.heap[(i-1)/2] > v {
		h.set(i, h.heap[(i-1)/2])
		i = (i - 1) / 2
	}
	h.set(i, v)
}

func (h *varHeap) set(i int, v Var) {
	h.heap[i] = v
	h.pos[v] = int32(i) + 1
}

func (h *varHeap) removeMin() Var {
	least := h.heap[0]
	h.pos[least] = 0
	n := len(h.heap) - 1
	v := h.heap[n]
	h.heap = h.heap[:n]
	if n == 0 {
		return least
	}
	i := 0
	for {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && h.heap[c+1] < h.heap[c] {
			c++
		}
		if v < h.heap[c] {
			break
		}
		h.set(i, h.heap[c])
		i = c
	}
	h.set(i, v)
	return least
}

func (h *varHeap) clear() {
	for _, v := range h.heap {
		h.pos[v] = 0
	}
	h.heap = h.heap[:0]
}
