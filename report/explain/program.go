package explain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/source"
	"github.com/whet-mc/whet/report/trace"
)

// This file makes the abstraction next to the source: for each line, the abstraction of its edges, in the order of
// the program.

const (
	smallProgram = 40 // lines of the largest program that is shown in full
	maxAbstract  = 80 // rows of a larger program
)

// program is the abstraction that was listed last.
type program struct {
	lines []AbstractLine
	known bool // an abstraction was listed
}

// add adds the lines of the abstraction to out if they differ from the lines of the last abstraction.
func (x *program) add(o Options, it *refine.Iteration, out *Iteration) {
	if it.Abstract == nil {
		return
	}
	lines := abstraction(o, it)
	changed := false
	for i := range lines {
		lines[i].Changed = x.known && (i >= len(x.lines) || lines[i].Abstract != x.lines[i].Abstract)
		changed = changed || lines[i].Changed
	}
	if changed || !x.known {
		out.Program = lines
		if !o.All && len(lines) > smallProgram {
			out.Program = shortenProgram(lines, x.known)
		}
	}
	out.ListsAll = len(out.Program) == len(lines)
	x.lines, x.known = lines, true
}

// abstraction lists the lines of the program that have operations.
func abstraction(o Options, it *refine.Iteration) []AbstractLine {
	whole := it.Program
	if whole.Origin != nil {
		whole = whole.Origin
	}
	model := trace.Models(whole)
	src := source.Lines{}
	if whole.Unit != nil {
		src.Files = whole.Unit.Files
	}
	var out []AbstractLine
	for _, q := range it.Program.Procs {
		if q == it.Program.Start && !q.Pos.Valid() || model[q.Name] {
			continue
		}
		from := len(out)
		of := map[lang.Pos]int{}
		at := func(p lang.Pos) *AbstractLine {
			p.Col = 0
			i, ok := of[p]
			if !ok {
				i = len(out)
				of[p] = i
				text, _ := src.Line(p)
				out = append(out, AbstractLine{Pos: p, Func: q.Name, Source: text})
			}
			return &out[i]
		}
		if orig := procOf(whole, q); orig != nil {
			for _, l := range orig.Locs {
				for _, e := range l.Out {
					if _, skip := e.Op.(cfa.Skip); !skip && e.Pos.Valid() {
						at(e.Pos)
					}
				}
			}
		}
		parts := map[lang.Pos][]string{}
		for _, l := range q.Locs {
			if !o.All && guardsAccess(l) {
				continue
			}
			for i, e := range l.Out {
				if !e.Pos.Valid() || i > 0 && opposite(l.Out[0], e) {
					continue
				}
				line := at(e.Pos)
				if text := it.Abstract(e); text != "" && !slices.Contains(parts[line.Pos], text) {
					parts[line.Pos] = append(parts[line.Pos], text)
				}
			}
		}
		for i := from; i < len(out); i++ {
			out[i].Abstract = ";"
			if p := parts[out[i].Pos]; len(p) > 0 {
				out[i].Abstract = strings.Join(p, "; ")
			}
		}
		slices.SortStableFunc(out[from:], func(a, b AbstractLine) int {
			return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line))
		})
	}
	indent(out)
	return out
}

// guardsAccess reports whether a location only checks that an access is inside its array.
func guardsAccess(l *cfa.Loc) bool {
	return slices.ContainsFunc(l.Out, func(e *cfa.Edge) bool { return e.To.Error != nil && e.To.Error.IsCheck() })
}

// opposite reports whether f is the other branch of e, which needs no line.
func opposite(e, f *cfa.Edge) bool {
	a, ok := e.Op.(*cfa.Assume)
	b, too := f.Op.(*cfa.Assume)
	return ok && too && e.Pos == f.Pos && cfa.ExprString(cfa.MkNot(a.Cond)) == cfa.ExprString(b.Cond)
}

// procOf returns the procedure of p that q is a slice of.
func procOf(p *cfa.Program, q *cfa.Proc) *cfa.Proc {
	if q.ID < len(p.Procs) && p.Procs[q.ID].Name == q.Name {
		return p.Procs[q.ID]
	}
	return nil
}

// indent removes the indentation that all lines share.
func indent(lines []AbstractLine) {
	least := -1
	for _, l := range lines {
		if n := len(l.Source) - len(strings.TrimLeft(l.Source, " ")); l.Source != "" && (least < 0 || n < least) {
			least = n
		}
	}
	for i := range lines {
		if l := &lines[i]; l.Source != "" {
			l.Source = l.Source[least:]
		}
	}
}

// shortenProgram leaves out the lines that did not change or, in the first abstraction, the lines of which nothing is
// left. If too many lines remain, it leaves out the middle.
func shortenProgram(lines []AbstractLine, changes bool) []AbstractLine {
	var out []AbstractLine
	gap := func(n int, l AbstractLine) {
		if k := len(out); k > 0 && out[k-1].Left > 0 {
			out[k-1].Left += n
			return
		}
		out = append(out, AbstractLine{Pos: l.Pos, Func: l.Func, Left: n})
	}
	for _, l := range lines {
		if changes && !l.Changed || !changes && l.Abstract == ";" {
			gap(1, l)
			continue
		}
		out = append(out, l)
	}
	if len(out) <= maxAbstract {
		return out
	}
	all := out
	out = slices.Clone(all[:maxAbstract/2])
	for _, l := range all[maxAbstract/2 : len(all)-maxAbstract/2] {
		gap(max(1, l.Left), l)
	}
	return append(out, all[len(all)-maxAbstract/2:]...)
}
