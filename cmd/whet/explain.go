// This file is the command explain.

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/text"
)

type explainCmd struct {
	programArgs

	Options optionFlags `embed:""`

	Iteration int  `placeholder:"N" help:"Show this iteration only; the first is 1."`
	Proof     bool `help:"Show why a path cannot be taken: the proof, where the engine has one."`
	All       bool `short:"v" help:"Show every step, line and formula: fold nothing."`
	formatFlag
	colorFlag
}

func explainOption(t *whet.Option) bool { return t.Use != whet.Results }

func (c *explainCmd) run(e env) int {
	if status := c.missing(e); status != 0 {
		return status
	}
	o, err := c.Options.options("")
	if err != nil {
		return problem(e, err, c.NoColor)
	}
	if status := c.check(e); status != 0 {
		return status
	}
	if c.Iteration < 0 {
		return fail(e, fmt.Sprintf("there is no iteration %d", c.Iteration), "the first is 1")
	}
	limited(&o)

	line := newStatus(e.stderr)
	defer line.end()
	o.Progress = follow(line, slog.New(slog.DiscardHandler))
	st := style(e.stdout, c.NoColor)
	st.Verbose, st.Far = c.All, true
	out := &shown{w: e.stdout, st: st, text: c.Format == "text"}

	how := whet.ExplainOptions{Proof: c.Proof, All: c.All, Only: c.Iteration}
	a, why := supervise(o.Timeout, func(ctx context.Context) (*whet.Result, error) {
		return whet.Explain(ctx, c.source(), o, how, func(it *whet.Iteration) { out.iteration(line, it) })
	})
	line.end()
	iterations, err := out.end()
	if status := settle(e, &a, why, c.names(), o, c.NoColor, line.last.Load()); status != 0 {
		return status
	}
	if err == nil && c.Format == "json" {
		err = report.ExplainJSON(e.stdout, iterations, a.res)
	} else if err == nil {
		if len(iterations) == 0 {
			err = none(e.stdout, c.Iteration, a.res)
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

// mostKept bounds the elements of a precision that none lists.
const mostKept = 12

// none says why no iteration precedes the verdict, and what the precision contained from the start.
func none(w io.Writer, only int, r *report.Result) error {
	text := "No error path had to be looked at.\n"
	if r.Verdict == whet.Unknown {
		text = "The run ended before an error path could be shown.\n"
	}
	var kept []string
	for _, k := range r.Precision {
		kept = append(kept, k.What...)
	}
	if len(kept) > mostKept {
		kept = append(kept[:mostKept], "…")
	}
	if len(kept) > 0 {
		text += "Kept from the start: " + strings.Join(kept, ", ") + "\n"
	}
	text += "\n"
	if only > 0 {
		text = fmt.Sprintf("There was no iteration %d.\n\n", only)
	}
	_, err := io.WriteString(w, text)
	return err
}

// shown collects the iterations, or writes them as text when they come. A run that was abandoned may still call
// iteration; after end, such calls have no effect.
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
	s.list = []*whet.Iteration{it} // records that there was one
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
