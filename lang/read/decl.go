package read

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/parse"
)

// This file reads declarations of objects, types and functions, and function definitions.

// externalDecl reads one declaration or definition at file scope.
func (c *checker) externalDecl(n *cc.ExternalDeclaration) {
	if n == nil {
		return
	}
	c.beginSpan(c.pos(n))
	c.declAt = c.pos(n)
	switch n.Case {
	case cc.ExternalDeclarationFuncDef:
		c.funcDef(n.FunctionDefinition)
	case cc.ExternalDeclarationDecl:
		c.declaration(n.Declaration)
	case cc.ExternalDeclarationAsmStmt:
		if a := n.AsmStatement; a == nil || a.Asm == nil || strings.TrimSpace(a.Asm.Token3.SrcStr()) != `""` {
			c.refuseUnit(c.pos(n), "inline assembly at file scope")
		}
	}
	c.notes(c.declAt, nil, nil)
	// Refusals that no declaration took may belong to any declaration.
	for _, r := range c.waiting {
		c.refuseUnit(r.Pos, r.What)
	}
	c.waiting = c.waiting[:0]
}

// declaration reads a declaration. In a function it returns the statements that the declaration executes
// at run time.
func (c *checker) declaration(n *cc.Declaration) []lang.Stmt {
	if n == nil {
		return nil
	}
	switch n.Case {
	case cc.DeclarationAssert:
		c.staticAssert(n.StaticAssertDeclaration)
		return nil
	case cc.DeclarationAuto:
		return c.autoType(n)
	}
	from := len(c.waiting)
	s := c.declSpecs(n.DeclarationSpecifiers)
	if n.InitDeclaratorList == nil {
		c.attributes(&s.attrs, n.AttributeSpecifierList)
		c.emptyDecl(n.DeclarationSpecifiers)
		c.settle(&s.attrs, s.site(gnu.OnNothing))
		if t := s.other; t != nil && s.def {
			c.bear(from, &t.Refused)
			t.CompleteVariants()
			c.forget(from)
		}
		return nil
	}
	c.attributes(&s.attrs, n.AttributeSpecifierList)
	var base *lang.Type
	if inferred := c.opt.C23() && s.auto && s.words == 0; inferred {
		if base = c.inferred(n.InitDeclaratorList); s.isConst {
			base = c.constant(base)
		}
	} else {
		base = c.specType(s)
	}
	var out []lang.Stmt
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		id := l.InitDeclarator
		if id == nil || id.Declarator == nil {
			continue
		}
		own := *s
		c.attributes(&own.attrs, l.AttributeSpecifierList)
		c.attributes(&own.attrs, id.AttributeSpecifierList)
		d := c.declarator(base, id.Declarator)
		if own.attrs.mode != "" && s.attrs.mode == "" {
			d.typ = c.modeType(&own, d.typ)
		}
		if own.attrs.vector > 0 && s.attrs.vector == 0 {
			d.typ = c.vector(d.typ, own.attrs.vector, d.pos)
		}
		switch {
		case own.typedef && own.attrs.latest > 0:
			d.typ = c.alignedVariant(d.typ, own.attrs.latest)
		case own.attrs.aligned > 0:
			d.typ = c.alignedVariant(d.typ, own.attrs.aligned)
		}
		c.asmLabel(d, id.Asm, !s.register && (d.typ.Kind == lang.Function || c.Frame == nil || s.extern))
		out = append(out, c.declare(&own, d, id.Initializer, from)...)
		if y := c.scope.names[d.name]; d.typ.Kind == lang.Function && y != nil && y.kind == symFunc {
			c.promise(y.fn, d, c.pos(n))
		}
	}
	c.forget(from)
	return out
}

// emptyDecl reads a declaration without declarators: struct s { … };
func (c *checker) emptyDecl(n *cc.DeclarationSpecifiers) {
	// A lone `struct s;` declares a new type in this scope.
	if n != nil && n.DeclarationSpecifiers == nil && n.TypeSpecifier != nil {
		if su := n.TypeSpecifier.StructOrUnionSpecifier; su != nil && su.Case == cc.StructOrUnionSpecifierTag {
			c.forwardTag(su)
		}
	}
}

