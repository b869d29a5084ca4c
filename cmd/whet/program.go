// This file holds the arguments that name a program.

package main

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/whet-mc/whet"
)

// programArgs name the program.
type programArgs struct {
	Files []string `arg:"" optional:"" name:"file" help:"The C source files that make up the program (.c, or .i where they are preprocessed), or a task definition (.yml); - is the standard input."`
	stdin []byte   // the text of the file -, if it was read

	CompileCommands string `type:"path" placeholder:"FILE" help:"Read a project as its build compiles it (compile_commands.json): the files that the entry function needs, each with its own flags. Files that are named on the command line belong to the program in any case; those that the build does not compile get the flags of the file that defines the entry."`
}

// stdinName is the name of the standard input in positions.
const stdinName = "<stdin>"

func (p *programArgs) source() whet.Source {
	src := whet.Files(p.Files...)
	if i := slices.Index(p.Files, "-"); i >= 0 {
		if len(p.Files) == 1 {
			src = whet.Text(stdinName, p.stdin)
		} else {
			src.Units[i] = whet.Unit{Path: stdinName, Text: p.stdin}
		}
	}
	src.Build = p.CompileCommands
	return src
}

// readBy returns the files that a source names.
func readBy(src whet.Source) []string {
	list := []string{src.Path, src.Build}
	for _, u := range src.Units {
		list = append(list, u.Path)
	}
	return list
}

// names returns the program's names for people.
func (p *programArgs) names() []string {
	if len(p.Files) == 0 {
		return []string{p.CompileCommands}
	}
	names := slices.Clone(p.Files)
	for i, f := range names {
		if f == "-" {
			names[i] = stdinName
		}
	}
	return names
}

// maxStdin is the greatest number of bytes read from the standard input. It is above lang.MaxFile, so that an input
// that is too large is still noticed and reported.
const maxStdin = 64 << 20

// missing returns the exit status if no program is named, else 0. It reads the standard input if that is the program.
func (p *programArgs) missing(e env) (status int) {
	if slices.Contains(p.Files, "-") {
		if p.CompileCommands != "" {
			return fail(e, "the standard input is no file of a build", "name the file, or leave out --compile-commands")
		}
		if rest := p.Files[slices.Index(p.Files, "-")+1:]; slices.Contains(rest, "-") {
			return fail(e, "the standard input is named twice", "name it once")
		}
		text, err := io.ReadAll(io.LimitReader(os.Stdin, maxStdin))
		if err != nil {
			return fail(e, "cannot read the standard input: "+err.Error(), "")
		}
		p.stdin = append([]byte{}, text...) // not nil, even if the input is empty
	}
	if len(p.Files) > 0 || p.CompileCommands != "" {
		return 0
	}
	return fail(e, "which file? the argument FILE is missing", "name the C files of the program, a task definition, or --compile-commands FILE")
}

// compilerFlags are the starts of flags that compilers have and whet does not; such flags are passed on with --cflag.
// An entry that ends in a space has a value, which may be the next argument.
var compilerFlags = []string{
	"-isystem ", "-iquote ", "-idirafter ", "-include ", "-imacros ", "-U ",
	"-std=", "-ansi", "-m32", "-m64", "-march=", "-mtune=", "-f", "-W", "-w", "-O", "-g", "-pedantic", "-pthread", "-pipe",
}

// takeCompilerFlags rewrites compiler flags on a command line that reads programs. It leaves arguments after --
// unchanged.
func takeCompilerFlags(args []string) []string {
	if len(args) == 0 {
		return args
	}
	switch args[0] {
	case "verify", "explain", "validate", "cfa":
	default:
		return args
	}
	out := []string{args[0]}
	for i := 1; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(out, args[i:]...)
		}
		taken := false
		for _, f := range compilerFlags {
			name, valued := strings.CutSuffix(f, " ")
			if !strings.HasPrefix(a, name) || strings.HasPrefix(a, "--") {
				continue
			}
			out, taken = append(out, "--cflag="+a), true
			if valued && a == name && i+1 < len(args) {
				i++
				out = append(out, "--cflag="+args[i])
			}
			break
		}
		if !taken {
			out = append(out, a)
		}
	}
	return out
}
