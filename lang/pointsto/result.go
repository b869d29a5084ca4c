package pointsto

import "github.com/whet-mc/whet/lang"

// What the lowering asks of the analysis. See also Lvalue and Pointee (expr.go), Field (view.go),
// Candidates (indirect.go), LeakedParts (forged.go), UnknownTargets (clobber.go).

// InMemory reports whether the object lies in memory, at an address; else it is a variable.
func (a *Analysis) InMemory(o *lang.Object) bool {
	return a.addressed[o] || o.Storage == lang.Literal || o.Type.HasUnion() || o.Weak && o.Extern
}

// Uses reports whether the program uses the static object.
func (a *Analysis) Uses(o *lang.Object) bool { return a.used[o] }

// Classes are the classes that there are, by their representatives, in order of creation.
func (a *Analysis) Classes() []*Class {
	var list []*Class
	for _, n := range a.all {
		if n.parent == nil {
			list = append(list, n)
		}
	}
	return list
}

// Object is the class of an object.
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

// Function is the class that a function lies in, as a thing that is pointed to.
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

// LibraryObject is the class of an object of the library's own, by the name in the library's table.
func (a *Analysis) LibraryObject(group string) *Class {
	n := a.library[group]
	if n == nil {
		n = a.fresh()
		n.set(Inhabited)
		a.library[group] = n
	}
	return n.Find()
}

// Stream is the object of the library's own that the external variable o points to at the start, nil
// where that is not known.
func (a *Analysis) Stream(o *lang.Object) *lang.Object { return a.streams[o] }

// IsStream reports whether the object is one that Stream gives.
func (a *Analysis) IsStream(o *lang.Object) bool {
	for _, s := range a.streams {
		if s == o {
			return true
		}
	}
	return false
}

// newBlock makes the class of what the allocation x returns a pointer to.
func (a *Analysis) newBlock(x *lang.Call) *Class {
	n := a.fresh()
	n.set(Inhabited)
	a.blocks = append(a.blocks, block{x, a.fn, n})
	return n
}

// Block is what an allocation makes.
type Block struct {
	Class *Class
	Heap  bool // it may be freed: it is not one of alloca, or the library's own
}

// Blocks are what allocations return pointers to.
func (a *Analysis) Blocks() []Block {
	list := make([]Block, len(a.blocks))
	for i, b := range a.blocks {
		list[i] = Block{b.class.Find(), b.call.Direct().Name == "__whet_alloc"}
	}
	return list
}

// Block is the class of what the allocation x returns a pointer to.
func (a *Analysis) Block(x *lang.Call) *Class {
	for _, b := range a.blocks {
		if b.call == x {
			return b.class.Find()
		}
	}
	return nil
}

// Unknown is the class that pointers lead to which are made from plain numbers.
func (a *Analysis) Unknown() *Class { return a.unknown.Find() }

// Result is the place of what the call returns, nil where it is a record.
func (a *Analysis) Result(x *lang.Call) *Class { return a.callResults[x] }

// LeadsTo is the class that the values in n lead to; nil: to nothing.
func (a *Analysis) LeadsTo(n *Class) *Class {
	if n = n.Find(); n.pointee == nil {
		return nil
	}
	return n.pointee.Find()
}

// resultOf is the place of what the function returns.
func (a *Analysis) resultOf(f *lang.Func) *Class {
	if a.results[f] == nil {
		a.results[f] = a.fresh()
	}
	return a.results[f].Find()
}

// Indirect is the call through a pointer, nil where the call is direct.
func (a *Analysis) Indirect(x *lang.Call) *IndirectCall { return a.indirect[x] }

// RecordTemp is the object that holds a record value which no lvalue holds; nil: there is none.
func (a *Analysis) RecordTemp(e lang.Expr) *lang.Object { return a.temps[e] }

// Argument is what is passed for the parameter of a model's private copy, nil for other objects.
func (a *Analysis) Argument(param *lang.Object) lang.Expr { return a.argOf[param] }
