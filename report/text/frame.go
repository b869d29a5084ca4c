// This file prints a place in the source with the line, for failures and input errors.

package text

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/source"
)

// frame prints a place in the source: a few lines before it, the line, and a mark under the column.
func (p *printer) frame(at lang.Pos, before int, mark string) {
	text, ok := p.src.Line(at)
	if !ok {
		return
	}
	first := max(1, at.Line-before)
	gutter := len(fmt.Sprint(at.Line))
	indent := len(text)
	var rows []string
	for n := first; n <= at.Line; n++ {
		t, _ := p.src.Line(lang.Pos{File: at.File, Line: n})
		if t != "" {
			indent = min(indent, len(t)-len(strings.TrimLeft(t, " ")))
		}
		rows = append(rows, t)
	}
	for i, t := range rows {
		n := first + i
		t = prose.Cut(t[min(indent, len(t)):], p.width()-gutter-7)
		if n == at.Line {
			p.printf("  %s %s\n", p.paint(fmt.Sprintf("▶ %*d │", gutter, n), mark, bold), p.paint(t, bold))
		} else {
			p.printf("  %s %s\n", p.paint(fmt.Sprintf("  %*d │", gutter, n), dim), t)
		}
	}
	if at.Col > 0 {
		raw, _ := p.src.Raw(at)
		if c := source.Column(raw, at.Col) - indent; c >= 1 && c < p.width()-gutter-7 {
			p.printf("  %s %s%s\n", p.paint(fmt.Sprintf("  %*s │", gutter, ""), dim), strings.Repeat(" ", c-1), p.paint("^", mark, bold))
		}
	}
}

// Problem is an input error as Problems prints it.
type Problem struct {
	Pos  lang.Pos
	Msg  string
	Hint string
	Line string // the source line, if known
}

// maxProblems bounds the problems that are shown; the others are counted.
const maxProblems = 10

// Problems returns input errors as text for people, each with its source line and a hint.
func Problems(list []Problem, more int, st Style) string {
	p := &printer{Style: st}
	for i, d := range list {
		if i == maxProblems && !st.Verbose {
			more += len(list) - i
			break
		}
		where := ""
		if d.Pos.File != "" {
			where = d.Pos.String() + ": "
		}
		p.printf("%s%s %s\n", p.paint(where, bold), p.paint("error:", red, bold), prose.CleanAll(d.Msg))
		if d.Pos.Valid() && strings.TrimSpace(d.Line) != "" {
			gutter := len(fmt.Sprint(d.Pos.Line))
			width := p.width() - gutter - 7
			raw := []byte(d.Line)
			text := prose.Clean(d.Line)
			col := 0
			if d.Pos.Col > 0 {
				col = source.Column(raw, d.Pos.Col)
			}
			// A long line is cut around the place.
			if runes := []rune(text); len(runes) > width {
				from := 0
				if col > width*3/4 {
					from = min(col-width/2, len(runes)-width/2)
				}
				text = string(runes[from:min(len(runes), from+width)])
				col -= from
			}
			p.printf("  %s %s\n", p.paint(fmt.Sprintf("%*d │", gutter, d.Pos.Line), dim), text)
			if col > 0 {
				p.printf("  %s %s%s\n", p.paint(fmt.Sprintf("%*s │", gutter, ""), dim), strings.Repeat(" ", col-1), p.paint("^", red, bold))
			}
		}
		if d.Hint != "" {
			p.printf("  %s %s\n", p.paint("hint:", cyan), prose.CleanAll(d.Hint))
		}
	}
	if more > 0 {
		p.printf("… and %s\n", prose.Plural(more, "more error"))
	}
	return p.b.String()
}
