package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/text"
)

type verifyCmd struct {
	File string `arg:"" help:"A C source file (.c, or .i where it is preprocessed), or a task definition (.yml)."`

	sourceFlags

	Property    string   `type:"path" placeholder:"FILE" help:"What to verify, as an SV-COMP property file (.prp) says it; errors that are never reached are what there is."`
	Engine      string   `placeholder:"NAME" help:"How to verify: ${engine}."`
	Timeout     duration `placeholder:"TIME" help:"Give up after so much CPU time: seconds, or with a unit (15m). By default what the system allows."`
	Memory      size     `placeholder:"SIZE" help:"Give up beyond so much memory: megabytes, or with a unit (4G). By default a third of the machine's."`
	Jobs        int      `placeholder:"N" help:"Engine auto: how many engines run at the same time. By default as many as there are processors; the verdict does not depend on it."`
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
	Cache       cacheDir `placeholder:"DIR" help:"Keep results in a folder: what is in it is checked again instead of found again, and what an earlier version of the program needed is a start. (Without a folder: the opposite of --no-cache.)"`
	NoCache     bool     `help:"Engine widening: do not keep the error preimages of refinements."`
	Unwind      int      `placeholder:"N" help:"Engine bmc: look at N rounds of each loop, at most. By default as many as there is time for."`
	Induction   bool     `default:"true" negatable:"" help:"Engine bmc: prove by induction, too."`
	Seeds       bool     `default:"true" negatable:"" help:"Engine widening: the program's conditions bound every widening from the start (not so in the paper)."`
	Tests       bool     `default:"true" negatable:"" help:"Run the program on inputs made up beforehand, too."`
	Selection   bool     `default:"true" negatable:"" help:"Choose among the infeasible prefixes of a path the one whose precision avoids loop counters."`

	Format      string `default:"text" placeholder:"NAME" help:"What to print: text or json."`
	Stats       bool   `help:"Print statistics, times and the final precision."`
	Invariants  bool   `help:"Where the program is safe, print the invariant of each loop."`
	Verbose     bool   `short:"v" help:"Log phases and refinements to standard error; leave out as little of the report as can be."`
	NoCheck     bool   `help:"Take an engine's word for it that the program is safe, without proving it again."`
	Certificate string `type:"path" placeholder:"FILE" help:"Where the program is safe, write the proof, for the command validate."`
	outputFlags
	Harness    string `type:"path" placeholder:"FILE" help:"Where the program is unsafe, write a C file that, compiled with it, reaches the error."`
	Witness    string `type:"path" placeholder:"FILE" help:"Write the verdict as a witness that other verifiers can read: SV-COMP's YAML, version 2.0."`
	Graphml    string `type:"path" placeholder:"FILE" help:"Where the program is unsafe, write a witness in the older format, GraphML 1.0."`
	Cpuprofile string `type:"path" placeholder:"FILE" help:"Write a CPU profile (pprof)."`
	Memprofile string `type:"path" placeholder:"FILE" help:"Write a memory profile (pprof)."`
}

var formats = []string{"text", "json"}

func (c *verifyCmd) options() whet.Options {
	o := c.sourceFlags.options()
	o.Engine, o.Restart, o.Scope, o.Order, o.NoSelection = c.Engine, c.Restart, c.Scope, c.Order, !c.Selection
	o.Unwind, o.NoInduction = c.Unwind, !c.Induction
	o.Abstraction, o.Blocks, o.Method, o.ValueThreshold = c.Abstraction, c.Blocks, c.Method, c.Threshold
	o.Explore, o.Widen, o.Domain, o.NoCache, o.NoSeeds, o.NoTests = c.Explore, c.Widen, c.Domain, c.NoCache, !c.Seeds, !c.Tests
	o.Jobs, o.NoCheck = c.Jobs, c.NoCheck
	o.Cache = string(c.Cache)
	return o
}

