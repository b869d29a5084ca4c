// The tokens of a command. They contain no pointers, and a list knows where it ends, so a command of a hundred
// megabytes with a million nested parentheses is a flat array that is walked with an index.

package smtlib

import (
	"bytes"
	"unicode/utf8"
)

// tape is one command: its text and its tokens.
type tape struct {
	text []byte
	toks []token
	line int // line on which the text starts
	col  int // number of characters before the text on its line
}

// token is an atom text[off:end], or a list that starts at text[off] == '(' and ends before token number end. The
// first byte of an atom determines its kind.
type token struct{ off, end uint32 }

// isList reports whether token i is a list.
func (t *tape) isList(i int) bool { return t.text[t.toks[i].off] == '(' }

// skip returns the token after the atom or list i.
func (t *tape) skip(i int) int {
	if t.isList(i) {
		return int(t.toks[i].end)
	}
	return i + 1
}

// atom returns the text of atom i; for a list, "(".
func (t *tape) atom(i int) []byte {
	k := t.toks[i]
	if t.text[k.off] == '(' {
		return t.text[k.off : k.off+1]
	}
	return t.text[k.off:k.end]
}

// is reports whether token i is the unquoted atom word.
func (t *tape) is(i int, word string) bool { return string(t.atom(i)) == word }

// children returns the number of elements of list i.
func (t *tape) children(i int) int {
	n := 0
	for c := i + 1; c < int(t.toks[i].end); c = t.skip(c) {
		n++
	}
	return n
}

// write appends the text of token i to `out`, with single spaces and without comments. If the number `most` is
// positive, write stops after about that many bytes.
func (t *tape) write(out []byte, i, most int) []byte {
	var open []int // where the lists end
	start := len(out)
	for last := t.skip(i); ; {
		for len(open) > 0 && open[len(open)-1] == i {
			out = append(out, ')')
			open = open[:len(open)-1]
		}
		if i >= last {
			return out
		}
		if most > 0 && len(out)-start > most {
			return append(out, "…"...)
		}
		if n := len(out); n > start && out[n-1] != '(' {
			out = append(out, ' ')
		}
		out = append(out, t.atom(i)...)
		if t.isList(i) {
			open = append(open, int(t.toks[i].end))
		}
		i++
	}
}

// place returns the line and column of byte off of the text.
func (t *tape) place(off int) (line, col int) {
	before := t.text[:off]
	line = t.line + bytes.Count(before, []byte{'\n'})
	nl := bytes.LastIndexByte(before, '\n')
	col = utf8.RuneCount(before[nl+1:]) + 1
	if nl < 0 {
		col += t.col
	}
	return line, col
}

// Classes of bytes.
const (
	bad    = iota // not allowed outside of comments, strings and quoted symbols
	blank         // between tokens
	symbol        // a letter of simple symbols and numbers
	other         // ( ) ; " | and the start of # and : tokens
)

// class is the class of each byte.
var class [256]uint8

func init() {
	for _, c := range " \t\r\n" {
		class[c] = blank
	}
	for c := 'a'; c <= 'z'; c++ {
		class[c], class[c-'a'+'A'] = symbol, symbol
	}
	for c := '0'; c <= '9'; c++ {
		class[c] = symbol
	}
	for _, c := range "~!@$%^&*_-+=<>.?/" {
		class[c] = symbol
	}
	for _, c := range "();\"|#:" {
		class[c] = other
	}
}
