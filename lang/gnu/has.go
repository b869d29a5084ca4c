package gnu

import (
	"strings"

	table "github.com/whet-mc/whet/lang/library"
)

// attributePrefix marks what __has_attribute asks the preprocessor's __has_builtin for (predef.go).
const attributePrefix = "__whet_attribute_"

// HasBuiltin decides __has_builtin and __has_attribute: whether the tables allow a builtin, or an
// attribute at some place. What they do not allow, programs do without.
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
