// Package machine reports what the process uses of the machine, CPU time and memory, and the revision that it was
// built from.
package machine

import (
	"slices"
	"sync"
	"time"
)

// unit is the approximate CPU time of a unit of work: see package effort.
const unit = 3500 * time.Nanosecond

// Shares divides what a process uses among the computations that run in it at the same time, since the system counts
// CPU time and memory only for the whole process. Each computation gets a share of the CPU time in proportion to the
// work that it has counted since the last division. A computation that has counted none, because its current step
// does not count work, is assumed to have kept one processor busy. A computation that runs alone gets all.
type Shares struct {
	cpu, clock func() time.Duration
	mu         sync.Mutex
	used, seen time.Duration // the CPU time and the clock at the last division
	open       []*Share
}

// Share is the share of one computation.
type Share struct {
	of     *Shares
	work   func() int64
	memory uint64
	done   int64         // units of work at the last division
	used   time.Duration // CPU time counted for the share
}

// Process divides what this process uses.
var Process = NewShares(CPU, func() time.Duration { return time.Since(begin) })

// NewShares returns shares of the CPU time that cpu returns. clock returns the time that has passed.
func NewShares(cpu, clock func() time.Duration) *Shares { return &Shares{cpu: cpu, clock: clock} }

// Open begins a share. work returns the units of work (package effort) that the computation has done; memory is its
// budget in bytes, 0 for none.
func (s *Shares) Open(work func() int64, memory uint64) *Share {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.divide()
	x := &Share{of: s, work: work, memory: memory, done: work()}
	s.open = append(s.open, x)
	return x
}

// Close ends a share, and reports whether there are others with a budget of memory.
func (x *Share) Close() (others bool) {
	s := x.of
	s.mu.Lock()
	defer s.mu.Unlock()
	s.divide()
	s.open = slices.DeleteFunc(s.open, func(y *Share) bool { return x == y })
	return slices.ContainsFunc(s.open, func(y *Share) bool { return y.memory > 0 })
}

// CPU returns the CPU time that is counted for the share.
func (x *Share) CPU() time.Duration {
	x.of.mu.Lock()
	defer x.of.mu.Unlock()
	x.of.divide()
	return x.used
}

// divide distributes the CPU time used since the last division.
func (s *Shares) divide() {
	now, at := s.cpu(), s.clock()
	used, passed := now-s.used, at-s.seen
	s.used, s.seen = now, at
	var all time.Duration
	parts := make([]time.Duration, len(s.open))
	for i, x := range s.open {
		done := x.work()
		if parts[i] = time.Duration(done-x.done) * unit; done == x.done {
			parts[i] = passed
		}
		x.done = done
		all += parts[i]
	}
	for i, x := range s.open {
		switch {
		case len(s.open) == 1:
			x.used += used
		case all > 0:
			x.used += time.Duration(float64(used) * (float64(parts[i]) / float64(all)))
		default:
			x.used += used / time.Duration(len(s.open))
		}
	}
}

// Memory returns the bytes that the process may have on behalf of the share, 0 for no limit. It is not known which
// computation the bytes of the heap belong to. So computations that all have a budget have their budgets together. If
// the heap is too large, only the computation that has used most CPU time has to end, since it has most likely filled
// the heap; the others have no limit. If another computation has no budget, the share has only its own.
func (x *Share) Memory() uint64 {
	s := x.of
	s.mu.Lock()
	defer s.mu.Unlock()
	s.divide()
	if x.memory == 0 {
		return 0
	}
	total, most := uint64(0), x
	for _, y := range s.open {
		if y.memory == 0 {
			return x.memory
		}
		total += y.memory
		if y.used > most.used {
			most = y
		}
	}
	if most != x {
		return 0
	}
	return total
}
