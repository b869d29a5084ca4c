// This file holds the grammar of the command line and calls the commands.

package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/whet-mc/whet"
)

// Exit statuses.
const (
	exitSafe    = 0
	exitUnsafe  = 1
	exitUsage   = 2
	exitUnknown = 3

	exitScript = 1 // solve answered some command of the script with an error
)

// cli is the grammar; the command line, help and completion are made from it.
type cli struct {
	Verify     verifyCmd     `cmd:"" help:"Decide whether any input makes a program reach an error."`
	Explain    explainCmd    `cmd:"" help:"Show how a program is verified, iteration by iteration."`
	Validate   validateCmd   `cmd:"" help:"Check the proof that a program is safe, without an engine."`
	Cfa        cfaCmd        `cmd:"" help:"Print the control-flow automata of a program."`
	Cc         ccCmd         `cmd:"" help:"Stand in for the compiler in a build, and keep its commands."`
	Solve      solveCmd      `cmd:"" help:"Answer an SMT-LIB script."`
	Check      checkCmd      `cmd:"" help:"Verify what whet.yml names, and compare with what is expected."`
	Lsp        lspCmd        `cmd:"" help:"Verify in an editor: a language server on the standard input and output."`
	Bench      benchCmd      `cmd:"" help:"Run verify over a set of tasks, and score it."`
	Completion completionCmd `cmd:"" help:"Print a completion script for a shell."`
	Man        manCmd        `cmd:"" help:"Print the manual page, for man."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
	Help       helpCmd       `cmd:"" help:"Explain a command, or a topic: engines, all."`

	PrintVersion kong.VersionFlag `name:"version" hidden:"" help:"Print the version."`
}

// newCLI returns the grammar with the flags of the library's options.
func newCLI() *cli {
	return &cli{
		Verify:   verifyCmd{Options: flagsFor(everyOption)},
		Explain:  explainCmd{Options: flagsFor(explainOption)},
		Validate: validateCmd{Options: flagsFor(validateOption)},
		Cfa:      cfaCmd{Options: flagsFor(readingOption)},
		Lsp:      lspCmd{Options: flagsFor(lspOption)},
	}
}

type versionCmd struct{}

func (*versionCmd) run(e env) int {
	fmt.Fprintf(e.stdout, "whet %s\n", whet.Version())
	return 0
}

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command to explain; engines: the engines and their flags; all, or all and a command: every flag."`
}

const about = `Whet verifies C programs: it starts with the bluntest abstraction and sharpens it, ` +
	`counterexample by counterexample, until the program is proved or the bug is real.`

// env is the part of the world that a command sees; tests pass their own.
type env struct {
	stdout, stderr io.Writer
}

func main() {
	if status, done := guard(os.Args[1:]); done {
		os.Exit(status)
	}
	if !slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasPrefix(a, "--memprofile") }) {
		runtime.MemProfileRate = 0 // without --memprofile nobody needs the samples
	}
	if len(os.Args) < 2 || os.Args[1] != "solve" { // solve often ends before there is anything to collect
		collectLate()
	}
	os.Exit(run(os.Args[1:], env{os.Stdout, os.Stderr}))
}

// parser returns the parser for a grammar.
func parser(c *cli, e env, exit func(int)) (*kong.Kong, error) {
	return kong.New(c, kong.Name("whet"), kong.Description(about),
		kong.Writers(e.stdout, e.stderr), kong.Exit(exit),
		kong.Vars{"version": "whet " + whet.Version()}, kong.Help(layered(daily)),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))
}

// run executes one command line and returns the exit status.
func run(args []string, e env) (status int) {
	type exited struct{ code int }
	defer func() {
		if x := recover(); x != nil {
			if ex, ok := x.(exited); ok {
				if status = ex.code; len(args) == 0 {
					status = exitUsage // nobody requested the help
				}
				return
			}
			panic(x)
		}
	}()
	if len(args) > 0 && args[0] == "cc" && !(len(args) > 1 && args[1] == "--help") {
		return (&ccCmd{args[1:]}).run(e)
	}
	for _, a := range args {
		if !utf8.ValidString(a) {
			return fail(e, fmt.Sprintf("the argument %q is not valid UTF-8", a), "rename the file, or make a link to it that has another name")
		}
	}
	args = takeCompilerFlags(args)
	if c := oneCommand(args); c != nil {
		return c.run(e)
	}
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
	case "check":
		return c.Check.run(e)
	case "lsp":
		return c.Lsp.run(e)
	case "bench":
		return c.Bench.run(e)
	case "completion":
		return c.Completion.run(k, e)
	case "man":
		c.Man.run(k, e.stdout)
		return 0
	case "version":
		return c.Version.run(e)
	case "help":
		return c.Help.run(k, e)
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
