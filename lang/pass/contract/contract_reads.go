package contract

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// What a function may use of what it is handed: the members that it reads, what it reads through
// pointers, and what it makes of addresses. It is found by the form of the program, for all
// functions that a run from it may come to and for the terms of their contracts, and says too much
// rather than too little.
type uses struct {
	wild    bool // any byte of an object may be read
	opaque  bool // pointers to void and the like may be followed, functions called through pointers
	numbers bool // addresses become numbers
	meets   bool // pointers are compared, or subtracted
	unconst bool // what a pointer to const leads to may be changed
	fields  map[*lang.Field]bool
	vars    map[*lang.Object]bool
	through []*lang.Type // what is read through pointers, and as elements of arrays
	model   bool         // the body at hand is one of the library's models
}

// usesOf finds what a run from f may use; funcs are those that it may come to.
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

// reads reports whether values of the type may be read through pointers.
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

// place visits an lvalue. Read: its value may be used, now or through its address.
func (u *uses) place(e lang.Expr, read bool) {
	if read {
		u.whole(e.Type())
	}
	u.part(e, read)
}

// part is place for an lvalue, or for what it is a part of.
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

// whole says that all members of a record are read.
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
	case *lang.Places: // what is assigned
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

// cast looks at what becomes of a pointer.
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
				return // what is allocated
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

// call looks at what is handed to code that is not seen.
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

// literal reports whether an expression is the address of a string in the program's text, or null.
func literal(e lang.Expr) bool {
	e = lang.StripCasts(e)
	if d, ok := e.(*lang.Decay); ok {
		c, ok := d.X.(*lang.VarRef)
		return ok && c.Obj.Storage == lang.Literal
	}
	return build.IsZero(e)
}
