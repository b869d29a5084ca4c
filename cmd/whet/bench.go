// This file is the command bench.

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/bench"
)

type benchCmd struct {
	From  string   `arg:"" help:"Where the tasks are: a manifest (.csv with the columns path, expected, set, flags and timeout; the files of a program of several are separated by blanks), a set file (.set), a task definition (.yml), or a folder of these."`
	Flags []string `arg:"" optional:"" passthrough:"" help:"Flags that verify gets for every task, after --."`

	Set     []string `placeholder:"NAME" help:"Only the tasks of these sets."`
	Match   string   `placeholder:"TEXT" help:"Only the tasks whose path contains this."`
	Timeout duration `default:"60" placeholder:"TIME" help:"CPU time of each task: seconds, or with a unit."`
	Memory  size     `placeholder:"SIZE" help:"Memory of each task: megabytes, or with a unit. By default no limit but verify's own."`
	Jobs    int      `placeholder:"N" help:"How many tasks run at the same time. By default half the processors."`
	Csv     string   `type:"path" placeholder:"FILE" help:"Write the results to this file as they come. Tasks that are in it already, with the same settings, are not run again."`
	Fresh   bool     `help:"Run all tasks again, and overwrite the file of --csv."`
	HTML    string   `name:"html" type:"path" placeholder:"FILE" help:"Write a page with the scores, plots and every task."`
	Reports string   `type:"path" placeholder:"DIR" help:"Write the HTML report of each task to this folder; the page of --html links to them. Writing them counts as time of the task."`
	Against string   `type:"path" placeholder:"FILE" help:"Compare with the results of an earlier run, its --csv file."`

	FailUnder *int   `placeholder:"POINTS" help:"Exit with status 1 if the score is lower."`
	Tool      string `placeholder:"COMMAND" help:"Run another verifier, which is called with the flags and the file, and answers as verify does."`
	Quiet     bool   `short:"q" help:"Print lines only for tasks with a wrong verdict."`
	throughFlag
}

// throughFlag is a flag that whet-fleet uses: the command does everything except run the tasks.
type throughFlag struct {
	Through string `hidden:"" type:"path" placeholder:"SOCKET" help:"Have the tasks run by the process that listens at this socket."`
}

// exitBench is the status if a verdict is wrong, or if the score is too low.
const exitBench = 1

func (c *benchCmd) run(e env) int {
	tasks, err := bench.Read(c.From)
	if err != nil {
		return fail(e, err.Error(), "")
	}
	if tasks = c.choose(tasks); len(tasks) == 0 {
		return fail(e, "no task matches --set and --match", "")
	}
	var against []bench.Result
	if c.Against != "" {
		if against, err = bench.Load(c.Against); err != nil {
			return fail(e, "--against: "+err.Error(), "")
		}
	}
	page, err := newOutput(e, c.HTML, []string{c.From, c.Against, c.Csv})
	if err != nil {
		return fail(e, fmt.Sprintf("--html: %v", err), "name a file in a directory that can be written to")
	}
	r, about, err := c.runner()
	if err != nil {
		return fail(e, err.Error(), "")
	}
	var journal *bench.Journal
	if c.Csv != "" {
		if journal, err = bench.OpenJournal(c.Csv, about, c.Fresh); err != nil {
			return fail(e, "--csv: "+err.Error(), "")
		}
		defer journal.Close() //nolint:errcheck // every row has been flushed
	}
	results, err := c.all(e, r, tasks, journal)
	if len(results) > 0 {
		if !c.Quiet {
			fmt.Fprintln(e.stdout)
		}
		bench.Table(e.stdout, results) //nolint:errcheck // standard output is gone, nobody reads it
	}
	if err != nil {
		todo := ""
		if c.Csv != "" {
			todo = "the same command goes on from there"
		}
		return fail(e, fmt.Sprintf("cut off after %d of %d tasks: %v", len(results), len(tasks), err), todo)
	}
	if page != nil {
		p := bench.Page{Title: "Results for " + filepath.Base(c.From), Run: about, Results: results, Timeout: time.Duration(c.Timeout),
			Against: against, Other: filepath.Base(c.Against)}
		if c.Reports != "" {
			p.Link = func(t bench.Task) string { return bench.LinkTo(c.HTML, c.Reports, t) }
		}
		if c.Against == "" {
			p.Other = ""
		}
		if err = p.Write(page); err == nil {
			err = page.keep()
		}
		if err != nil {
			return fail(e, fmt.Sprintf("--html: %v", err), "")
		}
	}
	if _, all := bench.Scores(results); all.Wrong > 0 || c.FailUnder != nil && all.Points < *c.FailUnder {
		return exitBench
	}
	return 0
}

