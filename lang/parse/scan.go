package parse

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/gnu"
)

// The scan is one pass over the raw bytes of a file before the parser reads them. The parser recurses on nesting
// without a limit, and a hundred thousand open parentheses exhaust the stack, which ends the process. So the scan
// refuses text that is nested too deeply. It also collects ACSL annotations and makes the few edits that the parser
// needs; all edits are recorded, so that positions can be mapped back.

const (
	// maxNest bounds the joint nesting of parentheses, brackets and braces. The parser needs about 6 kB of stack per
	// level.
	maxNest = 4000
	// MaxChain bounds the number of operators in a row, without a ',' or ';' between them, summed over all open
	// brackets. Some operators count several times. This bounds the depth of syntax trees.
	MaxChain = 20000
	maxIfs   = 2000 // nested #if
)

// edit says that from column col on (in the edited text, from 1), columns are larger by delta than in the original.
type edit struct {
	col, delta int
	end        int // columns in col..end-1 are inserted text
}

// scanned is the result of scanning a file.
type scanned struct {
	text  []byte         // the text for the parser
	edits map[int][]edit // by line: its edits
	ACSL  []lang.Comment
	// ACSLNext has for each annotation the position of the next token that is not part of a directive.
	ACSLNext []lang.Pos
	diags    []lang.Diagnostic
	// defines is set where the file defines macros whose bodies may nest or chain.
	defines bool
	// the file has a #define
	Macros bool
	// the file has no #if
	bare bool
	// names of included files, as written between the quotes
	includes []string
	// brackets left open at the end; empty if an #if makes that uncertain
	open  []lang.Pos
	Attrs []TextAttr
}

// TextAttr is an attribute in the text of a file, whether or not the parser gets to see it.
type TextAttr struct {
	Name string
	Pos  lang.Pos
	// Define: in a directive, so the place of its use is not known. Maybe: inside #if.
	Define, Maybe bool
}

type scanner struct {
	file string
	src  []byte
	i    int
	line int
	bol  int // offset of the line's first byte
	out  scanned

	levels []level
	total  int // sum of chain over all levels
	ifs    int
	sawIf  bool
	bad    bool // a limit was exceeded; it is reported once
	attr   attrScan
	copied int // src[:copied] is already in out.text
	define bool
	colon  bool // the last token was ':'
	typeof typeofScan
}

type level struct {
	open    byte
	at      int // line and column of the bracket
	col     int
	chain   int
	pending bool // a statement ended; unless `else` follows, the chain restarts
}

// attrScan follows __attribute__((a, b, c)).
type attrScan struct {
	state int  // 0: outside, 1: after the word, 2: after one '(', 3: inside
	depth int  // parentheses inside
	named bool // the name of the current attribute was read
}

// Scan scans the bytes of a file.
func Scan(file string, src []byte) scanned {
	s := &scanner{file: file, src: src, line: 1}
	s.levels = []level{{}}
	s.run()
	if s.out.text == nil {
		s.out.text = src
	} else {
		s.out.text = append(s.out.text, src[s.copied:]...)
	}
	s.out.bare = !s.sawIf
	if !s.sawIf {
		for _, l := range s.levels[1:] {
			s.out.open = append(s.out.open, lang.Pos{File: file, Line: l.at, Col: l.col})
		}
	}
	return s.out
}

func (s *scanner) pos() lang.Pos { return lang.Pos{File: s.file, Line: s.line, Col: s.i - s.bol + 1} }

func (s *scanner) fail(hint, format string, args ...any) {
	if s.bad {
		return
	}
	s.bad = true
	s.out.diags = append(s.out.diags, lang.Diagnostic{Pos: s.pos(), Msg: fmt.Sprintf(format, args...), Hint: hint})
}

func (s *scanner) newline() {
	s.i++
	s.line++
	s.bol = s.i
}

// run scans the file. It leaves directives to directive, which stops in front of the newline.
func (s *scanner) run() {
	start := true // only white space on the line so far
	for s.i < len(s.src) && !s.bad {
		c := s.src[s.i]
		switch {
		case c == '\n':
			s.newline()
			start = true
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			s.i++
			continue
		case s.splice(), s.comment():
			continue
		case c == '#' && start:
			s.directive()
			start = true
			continue
		}
		start = false
		for len(s.out.ACSLNext) < len(s.out.ACSL) {
			s.out.ACSLNext = append(s.out.ACSLNext, s.pos())
		}
		s.token(true)
	}
}

