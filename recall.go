package whet

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cache"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/report"
)

// evidence is what Evidence writes.
type evidence struct {
	Schema string `json:"schema"`
	// Basis is what the verdict rests on, or, without one, what is known of some of the properties.
	Basis json.RawMessage `json:"basis,omitempty"`
	Told  *told           `json:"told"`
}

const evidenceSchema = "whet.evidence/1"

// Unshown is the reason of a result whose evidence does not show what it claims.
const Unshown = "the evidence does not check"

// Evidence is what the verdict rests on, for Recall: the inputs of what fails, and the certificate
// of what holds. Where there is no verdict it is about the properties that have one. It is an error
// where there is none for a verdict.
func (r *Result) Evidence() ([]byte, error) {
	if len(r.Obligations) > 0 {
		return nil, errors.New("of contracts there is no evidence but the certificate")
	}
	e := evidence{Schema: evidenceSchema, Told: tell(r)}
	if r.Outcome != nil {
		about := cache.About{Version: r.Version, File: r.Task.File, Entry: r.Task.Entry, Engine: r.Task.Engine}
		basis, err := cache.Evidence(about, r.Outcome)
		if err != nil && r.Verdict != Unknown {
			return nil, err
		}
		e.Basis = basis
	}
	return json.Marshal(e)
}

// Recall is Verify for someone who was handed evidence by somebody that need not be believed. It
// reads the program itself, runs the inputs and checks the certificate, and starts no engine: where
// the evidence does not show it, the verdict is Unknown. What the evidence says besides counts for
// nothing, but is told: what the engine did, and why there is no verdict. The check may take twice
// the time that an engine may.
func Recall(ctx context.Context, src Source, text []byte, o Options) (*Result, error) {
	if len(o.Contracts) > 0 {
		return nil, errors.New("of contracts there is no evidence but the certificate, which Validate checks")
	}
	return guarded(o, func() (*Result, error) {
		r := &run{o: o, began: time.Now()}
		long := o
		long.Timeout *= 2
		ctx, r.budget = begin(ctx, long)
		defer r.budget.end()
		if err := r.read(src); err != nil {
			return nil, err
		}
		var e evidence
		if json.Unmarshal(text, &e) != nil || e.Schema != evidenceSchema || e.Told == nil {
			return r.unshown(ctx), nil
		}
		if !e.Told.Lowered && len(e.Basis) == 0 {
			res := r.finish(ctx, nil)
			e.Told.into(res)
			return res, nil
		}
		if err := r.lower(); err != nil {
			return nil, err
		}
		r.phase("checking")
		out := &refine.Outcome{Reason: "the engine gave up"}
		if len(e.Basis) > 0 {
			began := time.Now()
			out = cache.Judge(ctx, r.prog, e.Basis, certified(r.task))
			r.timings.Check = report.Seconds(time.Since(began))
		}
		if out == nil {
			return r.unshown(ctx), nil
		}
		out.Approximations = e.Told.approximations()
		if p := certify.Of(out); p != nil && len(e.Told.Unreached) > 0 {
			if states := p.Certificate.Reached(r.prog); states != nil {
				slice, _ := r.prog.Slice()
				out.Coverage = &refine.Coverage{Program: slice, States: states}
			}
		}
		res := r.finish(ctx, out)
		out.Coverage = nil // its counts are none of states
		e.Told.into(res)
		e.Told.properties(res)
		return res, nil
	})
}

// unshown is the result where the evidence does not show what it claims.
func (r *run) unshown(ctx context.Context) *Result {
	res := r.finish(ctx, nil)
	if ctx.Err() == nil {
		res.Cause, res.Reason, res.Hints = report.Gave, Unshown, nil
	}
	return res
}

// kept are the options that a verdict depends on, as JSON. What does not change a verdict's meaning
// may change what is kept all the same: another engine has another answer.
func (o Options) kept() ([]byte, error) {
	o.Progress, o.Cache, o.Jobs, o.Invariants, o.Timeout, o.Memory, o.Debug = nil, "", 0, false, 0, 0, nil
	return json.Marshal(o)
}
