// This file holds the style of a text, and the printer that applies it.

package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/report/source"
)

// Style describes how text should look. The zero value is plain text of 100 columns.
type Style struct {
	Color bool // ANSI colours
	Width int  // columns; 0: 100
	Stats bool // print the statistics, the times and the final precision
	// print the invariants at the heads of loops; Stats with Verbose prints them anyway
	Loops   bool
	Far     bool // for an unknown verdict: how far the run got, engine by engine and loop by loop
	Verbose bool // all inputs and the whole path of the result; with Stats also the invariants
}

func (s Style) width() int {
	if s.Width <= 0 {
		return 100
	}
	return max(s.Width, 40)
}

const (
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
	bold   = "1"
	dim    = "2"
)

// paint wraps text in colour codes if the style has colours.
func (s Style) paint(text string, codes ...string) string {
	if !s.Color || text == "" || len(codes) == 0 {
		return text
	}
	return "\x1b[" + strings.Join(codes, ";") + "m" + text + "\x1b[0m"
}

// printer collects the text of a report.
type printer struct {
	Style
	b     strings.Builder
	src   source.Lines
	brief bool // print calls that returned as one row
	told  bool // the hint that -v shows the unimportant lines was printed
}

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

// wrap writes lead unchanged, followed by the words of text in lines of at most the style's width. Lines after the
// first are indented.
func (p *printer) wrap(lead, text string, indent int) {
	p.b.WriteString(lead)
	col := utf8.RuneCountInString(lead)
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case col+1+n > p.width():
			p.b.WriteString("\n" + strings.Repeat(" ", indent))
			col = indent
		default:
			p.b.WriteByte(' ')
			col++
		}
		p.b.WriteString(word)
		col += n
	}
	p.b.WriteByte('\n')
}

func pad(s string, w int, right bool) string {
	n := w - len([]rune(s))
	if n <= 0 {
		return s
	}
	if right {
		return strings.Repeat(" ", n) + s
	}
	return s + strings.Repeat(" ", n)
}
