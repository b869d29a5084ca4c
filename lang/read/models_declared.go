package read

import (
	_ "embed"
	"slices"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/models"
)

// What the models and their headers declare is read when a program names it. For names that they do
// not have, and for programs that name nothing of the library, they are not even preprocessed: a list
// says what there is.

// library is the models as one checker sees them, or all checkers of the units of one program.
type library struct {
	model  lang.DataModel
	opt    Options
	basic  build.Basic
	scope  *scope
	reader *checker // of the declarations; nil: there was none yet
	read   map[int]bool
}

func (c *checker) newLibrary() *library {
	l := &library{model: c.Model, opt: c.opt, basic: c.Basic, scope: &scope{}, read: map[int]bool{}}
	l.scope.models = l
	return l
}

func (l *library) models() *parsedModels { return modelsFor(l.model) }

// declares reports whether the models and their headers declare a name.
func (l *library) declares(name string) bool {
	_, ok := models.Declared()[name]
	return ok
}

// defines reports whether a function has a model.
func (l *library) defines(name string) bool {
	return models.Declared()[name]
}

// symbol is what the models declare by a name; nil where that is nothing.
func (l *library) symbol(name string) *symbol {
	y := l.scope.names[name]
	if y == nil && l.declares(name) {
		l.declare(name)
		y = l.scope.names[name]
	}
	return y
}

// tag is the type that the models define by a tag; nil where there is none.
func (l *library) tag(name string) *lang.Type {
	l.declare(name + tagSuffix)
	return l.scope.tags[name]
}

// declare reads what may declare the names.
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
		// A checker of its own: the program's is in the middle of something.
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

// readHead declares what a part of the models does: names and types, no bodies.
func (c *checker) readHead(d *modelHead) {
	src, scope := c.src, c.scope
	own := *d.src // with a cache of positions of its own: the models' sources are shared
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

// declareHeadFunc declares a function without making it part of the unit: see symFunc.
func (c *checker) declareHeadFunc(d *declared, s *specs) {
	if c.scope.names[d.name] == nil {
		c.scope.bind(&symbol{kind: symFunc, name: d.name, typ: d.typ, pos: d.pos, noreturn: s.noreturn || s.attrs.noreturn})
	}
}

// mentionLibrary declares what the unit may name of the library, at once: each time costs something.
// What the built-in headers name is not asked for.
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
			seen[string(w)] = true // it is asked again where the word comes next
			return
		}
		seen[string(w)] = false
		if declared {
			names = append(names, string(w))
		}
	})
	c.lib.declare(names...)
}