// autoType reads GNU C's declaration __auto_type x = e;
func (c *checker) autoType(n *cc.Declaration) []lang.Stmt {
	if n.Initializer == nil || n.Declarator == nil {
		return nil
	}
	c.NoEval++
	e := c.rvalue(n.Initializer.AssignmentExpression)
	c.NoEval--
	if e.Type().IsWidth() {
		c.errorf(c.pos(n.Declarator), "__auto_type takes its type of a bit-field")
		return nil
	}
	d := c.declarator(e.Type().Plain(), n.Declarator)
	return c.declare(&specs{pos: d.pos}, d, n.Initializer, len(c.waiting))
}

// inferred returns the type of x in C23's declaration auto x = e;
func (c *checker) inferred(l *cc.InitDeclaratorList) *lang.Type {
	id := l.InitDeclarator
	if id == nil || id.Declarator == nil {
		return c.Bad
	}
	pos := c.pos(id.Declarator)
	d := id.Declarator
	plain := d.Pointer == nil && d.DirectDeclarator != nil && d.DirectDeclarator.Case == cc.DirectDeclaratorIdent
	switch {
	case l.InitDeclaratorList != nil || !plain:
		c.errorHint(pos, "write one declaration for each, auto x = e;", "auto declares one plain name only")
	case id.Initializer == nil || id.Initializer.Case != cc.InitializerExpr:
		c.errorHint(pos, "write auto x = e;", "auto without a type needs an expression that gives it")
	default:
		c.NoEval++
		e := c.rvalue(id.Initializer.AssignmentExpression)
		c.NoEval--
		if bitField(e) != nil || e.Type().IsWidth() {
			c.errorHint(pos, "name the type", "auto takes its type of a bit-field")
			return c.Bad
		}
		return e.Type().Plain()
	}
	return c.Bad
}

// site returns the site `at` of the specifiers' attributes. For the definition of an enumeration it adds OnEnum,
// because attributes after the braces belong to the enumeration.
func (s *specs) site(at gnu.Site) gnu.Site {
	if s.def && s.other != nil && s.other.Enum {
		at |= gnu.OnEnum
	}
	return at
}

// forget removes the waiting refusals from the index `from` on, after a declaration at file scope took them. In a
// function they remain, because they also apply to the function.
func (c *checker) forget(from int) {
	if c.Frame == nil {
		c.waiting = c.waiting[:from]
	}
}

// declare declares the name of d, and returns the statements for a local declaration. The name takes the waiting
// refusals from the index `from` on.
func (c *checker) declare(s *specs, d *declared, init *cc.Initializer, from int) []lang.Stmt {
	switch {
	case s.attrs.constexpr && (s.typedef || s.extern || d.typ.Kind == lang.Function || init == nil):
		c.errorf(d.pos, "constexpr in a declaration that defines no constant")
		return nil
	case s.typedef:
		c.settle(&s.attrs, s.site(gnu.OnTypedef))
		return c.declareType(d, from)
	case d.typ.Kind == lang.Function:
		c.settle(&s.attrs, s.site(gnu.OnFunc))
		y := c.declareFunc(s, d)
		c.bear(from, &y.fn.Notes)
		if init != nil {
			c.errorf(d.pos, "the function %s is initialised like a variable", d.name)
		}
		return nil
	case d.typ.Kind == lang.Void:
		c.errorf(d.pos, "%s has type void", d.name)
		d.typ = c.Bad
	}
	if c.Frame == nil || s.extern {
		c.settle(&s.attrs, s.site(gnu.OnGlobal))
		if s.attrs.constexpr {
			s.static = true
		}
		if o := c.declareGlobal(s, d, init); o != nil {
			c.constexpr(s, o)
			c.linkObject(o, &s.attrs)
			c.inSpan(&o.Notes)
			if linkerMade(d.name) {
				c.refuse(d.pos, d.name+", which the linker makes")
			}
			c.bear(from, &o.Notes)
		}
		return nil
	}
	if s.static {
		c.settle(&s.attrs, s.site(gnu.OnGlobal))
	} else {
		c.settle(&s.attrs, s.site(gnu.OnLocal))
	}
	return c.declareLocal(s, d, init)
}

