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

// Functions of the library that matter for what a program does have models: definitions in C
// (models/*.c) that take the place of the missing bodies. Of a model only what
// the program uses becomes part of the unit. A definition of the program's own always wins.
//
// The models rest on a few intrinsics, functions without bodies whose meaning the lowering knows:
//
//	void __whet_fill(void *p, int c, size_t n)                set n bytes
//	void __whet_copy(void *dst, const void *src, size_t n)    copy n bytes, as memmove does
//	void *__whet_alloc(size_t n)                              a fresh object, uninitialised
//	void __whet_grown(void *q, void *p, size_t n)             of the new object q of n bytes, what
//	                                                          lies after the size of p is not
//	                                                          initialised
//	void *__whet_alloca(size_t n)                             the same, until the model's caller
//	                                                          returns
//	void *__whet_lasting(size_t n)                            the same, of the library's own, which
//	                                                          nobody frees
//	int __whet_checked(void)                                  1 if it matters what the program does
//	                                                          when an allocation fails
//	int __whet_may_lack(size_t n, size_t size)                the same, or n * size may be more than
//	                                                          there can be
//	int __whet_stays(void *p, size_t n)                       1 if realloc leaves the block p where
//	                                                          it is; then it has n bytes now
//	size_t __whet_product(size_t n, size_t size)              n * size; then as much as there cannot
//	                                                          be, where that is too large
//	void __whet_align(size_t alignment)                       the next object lies at a multiple
//	                                                          of that
//	void __whet_free(void *p)                                 end its life
//	void __whet_halt(void)                                    end the run
//	int __whet_choice(void)                                   0 or 1: the environment decides
//	void __whet_pure(const char *what)                        __whet_unmodelled, if what the model
//	                                                          calls through pointers has effects
//	int __whet_may_fail(void)                                 1 if a call of it can reach an error
//	void __whet_unmodelled(const char *what)                  nothing is claimed of runs that come
//	                                                          here
//	void __whet_at_exit(void), __whet_at_quick_exit(void)     call what is registered: see exit.go
//	int __whet_input(int lo, int hi)                          a number in the range: the
//	                                                          environment decides
//	int __whet_stream(int lo, int hi)                         the same, unless the program may
//	                                                          have written what is read
//	int __whet_computed(int lo, int hi)                       a number in the range that is
//	                                                          determined, but not modelled
//	void __whet_raises(int must, int may)                     raise floating exceptions, the second
//	                                                          ones perhaps
//	void __whet_input_bytes(void *p, size_t n) and so on      n bytes of these kinds
//	int __whet_c_locale(void)                                 1 if the program never changes the locale
//	int __whet_other_locale(void)                             1 if it does so otherwise than by setlocale
//	void __whet_room(const void *p, size_t n, size_t size), __whet_disjoint, __whet_apart,
//	__whet_object, __whet_require, __whet_trusted, __whet_string        the function's contract: see
//	                                                          cfa/lower/library.go
//
// __whet_linput, __whet_lstream and __whet_lcomputed are of type long long. Objects at file scope
// are shared by all models and become part of a unit that uses them; __whet_errno is errno.

// parsedModels is the syntax of the models for one data model: of declarations and of bodies, those
// that somebody asked for. Parsing all of them would take most of the time of a small program (65 ms
// of 90).
type parsedModels struct {
	once sync.Once // of all but names
	src  *parse.Sources
	text *cpp.Result // the models after the preprocessor
	// The parts of the text, in order, and which of them may declare a name or define a tag.
	parts []part
	of    map[string][]int
	spots map[string]cpp.Range // each definition of a function, by name
	types []cpp.Range          // what declares types

	mu     sync.Mutex
	heads  map[int]*modelHead // by part
	bodies map[string]*modelBody
}

// modelHead is a declaration of the models; of a definition, without the body.
type modelHead struct {
	*cc.ExternalDeclaration
	src *parse.Sources // to place it
}

// modelBody is the definition of a model with its body.
type modelBody struct {
	def *cc.FunctionDefinition
	src *parse.Sources // to place it
}

var allModels [2]parsedModels

