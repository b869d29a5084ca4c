// This file is the command check.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/project"
	"github.com/whet-mc/whet/report/junit"
	"github.com/whet-mc/whet/report/sarif"
)

type checkCmd struct {
	Targets []string `arg:"" optional:"" name:"target" help:"The targets to verify: names, patterns with * and ?, or what stands in front of a / for all of those. By default all."`

	File string `type:"path" placeholder:"FILE" help:"The file that names the targets. By default whet.yml, here or in the nearest folder above."`
	Jobs int    `placeholder:"N" help:"How many targets run at the same time. By default half the processors."`
	List bool   `help:"Print the targets and the arguments that verify would get, and run nothing."`

	Sarif string `type:"path" placeholder:"FILE" help:"Write what was found in all targets in SARIF 2.1.0, for code scanners."`
	JUnit string `name:"junit" type:"path" placeholder:"FILE" help:"Write the targets in JUnit's XML: a suite for each, a test case for each property."`

	Baseline       string `type:"path" placeholder:"FILE" help:"Accept the findings that are in this file. By default the one that whet.yml names."`
	UpdateBaseline bool   `help:"Accept what is found now: write it to the file of --baseline, and take out what is no longer found."`
	Quiet          bool   `short:"q" help:"Print lines only for targets that need attention."`
	throughFlag
}

func (c *checkCmd) run(e env) int {
	file, status := c.read(e)
	if file == nil {
		return status
	}
	targets, status := c.choose(e, file)
	if status != 0 {
		return status
	}
	if c.List {
		for _, t := range targets {
			fmt.Fprintf(e.stdout, "%s: %s: whet verify %s\n", t.Name, t.Expect, shellWords(t.Args()))
		}
		return 0
	}
	baseline, status := c.baseline(e, file)
	if status != 0 {
		return status
	}
	reads := []string{file.Path}
	for _, t := range targets {
		for _, f := range append(slices.Clone(t.Files), t.Build) {
			reads = append(reads, filepath.Join(filepath.Dir(file.Path), filepath.FromSlash(f)))
		}
	}
	var files []*output
	for _, f := range []struct{ flag, path string }{{"sarif", c.Sarif}, {"junit", c.JUnit}, {"baseline", c.updated()}} {
		out, err := newOutput(e, f.path, reads, files...)
		if err != nil {
			return fail(e, fmt.Sprintf("--%s: %v", f.flag, err), "name another file, in a directory that can be written to")
		}
		files = append(files, out)
	}
	outcomes, err := c.all(e, file, targets, baseline)
	if err != nil {
		fmt.Fprintf(e.stderr, "whet: cut off after %d of %d targets: %v\n", len(outcomes), len(targets), err)
		return exitUnknown
	}
	if c.UpdateBaseline {
		baseline = baseline.Update(file, outcomes)
		for i, o := range outcomes {
			outcomes[i] = project.Judge(o.Target, o.Result, o.Log, baseline)
			outcomes[i].Tests = o.Tests
			c.show(e, outcomes[i])
		}
	}
	gone := baseline.Gone(file, outcomes)
	status = sumUp(e.stdout, outcomes, gone)
	for i, write := range []func(io.Writer) error{
		func(w io.Writer) error { return sarif.Merge(w, whet.Version(), parts(outcomes)) },
		func(w io.Writer) error { return junit.WriteTargets(w, filepath.Base(file.Path), cases(outcomes)) },
		baseline.Write,
	} {
		if files[i] == nil {
			continue
		}
		err := write(files[i])
		if err == nil {
			err = files[i].keep()
		}
		if err != nil {
			return fail(e, fmt.Sprintf("cannot write %s: %v", files[i].path, err), "")
		}
	}
	return status
}

// read reads the file of targets. If it cannot, it returns nil and the exit status.
func (c *checkCmd) read(e env) (*project.File, int) {
	name := c.File
	if name == "" {
		var err error
		if name, err = project.Find("."); err != nil {
			return nil, fail(e, err.Error(), "docs/check.md says what is in it; --file names another")
		}
	}
	if here, err := os.Getwd(); err == nil { // as people call it
		if short, err := filepath.Rel(here, name); err == nil && !strings.HasPrefix(short, "..") {
			name = short
		}
	}
	r := project.Reader{Options: whet.OptionTable(), Parse: parseVerify}
	file, err := r.Read(name)
	if err != nil {
		return nil, problem(e, err, false)
	}
	return file, 0
}

// parseVerify returns the options that flags of verify set.
func parseVerify(flags []string) (whet.Options, error) {
	c := newCLI()
	k, err := kong.New(c, kong.Name("whet"), kong.Exit(func(int) {}), kong.Writers(io.Discard, io.Discard))
	if err != nil {
		return whet.Options{}, err
	}
	if _, err := k.Parse(append([]string{"verify"}, flags...)); err != nil {
		msg, _, _ := strings.Cut(err.Error(), ", did you mean")
		msg, _ = wrongValue(msg, "")
		return whet.Options{}, errors.New(msg)
	}
	return c.Verify.Options.options("")
}

