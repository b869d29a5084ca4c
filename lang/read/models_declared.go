package read

import (
	_ "embed"
	"slices"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/models"
)

// This file reads the declarations of the models and their headers when a program uses their names. A list
// has the names that the models declare. So the models are not even preprocessed for a program that uses
// none of these names.

// library gives a checker access to the models. All checkers of the units of one program share it.
type library struct {
	model  lang.DataModel
	opt    Options
	basic  build.Basic
	scope  *scope
	reader *checker     // the checker that reads the declarations; nil until the first one is read
	read   map[int]bool // the parts that were read
}

func (c *checker) newLibrary() *library {
	l := &library{model: c.Model, opt: c.opt, basic: c.Basic, scope: &scope{}, read: map[int]bool{}}
	l.scope.models = l
	return l
}

func (l *library) models() *parsedModels { return modelsFor(l.model) }

// declares reports whether the models or their headers declare name.
func (l *library) declares(name string) bool {
	_, ok := models.Declared()[name]
	return ok
}

// defines reports whether the function name has a model.
func (l *library) defines(name string) bool {
	return models.Declared()[name]
}

// symbol returns the symbol that the models declare by name, or nil if they do not declare name.
func (l *library) symbol(name string) *symbol {
	y := l.scope.names[name]
	if y == nil && l.declares(name) {
		l.declare(name)
		y = l.scope.names[name]
	}
	return y
}

// tag returns the type that the models define with the tag name, or nil if they define none.
func (l *library) tag(name string) *lang.Type {
	l.declare(name + tagSuffix)
	return l.scope.tags[name]
}

// declare reads the parts of the models that may declare the names.
func (l *library) declare(names ...string) {
	if len(names) == 0 {
		return
	}
	p := l.models()
	var parts []int
	for _, n := range names {
		for _, i := range p.of[n] {
			if !l.read[i] {
				l.read[i] = true
				parts = append(parts, i)
			}
		}
	}
	if len(parts) == 0 {
		return
	}
	if l.reader == nil {
		// The library needs its own checker, because the program's checker is in use.
		l.reader = newChecker(p.src, &lang.Unit{Model: l.model, Files: map[string][]byte{}})
		l.reader.opt, l.reader.Basic, l.reader.lib = l.opt, l.basic, l
		l.reader.scope, l.reader.file, l.reader.InModel = l.scope, l.scope, true
		for i := range p.parts {
			if p.parts[i].types && !l.read[i] {
				l.read[i] = true
				parts = append(parts, i)
			}
		}
	}
	slices.Sort(parts)
	for _, d := range p.declarations(parts) {
		l.reader.readHead(d)
	}
	for _, e := range l.reader.Errs {
		panic("lang: the models are wrong: " + e.Pos.String() + ": " + e.Msg) // they are tested
	}
}

// readHead declares the names and types of the part d of the models. It reads no bodies.
func (c *checker) readHead(d *modelHead) {
	src, scope := c.src, c.scope
	own := *d.src // a copy with its own cache of positions, because checkers share the models' sources
	c.src, c.scope = &own, c.file
	switch d.Case {
	case cc.ExternalDeclarationFuncDef:
		n := d.FunctionDefinition
		s := c.declSpecs(n.DeclarationSpecifiers)
		c.declareHeadFunc(c.declarator(c.specType(s), n.Declarator), s)
	case cc.ExternalDeclarationDecl:
		c.declareHead(d.Declaration)
	}
	c.src, c.scope = src, scope
}

func (c *checker) declareHead(n *cc.Declaration) {
	s := c.declSpecs(n.DeclarationSpecifiers)
	base := c.specType(s)
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		d := c.declarator(base, l.InitDeclarator.Declarator)
		switch {
		case s.typedef:
			c.declareType(d, len(c.waiting))
		case d.typ.Kind == lang.Function:
			c.declareHeadFunc(d, s)
		default:
			o := &lang.Object{Name: d.name, Type: d.typ, Storage: lang.Global, Pos: d.pos}
			c.scope.bind(&symbol{kind: symObject, name: d.name, typ: d.typ, obj: o, pos: d.pos, spare: true, init: l.InitDeclarator.Initializer, src: c.src})
		}
	}
}

// declareHeadFunc declares a function of the models. The function becomes part of the unit when symFunc is
// called for it.
func (c *checker) declareHeadFunc(d *declared, s *specs) {
	if c.scope.names[d.name] == nil {
		c.scope.bind(&symbol{kind: symFunc, name: d.name, typ: d.typ, pos: d.pos, noreturn: s.noreturn || s.attrs.noreturn})
	}
}

// mentionLibrary declares all library names that occur in the unit in one step, which is cheaper than several
// steps. It ignores names that occur only in the built-in headers.
func (c *checker) mentionLibrary() {
	x := c.src.Expanded
	if x == nil {
		return
	}
	var names []string
	seen := map[string]bool{}
	eachWord(x.Text, func(w []byte, at int) {
		if rare, known := seen[string(w)]; known && !rare {
			return
		}
		declared := c.lib.declares(string(w))
		if declared && x.BuiltIn(at) {
			seen[string(w)] = true // check the next occurrence of the word again
			return
		}
		seen[string(w)] = false
		if declared {
			names = append(names, string(w))
		}
	})
	c.lib.declare(names...)
}
