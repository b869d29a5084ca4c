// Package heap is a priority queue of values of one type, as a binary heap (container/heap).
package heap

import "container/heap"

// Heap is a priority queue: the least value, by the order given to New, comes first.
type Heap[T any] struct{ items items[T] }

// New returns an empty heap with the order less.
func New[T any](less func(a, b T) bool) Heap[T] { return Heap[T]{items[T]{less: less}} }

// Len returns the number of values.
func (h *Heap[T]) Len() int { return len(h.items.all) }

// Push adds a value.
func (h *Heap[T]) Push(v T) { heap.Push(&h.items, v) }

// Pop removes and returns the least value. The heap must not be empty.
func (h *Heap[T]) Pop() T { return heap.Pop(&h.items).(T) }

// Keep removes all values for which keep is false.
func (h *Heap[T]) Keep(keep func(T) bool) {
	k := 0
	for _, v := range h.items.all {
		if keep(v) {
			h.items.all[k] = v
			k++
		}
	}
	clear(h.items.all[k:])
	h.items.all = h.items.all[:k]
	heap.Init(&h.items)
}

// items implements heap.Interface.
type items[T any] struct {
	all  []T
	less func(a, b T) bool
}

func (x *items[T]) Len() int           { return len(x.all) }
func (x *items[T]) Less(i, j int) bool { return x.less(x.all[i], x.all[j]) }
func (x *items[T]) Swap(i, j int)      { x.all[i], x.all[j] = x.all[j], x.all[i] }
func (x *items[T]) Push(v any)         { x.all = append(x.all, v.(T)) }
func (x *items[T]) Pop() any {
	n := len(x.all) - 1
	v := x.all[n]
	clear(x.all[n:])
	x.all = x.all[:n]
	return v
}
