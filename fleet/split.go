package fleet

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/bench"
)

// This file splits hard tasks. A hard task is split into questions, each about one open property, or about a few if
// there are very many. A question first goes to the engine auto alone, with all the time of a task. What is still
// open then goes to each engine at the same time; the first result counts. Each of these parts is a task with its own
// address, and its evidence is checked separately, for the requested properties. In the end all useful evidence is
// checked once more, together; that check makes the result and the files.

// maxQuestions bounds the questions of a task. For each question a worker reads and lowers the program again, the
// coordinator does so twice, and there may be one task for each engine; with more questions one program would keep
// the coordinator busy. With more properties, neighbours share a question, since they often need the same facts.
const maxQuestions = 64

// split is the state of a job that was split; protected by run.mu.
type split struct {
	whole     checked     // its result before
	questions []*question // in the order of the properties; nil: it was not split
	open      int         // number of questions that are not answered
	concluded bool
}

// question is about some properties of a hard task; protected by run.mu.
type question struct {
	left     []int // the numbers of the properties that are not decided yet
	parts    []*job
	open     int  // number of parts without a result
	answered bool // nothing is left, or no engine is left to try
}

// checked is the result of an answer after its check here.
type checked struct {
	res      bench.Result
	left     *left  // nil: not determined
	evidence string // a file; "": none
}

func (c *checked) verdict() bool { return c.res.Status == bench.Safe || c.res.Status == bench.Unsafe }

// wanted reports whether results for single properties matter, because files list them.
func (r *run) wanted() bool { return r.Local.Files || r.Local.Report != nil }

// engines returns the engines for the parts of a job; none if the user has named one.
func (r *run) engines(j *job) []string {
	named := func(a string) bool { return a == "--engine" || strings.HasPrefix(a, "--engine=") }
	if slices.ContainsFunc(r.Local.Command, named) || slices.ContainsFunc(j.task.Flags, named) {
		return nil
	}
	return r.Engines
}

// judged takes the checked result of a task or of a part.
func (r *run) judged(ctx context.Context, j *job, a Answer, c checked) {
	switch {
	case j.of != nil:
		r.part(ctx, j, a, c)
	case r.hard(ctx, j, &c):
		r.cut(ctx, j, c)
	default:
		j.finish(c.res)
		drop(c.evidence)
	}
}

// hard reports whether a job is to be split: open properties matter, and the parts differ from what was tried before.
// A job that has killed its workers is not split, since its parts would kill more of them.
func (r *run) hard(ctx context.Context, j *job, c *checked) bool {
	if len(r.Engines) == 0 || j.file == "" || c.res.Status == bench.Safe || c.res.Status == bench.Unsafe && !r.wanted() || c.res.Status == bench.InputError || c.res.Note == KilledTwice {
		return false
	}
	if c.left == nil && c.evidence != "" {
		c.left = r.leftOf(ctx, j, "--recall="+c.evidence)
	}
	if c.left == nil || c.left.Of == 0 { // the run did not get far enough to say
		c.left = r.leftOf(ctx, j)
	}
	l := c.left
	return l != nil && len(l.Open) > 0 && (l.Of > 1 || len(r.engines(j)) > 0)
}

// cut splits a job by the properties that are left.
func (r *run) cut(ctx context.Context, j *job, c checked) {
	var parts []*job
	r.mu.Lock()
	j.whole = c
	for _, some := range groups(c.left.Open, maxQuestions) {
		q := &question{left: some}
		j.questions = append(j.questions, q)
		j.open++
		if c.left.Of == 1 { // the engine auto has tried it alone
			parts = q.ask(j, r.engines(j), c.res.Wall)
		} else {
			parts = append(parts, q.ask(j, []string{""}, c.res.Wall)...)
		}
	}
	r.mu.Unlock()
	r.sendParts(ctx, j, parts)
}

// groups divides a list into at most most parts of about the same length.
func groups(list []int, most int) (out [][]int) {
	n := min(len(list), most)
	for i := range n {
		out = append(out, list[i*len(list)/n:(i+1)*len(list)/n])
	}
	return out
}

