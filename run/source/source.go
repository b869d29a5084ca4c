// Package source finds the files of a program, and how each is read.
package source

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/compdb"
	"github.com/whet-mc/whet/lang/flags"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/lang/task"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/run/option"
)

// Source identifies the program to verify. Use File, Files or Text.
type Source struct {
	Path string // a .c or .i file, or a task definition (.yml, .yaml)
	Name string // with Text: the name in positions
	Text []byte // the program itself, if it is not in a file
	// Units are the translation units of the program, as an alternative to the fields above: they are read separately
	// and linked.
	Units []Unit
	// Build is a compilation database, compile_commands.json: the program consists of those files compiled by the
	// build that the entry needs. Path, or the paths of Units, name files that certainly belong to it. A file that
	// the build does not compile is read with the options of the file that defines the entry. The Text of a unit
	// replaces the contents of its file.
	Build string
	only  map[string][]byte // the only files that exist; nil: the files on the disk
}

// Unit is a translation unit of a program.
type Unit struct {
	Path string // path of the file; with Text: the name in positions
	Text []byte // nil: the contents of the file
	// Flags are compiler flags for this unit only, after the flags of Options.
	Flags []string
}

// File returns the program in a file, or the program that a task definition names.
func File(path string) Source { return Source{Path: path} }

// Files returns the program that consists of the files. A task definition must be the only file.
func Files(paths ...string) Source {
	if len(paths) == 1 {
		return File(paths[0])
	}
	var src Source
	for _, p := range paths {
		src.Units = append(src.Units, Unit{Path: p})
	}
	return src
}

// Text returns a program held in memory.
func Text(name string, text []byte) Source { return Source{Name: name, Text: text} }

// Input is an opened source, with the options for reading it.
type Input struct {
	Units    []read.Source // the units to read
	Build    bool          // whether the units belong to a build
	roots    []string      // for a build: files that certainly belong to the program
	Shown    string        // the name of the source for users
	Options  read.Options
	Asked    option.Options // the options, completed by the task definition
	Expected string
}

// Open finds the files of a source, and reads the task definition if it is one.
func Open(src Source, o option.Options) (*Input, error) {
	in := &Input{Shown: src.Path, Asked: o}
	given := flags.Parse(o.Flags, "")
	in.Options = given.Options
	in.Options.Entry = o.Entry
	in.Options.Include = slices.Concat(o.Include, in.Options.Include)
	in.Options.Defines = slices.Concat(o.Defines, in.Options.Defines)
	if o.DataModel != "" || !given.HasModel {
		in.Options.Model = o.Settings().Model
	}
	in.Options.Clang = o.Settings().Clang
	in.Options.Contracts, in.Options.Bodies, in.Options.Vacuous = o.Contracts, o.Bodies, o.Vacuous
	in.Options.Inputs, _ = o.Inputs() // Check has verified that there is no error
	in.Options.Only = src.only
	switch {
	case src.Build != "":
		if err := in.ofBuild(src, given.HasModel); err != nil {
			return nil, err
		}
	case len(src.Units) > 0:
		if err := in.ofUnits(src.Units); err != nil {
			return nil, err
		}
	case src.Text != nil:
		in.Shown = cmp.Or(src.Name, "input.c")
		in.Units = []read.Source{{Path: in.Shown, Text: src.Text, Options: in.Options}}
	case isTask(src.Path):
		t, err := task.Read(src.Path)
		if err != nil {
			return nil, err
		}
		if err := in.ofTask(t); err != nil {
			return nil, err
		}
		for _, f := range t.Files {
			if _, err := os.Stat(f); err != nil {
				return nil, &lang.Errors{List: []lang.Diagnostic{{
					Pos: lang.Pos{File: src.Path}, Msg: "the task names a file that cannot be opened: " + f,
					Hint: "input_files counts from the directory of the task definition",
				}}}
			}
			in.Units = append(in.Units, read.Source{Path: f, Options: in.Options})
		}
	default:
		in.Units = []read.Source{{Path: src.Path, Options: in.Options}}
	}
	return in, nil
}

// isTask reports whether a path names a task definition.
func isTask(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yml" || ext == ".yaml"
}

// ofUnits sets the units of a program.
func (in *Input) ofUnits(units []Unit) error {
	for _, u := range units {
		if u.Text == nil && isTask(u.Path) {
			return &lang.Errors{List: []lang.Diagnostic{{
				Pos: lang.Pos{File: u.Path}, Msg: "a task definition is a program of its own",
				Hint: "verify it alone, or name the C files",
			}}}
		}
		own := flags.Parse(slices.Concat(in.Asked.Flags, u.Flags), "").Options
		own.Include = slices.Concat(in.Asked.Include, own.Include)
		own.Defines = slices.Concat(in.Asked.Defines, own.Defines)
		own.Only = in.Options.Only
		in.Units = append(in.Units, read.Source{Path: u.Path, Text: u.Text, Options: own})
	}
	in.Shown = units[0].Path
	return nil
}

