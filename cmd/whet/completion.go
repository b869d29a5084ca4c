// This file is the command completion.

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/whet-mc/whet"
)

type completionCmd struct {
	Shell string `arg:"" help:"The shell: bash, zsh or fish."`
}

var shells = []string{"bash", "zsh", "fish"}

func (c *completionCmd) run(k *kong.Kong, e env) int {
	g := grammar(k)
	switch c.Shell {
	case "bash":
		bash(e.stdout, g)
	case "zsh":
		zsh(e.stdout, g)
	case "fish":
		fish(e.stdout, g)
	default:
		return fail(e, fmt.Sprintf("no completion for %q%s", c.Shell, didYouMean(c.Shell, shells)), "there is one for: "+strings.Join(shells, ", "))
	}
	return 0
}

// The parts of the command line that completion needs, from kong's model.
type (
	command struct {
		name, help string
		flags      []cmdFlag
		files      []string // endings of the files that the command takes
		words      []string // words that the command takes
	}
	cmdFlag struct {
		name, short, help string
		takes             bool // set if the flag takes a value
		file              bool // set if the value is a file or a directory
		words             []string
	}
)

func grammar(k *kong.Kong) []command {
	var list []command
	var names []string
	for _, n := range k.Model.Children {
		names = append(names, n.Name)
	}
	for _, n := range k.Model.Children {
		c := command{name: n.Name, help: n.Help}
		for _, group := range n.AllFlags(true) {
			for _, f := range group {
				fl := cmdFlag{name: f.Name, help: summary(f.Help), takes: !f.IsBool()}
				if f.Short != 0 {
					fl.short = string(f.Short)
				}
				if fl.takes {
					fl.words = words(f.Name)
					fl.file = f.PlaceHolder == "FILE" || f.PlaceHolder == "DIR"
				}
				c.flags = append(c.flags, fl)
			}
		}
		switch n.Name {
		case "verify", "explain", "validate", "cfa":
			c.files = []string{"c", "i", "yml", "yaml"}
		case "bench":
			c.files = []string{"csv", "set", "yml", "yaml"}
		case "solve":
			c.files = []string{"smt2"}
		case "completion":
			c.words = shells
		case "help":
			c.words = append(topics[:len(topics):len(topics)], names...)
		}
		list = append(list, c)
	}
	return list
}

// words returns the values that a flag can have.
func words(flag string) []string {
	if flag == "format" {
		return formats
	}
	var list []string
	for _, c := range whet.Choices(flag) {
		list = append(list, c.Name)
	}
	return list
}

// summary returns the first clause of a help text in a form that is safe in quotes.
func summary(s string) string {
	s, _, _ = strings.Cut(s, ":")
	s, _, _ = strings.Cut(s, ". ")
	s = strings.TrimSuffix(s, ".")
	return strings.NewReplacer("'", "", "[", "(", "]", ")", "`", "", "$", "", "\\", "").Replace(s)
}

// bash writes a script for bash; it does not need the package bash-completion.
func bash(w io.Writer, list []command) {
	var names []string
	for _, c := range list {
		names = append(names, c.name)
	}
	fmt.Fprintf(w, `# whet completion for bash; to use it: source <(whet completion bash)
_whet() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} cmd=${COMP_WORDS[1]}
  COMPREPLY=()
  # bash breaks words at '=': --engine = value
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W "%s" -- "$cur"))
    return
  fi
  case $cmd in
`, strings.Join(names, " "))
	for _, c := range list {
		fmt.Fprintf(w, "  %s)\n    case $prev in\n", c.name)
		var flags []string
		for _, f := range c.flags {
			flags = append(flags, "--"+f.name)
			pattern := "--" + f.name
			if f.short != "" {
				flags = append(flags, "-"+f.short)
				pattern += "|-" + f.short
			}
			switch {
			case len(f.words) > 0:
				fmt.Fprintf(w, "    %s) COMPREPLY=($(compgen -W \"%s\" -- \"$cur\")); return ;;\n", pattern, strings.Join(f.words, " "))
			case f.file:
				fmt.Fprintf(w, "    %s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", pattern)
			case f.takes:
				fmt.Fprintf(w, "    %s) return ;;\n", pattern)
			}
		}
		fmt.Fprintf(w, "    esac\n    if [[ $cur == -* ]]; then\n      COMPREPLY=($(compgen -W \"%s\" -- \"$cur\"))\n", strings.Join(flags, " "))
		switch {
		case c.files != nil:
			fmt.Fprintf(w, "    else\n      COMPREPLY=($(compgen -f -X '!*.@(%s)' -- \"$cur\") $(compgen -d -S / -- \"$cur\"))\n", strings.Join(c.files, "|"))
		case len(c.words) > 0:
			fmt.Fprintf(w, "    else\n      COMPREPLY=($(compgen -W \"%s\" -- \"$cur\"))\n", strings.Join(c.words, " "))
		}
		fmt.Fprint(w, "    fi ;;\n")
	}
	fmt.Fprint(w, "  esac\n}\nshopt -s extglob\ncomplete -o filenames -o nosort -F _whet whet 2>/dev/null || complete -o filenames -F _whet whet\n")
}

