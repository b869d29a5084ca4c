// This file sends the parts of hard tasks, and retracts them.

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

// part holds what a job knows about the job that it is a part of.
type part struct {
	of       *job // nil: the job is not a part
	question *question
	engine   string        // "": auto, or the one that the task names
	only     []int         // the numbers of its properties
	after    time.Duration // time between the sending of the task and of this part
	// under run.mu
	held   bool // not to be sent until other answers were examined
	told   checked
	useful bool // it has decided something
}

// cancelled is the prefix of keys, in the bucket of progress, for tasks whose results are no longer needed.
const cancelled = "cancelled."

// sendParts has parts answered. It examines existing answers first, since they may decide the properties of other
// parts.
func (r *run) sendParts(ctx context.Context, j *job, parts []*job) {
	var known sync.WaitGroup
	var rest []*job
	for _, p := range parts {
		if !r.prepare(ctx, j, p) {
			if ctx.Err() == nil {
				r.part(ctx, p, Answer{}, checked{}) // the engine lacks an option of the task
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

// release marks a part as ready to be sent, and reports whether it is still needed.
func (r *run) release(p *job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.held = false
	return !p.of.concluded && !p.question.answered
}

// prepare registers a part, with the bundle of the task or, for a part with an engine, a bundle with that option. It
// returns false if there is no such bundle.
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
	// Another job has the same parts only if it has the same address, and then it was not sent.
	p.address = p.message.Address()
	r.jobs[p.address] = p
	return true
}

// numbers returns a list in the form that --only reads.
func numbers(list []int) string {
	var text []string
	for _, n := range list {
		text = append(text, strconv.Itoa(n))
	}
	return strings.Join(text, ",")
}

// cancel retracts the parts of a question that have no result.
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

// maxWithdraw bounds the time for which a run that has ended retracts tasks.
const maxWithdraw = 10 * time.Second

// withdraw removes tasks from the queue, and makes workers abandon them. It continues for a while after ctx is done,
// since workers would otherwise work for nobody.
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
			r.log("the server: %v", err) // the cost is only time
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
