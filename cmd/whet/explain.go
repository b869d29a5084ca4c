package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/text"
)

type explainCmd struct {
	File string `arg:"" help:"A C source file (.c, or .i where it is preprocessed), or a task definition (.yml)."`

	sourceFlags

	Engine      string   `default:"arrays" placeholder:"NAME" help:"How to verify: arrays (the default here), or another one that verify has."`
	Timeout     duration `placeholder:"TIME" help:"Give up after so much CPU time: seconds, or with a unit (15m). By default what the system allows."`
	Memory      size     `placeholder:"SIZE" help:"Give up beyond so much memory: megabytes, or with a unit (4G). By default a third of the machine's."`
	Restart     bool     `help:"Explore anew after each refinement instead of pruning."`
	Scope       string   `placeholder:"NAME" help:"Where a learnt variable is tracked: ${scope}."`
	Order       string   `placeholder:"NAME" help:"Order of exploration: ${order}."`
	Explore     string   `placeholder:"NAME" help:"Engine widening, how paths are explored: ${explore}."`
	Abstraction string   `placeholder:"NAME" help:"Engine predicate, how states are abstracted: ${abstraction}."`
	Blocks      string   `placeholder:"NAME" help:"Engine predicate, how much lies between two abstractions: ${blocks}."`
	Threshold   int      `name:"value-threshold" placeholder:"N" help:"Engines with values and predicates: leave a variable with more than N values at a loop head to predicates. By default 60."`
	Widen       string   `placeholder:"NAME" help:"Engine widening, what a widening that is too coarse becomes: ${widen}."`
	Domain      string   `placeholder:"NAME" help:"Engine widening, the numeric domain: ${domain}."`
	Method      string   `placeholder:"NAME" help:"Engine quantified, how it goes about it: ${method}."`
	Selection   bool     `default:"true" negatable:"" help:"Choose among the infeasible prefixes of a path the one whose precision avoids loop counters."`

	Iteration int    `placeholder:"N" help:"Show this iteration only; the first is 1."`
	Proof     bool   `help:"Show why a path cannot be taken: the proof, where the engine has one."`
	All       bool   `short:"v" help:"Show every step, line and formula: fold nothing."`
	Format    string `default:"text" placeholder:"NAME" help:"What to print: text or json."`
}

func (c *explainCmd) run(e env) int {
	v := verifyCmd{
		File: c.File, sourceFlags: c.sourceFlags, Engine: c.Engine, Timeout: c.Timeout, Memory: c.Memory,
		Restart: c.Restart, Scope: c.Scope, Order: c.Order, Explore: c.Explore, Widen: c.Widen, Abstraction: c.Abstraction, Blocks: c.Blocks, Threshold: c.Threshold, Method: c.Method, Domain: c.Domain, Selection: c.Selection, Seeds: true, Induction: true, Tests: true, Format: c.Format,
	}
	o := v.options()
	if err := o.Check(); err != nil {
		return problem(e, err, c.NoColor)
	}
	if !contains(formats, c.Format) {
		return fail(e, fmt.Sprintf("--format has no value %q%s", c.Format, didYouMean(c.Format, formats)), "--format is one of: text, json")
	}
	if c.Iteration < 0 {
		return fail(e, fmt.Sprintf("there is no iteration %d", c.Iteration), "the first is 1")
	}
	o.Timeout = timeBudget(time.Duration(c.Timeout))
	o.Memory = uint64(c.Memory)
	if o.Memory == 0 {
		o.Memory = memoryBudget()
	}
	setMemory(o.Memory)

	line := newStatus(e.stderr)
	defer line.end()
	o.Progress = follow(line, slog.New(slog.DiscardHandler))
	st := style(e.stdout, c.NoColor)
	st.Verbose = c.All
	out := &shown{w: e.stdout, st: st, text: c.Format == "text"}

	how := whet.ExplainOptions{Proof: c.Proof, All: c.All, Only: c.Iteration}
	a, why := supervise(o.Timeout, func(ctx context.Context) (*whet.Result, error) {
		return whet.Explain(ctx, whet.File(c.File), o, how, func(it *whet.Iteration) { out.iteration(line, it) })
	})
	line.end()
	iterations, err := out.end()
	if a.err != nil {
		status := problem(e, a.err, c.NoColor)
		if status != exitUnknown {
			return status
		}
		a.res = v.failed(report.Gave, "internal error, see standard error", nil)
	}
	if a.res == nil {
		a.res = v.failed(why.Cause, why.Reason, line.last.Load())
	}
	if err == nil && c.Format == "json" {
		err = report.ExplainJSON(e.stdout, iterations, a.res)
	} else if err == nil {
		if len(iterations) == 0 {
			err = none(e.stdout, c.Iteration)
		}
		if err == nil {
			err = text.Write(e.stdout, a.res, st)
		}
	}
	if err != nil {
		return fail(e, fmt.Sprintf("cannot write the explanation: %v", err), "")
	}
	return exitStatus(a.res)
}

// none says why there is nothing to see before the verdict.
func none(w io.Writer, only int) error {
	text := "No error path had to be looked at.\n\n"
	if only > 0 {
		text = fmt.Sprintf("There was no iteration %d.\n\n", only)
	}
	_, err := io.WriteString(w, text)
	return err
}

// shown collects the iterations; as text they are written when they come. A run that had to be left
// behind may go on calling it: after end, nothing happens any more.
type shown struct {
	mu   sync.Mutex
	w    io.Writer
	st   text.Style
	text bool
	list []*whet.Iteration
	err  error
	done bool
}

func (s *shown) iteration(line *status, it *whet.Iteration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return
	}
	if !s.text {
		s.list = append(s.list, it)
		return
	}
	s.list = []*whet.Iteration{it} // that there was one
	var b bytes.Buffer
	text.Iteration(&b, it, s.st) //nolint:errcheck // it writes to memory
	line.pause(func() {
		if _, err := s.w.Write(b.Bytes()); s.err == nil {
			s.err = err
		}
	})
}

func (s *shown) end() ([]*whet.Iteration, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = true
	return s.list, s.err
}