func (c *benchCmd) choose(tasks []bench.Task) []bench.Task {
	var out []bench.Task
	for _, t := range tasks {
		if (len(c.Set) == 0 || contains(c.Set, t.Set)) && strings.Contains(t.Name, c.Match) {
			out = append(out, t)
		}
	}
	return out
}

// runner returns the runner of the tasks, and a line that describes the run.
func (c *benchCmd) runner() (*bench.Runner, string, error) {
	r := &bench.Runner{Timeout: time.Duration(c.Timeout), Memory: uint64(c.Memory), Jobs: c.Jobs, Through: c.Through}
	if r.Jobs < 1 {
		r.Jobs = max(runtime.NumCPU()/2, 1)
	}
	if c.Reports != "" {
		if c.Tool != "" {
			return nil, "", errors.New("--reports: only whet's own verify writes reports; leave it out with --tool")
		}
		r.Report = func(t bench.Task) string { return bench.ReportFile(c.Reports, t) }
	}
	flags := c.Flags
	if len(flags) > 0 && flags[0] == "--" {
		flags = flags[1:]
	}
	about := strings.Join(flags, " ")
	if c.Tool != "" {
		r.Command = append(strings.Fields(c.Tool), flags...)
		about = strings.TrimSpace(c.Tool + " " + about)
	} else {
		self, err := os.Executable()
		if err != nil {
			return nil, "", fmt.Errorf("the command cannot find itself, to run it again: %w", err)
		}
		r.Command = append([]string{self, "verify"}, flags...)
		// These flags come before the task's own flags, which therefore take precedence.
		if c.Timeout > 0 {
			r.Command = append(r.Command, "--timeout", time.Duration(c.Timeout).String())
		}
		if c.Memory > 0 {
			r.Command = append(r.Command, "--memory", fmt.Sprintf("%dB", uint64(c.Memory)))
		}
		about = strings.TrimSpace("whet " + whet.Version() + " verify " + about)
	}
	about += fmt.Sprintf(" (%v of CPU time", time.Duration(c.Timeout))
	if c.Memory > 0 {
		about += fmt.Sprintf(", %d MB", uint64(c.Memory)>>20)
	}
	return r, about + ")", nil
}

// all runs the tasks that have no result yet, and returns the results in the order of the tasks, up to where the run
// ended.
func (c *benchCmd) all(e env, r *bench.Runner, tasks []bench.Task, journal *bench.Journal) ([]bench.Result, error) {
	done := map[string]bench.Result{}
	var left []bench.Task
	for _, t := range tasks {
		if journal != nil {
			if old, ok := journal.Done[t.Name]; ok {
				old.Task = t
				done[t.Name] = old
				continue
			}
		}
		left = append(left, t)
	}
	if n := len(tasks) - len(left); n > 0 {
		fmt.Fprintf(e.stderr, "%d of %d tasks are in %s already\n", n, len(tasks), c.Csv)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	line := newStatus(e.stderr)
	defer line.end()
	r.Status = func(s string) { line.progress(whet.Progress{Phase: s}) }
	err := r.Run(ctx, left, func(res bench.Result) error {
		done[res.Task.Name] = res
		line.progress(whet.Progress{Phase: fmt.Sprintf("%d of %d tasks", len(done), len(tasks))})
		if !c.Quiet || res.Wrong() {
			line.pause(func() { fmt.Fprintln(e.stdout, bench.Line(res)) })
		}
		if journal != nil {
			return journal.Add(res)
		}
		return nil
	})
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	var results []bench.Result
	for _, t := range tasks {
		if res, ok := done[t.Name]; ok {
			results = append(results, res)
		}
	}
	return results, err
}
