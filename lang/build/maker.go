package build

import (
	"slices"

	"github.com/whet-mc/whet/lang"
)

// A Maker makes the nodes of a unit that is read or rewritten, with the types that C gives them. It knows the
// unit, the function that nodes are made in, and what the program is asked for.
type Maker struct {
	Model lang.DataModel
	Basic
	Bad *lang.Type // the type of what was in error: goes with everything

	Unit  *lang.Unit
	Goal  Goal
	Funcs map[string]*lang.Func // functions with linkage, by their names for the linker
	Frame *Frame                // the function whose body is made, or nil
	Errs  []lang.Diagnostic
	Noted map[string]bool

	Literals int               // compound literals made so far in the block that is being read
	NoEval   int               // >0: inside sizeof, typeof, …: nothing becomes part of the unit
	Static   int               // >0: inside the initialiser of a static object
	InModel  bool              // reading a model, not the program
	AsmNames map[string]string // names for the linker, by the names in C
	Partly   bool              // the unit is of a build: the files that the entry needs

	Models Library     // what the models of the library declare
	Proto  func() bool // reports whether a prototype is being read, whose objects no function has yet

	known // of contracts
}

// Goal is what the program is asked for: see Options.
type Goal struct {
	Entry     string
	Inputs    lang.Inputs
	Contracts []string
	Vacuous   bool
	Bodies    bool
}

// Contracted reports whether the contract of a function is proved and used.
func (g *Goal) Contracted(name string) bool {
	return slices.Contains(g.Contracts, name) || slices.Contains(g.Contracts, "all")
}

// known is what the uses of contracts have found out of the unit.
type known struct {
	Mentions map[*lang.Func]bool   // functions that are named anywhere
	Taken    map[*lang.Object]bool // objects whose address is used
	// ElementGhosts stand for the indexes of any elements.
	ElementGhosts []*lang.Object
}

// Library is what the models of the library, and its headers, declare. What it returns becomes part of the unit.
type Library interface {
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

// Frame is a function that nodes are made in.
type Frame struct {
	Func *lang.Func
	Name *lang.Object // __func__
	// Captures are run first: they keep values for annotations
	Captures []lang.Stmt
}

// Hidden makes an automatic object without a name. It belongs to the function that is being read,
// if any.
func (c *Maker) Hidden(t *lang.Type, pos lang.Pos) *lang.Object {
	o := &lang.Object{Name: "", Type: t, Storage: lang.Local, Pos: pos}
	if !c.Proto() {
		c.Own(o) // else the function's definition does it
	}
	return o
}

// Own adds an automatic object to the function.
func (c *Maker) Own(o *lang.Object) {
	if c.Frame != nil {
		o.Func = c.Frame.Func
		if c.NoEval == 0 {
			c.Frame.Func.Objects = append(c.Frame.Func.Objects, o)
		}
	}
}

// CompoundObject is the object of a compound literal: automatic in a function (C11 6.5.2.5p5), else
// static. What initialises a static object of a function is evaluated before the program starts, so
// a literal there is static, too.
func (c *Maker) CompoundObject(t *lang.Type, pos lang.Pos) *lang.Object {
	if c.Frame != nil && c.Static == 0 {
		o := &lang.Object{Type: t, Storage: lang.Local, Pos: pos}
		c.Own(o)
		c.Literals++
		return o
	}
	o := &lang.Object{Type: t, Storage: lang.Literal, Pos: pos}
	if c.NoEval == 0 {
		c.Unit.Objects = append(c.Unit.Objects, o)
	}
	return o
}

// Literal makes the object of a string of chars.
func (c *Maker) Literal(pos lang.Pos, b []byte) *lang.Object {
	t := c.Array(c.Char, int64(len(b)))
	o := &lang.Object{Type: t, Storage: lang.Literal, Pos: pos}
	if c.Frame != nil {
		o.Func = c.Frame.Func
	}
	o.Init = &lang.Init{Items: []lang.InitItem{{Dst: &lang.VarRef{ExprBase: lang.Typed(pos, t), Obj: o}, Val: nil, Str: b}}}
	if c.NoEval == 0 {
		c.Unit.Objects = append(c.Unit.Objects, o)
	}
	return o
}

// Linked is the linker's name of a name at file scope.
func (c *Maker) Linked(name string) string {
	if l, ok := c.AsmNames[name]; ok && !c.InModel {
		return l
	}
	return name
}

// Note tells, once for each what, of something that holds for all runs, or for those of the
// function that is being read.
func (c *Maker) Note(kind lang.NoteKind, pos lang.Pos, what, done string) {
	c.Take(lang.Note{Pos: pos, What: what, Done: done, Kind: kind})
}

// Take keeps a note of the unit, or of the function that is being read.
func (c *Maker) Take(n lang.Note) {
	if c.InModel || c.NoEval > 0 && n.Kind == lang.Approximated {
		return
	}
	to, key := &c.Unit.Notes, n.What
	if c.Frame != nil && n.Kind != lang.Unmodelled {
		to, key = &c.Frame.Func.Notes, c.Frame.Func.Name+"\x00"+n.What
	}
	if c.Noted[key] {
		return
	}
	c.Noted[key] = true
	*to = append(*to, n)
}
