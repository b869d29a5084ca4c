package read

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/parse"
)

// This file reads programs of several files and builds, and leads through the linking.

// Source is one translation unit of a program.
type Source struct {
	Path string // the path of the file; if Text is given, the name of the file in positions
	Text []byte // the text; nil to read the file
	// Options say how the unit is read; model and entry are the program's
	Options Options
	// Beside says that a build does not compile the file. The file is read with the options of the
	// unit that defines the entry function, so that it can include the same headers
	Beside bool
}

// LoadProgram reads the translation units of a program, each separately and with its own options, and links
// them. Model and entry are taken from opt. An error is an *Errors.
//
// The meaning of a unit depends on other units in one way: if one unit defines a function of the C library,
// all units use this definition. If this is discovered after a unit was read, all units are read again.
func LoadProgram(list []Source, opt Options) (*lang.Unit, error) {
	if len(list) == 1 {
		one := list[0]
		one.Options.Model, one.Options.Entry, one.Options.Inputs = opt.Model, opt.Entry, opt.Inputs
		one.Options.Contracts, one.Options.Vacuous, one.Options.Bodies, one.Options.Listed = opt.Contracts, opt.Vacuous, opt.Bodies, opt.Listed
		if one.Text == nil {
			return Load(one.Path, one.Options)
		}
		return LoadBytes(one.Path, one.Text, one.Options)
	}
	return loadLinked(list, opt, nil)
}

// LoadBuild reads the files that a build compiles, and links those that the entry function needs. roots has
// the paths of files that certainly belong to the program: if several files define a needed name, the
// definitions in these files take precedence. A file that cannot be read is left out, with a note.
func LoadBuild(list []Source, roots []string, opt Options) (*lang.Unit, error) {
	if roots == nil {
		roots = []string{}
	}
	return loadLinked(list, opt, roots)
}

// loadLinked reads and links units. If roots is not nil, they are the units of a build.
func loadLinked(list []Source, opt Options, roots []string) (*lang.Unit, error) {
	if e := agreeOnChar(list); e != nil {
		return nil, e
	}
	own := map[string]bool{}
	for {
		l := newLinker(list, opt)
		l.build, l.roots = roots != nil, roots
		if err := l.read(own); err != nil {
			return nil, err
		}
		more := false
		for name := range l.redefined {
			more = more || !own[name]
			own[name] = true
		}
		if !more {
			return l.link()
		}
	}
}

// linker links translation units to a program. All units share the basic types and the declarations of the
// library's models.
type linker struct {
	c     *checker // the checker of the whole program
	list  []Source
	units []*unit
	errs  []lang.Diagnostic
	build bool              // the units are a build's; some may not belong to the program
	roots []string          // for a build, the paths of files that certainly belong to the program
	left  []lang.Diagnostic // errors in files of a build that are left out

	// redefined has the library functions that a unit defines for all units
	redefined map[string]bool
	entries   map[string]*entry // names with external linkage
	names     []string          // the names of the entries, in order
	build.Replacement
	same map[[2]*lang.Type]bool // compatible pairs of records: see link_types.go
}

// unit is a translation unit that was read.
type unit struct {
	*checker
	name    string                  // the name in messages
	beside  bool                    // Source.Beside
	aliases build.Replacement       // the targets of the aliases in the unit
	objects map[*lang.Object]string // the linker names of objects
}

func newLinker(list []Source, opt Options) *linker {
	s := parse.NewSources(Options{Model: opt.Model, Entry: opt.Entry, Inputs: opt.Inputs, Contracts: opt.Contracts, Vacuous: opt.Vacuous, Bodies: opt.Bodies, Listed: opt.Listed, UnsignedChar: list[0].Options.UnsignedChar})
	l := &linker{
		c: newChecker(s, &lang.Unit{Model: opt.Model, Files: map[string][]byte{}}), list: list,
		redefined: map[string]bool{}, entries: map[string]*entry{}, same: map[[2]*lang.Type]bool{},
		Replacement: build.Replacement{Funcs: map[*lang.Func]*lang.Func{}, Objs: map[*lang.Object]*lang.Object{}, Fields: map[*lang.Field]*lang.Field{}},
	}
	l.c.lib = l.c.newLibrary()
	return l
}

// link links all units, and returns one unit for the program.
func (l *linker) link() (*lang.Unit, error) {
	l.c.Partly = l.build
	l.c.guarded(func() {
		if l.build {
			l.choose()
		}
		if len(l.c.Errs) > 0 {
			return
		}
		l.mergeRecords()
		l.collect()
		for _, name := range l.names {
			l.resolve(l.entries[name])
		}
		l.follow()
		if len(l.c.Errs) == 0 {
			l.join()
			l.doubtUndefined()
		}
	})
	if len(l.c.Errs) > 0 {
		return nil, l.errors()
	}
	return l.c.Unit, nil
}

