package smtlib

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf8"
)

// A tape is one command as it was read: its text and its tokens in a row. Nothing on it points to
// anything, and a list knows where it ends, so a command of a hundred megabytes with a million nested
// parentheses is a flat array that is walked with an index.
type tape struct {
	text []byte
	toks []token
	line int // where the text starts
	col  int // in bytes before it, on its line
}

// A token is an atom text[off:end], or a list that starts at text[off] == '(' and goes on to token end.
// What kind of atom it is, its first byte says.
type token struct{ off, end uint32 }

func (t *tape) isList(i int) bool { return t.text[t.toks[i].off] == '(' }

// skip is the token after the atom or list i.
func (t *tape) skip(i int) int {
	if t.isList(i) {
		return int(t.toks[i].end)
	}
	return i + 1
}

// atom is the text of atom i; of a list, "(".
func (t *tape) atom(i int) []byte {
	k := t.toks[i]
	if t.text[k.off] == '(' {
		return t.text[k.off : k.off+1]
	}
	return t.text[k.off:k.end]
}

// is reports whether token i is the unquoted atom word.
func (t *tape) is(i int, word string) bool { return string(t.atom(i)) == word }

// children is the number of elements of list i.
func (t *tape) children(i int) int {
	n := 0
	for c := i + 1; c < int(t.toks[i].end); c = t.skip(c) {
		n++
	}
	return n
}

// write appends what token i stands for, with single spaces and without comments. It gives up beyond
// about most bytes if most is positive.
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

// place is line and column of a byte of the text.
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

// What a byte can be.
const (
	bad    = iota // not allowed outside of comments, strings and quoted symbols
	blank         // between tokens
	symbol        // a letter of simple symbols and numbers
	other         // ( ) ; " | and the start of # and : tokens
)

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

// A reader cuts a stream into commands. It asks for more input only when it needs it to finish the
// present command, so that it can serve a person or a program at the other end of a pipe.
type reader struct {
	src   io.Reader
	buf   []byte
	start int // of what has not been consumed
	pos   int
	line  int // at start
	col   int // at start, bytes
	ended error
	flush func() // called before input is waited for
	stop  func() bool
	toks  []token
	open  []int
}

// fail is an error at a byte of the tape.
type fail struct {
	off int
	msg string
}

var (
	errStopped = errors.New("interrupted")
	errTooLong = errors.New("a single command is longer than 4 gigabytes")
)

