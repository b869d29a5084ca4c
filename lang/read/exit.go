package read

import (
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file finds the functions that run when the program ends, the arguments that main uses, and the environment.

// atEnd lists the ways to end a run that call registered functions. intrinsic is the name that models
// use for such an end.
var atEnd = []struct {
	intrinsic string
	run       string // the model that implements it
	register  string // the function that registers functions
}{
	{"__whet_at_exit", "__whet_run_exit", "atexit"},
	{"__whet_at_quick_exit", "__whet_run_quick_exit", "at_quick_exit"},
}

// readEnds determines the functions that are called at the ends of a run. It adds nothing to a program
// that registers no functions and has no destructors.
func (c *checker) readEnds() {
	for _, e := range atEnd {
		reg := c.Funcs[e.register]
		used := reg != nil && c.isNeed[reg] && c.hasModel(reg)
		exits := e.register == "atexit"
		if !used && !(exits && len(c.Unit.Destructors) > 0) {
			continue
		}
		f := c.model(e.run)
		if f == nil {
			continue
		}
		if exits {
			for _, d := range c.Unit.Destructors {
				f.Body.List = append(f.Body.List, c.destruct(d))
			}
		}
		if c.Unit.AtEnd == nil {
			c.Unit.AtEnd = map[string]*lang.Func{}
		}
		c.Unit.AtEnd[e.intrinsic] = f
	}
}

// destruct returns a call of the destructor d.
func (c *checker) destruct(d *lang.Func) lang.Stmt {
	pos := d.Pos
	fun := &lang.FuncRef{ExprBase: lang.Typed(pos, c.Pointer(d.Type)), Func: d}
	return &lang.ExprStmt{StmtBase: lang.At(pos), X: &lang.Call{ExprBase: lang.Typed(pos, d.Type.Elem.Plain()), Fun: fun, Args: nil, For: nil}}
}

// readArguments finds the models that set the arguments of main, if main uses its arguments. It adds
// nothing to a program that does not use them.
func (c *checker) readArguments() {
	f := c.Funcs["main"]
	if f == nil || f.Body == nil || f.Model || c.opt.EntryName() != "main" {
		return
	}
	if len(f.Params) < 3 {
		c.readEnviron()
	}
	if len(f.Params) < 2 {
		return
	}
	argc, argv := f.Params[0], f.Params[1]
	t := argv.Type
	if !argc.Type.IsInteger() || t.Kind != lang.Pointer || t.Elem.Kind != lang.Pointer || !t.Elem.Elem.IsInteger() || t.Elem.Elem.Size != 1 {
		return
	}
	c.Unit.Arguments = c.given(f, argv, "__whet_arguments")
	if len(f.Params) > 2 && lang.Compatible(f.Params[2].Type, t) {
		c.Unit.Environment = c.given(f, f.Params[2], "__whet_environment")
	}
}

// environNames are the names of the variable for the environment (POSIX environ; glibc also has the others).
var environNames = []string{"environ", "__environ", "_environ"}

// environChanges are the functions that may move what environ points to.
var environChanges = []string{"setenv", "putenv", "unsetenv", "clearenv"}

// readEnviron adds a constructor that sets environ, if the program uses this variable but does not define it. If the
// program calls a function that changes the environment, or has two names for it, environ has any value.
func (c *checker) readEnviron() {
	isEnviron := func(o *lang.Object) bool {
		return o.Extern && o.Storage == lang.Global && slices.Contains(environNames, o.Name)
	}
	if !slices.ContainsFunc(c.Unit.Objects, isEnviron) {
		return
	}
	var environ []*lang.Object
	changed := false
	for _, f := range c.Unit.Funcs {
		if f.Body == nil || f.Model {
			continue
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			switch x := e.(type) {
			case *lang.VarRef:
				if isEnviron(x.Obj) && !slices.Contains(environ, x.Obj) {
					environ = append(environ, x.Obj)
				}
			case *lang.FuncRef:
				changed = changed || slices.Contains(environChanges, x.Func.Name)
			}
		})
	}
	t := c.Pointer(c.Pointer(c.Char))
	if changed || len(environ) != 1 || !lang.Compatible(environ[0].Type, t) {
		return
	}
	g := c.model("__whet_environment")
	if g == nil {
		return
	}
	o := environ[0]
	o.Extern = false
	b := build.Builder{Maker: &c.Maker, Pos: o.Pos}
	call := &lang.Call{ExprBase: lang.Typed(o.Pos, t), Fun: &lang.FuncRef{ExprBase: lang.Typed(o.Pos, c.Pointer(g.Type)), Func: g}}
	b.Set(&lang.VarRef{ExprBase: lang.Typed(o.Pos, o.Type), Obj: o}, call)
	f := &lang.Func{Name: "the value of " + o.Name, Type: &lang.Type{Kind: lang.Function, Align: 1, Elem: c.Void}, Pos: o.Pos, End: o.Pos, Model: true, Body: b.Block()}
	c.Unit.Funcs = append(c.Unit.Funcs, f)
	c.Unit.Constructors = append([]*lang.Func{f}, c.Unit.Constructors...)
}

// given returns the library's function named model, which computes the parameter p of f, the program's main. It
// returns nil if f does not use p, or if that function has no body.
func (c *checker) given(f *lang.Func, p *lang.Object, model string) *lang.Func {
	used := false
	lang.Walk(f.Body, nil, func(e lang.Expr) {
		if r, ok := e.(*lang.VarRef); ok && r.Obj == p {
			used = true
		}
	})
	if !used {
		return nil
	}
	return c.model(model)
}

// model reads the library's function with the given name, and returns it. It returns nil if that function has no body.
func (c *checker) model(name string) *lang.Func {
	g := c.symFunc(c.lib.symbol(name))
	c.need(g)
	c.readModels()
	if g.Body == nil {
		return nil
	}
	return g
}
