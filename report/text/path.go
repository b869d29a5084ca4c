package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/trace"
)

// This file prints the path of a counterexample: one row per source line, calls indented, the rounds of a loop after
// a bar, and the values that a line changed on the right.

// maxRows bounds the rows of a path. The middle is left out, and more rows are kept of the end, where the error is.
const (
	maxRows  = 46
	headRows = 14
	maxLead  = 32 // deepest indentation, in columns
)

type row struct {
	gutter string
	code   string
	values string
	paint  []string
	lines  int // number of source lines in the row
}

func (p *printer) path(r *report.Result) {
	if len(r.Trace) == 0 {
		if n := r.Stats.PathSteps; n > 0 {
			count := prose.Plural(n, "step")
			if n >= interp.MostSteps {
				count = "more than 10^18 steps"
			}
			p.wrap("", fmt.Sprintf("The run has %s, too many to show its path.", count), 0)
		}
		return
	}
	var rows []row
	p.rows(&rows, r, r.Trace, "")
	if len(rows) > maxRows && !p.Verbose {
		// First reduce each call that returned before the error to one row.
		p.brief, p.told = true, false
		rows = nil
		p.rows(&rows, r, r.Trace, "")
		p.brief = false
	}
	if len(rows) > maxRows && !p.Verbose {
		left := 0
		for _, w := range rows[headRows : len(rows)-(maxRows-headRows)] {
			left += w.lines
		}
		gap := row{gutter: "⋮", code: prose.Plural(left, "line") + " more (-v shows them)", paint: []string{dim}}
		rows = append(append(append([]row{}, rows[:headRows]...), gap), rows[len(rows)-(maxRows-headRows):]...)
	}
	gutter, code := 1, 0
	for _, w := range rows {
		gutter = max(gutter, len([]rune(w.gutter)))
		if w.values != "" {
			code = max(code, len([]rune(w.code)))
		}
	}
	code = min(code, (p.width()-gutter-5)*3/5)
	p.printf("\n%s\n", p.paint("Path:", bold))
	for _, w := range rows {
		text := w.code
		room := p.width() - gutter - 5
		if w.values != "" {
			text = pad(prose.Cut(text, code), code, false)
			room -= code + 2
		} else {
			text = prose.Cut(text, room)
		}
		p.printf("  %s %s", p.paint(pad(w.gutter, gutter, true)+" │", dim), p.paint(text, w.paint...))
		if w.values != "" {
			v := w.values
			if !p.Verbose {
				v = prose.Cut(v, max(room, 16))
			}
			p.printf("  %s", p.paint(v, cyan))
		}
		p.printf("\n")
	}
	p.printf("\n")
}

