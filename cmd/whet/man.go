// This file is the command man.

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/whet-mc/whet"
)

type manCmd struct{}

// run prints the manual page, in roff with the man macros, from the grammar that the help uses.
func (manCmd) run(k *kong.Kong, w io.Writer) {
	fmt.Fprintf(w, ".TH WHET 1 \"\" \"whet %s\" \"User Commands\"\n", roff(whet.Version()))
	fmt.Fprintf(w, ".SH NAME\nwhet \\- a software verifier for C\n")
	fmt.Fprintf(w, ".SH SYNOPSIS\n")
	for _, n := range k.Model.Children {
		fmt.Fprintf(w, ".B whet %s\n", roff(n.Name))
		if args := arguments(n); args != "" {
			fmt.Fprintf(w, "%s\n", roff(args))
		}
		fmt.Fprint(w, ".br\n")
	}
	fmt.Fprintf(w, ".SH DESCRIPTION\n%s\n", roff(about))
	fmt.Fprintf(w, ".SH COMMANDS\n")
	for _, n := range k.Model.Children {
		fmt.Fprintf(w, ".SS %s\n%s\n", strings.TrimSpace("whet "+roff(n.Name)+" "+roff(arguments(n))), roff(n.Help))
		for _, a := range n.Positional {
			fmt.Fprintf(w, ".TP\n.I %s\n%s\n", roff(strings.ToUpper(a.Name)), roff(a.Help))
		}
		for _, group := range n.AllFlags(true) {
			for _, f := range group {
				if f.Name == "help" {
					continue
				}
				fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(flagSyntax(f)), roff(f.Help))
			}
		}
	}
	fmt.Fprint(w, `.SH EXIT STATUS
.TP
.B 0
verify: the program is safe. Other commands: all went well.
.TP
.B 1
verify: the program is unsafe. check: a verdict is not the expected one. bench: a verdict is wrong. solve: a command was answered with an error.
.TP
.B 2
The command line or the input is wrong; standard error says what.
.TP
.B 3
verify: unknown; the last line says why. check: something is not decided.
.SH ENVIRONMENT
.TP
.B NO_COLOR
No colours.
.TP
.B SOURCE_DATE_EPOCH
The time that witnesses bear, in seconds since 1970.
`)
}

func arguments(n *kong.Node) string {
	var parts []string
	for _, group := range n.AllFlags(true) {
		if len(group) > 1 {
			parts = append(parts, "[FLAGS]")
			break
		}
	}
	for _, a := range n.Positional {
		p := strings.ToUpper(a.Name)
		if !a.Required {
			p = "[" + p + "]"
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, " ")
}

func flagSyntax(f *kong.Flag) string {
	name := f.Name
	if f.Tag.Negatable != "" {
		name = "[no-]" + name
	}
	s := "--" + name
	if f.Short != 0 {
		s = "-" + string(f.Short) + ", " + s
	}
	if !f.IsBool() {
		s += "=" + f.FormatPlaceHolder()
	}
	return s
}

// roff makes text safe for roff: no backslash, no control line, and hyphens that can be copied.
func roff(s string) string {
	s = strings.NewReplacer("\\", "\\e", "-", "\\-", "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = "\\&" + s
	}
	return s
}