// errors returns the errors of linking, with their source lines.
func (l *linker) errors() error {
	for i := range l.c.Errs {
		d := &l.c.Errs[i]
		for _, u := range l.units {
			if d.Line == "" {
				d.Line = u.src.Line(d.Pos)
			}
		}
	}
	return lang.NewErrors(append(l.c.Errs, l.left[:min(len(l.left), maxLeft)]...))
}

// maxLeft bounds the number of errors in left-out files of a build that are listed if linking fails. They
// are listed because a left-out file may have the missing definition.
const maxLeft = 3

// join combines the contents of all units in the program's unit, and completes it like the unit of a single
// file.
func (l *linker) join() {
	c, u := l.c, l.c.Unit
	kept := promises{}
	for _, f := range l.units {
		if f.beside {
			l.meanStatics(f)
		}
		f.keepPromises(kept, l.final)
	}
	for _, f := range l.units {
		l.Replacement.Apply(f.Unit)
		l.take(f)
	}
	c.orderStarters()
	c.readModels()
	c.readEnds()
	c.readArguments()
	for _, f := range l.units {
		l.finishOwnCalls(f)
	}
	for _, f := range l.units {
		l.crossCalls(f)
	}
	l.label()
	l.findEntry()
	c.finishUnit()
	for _, f := range l.units {
		f.takeText()
		u.Sources = append(u.Sources, f.src.Main)
		u.ACSL = append(u.ACSL, f.Unit.ACSL...)
		for name, b := range f.Unit.Files {
			u.Files[name] = b
		}
	}
	c.takeText()
}

// take adds the functions, objects and notes of the unit f, without the replaced ones, to the program's unit.
func (l *linker) take(f *unit) {
	c, u := l.c, l.c.Unit
	for _, g := range f.Unit.Funcs {
		if l.Funcs[g] == nil {
			u.Funcs = append(u.Funcs, g)
		}
	}
	for _, o := range f.Unit.Objects {
		if l.Objs[o] == nil {
			u.Objects = append(u.Objects, o)
		}
	}
	u.Ghosts = append(u.Ghosts, f.Unit.Ghosts...)
	for _, n := range f.Unit.Notes {
		addNote(&u.Notes, n)
	}
	if f.Unit.Errno != nil {
		u.Errno = f.Unit.Errno
	}
	if f.Unit.Rounding != nil {
		u.Rounding = f.Unit.Rounding
	}
	if f.Unit.Flags != nil {
		u.Flags = f.Unit.Flags
	}
	for _, g := range f.needed {
		if !f.unlike[g.Name] {
			c.need(l.final(g))
		}
	}
	for _, g := range f.starters {
		c.starters = append(c.starters, l.final(g))
	}
}

// final returns the program's function for the function f of a unit.
func (l *linker) final(f *lang.Func) *lang.Func {
	if g := l.Funcs[f]; g != nil {
		return g
	}
	return f
}

// addNote adds n to the list `to`, unless the list contains n already.
func addNote(to *[]lang.Note, n lang.Note) {
	for _, m := range *to {
		if m == n {
			return
		}
	}
	*to = append(*to, n)
}

// unitNames returns names of units for messages: the shortest ends of their paths that distinguish them.
func unitNames(list []Source) []string {
	names, full := make([]string, len(list)), make([]string, len(list))
	open := make([]int, len(list))
	for i, a := range list {
		full[i], open[i] = filepath.ToSlash(filepath.Clean(a.Path)), i
	}
	for n := 1; len(open) > 0; n++ {
		const several = "\x00"
		of := map[string]string{} // the path with this end, or several
		for i, a := range list {
			end := pathEnd(full[i], n)
			if p, ok := of[end]; ok && p != a.Path {
				of[end] = several
			} else if !ok {
				of[end] = a.Path
			}
		}
		open = slices.DeleteFunc(open, func(i int) bool {
			names[i] = pathEnd(full[i], n)
			return of[names[i]] != several || names[i] == full[i]
		})
	}
	return names
}

// pathEnd returns the last n components of path.
func pathEnd(path string, n int) string {
	at := len(path)
	for ; n > 0; n-- {
		if at = strings.LastIndexByte(path[:at], '/'); at < 0 {
			return path
		}
	}
	return path[at+1:]
}
