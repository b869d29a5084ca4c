package cpp

import "bytes"

// The tokens of a file.

// kind is the kind of a token.
type kind uint8

const (
	eof     kind = iota
	newline      // the end of a directive
	ident
	number
	str    // a string literal or a character constant
	punct  // an operator
	stray  // any other byte
	mark   // nothing, in place of an empty argument next to ##
	endArg // the end of an argument that is being expanded
)

// A token is a preprocessing token.
type token struct {
	text []byte
	name *name // for identifiers: the name
	line int32
	col  int32
	file int16
	kind kind
	// space is set if white space comes before the token, bol if it is the first token of its line, fixed if it comes
	// from an expansion, painted if it is the name of a macro and must not be expanded.
	space, bol, fixed, painted bool
}

func (t *token) is(s string) bool { return t.kind == punct && string(t.text) == s }

// A name is an identifier. There is one for each spelling.
type name struct {
	text  string
	macro *macro
	// changed is set if the name was a macro, and was undefined or defined again.
	changed bool
	kind    special
	param   int // if the name is a parameter of the macro that is being defined: 1 + the parameter's index
}

// set defines the name as the macro m, or undefines it if m is nil.
func (n *name) set(m *macro) {
	n.changed = n.changed || n.macro != nil && !n.macro.like(m)
	n.macro = m
}

// A reader reads the tokens of a file.
type reader struct {
	p     *expander
	src   []byte
	i     int
	line  int
	bol   int // the start of the line
	file  int
	path  string
	dir   string // the directory in the search list in which the file was found
	fresh bool   // no token of the line was read yet
	// ahead is the number that #line adds to __LINE__. named is the name, in quotes, that it gives to __FILE__, if it
	// gives one.
	ahead int
	named string
	// spliced is set if the current token extends over several lines.
	spliced bool
	// conds are the open conditions of the file.
	conds []cond
}

// blank skips white space and comments in a line, and reports whether there were any. It stops before a newline.
func (r *reader) blank() (skipped bool) {
	for r.i < len(r.src) {
		switch c := r.src[r.i]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			r.i++
		case c == '\\' && r.splice():
			continue // the backslash joins lines, and does not separate tokens
		case c == '/' && r.i+1 < len(r.src) && r.src[r.i+1] == '/':
			for r.i < len(r.src) && r.src[r.i] != '\n' {
				if r.src[r.i] != '\\' || !r.splice() {
					r.i++
				}
			}
		case c == '/' && r.i+1 < len(r.src) && r.src[r.i+1] == '*':
			end := bytes.Index(r.src[r.i+2:], []byte("*/"))
			if end < 0 {
				r.p.fail("a comment does not end")
			}
			r.lines(r.i, r.i+2+end)
			r.i += end + 4
		default:
			return skipped
		}
		skipped = true
	}
	return skipped
}

// lines counts the newlines between two offsets.
func (r *reader) lines(from, to int) {
	for {
		k := bytes.IndexByte(r.src[from:to], '\n')
		if k < 0 {
			return
		}
		from += k + 1
		r.line++
		r.bol = from
	}
}

// splice skips a backslash and the newline after it, if they are next.
func (r *reader) splice() bool {
	j := r.i + 1
	if j < len(r.src) && r.src[j] == '\r' {
		j++
	}
	if j >= len(r.src) || r.src[j] != '\n' {
		return false
	}
	r.i = j + 1
	r.line++
	r.bol = r.i
	return true
}

// next reads a token. At the end of a line it returns newline and does not advance; at the end of the file it returns
// eof.
func (r *reader) next() (t token) {
	t.space = r.blank()
	t.bol, r.fresh = r.fresh, false
	t.file, t.line, t.col = int16(r.file), int32(r.line), int32(r.i-r.bol+1)
	if r.i >= len(r.src) {
		return t
	}
	c := r.src[r.i]
	from := r.i
	switch {
	case c == '\n':
		t.kind = newline
		return t
	case identStart[c]:
		for r.i < len(r.src) && identPart[r.src[r.i]] {
			r.i++
		}
		if q := r.at(0); (q == '"' || q == '\'') && prefix(r.src[from:r.i]) {
			r.quoted(q)
			t.kind = str
			break
		}
		t.kind = ident
	case digit(c) || c == '.' && digit(r.at(1)):
		t.kind = number
		for r.i < len(r.src) && (identPart[r.src[r.i]] || r.src[r.i] == '.' || sign(r.src[r.i]) && r.i > from && exponent(r.src[r.i-1]) ||
			r.p.cfg.C23 && r.src[r.i] == '\'' && r.i+1 < len(r.src) && identPart[r.src[r.i+1]]) {
			r.i++
		}
	case c == '"' || c == '\'':
		r.quoted(c)
		t.kind = str
	default:
		if n := operator(r.src[r.i:]); n > 0 {
			r.i += n
			t.kind = punct
			break
		}
		r.i++
		t.kind = stray
	}
	if r.at(0) == '\\' && r.joins(t.kind, r.src[from:r.i]) {
		r.p.rare("a token goes on in the next line")
	}
	t.text = r.src[from:r.i:r.i]
	if r.spliced {
		r.spliced = false
		t.text = bytes.ReplaceAll(bytes.ReplaceAll(t.text, []byte("\\\r\n"), nil), []byte("\\\n"), nil)
	}
	if t.kind == ident {
		t.name = r.p.intern(t.text)
	}
	return t
}

