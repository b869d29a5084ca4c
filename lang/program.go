package lang

import (
	"path/filepath"
	"strings"
)

// Source is one translation unit of a program.
type Source struct {
	Path string // of the file; with Text: what positions call it
	Text []byte // nil: what the file has
	// how it is read; model and entry are those of the program
	Options Options
}

// LoadProgram reads the translation units of a program, each by itself and with its own options,
// and links them. Model and entry are taken from opt. An error is an *Errors.
//
// What a unit means depends on the others in one way: a function of the C library that one of them
// defines is the program's own in all of them. Where that is found out too late, the units are read
// a second time.
func LoadProgram(list []Source, opt Options) (*Unit, error) {
	if len(list) == 1 {
		one := list[0]
		one.Options.Model, one.Options.Entry, one.Options.Inputs = opt.Model, opt.Entry, opt.Inputs
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
func LoadBuild(list []Source, roots []string, opt Options) (*Unit, error) {
	if roots == nil {
		roots = []string{}
	}
	return loadLinked(list, opt, roots)
}

// loadLinked reads and links units; those of a build where roots is not nil.
func loadLinked(list []Source, opt Options, roots []string) (*Unit, error) {
	if e := agreeOnChar(list); e != nil {
		return nil, e
	}
	own := map[string]bool{}
	for {
		l := newLinker(list, opt)
		l.build = roots != nil
		if err := l.read(own); err != nil {
			return nil, err
		}
		more := false
		for name := range l.redefined {
			more = more || !own[name]
			own[name] = true
		}
		if !more {
			return l.link(roots)
		}
	}
}

// linker makes a program of translation units. What the units are read by is shared as far as it is
// the same for all: the basic types, and the declarations of the library's models.
type linker struct {
	c     *checker // of the program
	list  []Source
	units []*unit
	errs  []Diagnostic
	build bool // the units are those of a build, not all of them of the program

	// functions of the library that a unit defines for all of them
	redefined map[string]bool
	entries   map[string]*entry // names with external linkage
	names     []string          // of entries, in order
	replaced
	same map[[2]*Type]bool // records that were compared: see link_types.go
}

// unit is a translation unit that was read.
type unit struct {
	*checker
	name    string             // for people
	aliases replaced           // what is another name of what, in the unit
	objects map[*Object]string // names for the linker
}

func newLinker(list []Source, opt Options) *linker {
	s := newSources(Options{Model: opt.Model, Entry: opt.Entry, Inputs: opt.Inputs, UnsignedChar: list[0].Options.UnsignedChar})
	l := &linker{
		c: newChecker(s, &Unit{Model: opt.Model, Files: map[string][]byte{}}), list: list,
		redefined: map[string]bool{}, entries: map[string]*entry{}, same: map[[2]*Type]bool{},
		replaced: replaced{funcs: map[*Func]*Func{}, objs: map[*Object]*Object{}, fields: map[*Field]*Field{}},
	}
	l.c.readLibrary()
	return l
}

// agreeOnChar is an error where some units have a signed char and others an unsigned one.
func agreeOnChar(list []Source) *Errors {
	for _, s := range list[1:] {
		if s.Options.UnsignedChar != list[0].Options.UnsignedChar {
			return oneError(Pos{File: s.Path}, "compile all files with -funsigned-char, or none",
				"char is signed here or in %s, and unsigned in the other", list[0].Path)
		}
	}
	return nil
}

// read reads the units. Own are functions of the library that the program defines itself.
func (l *linker) read(own map[string]bool) error {
	names := unitNames(l.list)
	for i, in := range l.list {
		in.Options.Model, in.Options.Entry = l.c.opt.Model, l.c.opt.Entry
		if in.Text == nil {
			b, e := readFile(in.Path)
			if e != nil {
				l.failed(in.Path, e)
				continue
			}
			in.Text = b
		}
		s, ast, e := parseUnit(in.Path, in.Text, in.Options)
		if e != nil {
			l.failed(in.Path, e)
			continue
		}
		c := newChecker(s, &Unit{Model: l.c.model, Files: map[string][]byte{}})
		c.basic, c.lib = l.c.basic, l.c.lib
		c.guarded(func() {
			c.define(ast)
			for name := range own {
				c.defined[name] = true
			}
			c.declarations(ast)
			c.unread()
			c.weakPragmas()
		})
		// A function of the library is one of the program's own, or becomes one, by its name.
		for _, y := range c.lib.scope.names {
			y.fn = nil
		}
		if len(c.errs) > 0 {
			l.failed(in.Path, s.errors(c.errs))
			continue
		}
		u := &unit{checker: c, name: names[i], objects: map[*Object]string{}}
		for name, o := range c.globals {
			u.objects[o] = name
		}
		l.units = append(l.units, u)
		for _, f := range c.unit.Funcs {
			if c.lib.scope.names[f.Name] != nil && (f.Body != nil || f.alias != "") && !f.internal {
				l.redefined[f.Name] = true
			}
		}
	}
	if len(l.errs) > 0 && (!l.build || len(l.units) == 0) {
		return newErrors(l.errs)
	}
	return nil
}

// failed keeps what is wrong with a unit.
func (l *linker) failed(path string, e *Errors) {
	l.errs = append(l.errs, e.List...)
	if l.build {
		first := e.List[0]
		l.c.note(Assumption, first.Pos, "the file "+path+", which cannot be read: "+first.Msg, "what it defines is taken for code outside of the program")
	}
}

// link makes one unit of all.
func (l *linker) link(roots []string) (*Unit, error) {
	l.c.guarded(func() {
		if l.build {
			l.choose(roots)
		}
		if len(l.c.errs) > 0 {
			return
		}
		l.mergeRecords()
		l.collect()
		for _, name := range l.names {
			l.resolve(l.entries[name])
		}
		l.follow()
		if len(l.c.errs) == 0 {
			l.join()
		}
	})
	if len(l.c.errs) > 0 {
		return nil, l.errors()
	}
	return l.c.unit, nil
}

// errors are those of the linking, with the lines that they speak of.
func (l *linker) errors() error {
	for i := range l.c.errs {
		d := &l.c.errs[i]
		for _, u := range l.units {
			if d.Line == "" {
				d.Line = u.src.line(d.Pos)
			}
		}
	}
	return newErrors(l.c.errs)
}

// join puts together what the units have, and completes it as the unit of a single file is.
func (l *linker) join() {
	c, u := l.c, l.c.unit
	for _, f := range l.units {
		l.replaced.in(f.unit)
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
		u.Sources = append(u.Sources, f.src.main)
		u.ACSL = append(u.ACSL, f.unit.ACSL...)
		for name, b := range f.unit.Files {
			u.Files[name] = b
		}
	}
	c.takeText()
}

// take takes over what is left of a unit.
func (l *linker) take(f *unit) {
	c, u := l.c, l.c.unit
	for _, g := range f.unit.Funcs {
		if l.funcs[g] == nil {
			u.Funcs = append(u.Funcs, g)
		}
	}
	for _, o := range f.unit.Objects {
		if l.objs[o] == nil {
			u.Objects = append(u.Objects, o)
		}
	}
	u.Ghosts = append(u.Ghosts, f.unit.Ghosts...)
	for _, n := range f.unit.Notes {
		addNote(&u.Notes, n)
	}
	if f.unit.Errno != nil {
		u.Errno = f.unit.Errno
	}
	if f.unit.Rounding != nil {
		u.Rounding = f.unit.Rounding
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
func (l *linker) final(f *Func) *Func {
	if g := l.funcs[f]; g != nil {
		return g
	}
	return f
}

// addNote adds what is not there yet.
func addNote(to *[]Note, n Note) {
	for _, m := range *to {
		if m == n {
			return
		}
	}
	*to = append(*to, n)
}

// unitNames names units for people: by as much of the ends of their paths as tells them apart.
func unitNames(list []Source) []string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = filepath.ToSlash(filepath.Clean(a.Path))
		for n := 1; ; n++ {
			end := pathEnd(names[i], n)
			unique := true
			for j, b := range list {
				unique = unique && (i == j || a.Path == b.Path || pathEnd(filepath.ToSlash(filepath.Clean(b.Path)), n) != end)
			}
			if unique || end == names[i] {
				names[i] = end
				break
			}
		}
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
