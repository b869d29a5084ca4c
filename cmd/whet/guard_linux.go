package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// This file handles a limited address space (ulimit -v). When Go's runtime cannot get more of it, it ends the process
// with a trace of all goroutines and status 2. Therefore a child does the work, and this process reports in one line
// what happened.

// guardedBy is an environment variable that is set for the child.
const guardedBy = "WHET_GUARDED"

// guard runs the command line in a child if the address space is limited. done says that the child ran, and status is
// its exit status.
func guard(args []string) (status int, done bool) {
	if os.Getenv(guardedBy) != "" || addressLimit() == 0 {
		return 0, false
	}
	self, err := os.Executable()
	if err != nil {
		return 0, false
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), guardedBy+"=1")
	c.Stdin, c.Stdout = os.Stdin, os.Stdout
	// The child has its own process group, so that signals of a terminal arrive once. It does not outlive this
	// process.
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	stderr, err := c.StderrPipe()
	if err != nil || c.Start() != nil {
		return 0, false
	}
	signals := make(chan os.Signal, 4)
	notify(signals)
	defer signal.Stop(signals)
	go func() {
		for s := range signals {
			c.Process.Signal(s) //nolint:errcheck // it has ended then
		}
	}()
	crashed := passOn(os.Stderr, stderr)
	err = c.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, true
	case !errors.As(err, &exit):
		fmt.Fprintf(os.Stderr, "whet: %v\n", err)
		return exitUnknown, true
	case crashed || !exit.Exited(): // SIGABRT or SIGSEGV, if not even a trace could be written
		const why = "out of memory: the limit of the address space is reached (ulimit -v)"
		if len(args) > 0 && args[0] == "verify" && !slices.Contains(args, "json") && !slices.Contains(args, "--format=json") {
			fmt.Printf("VERDICT: unknown (%s)\n", why)
		} else {
			fmt.Fprintf(os.Stderr, "whet: %s\n", why)
		}
		return exitUnknown, true
	}
	return exit.ExitCode(), true
}

// crashes are the starts of lines in which the runtime says that it ends the process because memory is exhausted.
var crashes = []string{"fatal error: ", "runtime: ", "runtime/cgo: ", "failed to reserve", "failed to create new OS thread"}

// passOn copies the child's standard error up to where its runtime gives up, and reports whether it did.
func passOn(w io.Writer, r io.Reader) (crashed bool) {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		crashed = crashed || slices.ContainsFunc(crashes, func(c string) bool { return strings.HasPrefix(line, c) })
		if !crashed {
			io.WriteString(w, line) //nolint:errcheck // nobody reads it
		}
		if err != nil {
			return crashed
		}
	}
}
