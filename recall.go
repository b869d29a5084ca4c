package whet

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cache"
	"github.com/whet-mc/whet/report"
)

// Evidence is what the verdict rests on, for Recall: the inputs of what fails, and the certificate
// of what holds. It is an error where there is none.
func (r *Result) Evidence() ([]byte, error) {
	if len(r.Obligations) > 0 {
		return nil, errors.New("of contracts there is no evidence but the certificate")
	}
	verdict := map[Verdict]refine.Verdict{Safe: refine.Safe, Unsafe: refine.Unsafe}[r.Verdict] // else Unknown
	about := cache.About{Version: r.Version, File: r.Task.File, Entry: r.Task.Entry, Engine: r.Task.Engine}
	return cache.Evidence(about, verdict, r.Outcome)
}

// Recall is Verify for someone who was handed evidence by somebody that need not be believed. It
// reads the program itself, runs the inputs and checks the certificate, and starts no engine: where
// the evidence does not show it, the verdict is Unknown. What the evidence says besides counts for
// nothing but what is told of the engine.
func Recall(ctx context.Context, src Source, evidence []byte, o Options) (*Result, error) {
	if len(o.Contracts) > 0 {
		return nil, errors.New("of contracts there is no evidence but the certificate, which Validate checks")
	}
	return guarded(o, func() (*Result, error) {
		r := &run{o: o, began: time.Now()}
		ctx, r.budget = begin(ctx, o)
		defer r.budget.end()
		if err := r.read(src); err != nil {
			return nil, err
		}
		if err := r.lower(); err != nil {
			return nil, err
		}
		r.phase("checking")
		began := time.Now()
		out := cache.Judge(ctx, r.prog, evidence, certified(r.task))
		r.timings.Check = report.Seconds(time.Since(began))
		res := r.finish(ctx, out)
		if res.Recalled = out != nil; !res.Recalled && ctx.Err() == nil {
			res.Cause, res.Reason, res.Hints = report.Gave, "the evidence does not check", nil
		}
		return res, nil
	})
}

// kept are the options that a verdict depends on, as JSON. What does not change a verdict's meaning
// may change what is kept all the same: another engine has another answer.
func (o Options) kept() ([]byte, error) {
	o.Progress, o.Cache, o.Jobs, o.Invariants, o.Timeout, o.Memory, o.Debug = nil, "", 0, false, 0, 0, nil
	return json.Marshal(o)
}