// choose returns the targets named on the command line, or all if none is named.
func (c *checkCmd) choose(e env, file *project.File) ([]*project.Target, int) {
	if len(c.Targets) == 0 {
		return file.Targets, 0
	}
	var names []string
	for _, t := range file.Targets {
		names = append(names, t.Name)
	}
	chosen := map[string]bool{}
	for _, want := range c.Targets {
		found := false
		for _, name := range names {
			ok, err := path.Match(want, name)
			if err != nil {
				return nil, fail(e, fmt.Sprintf("%q is no pattern: %v", want, err), "")
			}
			if ok || name == want || strings.HasPrefix(name, strings.TrimSuffix(want, "/")+"/") {
				chosen[name], found = true, true
			}
		}
		if !found {
			return nil, fail(e, fmt.Sprintf("%s has no target %q", file.Path, want)+didYouMean(want, names), "`whet check --list` lists them")
		}
	}
	var out []*project.Target
	for _, t := range file.Targets {
		if chosen[t.Name] {
			out = append(out, t)
		}
	}
	return out, 0
}

// baseline reads the accepted findings; nil if there is no such file.
func (c *checkCmd) baseline(e env, file *project.File) (*project.Baseline, int) {
	if c.Baseline == "" && file.Baseline != "" {
		c.Baseline = file.Baseline
		if !filepath.IsAbs(c.Baseline) {
			c.Baseline = filepath.Join(file.Dir, filepath.FromSlash(c.Baseline))
		}
	}
	if c.Baseline == "" {
		if c.UpdateBaseline {
			return nil, fail(e, "which file is the baseline?", "name it with --baseline, or with a line baseline: in "+project.Name)
		}
		return nil, 0
	}
	b, err := project.ReadBaseline(c.Baseline)
	switch {
	case errors.Is(err, os.ErrNotExist) && c.UpdateBaseline:
		return nil, 0
	case errors.Is(err, os.ErrNotExist):
		return nil, fail(e, fmt.Sprintf("there is no baseline %s", c.Baseline), "`whet check --update-baseline` writes it")
	case err != nil:
		return nil, fail(e, err.Error(), "")
	}
	return b, 0
}

// updated returns the file to which the baseline is written, "" if it is not written.
func (c *checkCmd) updated() string {
	if c.UpdateBaseline {
		return c.Baseline
	}
	return ""
}

