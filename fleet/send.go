// This file packs tasks and sends them to the queue.

package fleet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nuid"

	"github.com/whet-mc/whet/bench"
)

// send packs the tasks and sends them, as many at a time as processes may run here. Then it sends lost tasks again
// until ctx is done.
func (r *run) send(ctx context.Context, list []*job) error {
	next := make(chan int)
	failed := make(chan error, cap(r.local))
	var packers sync.WaitGroup
	for range cap(r.local) {
		packers.Go(func() {
			for i := range next {
				if err := r.sendOne(ctx, list[i]); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	var err error
	for i := 0; i < len(list) && err == nil; i++ {
		select {
		case next <- i:
		case err = <-failed:
		}
	}
	close(next)
	packers.Wait()
	select {
	case e := <-failed:
		err = e
	default:
	}
	if err != nil {
		return err
	}
	// Send again what was lost for whatever reason. The server refuses what is still in the queue.
	again := time.NewTicker(r.Again)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-again.C:
		}
		if err := r.sendAgain(ctx); err != nil && ctx.Err() == nil {
			r.log("the server: %v", err)
			// The server may have lost everything.
			if _, err := openStore(ctx, r.Conn, r.Version, &r.Keep); err == nil {
				put(ctx, r.s.progress, keyOfEra, nuid.Next()) //nolint:errcheck // as above
				r.sendAgain(ctx)                              //nolint:errcheck // it comes again
			}
		}
	}
}

// sendAgain sends the jobs that wait for an answer, and takes answers whose notifications were lost.
func (r *run) sendAgain(ctx context.Context) error {
	for address, j := range r.waiting() {
		a, found, err := r.s.answerTo(ctx, address)
		switch {
		case err == nil && found:
			r.answered(ctx, address, a)
		case err == nil:
			err = r.queue(ctx, j)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sendOne packs a task and sends it.
func (r *run) sendOne(ctx context.Context, j *job) error {
	file := filepath.Join(r.dir, fmt.Sprintf("%d.bundle", j.number))
	bundle, ok := r.pack(ctx, j.task, file)
	if !ok {
		return context.Cause(ctx)
	}
	if bundle == "" {
		r.wait.Go(func() { r.alone(ctx, j) }) // it cannot be sent, or it is no program
		return nil
	}
	limit := r.Local.Timeout
	if j.task.Timeout > 0 {
		limit = j.task.Timeout
	}
	j.file, j.message = file, Task{Format: Format, Bundle: bundle, Timeout: limit, Memory: r.Local.Memory}
	address := j.message.Address()
	r.mu.Lock()
	j.address = address
	first := r.jobs[address]
	if first == nil {
		r.jobs[address] = j
	}
	r.mu.Unlock()
	if first != nil {
		j.same = first
		os.Remove(j.file) //nolint:errcheck // that of the first is sent
		r.wait.Go(func() { r.copy(ctx, j) })
		return nil
	}
	a, found, err := r.answerOf(ctx, j)
	switch {
	case err == nil && found:
		r.answered(ctx, address, a)
	case err == nil:
		err = r.queue(ctx, j)
	}
	if err != nil && ctx.Err() == nil {
		r.log("the server: %v", err) // it is tried again later
	}
	return nil
}

// answerOf looks for an answer from an earlier run. It removes an answer that says that the verifier crashed, since
// the machine may have caused the crash.
func (r *run) answerOf(ctx context.Context, j *job) (a Answer, found bool, err error) {
	a, found, err = r.s.answerTo(ctx, j.address)
	if err == nil && found && a.Status == bench.Crash {
		return Answer{}, false, r.s.answers.Purge(ctx, j.address)
	}
	return a, found, err
}

// waiting returns the jobs without an answer that is being checked.
func (r *run) waiting() map[string]*job {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := map[string]*job{}
	for address, j := range r.jobs {
		if !j.checking && !j.held && !j.over() {
			list[address] = j
		}
	}
	return list
}

// pack makes the bundle of a task, and returns its name, or "" if there can be no bundle. ok is false if ctx is done.
func (r *run) pack(ctx context.Context, t bench.Task, file string) (bundle string, ok bool) {
	if _, ok := r.here(ctx, func() bench.Result { return r.look(ctx, t, "--pack="+file) }); !ok {
		return "", false
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", true
	}
	return sum(text), true
}

// queue sends a job; before that, it stores the bundle.
func (r *run) queue(ctx context.Context, j *job) error {
	bundle, err := os.ReadFile(j.file)
	if err != nil {
		return err
	}
	if err := keep(ctx, r.s.bundles, j.message.Bundle, bundle); err != nil {
		return err
	}
	if j.of != nil { // it may have been cancelled in an earlier run
		if err := r.s.progress.Purge(ctx, cancelled+j.address); err != nil {
			return err
		}
	}
	err = r.s.publish(ctx, j.message)
	if r.decided(j) { // meanwhile, and perhaps it was retracted before it was sent
		r.withdraw(ctx, j.address)
	}
	return err
}
