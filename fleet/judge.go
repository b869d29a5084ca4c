// This file checks answers.

package fleet

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/whet-mc/whet/bench"
)

// left is what the verifier writes to the file of --left.
type left struct {
	Open  []int `json:"open"`  // the numbers of the properties that are to be decided
	Of    int   `json:"of"`    // how many there were
	Ended bool  `json:"ended"` // a failure has ended the run
}

// judge makes a result from an answer; ok is false if the answer is refused. The verdict is the one that the verifier
// reaches here from the evidence; the times are the worker's. For a part, the result is what the evidence shows about
// the requested properties, and no files are written.
func (r *run) judge(ctx context.Context, j *job, a Answer) (c checked, ok bool) {
	c.res = bench.Result{Task: j.task, Status: a.Status, CPU: max(a.CPU, 0), Wall: max(a.Wall, 0), Memory: a.Memory, Note: plain(a.Note), Output: a.Output, Errors: a.Errors}
	switch a.Status {
	case bench.Safe, bench.Unsafe:
	case bench.Unknown, bench.TimedOut, bench.OutOfSpace, bench.Crash:
		// These claim nothing, but the files list what is known of single properties, which then need not be verified
		// again.
		if a.Evidence == "" || j.of == nil && !r.wanted() && len(r.Engines) == 0 {
			return c, true
		}
	default:
		return c, false // other machines cannot say that the program is unreadable: it was read here
	}
	if !isSum(a.Evidence) {
		return c, false
	}
	text, err := fetch(ctx, r.s.evidence, a.Evidence)
	if err != nil {
		return c, false
	}
	file := filepath.Join(r.dir, j.address+".evidence")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		r.log("%v", err)
		return c, false
	}
	c.evidence = file
	t, verify, flags := j.task, r.verify, []string{"--recall=" + file}
	leftFile := file + ".left"
	defer os.Remove(leftFile)
	switch {
	case j.of != nil:
		t, verify = j.of.bundled(), r.look
		flags = append(flags, "--only="+numbers(j.only), "--left="+leftFile)
	case len(r.Engines) > 0:
		flags = append(flags, "--left="+leftFile)
	}
	t.Timeout = 2 * j.message.Timeout // a check may take longer than the proof was worth to the engine: see whet.Recall
	shown, ok := r.here(ctx, func() bench.Result { return verify(ctx, t, flags...) })
	switch {
	case !ok:
		return c, false
	case shown.Status == bench.Safe, shown.Status == bench.Unsafe:
		c.res.Status = shown.Status
	case a.claims(), shown.Status != bench.Unknown && shown.Status != bench.TimedOut, strings.Contains(shown.Note, unshown):
		return c, false
	}
	if shown.Status == bench.TimedOut { // a check together with other evidence would also time out
		drop(c.evidence)
		c.evidence = ""
	}
	c.res.Note, c.res.Output, c.res.Errors = shown.Note, shown.Output, shown.Errors
	c.left = readLeft(leftFile)
	return c, true
}

// bundled returns the task for the job's bundle, which contains the program and its options.
func (j *job) bundled() bench.Task {
	return bench.Task{Name: j.task.Name, Flags: []string{"--packed=" + j.file}, Timeout: j.message.Timeout}
}

// leftOf runs the verifier to find what is open in a job; nil if it does not say. Without evidence, that is every
// property that no engine has looked at.
func (r *run) leftOf(ctx context.Context, j *job, evidence ...string) *left {
	file := filepath.Join(r.dir, j.address+".left")
	defer os.Remove(file)
	t := j.bundled()
	t.Timeout *= 2
	if _, ok := r.here(ctx, func() bench.Result { return r.look(ctx, t, append(evidence, "--left="+file)...) }); !ok {
		return nil
	}
	return readLeft(file)
}

func readLeft(file string) *left {
	text, err := os.ReadFile(file)
	l := &left{}
	if err != nil || json.Unmarshal(text, l) != nil {
		return nil
	}
	return l
}

// unshown is the verifier's message about evidence that does not show what it claims: whet.Unshown.
const unshown = "the evidence does not check"

// plain makes a text from others safe for a line on a terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// alone verifies a task here. A part is not worth that and gets no answer.
func (r *run) alone(ctx context.Context, j *job) {
	if j.of != nil {
		r.part(ctx, j, Answer{}, checked{res: bench.Result{Task: j.task, Status: bench.Crash}})
		return
	}
	var c checked
	var flags []string
	if j.file != "" && len(r.Engines) > 0 {
		c.evidence = filepath.Join(r.dir, j.address+".evidence")
		flags = append(flags, "--evidence="+c.evidence)
	}
	res, ok := r.here(ctx, func() bench.Result { return r.verify(ctx, j.task, flags...) })
	if !ok {
		return
	}
	if _, err := os.Stat(c.evidence); err != nil {
		c.evidence = ""
	}
	c.res = res
	r.judged(ctx, j, Answer{}, c)
}

// called returns a job's name for people.
func (j *job) called() string {
	if j.of == nil {
		return j.task.Name
	}
	name := j.task.Name + ", property " + numbers(j.only)
	if j.engine != "" {
		name += ", engine " + j.engine
	}
	return name
}

// copy gives a job the result of the earlier job with the same address.
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
