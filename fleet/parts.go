package fleet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/whet-mc/whet/bench"
)

// part is what a job knows of the one that it is a part of.
type part struct {
	of       *job // nil: it is a task by itself
	question *question
	engine   string        // "": auto, or the one that the task names
	only     []int         // the properties that it is about
	after    time.Duration // by the clock: how long after the task it was sent
	// under run.mu
	held   bool // it is not to be sent before other answers were looked at
	told   checked
	useful bool // it has decided something
}

// cancelled is what keys begin with, in the bucket of progress, of tasks that nobody waits for any more.
const cancelled = "cancelled."

// sendParts has parts answered. Answers that are there are looked at first: they may decide what the
// others were to be asked for.
func (r *run) sendParts(ctx context.Context, j *job, parts []*job) {
	var known sync.WaitGroup
	var rest []*job
	for _, p := range parts {
		if !r.prepare(ctx, j, p) {
			if ctx.Err() == nil {
				r.part(ctx, p, Answer{}, checked{}) // the engine does not have an option of the task
			}
			continue
		}
		a, found, err := r.answerOf(ctx, p)
		if err == nil && found && r.take(p) {
			known.Go(func() { r.check(ctx, p, a) })
		} else {
			rest = append(rest, p)
		}
	}
	known.Wait()
	for _, p := range rest {
		if ctx.Err() != nil {
			return
		}
		if !r.release(p) {
			continue
		}
		if err := r.queue(ctx, p); err != nil && ctx.Err() == nil {
			r.log("the server: %v", err) // it is tried again later
		}
	}
}

// release has a part sent, and reports whether it is still wanted.
func (r *run) release(p *job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.held = false
	return !p.of.concluded && !p.question.answered
}

// prepare makes a part known, with the bundle of the task or, for an engine, one with that option.
// false: there is no such bundle.
func (r *run) prepare(ctx context.Context, j, p *job) bool {
	p.file, p.message = j.file, j.message
	if p.engine != "" {
		p.file = filepath.Join(r.dir, fmt.Sprintf("%d-%s.bundle", j.number, p.engine))
		j.packing.Lock()
		bundle, done := j.packed[p.engine]
		if !done {
			t := j.task
			t.Flags = append(slices.Clone(t.Flags), "--engine="+p.engine)
			bundle, done = r.pack(ctx, t, p.file)
			if done {
				if j.packed == nil {
					j.packed = map[string]string{}
				}
				j.packed[p.engine] = bundle
			}
		}
		j.packing.Unlock()
		if bundle == "" {
			return false
		}
		p.message.Bundle = bundle
	}
	p.message.Part, p.message.Only = p.engine, p.only
	r.mu.Lock()
	defer r.mu.Unlock()
	// Another job has the same parts only where it has the same address, and then it was not sent.
	p.address = p.message.Address()
	r.jobs[p.address] = p
	return true
}

// numbers are what the verifier's --only reads.
func numbers(list []int) string {
	var text []string
	for _, n := range list {
		text = append(text, strconv.Itoa(n))
	}
	return strings.Join(text, ",")
}

// cancel takes the parts of a question that have no result out of the queue, and has workers that are
// at them leave them.
func (r *run) cancel(ctx context.Context, q *question) {
	r.mu.Lock()
	var list []string
	for _, p := range q.parts {
		if !p.over() {
			p.finish(bench.Result{Task: p.task, Status: bench.Unknown})
			if p.address != "" {
				list = append(list, p.address)
			}
		}
	}
	r.mu.Unlock()
	r.withdraw(ctx, list...)
}

// maxWithdraw is how long a run that has ended goes on telling workers what is not wanted any more.
const maxWithdraw = 10 * time.Second

// withdraw takes tasks out of the queue, and has workers that are at them leave them. Workers should
// hear of it also where the run ends meanwhile, since they would work for nobody.
func (r *run) withdraw(ctx context.Context, addresses ...string) {
	ctx = context.WithoutCancel(ctx)
	ctx, stop := context.WithTimeout(ctx, maxWithdraw)
	defer stop()
	for _, address := range addresses {
		err := put(ctx, r.s.progress, cancelled+address, true)
		if err == nil {
			err = r.s.tasks.Purge(ctx, jetstream.WithPurgeSubject(r.s.subject(address)))
		}
		if err != nil {
			r.log("the server: %v", err) // what it costs is time
			return
		}
	}
}

// drop removes a file of evidence.
func drop(file string) {
	if file != "" {
		os.Remove(file) //nolint:errcheck // it goes with its folder
	}
}
