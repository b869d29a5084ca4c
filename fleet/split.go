package fleet

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/bench"
)

// A hard task is split into questions, each about one property that is open, or a few where there are
// very many. A question is asked of the engine auto first, by itself, with all the time of a task. What
// is still open then is asked of each engine, at the same time: whatever is shown first counts. Each of
// these parts is a task with an address of its own, and its evidence is checked by itself, for the
// properties that it was asked for. In the end all evidence that has shown something is checked once
// more, together: the result, and the files, are of that.

// maxQuestions is into how many a task is split. For each the program is read and lowered again by a
// worker, and twice here, and there may be one task for each engine: with more of them the coordinator
// would be busy with one program. Properties that stand together are asked for together then, since
// they often need the same to be known.
const maxQuestions = 64

// split is what became of a job that was split; under run.mu.
type split struct {
	whole     checked     // its result before
	questions []*question // in the order of the properties; nil: it was not split
	open      int         // questions that are not answered
	concluded bool
}

// question is about some properties of a hard task; under run.mu.
type question struct {
	left     []int // the properties that are not decided yet, by their numbers
	parts    []*job
	open     int  // parts without a result
	answered bool // nothing is left, or nobody else is asked
}

// checked is the result of an answer, after it was checked here.
type checked struct {
	res      bench.Result
	left     *left  // nil: it was not looked for
	evidence string // the file; "": there is none
}

func (c *checked) verdict() bool { return c.res.Status == bench.Safe || c.res.Status == bench.Unsafe }

// wanted reports whether it matters what is known of single properties: it is in the files.
func (r *run) wanted() bool { return r.Local.Files || r.Local.Report != nil }

// engines are those that parts of a job are sent to; none where its user has named one.
func (r *run) engines(j *job) []string {
	named := func(a string) bool { return a == "--engine" || strings.HasPrefix(a, "--engine=") }
	if slices.ContainsFunc(r.Local.Command, named) || slices.ContainsFunc(j.task.Flags, named) {
		return nil
	}
	return r.Engines
}

// judged takes the result of a job: that of the task, or of a part of it.
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

// hard reports whether a job is to be split: properties are open that matter, and are more than was
// asked before. What has killed its workers is not, since its parts would kill more of them.
func (r *run) hard(ctx context.Context, j *job, c *checked) bool {
	if len(r.Engines) == 0 || j.file == "" || c.res.Status == bench.Safe || c.res.Status == bench.Unsafe && !r.wanted() || c.res.Status == bench.InputError || c.res.Note == KilledTwice {
		return false
	}
	if c.left == nil && c.evidence != "" {
		c.left = r.leftOf(ctx, j, "--recall="+c.evidence)
	}
	if c.left == nil || c.left.Of == 0 { // the run did not come far enough to say
		c.left = r.leftOf(ctx, j)
	}
	l := c.left
	return l != nil && len(l.Open) > 0 && (l.Of > 1 || len(r.engines(j)) > 0)
}

// cut asks for what is left of a job.
func (r *run) cut(ctx context.Context, j *job, c checked) {
	var parts []*job
	r.mu.Lock()
	j.whole = c
	for _, some := range groups(c.left.Open, maxQuestions) {
		q := &question{left: some}
		j.questions = append(j.questions, q)
		j.open++
		if c.left.Of == 1 { // the engine auto was asked for it by itself
			parts = q.ask(j, r.engines(j), c.res.Wall)
		} else {
			parts = append(parts, q.ask(j, []string{""}, c.res.Wall)...)
		}
	}
	r.mu.Unlock()
	r.sendParts(ctx, j, parts)
}

// groups divides a list into at most so many, of about the same length.
func groups(list []int, most int) (out [][]int) {
	n := min(len(list), most)
	for i := range n {
		out = append(out, list[i*len(list)/n:(i+1)*len(list)/n])
	}
	return out
}

// ask makes the parts that ask engines for what is left; the engine "" is auto.
func (q *question) ask(j *job, engines []string, after time.Duration) (parts []*job) {
	for _, e := range engines {
		parts = append(parts, &job{task: j.task, done: make(chan struct{}), part: part{of: j, question: q, engine: e, only: q.left, after: after, held: true}})
	}
	q.parts = append(q.parts, parts...)
	q.open += len(parts)
	return parts
}

// part takes the result of a part. What it decides is decided, also if others come later.
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
		// A new list: parts have the old one.
		q.left = slices.DeleteFunc(slices.Clone(q.left), func(n int) bool { return !slices.Contains(c.left.Open, n) })
		p.useful = len(q.left) < before || c.res.Status == bench.Unsafe     // also where another property fails than it was asked for
		ended = c.left.Ended || c.res.Status == bench.Unsafe && !r.wanted() // the verdict stands
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

// decided reports whether a job is a part of which nothing is wanted any more.
func (r *run) decided(p *job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return p.of != nil && (p.of.concluded || p.question.answered)
}

// conclude ends a job that was split: with what all evidence shows together, or, where no part has shown
// anything, with the result of the whole.
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
			if useful = useful || p.useful; p.useful || p.engine == "" { // that says why something is open
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
		t.Timeout = 2 * j.message.Timeout * time.Duration(len(files)) // each may take so long: see judge
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

// add counts what a part has taken: the CPU time of all, and by the clock what one had to wait for.
func (c *checked) add(p *job) {
	if cpu := c.res.CPU + p.told.res.CPU; cpu > 0 { // times are what others say
		c.res.CPU = cpu
	}
	c.res.Wall, c.res.Memory = max(c.res.Wall, p.after+p.told.res.Wall), max(c.res.Memory, p.told.res.Memory)
}
