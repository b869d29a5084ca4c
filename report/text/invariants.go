// This file prints the invariants of a safe run.

package text

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/report/prose"
)

const (
	mostPlaces = 24 // locations whose invariants are printed
	mostCases  = 6  // cases of one location
	fewPlaces  = 8  // up to this number, all locations are printed
)

// invariants prints invariants, each below its source line: at loops, at the entries and exits of functions and, if
// the program has few locations, at the other locations.
func (p *printer) invariants(r *report.Result) {
	v := r.Invariants
	if v == nil {
		return
	}
	var list []facts.LocationSet
	for _, place := range []facts.Place{facts.AtLoop, facts.AtEntry, facts.AtExit, ""} {
		for _, l := range v.Locations {
			if l.Cases = v.BeyondTypes(l.Cases); l.Place == place && !l.Silent() &&
				(place != "" || len(v.Locations) <= fewPlaces) {
				list = append(list, l)
			}
		}
	}
	p.printf("\n%s", p.paint("Invariants:", bold))
	if len(list) == 0 {
		p.printf(" none at the loops, entries and exits of functions\n")
	} else {
		p.printf("\n")
	}
	for i, l := range list {
		if i == mostPlaces {
			break
		}
		p.locationSet(v, l)
	}
	if n := len(v.Locations) - min(len(list), mostPlaces); n > 0 {
		p.printf("  %s\n", p.paint(fmt.Sprintf("(%s left out; --format json has all)", prose.Plural(n, "location")), dim))
	}
}

// mostClaims is the number of lines of ACSL that are printed for a location.
const mostClaims = 16

// loopFact prints the cases of a loop below its source line.
func (p *printer) loopFact(f facts.LoopFact) {
	p.printf("  %s\n", p.paint(fmt.Sprintf("loop in %s, line %d", f.Func, f.Pos.Line), bold))
	if text, ok := p.src.Line(f.Pos); ok {
		at := fmt.Sprintf("%d │ ", f.Pos.Line)
		p.printf("    %s%s\n", p.paint(at, dim), prose.Cut(strings.TrimLeft(text, " "), p.width()-4-len([]rune(at))))
	}
	if len(f.Cases) == 0 {
		p.formula("      ", "1")
	}
	for i, c := range f.Cases {
		lead := "      "
		if i > 0 {
			lead = "   || "
		}
		p.formula(lead, c)
	}
	if f.More > 0 {
		p.printf("%s\n", p.paint("   || "+prose.Plural(f.More, "more case"), dim))
	}
}

// loopInvariants prints the invariants at the heads of loops, or why it has nothing to print.
func (p *printer) loopInvariants(r *report.Result) {
	title := p.paint("Loop invariants:", bold)
	v := r.Invariants
	why := ""
	switch {
	case r.Verdict != report.Safe:
		why = "none, since the program has not been proved safe"
	case v == nil && len(r.Loops) > 0:
		p.printf("\n%s\n", title)
		for _, l := range r.Loops {
			p.loopFact(l)
		}
		return
	case v == nil && !slices.ContainsFunc(r.Program.Locs, func(l *cfa.Loc) bool { return l.LoopHead }):
		why = "none, since the program has no loop"
	case v == nil && (r.Recalled || r.Reused > 0):
		why = "none: the cache keeps the proof, and no invariants for people; a run without --cache may have some"
	case v == nil:
		why = answeredBy(r) + " has none to tell: its proof is not of that form"
	case !slices.ContainsFunc(v.Locations, func(l facts.LocationSet) bool { return l.Place == facts.AtLoop }):
		why = "none, since no run reaches a loop from where an error could be reached"
	}
	if why != "" {
		p.printf("\n")
		p.wrap(title+" ", why, 2)
		return
	}
	p.printf("\n%s\n", title)
	for _, l := range v.Locations {
		if l.Place != facts.AtLoop {
			continue
		}
		if l.Cases = v.BeyondTypes(l.Cases); l.Silent() {
			l.Cases = [][]int{{}} // one case without constraints, which includes all others
		}
		p.locationSet(v, l)
	}
}

func (p *printer) locationSet(v *facts.Invariants, l facts.LocationSet) {
	what := map[facts.Place]string{facts.AtLoop: "loop in ", facts.AtEntry: "entry of ", facts.AtExit: "exit of "}[l.Place] + l.Func
	if l.Place == "" {
		what = "in " + l.Func
	}
	if l.Pos.Valid() {
		what += fmt.Sprintf(", line %d", l.Pos.Line)
	}
	p.printf("  %s\n", p.paint(what, bold))
	if text, ok := p.src.Line(l.Pos); ok && l.Place != facts.AtExit {
		at, lead := fmt.Sprintf("%d │ ", l.Pos.Line), 0
		for lead < len(text) && text[lead] == ' ' {
			lead++
		}
		p.printf("    %s%s\n", p.paint(at, dim), prose.Cut(text[lead:], p.width()-4-len([]rune(at))))
	}
	if len(l.ACSL) > 0 {
		for i, text := range l.ACSL {
			if i == mostClaims {
				p.printf("%s\n", p.paint(fmt.Sprintf("      (%s left out; --format json has all)", prose.Plural(len(l.ACSL)-i, "more line")), dim))
				break
			}
			p.formula("      ", text)
		}
		return
	}
	always, cases := v.Factor(l.Cases)
	if len(always) > 0 {
		text := v.Formula(always)
		if len(cases) > 0 {
			text += " && ("
		}
		p.formula("      ", text)
	}
	if len(always)+len(cases) == 0 {
		p.formula("      ", "1")
	}
	for i, c := range cases {
		lead, end := "      ", ""
		if i > 0 {
			lead = "   || "
		}
		if len(always) > 0 {
			lead = "  " + lead
			if i == len(cases)-1 {
				end = ")"
			}
		}
		if i == mostCases {
			p.printf("%s\n", p.paint(fmt.Sprintf("%s%s%s", lead, prose.Plural(len(cases)-i, "more case"), strings.Repeat(")", min(1, len(always)))), dim))
			break
		}
		p.formula(lead, v.Formula(c)+end)
	}
}

// formula prints a formula, wrapped between its conjuncts.
func (p *printer) formula(lead, text string) {
	const joint = " && "
	for i, part := range strings.Split(text, joint) {
		switch n := utf8.RuneCountInString(lead) + len(joint) + utf8.RuneCountInString(part); {
		case i == 0:
			lead += part
		case n > p.width():
			p.printf("%s &&\n", strings.TrimRight(lead, " "))
			lead = "         " + part
		default:
			lead += joint + part
		}
	}
	p.printf("%s\n", lead)
}
