// This file is the command cc.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/whet-mc/whet/lang/compdb"
	"github.com/whet-mc/whet/lang/flags"
)

// ccCmd replaces the compiler in a build: make CC="whet cc". Its arguments are the compiler's.
type ccCmd struct {
	Args []string `arg:"" optional:"" passthrough:"" help:"What the compiler is called with. First may come --commands=FILE: where the commands are kept (default: $WHET_COMMANDS, or compile_commands.json in the working directory)."`
}

const (
	commandsFlag    = "--commands="
	commandsDefault = "compile_commands.json"
)

// run records the command and calls the compiler, whose status it returns.
func (c *ccCmd) run(e env) int {
	store, args := cmp.Or(os.Getenv("WHET_COMMANDS"), commandsDefault), c.Args
	if len(args) > 0 && strings.HasPrefix(args[0], commandsFlag) {
		store, args = args[0][len(commandsFlag):], args[1:]
	}
	dir, err := os.Getwd()
	if err != nil {
		return fail(e, fmt.Sprintf("cc: %v", err), "")
	}
	expanded := compdb.Expand(args, dir)
	cmd := flags.Parse(expanded, "")
	if cmd.Compiles {
		if err := keep(store, dir, cmd, expanded); err != nil {
			return fail(e, fmt.Sprintf("cc: the command is not kept: %v", err), "name another file: whet cc --commands=FILE …")
		}
	}
	real := compiler()
	if real == "" {
		return pretend(e, cmd)
	}
	run := exec.Command(real, args...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, e.stdout, e.stderr
	err = run.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.ExitCode() > 0 {
		return ended.ExitCode()
	}
	if err != nil {
		return fail(e, fmt.Sprintf("cc: %v", err), "")
	}
	return 0
}

// keep adds the command to the database, once for each file that it compiles.
func keep(store, dir string, cmd *flags.Command, args []string) error {
	for _, f := range cmd.Files {
		e := compdb.Entry{Directory: dir, File: f, Arguments: append([]string{"cc"}, args...), Output: cmd.Output}
		if err := compdb.Keep(store, e); err != nil {
			return err
		}
	}
	return nil
}

// compiler returns the path of the real compiler: $WHET_CC, or the first of the usual names; "" if none is found.
func compiler() string {
	for _, name := range []string{os.Getenv("WHET_CC"), "cc", "gcc", "clang"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// pretend writes empty files in place of the compiler's outputs, so that the build goes on.
func pretend(e env, cmd *flags.Command) int {
	if !cmd.Compiles {
		return fail(e, "cc: there is no compiler", "name one by the variable WHET_CC")
	}
	var outputs []string
	switch {
	case cmd.Output != "":
		outputs = []string{cmd.Output}
	case cmd.Links:
		outputs = []string{"a.out"}
	default:
		for _, f := range cmd.Files {
			base := filepath.Base(f)
			outputs = append(outputs, strings.TrimSuffix(base, filepath.Ext(base))+".o")
		}
	}
	for _, o := range outputs {
		if err := os.WriteFile(o, nil, 0o777); err != nil {
			return fail(e, fmt.Sprintf("cc: %v", err), "")
		}
	}
	return 0
}