// zsh writes a script for zsh's completion system.
func zsh(w io.Writer, list []command) {
	fmt.Fprint(w, "#compdef whet\n# whet completion for zsh; to use it: whet completion zsh > \"${fpath[1]}/_whet\"\n_whet() {\n  local -a commands\n  commands=(\n")
	for _, c := range list {
		fmt.Fprintf(w, "    '%s:%s'\n", c.name, summary(c.help))
	}
	fmt.Fprint(w, "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n  local cmd=$words[2]\n  shift words; (( CURRENT-- ))\n  case $cmd in\n")
	for _, c := range list {
		fmt.Fprintf(w, "  %s)\n    _arguments \\\n", c.name)
		for _, f := range c.flags {
			value := ""
			if f.takes {
				value = ":" + f.name + ":"
				switch {
				case len(f.words) > 0:
					value += "(" + strings.Join(f.words, " ") + ")"
				case f.file:
					value += "_files"
				}
			}
			eq := ""
			if f.takes {
				eq = "="
			}
			fmt.Fprintf(w, "      '--%s%s[%s]%s' \\\n", f.name, eq, f.help, value)
			if f.short != "" {
				fmt.Fprintf(w, "      '-%s[%s]%s' \\\n", f.short, f.help, value)
			}
		}
		switch {
		case c.files != nil:
			fmt.Fprintf(w, "      '*:file:_files -g \"*.(%s)\"' ;;\n", strings.Join(c.files, "|"))
		case len(c.words) > 0:
			fmt.Fprintf(w, "      '1:%s:(%s)' ;;\n", c.name, strings.Join(c.words, " "))
		default:
			fmt.Fprint(w, "      && return ;;\n")
		}
	}
	fmt.Fprint(w, "  esac\n}\nif [[ $funcstack[1] == _whet ]]; then _whet \"$@\"; else compdef _whet whet; fi\n")
}

// fish writes a script for fish.
func fish(w io.Writer, list []command) {
	fmt.Fprint(w, "# whet completion for fish; to use it: whet completion fish > ~/.config/fish/completions/whet.fish\ncomplete -c whet -f\n")
	for _, c := range list {
		fmt.Fprintf(w, "complete -c whet -n __fish_use_subcommand -a %s -d '%s'\n", c.name, summary(c.help))
	}
	for _, c := range list {
		on := fmt.Sprintf("complete -c whet -n '__fish_seen_subcommand_from %s'", c.name)
		for _, f := range c.flags {
			fmt.Fprintf(w, "%s -l %s", on, f.name)
			if f.short != "" {
				fmt.Fprintf(w, " -s %s", f.short)
			}
			switch {
			case len(f.words) > 0:
				fmt.Fprintf(w, " -x -a '%s'", strings.Join(f.words, " "))
			case f.file:
				fmt.Fprint(w, " -r -F")
			case f.takes:
				fmt.Fprint(w, " -x")
			}
			fmt.Fprintf(w, " -d '%s'\n", f.help)
		}
		switch {
		case c.files != nil:
			fmt.Fprintf(w, "%s -F\n", on)
		case len(c.words) > 0:
			fmt.Fprintf(w, "%s -a '%s'\n", on, strings.Join(c.words, " "))
		}
	}
}
