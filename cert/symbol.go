// This file says what the free constants of formulas denote, and how they are named.

package cert

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Symbol is what a free constant of a formula denotes: a variable or an array, now or at the entry of the activation.
// Exactly one of Var and Array is not nil.
//
// A local variable of the context's procedure denotes the variable of the present activation. A local variable of
// another procedure denotes the variable of this procedure's latest activation that has not ended. Only global
// variables, global arrays and parameters have values at the entry.
type Symbol struct {
	Var   *cfa.Var
	Array *cfa.Array
	Entry bool
}

// entryMark begins the names of values at the entry.
const entryMark = "old "

// Name returns the symbol's name in formulas: x@7 is the variable with ID 7, a@a3 is the array with ID 3, and "old
// x@7" is the variable's value at the entry. Different symbols have different names.
func (s Symbol) Name() string {
	name := ""
	if s.Entry {
		name = entryMark
	}
	if s.Var != nil {
		return name + clean(s.Var.Name) + "@" + strconv.Itoa(s.Var.ID)
	}
	return name + clean(s.Array.Name) + "@a" + strconv.Itoa(s.Array.ID)
}

// clean replaces characters that a quoted symbol of SMT-LIB cannot contain.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '|' || r == '\\' || r < ' ' {
			return '_'
		}
		return r
	}, name)
}

// Term returns the constant for the symbol.
func (s Symbol) Term(b *smt.Builder) *smt.Term {
	sort := b.IntSort()
	if s.Array != nil {
		sort = b.ArraySort(sort, sort)
	}
	return b.Var(s.Name(), sort)
}

// ParseName splits the name of a symbol into the ID of a variable or an array, and whether it is the value at the
// entry. ok is false if name is not such a name.
func ParseName(name string) (id int, array, entry, ok bool) {
	at := strings.LastIndexByte(name, '@')
	if at < 0 {
		return 0, false, false, false
	}
	digits, array := strings.CutPrefix(name[at+1:], "a")
	id, err := strconv.Atoi(digits)
	return id, array, strings.HasPrefix(name, entryMark), err == nil && id >= 0
}

// parseSymbol returns the symbol of the program p with the given name.
func parseSymbol(p *cfa.Program, name string) (s Symbol, err error) {
	id, array, entry, ok := ParseName(name)
	s.Entry = entry
	switch {
	case !ok:
	case array && id < len(p.Arrays):
		s.Array = p.Arrays[id]
	case !array && id < len(p.Vars):
		s.Var = p.Vars[id]
	}
	if s.Var == nil && s.Array == nil || s.Name() != name {
		return s, fmt.Errorf("%q names nothing of the program", name)
	}
	return s, nil
}

// visible returns an error if the formulas of the procedure q may not use the symbol.
func (s Symbol) visible(q *cfa.Proc) error {
	if !s.Entry {
		return nil
	}
	if s.Var != nil && s.Var.Proc != nil && (s.Var.Proc != q || s.Var.Kind != cfa.ParamVar) {
		return fmt.Errorf("%s has no value at the entry of %s", s.Var.Name, q.Name)
	}
	if s.Array != nil && s.Array.Proc != nil {
		return fmt.Errorf("%s has no contents at the entry of %s", s.Array.Name, q.Name)
	}
	return nil
}
