package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
)

// Repair is a place at which abstract states were made finer.
type Repair struct {
	Pos    lang.Pos          `json:"pos"`
	Kind   refine.RepairKind `json:"kind"`
	Bounds []string          `json:"bounds,omitempty"` // that the widening keeps from now on, in C's syntax; those that are new
}

// repairs makes plain data of them, by line.
func repairs(list []refine.Repair) []Repair {
	var out []Repair
	for _, r := range list {
		p := Repair{Pos: r.Pos, Kind: r.Kind}
		p.Pos.Col = 0
		for _, c := range r.Bounds {
			p.Bounds = append(p.Bounds, constraintText(c.Primitive(), r.Names, r.Integers))
		}
		i := slices.IndexFunc(out, func(q Repair) bool { return q.Pos == p.Pos && q.Kind == p.Kind })
		if i < 0 {
			out = append(out, p)
			continue
		}
		for _, b := range p.Bounds {
			if !slices.Contains(out[i].Bounds, b) {
				out[i].Bounds = append(out[i].Bounds, b)
			}
		}
	}
	return out
}

// repairs writes what was done, one place a line.
func (p *printer) repairs(it *Iteration) {
	file := it.file()
	p.printf("\n")
	p.wrap("  ", "The path is there only because states are too coarse. From now on:", 2)
	for _, r := range it.Repairs {
		where := "somewhere"
		if r.Pos.Valid() {
			where = at(file, r.Pos)
		}
		what := ""
		switch r.Kind {
		case refine.WideningBounded:
			what = fmt.Sprintf("widening at %s bounded by %s", where, strings.Join(r.Bounds, ", "))
			if len(r.Bounds) == 0 {
				what = fmt.Sprintf("widening at %s bounded by what is known there", where)
			}
		case refine.ImageInstead:
			what = fmt.Sprintf("image in place of the widening at %s", where)
			if len(r.Bounds) > 0 {
				what += fmt.Sprintf(" (bounds for the next: %s)", strings.Join(r.Bounds, ", "))
			}
		case refine.JoinUndone:
			what = fmt.Sprintf("join at %s undone", where)
		case refine.JoinFiner:
			what = fmt.Sprintf("joined in polyhedra at %s", where)
		case refine.StepFiner:
			what = fmt.Sprintf("step at %s taken in polyhedra", where)
		case refine.StepByCases:
			what = fmt.Sprintf("step at %s taken case by case", where)
		case refine.WrapAllowed:
			what = fmt.Sprintf("step at %s may wrap around", where)
		}
		p.wrap("    ", what, 6)
	}
}
