// This file parses the most frequent commands quickly.

package main

import (
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/whet-mc/whet"
)

// runner is a command whose command line has been parsed.
type runner interface{ run(env) int }

// oneCommand parses the command line of a command that is often started, with a grammar that contains only this
// command and the options that the line mentions. Making the grammar of all commands takes several milliseconds. It
// returns nil if the line is of another command, requests help or has a mistake, for which the parser of all commands
// has messages.
func oneCommand(args []string) (c runner) {
	if len(args) == 0 {
		return nil
	}
	mentioned := func(take func(*whet.Option) bool) optionFlags {
		return flagsFor(func(t *whet.Option) bool { return mentions(args[1:], t) && take(t) })
	}
	switch args[0] {
	case "--version", "version":
		if len(args) == 1 {
			return new(versionCmd)
		}
		return nil
	case "verify":
		c = &verifyCmd{Options: mentioned(everyOption)}
	case "explain":
		c = &explainCmd{Options: mentioned(explainOption)}
	case "validate":
		c = &validateCmd{Options: mentioned(validateOption)}
	case "cfa":
		c = &cfaCmd{Options: mentioned(readingOption)}
	case "solve":
		if len(args) == 2 && !strings.HasPrefix(args[1], "-") {
			return &solveCmd{File: args[1]} // the most frequent form, which needs no grammar
		}
		c = new(solveCmd)
	default:
		return nil
	}
	type exit struct{}
	defer func() {
		if x := recover(); x != nil {
			if _, ok := x.(exit); !ok {
				panic(x)
			}
			c = nil
		}
	}()
	k, err := kong.New(c, kong.Name("whet"), kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) { panic(exit{}) }))
	if err != nil {
		panic(err) // the grammar itself is wrong
	}
	if _, err := k.Parse(args[1:]); err != nil {
		return nil
	}
	return c
}

// mentions reports whether an argument may be the flag of an option, or a group of short flags that contains it. It
// may also return true if no argument is.
func mentions(args []string, t *whet.Option) bool {
	for _, a := range args {
		if strings.HasPrefix(a, "--") {
			if strings.Contains(a, t.Name) {
				return true
			}
		} else if strings.HasPrefix(a, "-") && t.Short != "" && strings.Contains(a, t.Short) {
			return true
		}
	}
	return false
}