// more reads on; false at the end.
func (r *reader) more() bool {
	if r.ended != nil {
		return false
	}
	if r.start > 0 && (r.start == len(r.buf) || r.start >= len(r.buf)/2 && len(r.buf) == cap(r.buf)) {
		n := copy(r.buf, r.buf[r.start:])
		r.buf, r.pos, r.start = r.buf[:n], r.pos-r.start, 0
	}
	if len(r.buf) == cap(r.buf) {
		bigger := make([]byte, len(r.buf), max(1<<16, 2*cap(r.buf)))
		copy(bigger, r.buf)
		r.buf = bigger
	}
	if r.flush != nil {
		r.flush()
	}
	for range 100 {
		n, err := r.src.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
		if err != nil {
			r.ended = err
		}
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	r.ended = io.ErrNoProgress
	return false
}

// consume moves start to pos and counts lines.
func (r *reader) consume() {
	gone := r.buf[r.start:r.pos]
	if n := bytes.Count(gone, []byte{'\n'}); n > 0 {
		r.line += n
		r.col = 0
		gone = gone[bytes.LastIndexByte(gone, '\n')+1:]
	}
	r.col += utf8.RuneCount(gone)
	r.start = r.pos
}

// peek is the byte at pos, if there is one.
func (r *reader) peek() (byte, bool) {
	if r.pos == len(r.buf) && !r.more() {
		return 0, false
	}
	return r.buf[r.pos], true
}

// next reads one command. The tape is good until the next call. A fail is about the tape's text, of
// which then nothing else can be used; reading can go on. The error is io.EOF at the end, or what the
// source reported.
func (r *reader) next() (*tape, *fail, error) {
	r.consume()
	r.toks, r.open = r.toks[:0], r.open[:0]
	var wrong *fail
	complain := func(at int, format string, args ...any) {
		if wrong == nil {
			wrong = &fail{at, fmt.Sprintf(format, args...)}
		}
	}
	done := func() (*tape, *fail, error) {
		return &tape{r.buf[r.start:r.pos], r.toks, r.line, r.col}, wrong, nil
	}
	for polls := 0; ; polls++ {
		if polls&4095 == 0 && r.stop() {
			return nil, nil, errStopped
		}
		c, ok := r.peek()
		if !ok {
			if r.ended != io.EOF {
				return nil, nil, fmt.Errorf("cannot read on: %w", r.ended)
			}
			if len(r.open) > 0 {
				at := int(r.toks[r.open[len(r.open)-1]].off)
				complain(at, "the file ends before this parenthesis is closed (%d are open)", len(r.open))
				// What was open is closed, so that the tape is whole.
				for _, i := range r.open {
					r.toks[i].end = uint32(len(r.toks))
				}
				r.pos = len(r.buf)
				return done()
			}
			return nil, nil, io.EOF
		}
		if r.pos-r.start > math.MaxUint32-16 {
			return nil, nil, errTooLong
		}
		from := r.pos - r.start
		switch class[c] {
		case blank:
			r.pos++
			if len(r.toks) == 0 {
				for r.pos < len(r.buf) && class[r.buf[r.pos]] == blank {
					r.pos++
				}
				r.consume()
			}
			continue
		case symbol:
			r.symbol()
			if d := r.buf[r.start+from]; d >= '0' && d <= '9' {
				r.number(from, complain)
			}
		case bad:
			complain(from, "the character %q is not allowed here; names with special characters are written |so|", rune(c))
			for r.pos++; r.pos < len(r.buf) && class[r.buf[r.pos]] == bad; {
				r.pos++
			}
			if len(r.open) == 0 {
				r.toks = append(r.toks, token{uint32(from), uint32(r.pos - r.start)})
				return done()
			}
			continue
		default:
			switch c {
			case ';':
				for {
					if nl := bytes.IndexByte(r.buf[r.pos:], '\n'); nl >= 0 {
						r.pos += nl
						break
					}
					r.pos = len(r.buf)
					if len(r.toks) == 0 {
						r.consume()
					}
					if r.stop() {
						return nil, nil, errStopped
					}
					if !r.more() {
						break
					}
				}
				continue
			case '(':
				r.pos++
				r.open = append(r.open, len(r.toks))
				r.toks = append(r.toks, token{off: uint32(from)})
				continue
			case ')':
				r.pos++
				if len(r.open) == 0 {
					complain(from, "this parenthesis closes nothing; remove it")
					r.toks = append(r.toks, token{uint32(from), uint32(from + 1)})
					return done()
				}
				last := len(r.open) - 1
				r.toks[r.open[last]].end = uint32(len(r.toks))
				if r.open = r.open[:last]; last == 0 {
					return done()
				}
				continue
			case '"':
				r.quoted('"', from, "string", complain)
			case '|':
				r.quoted('|', from, "quoted symbol", complain)
			default: // # and :
				r.pos++
				r.symbol()
				r.special(from, complain)
			}
		}
		r.toks = append(r.toks, token{uint32(from), uint32(r.pos - r.start)})
		if len(r.open) == 0 {
			complain(from, "%s stands outside of a command; commands are written in parentheses, like (check-sat)", shown(string(r.buf[r.start+from:r.pos])))
			return done()
		}
	}
}

// symbol goes on to the end of a simple symbol or number.
func (r *reader) symbol() {
	for {
		for r.pos < len(r.buf) && class[r.buf[r.pos]] == symbol {
			r.pos++
		}
		if r.pos < len(r.buf) || !r.more() {
			return
		}
	}
}

// quoted goes on to the end of a string or quoted symbol.
func (r *reader) quoted(end byte, from int, what string, complain func(int, string, ...any)) {
	r.pos++
	for {
		i := bytes.IndexByte(r.buf[r.pos:], end)
		if i < 0 {
			r.pos = len(r.buf)
			if r.stop() || !r.more() {
				complain(from, "the file ends within this %s; close it with %c", what, end)
				return
			}
			continue
		}
		r.pos += i + 1
		if end == '"' {
			// A quote within a string is written twice. The end of what there is decides: a person
			// at a terminal has sent a line break.
			if c, ok := r.peek(); ok && c == '"' {
				r.pos++
				continue
			}
		}
		break
	}
	for i, c := range r.buf[r.start+from : r.pos] {
		if c < ' ' && class[c] != blank || c == 0x7f {
			complain(from+i, "the control character %q is not allowed in a %s", rune(c), what)
			return
		}
	}
}

// number checks an atom that starts with a digit.
func (r *reader) number(from int, complain func(int, string, ...any)) {
	text := r.buf[r.start+from : r.pos]
	dots := 0
	for i, c := range text {
		switch {
		case c >= '0' && c <= '9':
		case c == '.' && dots == 0 && i+1 < len(text):
			dots++
		default:
			complain(from, "%s is neither a number nor a symbol; symbols do not start with a digit", shown(string(text)))
			return
		}
	}
	if len(text) > maxDigits {
		complain(from, "a number of %d digits; up to %d are supported", len(text), maxDigits)
	}
}

// maxDigits bounds the length of a decimal number, which takes time quadratic in it.
const maxDigits = 100_000

// special checks an atom that starts with # or a colon.
func (r *reader) special(from int, complain func(int, string, ...any)) {
	text := r.buf[r.start+from : r.pos]
	ok := len(text) > 1
	if text[0] == '#' {
		ok = len(text) > 2 && (text[1] == 'b' || text[1] == 'x')
		for _, c := range text[min(2, len(text)):] {
			switch {
			case c == '0' || c == '1':
			case c >= '0' && c <= '9', c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
				ok = ok && text[1] == 'x'
			default:
				ok = false
			}
		}
	}
	if !ok {
		complain(from, "%s is no token; bit-vectors are written #b0101 or #x5, keywords :word", shown(string(text)))
	}
}
