package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/whet-mc/whet"
)

// This file prints help in layers, because the commands that read a program have many flags: the flags for daily use,
// the flags of engines, and all flags.

// layer says how much the help shows.
type layer int

const (
	daily layer = iota
	engineFlags
	everything
)

// topics are the words that `whet help` explains in addition to commands.
var topics = []string{"engines", "all"}

// helpGroup is a headline of the help with the names of the flags under it.
type helpGroup struct {
	title string
	flags []string
}

// dailyFlags are the flags that the first layer shows.
var dailyFlags = []helpGroup{
	{"What to check:", []string{"check", "entry", "contracts"}},
	{"How the program is read:", []string{"compile-commands", "include", "define"}},
	{"How long:", []string{"timeout", "memory"}},
	{"Results:", []string{"verbose", "html", "format", "harness", "sarif", "junit"}},
}

// briefly has texts of the first layer for flags whose help is long.
var briefly = map[string]string{
	"check": "What to check, with commas between: default, memory (accesses and the heap), all, none (only what the " +
		"program asserts), or single rules such as bounds, null, overflow, leak, unsigned-overflow.",
	"contracts": "Prove that these functions keep their contracts (ACSL), and use the contracts where they are called; all: each function that has one.",
	"compile-commands": "Read a project as its build compiles it (compile_commands.json): " +
		"the files that the entry needs, each with its own flags.",
	"include": "Search a directory for headers. Most flags of gcc can be given as well (-isystem, -std=, -m32).",
	"engine":  "How to verify; `whet help engines` lists the engines. By default several take turns.",
}

// ownFlags are flags of library options that the first layer shows only for one command.
var ownFlags = map[string][]string{"explain": {"engine"}}

// everyFlag has the headlines of the last layer for flags of library options.
var everyFlag = map[whet.Use]string{
	whet.Reading: "What is checked, and how the program is read:",
	whet.Budgets: "How long:",
	whet.Engines: "How to verify:",
	whet.Results: "Results:",
}

// layered returns a printer of help with the flags of one layer.
func layered(show layer) kong.HelpPrinter {
	return func(options kong.HelpOptions, ctx *kong.Context) error {
		node := ctx.Selected()
		if node == nil {
			for _, f := range ctx.Model.Flags {
				f.Hidden = false // --version, which would appear in the help of every command
			}
			if err := kong.DefaultHelpPrinter(options, ctx); err != nil {
				return err
			}
			_, err := fmt.Fprint(ctx.Stdout, "Run \"whet help all\" for every flag of verify, \"whet help engines\" for those of its engines.\n")
			return err
		}
		if !readsProgram(node) {
			return kong.DefaultHelpPrinter(options, ctx)
		}
		more := ""
		tables := listed(node, show)
		switch show {
		case daily:
			showDaily(node)
			more = "\nRun \"whet help all " + node.Name + "\" for every flag, \"whet help engines\" for the engines and their flags.\n"
		case engineFlags:
			showEngines(node)
		case everything:
			showAll(node)
		}
		if err := kong.DefaultHelpPrinter(options, ctx); err != nil {
			return err
		}
		_, err := fmt.Fprint(ctx.Stdout, tables, more)
		return err
	}
}

// listed returns tables of values for the options whose help would be too long, to be printed below the flags.
func listed(node *kong.Node, show layer) string {
	titles := map[string]string{"engine": "Engines, by what they keep and what they are good at:"}
	if show == everything {
		titles["check"] = "Rules for --check:"
	}
	if show == daily {
		return ""
	}
	var out strings.Builder
	table := optionsByName()
	for _, f := range node.Flags {
		t, title := table[f.Name], titles[f.Name]
		if title == "" || len(t.Choices) == 0 || f.Hidden {
			continue
		}
		f.Help = t.Help + ": see below."
		if f.Name == "check" {
			f.Help = "What to check: rules or groups of them, with commas between: see below."
		}
		out.WriteString("\n" + title + "\n")
		wide := 0
		for _, c := range t.Choices {
			wide = max(wide, len(c.Name))
		}
		for i, c := range t.Choices {
			text := c.Help
			if i == 0 && !t.Several() {
				text += " (the default)"
			}
			column := fmt.Sprintf("  %-*s  ", wide, c.Name)
			for _, line := range wrapped(text, helpWidth-len(column)) {
				out.WriteString(column + line + "\n")
				column = strings.Repeat(" ", len(column))
			}
		}
	}
	return out.String()
}

