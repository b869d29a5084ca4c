// This file determines how a function uses the memory that is passed to it.

package contract

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// uses is what a function may do with the memory that is passed to it: the members and pointer targets that it reads,
// and what it does with addresses. It is computed syntactically, from all functions that a run from the function may
// reach and from the terms of their contracts. It is an over-approximation.
type uses struct {
	wild    bool // any byte of an object may be read
	opaque  bool // pointers to void and the like may be dereferenced, or functions called through pointers
	numbers bool // addresses are converted to integers
	meets   bool // pointers are compared, or subtracted
	unconst bool // the target of a pointer to const may be changed
	fields  map[*lang.Field]bool
	vars    map[*lang.Object]bool
	through []*lang.Type // types that are read through pointers, or as elements of arrays
	model   bool         // the current body is a model of the library
}

// usesOf computes what a run from f may use; funcs are the functions that the run may reach.
func usesOf(f *lang.Func, funcs map[*lang.Func]bool) *uses {
	u := &uses{fields: map[*lang.Field]bool{}, vars: map[*lang.Object]bool{}}
	for g := range funcs {
		u.model = g.Model
		if g.Body != nil {
			u.stmt(g.Body)
		}
		u.model = false
		for _, con := range g.Contracts {
			con.Each(u.value)
		}
	}
	return u
}

// reads reports whether values of type t may be read through pointers.
func (u *uses) reads(t *lang.Type) bool {
	if u.wild {
		return true
	}
	for _, r := range u.through {
		if lang.Compatible(r, t) {
			return true
		}
	}
	return false
}

func (u *uses) stmt(s lang.Stmt) {
	switch s := s.(type) {
	case *lang.DeclStmt:
		for _, d := range s.Dims {
			if d.X != nil {
				u.value(d.X)
			}
		}
		u.init(s.Obj)
		if s.Obj.Cleanup != nil {
			u.value(s.Obj.Cleanup)
		}
	case *lang.Input:
		u.place(s.X, false)
		if s.Count != nil {
			u.value(s.Count)
		}
	case *lang.Asm:
		u.wild, u.opaque, u.numbers = true, true, true
	default:
		for _, e := range lang.StmtExprs(s) {
			u.value(e)
		}
	}
	for _, t := range lang.StmtChildren(s) {
		u.stmt(t)
	}
}

func (u *uses) init(o *lang.Object) {
	if o.Init == nil {
		return
	}
	for _, it := range o.Init.Items {
		u.place(it.Dst, false)
		if it.Val != nil {
			u.value(it.Val)
		}
	}
}

// place visits the lvalue e. read says that its value may be used, now or through its address.
func (u *uses) place(e lang.Expr, read bool) {
	if read {
		u.whole(e.Type())
	}
	u.part(e, read)
}

// part visits the lvalue e. read says that the value of e, or of a part of e, may be used. Unlike place, part does
// not record that all members of e are read.
func (u *uses) part(e lang.Expr, read bool) {
	switch x := e.(type) {
	case *lang.VarRef:
		u.vars[x.Obj] = u.vars[x.Obj] || read
	case *lang.CompoundLit:
		u.init(x.Obj)
	case *lang.Member:
		if read {
			u.fields[x.Field] = true
			if x.X.Type().Union {
				u.whole(x.X.Type())
			}
		}
		u.part(x.X, read)
	case *lang.Index:
		if read {
			u.through = append(u.through, x.T)
		}
		u.value(x.I)
		if d, ok := x.X.(*lang.Decay); ok {
			u.part(d.X, read)
		} else {
			u.value(x.X)
		}
	case *lang.Deref:
		if read {
			u.through = append(u.through, x.T)
		}
		u.value(x.X)
	case *lang.Places:
		u.part(x.X, read)
		if x.Count != nil {
			u.value(x.Count)
		}
	default:
		u.value(e)
	}
}

// whole records that all members of a record type t are read.
func (u *uses) whole(t *lang.Type) {
	for t.Kind == lang.Array {
		t = t.Elem
	}
	if t.Kind != lang.Record {
		return
	}
	for _, f := range t.Fields {
		if !u.fields[f] {
			u.fields[f] = true
			u.whole(f.Type)
		}
		for e := f.Type; e.Kind == lang.Array; e = e.Elem {
			u.through = append(u.through, e.Elem)
		}
	}
}

// value visits an expression whose value is used.
func (u *uses) value(e lang.Expr) {
	switch x := e.(type) {
	case *lang.VarRef, *lang.Member, *lang.Index, *lang.Deref, *lang.CompoundLit:
		u.place(e, true)
		return
	case *lang.Places: // an assigns clause
		u.place(e, false)
		return
	case *lang.Assign:
		u.place(x.L, false)
		u.value(x.R)
		return
	case *lang.AddrOf:
		u.place(x.X, true)
		return
	case *lang.Decay:
		u.place(x.X, true)
		return
	case *lang.Cast:
		u.cast(x)
	case *lang.Binary:
		u.binary(x)
	case *lang.Call:
		u.call(x)
	case *lang.VaArg:
		u.wild = true
	case *lang.StmtExpr:
		u.stmt(x.Body)
	}
	for _, y := range lang.Operands(e) {
		if *y != nil {
			u.value(*y)
		}
	}
}

// cast visits a conversion of a pointer.
func (u *uses) cast(x *lang.Cast) {
	from, to := x.X.Type(), x.T
	if from.Kind == lang.Pointer && to.Kind == lang.Pointer && from.Elem.Const && !to.Elem.Const {
		u.unconst = true
	}
	switch {
	case from.Kind == lang.Pointer && to.IsInteger() && to.Kind != lang.Bool:
		u.wild = true
		u.numbers = u.numbers || !u.model
	case from.IsInteger() && to.Kind == lang.Pointer:
		if _, ok := x.X.(*lang.IntLit); !ok {
			u.wild, u.opaque = true, true
		}
	case from.Kind != lang.Pointer || to.Kind != lang.Pointer || lang.Compatible(from.Elem, to.Elem) || build.IsZero(lang.StripCasts(x.X)):
	case from.Elem.Kind == lang.Void || from.Elem.Kind == lang.Function || from.Elem.Kind == lang.Record && !from.Elem.Complete:
		if c, ok := x.X.(*lang.Call); ok {
			if f := c.Direct(); f != nil && (f.Model || f.Body == nil) {
				return // a fresh block
			}
		}
		u.wild, u.opaque = true, true
	default:
		u.wild = true
	}
}

func (u *uses) binary(x *lang.Binary) {
	l, r := x.L.Type(), x.R.Type()
	if u.model || l.Kind != lang.Pointer || r.Kind != lang.Pointer || build.IsZero(lang.StripCasts(x.L)) || build.IsZero(lang.StripCasts(x.R)) {
		return
	}
	u.meets = true
}

// call visits the arguments of a call of unseen code.
func (u *uses) call(x *lang.Call) {
	f := x.Direct()
	if f == nil {
		u.wild, u.opaque = true, true
		return
	}
	if f.Body != nil {
		return
	}
	for _, a := range x.Args {
		if t := a.Type(); t.Kind == lang.Pointer && !literal(a) || t.Kind == lang.Record && holdsPointers(t) {
			u.wild = true
		}
	}
}

// literal reports whether e is the address of a string literal, or null.
func literal(e lang.Expr) bool {
	e = lang.StripCasts(e)
	if d, ok := e.(*lang.Decay); ok {
		c, ok := d.X.(*lang.VarRef)
		return ok && c.Obj.Storage == lang.Literal
	}
	return build.IsZero(e)
}
