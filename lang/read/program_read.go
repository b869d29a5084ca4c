package read

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/gnu"
	table "github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/parse"
)

// This file reads the units of a program one by one.

// agreeOnChar returns an error if char is signed in some units and unsigned in others.
func agreeOnChar(list []Source) *lang.Errors {
	for _, s := range list[1:] {
		if !s.Beside && s.Options.UnsignedChar != list[0].Options.UnsignedChar {
			return lang.OneError(lang.Pos{File: s.Path}, "compile all files with -funsigned-char, or none",
				"char is signed here or in %s, and unsigned in the other", list[0].Path)
		}
	}
	return nil
}

// read reads the units. own has the library functions that the program defines itself.
func (l *linker) read(own map[string]bool) error {
	names := unitNames(l.list)
	for i, in := range l.list {
		if !in.Beside {
			l.readUnit(in, names[i], own)
		}
	}
	like := l.likeEntry()
	for i, in := range l.list {
		if in.Beside {
			l.c.Take(lang.ChosenNote("flags", lang.Pos{File: in.Path}, in.Path+", which the build does not compile", "read with the flags of "+like.Path))
			in.Options = like.Options
			l.readUnit(in, names[i], own)
		}
	}
	if len(l.units) == 0 {
		l.errs = append(l.errs, l.left...)
	}
	if len(l.errs) > 0 {
		return lang.NewErrors(l.errs)
	}
	return nil
}

// readUnit reads the unit `in`, whose name in messages is name.
func (l *linker) readUnit(in Source, name string, own map[string]bool) {
	in.Options.Model, in.Options.Entry, in.Options.Contracts = l.c.opt.Model, l.c.opt.Entry, l.c.opt.Contracts
	if in.Text == nil {
		b, e := lang.ReadFile(in.Path)
		if e != nil {
			l.failed(in, e)
			return
		}
		in.Text = b
	}
	s, ast, e := parse.Unit(in.Path, in.Text, in.Options)
	if e != nil {
		l.failed(in, e)
		return
	}
	c := newChecker(s, &lang.Unit{Model: l.c.Model, Files: map[string][]byte{}})
	c.Basic, c.lib = l.c.Basic, l.c.lib
	c.mentionLibrary()
	s.Macros = ast.Macros
	c.guarded(func() {
		c.define(ast)
		for name := range own {
			c.defined[name] = true
		}
		c.declarations(ast)
		c.unread()
		c.weakPragmas()
	})
	// The symbols of the library are shared: the next unit has its own functions for them.
	for _, y := range c.lib.scope.names {
		y.fn = nil
	}
	if len(c.Errs) > 0 {
		l.failed(in, s.Errors(c.Errs))
		return
	}
	u := &unit{checker: c, name: name, beside: in.Beside, objects: map[*lang.Object]string{}}
	for name, o := range c.globals {
		u.objects[o] = name
	}
	l.units = append(l.units, u)
	for _, f := range c.Unit.Funcs {
		if c.lib.declares(f.Name) && (f.Body != nil || f.Alias != "") && !f.Static {
			l.redefined[f.Name] = true
		}
	}
}

// likeEntry returns the source that defines the entry function, or the first one.
func (l *linker) likeEntry() Source {
	name := l.c.opt.EntryName()
	for _, u := range l.units {
		if f := u.Funcs[name]; f != nil && f.Body != nil && !f.Model {
			return Source{Path: u.src.Main, Options: u.opt}
		}
	}
	return l.list[0]
}

// doubtUndefined adds notes to functions and objects that no file defines: a file that could not be read may
// define them. The usual assumptions about code outside of the program do not apply to such a file, because
// the file may access the program's objects.
func (l *linker) doubtUndefined() {
	if len(l.left) == 0 {
		return
	}
	from := ", which " + l.left[0].Pos.File + " may define, a file that cannot be read"
	for _, f := range l.c.Unit.Funcs {
		if f.Body == nil && !table.Known(f.Name) && !strings.HasPrefix(f.Name, "__VERIFIER_") && !gnu.PureBuiltin(f.Name) {
			addNote(&f.Notes, lang.UnmodelledNote(f.Pos, f.Name+from))
		}
	}
	for _, o := range l.c.Unit.Objects {
		if o.Extern {
			addNote(&o.Notes, lang.UnmodelledNote(o.Pos, o.Name+from))
		}
	}
}

// failed records the errors e in the source `in`. A build may have files that cannot be read, or that are for other
// machines. Errors in such files are only noted, but errors in files that the user named are errors of the program.
func (l *linker) failed(in Source, e *lang.Errors) {
	if !l.build || in.Beside || slices.Contains(l.roots, in.Path) {
		l.errs = append(l.errs, e.List...)
		return
	}
	l.left = append(l.left, e.List...)
	first := e.List[0]
	l.c.Note(lang.Approximated, first.Pos, "the file "+in.Path+", which cannot be read: "+first.Msg, "nothing is claimed of runs that call what it may define")
}
