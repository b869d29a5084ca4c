// This file has tasks verified by workers, and waits for their answers.

package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/whet-mc/whet/bench"
)

// Coordinator has tasks verified by workers, and trusts none of them.
type Coordinator struct {
	Conn    *nats.Conn
	Local   bench.Runner // how to run a task here: for reading, for checks, and for tasks that cannot be sent
	Version string       // of the verifier
	// Again is the time after which tasks that are missing from the queue are sent again.
	Again time.Duration
	Keep  Keep // what the server keeps
	// Engines, if not empty, has hard tasks split. A task without a verdict is split by its properties. If its flags
	// name no engine, each of Engines then tries what is still open, as separate tasks: see split.go.
	Engines []string
	Log     func(string) // reports problems; may be nil
	// Progress is called from time to time with the state of the tasks; may be nil.
	Progress func(string)
}

// maxRefused is the number of refused answers after which a task is verified here.
const maxRefused = 2

// job is a task while it is being verified.
type job struct {
	number   int // in the run
	task     bench.Task
	message  Task
	address  string // of the message, once it is known
	file     string // of the bundle
	same     *job   // an earlier job with the same address
	refused  int
	checking bool
	once     sync.Once // guards res and done
	res      bench.Result
	done     chan struct{}

	part  // set for a part of another job
	split // set for a job that was split into parts
	// The bundles for single engines, by engine; "" if the engine does not have an option.
	packed  map[string]string
	packing sync.Mutex
}

// run is the state of one call of Run.
type run struct {
	*Coordinator
	s     *store
	dir   string        // for temporary files
	local chan struct{} // one slot for each process that may run here

	mu   sync.Mutex
	jobs map[string]*job // by address, those that are not done
	wait sync.WaitGroup
}

// Run has the tasks verified and calls each for every task that is done, one call at a time, in the order of the
// tasks, as bench.Runner.Run does. If ctx ends, the queue and the answers stay on the server, and the same call
// continues from there.
func (c *Coordinator) Run(ctx context.Context, tasks []bench.Task, each func(bench.Result) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	s, answers, err := c.begin(ctx)
	if err != nil {
		cancel(nil)
		return err
	}
	defer answers.Stop() //nolint:errcheck // nothing is read from it any more
	dir, err := os.MkdirTemp("", "whet-fleet-")
	if err != nil {
		cancel(nil)
		return err
	}
	defer os.RemoveAll(dir)
	r := &run{Coordinator: c, s: s, dir: dir, local: make(chan struct{}, max(c.Local.Jobs, 1)), jobs: map[string]*job{}}
	defer r.wait.Wait()
	defer cancel(nil)
	var list []*job
	for i, t := range tasks {
		list = append(list, &job{number: i, task: t, done: make(chan struct{})})
	}
	r.wait.Go(func() {
		if err := r.send(ctx, list); err != nil {
			cancel(err)
		}
	})
	r.wait.Go(func() { r.listen(ctx, answers) })
	if c.Progress != nil {
		r.wait.Go(func() { r.show(ctx, list) })
	}
	for _, j := range list {
		select {
		case <-j.done:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := each(j.res); err != nil {
			return err
		}
	}
	return nil
}

// maxBegins is how often a run tries to begin. If many runs begin at the same time on an empty server, their requests
// for the stream may collide, and a connection may be lost at any moment.
const maxBegins = 20

// begin prepares the server for a run, starts a new era, and listens for answers.
func (c *Coordinator) begin(ctx context.Context) (s *store, answers jetstream.KeyWatcher, err error) {
	era := nuid.Next()
	for i := 1; ; i++ {
		if s, err = openStore(ctx, c.Conn, c.Version, &c.Keep); err == nil {
			err = s.sweep(ctx, c.Keep.Bytes)
		}
		if err == nil {
			err = put(ctx, s.progress, keyOfEra, era)
		}
		if err == nil {
			answers, err = s.answers.WatchAll(ctx)
		}
		if err == nil || i == maxBegins || errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) {
			return s, answers, err
		}
		c.log("the server: %v; it is tried again", err)
		select {
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		case <-time.After(500 * time.Millisecond):
		}
	}
}

func (c *Coordinator) log(format string, args ...any) {
	if c.Log != nil {
		c.Log(fmt.Sprintf(format, args...))
	}
}

// here waits for a free slot and runs f; ok is false if ctx is done.
func (r *run) here(ctx context.Context, f func() bench.Result) (bench.Result, bool) {
	select {
	case r.local <- struct{}{}:
	case <-ctx.Done():
		return bench.Result{}, false
	}
	defer func() { <-r.local }()
	res := f()
	return res, ctx.Err() == nil
}

func (j *job) over() bool {
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

// verify runs the verifier on a task here, with additional flags.
func (r *run) verify(ctx context.Context, t bench.Task, flags ...string) bench.Result {
	one := r.Local
	t.Flags = slices.Concat(t.Flags, flags)
	return one.One(ctx, t)
}

// look is verify for calls that make no result; no report is written.
func (r *run) look(ctx context.Context, t bench.Task, flags ...string) bench.Result {
	one := r.Local
	one.Report = nil
	t.Flags = slices.Concat(t.Flags, flags)
	return one.One(ctx, t)
}

// listen waits for answers.
func (r *run) listen(ctx context.Context, answers jetstream.KeyWatcher) {
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-answers.Updates():
			if !ok {
				return
			}
			if e == nil || e.Operation() != jetstream.KeyValuePut {
				continue
			}
			r.answered(ctx, e.Key(), readAnswer(e.Value()))
		}
	}
}

// answered has an answer checked, unless another answer to the job is being checked.
func (r *run) answered(ctx context.Context, address string, a Answer) {
	r.mu.Lock()
	j := r.jobs[address]
	r.mu.Unlock()
	if j != nil && r.take(j) {
		r.wait.Go(func() { r.check(ctx, j, a) })
	}
}

// take reports whether a job waits for an answer to check, and marks it as being checked.
func (r *run) take(j *job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if j.checking || j.over() {
		return false
	}
	j.checking = true
	return true
}

// check checks an answer. It takes the result for the job, or sends the job again.
func (r *run) check(ctx context.Context, j *job, a Answer) {
	if r.decided(j) {
		return
	}
	if a.claims() && a.Evidence == "" { // other workers would have no evidence either
		r.alone(ctx, j)
		return
	}
	c, ok := r.judge(ctx, j, a)
	if ctx.Err() != nil {
		return
	}
	if ok {
		r.judged(ctx, j, a, c)
		return
	}
	drop(c.evidence)
	r.log("%s: the answer of the worker %s was refused: it says %s, and its evidence does not show that", j.called(), plain(a.Worker), plain(string(a.Status)))
	if j.refused++; j.refused >= maxRefused {
		r.alone(ctx, j)
		return
	}
	if err := r.s.answers.Purge(ctx, j.address); err != nil {
		r.log("the server: %v", err)
	}
	r.mu.Lock()
	j.checking = false
	r.mu.Unlock()
	// The server may refuse the task now, since the worker has not finished with it; then it is sent later.
	if err := r.queue(ctx, j); err != nil {
		r.log("the server: %v", err)
	}
}

func (j *job) finish(res bench.Result) {
	j.once.Do(func() {
		j.res = res
		close(j.done)
	})
}
