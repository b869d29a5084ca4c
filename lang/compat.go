// This file compares types as C does, and prints them.

package lang

import (
	"strconv"
	"strings"
)

// Unqualified returns the type that t is a variant of: t without qualifiers and without an alignment from an
// attribute.
func (t *Type) Unqualified() *Type {
	for t.orig != nil {
		t = t.orig
	}
	return t
}

// Compatible reports whether C calls a and b compatible (C11 6.2.7). Qualifiers are ignored.
func Compatible(a, b *Type) bool {
	a, b = a.Unqualified(), b.Unqualified()
	if a == b {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Void, Bool:
		return true
	case Integer:
		// An enumeration is compatible with its integer type. Here, it is also compatible with other enumerations of
		// the same size and sign.
		return a.Bits == b.Bits && a.Signed == b.Signed && a.Rank == b.Rank && (a.Enum || b.Enum || a.Name == b.Name)
	case Float:
		return a.Size == b.Size && a.Name == b.Name
	case Pointer:
		return Compatible(a.Elem, b.Elem)
	case Record:
		if a.IsVector() && b.IsVector() {
			return a.Size == b.Size && Compatible(a.Lanes, b.Lanes)
		}
	case Array:
		return (a.Len < 0 || b.Len < 0 || a.Len == b.Len) && Compatible(a.Elem, b.Elem)
	case Function:
		if !Compatible(a.Elem, b.Elem) {
			return false
		}
		if a.NoProto || b.NoProto {
			return true
		}
		if len(a.Params) != len(b.Params) || a.Variadic != b.Variadic {
			return false
		}
		for i := range a.Params {
			if !Compatible(a.Params[i], b.Params[i]) {
				return false
			}
		}
		return true
	}
	return len(a.Fields) > 0 && SameRecord(a, b) // records: only the same record
}

// CompatibleFunctions reports whether the function types a and b are compatible. The const of a pointer's target
// counts (C11 6.7.6.1p2), but the const of a parameter or result itself does not (6.7.6.3p15).
func CompatibleFunctions(a, b *Type) bool {
	if !Compatible(a, b) || a.Unqualified().NoProto || b.Unqualified().NoProto {
		return Compatible(a, b)
	}
	a, b = a.Unqualified(), b.Unqualified()
	for i := range a.Params {
		if !equallyConst(a.Params[i], b.Params[i]) {
			return false
		}
	}
	return equallyConst(a.Elem, b.Elem)
}

// equallyConst reports whether, at each level of two compatible pointer types, both targets are const or neither is.
func equallyConst(a, b *Type) bool {
	for a.Kind == Pointer && b.Kind == Pointer {
		if a, b = a.Elem, b.Elem; a.Const != b.Const {
			return false
		}
	}
	return true
}

// String returns the type in C's notation for type names.
func (t *Type) String() string {
	var b strings.Builder
	b.WriteString(t.Declare("", 0))
	return b.String()
}

// maxTypeText bounds the depth to which a type is printed.
const maxTypeText = 12

// Declaration returns the C declaration of name with type t.
func (t *Type) Declaration(name string) string { return t.Declare(name, 0) }

// Declare returns the declaration of name with type t; depth is the depth of t in the type that is printed.
func (t *Type) Declare(name string, depth int) string {
	if t == nil {
		return "?"
	}
	if depth > maxTypeText {
		return "… " + name
	}
	join := func(base string) string {
		if t.Volatile && t.Kind != Pointer {
			base = "volatile " + base
		}
		if t.Const && t.Kind != Pointer {
			base = "const " + base
		}
		if name == "" {
			return base
		}
		if name[0] == '[' || name[0] == '(' && base != "" {
			return base + " " + name
		}
		return base + " " + name
	}
	switch t.Kind {
	case Pointer:
		s := "*"
		switch {
		case t.Const && t.Volatile:
			s = "*const volatile"
		case t.Const:
			s = "*const"
		case t.Volatile:
			s = "*volatile"
		}
		if s != "*" && name != "" {
			s += " "
		}
		s += name
		if t.Elem != nil && (t.Elem.Kind == Array || t.Elem.Kind == Function) {
			s = "(" + s + ")"
		}
		return t.Elem.Declare(s, depth+1)
	case Array:
		n := ""
		switch {
		case t.LenObj != nil:
			n = "*"
		case t.Len >= 0:
			n = strconv.FormatInt(t.Len, 10)
		}
		return t.Elem.Declare(name+"["+n+"]", depth+1)
	case Function:
		var ps []string
		for _, p := range t.Params {
			ps = append(ps, p.Declare("", depth+1))
		}
		if t.Variadic {
			ps = append(ps, "...")
		}
		if len(ps) == 0 && !t.NoProto {
			ps = append(ps, "void")
		}
		return t.Elem.Declare(name+"("+strings.Join(ps, ", ")+")", depth+1)
	case Record:
		if t.IsVector() {
			return join("vector of " + t.Lanes.String())
		}
		if t.Tag == "" && t.Typedef != "" {
			return join(t.Typedef)
		}
		kw := "struct"
		if t.Union {
			kw = "union"
		}
		tag := t.Tag
		if tag == "" {
			tag = "{…}"
		}
		return join(kw + " " + tag)
	}
	return join(t.Name)
}

// SameShape reports whether a call through a pointer can pass a value of type a where type b is expected, without a
// conversion.
func SameShape(a, b *Type) bool {
	switch {
	case a.Kind == Record || b.Kind == Record:
		return SameRecord(a, b)
	case a.Kind == Float || b.Kind == Float:
		return a.Kind == b.Kind
	case a.Kind == Void || b.Kind == Void:
		return a.Kind == b.Kind
	}
	return a.Size == b.Size
}

// CalledAlike reports whether a call through a pointer to a function of type t can call a function of type m.
func CalledAlike(t, m *Type) bool {
	if t.NoProto {
		return true
	}
	if len(t.Params) != len(m.Params) || t.Variadic != m.Variadic {
		return false
	}
	for i, p := range t.Params {
		if !SameShape(p, m.Params[i]) {
			return false
		}
	}
	return t.Elem.Kind == Void || SameShape(t.Elem, m.Elem)
}
