package report

import (
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/lang"
)

// Files holds the source text by file name, as the positions spell it.
type Files map[string][]byte

// lineIndex finds many lines of the same files quickly.
type lineIndex struct {
	files  Files
	starts map[string][]int
}

// line returns the source line of p without its end, fit to print, and whether it is known.
func (x *lineIndex) line(p lang.Pos) (string, bool) {
	raw, ok := x.raw(p)
	return clean(string(raw)), ok
}

func (x *lineIndex) raw(p lang.Pos) ([]byte, bool) {
	src, ok := x.files[p.File]
	if !ok || p.Line < 1 {
		return nil, false
	}
	st, ok := x.starts[p.File]
	if !ok {
		st = []int{0}
		for i, c := range src {
			if c == '\n' {
				st = append(st, i+1)
			}
		}
		if x.starts == nil {
			x.starts = map[string][]int{}
		}
		x.starts[p.File] = st
	}
	if p.Line > len(st) {
		return nil, false
	}
	end := len(src)
	if p.Line < len(st) {
		end = st[p.Line] - 1
	}
	return src[st[p.Line-1]:end], true
}

// clean makes a source line fit to print: tabs become blanks, control characters and
// bytes that are not UTF-8 become '?', so that a hostile file cannot steer a terminal.
func clean(s string) string {
	s = strings.TrimRight(s, "\r\n\t ")
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] >= 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	col := 0
	for _, r := range s {
		switch {
		case r == '\t':
			n := 4 - col%4
			b.WriteString("    "[:n])
			col += n
			continue
		case r < ' ' || r == 0x7f || r == utf8.RuneError || (r >= 0x80 && r < 0xa0) ||
			(r >= 0x202a && r <= 0x202e) || (r >= 0x2066 && r <= 0x2069):
			r = '?'
		}
		b.WriteRune(r)
		col++
	}
	return b.String()
}

// column maps a byte column of the raw line (from 1) to the display column of clean's.
func column(raw []byte, col int) int {
	n := 0
	for i, r := range string(raw) {
		if i >= col-1 {
			break
		}
		if r == '\t' {
			n += 4 - n%4
		} else {
			n++
		}
	}
	return n + 1
}

// cut shortens s to at most width characters.
func cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	if width < 2 {
		return ""
	}
	n := 0
	for i := range s {
		if n == width-1 {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
