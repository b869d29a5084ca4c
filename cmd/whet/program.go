package main

import (
	"strings"

	"github.com/whet-mc/whet"
)

// programArgs say which program is meant.
type programArgs struct {
	Files           []string `arg:"" optional:"" name:"file" help:"The C source files that make up the program (.c, or .i where they are preprocessed), or a task definition (.yml)."`
	CompileCommands string   `type:"path" placeholder:"FILE" help:"Instead: the commands of a build (compile_commands.json). Those of its files are read and linked that the entry needs, each with its own flags. Files that are named besides belong to the program for certain; one that the build does not compile is read with the flags of the file that defines the entry."`
}

func (p *programArgs) source() whet.Source {
	src := whet.Files(p.Files...)
	src.Build = p.CompileCommands
	return src
}

// names are what people call the program.
func (p *programArgs) names() []string {
	if len(p.Files) == 0 {
		return []string{p.CompileCommands}
	}
	return p.Files
}

// missing returns the status to exit with where no program is named, else 0.
func (p *programArgs) missing(e env) (status int) {
	if len(p.Files) > 0 || p.CompileCommands != "" {
		return 0
	}
	return fail(e, "which file? the argument FILE is missing", "name the C files of the program, a task definition, or --compile-commands FILE")
}

// compilerFlags are beginnings of flags that compilers have and whet does not, by which these take
// their way to --cflag. Those that end in a space have a value, which may be the next argument.
var compilerFlags = []string{
	"-isystem ", "-iquote ", "-idirafter ", "-include ", "-imacros ", "-U ",
	"-std=", "-ansi", "-m32", "-m64", "-march=", "-mtune=", "-f", "-W", "-w", "-O", "-g", "-pedantic", "-pthread", "-pipe",
}

// takeCompilerFlags rewrites the flags of compilers on a command line that reads programs. What
// stands behind -- is no flag.
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
