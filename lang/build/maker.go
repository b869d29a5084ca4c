// This file has the Maker, which makes nodes and hidden objects of a unit.

package build

import (
	"slices"

	"github.com/whet-mc/whet/lang"
)

// A Maker makes the nodes of a unit that is read or rewritten, with the types that C gives them. It knows the unit,
// the function that nodes are made in, and what is to be verified.
type Maker struct {
	Model lang.DataModel
	Basic
	// the type of an erroneous expression; it is compatible with every type
	Bad *lang.Type

	Unit *lang.Unit
	Goal Goal
	// functions with linkage, by their linker names
	Funcs map[string]*lang.Func
	Frame *Frame // the function whose body is made, or nil
	Errs  []lang.Diagnostic
	Noted map[string]bool

	// number of compound literals made so far in the block that is being read
	Literals int
	// >0: inside sizeof, typeof and the like; nothing becomes part of the unit
	NoEval int
	// >0: inside the initialiser of a static object
	Static int
	// a model is being read, not the program
	InModel bool
	// linker names, by the names in C
	AsmNames map[string]string
	// the unit is part of a larger build: it has only the files that the entry function needs
	Partly bool

	Models Library // what the models of the library declare
	// reports whether a prototype is being read, whose objects do not belong to a function yet
	Proto func() bool

	known
}

// Goal says what is to be verified, by fields of parse.Options.
type Goal struct {
	Entry     string
	Inputs    lang.Inputs
	Contracts []string
	Vacuous   bool
	Bodies    bool
}

// Contracted reports whether the contract of the function name is proved and used.
func (g *Goal) Contracted(name string) bool {
	return slices.Contains(g.Contracts, name) || slices.Contains(g.Contracts, "all")
}

// known caches facts about the unit. They are needed where contracts are used.
type known struct {
	// functions that the program names anywhere
	Mentions map[*lang.Func]bool
	// objects whose address is used
	Taken map[*lang.Object]bool
	// ElementGhosts are ghost variables, each of which represents the index of an arbitrary element.
	ElementGhosts []*lang.Object
}

// Library gives access to the declarations of the models of the library and of its headers. What its methods return
// becomes part of the unit.
type Library interface {
	ModelFunc(name string) *lang.Func
	ModelObject(name string) *lang.Object
	ModelType(name string) *lang.Type
	// StandardFunc returns a function of the library that has a model or a row in the table of library functions. It
	// returns nil if the program has its own function of that name.
	StandardFunc(name string) *lang.Func
	// CallBuiltin calls a builtin.
	CallBuiltin(name string, pos lang.Pos, args []lang.Expr) lang.Expr
	ReadModels() // reads the bodies of the models that are needed
}

// Frame is a function in which nodes are made.
type Frame struct {
	Func *lang.Func
	Name *lang.Object // __func__
	// Captures are statements that run at the start of the function: they save values for annotations.
	Captures []lang.Stmt
}

// Hidden makes an automatic object of type t without a name. It belongs to the function that is being read, if any.
func (c *Maker) Hidden(t *lang.Type, pos lang.Pos) *lang.Object {
	o := &lang.Object{Name: "", Type: t, Storage: lang.Local, Pos: pos}
	if !c.Proto() {
		c.Own(o) // in a prototype, the function's definition does this later
	}
	return o
}

// Own makes o an automatic object of the current function.
func (c *Maker) Own(o *lang.Object) {
	if c.Frame != nil {
		o.Func = c.Frame.Func
		if c.NoEval == 0 {
			c.Frame.Func.Objects = append(c.Frame.Func.Objects, o)
		}
	}
}

// CompoundObject returns the object of a compound literal: automatic in a function (C11 6.5.2.5p5), otherwise static.
// The initialiser of a static object in a function is evaluated before the program starts, so a literal in it is
// static, too.
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

// Literal makes the object of the string literal with bytes b.
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

// Linked returns the linker name of name, a name at file scope.
func (c *Maker) Linked(name string) string {
	if l, ok := c.AsmNames[name]; ok && !c.InModel {
		return l
	}
	return name
}

// Note adds a note of the given kind about the construct `what` at pos; done says how it is treated. The note applies
// to all runs, or to the runs that reach the function that is being read. Further notes with the same `what` are
// dropped.
func (c *Maker) Note(kind lang.NoteKind, pos lang.Pos, what, done string) {
	c.Take(lang.Note{Pos: pos, What: what, Done: done, Kind: kind})
}

// Take adds the note n to the unit, or to the function that is being read. It drops repetitions, notes of models, and
// approximations in unevaluated expressions.
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
