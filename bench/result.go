// Results of tasks, their points, and scores of sets.

package bench

import "time"

// Status is the result of a task in one word: a verdict, or why the task has no verdict.
type Status string

// The statuses.
const (
	Safe       Status = "safe"
	Unsafe     Status = "unsafe"
	Unknown    Status = "unknown"
	TimedOut   Status = "timeout"
	OutOfSpace Status = "memory"
	InputError Status = "input-error"
	Crash      Status = "crash" // no verdict, or one that contradicts the exit status
)

// Result is the result of a task.
type Result struct {
	Task   Task
	Status Status
	CPU    time.Duration // CPU time of the process and its children
	Wall   time.Duration
	Memory uint64 // peak resident memory in bytes; 0 if unknown
	Note   string // the reason if there is no verdict
	// Output and Errors are the ends of what it printed.
	Output, Errors string
}

// Solved reports whether the verdict is the expected one. Without an expectation every verdict counts as right.
func (r Result) Solved() bool {
	return (r.Status == Safe || r.Status == Unsafe) && (r.Task.Expected == "" || r.Task.Expected == string(r.Status))
}

// Wrong reports whether the verdict is the opposite of the expected one.
func (r Result) Wrong() bool {
	return (r.Status == Safe || r.Status == Unsafe) && !r.Solved()
}

// Points returns the points of the result: see the package's comment.
func (r Result) Points() int {
	switch {
	case r.Solved() && r.Status == Safe:
		return 2
	case r.Solved():
		return 1
	case r.Status == Unsafe: // wrong
		return -2
	case r.Status == Safe:
		return -4
	}
	return 0
}

// Most returns the most points that the task can give; 0 for tasks without an expected verdict.
func (t Task) Most() int {
	switch t.Expected {
	case "safe":
		return 2
	case "unsafe":
		return 1
	}
	return 0
}

// Score is the sum of results.
type Score struct {
	Set                         string
	Tasks, Solved, Safe, Unsafe int
	Wrong, TimedOut, Failed     int // TimedOut includes out of memory; Failed are crashes and input errors
	Points, Most                int
	CPU                         time.Duration // of solved tasks
}

// add counts a result.
func (s *Score) add(r Result) {
	s.Tasks++
	s.Points += r.Points()
	s.Most += r.Task.Most()
	switch {
	case r.Solved():
		s.Solved++
		s.CPU += r.CPU
		if r.Status == Safe {
			s.Safe++
		} else {
			s.Unsafe++
		}
	case r.Wrong():
		s.Wrong++
	case r.Status == TimedOut || r.Status == OutOfSpace:
		s.TimedOut++
	case r.Status == Crash || r.Status == InputError:
		s.Failed++
	}
}

// Scores returns the score of each set, in the order in which the sets first occur, and the score of all results.
func Scores(results []Result) (sets []Score, all Score) {
	at := map[string]int{}
	all.Set = "all"
	for _, r := range results {
		i, ok := at[r.Task.Set]
		if !ok {
			i = len(sets)
			at[r.Task.Set] = i
			sets = append(sets, Score{Set: r.Task.Set})
		}
		sets[i].add(r)
		all.add(r)
	}
	return sets, all
}
