package read

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/cpp"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/models"
	"github.com/whet-mc/whet/lang/parse"
)

// This file reads the models of library functions: definitions in C (lang/models/c/*.c) that replace the
// missing bodies. Only the models that the program uses become part of the unit. A definition in the
// program takes precedence over a model.
//
// The models use intrinsics: functions without bodies whose meaning the lowering knows:
//
//	void __whet_fill(void *p, int c, size_t n)                set n bytes
//	void __whet_copy(void *dst, const void *src, size_t n)    copy n bytes, as memmove does
//	void *__whet_alloc(size_t n)                              a fresh object, uninitialised
//	void __whet_making(const void *p, size_t n)               what is stored until __whet_terminated goes to a string
//	                                                          of n characters at p, in a new object
//	void __whet_terminated(const void *p, size_t least, size_t most)
//	                                                          the model has just written or read a string at p,
//	                                                          with at least `least` and at most `most` characters
//	                                                          before the terminator, or an array of pointers
//	                                                          that ends with a null pointer
//	void __whet_copied(const void *to, const void *from, size_t n)
//	                                                          n bytes were copied that do not overlap; strings
//	                                                          among them were copied, too
//	void __whet_grown(void *q, void *p, size_t n)             the bytes of the new object q, of n
//	                                                          bytes, after the size of p are not
//	                                                          initialised
//	void *__whet_alloca(size_t n)                             like __whet_alloc; the object lives
//	                                                          until the model's caller returns
//	void *__whet_lasting(size_t n)                            like __whet_alloc; the object belongs
//	                                                          to the library, and is never freed
//	int __whet_checked(void)                                  1 if it matters what the program does
//	                                                          when an allocation fails
//	int __whet_may_lack(size_t n, size_t size)                1 also if n * size may exceed the
//	                                                          maximal size of an object
//	int __whet_stays(void *p, size_t n)                       as a condition: true if realloc does not move the block p,
//	                                                          which then has n bytes
//	size_t __whet_product(size_t n, size_t size)              n * size, or if that is too large a
//	                                                          size that no object can have
//	void __whet_align(size_t alignment)                       the address of the next object is a
//	                                                          multiple of alignment
//	void __whet_free(void *p)                                 end the lifetime of the object p
//	void __whet_halt(void)                                    end the run
//	int __whet_choice(void)                                   0 or 1: the environment decides
//	void __whet_pure(const char *what)                        __whet_unmodelled, if the functions that
//	                                                          the model calls through pointers have
//	                                                          side effects
//	int __whet_may_fail(void)                                 1 if a call of it can reach an error
//	void __whet_unmodelled(const char *what)                  nothing is claimed about runs that
//	                                                          reach the call
//	void __whet_at_exit(void), __whet_at_quick_exit(void)     call the registered functions: see exit.go
//	int __whet_input(int lo, int hi)                          a number in the range: the
//	                                                          environment decides
//	int __whet_stream(int lo, int hi)                         the same, unless the program may
//	                                                          have written the data that is read
//	int __whet_computed(int lo, int hi)                       a number in the range that is
//	                                                          determined, but not modelled
//	void __whet_raises(int must, int may)                     raise the floating exceptions must, and
//	                                                          perhaps may
//	void __whet_input_bytes(void *p, size_t n) and so on      n bytes of these kinds
//	int __whet_c_locale(void)                                 1 if the program never changes the locale
//	int __whet_other_locale(void)                             1 if it changes the locale other than by setlocale
//	void __whet_room(const void *p, size_t n, size_t size), __whet_disjoint, __whet_apart,
//	__whet_object, __whet_require, __whet_trusted, __whet_string        the function's contract: see
//	                                                          cfa/lower/library.go
//
// __whet_linput, __whet_lstream and __whet_lcomputed have type long long. All models share the objects at
// file scope, which become part of a unit that uses them; __whet_errno is errno.

// parsedModels is the syntax of the models for one data model. It has only the declarations and bodies that
// were requested so far. Parsing all of them would take most of the time for a small program (65 of 90 ms).
type parsedModels struct {
	once sync.Once // guards the call of read
	src  *parse.Sources
	text *cpp.Result // the models after the preprocessor
	// The parts of the text, in order, and for each name or tag the parts that may declare it.
	parts []part
	of    map[string][]int
	spots map[string]cpp.Range // the definitions of functions, by name
	types []cpp.Range          // the declarations of types

	mu     sync.Mutex
	heads  map[int]*modelHead // by position in parts
	bodies map[string]*modelBody
}