func (c *checker) declareType(d *declared, from int) []lang.Stmt {
	if old := c.scope.names[d.name]; old != nil && (old.kind != symType || !c.sameTypedef(old.typ, d.typ)) {
		c.errorf(d.pos, "%s is declared twice with different types", d.name)
	}
	if t := d.typ; t.Kind == lang.Record && t.Tag == "" && t.Typedef == "" && t.Original() == nil && c.Frame == nil {
		t.Typedef = d.name
	}
	y := &symbol{kind: symType, name: d.name, typ: d.typ, pos: d.pos}
	c.bear(from, &y.refused)
	c.scope.bind(y)
	var out []lang.Stmt
	for _, v := range d.dims {
		out = append(out, c.setLen(v, d.pos))
	}
	return out
}

func (c *checker) sameTypedef(a, b *lang.Type) bool {
	return a == c.Bad || b == c.Bad || lang.Compatible(a, b)
}

// setLen returns a statement that stores the length v of a variable-length array which no DeclStmt
// declares.
func (c *checker) setLen(v lang.VLADim, pos lang.Pos) lang.Stmt {
	return &lang.ExprStmt{StmtBase: lang.At(pos), X: c.setLenExpr(v, pos)}
}

func (c *checker) setLenExpr(v lang.VLADim, pos lang.Pos) lang.Expr {
	return &lang.Assign{ExprBase: lang.Typed(pos, v.Obj.Type), L: &lang.VarRef{ExprBase: lang.Typed(pos, v.Obj.Type), Obj: v.Obj}, R: v.X}
}

// declareGlobal declares an object with linkage, or at file scope. It returns nil after an error.
func (c *checker) declareGlobal(s *specs, d *declared, init *cc.Initializer) *lang.Object {
	link := c.Linked(d.name)
	o := c.globals[link]
	local := c.Frame != nil
	if old := c.scope.names[d.name]; old != nil && old.kind != symObject {
		c.errorf(d.pos, "%s is declared twice as different things", d.name)
		return nil
	}
	if c.InModel {
		o = nil // models share only functions with the program
		if old := c.scope.names[d.name]; old != nil {
			o = old.obj
		}
	}
	t := d.typ
	if o == nil && d.name == "errno" && s.extern && init == nil && !c.InModel && lang.Compatible(t, c.IntT) {
		o = c.errno() // declared without the header, as before C89: the library sets this object
		c.globals[d.name] = o
	}
	if o == nil {
		o = &lang.Object{Name: d.name, Type: t, Storage: lang.Global, Pos: d.pos, Extern: true}
		if !c.InModel {
			c.globals[link] = o
		}
		c.Unit.Objects = append(c.Unit.Objects, o)
	} else {
		t = c.composite(d.pos, d.name, o.Type, t)
		o.Type = t
	}
	o.Static = o.Static || s.static
	if !s.extern || init != nil {
		if o.Extern {
			o.Pos = d.pos
		}
		o.Extern = false
	}
	c.scope.bind(&symbol{kind: symObject, name: d.name, typ: t, obj: o, pos: d.pos})
	if init != nil {
		if o.Init != nil {
			c.errorf(d.pos, "%s is initialised twice", d.name)
		}
		if local {
			c.errorf(d.pos, "the extern variable %s is initialised in a function", d.name)
			return nil
		}
		c.initialise(o, init)
	}
	return o
}

// composite returns the type of the object name, which is declared with the types a and b.
func (c *checker) composite(pos lang.Pos, name string, a, b *lang.Type) *lang.Type {
	if a == c.Bad || b == c.Bad {
		return a
	}
	if !lang.Compatible(a, b) {
		c.errorf(pos, "%s is declared twice with different types, %s and %s", name, a, b)
		return a
	}
	if a.Kind == lang.Array && a.Len < 0 {
		return b
	}
	return a
}

// finishGlobals completes tentative definitions at the end of the unit.
func (c *checker) finishGlobals() {
	for _, o := range c.Unit.Objects {
		if o.Storage != lang.Global || o.Type == c.Bad {
			continue
		}
		if o.Type.Kind == lang.Array && o.Type.Len < 0 && !o.Extern {
			o.Type = c.Array(o.Type.Elem, 1) // C11 6.9.2: as if it had one element
		}
		if !o.Extern && !c.isComplete(o.Type) {
			c.errorf(o.Pos, "%s has the incomplete type %s", o.Name, o.Type)
		}
	}
}

