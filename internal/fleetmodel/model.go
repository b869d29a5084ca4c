// Package fleetmodel simulates a fleet: how long many tasks take on many workers, and what holds them
// up. It is a simulation of discrete events with the parts that package fleet has: a coordinator that
// packs tasks and checks answers, a queue, and workers, some of which are slow, and some of which die.
//
// What it assumes:
//
//   - Tasks are drawn from measured ones, with repetition: the time of the verifier, of packing, and of
//     the check, of one program together. Times of the verifier do not depend on what else runs.
//   - The coordinator has so many processes at a time. Packing and checks take turns as they come.
//   - Between the end of a task on a worker and its next one there is a fixed time, for messages, the
//     bundle, the evidence, and the start of a process. The server and the network are never the limit.
//   - A slow worker takes so many times as long for everything. Workers die by chance, in the middle of
//     tasks; the task comes again after the time that the queue waits, the worker after it was started
//     anew. A task that has cost two workers is not tried again.
//   - No answer is refused.
package fleetmodel

import (
	"container/heap"
	"math"
	"math/rand/v2"
)

// Task is one that was measured, in seconds of CPU time.
type Task struct {
	Verify, Pack float64
	Check        float64 // 0: there is no verdict, and nothing to check
}

// Fleet is what is simulated. Times are in seconds.
type Fleet struct {
	Workers    int
	Checks     int     // processes of the coordinator
	Between    float64 // tasks on a worker
	Slow       float64 // this part of the workers is slow
	SlowFactor float64
	Life       float64 // of a worker, on average; 0: they live for ever
	Wait       float64 // until a lost task comes again
	Restart    float64 // until a lost worker is there again
	Seed       uint64
}

// Outcome is what came of a simulation.
type Outcome struct {
	Span        float64 // until the last result
	Ideal       float64 // all work of the workers, divided by their number, and no less than the longest task
	Busy        float64 // part of the workers' time in which they verify what is not lost
	Coordinator float64 // part of the time of its processes that is used
	Backlog     int     // answers that waited for a check, at most
	Tail        float64 // time from when the queue was empty to the end
	Lost        int     // tasks that came again
	Given       int     // tasks that were given up
}

type event struct {
	at float64
	do func()
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	x := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return x
}

// Run simulates n tasks that are drawn from some.
func (f Fleet) Run(from []Task, n int) Outcome {
	rng := rand.New(rand.NewPCG(f.Seed, 1))
	tasks := make([]Task, n)
	var out Outcome
	for i := range tasks {
		tasks[i] = from[rng.IntN(len(from))]
		out.Ideal += tasks[i].Verify / float64(f.Workers)
	}
	for _, t := range tasks {
		out.Ideal = max(out.Ideal, t.Verify)
	}
	var (
		now, verifying, local, emptied float64
		agenda                         events
		queue, idle                    []int // tasks; workers
		deaths                         = make([]int, n)
		begun, done, backlog           int
		free                           = f.Checks
		waiting                        []func() // for a process of the coordinator
	)
	after := func(d float64, do func()) { heap.Push(&agenda, event{now + d, do}) }
	// here does something in a process of the coordinator.
	here := func(d float64, then func()) {
		start := func() {
			local += d
			after(d, func() {
				free++
				if len(waiting) > 0 {
					next := waiting[0]
					waiting = waiting[1:]
					free--
					next()
				}
				then()
			})
		}
		if free > 0 {
			free--
			start()
		} else {
			waiting = append(waiting, start)
		}
	}
	finish := func() {
		done++
		out.Span = now
	}
	slow := func(w int) float64 {
		if float64(w) < f.Slow*float64(f.Workers) {
			return f.SlowFactor
		}
		return 1
	}
	var give func()
	work := func(w, i int) {
		took := tasks[i].Verify*slow(w) + f.Between
		life := math.Inf(1)
		if f.Life > 0 {
			life = rng.ExpFloat64() * f.Life // it does not age
		}
		if life < took {
			after(life, func() {
				after(f.Restart, func() { idle = append(idle, w); give() })
			})
			after(life+f.Wait, func() {
				if deaths[i]++; deaths[i] == 2 {
					out.Given++
					finish()
					return
				}
				out.Lost++
				queue = append(queue, i)
				give()
			})
			return
		}
		verifying += tasks[i].Verify * slow(w)
		after(took, func() {
			idle = append(idle, w)
			if tasks[i].Check == 0 {
				finish()
			} else {
				backlog++
				out.Backlog = max(out.Backlog, backlog)
				here(tasks[i].Check, func() { backlog--; finish() })
			}
			give()
		})
	}
	give = func() {
		for len(queue) > 0 && len(idle) > 0 {
			i, w := queue[0], idle[0]
			queue, idle = queue[1:], idle[1:]
			work(w, i)
		}
		if begun == n && len(queue) == 0 && len(idle) > 0 && emptied == 0 {
			emptied = now
		}
	}
	var pack func()
	pack = func() {
		if begun == n {
			return
		}
		i := begun
		begun++
		here(tasks[i].Pack, func() { queue = append(queue, i); give(); pack() })
	}
	for w := range f.Workers {
		idle = append(idle, w)
	}
	for range f.Checks {
		pack()
	}
	for len(agenda) > 0 && done < n {
		e := heap.Pop(&agenda).(event)
		now = e.at
		e.do()
	}
	out.Busy = verifying / (out.Span * float64(f.Workers))
	out.Coordinator = local / (out.Span * float64(f.Checks))
	out.Tail = out.Span - emptied
	return out
}
