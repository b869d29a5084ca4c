package read

import (
	"fmt"
	"path/filepath"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/parse"
	"github.com/whet-mc/whet/lang/pass/contract"
	"github.com/whet-mc/whet/lang/pass/jump"
	"github.com/whet-mc/whet/lang/pass/stdlib"
	"github.com/whet-mc/whet/lang/pass/variadic"
)

// This file reads a program of one file: see doc.go for the steps.

// Options say how source is to be read.
type Options = parse.Options

// Load reads the program in the file path. An error is an *Errors.
func Load(path string, opt Options) (*lang.Unit, error) {
	b, e := lang.ReadFile(path)
	if e != nil {
		return nil, e
	}
	return LoadBytes(path, b, opt)
}

// LoadBytes reads the program in src. Positions name the file path. An error is an *Errors.
func LoadBytes(path string, src []byte, opt Options) (*lang.Unit, error) {
	s, ast, e := parse.Unit(path, src, opt)
	if e != nil {
		return nil, e
	}
	return check(s, ast)
}

// check turns the parser's tree into a unit.
func check(s *parse.Sources, ast *cc.AST) (u *lang.Unit, err error) {
	u = &lang.Unit{Model: s.Opt.Model, Files: map[string][]byte{}}
	c := newChecker(s, u)
	c.lib = c.newLibrary()
	c.mentionLibrary()
	s.Macros = ast.Macros
	c.guarded(func() {
		c.define(ast)
		c.declarations(ast)
		c.orderStarters()
		if len(c.Errs) == 0 {
			c.readModels()
			c.readEnds()
			c.readArguments()
		}
		c.finishCalls()
		c.unread()
		c.link()
		c.finishUnit()
		c.takeText()
	})
	if len(c.Errs) > 0 {
		return nil, s.Errors(c.Errs)
	}
	return u, nil
}

// guarded calls f and turns a panic into an error.
func (c *checker) guarded(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(tooMany); !ok {
				c.Errs = append(c.Errs, lang.Diagnostic{Pos: c.lastPos, Msg: fmt.Sprintf("whet failed on this declaration: %v", parse.FirstLine(fmt.Sprint(r))),
					Hint: "this is a fault of whet; please report it with the file"})
			}
		}
	}()
	f()
}

// define records the functions that the unit itself defines.
func (c *checker) define(ast *cc.AST) {
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if d := tu.ExternalDeclaration; d != nil && d.Case == cc.ExternalDeclarationFuncDef && d.FunctionDefinition != nil {
			c.defined[d.FunctionDefinition.Declarator.Name()] = true
		}
	}
}

// declarations reads the declarations and definitions of the unit.
func (c *checker) declarations(ast *cc.AST) {
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if tu.ExternalDeclaration != nil {
			c.lastPos = c.pos(tu.ExternalDeclaration)
			c.externalDecl(tu.ExternalDeclaration)
		}
	}
	c.finishGlobals()
}

// unread notes the attributes and pragmas of the unit that were not read.
func (c *checker) unread() {
	c.lostAttributes()
	c.src.Unbalanced()
	for _, n := range c.src.RefusedPragmas {
		c.refuseUnit(n.Pos, n.What)
	}
}

func newChecker(s *parse.Sources, u *lang.Unit) *checker {
	c := &checker{
		Maker: build.Maker{
			Model: s.Opt.Model, Unit: u,
			Basic: build.NewBasic(s.Opt.Model, s.Opt.UnsignedChar),
			Bad:   &lang.Type{Kind: lang.Void, Align: 1, Name: "(error)"},
			Goal:  build.Goal{Entry: s.Opt.EntryName(), Inputs: s.Opt.Inputs, Contracts: s.Opt.Contracts, Vacuous: s.Opt.Vacuous, Bodies: s.Opt.Bodies},
			Funcs: map[string]*lang.Func{}, Noted: map[string]bool{}, AsmNames: map[string]string{},
		},
		opt: s.Opt, src: s,
		globals: map[string]*lang.Object{},
		defined: map[string]bool{},
		unlike:  map[string]bool{},
		isNeed:  map[*lang.Func]bool{},
		settled: map[int]seenAttr{},
	}
	c.Bad.Elem = c.Bad
	c.Models, c.Proto = c, c.inProto
	c.Unit.Notes = append(c.Unit.Notes, c.opt.Notes...)
	c.file = c.open()
	return c
}

// finishUnit runs the passes over the unit, numbers its functions and objects, and finds the entry
// function.
func (c *checker) finishUnit() {
	u := c.Unit
	contract.Apply(&c.Maker)
	stdlib.ShareGetopt(&c.Maker)
	jump.WriteOut(&c.Maker)
	variadic.WriteOut(&c.Maker)
	variadic.WriteAsprintf(&c.Maker)
	stdlib.WriteDivisions(&c.Maker)
	c.scans()
	contract.Drive(&c.Maker)
	kept := u.Funcs[:0]
	for _, f := range u.Funcs {
		if f.Name == "" {
			continue
		}
		f.ID = len(kept)
		kept = append(kept, f)
	}
	u.Funcs = kept
	u.Objects = append(u.Objects, u.Ghosts...)
	objs := u.Objects[:0]
	for _, o := range u.Objects {
		if o.Name == "__whet_end" || o.Name == "__predefined_declarator" {
			continue
		}
		objs = append(objs, o)
	}
	u.Objects = objs
	id := 0
	number := func(list []*lang.Object) {
		for _, o := range list {
			o.ID = id
			id++
		}
	}
	number(u.Objects)
	for _, f := range u.Funcs {
		number(f.Params)
		number(f.Objects)
	}
	if u.Driver != nil {
		u.Driver.ID = len(u.Funcs)
		number(u.Driver.Func.Objects)
	}
	name := c.opt.EntryName()
	if f := c.Funcs[c.Linked(name)]; f != nil && f.Body != nil && !f.Model {
		u.Entry = f
	} else if len(c.Errs) == 0 && !c.opt.Listed {
		c.noEntry(name)
	}
}

// takeText adds the texts of the files and their annotations to the unit.
func (c *checker) takeText() {
	u := c.Unit
	if what := c.src.OfMachine(); what != "" {
		u.Notes = append(u.Notes, lang.CompilerAxiom.Note(lang.Pos{}, what))
	}
	for _, n := range c.src.Order {
		if lang.OwnHeader(n) {
			continue
		}
		f := c.src.Files[n]
		u.Files[n] = f.Raw
		u.ACSL = append(u.ACSL, f.Scanned.ACSL...)
	}
	if c.lib.reader != nil {
		for n, f := range c.lib.models().src.Files {
			u.Files[n] = f.Raw
		}
	}
}

// noEntry reports that the entry function has no body.
func (c *checker) noEntry(name string) {
	var names []string
	for _, f := range c.Unit.Funcs {
		if f.Body != nil && !f.Model {
			names = append(names, f.Name)
		}
	}
	files, where := "the file", filepath.Base(c.src.Main)+" does not define"
	if c.src.Main == "" {
		files, where = "the program", "no file defines"
	}
	hint := files + " defines no functions at all"
	if len(names) > 0 {
		sort.Strings(names)
		more := ""
		if len(names) > 12 {
			names, more = names[:12], ", …"
		}
		hint = "choose another with --entry; " + files + " defines " + strings.Join(names, ", ") + more
	}
	c.errorHint(lang.Pos{File: c.src.Main}, hint, "%s the function %s that a run starts in", where, name)
}
