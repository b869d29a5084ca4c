package fuzz

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/num"
)

// Compiling and running programs with gcc.

// A Result is the outcome of a run.
type Result struct {
	Ended  Ending
	Status int // Returned: the exit status
}

// Ending says how a program ended.
type Ending int

const (
	Returned Ending = iota // from main, or by exit
	Error                  // reach_error was called
	Assumed                // __VERIFIER_assume does not hold
	Crashed                // a signal
	TimedOut
)

func (r Result) String() string {
	if r.Ended == Returned {
		return fmt.Sprintf("exit status %d", r.Status)
	}
	return [...]string{"", "reach_error", "assumption does not hold", "crash", "timeout"}[r.Ended]
}

// driver defines the functions that a verifier provides. Inputs come from an environment variable, in decimal; after
// the last one, all inputs are 0.
const driver = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long long next(void) {
  static char *p, *end;
  static int first = 1;
  if (first) { p = getenv("FUZZ_INPUTS"); first = 0; }
  if (!p || !*p) return 0;
  long long x = strtoll(p, &end, 10);
  p = end;
  return x;
}
static void say(const char *s) { fputs(s, stdout); fflush(stdout); }
void reach_error(void) { say("reach_error"); _Exit(42); }
void __VERIFIER_error(void) { reach_error(); }
void __VERIFIER_assume(int c) { if (!c) { say("assume"); _Exit(43); } }
#define F(n, T) T __VERIFIER_nondet_##n(void) { return (T)next(); }
F(bool, _Bool) F(char, char) F(schar, signed char) F(uchar, unsigned char) F(short, short) F(ushort, unsigned short)
F(int, int) F(uint, unsigned int) F(long, long) F(ulong, unsigned long) F(longlong, long long)
F(ulonglong, unsigned long long)
`

// GCC compiles and runs programs in a directory.
type GCC struct {
	Dir   string   // the directory for files
	Flags []string // "-O0", "-m32"
	n     int
	ready bool
}

// CFlags are the promises that Program relies on.
var CFlags = []string{"-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-pipe"}

// ErrCompile is wrapped by the errors for programs that gcc does not accept.
var ErrCompile = errors.New("gcc does not accept the program")

// Usable reports whether programs can be compiled and linked with the flags.
func (c *GCC) Usable(ctx context.Context) bool {
	exe, err := c.Build(ctx, "int main(void) { return 3; }")
	if err != nil {
		return false
	}
	r, err := c.Run(ctx, exe, nil)
	return err == nil && r == Result{Status: 3}
}

// Build compiles the program and returns the name of the executable.
func (c *GCC) Build(ctx context.Context, src string) (string, error) {
	drv := filepath.Join(c.Dir, "driver.o")
	if !c.ready {
		if err := os.WriteFile(filepath.Join(c.Dir, "driver.c"), []byte(driver), 0o644); err != nil {
			return "", err
		}
		if err := c.gcc(ctx, "-c", filepath.Join(c.Dir, "driver.c"), "-o", drv); err != nil {
			return "", err
		}
		c.ready = true
	}
	c.n++
	base := filepath.Join(c.Dir, fmt.Sprintf("p%d", c.n))
	if err := os.WriteFile(base+".c", []byte(src), 0o644); err != nil {
		return "", err
	}
	defer os.Remove(base + ".c")
	return base, c.gcc(ctx, base+".c", drv, "-o", base, "-lm")
}

func (c *GCC) gcc(ctx context.Context, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	flags := slices.Concat(CFlags, c.Flags)
	if !slices.ContainsFunc(flags, func(f string) bool { return strings.HasPrefix(f, "-W") }) {
		flags = append(flags, "-w")
	}
	out, err := exec.CommandContext(ctx, "gcc", append(flags, args...)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %v\n%s", ErrCompile, err, out)
	}
	return nil
}

// Run executes a program on inputs.
func (c *GCC) Run(ctx context.Context, exe string, inputs []num.Int) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var vals []string
	for _, x := range inputs {
		vals = append(vals, x.Wrap(64, true).String())
	}
	cmd := exec.CommandContext(ctx, exe)
	cmd.Env = append(os.Environ(), "FUZZ_INPUTS="+strings.Join(vals, " "), "ASAN_OPTIONS=detect_leaks=0")
	out, err := cmd.Output()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return Result{Ended: TimedOut}, nil
	case err != nil && !errors.As(err, &exit):
		return Result{}, err
	}
	code := cmd.ProcessState.ExitCode()
	switch {
	case code < 0:
		return Result{Ended: Crashed}, nil
	case code == 42 && string(out) == "reach_error":
		return Result{Ended: Error}, nil
	case code == 43 && string(out) == "assume":
		return Result{Ended: Assumed}, nil
	}
	return Result{Status: code}, nil
}

// Defines returns the macros with which whet reads a program whose results are compared with gcc's. They define
// volatile away: nothing changes the objects of these programs, while whet gives each read of a volatile object any
// value. With setjmp, objects need volatile to keep their values, and it stays.
func Defines(src string) []string {
	if !strings.Contains(src, "volatile") || strings.Contains(src, "setjmp.h") {
		return nil
	}
	return []string{"volatile="}
}
