// The names of logics: which theories a logic has, and whether its numerals are reals.

package smtlib

import "strings"

// theories returns the theories of a logic, by the parts of its name; false if it is not the name of a logic. The
// prefix QF_ is ignored, since quantifiers are refused everywhere.
func theories(logic string) (theory, bool) {
	if logic == "ALL" {
		return core | arithmetic | arrays | bitVectors | floating, true
	}
	rest := strings.TrimPrefix(logic, "QF_")
	has := core
	rest, ok := strings.CutPrefix(rest, "AX")
	if ok {
		has |= arrays
	} else if rest, ok = strings.CutPrefix(rest, "A"); ok {
		has |= arrays
	}
	rest, functions := strings.CutPrefix(rest, "UF")
	if r, ok := strings.CutPrefix(rest, "BV"); ok {
		rest = r
		has |= bitVectors
	}
	if r, ok := strings.CutPrefix(rest, "FP"); ok {
		rest = r
		has |= bitVectors | floating
	}
	switch rest {
	case "":
		return has, functions || has != core
	case "IDL", "RDL", "LIA", "LRA", "LIRA", "NIA", "NRA", "NIRA":
		return has | arithmetic, true
	}
	return 0, false
}

// realNumerals reports whether numerals are reals in the logic: it has reals and no integers.
func realNumerals(logic string) bool {
	return strings.HasSuffix(logic, "RDL") || strings.HasSuffix(logic, "LRA") || strings.HasSuffix(logic, "NRA")
}
