package lsp

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"sync"
	"unicode/utf8"

	"go.lsp.dev/uri"

	"github.com/whet-mc/whet/lang"
)

// document is a text that is open in the editor. Its fields are guarded by the server's lock.
type document struct {
	uri  string
	path string // what positions call it

	version int
	text    text
	// What the front end says of the text; where it is not fresh, of the one before.
	read  *reading
	fresh bool
	done  chan struct{} // closed when it is fresh
	// What was verified of the text, in the order in which it was.
	results []*result

	// life is that of the text: it ends with the next one.
	life   context.Context
	cancel context.CancelFunc
	// background says that the text is verified, or was, without being asked for.
	background bool

	// reader is held by who reads the text: one at a time, for each document.
	reader sync.Mutex
	// shown is held while diagnostics are sent, so that newer ones are not overtaken.
	shown sync.Mutex
}

// pathOf is what positions call a document: its file, or the last part of a URI that is none.
func pathOf(id string) string {
	u, err := uri.Parse(id)
	if err != nil || !u.IsFile() {
		return filepath.Base(id)
	}
	return u.FsPath()
}

// is reports whether a position is in the document.
func (d *document) is(p lang.Pos) bool {
	if p.File == d.path {
		return true
	}
	abs, err := filepath.Abs(p.File)
	return err == nil && abs == d.path
}

// text is a text with the start of each line, as the protocol counts lines: they end with "\n",
// "\r\n" or "\r".
type text struct {
	bytes []byte
	lines []int // offsets
}

func newText(b []byte) text {
	t := text{b, []int{0}}
	for i, c := range b {
		if c == '\n' || c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// offset of a position; one after the end of its line, or of the text, is that end.
func (t text) offset(p position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(t.lines) {
		return len(t.bytes)
	}
	i, end := t.lines[p.Line], t.end(p.Line)
	for units := 0; i < end && units < p.Character; {
		r, n := utf8.DecodeRune(t.bytes[i:end])
		units += width(r)
		i += n
	}
	return i
}

// end is the offset of the end of a line, before what ends it.
func (t text) end(line int) int {
	end := len(t.bytes)
	if line+1 < len(t.lines) {
		end = t.lines[line+1]
	}
	for end > t.lines[line] && (t.bytes[end-1] == '\n' || t.bytes[end-1] == '\r') {
		end--
	}
	return end
}

// position of an offset.
func (t text) position(offset int) position {
	offset = max(0, min(offset, len(t.bytes)))
	line, exact := slices.BinarySearch(t.lines, offset)
	if !exact {
		line--
	}
	p := position{Line: line}
	for i := t.lines[line]; i < offset; {
		r, n := utf8.DecodeRune(t.bytes[i:])
		p.Character += width(r)
		i += n
	}
	return p
}

// width of a character in UTF-16; what is no UTF-8 is one replacement character a byte.
func width(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// edit applies a change of the editor.
func (t text) edit(c contentChange) text {
	if c.Range == nil {
		return newText([]byte(c.Text))
	}
	from, to := t.offset(c.Range.Start), t.offset(c.Range.End)
	return newText(slices.Concat(t.bytes[:from], []byte(c.Text), t.bytes[max(from, to):]))
}

// at is the offset of a position of the front end, which counts lines by "\n", and bytes.
func (t text) at(p lang.Pos) int {
	rest, offset := t.bytes, 0
	for range p.Line - 1 {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			return len(t.bytes)
		}
		rest, offset = rest[i+1:], offset+i+1
	}
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	return offset + min(max(p.Col-1, 0), end)
}

// token is the range of the word, the number, or else the character at a position of the front end.
// Where only the line is known, it is that, without blanks around it.
func (t text) token(p lang.Pos) span {
	from := t.at(p)
	rest := t.bytes[from:]
	if i := bytes.IndexAny(rest, "\r\n"); i >= 0 {
		rest = rest[:i]
	}
	to := from
	switch {
	case p.Col == 0:
		from += len(rest) - len(bytes.TrimLeft(rest, " \t"))
		to += len(bytes.TrimRight(rest, " \t"))
	default:
		for i, r := range string(rest) {
			if !wordy(r) && i > 0 {
				break
			}
			to = from + i + utf8.RuneLen(r)
			if !wordy(r) {
				break
			}
		}
	}
	return span{t.position(from), t.position(max(from, to))}
}

func wordy(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf && r != utf8.RuneError
}