// rows makes the rows of steps. lead comes before the code: blanks for a call, a bar for a fold.
func (p *printer) rows(rows *[]row, r *report.Result, steps []*trace.Step, lead string) {
	deeper := func(by string) string {
		if utf8.RuneCountInString(lead) >= maxLead {
			return lead
		}
		return lead + by
	}
	for i := 0; i < len(steps); i++ {
		s := steps[i]
		if n, left := asideRun(steps[i:]); n > 0 && left >= minAside && !p.Verbose {
			text := prose.Plural(left, "line") + " that do not matter"
			if !p.told {
				text += " (-v shows them)"
				p.told = true
			}
			*rows = append(*rows, row{gutter: "⋮", code: lead + text, paint: []string{dim}, lines: left})
			i += n - 1
			continue
		}
		switch s.Kind {
		case trace.LineStep, trace.ErrorStep:
			if i+1 < len(steps) && p.passedCase(s) && p.isCase(steps[i+1]) {
				continue
			}
			w := row{gutter: p.lineNo(r, s.Pos), code: lead + p.source(s), values: p.values(s.Changes), lines: 1}
			if s.Aside {
				w.paint = []string{dim}
			}
			if s.Kind == trace.ErrorStep {
				w.paint = []string{red, bold}
				w.values = strings.TrimSpace(w.values + "  ◀ " + r.Property.Describe())
			}
			*rows = append(*rows, w)
			p.rows(rows, r, s.Steps, deeper("  "))
		case trace.CallStep:
			w := row{code: lead + s.Func + "(" + p.changes(trace.Shown(s.Changes, true)) + ")", paint: []string{bold}}
			if p.brief && !erroneous(s) {
				if w.lines = s.LineCount(); w.lines > 0 {
					w.code += " … " + prose.Plural(w.lines, "line")
				}
				w.paint = nil
				*rows = append(*rows, w)
				continue
			}
			*rows = append(*rows, w)
			p.rows(rows, r, s.Steps, deeper("  "))
		case trace.RepeatStep:
			n := fmt.Sprintf("×%d", s.Rounds)
			if s.MaxRounds > s.Rounds {
				n = fmt.Sprintf("×%d to ×%d", s.Rounds, s.MaxRounds)
			}
			*rows = append(*rows, row{code: lead + n, paint: []string{yellow}})
			p.rows(rows, r, s.Steps, deeper("┊ "))
		case trace.GapStep:
			*rows = append(*rows, row{gutter: "⋮", code: lead + prose.Plural(s.Lines, "line") + " left out", paint: []string{dim}, lines: s.Lines})
		}
	}
}

// minAside is the least number of consecutive lines to leave out if they do not bear on the failure. Fewer lines are
// dimmed.
const minAside = 3

// asideRun counts the steps at the beginning that do not bear on the failure, and their lines.
func asideRun(steps []*trace.Step) (n, left int) {
	for n < len(steps) && steps[n].Aside {
		left += steps[n].LineCount()
		n++
	}
	return n, left
}

func (p *printer) lineNo(r *report.Result, at lang.Pos) string {
	if r.Property != nil && (at.File != r.Property.Pos.File || len(r.Task.Files) > 1) {
		base := at.File[strings.LastIndexByte(at.File, '/')+1:]
		return fmt.Sprintf("%s:%d", prose.Cut(base, 20), at.Line)
	}
	return fmt.Sprint(at.Line)
}

func (p *printer) source(s *trace.Step) string {
	if t, ok := p.src.Line(s.Pos); ok {
		return strings.TrimSpace(t)
	}
	return "(" + s.Func + ")"
}

// erroneous reports whether step s contains the error.
func erroneous(s *trace.Step) bool {
	if s.Kind == trace.ErrorStep {
		return true
	}
	for i := len(s.Steps) - 1; i >= 0; i-- {
		if erroneous(s.Steps[i]) {
			return true
		}
	}
	return false
}

// passedCase reports whether a step only compares with a case label. If the next step is another label, this one did
// not match.
func (p *printer) passedCase(s *trace.Step) bool {
	return s.Kind == trace.LineStep && len(s.Changes) == 0 && len(s.Steps) == 0 && p.isCase(s)
}

func (p *printer) isCase(s *trace.Step) bool {
	if s.Kind != trace.LineStep && s.Kind != trace.ErrorStep {
		return false
	}
	t := p.source(s)
	return strings.HasPrefix(t, "case ") || strings.HasPrefix(t, "default:")
}

// values returns the changes of a line; without -v, only those that bear on the failure.
func (p *printer) values(list []trace.Change) string { return p.changes(trace.Shown(list, p.Verbose)) }

// changes returns the text of changes, with -v also their addresses.
func (p *printer) changes(list []trace.Change) string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.String()
		if p.Verbose && c.Address != nil {
			out[i] += fmt.Sprintf(" (at %v)", c.Address)
		}
		if p.Verbose && strings.HasPrefix(c.Words, "&") {
			out[i] += fmt.Sprintf(" (%v)", c.Value)
		}
	}
	return strings.Join(out, ", ")
}
