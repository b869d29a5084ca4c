package text

import (
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/report/prose"
)

// This file prints tables whose cells are broken into lines, so that they fit a width.

// tableRow is a row of cells or, if across is set, a line across all columns.
type tableRow struct {
	cells  []string // each may have several lines
	across string
	paint  []string
}

const (
	minColumn = 8 // least width of a column
	gutter    = 2 // blanks between columns
	maxLines  = 6 // most lines of a cell; the rest is cut off
)

// table writes rows under a head. The first fixed columns are aligned right and have the width of their content. The
// other columns share the rest of the width; a column that needs less than its share leaves the difference to the
// others. Columns with only empty cells are left out.
func (p *printer) table(lead string, head []string, rows []tableRow, fixed int) {
	n := len(head)
	natural := make([]int, n)
	for _, r := range rows {
		for i, c := range r.cells {
			for line := range strings.SplitSeq(c, "\n") {
				natural[i] = max(natural[i], utf8.RuneCountInString(line))
			}
		}
	}
	var cols []int
	for i, h := range head {
		if natural[i] > 0 {
			natural[i] = max(natural[i], utf8.RuneCountInString(h))
			cols = append(cols, i)
		}
	}
	room := p.width() - utf8.RuneCountInString(lead)
	var flexible []int
	for k, i := range cols {
		if k > 0 {
			room -= gutter
		}
		if i < fixed {
			room -= natural[i]
		} else {
			flexible = append(flexible, natural[i])
		}
	}
	width := append([]int(nil), natural...)
	for k, w := range shares(flexible, room) {
		width[cols[len(cols)-len(flexible)+k]] = w
	}
	write := func(cells []string, paint []string) {
		lines := make([][]string, n)
		tall := 1
		for _, i := range cols {
			lines[i] = breakCell(cells[i], width[i], p.Verbose)
			tall = max(tall, len(lines[i]))
		}
		for l := range tall {
			var b strings.Builder
			for k, i := range cols {
				text := ""
				if l < len(lines[i]) {
					text = lines[i][l]
				}
				if k > 0 {
					b.WriteString(strings.Repeat(" ", gutter))
				}
				b.WriteString(pad(text, width[i], i < fixed))
			}
			p.printf("%s%s\n", lead, p.paint(strings.TrimRight(b.String(), " "), paint...))
		}
	}
	write(head, []string{dim})
	for _, r := range rows {
		if r.across != "" {
			p.printf("%s%s\n", lead, p.paint(prose.Cut(r.across, p.width()-len(lead)), r.paint...))
			continue
		}
		write(r.cells, r.paint)
	}
}

// shares distributes room among columns. A column that needs at most an equal share gets what it needs. The other
// columns share the rest equally.
func shares(need []int, room int) []int {
	out := make([]int, len(need))
	open := len(need)
	for open > 0 {
		share := max(room/open, minColumn)
		fits := false
		for i, w := range need {
			if out[i] == 0 && w <= share {
				out[i] = w
				room -= w
				open--
				fits = true
			}
		}
		if fits {
			continue
		}
		for i := range need {
			if out[i] == 0 {
				out[i] = max(room/open, minColumn)
				room -= out[i]
				open--
			}
		}
	}
	return out
}

// breakCell breaks a text into lines of at most the width. It breaks at blanks, and inside a word only if the word is
// longer than a line.
func breakCell(s string, width int, whole bool) []string {
	var out []string
	for para := range strings.SplitSeq(s, "\n") {
		indent := para[:len(para)-len(strings.TrimLeft(para, " "))]
		line := ""
		for k, word := range strings.Fields(para) {
			switch {
			case k == 0:
				line = indent + word
			case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
				line += " " + word
			default:
				out = append(out, line)
				line = indent + "  " + word
				if width < 2*len(indent)+16 {
					line = word
				}
			}
			for utf8.RuneCountInString(line) > width {
				r := []rune(line)
				out = append(out, string(r[:width]))
				line = string(r[width:])
			}
		}
		out = append(out, line)
	}
	if len(out) > maxLines && !whole {
		out = out[:maxLines]
		last := []rune(out[maxLines-1])
		out[maxLines-1] = string(last[:min(len(last), width-1)]) + "…"
	}
	return out
}
