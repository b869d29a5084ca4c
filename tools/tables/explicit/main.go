// Package explicit runs the engines with values and predicates on the tasks of SV-COMP 2012. It makes Tables I and II
// of Beyer and Löwe, Explicit-State Software Model Checking Based on CEGAR and Interpolation (FASE 2013), together
// with the paper's figures:
//
//	go -C tools run ./tables explicit DIR                           # print them
//	go -C tools run ./tables explicit -update docs/explicit.md DIR  # write them there, and the
//	                                                               quantile plot next to the page
//	go -C tools run ./tables explicit -set SystemC -engine 'value$' DIR
//
// DIR has a manifest.csv with the columns path, set, expected and flags. The command uses the tasks of the paper's
// categories that it finds; the table shows their share. It also compares the engines on sets of programs with loops.
//
// It builds the command and runs it on each task as a separate process; the time is that process's CPU time. With
// -journal the results are kept, so that an interrupted run can continue.
package explicit

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/internal/chart"
	"github.com/whet-mc/whet/tools/papertable"
)

// Main is the command.
func Main() {
	log.SetFlags(0)
	limit := flag.Duration("timeout", 60*time.Second, "CPU time for a task")
	jobs := flag.Int("jobs", 2, "processes at the same time")
	set := flag.String("set", "", "only the sets whose name matches this expression")
	engine := flag.String("engine", "", "only the engines whose name matches this expression")
	journal := flag.String("journal", "", "a folder to keep results in")
	update := flag.String("update", "", "write a page with the tables into this file, and the plot beside it")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: tables explicit [flags] DIR\n\nDIR is the folder of a manifest.csv.")
		flag.PrintDefaults()
	}
	flag.Parse()
	sets, err1 := regexp.Compile(*set)
	engines, err2 := regexp.Compile(*engine)
	if err1 != nil || err2 != nil || flag.NArg() != 1 || *jobs < 1 || *limit <= 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	m := &measuring{limit: *limit, jobs: *jobs, journal: *journal, sets: sets, engines: engines}
	if err := m.run(ctx, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
	text := format(m.results)
	if *update == "" {
		fmt.Print(text)
	} else if err := write(*update, text, m); err != nil {
		log.Fatal(err)
	}
	if n := m.results.wrong(); n > 0 {
		log.Fatalf("%d wrong verdicts", n)
	}
}

// results are indexed by engine.
type results map[string][]bench.Result

// measuring is a run of all engines.
type measuring struct {
	limit         time.Duration
	jobs          int
	journal       string
	sets, engines *regexp.Regexp
	results       results
}

// columns lists the engines that a set is run with.
func columns(set string) []string {
	for _, c := range categories {
		if c.set == set {
			return []string{"value-full", "value", "predicate", "value-full+predicate", "value+predicate"}
		}
	}
	for _, l := range loops {
		if l == set {
			return sideBySide
		}
	}
	return nil
}

func (m *measuring) run(ctx context.Context, dir string) error {
	tasks, err := bench.Read(filepath.Join(dir, "manifest.csv"))
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "explicit")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	whet, err := papertable.Build(tmp)
	if err != nil {
		return err
	}
	m.results = results{}
	byEngine := map[string][]bench.Task{}
	var engines []string
	for _, t := range tasks {
		if !m.sets.MatchString(t.Set) {
			continue
		}
		for _, e := range columns(t.Set) {
			if m.engines.MatchString(e) {
				if byEngine[e] == nil {
					engines = append(engines, e)
				}
				byEngine[e] = append(byEngine[e], t)
			}
		}
	}
	for _, e := range engines {
		if err := m.engine(ctx, whet, e, byEngine[e]); err != nil {
			return fmt.Errorf("%s: %w", e, err)
		}
	}
	return nil
}

// engine runs one engine on its tasks, except those in the journal.
func (m *measuring) engine(ctx context.Context, whet, engine string, tasks []bench.Task) error {
	var j *bench.Journal
	if m.journal != "" {
		if err := os.MkdirAll(m.journal, 0o755); err != nil {
			return err
		}
		var err error
		if j, err = bench.OpenJournal(filepath.Join(m.journal, engine+".csv"), fmt.Sprintf("%s, %v", engine, m.limit), false); err != nil {
			return err
		}
		defer j.Close()
	}
	var todo []bench.Task
	for _, t := range tasks {
		if j != nil {
			if r, ok := j.Done[t.Name]; ok {
				r.Task = t
				m.results[engine] = append(m.results[engine], r)
				continue
			}
		}
		todo = append(todo, t)
	}
	// The time limit applies to the whole process; the engine gives up a little earlier.
	r := bench.Runner{Command: []string{whet, "verify", "--engine", engine, "--timeout", m.limit.String()}, Timeout: m.limit + m.limit/10 + time.Second, Jobs: m.jobs}
	return r.Run(ctx, todo, func(r bench.Result) error {
		log.Printf("%s: %s", engine, bench.Line(r))
		m.results[engine] = append(m.results[engine], r)
		if j != nil {
			return j.Add(r)
		}
		return nil
	})
}

// wrong returns the number of wrong verdicts.
func (rs results) wrong() int {
	n := 0
	for _, list := range rs {
		for _, r := range list {
			if r.Wrong() {
				n++
			}
		}
	}
	return n
}

// write writes the page and the plot of the paper's categories.
func write(file, text string, m *measuring) error {
	plot := strings.TrimSuffix(file, filepath.Ext(file)) + ".svg"
	if err := os.WriteFile(file, []byte(page(text, filepath.Base(plot), m)), 0o644); err != nil {
		return err
	}
	out, err := os.Create(plot)
	if err != nil {
		return err
	}
	err = chart.Quantile(out, "Tasks of SV-COMP 2012 solved within CPU time", m.results.series(), m.limit.Seconds())
	if closing := out.Close(); err == nil {
		err = closing
	}
	return err
}

// series returns, for each engine, the times of the solved tasks of the paper's categories.
func (rs results) series() []chart.Series {
	var out []chart.Series
	for _, e := range columns(categories[0].set) {
		s := chart.Series{Name: e}
		for _, c := range categories {
			for _, r := range rs.of(e, c.set) {
				if r.Solved() {
					s.Times = append(s.Times, r.CPU.Seconds())
				}
			}
		}
		out = append(out, s)
	}
	return out
}

// of returns the results of an engine on a set.
func (rs results) of(engine, set string) []bench.Result {
	var out []bench.Result
	for _, r := range rs[engine] {
		if r.Task.Set == set {
			out = append(out, r)
		}
	}
	return out
}