// declareLocal declares an object in a function.
func (c *checker) declareLocal(s *specs, d *declared, init *cc.Initializer) []lang.Stmt {
	if c.scope.names[d.name] != nil {
		c.errorf(d.pos, "%s is declared twice in one block", d.name)
	}
	if s.static {
		if d.name == "__func__" && init != nil {
			// The parser puts a declaration of __func__ at the start of every function.
			c.scope.bind(&symbol{kind: symFuncName, name: d.name, pos: d.pos})
			return nil
		}
		o := &lang.Object{Name: d.name, Type: d.typ, Storage: lang.Static, Func: c.Frame.Func, Pos: d.pos}
		if d.typ.Size < 0 {
			c.errorf(d.pos, "the static variable %s has a variable length", d.name)
			o.Type = c.Bad
		}
		if c.NoEval == 0 {
			c.Unit.Objects = append(c.Unit.Objects, o)
		}
		c.scope.bind(&symbol{kind: symObject, name: d.name, typ: d.typ, obj: o, pos: d.pos})
		if init != nil {
			c.initialise(o, init)
		}
		c.constexpr(s, o)
		c.needComplete(o)
		return nil
	}
	o := &lang.Object{Name: d.name, Type: d.typ, Storage: lang.Local, Pos: d.pos, Volatile: d.typ.IsVolatile()}
	c.Own(o)
	c.scope.bind(&symbol{kind: symObject, name: d.name, typ: d.typ, obj: o, pos: d.pos})
	if init != nil {
		if d.typ.Size < 0 {
			c.errorf(d.pos, "the variable-length array %s cannot be initialised", d.name)
		} else {
			c.initialise(o, init)
		}
	}
	c.constexpr(s, o)
	c.needComplete(o)
	if s.attrs.hasCleanup && o.Type != c.Bad {
		o.Cleanup = c.cleanupCall(o, s.attrs.cleanup)
	}
	return []lang.Stmt{&lang.DeclStmt{StmtBase: lang.At(d.pos), Obj: o, Dims: d.dims}}
}

// constexpr notes that an object was declared constexpr, so that its value is a constant.
func (c *checker) constexpr(s *specs, o *lang.Object) {
	if s.attrs.constexpr && o.Type != c.Bad {
		o.Constexpr = o.Type.IsScalar() && o.Init != nil && len(o.Init.Items) == 1
	}
}

func (c *checker) needComplete(o *lang.Object) {
	if t := o.Type; t != c.Bad && t.Size >= 0 && !c.isComplete(t) {
		c.errorf(o.Pos, "%s has the incomplete type %s", o.Name, t)
		o.Type = c.Bad
	}
}

// declareLinkage records the linkage that a declaration of f at file scope specifies. gnu says that inline
// has the meaning of GNU C89, which is opposite to C99: a definition with extern inline is only for this
// unit.
func declareLinkage(f *lang.Func, s *specs, gnu bool) {
	f.Static = f.Static || s.static
	f.Inline = f.Inline || s.inline
	if gnu || s.attrs.gnuInline {
		f.External = f.External || !s.inline || !s.extern
	} else {
		f.External = f.External || !s.inline || s.extern
	}
}

// declareFunc declares a function and returns its symbol.
func (c *checker) declareFunc(s *specs, d *declared) *symbol {
	f := c.function(d.name, d.pos, d.typ)
	if s.noreturn || s.attrs.noreturn {
		f.NoReturn = true
	}
	c.linkFunc(f, &s.attrs)
	if c.Frame == nil {
		declareLinkage(f, s, c.opt.GNUInline || parse.OldInline(c.opt.Standard))
	}
	c.inSpan(&f.Notes)
	old := c.scope.names[d.name]
	if old != nil && old.kind != symFunc {
		c.errorf(d.pos, "%s is declared twice as different things", d.name)
	}
	t := d.typ
	if old != nil && old.kind == symFunc {
		t = c.compositeFunc(d.pos, old, t)
	}
	y := &symbol{kind: symFunc, name: d.name, typ: t, fn: f, pos: d.pos}
	if old != nil {
		y.inline = old.inline
	}
	c.scope.bind(y)
	if f.Body == nil && !c.hasModel(f) {
		f.Type = t
	}
	return y
}