// all runs each target in its own process, and returns the results in order, up to where the run ended.
func (c *checkCmd) all(e env, file *project.File, targets []*project.Target, baseline *project.Baseline) ([]*project.Outcome, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the command cannot find itself, to run it again: %w", err)
	}
	logs, err := os.MkdirTemp("", "whet-check-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(logs)
	r := &bench.Runner{Command: []string{self, "verify", "--no-color"}, Dir: file.Dir, Jobs: c.Jobs, Through: c.Through, Files: true}
	if r.Jobs < 1 {
		r.Jobs = max(runtime.NumCPU()/2, 1)
	}
	// The memory of a target that does not set its own. It is the same for any number of jobs and targets, so that a
	// target always gets the same verdict.
	memory := memoryBudget() * 2 / uint64(max(runtime.NumCPU()/2, 2))
	log := func(i int, kind string) string { return filepath.Join(logs, fmt.Sprintf("%d.%s", i, kind)) }
	var tasks []bench.Task
	for i, t := range targets {
		args := []string{"--sarif=" + log(i, "sarif"), "--junit=" + log(i, "xml"), "--timeout=" + t.Timeout.String(), fmt.Sprintf("--memory=%dB", memory)}
		// The system's limit leaves verify time to end by itself and report what it knows.
		limit := t.Timeout + t.Timeout/8 + 3*time.Second
		tasks = append(tasks, bench.Task{Name: t.Name, Expected: string(t.Expect), Timeout: limit, Flags: append(args, t.Args()...)})
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	line := newStatus(e.stderr)
	defer line.end()
	line.progress(whet.Progress{Phase: fmt.Sprintf("0 of %d targets", len(targets))})
	var outcomes []*project.Outcome
	r.Status = func(s string) { line.progress(whet.Progress{Phase: s}) }
	err = r.Run(ctx, tasks, func(res bench.Result) error {
		i := len(outcomes)
		o := project.Judge(targets[i], res, readLog(log(i, "sarif"), file.Dir), baseline)
		o.Tests, _ = os.ReadFile(log(i, "xml")) // no file if the run was cut short
		outcomes = append(outcomes, o)
		line.progress(whet.Progress{Phase: fmt.Sprintf("%d of %d targets", len(outcomes), len(targets))})
		if !c.UpdateBaseline {
			line.pause(func() { c.show(e, o) })
		}
		return nil
	})
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	return outcomes, err
}

// readLog returns the log of a run, nil if the run left no log.
func readLog(path, dir string) *sarif.Log {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	l, err := sarif.Read(bytes.NewReader(b), dir)
	if err != nil {
		return nil
	}
	return l
}

// show prints the result of a target.
func (c *checkCmd) show(e env, o *project.Outcome) {
	if c.Quiet && (o.State == project.OK || o.State == project.Known) {
		return
	}
	fmt.Fprintf(e.stdout, "%-5s %s: %s\n", o.State, o.Target.Name, o.Verdict())
	if o.State == project.Error {
		for line := range strings.Lines(strings.TrimSpace(o.Result.Errors)) {
			fmt.Fprintf(e.stdout, "        %s\n", strings.TrimRight(line, "\n"))
		}
	}
	if o.State == project.OK {
		return
	}
	for _, f := range o.New {
		fmt.Fprintf(e.stdout, "      new    %s: %s\n", f.Place(), f.Message)
	}
	for _, f := range o.Known {
		fmt.Fprintf(e.stdout, "      known  %s: %s\n", f.Place(), f.Message)
	}
	if len(o.New)+len(o.Known) > 0 && o.Undecided > 0 {
		fmt.Fprintf(e.stdout, "      besides, not decided: %d\n", o.Undecided)
	}
	if o.State != project.Known && o.State != project.Error {
		fmt.Fprintf(e.stdout, "      the whole report: whet verify %s\n", shellWords(o.Target.Args()))
	}
}

// sumUp prints the numbers of targets and findings, and returns the exit status for the worst state.
func sumUp(w io.Writer, outcomes []*project.Outcome, gone []*project.Accepted) int {
	count := map[project.State]int{}
	fresh, known := 0, 0
	for _, o := range outcomes {
		count[o.State]++
		known += len(o.Known)
		fresh += len(o.New)
	}
	plural := func(n int, one, many string) string {
		if n == 1 {
			return "1 " + one
		}
		return fmt.Sprintf("%d %s", n, many)
	}
	parts := []string{fmt.Sprintf("%d as expected", count[project.OK])}
	for _, s := range []struct {
		state project.State
		words string
	}{
		{project.Known, "with known findings only"}, {project.Fail, "not as expected"}, {project.Open, "not decided"}, {project.Error, "not read"},
	} {
		if n := count[s.state]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.words))
		}
	}
	fmt.Fprintf(w, "\n%s: %s\n", plural(len(outcomes), "target", "targets"), strings.Join(parts, ", "))
	if fresh+known+len(gone) > 0 {
		fmt.Fprintf(w, "findings: %d new, %d known, %d no longer found\n", fresh, known, len(gone))
	}
	for i, a := range gone {
		if i == 20 {
			fmt.Fprintf(w, "  and %d more\n", len(gone)-i)
			break
		}
		fmt.Fprintf(w, "  no longer found in %s: %s\n", a.Target, a)
	}
	if len(gone) > 0 {
		fmt.Fprintln(w, "  --update-baseline takes them out")
	}
	status, word := exitSafe, "as expected"
	switch {
	case count[project.Fail] > 0:
		status, word = exitUnsafe, "not as expected"
	case count[project.Error] > 0:
		status, word = exitUsage, "error"
	case count[project.Open] > 0:
		status, word = exitUnknown, "not decided"
	}
	fmt.Fprintf(w, "CHECK: %s\n", word)
	return status
}

// parts returns the logs of all targets.
func parts(outcomes []*project.Outcome) []sarif.Part {
	var list []sarif.Part
	for _, o := range outcomes {
		list = append(list, sarif.Part{Name: o.Target.Name, Log: o.Log, Note: o.Verdict()})
	}
	return list
}

// cases returns the targets as tests.
func cases(outcomes []*project.Outcome) []junit.Target {
	var list []junit.Target
	for _, o := range outcomes {
		t := junit.Target{
			Name: o.Target.Name, Seconds: o.Result.CPU.Round(time.Millisecond).Seconds(), Text: o.Result.Output + o.Result.Errors,
			Cases: bytes.NewReader(o.Tests), Accepted: o.Accepted,
		}
		switch o.State {
		case project.Fail:
			t.Failure = o.Verdict()
		case project.Open, project.Error:
			t.Error = o.Verdict()
		}
		list = append(list, t)
	}
	return list
}

// shellWords returns arguments in the form in which a shell reads them.
func shellWords(args []string) string {
	words := make([]string, len(args))
	for i, a := range args {
		if words[i] = a; a == "" || strings.Trim(a, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%") != "" {
			words[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
