// The reader splits a stream into commands and tokens. It waits for more input only when it needs it to finish the
// present command, so it can serve a person or a program at the other end of a pipe. After an error it can go on with
// the next command.

package smtlib

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf8"
)

// reader splits a stream into commands.
type reader struct {
	src   io.Reader
	buf   []byte
	start int    // position in buf of what has not been consumed
	pos   int    // position in buf up to which bytes have been read
	line  int    // line of start
	col   int    // number of characters before start on its line
	ended error  // why src has no more input
	flush func() // called before waiting for input
	stop  func() bool
	toks  []token
	open  []int // the tokens of the lists that are open
	wrong *fail // the first error of the present command
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

// more reads more input into buf. It returns false at the end of the input.
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

// consume moves start to pos and counts lines and columns.
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

// peek returns the byte at pos; false at the end of the input.
func (r *reader) peek() (byte, bool) {
	if r.pos == len(r.buf) && !r.more() {
		return 0, false
	}
	return r.buf[r.pos], true
}

// next reads one command. The tape is valid until the next call. If the fail is not nil, it is about the tape's text,
// and the tokens are not usable; reading can go on. The error is io.EOF at the end, errStopped, or the source's error.
func (r *reader) next() (*tape, *fail, error) {
	r.consume()
	r.toks, r.open, r.wrong = r.toks[:0], r.open[:0], nil
	for polls := 0; ; polls++ {
		if polls&4095 == 0 && r.stop() {
			return nil, nil, errStopped
		}
		c, ok := r.peek()
		if !ok {
			if err := r.end(); err != nil {
				return nil, nil, err
			}
			break
		}
		if r.pos-r.start > math.MaxUint32-16 {
			return nil, nil, errTooLong
		}
		if class[c] == blank && len(r.toks) > 0 {
			r.pos++
			continue
		}
		if done, err := r.token(c); err != nil {
			return nil, nil, err
		} else if done {
			break
		}
	}
	return &tape{r.buf[r.start:r.pos], r.toks, r.line, r.col}, r.wrong, nil
}

// end handles the end of the input: it closes the open lists, so that the tape is complete. It returns io.EOF if none
// is open.
func (r *reader) end() error {
	if r.ended != io.EOF {
		return fmt.Errorf("cannot read on: %w", r.ended)
	}
	if len(r.open) == 0 {
		return io.EOF
	}
	at := int(r.toks[r.open[len(r.open)-1]].off)
	r.complain(at, "the file ends before this parenthesis is closed (%d are open)", len(r.open))
	for _, i := range r.open {
		r.toks[i].end = uint32(len(r.toks))
	}
	r.pos = len(r.buf)
	return nil
}

// complain records an error of the present command, unless there is one already.
func (r *reader) complain(at int, format string, args ...any) {
	if r.wrong == nil {
		r.wrong = &fail{at, fmt.Sprintf(format, args...)}
	}
}

// token reads the token or comment that starts with byte c. done reports that the command ends with it.
func (r *reader) token(c byte) (done bool, err error) {
	from := r.pos - r.start
	switch class[c] {
	case blank: // before a command
		for r.pos++; r.pos < len(r.buf) && class[r.buf[r.pos]] == blank; {
			r.pos++
		}
		r.consume()
		return false, nil
	case symbol:
		r.symbol()
		if d := r.buf[r.start+from]; d >= '0' && d <= '9' {
			r.number(from)
		}
	case bad:
		r.complain(from, "the character %q is not allowed here; names with special characters are written |so|", rune(c))
		for r.pos++; r.pos < len(r.buf) && class[r.buf[r.pos]] == bad; {
			r.pos++
		}
		if len(r.open) > 0 {
			return false, nil
		}
		r.toks = append(r.toks, token{uint32(from), uint32(r.pos - r.start)})
		return true, nil
	default:
		switch c {
		case ';':
			return false, r.comment()
		case '(':
			r.pos++
			r.open = append(r.open, len(r.toks))
			r.toks = append(r.toks, token{off: uint32(from)})
			return false, nil
		case ')':
			return r.closing(from), nil
		case '"':
			r.quoted('"', from, "string")
		case '|':
			r.quoted('|', from, "quoted symbol")
		default: // # and :
			r.pos++
			r.symbol()
			r.special(from)
		}
	}
	r.toks = append(r.toks, token{uint32(from), uint32(r.pos - r.start)})
	if len(r.open) > 0 {
		return false, nil
	}
	r.complain(from, "%s stands outside of a command; commands are written in parentheses, like (check-sat)", shown(string(r.buf[r.start+from:r.pos])))
	return true, nil
}

// comment skips the rest of the line.
func (r *reader) comment() error {
	for {
		if nl := bytes.IndexByte(r.buf[r.pos:], '\n'); nl >= 0 {
			r.pos += nl
			return nil
		}
		r.pos = len(r.buf)
		if len(r.toks) == 0 {
			r.consume()
		}
		if r.stop() {
			return errStopped
		}
		if !r.more() {
			return nil
		}
	}
}

// closing ends a list. It returns true if the command ends with it.
func (r *reader) closing(from int) bool {
	r.pos++
	if len(r.open) == 0 {
		r.complain(from, "this parenthesis closes nothing; remove it")
		r.toks = append(r.toks, token{uint32(from), uint32(from + 1)})
		return true
	}
	last := len(r.open) - 1
	r.toks[r.open[last]].end = uint32(len(r.toks))
	r.open = r.open[:last]
	return last == 0
}

// symbol moves pos to the end of a simple symbol or number.
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

// quoted moves pos to the end of a string or quoted symbol. The byte `end` ends it.
func (r *reader) quoted(end byte, from int, what string) {
	r.pos++
	for {
		i := bytes.IndexByte(r.buf[r.pos:], end)
		if i < 0 {
			r.pos = len(r.buf)
			if r.stop() || !r.more() {
				r.complain(from, "the file ends within this %s; close it with %c", what, end)
				return
			}
			continue
		}
		r.pos += i + 1
		if end == '"' {
			// A quote within a string is written twice, so the next byte decides. This does not block at a terminal,
			// where a line break follows.
			if c, ok := r.peek(); ok && c == '"' {
				r.pos++
				continue
			}
		}
		break
	}
	for i, c := range r.buf[r.start+from : r.pos] {
		if c < ' ' && class[c] != blank || c == 0x7f {
			r.complain(from+i, "the control character %q is not allowed in a %s", rune(c), what)
			return
		}
	}
}

// number checks the atom that begins at `from` and ends at pos. It starts with a digit.
func (r *reader) number(from int) {
	text := r.buf[r.start+from : r.pos]
	dots := 0
	for i, c := range text {
		switch {
		case c >= '0' && c <= '9':
		case c == '.' && dots == 0 && i+1 < len(text):
			dots++
		default:
			r.complain(from, "%s is neither a number nor a symbol; symbols do not start with a digit", shown(string(text)))
			return
		}
	}
	if len(text) > maxDigits {
		r.complain(from, "a number of %d digits; up to %d are supported", len(text), maxDigits)
	}
}

// maxDigits bounds the length of a decimal number, whose conversion takes quadratic time.
const maxDigits = 100_000

// special checks the atom that begins at `from` and ends at pos. It starts with # or a colon.
func (r *reader) special(from int) {
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
		r.complain(from, "%s is no token; bit-vectors are written #b0101 or #x5, keywords :word", shown(string(text)))
	}
}
