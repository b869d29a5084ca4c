// Command attack tries to find wrong verdicts of whet.
//
//	go run ./fuzz/attack -budget 2m
//	go run ./fuzz/attack -programs 20000 -formulas 50000 -jobs 2 -log attack.jsonl -keep finds -report attack.md
//
// It makes random programs with few bits of input (package small; also programs of package fuzz, and of csmith if it
// is installed) and tries all inputs with gcc and clang (package brute). Then the truth of claims about the programs
// is known, and whet verifies these claims: with all engines in turn, for both data models, with one job and with
// two. Certificates of safe programs are changed and tried on unsafe ones. whet's solver, z3 and cvc5 answer random
// SMT-LIB scripts (package script). z3 checks models, cores and interpolants; whet's own checker checks proofs.
// Answers of z3 and cvc5 that they contradict themselves do not count, and are listed (opposed.go).
//
// Every fourth batch is about a rule of C that programs may break, such as reading freed memory. There sanitizers
// decide what the check of the rule has to find. Every eighth batch is about linked structures, with faults in two
// programs of three (lists.go, package lists); with -lists all of them are. A sixth of the other programs computes with
// floating numbers, and so do some scripts; with -floats all of them do.
//
// Finds are minimised and kept with -keep; the exit status is 1 if there are any. With -log each completed batch is
// logged, and a second run with the same log continues where the first one ended. -report writes a page of figures
// from the log.
//
// With -safe it tries other programs, from manifests, directories and files: those that whet calls safe are compiled
// and run on random inputs (safe.go, package oracle).
//
//	go run ./fuzz/attack -safe MANIFEST -report attack.md FOLDER …
//
// A program is identified by its number: attack -show "small 123" prints it, attack -show "open-lists 12" a program
// over linked structures without limits for its inputs.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/whet-mc/whet/fuzz/oracle"
	"github.com/whet-mc/whet/internal/machine"
)

func main() {
	var c Campaign
	flag.IntVar(&c.Programs, "programs", 1<<30, "how many `programs` to verify")
	flag.IntVar(&c.Formulas, "formulas", 1<<30, "how many `scripts` to solve")
	flag.BoolVar(&c.Rules, "rules", false, "programs about the rules of C only")
	flag.BoolVar(&c.Lists, "lists", false, "programs about linked structures only")
	flag.BoolVar(&c.Floats, "floats", false, "programs and scripts with floating numbers only")
	flag.IntVar(&c.Jobs, "jobs", 2, "how many batches at the same time")
	flag.IntVar(&c.First, "first", 0, "number of the first batch")
	flag.DurationVar(&c.Timeout, "timeout", 400*time.Millisecond, "CPU time of one verification")
	flag.StringVar(&c.Keep, "keep", "", "`folder` for what is found, minimised")
	path := flag.String("log", "", "`file` for what is done; a run goes on where it ends")
	budget := flag.Duration("budget", 0, "end after so much `time`; 0 is never")
	report := flag.String("report", "", "`file` for a page of figures, from the log")
	show := flag.String("show", "", "print a program by its `name` and number, as \"small 12\", and end")
	server := flag.Bool("serve", false, "answer questions on the standard input; for the command itself")
	s := Safe{Out: os.Stdout}
	safe := flag.String("safe", "", "compile and run what is called safe in a `manifest`, folder or program, and in those that follow as arguments")
	tool := flag.String("tool", "", "with -safe: the `command` of the verifier, by default whet as it is here")
	flag.StringVar(&s.Match, "match", "", "with -safe: only programs with this `text` in their names")
	flag.IntVar(&s.Every, "every", 1, "with -safe: one of so many `programs`")
	flag.IntVar(&s.Limits.Runs, "runs", 60, "with -safe: how often a program runs, each way it is compiled")
	flag.Uint64Var(&s.Limits.From, "seed", 0, "with -safe: the first seed of a program's runs")
	flag.StringVar(&s.Limits.Way, "way", "", "with -safe: only this `way` to compile")
	flag.DurationVar(&s.Limits.Time, "each", 2*time.Second, "with -safe: the `time` that a program may run, each way it is compiled")
	flag.BoolVar(&s.Show, "verbose", false, "with -safe: print all that a report says")
	flag.Parse()
	if *safe != "" {
		s.From, s.Jobs, s.Timeout = append([]string{*safe}, flag.Args()...), c.Jobs, c.Timeout
		if err := runSafe(&s, *tool, *report, *budget); err != nil {
			fmt.Fprintln(os.Stderr, "attack:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(&c, *path, *report, *show, *budget, *server); err != nil {
		fmt.Fprintln(os.Stderr, "attack:", err)
		os.Exit(1)
	}
}

func run(c *Campaign, path, report, show string, budget time.Duration, server bool) (err error) {
	switch {
	case server:
		return serve(os.Stdin, os.Stdout)
	case show != "":
		return printProgram(os.Stdout, show)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget)
		defer cancel()
	}
	if c.Log, err = OpenLog(path); err != nil {
		return err
	}
	defer func() {
		if e := c.Log.Close(); err == nil {
			err = e
		}
	}()
	c.Progress = os.Stderr
	c.Verifier = func() Verifier { return &Process{} }
	if err := c.Run(ctx); err != nil {
		return err
	}
	if report != "" {
		if err := replace(report, c.Log.Sum.Page(), ""); err != nil {
			return err
		}
	}
	if n := c.Log.Sum.Finds(); n > 0 {
		return fmt.Errorf("%d finds", n)
	}
	return nil
}

// runSafe tries programs that whet calls safe.
func runSafe(s *Safe, tool, report string, budget time.Duration) error {
	if !oracle.Usable() {
		return fmt.Errorf("neither gcc nor clang is here")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, err := os.MkdirTemp("", "safe")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	command := strings.Fields(tool)
	if len(command) == 0 {
		if command, err = buildWhet(ctx, dir); err != nil {
			return err
		}
	}
	s.Judge = whetJudge(command, s.Timeout)
	if budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget)
		defer cancel()
	}
	list, err := s.Run(ctx)
	if err != nil {
		return err
	}
	text := section(list, s)
	fmt.Fprintln(s.Out, text)
	if report != "" {
		if err := replace(report, "", text); err != nil {
			return err
		}
	}
	for _, t := range list {
		if len(t.Finds) > 0 {
			return fmt.Errorf("programs that are called safe are not")
		}
	}
	return nil
}

// software returns the revision of whet that is attacked, with + if files were changed. A program made by go run does
// not contain it, so git is called; without git it is the version of the module.
var software = sync.OnceValue(func() string {
	if rev := machine.Revision(); rev != "" {
		return rev
	}
	if out, err := exec.Command("git", "rev-parse", "HEAD").Output(); err == nil {
		rev := strings.TrimSpace(string(out))
		rev = rev[:min(12, len(rev))]
		if exec.Command("git", "diff", "--quiet", "HEAD").Run() != nil {
			rev += "+"
		}
		return rev
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "an unknown revision"
})
