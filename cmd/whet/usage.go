// This file explains command lines that cannot be run.

package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/internal/nearest"
)

// fail prints a usage error and what to do about it, and returns the exit status.
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
	case msg == "unknown flag --no-cache": // an old name of the flag
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
		case "solve":
			msg += ": one script is answered at a time"
		}
	case strings.HasPrefix(msg, "--"):
		msg, todo = wrongValue(msg, todo)
	case strings.HasPrefix(msg, "expected \"<file>"):
		msg = "which file? the argument FILE is missing"
	case strings.HasPrefix(msg, "expected one of"):
		msg = "which command? " + msg
	}
	return fail(e, msg, todo)
}

var (
	noValue   = lazyregexp.New(`^(--[a-z-]+): .*(but got "EOL"|missing value)`)
	flagValue = lazyregexp.New(`^(--[a-z-]+): expected .* but got "(-[^"]*)" \((short|long) flag\)`)
	noNumber  = lazyregexp.New(`^(--[a-z-]+): expected a valid \d+ bit u?int but got ("[^"]*")`)
)

// wrongValue replaces kong's message about the value of a flag with a clearer one.
func wrongValue(msg, todo string) (string, string) {
	if m := noValue.FindStringSubmatch(msg); m != nil {
		return m[1] + " needs a value", todo
	}
	if m := flagValue.FindStringSubmatch(msg); m != nil {
		return m[1] + " needs a value", fmt.Sprintf("a value that begins with - is written %s=%s", m[1], m[2])
	}
	if m := noNumber.FindStringSubmatch(msg); m != nil {
		return fmt.Sprintf("%s is a whole number, not %s", m[1], m[2]), todo
	}
	return msg, todo
}

func didYouMean(word string, names []string) string {
	if near := nearest.Name(word, names); near != "" {
		return ", did you mean " + near + "?"
	}
	return ""
}
