// This file is the command verify.

package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lang/task"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/text"
)

type verifyCmd struct {
	programArgs

	Options optionFlags `embed:""`

	Property    string `type:"path" placeholder:"FILE" help:"Check what an SV-COMP property file (.prp) names, and nothing else: unreach-call, valid-memsafety, valid-memcleanup or no-overflow."`
	Stats       bool   `help:"Print statistics, times and the final precision."`
	Verbose     bool   `short:"v" help:"Log phases and refinements to standard error, and print the whole report."`
	Certificate string `type:"path" placeholder:"FILE" help:"If the program is safe, write the proof to a file; whet validate checks it."`
	formatFlag
	colorFlag
	outputFlags
	Harness       string `type:"path" placeholder:"FILE" help:"If the program is unsafe, write a C file that, compiled together with it, makes it reach the error. Where several properties fail, one for each: bug.c, bug-2.c, …"`
	Witness       string `type:"path" placeholder:"FILE" help:"Write the verdict as a witness for other verifiers, in SV-COMP's YAML format. Where several properties fail, one for each, numbered as with --harness."`
	WitnessFormat string `name:"witness-format" enum:"2.0,2.1,2.2" default:"2.0" placeholder:"VERSION" help:"The version of the format of --witness: 2.0 (the default), 2.1 or 2.2."`
	Graphml       string `type:"path" placeholder:"FILE" help:"If the program is unsafe, write a witness in the older format, GraphML 1.0. Where several properties fail, one for each."`
	elsewhere
	Cpuprofile string `type:"path" placeholder:"FILE" help:"Write a CPU profile (pprof)."`
	Memprofile string `type:"path" placeholder:"FILE" help:"Write a memory profile (pprof)."`
}

func (c *verifyCmd) run(e env) (status int) {
	if c.Packed != "" {
		return c.packed(e)
	}
	if status := c.missing(e); status != 0 {
		return status
	}
	o, err := c.Options.options("")
	if err != nil {
		return problem(e, err, c.NoColor)
	}
	if c.Property != "" {
		p, err := task.ReadProperty(c.Property)
		if err != nil {
			return problem(e, err, c.NoColor)
		}
		if len(o.Checks) > 0 {
			return fail(e, "a property file says what is checked, and so does --check", "leave one of them out")
		}
		o = o.Ask(p.Asks)
		if o.Entry == "" { // a property's entry is the start of a program
			o.Globals = cmp.Or(o.Globals, "initial")
		}
		o.Entry = cmp.Or(o.Entry, p.Entry)
	}
	if status := c.check(e); status != 0 {
		return status
	}
	if c.Pack != "" {
		return c.pack(e, c.source(), o, c.NoColor)
	}
	return c.decideOnly(e, c.source(), o)
}

// decide verifies a program and prints the result.
func (c *verifyCmd) decide(e env, src whet.Source, o whet.Options) int {
	loops := o.Invariants // print them
	o.Invariants = loops || c.Format == "json" || c.HTML != "" || c.Stats && c.Verbose
	o.History = c.HTML != ""
	limited(&o)
	files, reads := c.files(e, o), c.reads()
	if status := openFiles(e, files, reads); status != 0 {
		return status
	}
	stopProfiles, err := c.profiles(e, reads)
	if err != nil {
		return fail(e, err.Error(), "")
	}
	defer func() {
		if err := stopProfiles(); err != nil {
			fmt.Fprintf(e.stderr, "whet: %v\n", err)
		}
	}()

	line := newStatus(e.stderr)
	defer line.end()
	log := slog.New(slog.DiscardHandler)
	if c.Verbose {
		log = slog.New(slog.NewTextHandler(e.stderr, nil))
	}
	o.Progress = follow(line, log)
	var soFar atomic.Pointer[func() *whet.Result]
	o.SoFar = func(result func() *whet.Result) { soFar.Store(&result) }

	a, why := supervise(o.Timeout, func(ctx context.Context) (*whet.Result, error) {
		return c.verify(ctx, src, o)
	})
	line.end()
	if result := soFar.Load(); result != nil && a.res == nil && a.err == nil {
		a.res = (*result)()
	}
	if status := settle(e, &a, why, c.names(), o, c.NoColor, line.last.Load()); status != 0 {
		return status
	}

	writeFiles(e, files, reads, a.res)
	w := e.stdout
	if toStandard(files) {
		w = e.stderr
	}
	if c.Format == "json" {
		err = report.JSON(w, a.res)
	} else {
		st := style(w, c.NoColor)
		st.Stats, st.Loops, st.Verbose = c.Stats, loops, c.Verbose
		err = text.Write(w, a.res, st)
	}
	if err != nil {
		return fail(e, fmt.Sprintf("cannot write the result: %v", err), "")
	}
	return exitStatus(a.res)
}

// reads returns the files that the command line names for reading.
func (c *verifyCmd) reads() []string {
	return append(slices.Clone(c.Files), c.CompileCommands, c.Property, c.Packed)
}

// exitStatus returns the exit status for a verdict.
func exitStatus(r *report.Result) int {
	switch r.Verdict {
	case whet.Safe:
		return exitSafe
	case whet.Unsafe:
		return exitUnsafe
	}
	return exitUnknown
}

// settle gives an answer a result if it has none because the run was abandoned or failed internally. The returned
// status is not 0 if the error is in the program or in the options, for which there is no result.
func settle(e env, a *answer, why *whet.Stopped, files []string, o whet.Options, noColor bool, last *whet.Progress) (status int) {
	if a.err != nil {
		if status := problem(e, a.err, noColor); status != exitUnknown {
			return status
		}
		a.res = failed(files, o, reason.New(reason.Internal, "internal error, see standard error"), nil)
	}
	if a.res == nil {
		a.res = failed(files, o, why.Why(), last)
	}
	return 0
}

// failed returns the result of a run that did not return one.
func failed(files []string, o whet.Options, why reason.Reason, p *whet.Progress) *report.Result {
	or := func(value, option string) string { return cmp.Or(value, whet.Choices(option)[0].Name) }
	r := report.New(report.Task{
		File: files[0], Files: several(files), Engine: or(o.Engine, "engine"), Arith: or(o.Arith, "arith"), DataModel: or(o.DataModel, "data-model"), Only: o.Only,
		Entry: cmp.Or(o.Entry, "main"), Checks: o.EffectiveChecks(), Timeout: o.Timeout, Memory: o.Memory,
	}, nil, nil)
	r.Version = whet.Version()
	r.Because(why)
	if p != nil {
		r.Stats.States, r.Stats.Refinements = p.States, p.Refinements
	}
	if r.Cause != report.Gave {
		report.Advise(r)
	}
	return r
}

// several returns files if there are several, else nil.
func several(files []string) []string {
	if len(files) < 2 {
		return nil
	}
	return files
}

// follow returns a function that passes progress to the status line, and changes that matter to a reader to the log.
func follow(line *status, log *slog.Logger) func(whet.Progress) {
	var last whet.Progress
	return func(p whet.Progress) {
		line.progress(p)
		if p.Phase != last.Phase && p.Refinements == last.Refinements {
			log.Info(p.Phase, "engine", p.Engine, "states", p.States)
		}
		if p.Refinements != last.Refinements {
			log.Info("refined", "refinements", p.Refinements, "states", p.States, "frontier", p.Frontier, "memory", p.Memory>>20)
		}
		last = p
	}
}