// modelHead is a declaration of the models, or a definition without its body.
type modelHead struct {
	*cc.ExternalDeclaration
	src *parse.Sources // the sources for positions in it
}

// modelBody is the definition of a model with its body.
type modelBody struct {
	def *cc.FunctionDefinition
	src *parse.Sources // the sources for positions in it
}

var allModels [2]parsedModels

// modelsFor returns the preprocessed models for the data model m.
func modelsFor(m lang.DataModel) *parsedModels {
	p := &allModels[m]
	p.once.Do(func() { p.read(m) })
	return p
}

// read preprocesses the models, and splits them into parts.
func (p *parsedModels) read(m lang.DataModel) {
	entries, err := models.Files.ReadDir("c")
	if err != nil {
		panic(err) // the directory is embedded
	}
	src := parse.NewSources(Options{Model: m})
	in := []cc.Source{{Name: parse.PredefName, Value: parse.Predefined(m)}}
	sort.Slice(entries, func(i, j int) bool { return entries[i].Name() < entries[j].Name() })
	for _, e := range entries {
		b, err := models.Files.ReadFile("c/" + e.Name())
		if err != nil {
			panic(err)
		}
		name := lang.ModelPrefix + e.Name()
		in = append(in, cc.Source{Name: name, Value: src.Add(name, b)})
	}
	cfg := src.Config()
	p.src = src
	p.text, err = cpp.Expand(parse.Inputs(in), cpp.Config{
		Open: src.Read, Quote: cfg.IncludePaths, Angle: cfg.SysIncludePaths, HasBuiltin: gnu.HasBuiltin, Limit: parse.MaxExpanded, MaxText: parse.MaxTotal,
	})
	if err != nil {
		panic(fmt.Sprintf("lang: the models are not preprocessed: %v", err))
	}
	p.parts = topLevel(p.text.Text)
	p.of, p.spots = map[string][]int{}, map[string]cpp.Range{}
	p.heads, p.bodies = map[int]*modelHead{}, map[string]*modelBody{}
	for i := range p.parts {
		k := &p.parts[i]
		text := p.text.Text
		if k.types = !k.defines() && declaresType(text[k.From:k.To]); k.types {
			p.types = append(p.types, k.Range)
		}
		first := true
		k.eachName(text, func(name string) {
			if first && k.defines() {
				p.spots[name] = k.Range
			}
			first = false
			p.of[name] = append(p.of[name], i)
		})
	}
}

// parseModels parses text, a part of the models, and returns the tree and the sources for its positions.
func parseModels(shared *parse.Sources, text *cpp.Result) (*cc.AST, *parse.Sources) {
	src := *shared
	src.Expanded = &parse.Expanded{Result: text}
	ast, err := cc.Parse(src.Config(), []cc.Source{{Name: parse.ExpandedName, Value: text.Text}})
	if err != nil {
		panic(fmt.Sprintf("lang: the models do not parse: %v", err))
	}
	return ast, &src
}

// declarations returns the declarations in the given parts of the text, which are in order.
func (p *parsedModels) declarations(parts []int) []*modelHead {
	p.mu.Lock()
	defer p.mu.Unlock()
	var missing []int
	for _, i := range parts {
		if p.heads[i] == nil {
			missing = append(missing, i)
		}
	}
	if len(missing) > 0 {
		var list []cpp.Range
		var of []int
		for i := range p.parts {
			if k := &p.parts[i]; k.types || slices.Contains(missing, i) {
				list = append(list, k.head()...)
				of = append(of, i)
			}
		}
		ast, src := parseModels(p.src, p.text.Cut(list))
		for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			p.heads[of[0]] = &modelHead{tu.ExternalDeclaration, src}
			of = of[1:]
		}
	}
	out := make([]*modelHead, len(parts))
	for i, k := range parts {
		out[i] = p.heads[k]
	}
	return out
}

