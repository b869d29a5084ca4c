// This file splits ACSL annotations into tokens.

package parse

import (
	"strings"

	"github.com/whet-mc/whet/lang"
)

// ACSLToken is a token of an annotation. Kind is 'i' for identifiers and keywords (with those that start with a
// backslash), '0' for integer constants, 'c' for character constants, 's' for strings, 'p' for punctuation, and 0 for
// the end.
type ACSLToken struct {
	Kind byte
	Text string
	Pos  lang.Pos
	Off  int // offset in the annotation
}

// acslPunctuation lists the operators, longest first.
var acslPunctuation = []string{
	"<==>", "<-->", "==>", "-->", "...", "<=", ">=", "==", "!=", "&&", "||", "^^", "<<", ">>", "->", "..",
}

// ACSLTokens splits the text of the annotation at pos, without its first three characters (//@ or /*@), into tokens.
// A non-nil bad is the place of a character that begins no token.
func ACSLTokens(text string, pos lang.Pos) (out []ACSLToken, bad *ACSLToken) {
	line, start := pos.Line, -(pos.Col + 3 - 1) // start: offset of the line's first byte
	at := func(i int) lang.Pos { return lang.Pos{File: pos.File, Line: line, Col: i - start + 1} }
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\n':
			i++
			line, start = line+1, i
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case strings.HasPrefix(text[i:], "//"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		}
		j, kind := i+1, byte('p')
		switch {
		case IdentStart(c) || c == '\\' && i+1 < len(text) && IdentStart(text[i+1]):
			kind = 'i'
			for j < len(text) && (IdentStart(text[j]) || Digit(text[j])) {
				j++
			}
		case Digit(c) || c == '.' && i+1 < len(text) && Digit(text[i+1]):
			kind = '0'
			for j < len(text) && (IdentStart(text[j]) || Digit(text[j]) || text[j] == '.' && !strings.HasPrefix(text[j:], "..")) {
				j++
			}
		case c == '\'' || c == '"':
			kind = 'c'
			if c == '"' {
				kind = 's'
			}
			for j < len(text) && text[j] != c && text[j] != '\n' {
				if text[j] == '\\' {
					j++
				}
				j++
			}
			if j >= len(text) || text[j] != c {
				return out, &ACSLToken{'p', text[i : i+1], at(i), i}
			}
			j++
		default:
			for _, p := range acslPunctuation {
				if strings.HasPrefix(text[i:], p) {
					j = i + len(p)
					break
				}
			}
			if j == i+1 && strings.IndexByte("()[]{}<>=!&|^~+-*/%?:;,.", c) < 0 {
				return out, &ACSLToken{'p', string([]rune(text[i:])[:1]), at(i), i}
			}
		}
		out = append(out, ACSLToken{kind, text[i:j], at(i), i})
		i = j
	}
	return append(out, ACSLToken{0, "the end of the annotation", at(len(text)), len(text)}), nil
}
