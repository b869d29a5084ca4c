package cpp

import (
	"bytes"
	"slices"
	"sort"
)

// The resulting text, and the table of its places.

// A Place is the position of a token in a file.
type Place struct {
	File      int // index in the order in which files were read
	Line, Col int
}

// A Result is the text of a program after preprocessing.
type Result struct {
	Text  []byte
	Files []string // the names of the files; Place.File is an index in it
	spans []span
	names map[string]*name
}

// Constant returns the text of a macro without parameters whose definition did not change up to the end. It returns
// false if there is no such macro.
func (r *Result) Constant(macro string) (string, bool) {
	n := r.names[macro]
	if n == nil || n.macro == nil || n.macro.function || n.changed {
		return "", false
	}
	var text []byte
	for i, t := range n.macro.body {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, t.text...)
	}
	return string(text), true
}

// A span says where the text from an offset on comes from.
type span struct {
	at   uint32
	line uint32
	col  uint32
	file uint16
	// fixed is set if all of the span has the same place; otherwise columns increase as in the file.
	fixed bool
}

// Place returns the place of the byte at an offset of the text.
func (r *Result) Place(offset int) Place {
	i := sort.Search(len(r.spans), func(i int) bool { return int(r.spans[i].at) > offset }) - 1
	if i < 0 {
		return Place{File: -1}
	}
	s := r.spans[i]
	p := Place{File: int(s.file), Line: int(s.line), Col: int(s.col)}
	if !s.fixed {
		p.Col += offset - int(s.at)
	}
	return p
}

// A Range is a part of a text, from one offset up to another.
type Range struct{ From, To int }

// With returns the text followed by the text of another file, which needs no preprocessing.
func (r *Result) With(file string, text []byte) *Result {
	out := &Result{Text: slices.Concat(r.Text, text), Files: append(slices.Clip(r.Files), file), spans: slices.Clip(r.spans)}
	at := len(r.Text)
	for i, line := range bytes.SplitAfter(text, []byte("\n")) {
		out.spans = append(out.spans, span{at: uint32(at), line: uint32(i + 1), col: 1, file: uint16(len(r.Files))})
		at += len(line)
	}
	return out
}

// Cut returns a result with only the given parts of the text, which must be in order.
func (r *Result) Cut(parts []Range) *Result {
	out := &Result{Files: r.Files}
	for _, part := range parts {
		i := sort.Search(len(r.spans), func(i int) bool { return int(r.spans[i].at) > part.From }) - 1
		for ; i < len(r.spans) && (i < 0 || int(r.spans[i].at) < part.To); i++ {
			if i < 0 {
				continue
			}
			s := r.spans[i]
			if d := part.From - int(s.at); d > 0 {
				s.at = uint32(part.From)
				if !s.fixed {
					s.col += uint32(d)
				}
			}
			s.at = uint32(int(s.at) - part.From + len(out.Text))
			out.spans = append(out.spans, s)
		}
		out.Text = append(out.Text, r.Text[part.From:part.To]...)
	}
	return out
}

// emit appends a token to the text.
func (p *expander) emit(t *token) {
	out := p.out.Text
	last := &p.last
	newLine := int(t.line) != last.line || int(t.file) != last.file
	switch {
	case newLine:
		if t.kind == punct && (t.text[0] == '#' || string(t.text) == "%:") && !p.inPragma {
			p.fail("a # at the start of a line")
		}
		out = append(out, '\n')
	case t.space || t.fixed || last.fixed || p.apart:
		out = append(out, ' ')
	}
	p.apart = false
	at := uint32(len(out))
	// The span continues as long as the difference between offset and column stays the same.
	gap := int(at) - int(t.col)
	if newLine || t.fixed != last.fixed || t.fixed && int(t.col) != last.col || !t.fixed && gap != last.gap {
		p.out.spans = append(p.out.spans, span{at: at, line: uint32(t.line), col: uint32(t.col), file: uint16(t.file), fixed: t.fixed})
	}
	p.last = written{line: int(t.line), col: int(t.col), file: int(t.file), gap: gap, fixed: t.fixed}
	p.out.Text = append(out, t.text...)
	if len(p.out.Text) > p.cfg.MaxText {
		p.fail("the text is too large")
	}
}

// written describes the token that was written last.
type written struct {
	line, col, file, gap int
	fixed                bool
}
