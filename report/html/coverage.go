// This file finds what is known about each line.

package html

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/trace"
)

// coverage is what is known about the lines of the program.
type coverage struct {
	lines      map[string]map[int]*sourceLine
	invariants map[lang.Pos][]reason
}

func newCoverage(r *report.Result, ways [][]trace.Moment) *coverage {
	c := &coverage{lines: map[string]map[int]*sourceLine{}, invariants: map[lang.Pos][]reason{}}
	at := func(p lang.Pos) *sourceLine {
		if _, ok := r.Files[p.File]; !ok || !p.Valid() {
			return nil
		}
		if c.lines[p.File] == nil {
			c.lines[p.File] = map[int]*sourceLine{}
		}
		if c.lines[p.File][p.Line] == nil {
			c.lines[p.File][p.Line] = &sourceLine{}
		}
		return c.lines[p.File][p.Line]
	}
	explored := explored(r)
	states := map[*sourceLine]int{}
	for _, e := range r.Program.Edges {
		if _, skip := e.Op.(cfa.Skip); skip {
			continue
		}
		l := at(e.Pos)
		if l == nil {
			continue
		}
		if !explored {
			l.Class = cmp.Or(l.Class, "code")
			continue
		}
		cov := r.Outcome.Coverage
		n := 0
		if e.From.ID < len(cov.States) {
			n = cov.States[e.From.ID]
		}
		switch {
		case n > 0:
			l.Class = "seen"
			states[l] = max(states[l], n)
		case l.Class == "seen":
		case inSlice(cov.Program, e):
			l.Class = "unseen"
		case l.Class == "":
			l.Class = "aside"
		}
	}
	c.mark(r, at)
	for l, n := range states {
		l.States = short(n)
		l.Title = prose.Plural(n, "abstract state")
	}
	for _, lines := range c.lines {
		for _, l := range lines {
			switch l.Class {
			case "unseen":
				l.Title = "not reached"
			case "aside":
				l.Title = "cannot lead to an error, or does not bear on one"
			}
		}
	}
	for i, way := range ways {
		for _, m := range way {
			l := at(m.Pos)
			switch {
			case l == nil || m.Kind == trace.CallStep:
			case i > 0: // the script marks the line when it shows that failure
				l.other = true
			default:
				l.Path = true
				l.Error = l.Error || m.Kind == trace.ErrorStep
			}
		}
	}
	for _, lines := range c.lines {
		for _, l := range lines {
			// A run reaches the line, though the last exploration, which was for another property, did not.
			if (l.Path || l.other) && l.Class != "seen" && l.Class != "" {
				l.Class, l.Title = "code", ""
			}
		}
	}
	c.addInvariants(r)
	return c
}

// mark marks the lines with the results of their properties: one mark for each status. Its title lists all properties
// with that status.
func (c *coverage) mark(r *report.Result, at func(lang.Pos) *sourceLine) {
	add := func(p lang.Pos, id string, s report.Status, what string) {
		l := at(p)
		if l == nil {
			return
		}
		k := rank(string(s))
		if k == len(statuses) {
			return
		}
		what += ": " + statuses[k].words
		i := slices.IndexFunc(l.Marks, func(m mark) bool { return m.Status == string(s) })
		if i < 0 {
			l.Marks = append(l.Marks, mark{id, string(s), statuses[k].mark, what})
		} else if m := &l.Marks[i]; len(m.Title) < 600 {
			m.Title += "\n" + what
		}
	}
	for i := range r.Checked {
		k := &r.Checked[i]
		id := fmt.Sprintf("p%d", i)
		if i >= maxListed {
			id = "properties"
		}
		add(k.Pos, id, k.Status, k.Property.Claim())
		for _, call := range k.Calls {
			add(call.Pos, id, call.Status, k.Property.Claim())
		}
	}
	for _, lines := range c.lines {
		for _, l := range lines {
			slices.SortStableFunc(l.Marks, func(a, b mark) int { return cmp.Compare(rank(a.Status), rank(b.Status)) })
		}
	}
}

// explored reports whether the run explored anything; a bug may be found by running the program before that.
func explored(r *report.Result) bool {
	return r.Outcome != nil && r.Outcome.Coverage != nil && r.Stats.States > 1
}

// inSlice reports whether an edge is in the program that was explored.
func inSlice(slice *cfa.Program, e *cfa.Edge) bool {
	if e.ID >= len(slice.Edges) {
		return true
	}
	s := slice.Edges[e.ID]
	if _, skip := s.Op.(cfa.Skip); skip {
		return false
	}
	return slices.Contains(s.From.Out, s)
}

const mostCases = 6

func (c *coverage) addInvariants(r *report.Result) {
	for _, l := range r.Loops {
		p := l.Pos
		p.Col = 0
		c.invariants[p] = append(c.invariants[p], newReason(factText(l)))
	}
	v := r.Invariants
	if v == nil {
		return
	}
	for _, l := range v.Locations {
		if l.Place != facts.AtLoop || !l.Pos.Valid() {
			continue
		}
		p := l.Pos
		p.Col = 0
		c.invariants[p] = append(c.invariants[p], newReason(invariant(v, l)))
	}
}

// invariant returns the cases of a location as text, without constraints that only repeat types.
func invariant(v *facts.Invariants, l facts.LocationSet) string {
	var cases []string
	for _, k := range l.Cases {
		k = slices.DeleteFunc(slices.Clone(k), func(i int) bool { return v.Constraints[i].OfType })
		if len(k) == 0 {
			return "any state"
		}
		cases = append(cases, v.Formula(k))
	}
	if n := len(cases) - mostCases; n > 0 {
		cases = append(cases[:mostCases], fmt.Sprintf("%d more cases", n))
	}
	return strings.Join(cases, "  ||  ")
}