// joins reports whether the text after a backslash and newline may make the token before it longer.
func (r *reader) joins(k kind, text []byte) bool {
	j := r.i + 1
	if j < len(r.src) && r.src[j] == '\r' {
		j++
	}
	if j+1 >= len(r.src) || r.src[j] != '\n' {
		return false
	}
	c := r.src[j+1]
	switch {
	case c == '\\':
		return true
	case k == ident:
		return identPart[c] || (c == '"' || c == '\'') && prefix(text)
	case k == number:
		return identPart[c] || c == '.' || sign(c)
	case k == punct:
		longer := append(bytes.Clone(text), r.src[j+1:min(j+3, len(r.src))]...)
		return operator(longer) > len(text) || text[0] == '.' && digit(c) || text[0] == '/' && (c == '/' || c == '*')
	}
	return false
}

func (r *reader) at(k int) byte {
	if r.i+k < len(r.src) {
		return r.src[r.i+k]
	}
	return 0
}

// quoted skips a string literal or a character constant.
func (r *reader) quoted(q byte) {
	r.i++
	for r.i < len(r.src) && r.src[r.i] != '\n' {
		switch r.src[r.i] {
		case q:
			r.i++
			return
		case '\\':
			if r.splice() {
				r.spliced = true
				continue
			}
			r.i++
		}
		r.i++
	}
	r.p.fail("a quoted token does not end")
}

// skipLine skips the rest of a line, including the newline.
func (r *reader) skipLine() {
	for {
		r.blank()
		if r.i >= len(r.src) {
			return
		}
		switch c := r.src[r.i]; c {
		case '\n':
			r.endLine()
			return
		case '"', '\'':
			// In skipped text an apostrophe may occur alone.
			for r.i++; r.i < len(r.src) && r.src[r.i] != c && r.src[r.i] != '\n'; r.i++ {
				if r.src[r.i] == '\\' && r.splice() {
					r.i--
				} else if r.src[r.i] == '\\' && r.at(1) != '\n' {
					r.i++
				}
			}
			if r.at(0) == c {
				r.i++
			}
		default:
			// Only these characters begin a comment, a string or a line.
			for r.i++; r.i < len(r.src) && !skipStops[r.src[r.i]]; r.i++ {
			}
		}
	}
}

// endLine skips a newline.
func (r *reader) endLine() {
	r.i++
	r.line++
	r.bol = r.i
	r.fresh = true
}

var identStart, identPart, skipStops = func() (start, part, stops [256]bool) {
	for c := range 256 {
		start[c] = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
		part[c] = start[c] || digit(byte(c))
	}
	for _, c := range []byte("\n\"'/\\") {
		stops[c] = true
	}
	return start, part, stops
}()

func digit(c byte) bool    { return '0' <= c && c <= '9' }
func sign(c byte) bool     { return c == '+' || c == '-' }
func exponent(c byte) bool { c |= 0x20; return c == 'e' || c == 'p' }

// prefix reports whether a word before a quote is a prefix of the literal.
func prefix(w []byte) bool {
	s := string(w)
	return s == "L" || s == "u" || s == "U" || s == "u8"
}

// operator returns the length of the operator at the start of a text, or 0 if the text starts with something else.
func operator(s []byte) int {
	c := s[0]
	if bytes.IndexByte([]byte("[](){}.&*+-~!/%<>^|?:;=,#"), c) < 0 {
		return 0
	}
	if len(s) < 2 {
		return 1
	}
	d := s[1]
	switch {
	case c == '.' && d == '.' && len(s) > 2 && s[2] == '.':
		return 3
	case (c == '<' || c == '>') && d == c:
		if len(s) > 2 && s[2] == '=' {
			return 3
		}
		return 2
	case d == '=' && bytes.IndexByte([]byte("*/%+-<>&^|=!"), c) >= 0,
		(c == '+' || c == '-' || c == '&' || c == '|' || c == '#') && d == c,
		c == '-' && d == '>',
		c == '<' && (d == ':' || d == '%'), c == ':' && d == '>', c == '%' && (d == '>' || d == ':'):
		return 2
	}
	return 1
}
