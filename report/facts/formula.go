// This file writes the formulas of annotations in the syntax of C.

package facts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// cWriter writes the formulas of annotations in C's syntax.
type cWriter struct {
	a *annotate.Annotations
}

// formula returns a formula as an operand of &&.
func (w cWriter) formula(t *smt.Term) string {
	return formula.CWriter{Builder: w.a.Builder, Name: w.name}.Formula(t)
}

// name returns the name of a variable or an array of the program.
func (w cWriter) name(t *smt.Term) string {
	s, ok := w.a.Symbol(t)
	name := t.Func().Name
	switch {
	case !ok:
	case s.Var != nil:
		name = s.Var.Name
		// Variables of one name in different blocks are distinguished by their lines.
		if q := s.Var.Proc; q != nil && s.Var.Pos.Valid() {
			for _, v := range q.Locals {
				if v != s.Var && v.Name == s.Var.Name {
					name += "@" + strconv.Itoa(s.Var.Pos.Line)
					break
				}
			}
		}
	case s.Array != nil:
		name = s.Array.Name
	}
	if ok && s.Entry {
		return `\old(` + name + ")"
	}
	return name
}

// sorted sorts a list, shorter texts first, and removes duplicates.
func sorted(list []string) []string {
	slices.SortFunc(list, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(list)
}
