// Package fixpoint solves systems of constraints x ⊒ f(y) over abstract values from below: chaotic
// iteration with widening (Cousot, Cousot, "Abstract Interpretation", POPL 1977) in a weak
// topological order of the unknowns (Bourdoncle, "Efficient Chaotic Iteration Strategies with
// Widenings", 1993), where widening is delayed.
//
// Constraints are pushed: who has taken an unknown from the queue (Next) adds what its right-hand
// sides are now to the unknowns on the left (Add). Unknowns can be made on the way.
//
// Invariants: every unknown whose state has grown since it was taken is in the queue; a state only
// grows. So when the queue is empty the states are a solution, if every cycle of constraints has an
// unknown that is widened and widening chains end.
//
// Departures: an unknown that comes first in the order is always taken first, instead of
// Bourdoncle's recursion over the components, which does the same where only one component changes
// at a time; with Sweeps the order is gone through again and again. Solutions are improved by those
// who know the constraints of an unknown; none is kept here.
package fixpoint

import "github.com/whet-mc/whet/internal/heap"

// Unknown is what is known of an unknown. Its owner embeds it.
type Unknown[D any] struct {
	State D

	known, queued bool
	grown, sweep  int
}

// Of is the unknown itself, also of what it is embedded in.
func (u *Unknown[D]) Of() *Unknown[D] { return u }

// Variable is a type that an Unknown is embedded in.
type Variable[D any] interface{ Of() *Unknown[D] }

// System is what is asked of the states of unknowns.
type System[V Variable[D], D any] struct {
	Before func(a, b V) bool          // the weak topological order
	Join   func(old, new D) (D, bool) // false: old contains new
	Widen  func(v V, old, joined D) D // of the state of v and its join with what was added
	// that the state may grow by steps that close a loop before it is widened
	Delay  func(v V) (times int)
	Sweeps bool // all unknowns in turn, instead of the first one
}

// Iteration is the iteration over a system.
type Iteration[V Variable[D], D any] struct {
	sys   System[V, D]
	queue heap.Heap[V]
	last  V
	sweep int // of last; 0: none has been taken

	Widened int // times
}

// New has no unknowns yet.
func New[V Variable[D], D any](sys System[V, D]) *Iteration[V, D] {
	return &Iteration[V, D]{sys: sys, queue: heap.New(func(a, b V) bool {
		if s, t := a.Of().sweep, b.Of().sweep; s != t {
			return s < t
		}
		return sys.Before(a, b)
	})}
}

// Add adds to the state of an unknown, and reports whether that has grown. closes says that what is
// added comes from a step that closes a loop.
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

// Push puts an unknown into the queue: what its constraints make of it has changed.
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

// Next takes the first unknown from the queue; false: there is none.
func (x *Iteration[V, D]) Next() (v V, ok bool) {
	for x.queue.Len() > 0 {
		if v = x.queue.Pop(); x.Take(v) {
			x.last, x.sweep = v, max(v.Of().sweep, 1)
			return v, true
		}
	}
	return v, false
}

// Take takes an unknown from the queue before its turn, and reports whether it was there. Not for
// Sweeps: what lies in the queue must keep its place.
func (x *Iteration[V, D]) Take(v V) bool {
	u := v.Of()
	was := u.queued
	u.queued = false
	return was
}
