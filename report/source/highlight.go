// This file finds the comments, literals and keywords of C for highlighting.

package source

import (
	"bytes"
	"sync"
)

// Kind is the kind of a stretch of C, as far as it decides the colour.
type Kind uint8

// The kinds.
const (
	Plain     Kind = iota // names, operators, white space
	Comment               // including its delimiters
	String                // a string literal, a character constant, the name of a header
	Number                //
	Keyword               //
	Type                  // a keyword that names a type, and names that end in _t
	Directive             // # and the word after it
)

// Span is a stretch of text of one kind.
type Span struct {
	From, To int
	Kind     Kind
}

// Spans lists the comments, literals, keywords and directives of C in the order of the text; text between two spans
// is plain. It does not preprocess and reports no errors: an unterminated literal ends with its line, an unterminated
// comment with the text.
func Spans(text []byte) []Span {
	x := &spans{text: text}
	start := true // only white space and comments on the line so far
	for x.at < len(text) {
		from, c := x.at, text[x.at]
		switch {
		case c == '\n':
			x.at++
			start, x.include = true, false
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || x.splice():
			x.at++
			continue
		case x.comment():
			x.add(from, Comment)
			continue
		case c == '#' && start:
			x.directive()
		case c == '"' || c == '\'':
			x.quoted(c)
			x.add(from, String)
		case c == '<' && x.include:
			if n := bytes.IndexAny(text[from:], ">\n"); n >= 0 && text[from+n] == '>' {
				x.at += n + 1
				x.add(from, String)
			} else {
				x.at++
			}
		case digit(c) || c == '.' && from+1 < len(text) && digit(text[from+1]):
			x.number()
			x.add(from, Number)
		case letter(c):
			x.word()
		default:
			x.at++
		}
		start = false
	}
	return x.list
}

// Uncommented returns a line of C without its comments.
func Uncommented(line []byte) []byte {
	var out []byte
	at := 0
	for _, s := range Spans(line) {
		if s.Kind == Comment {
			out = append(out, line[at:s.From]...)
			at = s.To
		}
	}
	return append(out, line[at:]...)
}

type spans struct {
	text    []byte
	at      int
	list    []Span
	include bool // the line is an #include: <x> is a header name
}

func (x *spans) add(from int, k Kind) { x.list = append(x.list, Span{from, x.at, k}) }

// splice reports whether a backslash at the end of a line is next, and advances to the newline.
func (x *spans) splice() bool {
	if x.text[x.at] != '\\' {
		return false
	}
	rest := bytes.TrimPrefix(x.text[x.at+1:], []byte("\r"))
	if len(rest) == 0 || rest[0] != '\n' {
		return false
	}
	x.at = len(x.text) - len(rest)
	return true
}

func (x *spans) comment() bool {
	rest := x.text[x.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("/*")):
		if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
			x.at += n + 4
		} else {
			x.at = len(x.text)
		}
	case bytes.HasPrefix(rest, []byte("//")):
		for x.at < len(x.text) && x.text[x.at] != '\n' {
			x.splice()
			x.at++
		}
		x.at = min(x.at, len(x.text))
	default:
		return false
	}
	return true
}

func (x *spans) quoted(q byte) {
	for x.at++; x.at < len(x.text); x.at++ {
		switch c := x.text[x.at]; {
		case c == q:
			x.at++
			return
		case c == '\n':
			return
		case c == '\\' && !x.splice() && x.at+1 < len(x.text) && x.text[x.at+1] != '\n':
			x.at++
		}
	}
	x.at = min(x.at, len(x.text))
}

// number skips a preprocessing number: C11 6.4.8.
func (x *spans) number() {
	for x.at < len(x.text) {
		c, before := x.text[x.at], x.text[max(x.at-1, 0)]|0x20
		sign := (c == '+' || c == '-') && (before == 'e' || before == 'p')
		// C23 allows ' between digits; after anything else it begins a character constant.
		quote := c == '\'' && x.at+1 < len(x.text) && (digit(x.text[x.at+1]) || letter(x.text[x.at+1])) && !bytes.HasPrefix(x.text[min(x.at+2, len(x.text)):], []byte("'"))
		if !letter(c) && !digit(c) && c != '.' && !sign && !quote {
			return
		}
		x.at++
	}
}

func (x *spans) word() {
	from := x.at
	for x.at < len(x.text) && (letter(x.text[x.at]) || digit(x.text[x.at])) {
		x.at++
	}
	w := string(x.text[from:x.at])
	if x.at < len(x.text) {
		if q := x.text[x.at]; (q == '"' || q == '\'') && (w == "L" || w == "u" || w == "U" || w == "u8") {
			x.quoted(q)
			x.add(from, String)
			return
		}
	}
	if k := words()[w]; k != Plain {
		x.add(from, k)
	} else if len(w) > 2 && w[len(w)-2:] == "_t" {
		x.add(from, Type)
	}
}

func (x *spans) directive() {
	from := x.at
	x.at++
	for x.at < len(x.text) && (x.text[x.at] == ' ' || x.text[x.at] == '\t') {
		x.at++
	}
	word := x.at
	for x.at < len(x.text) && letter(x.text[x.at]) {
		x.at++
	}
	w := string(x.text[word:x.at])
	x.include = w == "include" || w == "include_next" || w == "embed"
	x.add(from, Directive)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func letter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

// words maps the keywords of C23, and those of gcc that occur in programs, to their kinds.
var words = sync.OnceValue(func() map[string]Kind {
	out := map[string]Kind{}
	for k, list := range map[Kind][]string{
		Keyword: {
			"alignas", "alignof", "asm", "auto", "break", "case", "const", "constexpr", "continue", "default", "do", "else", "extern",
			"false", "for", "goto", "if", "inline", "nullptr", "register", "restrict", "return", "sizeof", "static", "static_assert",
			"switch", "thread_local", "true", "typedef", "typeof", "typeof_unqual", "volatile", "while",
			"_Alignas", "_Alignof", "_Atomic", "_Generic", "_Noreturn", "_Static_assert", "_Thread_local",
			"__alignof__", "__asm__", "__attribute__", "__const", "__extension__", "__inline", "__inline__", "__label__", "__restrict",
			"__restrict__", "__thread", "__typeof__", "__volatile__",
		},
		Type: {
			"bool", "char", "double", "enum", "float", "int", "long", "short", "signed", "struct", "union", "unsigned", "void",
			"_Bool", "_BitInt", "_Complex", "_Decimal32", "_Decimal64", "_Decimal128", "_Float16", "_Float32", "_Float64", "_Float128", "_Imaginary",
			"__complex__", "__float128", "__int128", "__signed__", "FILE",
		},
	} {
		for _, w := range list {
			out[w] = k
		}
	}
	return out
})