// splice skips a backslash that is followed by a newline.
func (s *scanner) splice() bool {
	if s.src[s.i] != '\\' {
		return false
	}
	j := s.i + 1
	if j < len(s.src) && s.src[j] == '\r' {
		j++
	}
	if j >= len(s.src) || s.src[j] != '\n' {
		return false
	}
	s.i = j
	s.newline()
	return true
}

// comment skips a comment, and records it if it is an annotation.
func (s *scanner) comment() bool {
	if s.src[s.i] != '/' || s.i+1 >= len(s.src) {
		return false
	}
	from, pos := s.i, s.pos()
	switch s.src[s.i+1] {
	case '/':
		for s.i < len(s.src) && s.src[s.i] != '\n' {
			if s.src[s.i] == '\\' && s.splice() {
				continue
			}
			s.i++
		}
		if from+2 < len(s.src) && s.src[from+2] == '@' {
			s.out.ACSL = append(s.out.ACSL, lang.Comment{Pos: pos, Text: strings.TrimRight(string(s.src[from+3:s.i]), "\r")})
		}
	case '*':
		end := bytes.Index(s.src[s.i+2:], []byte("*/"))
		if end < 0 {
			s.fail("close it with */", "the comment does not end")
			s.i = len(s.src)
			return true
		}
		stop := s.i + 2 + end
		if from+2 < stop && s.src[from+2] == '@' {
			s.out.ACSL = append(s.out.ACSL, lang.Comment{Pos: pos, Text: annotation(s.src[from+3 : stop])})
		}
		for s.i < stop {
			if s.src[s.i] == '\n' {
				s.newline()
			} else {
				s.i++
			}
		}
		s.i = stop + 2
	default:
		return false
	}
	return true
}

// annotation replaces by spaces the @ signs that ACSL allows at the start of a line, and removes one at the end.
func annotation(b []byte) string {
	b = bytes.Clone(b)
	if n := len(b); n > 0 && b[n-1] == '@' {
		b = b[:n-1]
	}
	start := false
	for i, c := range b {
		switch {
		case c == '\n':
			start = true
		case c == '@' && start:
			b[i] = ' '
			start = false
		case c != ' ' && c != '\t' && c != '\r':
			start = false
		}
	}
	return string(b)
}

// IdentStart reports whether an identifier may begin with c.
func IdentStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

// Digit reports whether c is a decimal digit.
func Digit(c byte) bool { return '0' <= c && c <= '9' }

// word reads an identifier or a number.
func (s *scanner) word() []byte {
	from := s.i
	num := !IdentStart(s.src[s.i])
	for s.i < len(s.src) {
		c := s.src[s.i]
		if !IdentStart(c) && !Digit(c) {
			if !num {
				break
			}
			p := byte(0)
			if s.i > from {
				p = s.src[s.i-1] | 0x20
			}
			if c != '.' && !((c == '+' || c == '-') && (p == 'e' || p == 'p')) {
				break
			}
			// 0x1e+1 is one preprocessing number, too: C11 6.4.8.
		}
		s.i++
	}
	return s.src[from:s.i]
}

// quoted skips a string literal or a character constant. If it is not closed on its line it ends there; this is no
// error in text that #if excludes.
func (s *scanner) quoted(q byte) {
	s.i++
	for s.i < len(s.src) {
		switch c := s.src[s.i]; {
		case c == q:
			s.i++
			return
		case c == '\\' && s.splice():
		case c == '\\' && s.i+1 < len(s.src) && s.src[s.i+1] != '\n':
			s.i += 2
		case c == '\n':
			return
		default:
			s.i++
		}
	}
}

// The parser knows only the prefix L. u'x' becomes L'\x01x', U'x' becomes L'\x02x', and u8"x" becomes L"\x03x", with
// an escape that no program uses and that lang/read recognises.
const (
	MarkU16 = '\x01'
	MarkU32 = '\x02'
	MarkU8  = '\x03'
)

func (s *scanner) prefix() {
	c := s.src[s.i]
	if c != 'u' && c != 'U' || s.i+1 >= len(s.src) {
		return
	}
	switch q := s.src[s.i+1]; {
	case q == '"' || q == '\'':
		mark := MarkU16
		if c == 'U' {
			mark = MarkU32
		}
		s.replace(s.i, "L")
		s.replace(s.i+1, string(q)+"\\"+string(mark))
	case c == 'u' && q == '8' && s.i+2 < len(s.src) && s.src[s.i+2] == '"':
		s.replace(s.i, "L")
		s.replace(s.i+1, "")
		s.replace(s.i+2, "\"\\"+string(MarkU8))
	}
}

