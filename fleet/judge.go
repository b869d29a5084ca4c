package fleet

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/whet-mc/whet/bench"
)

// judge makes a result of an answer. A verdict is the one that the verifier comes to here, from the
// evidence; times are the worker's.
func (r *run) judge(ctx context.Context, j *job, a Answer) (res bench.Result, ok bool) {
	res = bench.Result{Task: j.task, Status: a.Status, CPU: max(a.CPU, 0), Wall: max(a.Wall, 0), Memory: a.Memory, Note: plain(a.Note), Output: a.Output, Errors: a.Errors}
	switch a.Status {
	case bench.Safe, bench.Unsafe:
	case bench.Unknown, bench.TimedOut, bench.OutOfSpace, bench.Crash:
		// They claim nothing, but what is known of single properties is in the files.
		if a.Evidence == "" || j.of != nil || !r.Local.Files && r.Local.Report == nil {
			return res, true
		}
	default:
		return res, false // that the program cannot be read is not for others to say: it was read here
	}
	if !isSum(a.Evidence) {
		return res, false
	}
	text, err := fetch(ctx, r.s.evidence, a.Evidence)
	if err != nil {
		return res, false
	}
	file := filepath.Join(r.dir, j.message.Address()+".evidence")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		r.log("%v", err)
		return res, false
	}
	defer os.Remove(file)
	t := j.task
	t.Timeout = 2 * j.message.Timeout // a check may take longer than the proof was worth to the engine: see whet.Recall
	shown, ok := r.here(ctx, func() bench.Result { return r.verify(ctx, t, "--recall="+file) })
	switch {
	case !ok:
		return res, false
	case shown.Status == bench.Safe, shown.Status == bench.Unsafe:
		res.Status = shown.Status
	case a.claims(), shown.Status != bench.Unknown && shown.Status != bench.TimedOut, strings.Contains(shown.Note, unshown):
		return res, false
	}
	res.Note, res.Output, res.Errors = shown.Note, shown.Output, shown.Errors
	return res, true
}

// unshown is what the verifier says of evidence that does not show what it claims: whet.Unshown.
const unshown = "the evidence does not check"

// plain is a text of others on a line of a terminal, which it must not steer.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// alone verifies a task here.
func (r *run) alone(ctx context.Context, j *job) {
	if j.of != nil { // that is not what the task would be here
		r.judged(ctx, j, Answer{}, bench.Result{Task: j.task, Status: bench.Crash})
		return
	}
	res, ok := r.here(ctx, func() bench.Result { return r.verify(ctx, j.task) })
	if ok {
		j.finish(res)
	}
}

// copy gives a job the result of the one with the same address.
func (r *run) copy(ctx context.Context, j *job) {
	select {
	case <-j.same.done:
	case <-ctx.Done():
		return
	}
	res := j.same.res
	res.Task = j.task
	j.finish(res)
}
