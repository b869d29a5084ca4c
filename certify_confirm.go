package whet

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report"
)

// prover checks the proofs of safe runs, of one engine or of several at the same time.
type prover struct {
	prog *cfa.Program
	task report.Task
	off  bool

	mu   sync.Mutex
	took time.Duration
}

// checked is what confirm leaves with an outcome.
type checked struct {
	c     *cert.Certificate
	stats cert.Stats
	done  bool // the certificate was checked
}

// confirm is refine.Options.Confirm: it says what is wrong with the proof of a safe run. It takes time from the same budget as the engine.
func (v *prover) confirm(ctx context.Context, out *refine.Outcome) (why string) {
	began := time.Now()
	defer func() {
		v.mu.Lock()
		v.took += time.Since(began)
		v.mu.Unlock()
	}()
	c := certificate(ctx, v.prog, out)
	switch {
	case c != nil:
	case ctx.Err() != nil:
		return "the proof could not be checked in time"
	case v.off:
		return ""
	default:
		return "the engine left no proof that could be checked"
	}
	print, err := cert.Fingerprint(v.prog)
	if err != nil {
		return err.Error()
	}
	c.Task = cert.Task{
		File: v.task.File, Program: print, Engine: v.task.Engine, Arith: v.task.Arith, DataModel: v.task.DataModel,
		Checks: v.task.Checks, Entry: v.task.Entry, Version: Version(),
	}
	left := &checked{c: c}
	out.Proof = left
	if v.off {
		return ""
	}
	if left.stats, err = cert.Check(ctx, v.prog, c); err != nil {
		var e *cert.Error
		if errors.As(err, &e) && e.Err != nil {
			return "the proof could not be checked in time"
		}
		return "the proof did not check: " + err.Error()
	}
	left.done = true
	return ""
}

// spent is the time that checks have taken.
func (v *prover) spent() time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.took
}

// proofOf tells of the check of a result's proof.
func proofOf(r *Result) *report.Proof {
	if r.Verdict != Safe || r.Outcome == nil {
		return nil
	}
	p, ok := r.Outcome.Proof.(*checked)
	if !ok || !p.done {
		return nil
	}
	return &report.Proof{Annotations: p.stats.Annotations, Steps: p.stats.Steps, Queries: p.stats.Queries, Runs: p.stats.Runs}
}

// Certificate is the proof of a safe result, as package cert writes and checks it; nil where there is none.
func Certificate(r *Result) *cert.Certificate {
	if r.Verdict != Safe || r.Outcome == nil {
		return nil
	}
	if p, ok := r.Outcome.Proof.(*checked); ok {
		return p.c
	}
	return nil
}
