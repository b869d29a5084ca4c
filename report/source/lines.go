// This file finds lines of source files.

package source

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/prose"
)

// Files holds the source text by file name, as positions spell it.
type Files map[string][]byte

// Lines finds many lines of the same files quickly.
type Lines struct {
	Files  Files
	starts map[string][]int
}

// Line returns the source line of p without its line end, safe to print, and whether it is known.
func (x *Lines) Line(p lang.Pos) (string, bool) {
	raw, ok := x.Raw(p)
	return prose.Clean(string(raw)), ok
}

// Raw returns the line of p as it is in the file, and whether it is known.
func (x *Lines) Raw(p lang.Pos) ([]byte, bool) {
	src, ok := x.Files[p.File]
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

// Column maps a byte column of the raw line (from 1) to the display column in the result of prose.Clean.
func Column(raw []byte, col int) int {
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
