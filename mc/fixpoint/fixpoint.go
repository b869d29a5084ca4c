// Package fixpoint solves systems of constraints x ⊒ f(y) over abstract values from below: chaotic iteration with
// widening (Cousot, Cousot, "Abstract Interpretation", POPL 1977) in a weak topological order of the unknowns
// (Bourdoncle, "Efficient Chaotic Iteration Strategies with Widenings", 1993), with delayed widening.
//
// Constraints are pushed. The client takes an unknown from the queue (Next), evaluates the right-hand sides that
// depend on it, and adds the results to the unknowns on the left-hand sides (Add). Unknowns can be made during the
// iteration.
//
// Invariants: every unknown whose state has grown since it was last taken is in the queue; states only grow. So when
// the queue is empty, the states are a solution. The iteration ends if every cycle of constraints has an unknown that
// is widened, and widening chains are finite.
//
// Differences from Bourdoncle: the iteration always takes the first unknown in the order, instead of recurring over
// the components. Both do the same if only one component changes at a time. With Sweeps, the order is gone through
// again and again. Descending iteration is left to clients, which know the constraints of an unknown; this package
// keeps none.
package fixpoint

import "github.com/whet-mc/whet/internal/heap"

// Unknown is the state of one unknown of the system. The client's type for unknowns embeds it.
type Unknown[D any] struct {
	State D

	known, queued bool // known: State is valid; queued: the unknown is in the queue
	grown, sweep  int  // grown: how often a step that closes a loop made the state grow; sweep: the sweep in which the unknown is to be taken
}

// Of returns the unknown. It is also the method of types that embed an Unknown.
func (u *Unknown[D]) Of() *Unknown[D] { return u }

// Variable is implemented by types that embed an Unknown.
type Variable[D any] interface{ Of() *Unknown[D] }

// System holds the operations on states of unknowns.
type System[V Variable[D], D any] struct {
	Before func(a, b V) bool          // the weak topological order
	Join   func(old, new D) (D, bool) // the join; false if old contains new
	Widen  func(v V, old, joined D) D // widens the state old of v; joined is old joined with the added value
	// Delay returns how many times steps that close a loop may make v grow before it is widened.
	Delay  func(v V) (times int)
	Sweeps bool // the iteration takes all queued unknowns in turn, instead of always the first one
}

// Iteration is a running iteration over a system.
type Iteration[V Variable[D], D any] struct {
	sys   System[V, D]
	queue heap.Heap[V]
	last  V   // the unknown that Next returned last
	sweep int // the sweep in which last was taken; 0: no unknown has been taken yet

	Widened int // the number of widenings
}

// New returns an iteration over the system sys that has no unknowns yet.
func New[V Variable[D], D any](sys System[V, D]) *Iteration[V, D] {
	return &Iteration[V, D]{sys: sys, queue: heap.New(func(a, b V) bool {
		if s, t := a.Of().sweep, b.Of().sweep; s != t {
			return s < t
		}
		return sys.Before(a, b)
	})}
}

// Add joins d to the state of v and reports whether the state has grown. If it has, v is queued. closes reports that
// d comes from a step that closes a loop; such growth counts for the delay of the widening.
func (x *Iteration[V, D]) Add(v V, d D, closes bool) bool {
	u := v.Of()
	if u.known {
		next, grows := x.sys.Join(u.State, d)
		if !grows {
			return false
		}
		if closes {
			if u.grown++; u.grown > x.sys.Delay(v) {
				x.Widened++
				next = x.sys.Widen(v, u.State, next)
			}
		}
		d = next
	}
	u.State, u.known = d, true
	x.Push(v)
	return true
}

// Push queues an unknown: the right-hand sides that depend on it have to be evaluated again.
func (x *Iteration[V, D]) Push(v V) {
	u := v.Of()
	if u.queued {
		return
	}
	u.queued = true
	if x.sys.Sweeps {
		if u.sweep = x.sweep; x.sweep > 0 && !x.sys.Before(x.last, v) {
			u.sweep++
		}
	}
	x.queue.Push(v)
}

// Next takes the first unknown from the queue. It returns false if the queue is empty.
func (x *Iteration[V, D]) Next() (v V, ok bool) {
	for x.queue.Len() > 0 {
		if v = x.queue.Pop(); x.Take(v) {
			x.last, x.sweep = v, max(v.Of().sweep, 1)
			return v, true
		}
	}
	return v, false
}

// Take takes an unknown from the queue before its turn, and reports whether it was queued. It must not be used with
// Sweeps: queued unknowns must keep their position.
func (x *Iteration[V, D]) Take(v V) bool {
	u := v.Of()
	was := u.queued
	u.queued = false
	return was
}
