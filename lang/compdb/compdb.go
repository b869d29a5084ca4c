// Package compdb reads compilation databases, the commands with which a build compiles its files
// (compile_commands.json; Clang's "JSON Compilation Database Format Specification"). CMake, Meson, Ninja, bear and
// clang's tools exchange them. It also adds commands to a database (`whet cc`). It accepts a sequence of objects as
// well as an array, because objects are easily appended.
package compdb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/flags"
	"github.com/whet-mc/whet/lang/read"
)

// An Entry is a command of a build.
type Entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments,omitempty"`
	Command   string   `json:"command,omitempty"` // the command in the shell's syntax, if there are no Arguments
	Output    string   `json:"output,omitempty"`
}

// Read reads a database: a JSON array of entries, or a sequence of entries.
func Read(path string) ([]Entry, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fail(path, "", "the compilation database cannot be read: %v", err)
	}
	list, err := decode(b)
	if err != nil {
		return nil, fail(path, "it is a JSON array of objects with directory, file, and arguments or command", "this is no compilation database: %v", plain(err))
	}
	here := filepath.Dir(path)
	for i := range list {
		e := &list[i]
		switch {
		case e.Directory == "":
			e.Directory = here
		case !filepath.IsAbs(e.Directory):
			e.Directory = filepath.Join(here, e.Directory)
		}
		if len(e.Arguments) == 0 {
			if e.Arguments, err = Split(e.Command); err != nil {
				return nil, fail(path, "", "the command for %s: %v", e.File, err)
			}
		}
	}
	return list, nil
}

func decode(b []byte) (list []Entry, err error) {
	if b = bytes.TrimSpace(b); len(b) > 0 && b[0] == '[' {
		return list, json.Unmarshal(b, &list)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	for {
		var e Entry
		switch err := d.Decode(&e); {
		case err == io.EOF:
			return latest(list), nil
		case err != nil:
			return nil, err
		}
		list = append(list, e)
	}
}

// plain describes an error in the JSON for users.
func plain(err error) error {
	var t *json.UnmarshalTypeError
	switch {
	case errors.As(err, &t) && t.Field != "":
		return fmt.Errorf("at byte %d, %q is a %s", t.Offset, t.Field, t.Value)
	case errors.As(err, &t):
		return fmt.Errorf("at byte %d there is a %s in place of an object", t.Offset, t.Value)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it ends too early")
	}
	return err
}

// latest keeps the last command for each output of each file, since later commands replace earlier ones.
func latest(list []Entry) []Entry {
	type key struct{ dir, file, output string }
	at := map[key]int{}
	var out []Entry
	for _, e := range list {
		k := key{e.Directory, e.File, e.Output}
		if i, ok := at[k]; ok {
			out[i] = e
			continue
		}
		at[k] = len(out)
		out = append(out, e)
	}
	return out
}

func fail(path, hint, format string, args ...any) error {
	return &lang.Errors{List: []lang.Diagnostic{{Pos: lang.Pos{File: path}, Msg: fmt.Sprintf(format, args...), Hint: hint}}}
}

// Split splits a command into words as a shell does, without expansions.
func Split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	in, quote := false, byte(0)
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case quote == '\'' && c == '\'', quote == '"' && c == '"':
			quote = 0
		case quote == '\'':
			word.WriteByte(c)
		case c == '\\' && i+1 < len(command) && (quote == 0 || strings.IndexByte("\"\\$`", command[i+1]) >= 0):
			i++
			word.WriteByte(command[i])
			in = true
		case quote == '"':
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, in = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if in {
				words = append(words, word.String())
				word.Reset()
				in = false
			}
		default:
			word.WriteByte(c)
			in = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}

// mostFiles bounds the number of files that @file arguments of a command read, since a file may name itself. It is
// gcc's limit.
const mostFiles = 2000

// Expand replaces each @file argument by the words in the file, as compilers do.
func Expand(args []string, dir string) []string {
	left := mostFiles
	return expand(args, dir, &left)
}

func expand(args []string, dir string, left *int) []string {
	var out []string
	for _, a := range args {
		name, ok := strings.CutPrefix(a, "@")
		if ok && !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		if ok && *left > 0 {
			if b, err := os.ReadFile(name); err == nil {
				if words, err := Split(string(b)); err == nil {
					*left--
					out = append(out, expand(words, filepath.Dir(name), left)...)
					continue
				}
			}
		}
		out = append(out, a)
	}
	return out
}

// Sources returns the C files that the entries compile, with their options, in the order of the entries. A file that
// is compiled several times counts once, with the options of the first time; if the options differ, it gets a note.
// model is the data model of the files; known reports whether an entry gives it. It is an error if the models differ.
func Sources(path string, entries []Entry) (list []read.Source, model lang.DataModel, known bool, err error) {
	at := map[string]int{}
	first := ""
	for _, e := range entries {
		if len(e.Arguments) == 0 {
			continue
		}
		args := e.Arguments[1:]
		if compilerBehind(e.Arguments) {
			args = args[1:]
		}
		c := flags.Parse(Expand(args, e.Directory), e.Directory)
		if c.HasModel {
			if known && model != c.Options.Model {
				return nil, model, false, fail(path, "", "%s is compiled for another size of pointers than %s", e.File, first)
			}
			model, known, first = c.Options.Model, true, e.File
		}
		for _, f := range c.Files {
			f = filepath.Clean(f)
			if i, ok := at[f]; ok {
				if !sameOptions(&list[i].Options, &c.Options) {
					list[i].Options.Notes = append(list[i].Options.Notes, lang.Note{
						Pos: lang.Pos{File: f}, What: "the build compiles " + filepath.Base(f) + " in several ways", Done: "which differ in what they mean: nothing is claimed of the program", Kind: lang.Unmodelled,
					})
				}
				continue
			}
			at[f] = len(list)
			list = append(list, read.Source{Path: f, Options: c.Options})
		}
	}
	if len(list) == 0 {
		hint := "was it made by a build that had nothing left to do?"
		if len(entries) > 0 {
			hint = "each entry needs the arguments, or the command, by which the compiler is called, with a file .c or .i among them"
		}
		return nil, model, false, fail(path, hint, "the compilation database compiles no C file")
	}
	return list, model, known, nil
}

// compilerBehind reports whether the first word is a program that runs the compiler in the second word: ccache gcc.
func compilerBehind(words []string) bool {
	switch filepath.Base(words[0]) {
	case "ccache", "distcc", "sccache", "icecc":
		return len(words) > 1 && !strings.HasPrefix(words[1], "-")
	}
	return false
}

func sameOptions(a, b *read.Options) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
