package report

import (
	"fmt"
	"strings"
)

// Style says how text is to look. The zero value is plain text of 100 columns.
type Style struct {
	Color   bool // ANSI colours
	Width   int  // columns; 0: 100
	Stats   bool // the statistics, the times and the final precision
	Verbose bool // nothing is left out
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

// paint wraps text in a colour where colours are wanted.
func (s Style) paint(text string, codes ...string) string {
	if !s.Color || text == "" {
		return text
	}
	return "\x1b[" + strings.Join(codes, ";") + "m" + text + "\x1b[0m"
}

// printer collects the first write error, so that the code in between can read straight.
type printer struct {
	Style
	b   strings.Builder
	src lineIndex
}

func (p *printer) printf(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

// wrap writes text in lines of at most the width, each after the first indented.
func (p *printer) wrap(text string, indent int) {
	w := p.width()
	col := 0
	for i, word := range strings.Fields(text) {
		n := len([]rune(word))
		if i > 0 {
			if col+1+n > w {
				p.b.WriteString("\n" + strings.Repeat(" ", indent))
				col = indent
			} else {
				p.b.WriteByte(' ')
				col++
			}
		} else {
			lead := len(text) - len(strings.TrimLeft(text, " "))
			p.b.WriteString(text[:lead])
			col = lead
		}
		p.b.WriteString(word)
		col += n
	}
	p.b.WriteByte('\n')
}
