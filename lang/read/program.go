package read

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/parse"
)

// Source is one translation unit of a program.
type Source struct {
	Path string // of the file; with Text: what positions call it
	Text []byte // nil: what the file has
	// how it is read; model and entry are those of the program
	Options Options
	// Beside: of a build, the file is none that the build compiles. It is read as the one is that
	// defines the entry, so that it may include what that one includes; Options come on top.
	Beside bool
}

// LoadProgram reads the translation units of a program, each by itself and with its own options,
// and links them. Model and entry are taken from opt. An error is an *Errors.
//
// What a unit means depends on the others in one way: a function of the C library that one of them
// defines is the program's own in all of them. Where that is found out too late, the units are read
// a second time.
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

// LoadBuild reads the files that a build compiles, and links those of them that the entry needs.
// Roots are the paths of files that belong to the program for certain: where several files define
// what is needed, theirs counts. A file that cannot be read is left out, and noted.
func LoadBuild(list []Source, roots []string, opt Options) (*lang.Unit, error) {
	if roots == nil {
		roots = []string{}
	}
	return loadLinked(list, opt, roots)
}

// loadLinked reads and links units; those of a build where roots is not nil.
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

// linker makes a program of translation units. What the units are read by is shared as far as it is
// the same for all: the basic types, and the declarations of the library's models.
type linker struct {
	c     *checker // of the program
	list  []Source
	units []*unit
	errs  []lang.Diagnostic
	build bool              // the units are those of a build, not all of them of the program
	roots []string          // of a build: the paths of files that belong to the program for certain
	left  []lang.Diagnostic // of files of a build that are left out

	// functions of the library that a unit defines for all of them
	redefined map[string]bool
	entries   map[string]*entry // names with external linkage
	names     []string          // of entries, in order
	build.Replacement
	same map[[2]*lang.Type]bool // records that were compared: see link_types.go
}

// unit is a translation unit that was read.
type unit struct {
	*checker
	name    string                  // for people
	beside  bool                    // as Source.Beside
	aliases build.Replacement       // what is another name of what, in the unit
	objects map[*lang.Object]string // names for the linker
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

// link makes one unit of all.
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

// errors are those of the linking, with the lines that they speak of.
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

// maxLeft bounds the errors that are listed of files of a build that are left out, where the linking
// fails: what is missed may be in one of them.
const maxLeft = 3

// join puts together what the units have, and completes it as the unit of a single file is.
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

// take takes over what is left of a unit.
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

// final is the function of the program that one of a unit is.
func (l *linker) final(f *lang.Func) *lang.Func {
	if g := l.Funcs[f]; g != nil {
		return g
	}
	return f
}

// addNote adds what is not there yet.
func addNote(to *[]lang.Note, n lang.Note) {
	for _, m := range *to {
		if m == n {
			return
		}
	}
	*to = append(*to, n)
}

// unitNames names units for people: by as much of the ends of their paths as tells them apart.
func unitNames(list []Source) []string {
	names, full := make([]string, len(list)), make([]string, len(list))
	open := make([]int, len(list))
	for i, a := range list {
		full[i], open[i] = filepath.ToSlash(filepath.Clean(a.Path)), i
	}
	for n := 1; len(open) > 0; n++ {
		const several = "\x00"
		of := map[string]string{} // the path that ends so
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

// pathEnd is the last n parts of a path.
func pathEnd(path string, n int) string {
	at := len(path)
	for ; n > 0; n-- {
		if at = strings.LastIndexByte(path[:at], '/'); at < 0 {
			return path
		}
	}
	return path[at+1:]
}
