// The precision as elements, for output and for later runs.

package value

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/precision"
)

// Precision implements cegar.Method.
func (r *run) Precision() []precision.Element { return Elements(r.Vocabulary(), r.Slice, r.prec) }

// Elements returns the elements of a precision of values. A variable that is tracked wherever it is visible has its
// procedure as scope.
func Elements(v *precision.Vocabulary, prog *cfa.Program, prec *value.Precision) []precision.Element {
	var out []precision.Element
	for _, e := range prec.Entries() {
		var here []precision.Element
		for _, id := range e.Vars {
			x := prog.Vars[id]
			here = append(here, v.Variable(precision.Scope{Proc: x.Proc}, x))
		}
		for _, a := range prog.Arrays {
			for _, i := range e.Cells[a.ID] {
				here = append(here, v.Cell(precision.Scope{Proc: a.Proc}, a, cells.Index{Num: num.Of(i)}))
			}
		}
		here = precision.ByScope(here)
		if e.Loc != nil {
			for i := range here {
				here[i].Scope = precision.At(e.Loc)
			}
		}
		out = append(out, here...)
	}
	return out
}

// Begin tracks the values that an earlier run has tracked.
func Begin(v *precision.Vocabulary, start []precision.Element, prec *value.Precision, entry *cfa.Loc) {
	for _, e := range start {
		at := e.Scope.Loc
		if prec.Scope() == value.Scoped {
			at = entry
		}
		if at == nil {
			continue
		}
		if x := v.VarOf(e); x != nil {
			prec.AddVar(at, x)
		} else if a, i, ok := v.CellOf(e); ok && i.Ghost == nil && i.Term == nil {
			if k, ok := i.Num.Int64(); ok {
				prec.AddCell(at, a, k)
			}
		}
	}
}
