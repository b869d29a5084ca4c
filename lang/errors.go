// This file has the errors that readers of files return.

package lang

import (
	"fmt"
	"sort"
	"strings"
)

// Diagnostic is one problem of a text that was read.
type Diagnostic struct {
	Pos  Pos    `json:"pos"`
	Msg  string `json:"message"`
	Hint string `json:"hint,omitempty"` // what the user can do about it
	Line string `json:"line,omitempty"` // the source line
}

// String returns "file:line:column: message", the source line with a caret under the place, and the hint. Unknown
// parts are left out.
func (d Diagnostic) String() string {
	var b strings.Builder
	if d.Pos.File != "" {
		fmt.Fprintf(&b, "%s: ", d.Pos)
	}
	b.WriteString(d.Msg)
	if d.Line != "" {
		line, col := excerpt(d.Line, d.Pos.Col)
		fmt.Fprintf(&b, "\n    %s", line)
		if col > 0 {
			b.WriteString("\n    ")
			for i := 0; i < col-1; i++ {
				if i < len(line) && line[i] == '\t' {
					b.WriteByte('\t')
				} else {
					b.WriteByte(' ')
				}
			}
			b.WriteByte('^')
		}
	}
	if d.Hint != "" {
		fmt.Fprintf(&b, "\n    hint: %s", d.Hint)
	}
	return b.String()
}

// excerpt shortens a long line to the surroundings of column col. It returns the text and the column in it.
func excerpt(line string, col int) (string, int) {
	const width = 120
	line = strings.TrimRight(line, "\r\n")
	line = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f || r == 0xfffd {
			return '?'
		}
		return r
	}, line)
	if len(line) <= width {
		return line, col
	}
	from := max(0, min(col-width/2, len(line)-width))
	return line[from:min(len(line), from+width)], col - from
}

// Errors is the error of Load and of other functions that read files: all problems found, in source order. A long
// list is cut.
type Errors struct {
	List []Diagnostic
	More int // number of diagnostics that were left out
}

func (e *Errors) Error() string {
	parts := make([]string, 0, len(e.List)+1)
	for _, d := range e.List {
		parts = append(parts, d.String())
	}
	if e.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", e.More))
	}
	return strings.Join(parts, "\n")
}

// MaxDiagnostics is the largest number of diagnostics that are reported; more would help nobody.
const MaxDiagnostics = 20

// NewErrors sorts ds by line within each file, keeps one diagnostic per line, and cuts the list.
func NewErrors(ds []Diagnostic) *Errors {
	sort.SliceStable(ds, func(i, j int) bool {
		a, b := ds[i].Pos, ds[j].Pos
		if a.File != b.File {
			return false // files keep the order of ds
		}
		return a.Line < b.Line
	})
	e := &Errors{}
	type place struct {
		file string
		line int
	}
	seen := map[place]bool{}
	for _, d := range ds {
		p := place{d.Pos.File, d.Pos.Line}
		if d.Pos.Line > 0 && seen[p] {
			continue
		}
		seen[p] = true
		if len(e.List) == MaxDiagnostics {
			e.More++
			continue
		}
		e.List = append(e.List, d)
	}
	return e
}

// OneError returns an error with a single diagnostic.
func OneError(pos Pos, hint, format string, args ...any) *Errors {
	return &Errors{List: []Diagnostic{{Pos: pos, Hint: hint, Msg: fmt.Sprintf(format, args...)}}}
}
