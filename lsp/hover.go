// Hovers: what is known about a line.

package lsp

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/facts"
)

// maxCases bounds the cases of an invariant that are shown.
const maxCases = 12

// hover returns what is known about a line: the invariants of a loop or a function's entry there, and the status of
// the properties on the line.
func (s *server) hover(p positionParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil, nil
	}
	j := job{d: d, text: d.text}
	var parts []string
	for _, r := range d.results {
		if r.res == nil {
			continue
		}
		if text := j.known(r.res, p.Position.Line); text != "" {
			parts = append(parts, fmt.Sprintf("**whet**, runs that start in `%s`: %s\n\n%s", r.entry, r.res.Verdict, text))
		}
	}
	if parts == nil {
		return nil, nil
	}
	return hover{markup{"markdown", strings.Join(parts, "\n\n---\n\n")}}, nil
}

// known returns the information of a result about a line, in Markdown.
func (j job) known(r *report.Result, line int) string {
	var b strings.Builder
	for _, c := range r.Checked {
		if j.lineOf(c.Pos) != line {
			continue
		}
		fmt.Fprintf(&b, "- %s: %s\n", statuses[c.Status], code(c.Claim()))
	}
	if v := r.Invariants; v != nil {
		for _, l := range v.Locations {
			l.Cases = v.BeyondTypes(l.Cases)
			if l.Place == "" || l.Silent() || j.lineOf(l.Pos) != line {
				continue
			}
			where := places[l.Place] + l.Func
			if len(l.ACSL) > 0 { // the ACSL form, which states the same for all cells at once
				invariant(&b, where, "\n", l.ACSL, 0)
				continue
			}
			var cases []string
			for _, c := range l.Cases {
				cases = append(cases, v.Formula(c))
			}
			invariant(&b, where, "\n|| ", cases, 0)
		}
	}
	for _, l := range r.Loops {
		if j.lineOf(l.Pos) == line && len(l.Cases) > 0 {
			invariant(&b, places[facts.AtLoop]+l.Func, "\n|| ", l.Cases, l.More)
		}
	}
	return b.String()
}

var statuses = map[report.Status]string{
	report.Holds: "always holds", report.Violated: "**fails**", report.Unreachable: "no run comes here", report.Open: "not decided",
}

var places = map[facts.Place]string{facts.AtLoop: "loop in ", facts.AtEntry: "entry of ", facts.AtExit: "exit of "}

// invariant writes an invariant of a place as a code block, with sep between its cases. more is the number of cases
// that were left out before.
func invariant(b *strings.Builder, where, sep string, cases []string, more int) {
	fmt.Fprintf(b, "\ninvariant, %s:\n", where)
	more += max(len(cases)-maxCases, 0)
	fmt.Fprintf(b, "```c\n%s\n```\n", strings.ReplaceAll(strings.Join(cases[:min(len(cases), maxCases)], sep), "```", ""))
	if more > 0 {
		fmt.Fprintf(b, "and %d more lines\n", more)
	}
}

// code returns a text as code in Markdown.
func code(s string) string {
	return "`" + strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "`", "'") + "`"
}
