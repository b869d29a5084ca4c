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

// Coordinator has tasks verified by workers, and believes none of them.
type Coordinator struct {
	Conn    *nats.Conn
	Local   bench.Runner // how a task would be run here: reading, checks, and what cannot be sent
	Version string       // of the verifier
	// Again is after how long what is missing from the queue is put there again.
	Again time.Duration
	Keep  Keep // on the server
	// Engines, where there are some: a task that comes back without a verdict is split by its properties,
	// and, where its flags name no engine, these are asked for what is open then, each by itself: see
	// split.go.
	Engines []string
	Log     func(string) // nil: nobody is told what goes wrong
	// Progress is told now and then how far the tasks are; nil: nobody is.
	Progress func(string)
}

// A task whose answers were refused so often is verified here.
const maxRefused = 2

// job is a task on its way.
type job struct {
	number   int // in the run
	task     bench.Task
	message  Task
	address  string // of the message, as soon as it is on its way
	file     string // of the bundle
	same     *job   // an earlier one with the same address
	refused  int
	checking bool
	once     sync.Once // for what follows
	res      bench.Result
	done     chan struct{}

	part  // of another one
	split // into such
	// The bundles with an engine, by name; "" where the engine does not have an option.
	packed  map[string]string
	packing sync.Mutex
}

// run is what a call of Run works with.
type run struct {
	*Coordinator
	s     *store
	dir   string        // for files of a moment
	local chan struct{} // as many as processes may run here

	mu   sync.Mutex
	jobs map[string]*job // by address, those that are not done
	wait sync.WaitGroup
}

// Run has the tasks verified and calls each for every one that is done, one call at a time, in the
// order of the tasks, as bench.Runner.Run does. Where the context ends, what is in the queue stays
// there, and what is answered is kept: the same call goes on from there.
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

// maxBegins is how often a run tries to begin. Where many begin at the same time, on a server that has
// nothing yet, one's stream may get in the way of another's, and a connection may be lost at any moment.
const maxBegins = 20

// begin prepares the server for a run, of a new era, and listens to answers.
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

// here waits for its turn to have a process here.
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

// verify runs the verifier on a task here, with more flags.
func (r *run) verify(ctx context.Context, t bench.Task, flags ...string) bench.Result {
	one := r.Local
	t.Flags = slices.Concat(t.Flags, flags)
	return one.One(ctx, t)
}

// look is verify for what is no result: no report is written.
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

// answered has an answer checked, once at a time.
func (r *run) answered(ctx context.Context, address string, a Answer) {
	r.mu.Lock()
	j := r.jobs[address]
	r.mu.Unlock()
	if j != nil && r.take(j) {
		r.wait.Go(func() { r.check(ctx, j, a) })
	}
}

// take reports whether a job waits for an answer that is to be checked; then it waits no more.
func (r *run) take(j *job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if j.checking || j.over() {
		return false
	}
	j.checking = true
	return true
}

// check takes a checked answer for the job's, or has the job sent again.
func (r *run) check(ctx context.Context, j *job, a Answer) {
	if r.decided(j) {
		return
	}
	if a.claims() && a.Evidence == "" { // others would have none either
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
	// It may be refused now, since the worker has not finished with it: then it is put there later.
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
