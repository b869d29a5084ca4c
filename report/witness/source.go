package witness

import (
	"bytes"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/report/source"
)

// source finds places in the text of the program that its automata do not know.
type sourceText struct{ files source.Files }

// offset is where a position is in its file's text.
func (s sourceText) offset(p lang.Pos) (text []byte, at int, ok bool) {
	text, ok = s.files[p.File]
	if !ok || p.Line < 1 || p.Col < 1 {
		return nil, 0, false
	}
	for line := 1; line < p.Line; line++ {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return nil, 0, false
		}
		at += i + 1
	}
	at += p.Col - 1
	return text, at, at < len(text)
}

// pos is the position of an offset on or behind p.
func pos(p lang.Pos, text []byte, from, to int) lang.Pos {
	for _, c := range text[from:to] {
		if p.Col++; c == '\n' {
			p.Line++
			p.Col = 1
		}
	}
	return p
}

// callEnd is the position of the closing parenthesis of the call of a function that is at p, or
// begins soon behind it.
func (s sourceText) callEnd(p lang.Pos, name string) (lang.Pos, bool) {
	text, from, ok := s.offset(p)
	if !ok {
		return p, false
	}
	i := from
	if k := bytes.Index(text[from:min(from+200+len(name), len(text))], []byte(name)); k >= 0 {
		i += k + len(name)
	}
	depth := 0
	for ; i < len(text); i++ {
		switch c := text[i]; c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return pos(p, text, from, i), true
			}
		case '"', '\'':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case ';', '{', '}':
			return p, false // it was no call
		}
	}
	return p, false
}

// loop is the position of the keyword of the only loop that begins on the line of p: for or while; the
// keyword do has its condition elsewhere, and other loops have none.
func (s sourceText) loop(p lang.Pos) (lang.Pos, bool) {
	p.Col = 1
	text, from, ok := s.offset(p)
	if !ok {
		return p, false
	}
	end := len(text)
	if i := bytes.IndexByte(text[from:], '\n'); i >= 0 {
		end = from + i
	}
	found := -1
	for i := from; i < end; {
		if !letter(text[i]) {
			i++
			continue
		}
		j := i
		for j < end && letter(text[j]) {
			j++
		}
		switch string(text[i:j]) {
		case "for", "while":
			if found >= 0 {
				return p, false // which of the two is not known
			}
			found = i
		case "do":
			return p, false
		}
		i = j
	}
	return pos(p, text, from, max(found, from)), found >= 0
}

func letter(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// literal is a number as C has it.
func literal(v num.Int, r cfa.Range) string {
	s := v.String()
	if v.Equal(num.Pow2(63).Neg()) {
		return "(-9223372036854775807LL - 1)"
	}
	if _, ok := v.Int64(); !ok {
		return s + "ULL"
	}
	if k, _ := v.Int64(); k > 1<<31-1 || k < -(1<<31) {
		s += "LL"
	} else if k == -(1 << 31) {
		return fmt.Sprintf("(%d - 1)", -(1<<31)+1)
	}
	return s
}
