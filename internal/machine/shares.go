// Package machine tells what the process uses of the machine, CPU time and memory, and which revision it was
// built from.
package machine

import (
	"slices"
	"sync"
	"time"
)

// unit is the CPU time that a unit of work takes, about: see package effort.
const unit = 3500 * time.Nanosecond

// Shares divides what a process uses among the computations that run in it at the same time: the
// system counts CPU time and memory for the whole process only. Of the CPU time each gets a share
// in proportion to the work that it has counted in the meantime. One that has counted none, because
// it does something that does not count its work, is taken to have kept one processor busy. A
// computation that runs alone gets all.
type Shares struct {
	cpu, clock func() time.Duration
	mu         sync.Mutex
	used, seen time.Duration // when it was divided last
	open       []*Share
}

// Share is that of one computation.
type Share struct {
	of     *Shares
	work   func() int64
	memory uint64
	done   int64 // units of work when it was divided last
	used   time.Duration
}

// Process has the shares of this process.
var Process = NewShares(CPU, func() time.Duration { return time.Since(begin) })

// NewShares divides what cpu shows; clock is the time that passes.
func NewShares(cpu, clock func() time.Duration) *Shares { return &Shares{cpu: cpu, clock: clock} }

// Open begins a share. work is how many units of work (package effort) the computation has done;
// memory is its budget in bytes, 0 for none.
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

// CPU is the time that is counted for the share.
func (x *Share) CPU() time.Duration {
	x.of.mu.Lock()
	defer x.of.mu.Unlock()
	x.of.divide()
	return x.used
}

// divide adds what was used since the last time.
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

// Memory is how many bytes the process may have for the sake of the share, 0 for no limit. Whose
// the bytes of a heap are is not known, so that computations which all have a budget have them
// together; and where the heap is too large, only the one that has used most CPU time has to end,
// since most often the heap is full of what it has made. Beside one without a budget the share has
// to do with its own.
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
