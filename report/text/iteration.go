// This file prints the rounds of an explanation.

package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/explain"
	"github.com/whet-mc/whet/report/prose"
)

// Iteration writes an iteration for people.
func Iteration(w io.Writer, it *explain.Iteration, st Style) error {
	p := &printer{Style: st}
	p.iteration(it)
	_, err := io.WriteString(w, p.b.String())
	return err
}

func (p *printer) iteration(it *explain.Iteration) {
	file := home(it)
	what := "an error path"
	switch {
	case it.Outcome == explain.NoPath:
		what = "no path to an error is left"
	case it.Outcome == explain.Deeper:
		what = it.Why
	case it.Property != nil:
		what = "a path to " + it.Property.Describe() + ", " + at(file, it.Property.Pos)
	// The path ends where a number may not fit its word; it was assumed to fit.
	case len(it.Repairs) > 0:
		what = "a path on which a word may wrap around"
	}
	head := fmt.Sprintf("Iteration %d:", it.Number)
	if it.Run != "" {
		head = fmt.Sprintf("Iteration %d, %s:", it.Number, it.Run)
	}
	q := &printer{Style: p.Style}
	q.wrap(head+" ", what, 2)
	p.printf("%s%s", p.paint(head, bold), strings.TrimPrefix(q.b.String(), head))
	if it.Domain != "" {
		domain := it.Domain
		if it.Instead != "" {
			domain += ", in place of " + it.Instead
		}
		p.wrap("  domain: ", domain, 4)
	}
	none := "nothing"
	if it.Full {
		none = "everything"
	}
	p.wrap("  kept: ", p.precision(it.Precision, file, none), 8)
	p.wrap("  explored: ", prose.Plural(it.States, "abstract state"), 4)
	p.abstraction(it)
	p.errorPath(it)
	if it.Proof != "" {
		p.printf("\n  %s\n", p.paint("Proof:", bold))
		for line := range strings.SplitSeq(it.Proof, "\n") {
			p.printf("    %s\n", line)
		}
	}
	if it.NoProof != "" {
		p.printf("\n")
		p.wrap("  No proof: ", it.NoProof+".", 4)
	}
	p.outcome(it)
	p.printf("\n")
}

// home returns the file whose places need not name it; if the program has several files, no file has the returned
// name.
func home(it *explain.Iteration) string {
	if it.Several {
		return "\x00"
	}
	return it.File()
}

