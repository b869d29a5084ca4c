// This file is the command solve.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/machine"
	"github.com/whet-mc/whet/smt/smtlib"
)

type solveCmd struct {
	File string `arg:"" help:"An SMT-LIB 2.6 script (.smt2), or - for the standard input."`

	Timeout     duration `placeholder:"TIME" help:"Answer a check with unknown after this much time: seconds, or with a unit (15m). The script's option :timeout overrides it."`
	Memory      size     `placeholder:"SIZE" help:"Give up beyond this much memory: megabytes, or with a unit (4G). By default a third of the machine's."`
	CheckProofs bool     `help:"Check the proof of every unsat. If one is not accepted, the answer is unknown, with an error."`
	Stats       bool     `help:"Print statistics of the last solver to standard error."`
	Cpuprofile  string   `type:"path" placeholder:"FILE" help:"Write a CPU profile (pprof)."`
}

var errInterrupted = errors.New("interrupted")

// run answers a script. A signal ends the current check, which answers unknown, and then the session.
func (c *solveCmd) run(e env) int {
	in, name := io.Reader(os.Stdin), "<stdin>"
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return fail(e, err.Error(), "name an SMT-LIB script, or - for the standard input")
		}
		defer f.Close()
		if st, err := f.Stat(); err == nil && st.IsDir() {
			return fail(e, c.File+" is a directory", "name an SMT-LIB script, or - for the standard input")
		}
		in, name = f, c.File
	}
	if c.Cpuprofile != "" {
		f, err := os.Create(c.Cpuprofile)
		if err != nil {
			return fail(e, err.Error(), "")
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return fail(e, err.Error(), "")
		}
		defer pprof.StopCPUProfile()
	}

	script := smtlib.New(smtlib.Config{
		File: name, Out: e.stdout, Err: e.stderr, Version: whet.Version(),
		Timeout: time.Duration(c.Timeout), CheckProofs: c.CheckProofs,
		Create: func(path string) (io.WriteCloser, error) {
			return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		},
	})
	ctx, cancel := context.WithCancelCause(context.Background())
	over := make(chan struct{})
	watcher := time.AfterFunc(unwatched, func() {
		if why := c.watch(cancel, over); why != nil {
			fmt.Fprintf(e.stderr, "whet: %v\n", why)
			pprof.StopCPUProfile()
			os.Exit(exitUnknown)
		}
	})
	err := script.Run(ctx, in)
	watcher.Stop()
	close(over)
	if c.Stats {
		fmt.Fprint(e.stderr, script.Statistics())
	}
	switch {
	case err != nil:
		fmt.Fprintf(e.stderr, "whet: %v\n", err)
		return exitUnknown
	case script.Errors() > 0:
		return exitScript
	}
	return 0
}

// unwatched is the time for which a script runs without a watcher; most scripts end earlier. Setting up signals,
// memory limits and the collector costs more than answering these scripts, because it starts threads and stops the
// world.
const unwatched = 5 * time.Millisecond

// watch cancels the script when a signal comes or the memory is used up, and returns nil when the script is over.
// After a cancellation the script has a grace period to answer. If it does not end by then, because it waits for
// input or hangs, watch returns the reason of the cancellation, and the script is abandoned.
func (c *solveCmd) watch(cancel context.CancelCauseFunc, over <-chan struct{}) (why error) {
	signals := make(chan os.Signal, 4)
	notify(signals)
	collectLate()
	budget := uint64(c.Memory)
	if budget == 0 {
		budget = memoryBudget()
	}
	setMemory(budget)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var deadline <-chan time.Time
	stop := func(err error) {
		if why == nil {
			why = err
			cancel(err)
			deadline = time.After(grace / 4)
		}
	}
	for {
		select {
		case <-over:
			return nil
		case s := <-signals:
			if why != nil {
				return why
			}
			if outOfCPU(s) {
				stop(errors.New("out of time: the system's limit of CPU time is reached"))
			} else {
				stop(errInterrupted)
			}
		case <-tick.C:
			if used := machine.Memory(); used > budget {
				stop(fmt.Errorf("out of memory: %d MB used", used>>20))
			}
		case <-deadline:
			return why
		}
	}
}
