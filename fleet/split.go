package fleet

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/whet-mc/whet/bench"
)

// split is what a job knows of the tasks that it was split into, or that it is one of.
type split struct {
	number int    // of the job in the run
	name   string // of the engine that it is for, where it is one of several
	of     *job   // that it was split from; nil: it is whole
	// of a job that was split; under run.mu
	parts    []*job
	open     int    // parts without a result
	whole    Answer // without a verdict, before it was split
	decision bool   // made
	// Checks of the parts write the same files: one at a time.
	judging sync.Mutex
}

// engine is the flag that a part has besides.
func (s *split) engine() []string {
	if s.of == nil {
		return nil
	}
	return []string{"--engine=" + s.name}
}

// cancelled is what keys begin with, in the bucket of progress, of tasks that nobody waits for any more.
const cancelled = "cancelled."

// judged takes the result of a job that a worker has answered: that of the task, or of a part of it.
func (r *run) judged(ctx context.Context, j *job, a Answer, res bench.Result) {
	verdict := res.Status == bench.Safe || res.Status == bench.Unsafe
	switch {
	case j.of != nil:
		r.part(ctx, j, res, verdict)
	case verdict || !r.splits(j):
		j.finish(res)
	default:
		j.whole = a
		r.cut(ctx, j)
	}
}

// splits reports whether a job is to be split where it has no verdict: its user has named no engine.
func (r *run) splits(j *job) bool {
	named := func(a string) bool { return a == "--engine" || strings.HasPrefix(a, "--engine=") }
	return len(r.Engines) > 0 && !slices.ContainsFunc(r.Local.Command, named) && !slices.ContainsFunc(j.task.Flags, named)
}

// cut sends a job once more for each engine.
func (r *run) cut(ctx context.Context, j *job) {
	r.mu.Lock()
	for _, e := range r.Engines {
		j.parts = append(j.parts, &job{task: j.task, done: make(chan struct{}), split: split{name: e, of: j}})
	}
	j.open = len(j.parts)
	r.mu.Unlock()
	for _, p := range j.parts {
		if r.decided(p) || ctx.Err() != nil {
			return
		}
		if r.pack(ctx, j.number, p) == nil && p.message.Bundle != "" && r.register(p) {
			a, found, err := r.s.answerTo(ctx, p.address)
			if err == nil && found {
				r.answered(ctx, p.address, a)
			} else if err = r.queue(ctx, p); err != nil {
				r.log("the server: %v", err) // it is tried again later
			}
			if r.decided(p) { // meanwhile
				r.cancel(ctx, p)
			}
			continue
		}
		r.part(ctx, p, bench.Result{Task: j.task, Status: bench.Unknown}, false) // the engine does not have an option of the task
	}
}

// decided reports whether a job is a part of one that has its result.
func (r *run) decided(j *job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return j.of != nil && j.of.decision
}

// register makes a part known; false: its address is another job's.
func (r *run) register(j *job) bool {
	address := j.message.Address()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.jobs[address] != nil {
		return false
	}
	j.address, r.jobs[address] = address, j
	return true
}

// part takes the result of a part. The first verdict is that of the whole; without one it is what came
// of the whole.
func (r *run) part(ctx context.Context, p *job, res bench.Result, verdict bool) {
	p.finish(res)
	j := p.of
	r.mu.Lock()
	j.open--
	first := !j.decision && (verdict || j.open == 0)
	j.decision = j.decision || first
	r.mu.Unlock()
	if !first {
		return
	}
	if !verdict {
		var ok bool // it was once
		if res, ok = r.judge(ctx, j, j.whole); !ok {
			res.Status, res.Note = bench.Crash, "the answer was checked before, and cannot be now"
		}
	}
	j.finish(res)
	for _, other := range j.parts {
		if other != p && !other.over() {
			r.cancel(ctx, other)
		}
	}
}

// cancel takes a part out of the queue, and has a worker that is at it leave it.
func (r *run) cancel(ctx context.Context, p *job) {
	p.finish(bench.Result{Task: p.task, Status: bench.Unknown})
	r.mu.Lock()
	address := p.address
	r.mu.Unlock()
	if address == "" {
		return
	}
	err := put(ctx, r.s.progress, cancelled+address, true)
	if err == nil {
		err = r.s.tasks.Purge(ctx, jetstream.WithPurgeSubject(r.s.subject(address)))
	}
	if err != nil && ctx.Err() == nil {
		r.log("the server: %v", err) // what it costs is time
	}
}
