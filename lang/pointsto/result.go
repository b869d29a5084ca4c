package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/library"
)

// Queries of the lowering. See also Lvalue and Pointee (expr.go), Field (view.go), Candidates (indirect.go),
// LeakedParts (forged.go), UnknownTargets (clobber.go).

// InMemory reports whether the object lies in memory, at an address. Otherwise it is a variable.
func (a *Analysis) InMemory(o *lang.Object) bool {
	return a.addressed[o] || o.Storage == lang.Literal || o.Type.HasUnion() || o.Weak && o.Extern
}

// Uses reports whether the program uses the static object.
func (a *Analysis) Uses(o *lang.Object) bool { return a.used[o] }

// Classes returns the representatives of all classes, in order of creation.
func (a *Analysis) Classes() []*Class {
	var list []*Class
	for _, n := range a.all {
		if n.parent == nil {
			list = append(list, n)
		}
	}
	return list
}

// Object returns the class of an object.
func (a *Analysis) Object(o *lang.Object) *Class {
	n := a.objects[o]
	if n == nil {
		n = a.fresh()
		n.set(Inhabited)
		n.setIf(Mutable, o.Storage != lang.Literal && !o.Type.Const)
		n.setIf(Literal, o.Storage == lang.Literal)
		a.objects[o] = n
		a.viewAs(n, o.Type)
	}
	return n.Find()
}

// Function returns the class that a function lies in, as the target of pointers.
func (a *Analysis) Function(f *lang.Func) *Class {
	n := a.functions[f]
	if n == nil {
		n = a.fresh()
		n.addFunc(f)
		n.set(Inhabited)
		a.functions[f] = n
	}
	return n.Find()
}

// LibraryObject returns the class of a static object of the library, by its name in the library's table.
func (a *Analysis) LibraryObject(group string) *Class {
	n := a.library[group]
	if n == nil {
		n = a.fresh()
		n.set(Inhabited)
		a.library[group] = n
	}
	return n.Find()
}

// Stream returns the object of the library that the external variable o points to at the start, or nil if it is not
// known.
func (a *Analysis) Stream(o *lang.Object) *lang.Object { return a.streams[o] }

// IsStream reports whether Stream returns the object for some variable.
func (a *Analysis) IsStream(o *lang.Object) bool {
	for _, s := range a.streams {
		if s == o {
			return true
		}
	}
	return false
}

// newBlock makes the class of the memory that the allocation x returns.
func (a *Analysis) newBlock(x *lang.Call) *Class {
	n := a.fresh()
	n.set(Inhabited)
	a.blocks = append(a.blocks, block{x, a.fn, n})
	return n
}

// A Block is the memory that an allocation makes.
type Block struct {
	Class *Class
	Heap  bool // set if the object may be freed: it is neither from alloca nor the library's
	Part  bool // set if the object's life ends with the life of another object of the library
}

// Blocks returns the memory of all allocations.
func (a *Analysis) Blocks() []Block {
	list := make([]Block, len(a.blocks))
	for i, b := range a.blocks {
		f := b.call.Direct()
		row := calls.Row(f, b.call)
		list[i] = Block{b.class.Find(), f.Name == "__whet_alloc", row != nil && row.Has(library.Part)}
	}
	return list
}

// Block returns the class of the memory that the allocation x returns.
func (a *Analysis) Block(x *lang.Call) *Class {
	for _, b := range a.blocks {
		if b.call == x {
			return b.class.Find()
		}
	}
	return nil
}

// Unknown returns the class of the targets of pointers that are made from plain numbers.
func (a *Analysis) Unknown() *Class { return a.unknown.Find() }

// Result returns the place of the call's result, or nil if it is a record.
func (a *Analysis) Result(x *lang.Call) *Class { return a.callResults[x] }

// LeadsTo returns the class that the values in n lead to, or nil if they lead to nothing.
func (a *Analysis) LeadsTo(n *Class) *Class {
	if n = n.Find(); n.pointee == nil {
		return nil
	}
	return n.pointee.Find()
}

// resultOf returns the place of the function's result.
func (a *Analysis) resultOf(f *lang.Func) *Class {
	if a.results[f] == nil {
		a.results[f] = a.fresh()
	}
	return a.results[f].Find()
}

// Indirect returns the call through a pointer, or nil if the call x is direct.
func (a *Analysis) Indirect(x *lang.Call) *IndirectCall { return a.indirect[x] }

// RecordTemp returns the object for the value of a record expression that is not an lvalue, or nil if there is no
// such object.
func (a *Analysis) RecordTemp(e lang.Expr) *lang.Object { return a.temps[e] }

// Argument returns the argument for the parameter of a model's private copy, or nil for other objects.
func (a *Analysis) Argument(param *lang.Object) lang.Expr { return a.argOf[param] }
