package read

import (
	"slices"

	"github.com/whet-mc/whet/lang"
)

// A maker makes the nodes of a unit that is read or rewritten, with the types that C gives them. It knows the
// unit, the function that nodes are made in, and what the program is asked for.
type maker struct {
	model lang.DataModel
	basic
	bad *lang.Type // the type of what was in error: goes with everything

	unit  *lang.Unit
	goal  goal
	funcs map[string]*lang.Func // functions with linkage, by their names for the linker
	fn    *frame                // the function whose body is made, or nil
	errs  []lang.Diagnostic
	noted map[string]bool

	literals int               // compound literals made so far in the block that is being read
	noeval   int               // >0: inside sizeof, typeof, …: nothing becomes part of the unit
	static   int               // >0: inside the initialiser of a static object
	inModel  bool              // reading a model, not the program
	asmNames map[string]string // names for the linker, by the names in C
	partly   bool              // the unit is of a build: the files that the entry needs

	models modelled    // what the models of the library declare
	proto  func() bool // reports whether a prototype is being read, whose objects no function has yet

	known // of contracts
}

// goal is what the program is asked for: see Options.
type goal struct {
	entry     string
	inputs    Inputs
	contracts []string
	vacuous   bool
	bodies    bool
}

// contracted reports whether the contract of a function is proved and used.
func (g *goal) contracted(name string) bool {
	return slices.Contains(g.contracts, name) || slices.Contains(g.contracts, "all")
}

// known is what the uses of contracts have found out of the unit.
type known struct {
	mentions map[*lang.Func]bool   // functions that are named anywhere
	taken    map[*lang.Object]bool // objects whose address is used
	// elementGhosts stand for the indexes of any elements.
	elementGhosts []*lang.Object
}

// modelled is what the models of the library, and its headers, declare. What it returns becomes part of the unit.
type modelled interface {
	ModelFunc(name string) *lang.Func
	ModelObject(name string) *lang.Object
	ModelType(name string) *lang.Type
	// StandardFunc returns a function of the library that has a model or a row in the table; nil where the program
	// has one of its own.
	StandardFunc(name string) *lang.Func
	// CallBuiltin calls a builtin.
	CallBuiltin(name string, pos lang.Pos, args []lang.Expr) lang.Expr
	ReadModels() // reads the bodies of the models that are needed
}

// frame is a function that nodes are made in.
type frame struct {
	fn   *lang.Func
	name *lang.Object // __func__
	// captures are run first: they keep values for annotations
	captures []lang.Stmt
}

// hidden makes an automatic object without a name. It belongs to the function that is being read,
// if any.
func (c *maker) hidden(t *lang.Type, pos lang.Pos) *lang.Object {
	o := &lang.Object{Name: "", Type: t, Storage: lang.Local, Pos: pos}
	if !c.proto() {
		c.own(o) // else the function's definition does it
	}
	return o
}

// own adds an automatic object to the function.
func (c *maker) own(o *lang.Object) {
	if c.fn != nil {
		o.Func = c.fn.fn
		if c.noeval == 0 {
			c.fn.fn.Objects = append(c.fn.fn.Objects, o)
		}
	}
}

// compoundObject is the object of a compound literal: automatic in a function (C11 6.5.2.5p5), else
// static. What initialises a static object of a function is evaluated before the program starts, so
// a literal there is static, too.
func (c *maker) compoundObject(t *lang.Type, pos lang.Pos) *lang.Object {
	if c.fn != nil && c.static == 0 {
		o := &lang.Object{Type: t, Storage: lang.Local, Pos: pos}
		c.own(o)
		c.literals++
		return o
	}
	o := &lang.Object{Type: t, Storage: lang.Literal, Pos: pos}
	if c.noeval == 0 {
		c.unit.Objects = append(c.unit.Objects, o)
	}
	return o
}

// literal makes the object of a string of chars.
func (c *maker) literal(pos lang.Pos, b []byte) *lang.Object {
	t := c.array(c.char, int64(len(b)))
	o := &lang.Object{Type: t, Storage: lang.Literal, Pos: pos}
	if c.fn != nil {
		o.Func = c.fn.fn
	}
	o.Init = &lang.Init{Items: []lang.InitItem{{Dst: &lang.VarRef{ExprBase: lang.Typed(pos, t), Obj: o}, Val: nil, Str: b}}}
	if c.noeval == 0 {
		c.unit.Objects = append(c.unit.Objects, o)
	}
	return o
}

// linked is the linker's name of a name at file scope.
func (c *maker) linked(name string) string {
	if l, ok := c.asmNames[name]; ok && !c.inModel {
		return l
	}
	return name
}

// note tells, once for each what, of something that holds for all runs, or for those of the
// function that is being read.
func (c *maker) note(kind lang.NoteKind, pos lang.Pos, what, done string) {
	c.take(lang.Note{Pos: pos, What: what, Done: done, Kind: kind})
}

// take keeps a note of the unit, or of the function that is being read.
func (c *maker) take(n lang.Note) {
	if c.inModel || c.noeval > 0 && n.Kind == lang.Approximated {
		return
	}
	to, key := &c.unit.Notes, n.What
	if c.fn != nil && n.Kind != lang.Unmodelled {
		to, key = &c.fn.fn.Notes, c.fn.fn.Name+"\x00"+n.What
	}
	if c.noted[key] {
		return
	}
	c.noted[key] = true
	*to = append(*to, n)
}
