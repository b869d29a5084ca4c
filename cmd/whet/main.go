package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/internal/nearest"
)

// Exit statuses.
const (
	exitSafe    = 0
	exitUnsafe  = 1
	exitUsage   = 2
	exitUnknown = 3

	exitScript = 1 // of solve: some command of the script was answered with an error
)

// cli is the grammar: command line, help and completion are made from it.
type cli struct {
	Verify     verifyCmd     `cmd:"" help:"Decide whether any input makes a program reach an error."`
	Explain    explainCmd    `cmd:"" help:"Show how a program is verified, iteration by iteration."`
	Validate   validateCmd   `cmd:"" help:"Check the proof that a program is safe, without an engine."`
	Cfa        cfaCmd        `cmd:"" help:"Print the control-flow automata of a program."`
	Solve      solveCmd      `cmd:"" help:"Answer an SMT-LIB script."`
	Bench      benchCmd      `cmd:"" help:"Run verify over a set of tasks, and score it."`
	Completion completionCmd `cmd:"" help:"Print a completion script for a shell."`
	Man        manCmd        `cmd:"" help:"Print the manual page, for man."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
	Help       helpCmd       `cmd:"" help:"Explain a command."`
}

// newCLI is the grammar with the flags of the library's options.
func newCLI() *cli {
	return &cli{
		Verify:   verifyCmd{Options: flagsFor(everyOption)},
		Explain:  explainCmd{Options: flagsFor(explainOption)},
		Validate: validateCmd{Options: flagsFor(validateOption)},
		Cfa:      cfaCmd{Options: flagsFor(readingOption)},
	}
}

type versionCmd struct{}

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command to explain."`
}

const about = `Whet verifies C programs: it starts with the bluntest abstraction and sharpens it, ` +
	`counterexample by counterexample, until the program is proved or the bug is real.`

// env is what a command sees of the world; tests have their own.
type env struct {
	stdout, stderr io.Writer
}

func main() { os.Exit(run(os.Args[1:], env{os.Stdout, os.Stderr})) }

// parser makes the parser for a grammar.
func parser(c *cli, e env, exit func(int)) (*kong.Kong, error) {
	return kong.New(c, kong.Name("whet"), kong.Description(about),
		kong.Writers(e.stdout, e.stderr), kong.Exit(exit),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))
}

// run executes one command line and returns the exit status.
func run(args []string, e env) (status int) {
	type exited struct{ code int }
	defer func() {
		if x := recover(); x != nil {
			if ex, ok := x.(exited); ok {
				if status = ex.code; len(args) == 0 {
					status = exitUsage // the help was not asked for
				}
				return
			}
			panic(x)
		}
	}()
	c := newCLI()
	k, err := parser(c, e, func(code int) { panic(exited{code}) })
	if err != nil {
		panic(err) // the grammar itself is wrong
	}
	if len(args) == 0 {
		k.Stdout = e.stderr
		k.Parse([]string{"--help"}) //nolint:errcheck // it prints and exits
	}
	ctx, err := k.Parse(args)
	if err != nil {
		return usage(k, args, err, e)
	}
	switch strings.Fields(ctx.Command())[0] {
	case "verify":
		return c.Verify.run(e)
	case "explain":
		return c.Explain.run(e)
	case "validate":
		return c.Validate.run(e)
	case "cfa":
		return c.Cfa.run(e)
	case "solve":
		return c.Solve.run(e)
	case "bench":
		return c.Bench.run(e)
	case "completion":
		return c.Completion.run(k, e)
	case "man":
		c.Man.run(k, e.stdout)
		return 0
	case "version":
		fmt.Fprintf(e.stdout, "whet %s\n", whet.Version())
		return 0
	case "help":
		var names []string
		for _, n := range k.Model.Children {
			names = append(names, n.Name)
		}
		for _, w := range c.Help.Command {
			if !contains(names, w) {
				return fail(e, fmt.Sprintf("there is no command %q", w)+didYouMean(w, names), "run `whet help` for the list")
			}
		}
		k.Parse(append(c.Help.Command, "--help")) //nolint:errcheck // it prints and exits
	}
	return 0
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// fail prints a usage error and what to do about it.
func fail(e env, msg, todo string) int {
	fmt.Fprintf(e.stderr, "whet: %s\n", msg)
	if todo != "" {
		fmt.Fprintf(e.stderr, "      %s\n", todo)
	}
	return exitUsage
}

// usage explains a command line that does not parse.
func usage(k *kong.Kong, args []string, err error, e env) int {
	msg, _, _ := strings.Cut(err.Error(), ", did you mean")
	node := k.Model.Node
	var pe *kong.ParseError
	if errors.As(err, &pe) && pe.Context != nil && pe.Context.Selected() != nil {
		node = pe.Context.Selected()
	}
	todo := "run `whet help` for the commands"
	if node.Name != "" && node.Type == kong.CommandNode {
		todo = "run `whet help " + node.Name + "` for its flags and arguments"
	}
	switch {
	case msg == "unknown flag --no-cache": // what the flag was called once
		msg = "there is no flag --no-cache"
		todo = "to forget the error preimages of the engine widening: --no-preimages; results are kept only where --cache names a folder"
	case strings.HasPrefix(msg, "unknown flag "):
		flag := strings.TrimPrefix(msg, "unknown flag ")
		var names []string
		for _, group := range node.AllFlags(true) {
			for _, f := range group {
				names = append(names, "--"+f.Name)
			}
		}
		msg = "there is no flag " + flag + didYouMean(flag, names)
	case strings.HasPrefix(msg, "unexpected argument ") && node == k.Model.Node:
		word := strings.TrimPrefix(msg, "unexpected argument ")
		var names []string
		for _, n := range k.Model.Children {
			names = append(names, n.Name)
		}
		msg = fmt.Sprintf("there is no command %q", word)
		if near := nearest.Name(word, names); near != "" {
			msg += fmt.Sprintf(", did you mean %q?", near)
		} else if _, err := os.Stat(word); err == nil {
			todo = "to verify the file: whet verify " + strings.Join(args, " ")
			if strings.HasSuffix(word, ".smt2") {
				todo = "to answer the script: whet solve " + strings.Join(args, " ")
			}
		}
	case strings.HasPrefix(msg, "unexpected argument "):
		switch node.Name {
		case "verify", "explain", "validate":
			msg += ": one file is verified at a time"
		case "solve":
			msg += ": one script is answered at a time"
		}
	case strings.HasPrefix(msg, "--") && strings.Contains(msg, "but got \"EOL\""):
		msg, _, _ = strings.Cut(msg, ":")
		msg += " needs a value"
	case strings.HasPrefix(msg, "expected \"<file>\""):
		msg = "which file? the argument FILE is missing"
	case strings.HasPrefix(msg, "expected one of"):
		msg = "which command? " + msg
	}
	return fail(e, msg, todo)
}

func didYouMean(word string, names []string) string {
	if near := nearest.Name(word, names); near != "" {
		return ", did you mean " + near + "?"
	}
	return ""
}
