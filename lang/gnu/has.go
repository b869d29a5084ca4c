// This file answers __has_builtin and __has_attribute.

package gnu

import (
	"strings"

	table "github.com/whet-mc/whet/lang/library"
)

// attributePrefix marks attributes in queries: predef.go defines __has_attribute(a) as
// __has_builtin(__whet_attribute_a).
const attributePrefix = "__whet_attribute_"

// HasBuiltin decides __has_builtin and __has_attribute: whether the tables allow a builtin, or allow an attribute in
// some place. Programs avoid extensions that are not allowed.
func HasBuiltin(name string) bool {
	if a, ok := strings.CutPrefix(name, attributePrefix); ok {
		row, ok := Attributes()[AttributeName(a)]
		return ok && (row.Modelled|row.Harmless) != 0
	}
	if row, ok := BuiltinOf(name); ok {
		return row.Class != BuiltinRefused
	}
	base, ok := strings.CutPrefix(name, "__builtin_")
	return ok && table.Known(base)
}
