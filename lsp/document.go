// Open documents, their texts, and positions in texts. The protocol counts UTF-16 code units, the front end bytes;
// lines end differently for the two.

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
	path string // the name of the document's file in positions of the front end

	version int
	text    text
	// read is what the front end found in the text. If fresh is false, it is what the front end found in the previous
	// text.
	read  *reading
	fresh bool
	done  chan struct{} // closed when fresh becomes true
	// results are the verification results for the text, in the order of verification.
	results []*result

	// life ends when the document gets its next text; cancel ends it.
	life   context.Context
	cancel context.CancelFunc
	// background reports that the text is or was verified without a request.
	background bool

	// reader is held while the text is read: one reader for each document at a time.
	reader sync.Mutex
	// shown is held while diagnostics are sent, so that older ones do not overtake newer ones.
	shown sync.Mutex
}

// pathOf returns the file of a document in positions: the path of a file URI, or the last part of any other URI.
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

// text is a text with the start of each line, as the protocol counts lines: they end with "\n", "\r\n" or "\r".
type text struct {
	bytes []byte
	lines []int // offsets of the starts of lines
}

// newText splits a text into lines.
func newText(b []byte) text {
	t := text{b, []int{0}}
	for i, c := range b {
		if c == '\n' || c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// offset returns the offset of a position. A position after the end of its line, or of the text, is moved to this
// end.
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

// end returns the offset of the end of a line, before its terminator.
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

// position returns the position of an offset.
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

// width returns the number of UTF-16 code units of a character. A byte that is not UTF-8 counts as one replacement
// character.
func width(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// edit returns the text after a change.
func (t text) edit(c contentChange) text {
	if c.Range == nil {
		return newText([]byte(c.Text))
	}
	from, to := t.offset(c.Range.Start), t.offset(c.Range.End)
	return newText(slices.Concat(t.bytes[:from], []byte(c.Text), t.bytes[max(from, to):]))
}

// at returns the offset of a position of the front end, which counts lines by "\n", and columns in bytes.
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

// token returns the range of the word, number or single character at a position of the front end. If the position has
// no column, it is the line without the blanks around it.
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

// wordy reports whether a character can be part of a word.
func wordy(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf && r != utf8.RuneError
}
