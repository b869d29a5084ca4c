// Translation of slots from the slice to the program.

package invariants

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
)

// Slots translates slots from the slice to the program by IDs, which are the same.
type Slots struct {
	program *cfa.Program
	made    map[*cells.Layout][]cells.Slot
}

// NewSlots returns a Slots that translates to p.
func NewSlots(p *cfa.Program) *Slots {
	return &Slots{program: p, made: map[*cells.Layout][]cells.Slot{}}
}

// Of returns the slots of a layout with variables and arrays of the program. Derived slots become empty.
func (c *Slots) Of(l *cells.Layout) []cells.Slot {
	if s, ok := c.made[l]; ok {
		return s
	}
	out := slices.Clone(l.Slots)
	p := c.program
	for i, s := range out {
		switch {
		case s.Derived():
			out[i] = cells.Slot{}
		case s.Var != nil && s.Var.ID >= len(p.Vars): // a ghost that the program does not have
		case s.Var != nil:
			out[i].Var = p.Vars[s.Var.ID]
		default:
			out[i].Arr = p.Arrays[s.Arr.ID]
			if s.Idx.Ghost != nil && s.Idx.Ghost.ID < len(p.Vars) {
				out[i].Idx.Ghost = p.Vars[s.Idx.Ghost.ID]
			}
			if s.Idx.Term != nil {
				out[i].Idx.Term = s.Idx.Term.In(p)
			}
		}
	}
	c.made[l] = out
	return out
}