// files returns the names of the units if there are several.
func (in *Input) files() []string {
	if len(in.Units) < 2 {
		return nil
	}
	var list []string
	for _, u := range in.Units {
		list = append(list, u.Path)
	}
	return list
}

// Task returns the description of the task.
func (in *Input) Task() report.Task {
	o := in.Asked
	return report.Task{
		File: in.Shown, Files: in.files(), Entry: cmp.Or(in.Options.Entry, "main"), Engine: option.Default(o.Engine, "engine"), Arith: option.Default(o.Arith, "arith"),
		DataModel: in.Options.Model.String(), Expected: in.Expected, Checks: o.EffectiveChecks(),
		Timeout: o.Timeout, Memory: o.Memory, Only: o.Only,
	}
}

// Load reads the source.
func (in *Input) Load() (*lang.Unit, error) {
	if in.Build {
		u, err := read.LoadBuild(in.Units, in.roots, in.Options)
		if u != nil {
			in.Units = slices.DeleteFunc(in.Units, func(s read.Source) bool { return !slices.Contains(u.Sources, s.Path) })
		}
		return u, err
	}
	return read.LoadProgram(in.Units, in.Options)
}

// ofBuild sets the units to the files that a build compiles. The user's options come after the options of the build's
// commands.
func (in *Input) ofBuild(src Source, modelGiven bool) error {
	entries, err := compdb.Read(src.Build)
	if err != nil {
		return err
	}
	list, model, known, err := compdb.Sources(src.Build, entries)
	if err != nil {
		return err
	}
	if known && in.Asked.DataModel == "" && !modelGiven {
		in.Options.Model = model
	}
	for _, n := range slices.Concat([]Unit{{Path: src.Path}}, src.Units) {
		if n.Path == "" {
			continue
		}
		i := slices.IndexFunc(list, func(s read.Source) bool { return sameFile(s.Path, n.Path) })
		if i < 0 {
			i = len(list)
			list = append(list, read.Source{Path: n.Path, Beside: true})
		}
		list[i].Text = n.Text
		in.roots = append(in.roots, fromHere(list[i].Path))
	}
	for i := range list {
		o := &list[i].Options
		list[i].Path = fromHere(list[i].Path)
		for _, dirs := range [][]string{o.Include, o.Quote, o.System, o.Prefix} {
			for k := range dirs {
				dirs[k] = fromHere(dirs[k])
			}
		}
		if !list[i].Beside { // otherwise it is read with the options of such a file
			*o = o.With(&in.Options)
		}
	}
	in.Units, in.Build, in.Shown = list, true, fromHere(src.Build)
	return nil
}

// Named reduces a build to the units that the user has named.
func (in *Input) Named() {
	in.Units = slices.DeleteFunc(in.Units, func(s read.Source) bool { return !slices.Contains(in.roots, s.Path) })
	in.Build = false
}

// fromHere returns a path relative to the working directory if it lies below that.
func fromHere(path string) string {
	here, err := os.Getwd()
	if err != nil || !filepath.IsAbs(path) {
		return path
	}
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// sameFile reports whether two paths name the same file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// ofTask takes over the settings of a task definition that the options do not set: the data model, and what is
// checked. It returns an error if the task only requests properties that are not checked.
func (in *Input) ofTask(t *task.Task) error {
	if in.Asked.DataModel == "" && t.HasModel {
		in.Options.Model = t.Model
	}
	asks, others := t.Asks()
	if len(asks) == 0 && len(others) > 0 {
		return &lang.Errors{List: []lang.Diagnostic{{
			Pos:  lang.Pos{File: t.Path},
			Msg:  "the task asks for " + strings.Join(others, ", ") + ", which is not checked yet",
			Hint: "whet checks unreach-call, valid-memsafety, valid-memcleanup and no-overflow; to check those, verify the program itself: " + strings.Join(t.Files, " "),
		}}}
	}
	if in.Asked.Checks == nil && !in.Asked.NoAsserts && len(asks) > 0 {
		in.Asked = in.Asked.Ask(asks)
	} else {
		asks = in.Asked.Asks(asks)
	}
	if e := t.Expected(asks); e != nil {
		in.Expected = string(report.Unsafe)
		if *e {
			in.Expected = string(report.Safe)
		}
	}
	return nil
}