// modelsFor returns the models after the preprocessor.
func modelsFor(m lang.DataModel) *parsedModels {
	p := &allModels[m]
	p.once.Do(func() { p.read(m) })
	return p
}

// read takes the models through the preprocessor, and apart.
func (p *parsedModels) read(m lang.DataModel) {
	entries, err := models.Files.ReadDir("c")
	if err != nil {
		panic(err) // embedded: it is there
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

// parseModels parses a part of the models.
func parseModels(shared *parse.Sources, text *cpp.Result) (*cc.AST, *parse.Sources) {
	src := *shared
	src.Expanded = &parse.Expanded{Result: text}
	ast, err := cc.Parse(src.Config(), []cc.Source{{Name: parse.ExpandedName, Value: text.Text}})
	if err != nil {
		panic(fmt.Sprintf("lang: the models do not parse: %v", err))
	}
	return ast, &src
}

// declarations are those of some parts of the text, which are in order.
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

// body is the definition of a function's model, with its body. Those that it may call are parsed
// with it, since each time costs something.
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

// inLibrary switches to the scope of the models, and to the text of some; the result switches back.
func (c *checker) inLibrary(text *parse.Sources) func() {
	scope, file, src, in, fn, state := c.scope, c.file, c.src, c.InModel, c.Frame, c.state
	own := *text // with a cache of positions of its own: the models' sources are shared
	c.scope, c.file, c.src, c.InModel, c.Frame = c.lib.scope, c.lib.scope, &own, true, nil
	return func() { c.scope, c.file, c.src, c.InModel, c.Frame, c.state = scope, file, src, in, fn, state }
}

// modelObject is an object of the models, which becomes part of the unit.
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

// errno is the object that errno stands for.
func (c *checker) errno() *lang.Object { return c.modelObject(c.lib.symbol(errnoName)) }

// canonical maps __builtin_f to the library's f.
func (c *checker) canonical(name string) string {
	if base, ok := strings.CutPrefix(name, "__builtin_"); ok && !c.lib.defines(name) && c.lib.defines(base) && !gnu.RefusedBuiltin(name) {
		return base
	}
	return name
}

// symFunc is the function that a symbol stands for.
func (c *checker) symFunc(y *symbol) *lang.Func {
	if y.fn == nil {
		y.fn = c.function(y.name, y.pos, y.typ)
		y.fn.NoReturn = y.fn.NoReturn || y.noreturn
	}
	return y.fn
}

// hasModel reports whether a function's body comes from a model, should it be needed.
func (c *checker) hasModel(f *lang.Func) bool {
	return !c.defined[f.Name] && !c.unlike[f.Name] && c.lib.defines(f.Name)
}

// modelType is the type of a function's model, nil where it has none.
func (c *checker) modelType(f *lang.Func) *lang.Type {
	if !c.hasModel(f) {
		return nil
	}
	return c.lib.symbol(f.Name).typ
}

// builtinFunc is the function that a name like __builtin_memcpy or __builtin___memcpy_chk stands
// for.
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

// modelCall calls a function with a model of type m, declared here as y says: what the
// program believes about arguments and result is converted to what the model has.
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
			a = c.opaque(c.IntLit(pos, c.IntT, 0), p) // undefined: whatever is there
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

// What passes ask of the models (modelled).

func (c *checker) ModelFunc(name string) *lang.Func { return c.symFunc(c.lib.symbol(name)) }

func (c *checker) ModelObject(name string) *lang.Object { return c.modelObject(c.lib.symbol(name)) }

func (c *checker) ModelType(name string) *lang.Type { return c.lib.symbol(name).typ }

func (c *checker) CallBuiltin(name string, pos lang.Pos, args []lang.Expr) lang.Expr {
	return c.directCall(c.builtinFunc(name, pos), pos, args)
}

func (c *checker) ReadModels() { c.readModels() }

// StandardFunc returns a function of the library with a model, or the table's sscanf; nil where the
// program has one of its own.
func (c *checker) StandardFunc(name string) *lang.Func {
	y := c.lib.symbol(name)
	if y == nil || c.defined[name] || c.unlike[name] {
		return nil
	}
	f := c.symFunc(y)
	c.need(f)
	return f
}