// compositeFunc returns the type of the function old, which is declared again with the type t. Two types that are not
// compatible are accepted, as by gcc with a warning, if one of them has no prototype, or if they differ only in the
// types of parameters. Then the later type wins, but a prototype wins over a type without one. Other contradictions
// are errors.
func (c *checker) compositeFunc(pos lang.Pos, old *symbol, t *lang.Type) *lang.Type {
	a := old.typ
	if !lang.Compatible(a, t) {
		if old.fn.Model || c.InModel || c.hasModel(old.fn) || old.implicit {
			return t
		}
		if a.NoProto || t.NoProto || lang.Compatible(a.Elem, t.Elem) && len(a.Params) == len(t.Params) {
			if !t.NoProto {
				return t
			}
			return a
		}
		c.errorf(pos, "%s is declared twice with different types, %s and %s", old.name, a, t)
		return t
	}
	atLeastOf(a, t)
	atLeastOf(t, a)
	if t.NoProto && !a.NoProto {
		return a
	}
	return t
}

// function returns the function name with linkage. It creates the function, with type t, at its first
// declaration.
func (c *checker) function(name string, pos lang.Pos, t *lang.Type) *lang.Func {
	name = c.canonical(c.Linked(name))
	// The built-in headers declare functions with the same types as the models.
	foreign, lacking := false, false
	if !c.InModel && !lang.OwnHeader(pos.File) && c.lib.defines(name) {
		m := c.lib.symbol(name)
		foreign = !build.Resembles(t, m.typ)
		lacking = foreign && build.Shorter(name, t, m.typ)
	}
	if foreign && !lacking {
		c.unlike[name] = true // a different function with the same name
	}
	f := c.Funcs[name]
	if f == nil {
		f = &lang.Func{Name: name, Type: t, Pos: pos}
		c.Funcs[name] = f
		c.Unit.Funcs = append(c.Unit.Funcs, f)
		c.refuseBuiltin(f, pos)
		if lacking && !c.defined[name] {
			f.Notes = append(f.Notes, lang.OutsideAxiom.Note(pos, name+", declared without its last parameter and taken for the Linux kernel's"))
		}
	}
	return f
}

// funcState is the state while the statements of a function are read.
type funcState struct {
	labels  map[string]*lang.Label // function-wide labels
	defined map[*lang.Label]bool
	used    map[*lang.Label]lang.Pos // first use, for labels that are never defined
	order   []*lang.Label            // used labels, in order of first use
	swtch   []*switchState
	loops   int
	breaks  int
}

// funcDef reads a function definition.
func (c *checker) funcDef(n *cc.FunctionDefinition) {
	if n == nil || n.Declarator == nil {
		return
	}
	from := len(c.waiting)
	s := c.declSpecs(n.DeclarationSpecifiers)
	d := c.declarator(c.specType(s), n.Declarator)
	c.settle(&s.attrs, s.site(gnu.OnFunc))
	if s.attrs.constexpr || s.auto && s.words == 0 && c.opt.C23() {
		c.errorf(d.pos, "constexpr or auto in the definition of a function")
	}
	if d.typ.Kind != lang.Function || d.params == nil {
		if d.typ != c.Bad {
			c.errorf(d.pos, "%s has a body but is no function", d.name)
		}
		return
	}
	ps := d.params
	if d.typ.NoProto {
		c.kAndR(d, ps, n.DeclarationList)
	}
	old := c.scope.names[d.name]
	f := c.function(d.name, d.pos, d.typ)
	if f.Body != nil && !c.InModel {
		// GNU C: a later definition replaces an extern inline definition.
		if old == nil || !old.inline {
			c.errorf(d.pos, "the function %s is defined twice (before at %s)", d.name, f.Pos)
			return
		}
		f.Objects, f.Labels, f.Body = nil, nil, nil
	}
	y := c.declareFunc(s, d)
	y.inline = s.inline && s.extern || s.attrs.gnuInline
	f.Type, f.Pos = d.typ, d.pos
	f.Params = ps.list
	f.Body = &lang.Block{} // marks f as defined
	c.starters = append(c.starters, f)
	c.body(f, ps, n.CompoundStatement, c.pos(n))
	c.bear(from, &f.Notes)
	c.forget(from)
}