func (c *verifyCmd) run(e env) (status int) {
	o := c.options()
	if err := o.Check(); err != nil {
		return problem(e, err, c.NoColor)
	}
	if c.Property != "" {
		p, err := lang.ReadProperty(c.Property)
		if err != nil {
			return problem(e, err, c.NoColor)
		}
		if o.Entry == "" {
			o.Entry = p.Entry
		}
	}
	if !contains(formats, c.Format) {
		return fail(e, fmt.Sprintf("--format has no value %q%s", c.Format, didYouMean(c.Format, formats)), "--format is one of: text, json")
	}
	o.Invariants = c.Format == "json" || c.Invariants || c.Witness != "" || c.HTML != "" || c.Stats && c.Verbose
	o.History = c.HTML != ""
	o.Timeout = timeBudget(time.Duration(c.Timeout))
	o.Memory = uint64(c.Memory)
	if o.Memory == 0 {
		o.Memory = memoryBudget()
	}
	setMemory(o.Memory)

	stopProfiles, err := c.profiles()
	if err != nil {
		return fail(e, err.Error(), "")
	}
	defer func() {
		if err := stopProfiles(); err != nil {
			fmt.Fprintf(e.stderr, "whet: %v\n", err)
		}
	}()
	files := c.files()
	defer discardFiles(files)
	if status := openFiles(e, files); status != 0 {
		return status
	}

	line := newStatus(e.stderr)
	defer line.end()
	log := slog.New(slog.DiscardHandler)
	if c.Verbose {
		log = slog.New(slog.NewTextHandler(e.stderr, nil))
	}
	o.Progress = follow(line, log)

	a, why := supervise(o.Timeout, func(ctx context.Context) (*whet.Result, error) {
		return whet.Verify(ctx, whet.File(c.File), o)
	})
	line.end()
	if a.err != nil {
		status := problem(e, a.err, c.NoColor)
		if status != exitUnknown {
			return status
		}
		a.res = c.failed(report.Gave, "internal error, see standard error", nil)
	}
	if a.res == nil {
		a.res = c.failed(why.Cause, why.Reason, line.last.Load())
	}

	writeFiles(e, files, a.res)
	if c.Format == "json" {
		err = report.JSON(e.stdout, a.res)
	} else {
		st := style(e.stdout, c.NoColor)
		st.Stats, st.Loops, st.Verbose = c.Stats, c.Invariants, c.Verbose
		err = text.Write(e.stdout, a.res, st)
	}
	if err != nil {
		return fail(e, fmt.Sprintf("cannot write the result: %v", err), "")
	}
	return exitStatus(a.res)
}

// exitStatus is the status for a verdict.
func exitStatus(r *whet.Result) int {
	switch r.Verdict {
	case whet.Safe:
		return exitSafe
	case whet.Unsafe:
		return exitUnsafe
	}
	return exitUnknown
}

// failed is the result of a run that came back with none.
func (c *verifyCmd) failed(cause report.Cause, reason string, p *whet.Progress) *whet.Result {
	or := func(value, option string) string {
		if value == "" {
			return whet.Choices(option)[0].Name
		}
		return value
	}
	r := report.New(report.Task{
		File:   c.File,
		Engine: or(c.Engine, "engine"), Arith: or(c.Arith, "arith"), DataModel: or(c.DataModel, "data-model"),
		Entry: cmp.Or(c.Entry, "main"), Checks: c.options().EffectiveChecks(),
	}, nil, nil)
	r.Version, r.Cause, r.Reason = whet.Version(), cause, reason
	if p != nil {
		r.Stats.States, r.Stats.Refinements = p.States, p.Refinements
	}
	if cause != report.Gave {
		report.Advise(r)
	}
	return r
}

// follow passes progress on to the status line, and to the log when something has changed
// that a reader would like to know.
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

// profiles starts the profiles that were asked for; what it returns ends them.
func (c *verifyCmd) profiles() (func() error, error) {
	stop := func() error { return nil }
	if c.Cpuprofile != "" {
		f, err := os.Create(c.Cpuprofile)
		if err != nil {
			return nil, err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			f.Close()
			return nil, err
		}
		stop = func() error {
			pprof.StopCPUProfile()
			return f.Close()
		}
	}
	if c.Memprofile == "" {
		return stop, nil
	}
	f, err := os.Create(c.Memprofile)
	if err != nil {
		stop() //nolint:errcheck // the first error counts
		return nil, err
	}
	stopCPU := stop
	return func() error {
		err := stopCPU()
		runtime.GC()
		if e := pprof.Lookup("allocs").WriteTo(f, 0); err == nil {
			err = e
		}
		if e := f.Close(); err == nil {
			err = e
		}
		return err
	}, nil
}

// output is a file that appears under its name only when it is complete. A nil output
// is one that nobody asked for.
type output struct {
	io.Writer
	file *os.File
	path string
}

func newOutput(path string) (*output, error) {
	if path == "" {
		return nil, nil
	}
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		return nil, fmt.Errorf("%s is a directory", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".whet-*")
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return nil, fmt.Errorf("%s: %w", filepath.Dir(path), pe.Err)
	}
	if err != nil {
		return nil, err
	}
	return &output{Writer: f, file: f, path: path}, nil
}

func (o *output) keep() error {
	if err := o.file.Chmod(0o644); err != nil {
		return err
	}
	if err := o.file.Close(); err != nil {
		return err
	}
	err := os.Rename(o.file.Name(), o.path)
	if err == nil {
		o.file = nil
	}
	return err
}

func (o *output) discard() {
	if o != nil && o.file != nil {
		o.file.Close()
		os.Remove(o.file.Name())
	}
}