// helpWidth is the width of help, in columns.
const helpWidth = 80

// wrapped breaks a text between words into lines of at most width columns.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && len(line)+1+len(w) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(lines, line)
}

// readsProgram reports whether a command has the flags for reading a program.
func readsProgram(node *kong.Node) bool {
	for _, f := range node.Flags {
		if f.Name == "data-model" {
			return true
		}
	}
	return false
}

// optionsByName returns the options of the library by the names of their flags.
func optionsByName() map[string]whet.Option {
	table := map[string]whet.Option{}
	for _, t := range whet.OptionTable() {
		table[t.Name] = t
	}
	return table
}

func showDaily(node *kong.Node) {
	flags, table := map[string]*kong.Flag{}, optionsByName()
	var shown []*kong.Flag
	for _, f := range node.Flags {
		flags[f.Name] = f
	}
	add := func(name, title string) {
		f := flags[name]
		if f == nil || f.Hidden {
			return // the command does not have the flag
		}
		if text := briefly[name]; text != "" {
			f.Help = text
		}
		f.Group = &kong.Group{Key: title, Title: title}
		shown = append(shown, f)
		delete(flags, name)
	}
	for _, g := range dailyFlags {
		for _, name := range g.flags {
			add(name, g.title)
		}
	}
	if node.Name != "verify" {
		own := "Of this command:"
		for _, name := range ownFlags[node.Name] {
			add(name, own)
		}
		for _, f := range node.Flags {
			if _, option := table[f.Name]; !option && flags[f.Name] != nil {
				add(f.Name, own)
			}
		}
	}
	node.Flags = shown
}

func showEngines(node *kong.Node) {
	table := optionsByName()
	node.Help = "The engines, and their flags. Without --engine several engines take turns, and each gets those of the flags that it has."
	node.Positional = nil
	var shown []*kong.Flag
	for _, f := range node.Flags {
		t, ok := table[f.Name]
		switch {
		case !ok || t.Use != whet.Engines:
			continue
		case t.Engines == nil:
			f.Group = &kong.Group{Key: "which", Title: "Which, and how they run:"}
		default:
			f.Group = &kong.Group{Key: "own", Title: "Of single engines:"}
		}
		shown = append(shown, f)
	}
	node.Flags = shown
}

func showAll(node *kong.Node) {
	table := optionsByName()
	for _, f := range node.Flags {
		title := "Of this command:"
		if t, ok := table[f.Name]; ok {
			title = everyFlag[t.Use]
		} else if f.Name == "compile-commands" {
			title = everyFlag[whet.Reading]
		} else if node.Name == "verify" {
			title = everyFlag[whet.Results]
		}
		f.Group = &kong.Group{Key: title, Title: title}
	}
}

// run prints the help for a command or a topic.
func (c *helpCmd) run(k *kong.Kong, e env) int {
	words, show := c.Command, daily
	if len(words) > 0 && contains(topics, words[0]) {
		show = everything
		if words[0] == "engines" {
			show = engineFlags
		}
		if words = words[1:]; len(words) == 0 {
			words = []string{"verify"}
		}
	}
	names := topics
	for _, n := range k.Model.Children {
		names = append(names, n.Name)
	}
	for _, w := range words {
		if !contains(names, w) {
			return fail(e, fmt.Sprintf("there is no command %q", w)+didYouMean(w, names), "run `whet help` for the list")
		}
	}
	if err := kong.Help(layered(show)).Apply(k); err != nil {
		panic(err) // Apply has no error here
	}
	k.Parse(append(slices.Clone(words), "--help")) //nolint:errcheck // it prints and exits
	return 0
}
