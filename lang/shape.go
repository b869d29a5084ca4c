// This file has small queries about the form of types and expressions.

package lang

import "strings"

// OnlyScalars reports whether t is a scalar, or a struct whose members are all scalars or such structs. Its values
// can be passed scalar by scalar.
func (t *Type) OnlyScalars() bool {
	if t.Kind != Record {
		return t.IsScalar()
	}
	if t.Union {
		return false
	}
	for _, f := range t.Fields {
		if !f.Type.OnlyScalars() {
			return false
		}
	}
	return true
}

// Texts lists the members of the record t that are arrays of characters. It returns nil for other types and for unions.
func (t *Type) Texts() (list []*Field) {
	if t.Kind != Record || t.Union {
		return nil
	}
	for _, f := range t.Fields {
		if a := f.Type; a.Kind == Array && a.Len > 0 && a.Elem.Kind == Integer && a.Elem.Size == 1 {
			list = append(list, f)
		}
	}
	return list
}

// HasUnion reports whether t is a union or contains one.
func (t *Type) HasUnion() bool {
	switch t.Kind {
	case Array:
		return t.Elem.HasUnion()
	case Record:
		if t.Union {
			return true
		}
		for _, f := range t.Fields {
			if f.Type.HasUnion() {
				return true
			}
		}
	}
	return false
}

// SameRecord reports whether a and b are the same record type. It compares the fields, because qualified copies of a
// type share them.
func SameRecord(a, b *Type) bool {
	if a.Kind != Record || b.Kind != Record || len(a.Fields) != len(b.Fields) {
		return false
	}
	return len(a.Fields) == 0 || a.Fields[0] == b.Fields[0]
}

// LiteralText returns the string that e points to, if e is a string literal.
func LiteralText(e Expr) (string, bool) {
	for {
		switch x := e.(type) {
		case *Cast:
			e = x.X
			continue
		case *Decay:
			e = x.X
			continue
		case *VarRef:
			if s := ObjectText(x.Obj); s != nil && x.Obj.Storage == Literal {
				return *s, true
			}
		}
		return "", false
	}
}

// ObjectText returns the string at the start of a string literal or of a const array with static storage. It returns
// nil for other objects.
func ObjectText(o *Object) *string {
	if o.Storage != Literal && !((o.Storage == Static || o.Storage == Global) && constArray(o.Type)) || o.Init == nil || len(o.Init.Items) != 1 || o.Init.Items[0].Str == nil {
		return nil
	}
	text, _, _ := strings.Cut(string(o.Init.Items[0].Str), "\x00")
	return &text
}

// StripCasts returns e without the casts around it.
func StripCasts(e Expr) Expr {
	for {
		c, ok := e.(*Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}

// Callee returns the reference to the function that a direct call names, or nil for a call through a pointer.
func (x *Call) Callee() *FuncRef {
	e := x.Fun
	for {
		switch y := e.(type) {
		case *FuncRef:
			return y
		case *Cast:
			if y.T.Kind != Pointer {
				return nil
			}
			e = y.X
		default:
			return nil
		}
	}
}

// Direct returns the function that the call names, or nil for a call through a pointer.
func (x *Call) Direct() *Func {
	if r := x.Callee(); r != nil {
		return r.Func
	}
	return nil
}

// Root returns the expression for the whole object that the lvalue e is a part of, or nil if e is reached through a
// pointer.
func Root(e Expr) Expr {
	for {
		switch x := e.(type) {
		case *Member:
			e = x.X
		case *Index:
			d, ok := x.X.(*Decay)
			if !ok {
				return nil
			}
			e = d.X
		case *Deref:
			switch d := x.X.(type) {
			case *Decay:
				e = d.X
			case *AddrOf:
				e = d.X
			case *Binary:
				dd, ok := d.L.(*Decay)
				if !ok || d.Op != PtrAdd {
					return nil
				}
				e = dd.X
			default:
				return nil
			}
		case *Comma:
			e = x.R
		case *Assign:
			e = x.L
		case *Cast:
			e = x.X
		default:
			return e
		}
	}
}

// constArray reports whether the type is an array of const elements.
func constArray(t *Type) bool { return t.Kind == Array && (t.Const || t.Elem.Const) }