// at returns "line 7", or the file and the line if p is in another file.
func at(file string, p lang.Pos) string {
	if p.File == file || file == "" {
		return fmt.Sprintf("line %d", p.Line)
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// lineNumber returns the number alone, preceded by the name of another file.
func lineNumber(file string, p lang.Pos) string {
	switch {
	case !p.Valid():
		return ""
	case p.File == file || file == "":
		return fmt.Sprint(p.Line)
	}
	return fmt.Sprintf("%s:%d", prose.Cut(p.File[strings.LastIndexByte(p.File, '/')+1:], 20), p.Line)
}

// precision returns the text V = {i}, P = {i < n}, R(a) = {1}.
func (p *printer) precision(list []explain.Tracked, file, none string) string {
	var parts []string
	for _, t := range list {
		var sets []string
		vars, preds := split(t.Vars)
		if len(vars) > 0 {
			sets = append(sets, "V = {"+strings.Join(vars, ", ")+"}")
		}
		if len(preds) > 0 {
			sets = append(sets, "P = {"+strings.Join(preds, ", ")+"}")
		}
		for _, c := range t.Arrays {
			sets = append(sets, "R("+c.Array+") = {"+strings.Join(c.Indexes, ", ")+"}")
		}
		parts = append(parts, where(t, file)+strings.Join(sets, ", "))
	}
	if len(parts) == 0 {
		return none
	}
	return strings.Join(parts, "; ")
}

// gains returns what was added to a precision: V gains i, P gains i < n, R(a) gains 1.
func (p *printer) gains(list []explain.Tracked, file string) string {
	var parts []string
	for _, t := range list {
		var sets []string
		vars, preds := split(t.Vars)
		if len(vars) > 0 {
			sets = append(sets, "V gains "+strings.Join(vars, ", "))
		}
		if len(preds) > 0 {
			sets = append(sets, "P gains "+strings.Join(preds, ", "))
		}
		for _, c := range t.Arrays {
			sets = append(sets, "R("+c.Array+") gains "+strings.Join(c.Indexes, ", "))
		}
		parts = append(parts, where(t, file)+strings.Join(sets, "; "))
	}
	return strings.Join(parts, "; ")
}

// split separates predicates, whose operators have spaces around them, from variables.
func split(list []string) (vars, preds []string) {
	for _, w := range list {
		if strings.Contains(w, " ") {
			preds = append(preds, w)
		} else {
			vars = append(vars, w)
		}
	}
	return vars, preds
}

func where(t explain.Tracked, file string) string {
	if t.Pos.Valid() {
		return at(file, t.Pos) + ": "
	}
	return ""
}

// abstraction prints the program next to its abstraction.
func (p *printer) abstraction(it *explain.Iteration) {
	if len(it.Program) == 0 {
		return
	}
	file := home(it)
	several, changed := false, false
	for _, l := range it.Program {
		several = several || l.Func != it.Program[0].Func
		changed = changed || l.Changed
	}
	var rows []tableRow
	fn := ""
	for _, l := range it.Program {
		if several && l.Func != fn {
			rows = append(rows, tableRow{across: l.Func + "()", paint: []string{bold}})
			fn = l.Func
		}
		switch {
		case l.Left > 0 && changed:
			rows = append(rows, tableRow{across: "⋮ " + prose.Plural(l.Left, "line") + " as before", paint: []string{dim}})
		case l.Left > 0:
			rows = append(rows, tableRow{across: "⋮ " + prose.Plural(l.Left, "line") + " of which nothing is kept", paint: []string{dim}})
		default:
			r := tableRow{cells: []string{"", lineNumber(file, l.Pos), l.Source, l.Abstract}}
			switch {
			case l.Changed:
				r.cells[0], r.paint = "*", []string{cyan}
			case l.Abstract == ";":
				r.paint = []string{dim}
			}
			rows = append(rows, r)
		}
	}
	p.printf("\n")
	p.table("  ", []string{"", "line", "program", "abstraction"}, rows, 2)
	if changed {
		p.printf("  %s\n", p.paint("* changed", dim))
	}
}

// errorPath prints the steps of the path.
func (p *printer) errorPath(it *explain.Iteration) {
	if len(it.Path) == 0 {
		return
	}
	file := home(it)
	var rows []tableRow
	used := slices.ContainsFunc(it.Path, func(r explain.PathRow) bool { return r.Used })
	for _, r := range it.Path {
		star, lead := "", ""
		if r.Used {
			star = "*"
		}
		if used {
			lead = pad(star, 3, false)
		}
		last := r.Step + r.Left - 1
		switch {
		case r.Rounds > 0:
			last = r.Step + r.Rounds*r.Lines - 1
			rows = append(rows, tableRow{across: fmt.Sprintf("%s⋮ ×%s more of these %s (steps %d–%d)", lead, prose.Group(r.Rounds), prose.Plural(r.Lines, "step"), r.Step, last), paint: []string{yellow}})
		case r.Left > 0:
			rows = append(rows, tableRow{across: fmt.Sprintf("%s⋮ %s left out (steps %d–%d; --all lists them)", lead, prose.Plural(r.Left, "step"), r.Step, last), paint: []string{dim}})
		default:
			rows = append(rows, tableRow{cells: []string{star, fmt.Sprint(r.Step), lineNumber(file, r.Pos), r.Statement, r.Renamed, strings.Join(r.Formulas, "\n")}})
		}
	}
	p.printf("\n")
	p.table("  ", []string{"", "step", "line", "statement", "renamed", "formula"}, rows, 3)
	if used {
		p.printf("  %s\n", p.paint("* these contradict each other", dim))
	}
}

// interpolants prints what must be known between the blocks of the path.
func (p *printer) interpolants(it *explain.Iteration) {
	if len(it.Interpolants) == 0 {
		return
	}
	p.printf("\n  Enough to see that the path cannot be taken:\n")
	for _, i := range it.Interpolants {
		where := "somewhere"
		if i.Pos.Valid() {
			where = at(home(it), i.Pos)
		}
		p.wrap("    ", where+": "+i.Formula, 6)
	}
}

// outcome prints the result of the path.
func (p *printer) outcome(it *explain.Iteration) {
	file := home(it)
	switch it.Outcome {
	case explain.NoPath, explain.Deeper:
		return
	case explain.Refined:
		p.interpolants(it)
		p.printf("\n")
		p.wrap("  ", "The path cannot be taken. Learnt: "+p.gains(it.Learnt, file)+".", 2)
	case explain.Repaired:
		p.repairs(it)
	case explain.KeptApart:
		lines := make([]string, len(it.Apart))
		for i, q := range it.Apart {
			lines[i] = at(file, q)
		}
		p.printf("\n")
		p.wrap("  ", "The path cannot be taken, and all that this rests on is kept. From now on, states are no longer merged at "+strings.Join(lines, ", ")+".", 2)
	case explain.Repeated:
		p.printf("\n")
		if it.Why != "" {
			p.wrap("  ", "The path "+prose.OneLine(it.Why)+".", 2)
			return
		}
		p.wrap("  ", "The path cannot be taken. Nothing new was learnt; what had been explored without it is explored anew.", 2)
	case explain.Feasible:
		p.printf("\n")
		p.wrap("  ", "The path can be taken: the inputs below lead along it.", 2)
	case explain.Undecided:
		p.printf("\n")
		p.wrap("  ", "Whether the path can be taken could not be decided: "+prose.OneLine(it.Why)+".", 2)
	}
}

// repairs prints the repairs, one place per line.
func (p *printer) repairs(it *explain.Iteration) {
	file := home(it)
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