func definitionsOf(ast *cc.AST) (list []*cc.FunctionDefinition) {
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if d := tu.ExternalDeclaration; d.Case == cc.ExternalDeclarationFuncDef {
			list = append(list, d.FunctionDefinition)
		}
	}
	return list
}

// body returns the definition of the model of the function name, with its body. It also parses the models
// that this one may call, because one call of the parser is cheaper than several.
func (p *parsedModels) body(name string) *modelBody {
	p.mu.Lock()
	defer p.mu.Unlock()
	if b := p.bodies[name]; b != nil {
		return b
	}
	more := map[string]bool{name: true}
	list := []cpp.Range{p.spots[name]}
	for i := 0; i < len(list); i++ {
		eachWord(p.text.Text[list[i].From:list[i].To], func(w []byte, _ int) {
			if at, ok := p.spots[string(w)]; ok && !more[string(w)] && p.bodies[string(w)] == nil {
				more[string(w)] = true
				list = append(list, at)
			}
		})
	}
	list = append(list, p.types...)
	slices.SortFunc(list, func(a, b cpp.Range) int { return a.From - b.From })
	ast, src := parseModels(p.src, p.text.Cut(list))
	for _, d := range definitionsOf(ast) {
		p.bodies[d.Declarator.Name()] = &modelBody{d, src}
	}
	return p.bodies[name]
}

// inLibrary switches to the scope of the models, and to the sources `text`. The caller calls the returned function to
// switch back.
func (c *checker) inLibrary(text *parse.Sources) func() {
	scope, file, src, in, fn, state := c.scope, c.file, c.src, c.InModel, c.Frame, c.state
	own := *text // a copy with its own cache of positions, because checkers share the models' sources
	c.scope, c.file, c.src, c.InModel, c.Frame = c.lib.scope, c.lib.scope, &own, true, nil
	return func() { c.scope, c.file, c.src, c.InModel, c.Frame, c.state = scope, file, src, in, fn, state }
}

// modelObject returns the object y of the models, and makes the object part of the unit.
func (c *checker) modelObject(y *symbol) *lang.Object {
	if y.spare && c.NoEval == 0 {
		y.spare = false
		c.Unit.Objects = append(c.Unit.Objects, y.obj)
		if y.init != nil {
			back := c.inLibrary(y.src)
			c.initialise(y.obj, y.init)
			back()
		}
		if y.name == errnoName {
			y.obj.Name = "errno"
			c.Unit.Errno = y.obj
		}
		if y.name == "__whet_rounding" {
			c.Unit.Rounding = y.obj
		}
		if y.name == "__whet_flags" {
			c.Unit.Flags = y.obj
		}
	}
	return y.obj
}

const errnoName = "__whet_errno"

// errno returns the object of errno.
func (c *checker) errno() *lang.Object { return c.modelObject(c.lib.symbol(errnoName)) }

// canonical maps __builtin_f to the library's f.
func (c *checker) canonical(name string) string {
	if base, ok := strings.CutPrefix(name, "__builtin_"); ok && !c.lib.defines(name) && c.lib.defines(base) && !gnu.RefusedBuiltin(name) {
		return base
	}
	return name
}

// symFunc returns the function of the symbol y.
func (c *checker) symFunc(y *symbol) *lang.Func {
	if y.fn == nil {
		y.fn = c.function(y.name, y.pos, y.typ)
		y.fn.NoReturn = y.fn.NoReturn || y.noreturn
	}
	return y.fn
}

// hasModel reports whether the function f gets its body from a model if the program needs f.
func (c *checker) hasModel(f *lang.Func) bool {
	return !c.defined[f.Name] && !c.unlike[f.Name] && c.lib.defines(f.Name)
}

// modelType returns the type of the function's model, or nil if f has no model.
func (c *checker) modelType(f *lang.Func) *lang.Type {
	if !c.hasModel(f) {
		return nil
	}
	return c.lib.symbol(f.Name).typ
}

// builtinFunc returns the function for a name like __builtin_memcpy or __builtin___memcpy_chk, or nil if
// name is not a builtin.
func (c *checker) builtinFunc(name string, pos lang.Pos) *symbol {
	if y := c.lib.symbol(name); y != nil && y.kind == symFunc && strings.HasPrefix(name, "__") {
		return y
	}
	base, ok := strings.CutPrefix(name, "__builtin_")
	if !ok || gnu.RefusedBuiltin(name) {
		return c.tableBuiltin(name, pos)
	}
	if c.defined[base] {
		if y := c.file.names[base]; y != nil && y.kind == symFunc {
			return y
		}
	}
	if y := c.lib.symbol(base); y != nil && y.kind == symFunc {
		return y
	}
	return c.tableBuiltin(name, pos)
}