// cleanupCall returns the call f(&o) for the attribute cleanup(f) of o, or nil after an error.
func (c *checker) cleanupCall(o *lang.Object, f cc.Token) lang.Expr {
	pos := c.at(f)
	y := c.lookup(f.SrcStr())
	if y == nil || y.kind != symFunc {
		c.errorf(pos, "the cleanup of %s is no function: %s", o.Name, f.SrcStr())
		return nil
	}
	ref := &lang.VarRef{ExprBase: lang.Typed(pos, o.Type), Obj: o}
	return c.directCall(y, pos, []lang.Expr{&lang.AddrOf{ExprBase: lang.Typed(pos, c.Pointer(o.Type)), X: ref}})
}

// body reads the body n of the function f with parameters ps. The definition begins at the position `at`.
func (c *checker) body(f *lang.Func, ps *params, n *cc.CompoundStatement, at lang.Pos) {
	c.Frame, c.state = &build.Frame{Func: f}, &funcState{labels: map[string]*lang.Label{}, defined: map[*lang.Label]bool{}, used: map[*lang.Label]lang.Pos{}}
	defer func() { c.Frame, c.state = nil, nil }()
	var pre []lang.Stmt
	for i, p := range ps.list {
		p.Func = f
		if p.Type != c.Bad && !c.isComplete(p.Type) {
			c.errorf(p.Pos, "the parameter %s has the incomplete type %s", p.Name, p.Type)
		}
		if i < len(ps.dims) {
			for _, v := range ps.dims[i] {
				c.Own(v.Obj)
				pre = append(pre, c.setLen(v, p.Pos))
			}
		}
	}
	if t := f.Type.Elem; t.Kind != lang.Void && t != c.Bad && !c.isComplete(t) {
		c.errorf(f.Pos, "the function %s returns the incomplete type %s", f.Name, t)
	}
	ps.scope.proto = false
	ps.scope.up = c.scope
	c.scope = ps.scope
	c.notes(at, f, ps.list)
	b := c.blockIn(n, pre)
	b.List = append(c.Frame.Captures, b.List...)
	f.Body = b
	c.close()
	f.End = f.Body.End
	for _, l := range c.state.order {
		if !c.state.defined[l] {
			c.errorf(c.state.used[l], "the label %s is used but not defined", l.Name)
		}
	}
}

// kAndR gives the parameters of an old-style definition their declared types. list has the declarations
// between the parameter names and the body.
func (c *checker) kAndR(d *declared, ps *params, list *cc.DeclarationList) {
	byName := map[string]*lang.Object{}
	for _, tok := range ps.ident {
		o := &lang.Object{Name: tok.SrcStr(), Storage: lang.Param, Pos: c.at(tok), Type: c.IntT}
		ps.list = append(ps.list, o)
		byName[o.Name] = o
		ps.scope.bind(&symbol{kind: symObject, name: o.Name, typ: o.Type, obj: o, pos: o.Pos})
	}
	outer := c.scope
	ps.scope.up = outer
	c.scope = ps.scope
	defer func() { c.scope = outer }()
	ps.dims = make([][]lang.VLADim, len(ps.list))
	for ; list != nil; list = list.DeclarationList {
		n := list.Declaration
		if n == nil || n.Case != cc.DeclarationDecl {
			continue
		}
		s := c.declSpecs(n.DeclarationSpecifiers)
		base := c.specType(s)
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if l.InitDeclarator == nil {
				continue
			}
			c.attributes(&s.attrs, l.AttributeSpecifierList)
			c.attributes(&s.attrs, l.InitDeclarator.AttributeSpecifierList)
			c.settle(&s.attrs, s.site(gnu.OnParam))
			pd := c.declarator(base, l.InitDeclarator.Declarator)
			o := byName[pd.name]
			if o == nil {
				c.errorf(pd.pos, "%s is declared among the parameters but is none", pd.name)
				continue
			}
			o.Type, o.Pos = c.adjust(pd), pd.pos
			o.Volatile = o.Type.Volatile
			for i, p := range ps.list {
				if p == o {
					ps.dims[i] = pd.dims
				}
			}
			ps.scope.bind(&symbol{kind: symObject, name: o.Name, typ: o.Type, obj: o, pos: o.Pos})
		}
	}
}
