// This file decides whether a function that the program declares can be the function of the library with that name.

package build

import (
	"github.com/whet-mc/whet/lang"
	table "github.com/whet-mc/whet/lang/library"
)

// Resembles reports whether a function that the program declares with type t can be the library's function of type m.
// The numbers of parameters must be equal; pointers must correspond to pointers, and numbers to numbers.
func Resembles(t, m *lang.Type) bool {
	return t.NoProto || len(t.Params) == len(m.Params) && resemblesSoFar(t, m)
}

// Shorter reports whether a function that the program declares with type t can be the library's function of that name
// and type m, without the last parameter.
func Shorter(name string, t, m *lang.Type) bool {
	return table.Shorter(name) && !t.NoProto && len(t.Params) == len(m.Params)-1 && resemblesSoFar(t, m)
}

// resemblesSoFar compares the results, and as many parameters as t has.
func resemblesSoFar(t, m *lang.Type) bool {
	if t.Variadic != m.Variadic || m.Elem.Kind != lang.Void && (t.Elem.Kind == lang.Pointer) != (m.Elem.Kind == lang.Pointer) {
		return false
	}
	for i, p := range t.Params {
		if (p.Kind == lang.Pointer) != (m.Params[i].Kind == lang.Pointer) || !Convertible(p, m.Params[i]) {
			return false
		}
	}
	return true
}

// Convertible reports whether C, or gcc with a warning, converts values of the type `from` to the type `to`.
func Convertible(from, to *lang.Type) bool {
	switch {
	case from.IsVector() && to.IsVector():
		return from.Size == to.Size
	case from.Kind == lang.Record || to.Kind == lang.Record:
		return lang.Compatible(from, to)
	case from.Kind == lang.Float && to.Kind == lang.Pointer || from.Kind == lang.Pointer && to.Kind == lang.Float:
		return false
	}
	return from.IsScalar() && to.IsScalar()
}
