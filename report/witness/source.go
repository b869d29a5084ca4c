// This file finds places in the source text.

package witness

import (
	"bytes"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/report/source"
)

// sourceText finds places in the text of the program that its automata do not have.
type sourceText struct{ files source.Files }

// offset returns the text of a position's file, and the offset of the position in it.
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

// pos returns the position of the offset `to` in text, where p is the position of the offset `from`.
func pos(p lang.Pos, text []byte, from, to int) lang.Pos {
	for _, c := range text[from:to] {
		if p.Col++; c == '\n' {
			p.Line++
			p.Col = 1
		}
	}
	return p
}

// callEnd returns the position of the closing parenthesis of a function call that is at p, or begins soon after p.
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
			return p, false // not a call
		}
	}
	return p, false
}

// definition returns the start of the declaration that the body of a function belongs to; false if that is not clear,
// or if contracts cannot be placed there (contract.go).
func (s sourceText) definition(f *lang.Func) (lang.Pos, bool) {
	p := f.Pos
	text, at, ok := s.offset(p)
	if !ok {
		return p, false
	}
	// The declaration begins on the line of the name, or on the line before, where some style guides put the type.
	for range 2 {
		at = bytes.LastIndexByte(text[:at], '\n') + 1
		x := scanner{text: text, at: at}
		x.space()
		if a, why := function(text, x.at, f.Name); why == "" && x.at < a.nameAt {
			p.Line = bytes.Count(text[:x.at], []byte("\n")) + 1
			p.Col = x.at - bytes.LastIndexByte(text[:x.at], '\n')
			return p, true
		}
		if at == 0 {
			break
		}
		at--
	}
	return p, false
}

func letter(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// literal returns a number as a C constant.
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
