// This file verifies tasks from the queue.

package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/whet-mc/whet/bench"
)

// Worker takes tasks from the queue and has them verified.
type Worker struct {
	Conn    *nats.Conn
	Verify  []string // the command, like `whet verify`
	Version string   // of the command; tasks of other versions are left to other workers
	Name    string   // for people; unique, also among workers that run here later
	Jobs    int      // number of tasks at the same time
	// Wait is the time without a sign of life after which a task is given to another worker. The first worker on a
	// server decides for all.
	Wait time.Duration
	// Limits for a task here; 0: the task's own limits.
	Timeout time.Duration
	Memory  uint64
	// Log reports problems; may be nil.
	Log func(string)
}

// maxDeaths is the number of lost workers after which a task is not tried again: it kills them.
const maxDeaths = 2

// maxDeliveries is the number of deliveries after which a task is not tried again, whatever the reason.
const maxDeliveries = 20

// KilledTwice is the note of a task that was lost with two workers.
const KilledTwice = "killed its worker twice"

// Run works until ctx is done. Tasks that are being verified then are given back.
func (w *Worker) Run(ctx context.Context) error {
	var wait sync.WaitGroup
	s, queue, err := w.open(ctx)
	for err != nil { // others may be making the same stream, or the connection is bad
		w.log("the server: %v; it is tried again", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
		s, queue, err = w.open(ctx)
	}
	for range max(w.Jobs, 1) {
		wait.Go(func() {
			s, queue := s, queue
			for ctx.Err() == nil {
				turn, over := context.WithTimeout(ctx, 10*time.Second)
				batch, err := queue.Fetch(1, jetstream.FetchContext(turn))
				if err == nil {
					for m := range batch.Messages() {
						w.handle(ctx, s, m)
					}
					err = batch.Error()
				}
				empty := turn.Err() != nil
				if over(); empty || err == nil || ctx.Err() != nil {
					continue
				}
				w.log("the queue: %v", err)
				select {
				case <-time.After(time.Second):
				case <-ctx.Done():
				}
				// The server may have lost everything.
				if again, other, err := w.open(ctx); err == nil {
					s, queue = again, other
				}
			}
		})
	}
	wait.Wait()
	return ctx.Err()
}

func (w *Worker) open(ctx context.Context) (*store, jetstream.Consumer, error) {
	s, err := openStore(ctx, w.Conn, w.Version, nil)
	if err != nil {
		return nil, nil, err
	}
	queue, err := s.consumer(ctx, w.Wait)
	return s, queue, err
}

func (w *Worker) log(format string, args ...any) {
	if w.Log != nil {
		w.Log(fmt.Sprintf(format, args...))
	}
}

// handle handles one task. If the server cannot be reached, the message stays unacknowledged and comes again.
func (w *Worker) handle(ctx context.Context, s *store, m jetstream.Msg) {
	t, err := readTask(m.Data())
	if err != nil || m.Subject() != s.subject(t.Address()) {
		w.log("a message that is no task: %v", err)
		m.Term() //nolint:errcheck // it comes again, and is refused again
		return
	}
	done := make(chan struct{})
	defer close(done)
	whole := ctx
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	go func() {
		beat := time.NewTicker(w.Wait / 4)
		defer beat.Stop()
		for {
			select {
			case <-beat.C:
				m.InProgress() //nolint:errcheck // the next one may arrive
				if unwanted, _, _ := get[bool](whole, s.progress, cancelled+t.Address()); unwanted {
					leave()
				}
			case <-done:
				return
			}
		}
	}()
	over, err := w.do(ctx, s, m, t)
	switch {
	case err != nil:
		w.log("%.12s: %v", t.Address(), err)
		m.NakWithDelay(w.Wait / 2) //nolint:errcheck // then it comes again later
	case over:
		m.DoubleAck(context.WithoutCancel(ctx)) //nolint:errcheck // then it comes again, and has an answer
	default:
		m.Nak() //nolint:errcheck // as above
	}
}

// do has a task verified and stores the evidence, then the answer. over is false if the worker received a signal to end before.
func (w *Worker) do(ctx context.Context, s *store, m jetstream.Msg, t Task) (over bool, err error) {
	address := t.Address()
	if _, found, err := s.answerTo(ctx, address); found || err != nil {
		return found, err
	}
	if unwanted, _, err := get[bool](ctx, s.progress, cancelled+address); unwanted || err != nil {
		return unwanted, err
	}
	era, _, err := get[string](ctx, s.progress, keyOfEra)
	if err != nil {
		return false, err
	}
	p, _, err := get[progress](ctx, s.progress, address)
	if err != nil {
		return false, err
	}
	if p.Worker != "" && p.Worker != w.Name && p.Era == era {
		p.Deaths++
	}
	often := 0
	if meta, err := m.Metadata(); err == nil {
		often = int(meta.NumDelivered)
	}
	if p.Deaths >= maxDeaths || often > maxDeliveries {
		note := KilledTwice
		if p.Deaths < maxDeaths {
			note = fmt.Sprintf("handed out %d times without an answer", often-1)
		}
		return true, w.answer(ctx, s, address, &Answer{Status: bench.Crash, Note: note})
	}
	p.Format, p.Worker, p.Era = Format, w.Name, era
	if err := put(ctx, s.progress, address, p); err != nil {
		return false, err
	}
	a, err := w.verify(ctx, s, t)
	if err != nil || ctx.Err() != nil {
		p.Worker = "" // given back: no worker has died
		if err := put(context.WithoutCancel(ctx), s.progress, address, p); err != nil {
			return false, err
		}
		return false, err
	}
	return true, w.answer(ctx, s, address, a)
}

// answer stores an answer, unless there is one.
func (w *Worker) answer(ctx context.Context, s *store, address string, a *Answer) error {
	a.Format, a.Worker = Format, w.Name
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	if _, err := s.answers.Create(ctx, address, text); err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	return s.progress.Delete(ctx, address)
}

// verify runs the verifier, with limits, in its own process.
func (w *Worker) verify(ctx context.Context, s *store, t Task) (*Answer, error) {
	bundle, err := fetch(ctx, s.bundles, t.Bundle)
	if err != nil {
		return nil, fmt.Errorf("the bundle: %w", err)
	}
	if sum(bundle) != t.Bundle {
		return nil, errors.New("the bundle is not what its name says")
	}
	dir, err := os.MkdirTemp("", "whet-worker-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program, evidence := filepath.Join(dir, "program"), filepath.Join(dir, "evidence")
	if err := os.WriteFile(program, bundle, 0o600); err != nil {
		return nil, err
	}
	r := bench.Runner{Command: w.Verify, Timeout: least(t.Timeout, w.Timeout), Memory: least(t.Memory, w.Memory), Dir: dir}
	flags := []string{"--no-color", "--packed=" + program, "--evidence=" + evidence}
	if len(t.Only) > 0 {
		flags = append(flags, "--only="+numbers(t.Only))
	}
	res := r.One(ctx, bench.Task{Flags: flags})
	a := &Answer{Status: res.Status, CPU: res.CPU, Wall: res.Wall, Memory: res.Memory, Note: res.Note}
	if ctx.Err() != nil {
		return a, nil
	}
	if !a.claims() {
		a.Output, a.Errors = res.Output, res.Errors
	}
	text, err := os.ReadFile(evidence)
	if err != nil || len(text) > maxObject {
		return a, nil // the coordinator notices that there is no evidence
	}
	a.Evidence = sum(text)
	return a, keep(ctx, s.evidence, a.Evidence, text)
}

// least returns the lower of two limits; 0 means no limit.
func least[T time.Duration | uint64](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