// ask makes parts in which the engines try what is left; the engine "" is auto.
func (q *question) ask(j *job, engines []string, after time.Duration) (parts []*job) {
	for _, e := range engines {
		parts = append(parts, &job{task: j.task, done: make(chan struct{}), part: part{of: j, question: q, engine: e, only: q.left, after: after, held: true}})
	}
	q.parts = append(q.parts, parts...)
	q.open += len(parts)
	return parts
}

// part takes the result of a part. What it decides stays decided, also if other results come later.
func (r *run) part(ctx context.Context, p *job, a Answer, c checked) {
	p.finish(c.res)
	r.mu.Lock()
	j, q := p.of, p.question
	if j.concluded {
		r.mu.Unlock()
		drop(c.evidence)
		return
	}
	p.told = c
	ended := false
	if c.left != nil {
		before := len(q.left)
		// A new list, because parts share the old one.
		q.left = slices.DeleteFunc(slices.Clone(q.left), func(n int) bool { return !slices.Contains(c.left.Open, n) })
		p.useful = len(q.left) < before || c.res.Status == bench.Unsafe     // also if a property fails that the part was not about
		ended = c.left.Ended || c.res.Status == bench.Unsafe && !r.wanted() // the verdict is final
	}
	q.open--
	var next []*job
	if p.engine == "" && len(q.left) > 0 && !ended && a.Note != KilledTwice {
		next = q.ask(j, r.engines(j), p.after+c.res.Wall)
	}
	if !q.answered && (len(q.left) == 0 || q.open == 0) {
		q.answered = true
		j.open--
	}
	over := ended || j.open == 0
	answered := q.answered
	r.mu.Unlock()
	switch {
	case over:
		r.conclude(ctx, j)
	case answered:
		r.cancel(ctx, q)
	default:
		r.sendParts(ctx, j, next)
	}
}

// decided reports whether a job is a part whose result is no longer needed.
func (r *run) decided(p *job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return p.of != nil && (p.of.concluded || p.question.answered)
}

// conclude ends a job that was split. The result is what all evidence shows together or, if no part has shown
// anything, the result of the whole.
func (r *run) conclude(ctx context.Context, j *job) {
	r.mu.Lock()
	if j.concluded {
		r.mu.Unlock()
		return
	}
	j.concluded = true
	var flags, files []string
	useful := false
	if j.whole.evidence != "" {
		files = append(files, j.whole.evidence)
	}
	c := j.whole
	for _, q := range j.questions {
		for _, p := range q.parts {
			if !p.over() || p.told.evidence == "" {
				continue
			}
			if useful = useful || p.useful; p.useful || p.engine == "" { // its evidence says why something is open
				files = append(files, p.told.evidence)
			}
			c.add(p)
		}
	}
	r.mu.Unlock()
	for _, q := range j.questions {
		r.cancel(ctx, q)
	}
	if useful {
		for _, f := range files {
			flags = append(flags, "--recall="+f)
		}
		t := j.task
		t.Timeout = 2 * j.message.Timeout * time.Duration(len(files)) // the bound of judge, for each file
		shown, ok := r.here(ctx, func() bench.Result { return r.verify(ctx, t, flags...) })
		if !ok {
			return
		}
		switch shown.Status {
		case bench.Safe, bench.Unsafe:
			c.res.Status = shown.Status
		case bench.Unknown:
			if c.verdict() {
				c.res.Status = bench.Unknown
			}
		default:
			c.res.Status, shown.Note = bench.Crash, "what was checked piece by piece cannot be checked together: "+shown.Note
		}
		c.res.Note, c.res.Output, c.res.Errors = shown.Note, shown.Output, shown.Errors
	}
	j.finish(c.res)
	for _, q := range j.questions {
		for _, p := range q.parts {
			drop(p.told.evidence)
		}
	}
	drop(j.whole.evidence)
}

// add adds the costs of a part: the CPU time is summed up, the wall time is the longest wait.
func (c *checked) add(p *job) {
	if cpu := c.res.CPU + p.told.res.CPU; cpu > 0 { // the times come from workers
		c.res.CPU = cpu
	}
	c.res.Wall, c.res.Memory = max(c.res.Wall, p.after+p.told.res.Wall), max(c.res.Memory, p.told.res.Memory)
}