// modelCall returns a call of the function y, whose model has type m. If the declared type of y differs from
// m, it converts the arguments to the types of the model, and the result to the declared type.
func (c *checker) modelCall(y *symbol, m *lang.Type, pos lang.Pos, args []lang.Expr) lang.Expr {
	f := c.symFunc(y)
	fun := &lang.FuncRef{ExprBase: lang.Typed(pos, c.Pointer(m)), Func: f}
	if lang.Compatible(y.typ, m) && !y.typ.NoProto {
		return c.finishCall(fun, args, pos)
	}
	seen := c.finishCall(&lang.FuncRef{ExprBase: lang.Typed(pos, c.Pointer(y.typ)), Func: f}, args, pos)
	call, ok := seen.(*lang.Call)
	if !ok {
		return seen
	}
	given := call.Args
	call.Fun, call.Args = fun, nil
	for i, p := range m.Params {
		var a lang.Expr
		switch {
		case i < len(given) && build.Convertible(given[i].Type(), p):
			a = c.Convert(given[i], p)
		case i < len(given):
			a = c.opaque(given[i], p)
		default:
			a = c.opaque(c.IntLit(pos, c.IntT, 0), p) // a missing argument: any value
		}
		call.Args = append(call.Args, a)
	}
	want := call.T
	call.T = m.Elem.Plain()
	var e lang.Expr = call
	switch {
	case want.Kind == lang.Void || build.SameValues(call.T, want):
	case build.Convertible(call.T, want):
		e = c.Convert(call, want)
	default:
		e = &lang.Comma{ExprBase: lang.Typed(pos, want), L: call, R: c.opaque(c.IntLit(pos, c.IntT, 0), want)}
	}
	if m.Variadic && len(given) > len(m.Params) {
		call.Args = append(call.Args, given[len(m.Params):]...)
		return e
	}
	for i := len(given) - 1; i >= len(m.Params); i-- {
		e = &lang.Comma{ExprBase: lang.Typed(pos, e.Type()), L: given[i], R: e}
	}
	return e
}

// readModels reads the bodies of the models that are needed.
func (c *checker) readModels() {
	for i := 0; i < len(c.needed); i++ {
		f := c.needed[i]
		if f.Body != nil || !c.hasModel(f) {
			continue
		}
		m := c.lib.models().body(f.Name)
		back := c.inLibrary(m.src)
		n := m.def
		s := c.declSpecs(n.DeclarationSpecifiers)
		d := c.declarator(c.specType(s), n.Declarator)
		f.Type, f.Params, f.Model, f.Pos = d.typ, d.params.list, true, d.pos
		f.NoReturn = f.NoReturn || s.noreturn || s.attrs.noreturn
		f.Body = &lang.Block{}
		c.body(f, d.params, n.CompoundStatement, lang.Pos{})
		back()
	}
}

// The next methods give the passes access to the models (build.Maker.Models).

func (c *checker) ModelFunc(name string) *lang.Func { return c.symFunc(c.lib.symbol(name)) }

func (c *checker) ModelObject(name string) *lang.Object { return c.modelObject(c.lib.symbol(name)) }

func (c *checker) ModelType(name string) *lang.Type { return c.lib.symbol(name).typ }

func (c *checker) CallBuiltin(name string, pos lang.Pos, args []lang.Expr) lang.Expr {
	return c.directCall(c.builtinFunc(name, pos), pos, args)
}

func (c *checker) ReadModels() { c.readModels() }

// StandardFunc returns the library function name that the models declare, and marks it as needed. It returns
// nil if the models do not declare name, or if the program has another function with this name.
func (c *checker) StandardFunc(name string) *lang.Func {
	y := c.lib.symbol(name)
	if y == nil || c.defined[name] || c.unlike[name] {
		return nil
	}
	f := c.symFunc(y)
	c.need(f)
	return f
}