// token reads one token. If count is set, it counts brackets and operators.
func (s *scanner) token(count bool) {
	c := s.src[s.i]
	top := &s.levels[len(s.levels)-1]
	if c == '}' && s.colon {
		// C23 allows a label at the end of a block; the parser expects a statement after it.
		s.replace(s.i, ";}")
	}
	s.colon = c == ':'
	s.prefix()
	if IdentStart(c) || Digit(c) || c == '.' && s.i+1 < len(s.src) && Digit(s.src[s.i+1]) {
		w := s.word()
		s.attrWord(w)
		s.typeofWord(w)
		if !count {
			return
		}
		switch string(w) {
		case "else", "do":
			top.pending = false
			s.chain(top, 2)
		case "sizeof", "__real__", "__imag__", "__real", "__imag", "_Alignof", "__alignof__", "__alignof":
			s.settle(top)
			s.chain(top, 1)
		default:
			s.settle(top)
		}
		return
	}
	if c == '"' || c == '\'' {
		s.settle(top)
		s.quoted(c)
		return
	}
	s.attrPunct(c)
	s.typeofPunct(c)
	if count {
		s.punct(c, top)
	}
	s.i++
}

// settle ends the chain of operators of a statement that has ended.
func (s *scanner) settle(l *level) {
	if l.pending {
		l.pending = false
		s.total -= l.chain
		l.chain = 0
	}
}

func (s *scanner) chain(l *level, n int) {
	l.chain += n
	s.total += n
	if s.total > MaxChain {
		s.fail("split the expression or statement into several", "more than %d operators follow each other: too long an expression or statement", MaxChain)
	}
}

func (s *scanner) punct(c byte, top *level) {
	switch c {
	case '(', '[', '{':
		if c != '{' {
			s.settle(top)
		}
		if c == '[' {
			s.star()
		}
		s.chain(top, 1)
		if len(s.levels) > maxNest {
			s.fail("split what is nested into several functions or statements", "brackets are nested more than %d deep", maxNest)
			return
		}
		s.levels = append(s.levels, level{open: c, at: s.line, col: s.i - s.bol + 1})
	case ')', ']', '}':
		if len(s.levels) > 1 {
			s.total -= top.chain
			s.levels = s.levels[:len(s.levels)-1]
			if c == '}' {
				s.levels[len(s.levels)-1].pending = true
			}
		}
	case ';', ',':
		if c == ';' && top.open != '(' {
			top.pending = true
			return
		}
		s.total -= top.chain
		top.chain = 0
	case '=', '?', ':':
		top.pending = false
		s.chain(top, 5)
	default:
		// After } an operator may continue an expression; then no new chain begins.
		if top.pending && c != '*' && c != '+' && c != '-' && c != '&' {
			top.pending = false
		}
		s.settle(top)
		s.chain(top, 1)
	}
}

// directive scans a preprocessing directive. Brackets in a directive need not match, so they are counted separately.
func (s *scanner) directive() {
	from := s.i
	s.i++
	for s.i < len(s.src) && (s.src[s.i] == ' ' || s.src[s.i] == '\t' || s.splice()) {
		if s.src[s.i] == ' ' || s.src[s.i] == '\t' {
			s.i++
		}
	}
	var name string
	if s.i < len(s.src) && (IdentStart(s.src[s.i]) || Digit(s.src[s.i])) {
		name = string(s.word())
	}
	switch name {
	case "if", "ifdef", "ifndef":
		s.sawIf = true
		if s.ifs++; s.ifs > maxIfs {
			s.fail("", "#if is nested more than %d deep", maxIfs)
		}
	case "endif":
		s.ifs = max(0, s.ifs-1)
	}
	if name == "include" {
		s.include()
	}
	levels, total, attr, colon := s.levels, s.total, s.attr, s.colon
	s.levels, s.total, s.attr, s.define = []level{{}}, 0, attrScan{}, true
	body := false
	quiet := name == "error" || name == "warning" || name == "include" || name == "pragma" || name == "ident" || name == "line" || digitName(name)
	for s.i < len(s.src) && s.src[s.i] != '\n' && !s.bad {
		c := s.src[s.i]
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			s.i++
		case s.splice(), s.comment():
		case quiet:
			s.i++
		default:
			body = body || !IdentStart(c) && !Digit(c) && c != '"' && c != '\''
			s.token(true)
		}
	}
	s.levels, s.total, s.attr, s.colon, s.define = levels, total, attr, colon, false
	s.out.Macros = s.out.Macros || name == "define"
	if name == "define" && body {
		s.out.defines = true
	}
	// These directives have no effect.
	if name == "ident" || name == "sccs" || name == "warning" {
		s.blank(from)
	}
}

