package mutate

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Trying mutants.

// all tries mutants.
func (r *runner) all(ms []*Mutant) ([]Result, error) {
	work := make(chan int)
	results := make([]Result, len(ms))
	errs := make([]error, len(ms))
	var wait sync.WaitGroup
	for range max(1, r.Jobs) {
		wait.Go(func() {
			for i := range work {
				results[i] = r.one(ms[i])
				errs[i] = r.log.add(results[i])
				r.mutex.Lock()
				r.done++
				r.say("%6d/%d %-12s %s:%d: %s: %s → %s  %s\n", r.done, len(ms), results[i].Status, ms[i].File, ms[i].Line, ms[i].Op, ms[i].Text, ms[i].To, results[i].Test)
				r.mutex.Unlock()
			}
		})
	}
	for i := range ms {
		work <- i
	}
	close(work)
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

func (r *runner) say(format string, args ...any) {
	if r.Say != nil {
		fmt.Fprintf(r.Say, format, args...)
	}
}

// Tests are tried in groups: first the tests that killed others in the same function, then all cheap ones, then one
// by one. Starting a process takes some ten milliseconds.
const (
	mostKillers = 3
	// the limit on a group's total cost; each test in it started a process when it was measured
	cheap = 3 * time.Second
)

// one tries one mutant.
func (r *runner) one(m *Mutant) Result {
	status := NotReached
	var tell []*test
	for _, t := range r.tests {
		if t.sites[m.Site] {
			status = Survived
		}
		if t.differ[m.ID] {
			tell = append(tell, t)
		}
	}
	if r.Most > 0 {
		var cost time.Duration
		n := 0
		for n < len(tell) && cost < r.Most {
			cost += tell[n].cpu
			n++
		}
		tell = tell[:n]
	}
	for _, group := range r.groups(m.Func, tell) {
		o := group[0].try(m, group)
		r.mutex.Lock()
		r.cpu += o.cpu
		r.mutex.Unlock()
		if o.err == nil {
			continue
		}
		killer := failed(o.out, group)
		r.mutex.Lock()
		ks := slices.DeleteFunc(r.killers[m.Func], func(t *test) bool { return t == killer })
		ks = append([]*test{killer}, ks...)
		r.killers[m.Func] = ks[:min(len(ks), mostKillers)]
		r.mutex.Unlock()
		e := Result{Mutant: m, Status: Killed, Test: killer.String()}
		if o.far {
			e.Status = Endless
		}
		return e
	}
	return Result{Mutant: m, Status: status}
}

// groups puts the tests that may kill a mutant in order. The tests of a group belong to one binary.
func (r *runner) groups(fn string, tell []*test) (groups [][]*test) {
	r.mutex.Lock()
	first := slices.Clone(r.killers[fn])
	r.mutex.Unlock()
	isFirst := func(t *test) bool { return slices.Contains(first, t) && t.cpu < cheap }
	var cost time.Duration
	add := func(t *test) {
		if n := len(groups); n > 0 && cost+t.cpu < cheap && groups[n-1][0].binary == t.binary {
			groups[n-1] = append(groups[n-1], t)
			cost += t.cpu
			return
		}
		groups, cost = append(groups, []*test{t}), t.cpu
	}
	for _, t := range tell {
		if isFirst(t) {
			add(t)
		}
	}
	cost = cheap // another group
	for _, t := range tell {
		if !isFirst(t) {
			add(t)
		}
	}
	return groups
}

// failed returns the test of a group that failed, according to the output. If the output does not say, it may be any.
func failed(out []byte, group []*test) *test {
	for _, t := range group {
		if bytes.Contains(out, []byte("--- FAIL: "+t.name+" ")) {
			return t
		}
	}
	return group[0]
}