// include records the name of the included file.
func (s *scanner) include() {
	line, _, _ := bytes.Cut(s.src[s.i:], []byte{'\n'})
	line = bytes.TrimSpace(line)
	if len(line) < 2 {
		return
	}
	end := bytes.IndexAny(line[1:], "\">")
	if (line[0] == '"' || line[0] == '<') && end > 0 {
		s.out.includes = append(s.out.includes, string(line[1:1+end]))
	}
}

func digitName(s string) bool { return s != "" && Digit(s[0]) }

// blank replaces the text from the offset `from` to the current position by spaces, except newlines.
func (s *scanner) blank(from int) {
	s.flush(from)
	for _, c := range s.src[from:s.i] {
		if c != '\n' {
			c = ' '
		}
		s.out.text = append(s.out.text, c)
	}
	s.copied = s.i
}

// flush copies the source, up to the offset `to`, into the edited text.
func (s *scanner) flush(to int) {
	if s.out.text == nil {
		s.out.text = make([]byte, 0, len(s.src)+len(s.src)/16+256)
	}
	s.out.text = append(s.out.text, s.src[s.copied:to]...)
	s.copied = to
}

// The parser keeps only the first and the last of several attributes in one list, so the scan gives each attribute
// its own list: __attribute__((a)) __attribute__((b)) …

const attrSplit = ")) __attribute__(("

func (s *scanner) attrWord(w []byte) {
	if string(w) == "__attribute__" || string(w) == "__attribute" {
		s.attr = attrScan{state: 1}
	} else if s.attr.state == 1 || s.attr.state == 2 {
		s.attr.state = 0
	} else if s.attr.state == 3 && s.attr.depth == 0 && !s.attr.named {
		s.attr.named = true
		pos := s.pos()
		pos.Col -= len(w)
		s.out.Attrs = append(s.out.Attrs, TextAttr{Name: gnu.AttributeName(string(w)), Pos: pos, Define: s.define, Maybe: s.ifs > 0})
	}
}

func (s *scanner) attrPunct(c byte) {
	a := &s.attr
	switch {
	case a.state == 0:
	case a.state < 3:
		if c != '(' {
			a.state = 0
			return
		}
		a.state++
	case c == '(':
		a.depth++
	case c == ')':
		if a.depth > 0 {
			a.depth--
			return
		}
		a.state = 0
	case c == ',' && a.depth == 0:
		s.replace(s.i, attrSplit)
		a.named = false
	case c == ';' || c == '{' || c == '}':
		a.state = 0
	}
}

// star replaces the * in [*], the array of unspecified length in prototypes, which the parser does not know, by a
// name that lang/read recognises.
func (s *scanner) star() {
	j := s.i + 1
	for j < len(s.src) && (s.src[j] == ' ' || s.src[j] == '\t') {
		j++
	}
	if j >= len(s.src) || s.src[j] != '*' {
		return
	}
	k := j + 1
	for k < len(s.src) && (s.src[k] == ' ' || s.src[k] == '\t') {
		k++
	}
	if k < len(s.src) && s.src[k] == ']' {
		s.replace(j, StarName)
	}
}

const StarName = "__whet_star"

// replace replaces one byte of the current line by text.
func (s *scanner) replace(at int, text string) {
	if at < s.copied || at < s.bol {
		return
	}
	s.flush(at)
	s.out.text = append(s.out.text, text...)
	s.copied = at + 1
	delta := 0
	for _, e := range s.out.edits[s.line] {
		delta = e.delta
	}
	if s.out.edits == nil {
		s.out.edits = map[int][]edit{}
	}
	col := at - s.bol + 1 + delta
	n := len(text)
	s.out.edits[s.line] = append(s.out.edits[s.line], edit{col: col, end: col + n, delta: delta + n - 1})
}

// column maps a column of the edited text to the original text.
func (s *scanned) column(line, col int) int {
	es := s.edits[line]
	delta, prev := 0, 0
	for _, e := range es {
		if col < e.col {
			break
		}
		if col < e.end {
			return e.col - prev
		}
		delta = e.delta
		prev = e.delta
	}
	return col - delta
}
