// This file inserts what a witness says into the text of the program, as checks.

package witness

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/source"
)

// failed is the function that is called if an invariant does not hold. Programs may declare it with the same type.
const failed = "__VERIFIER_error"

// Said is one statement of a witness about a place of the program.
type Said struct {
	Text  string
	Pos   lang.Pos // the place in the program
	At    lang.Pos // the place in the witness, if it was read
	logic bool     // set if the statement is ACSL
}

// Error returns an error: the statement is not understood, or has no place in the program.
func (s Said) Error(why string) *Error {
	what := fmt.Sprintf("%s %s", s.Text, why)
	if s.At.Line > 0 {
		return &Error{File: s.At.File, Line: s.At.Line, Col: s.At.Col, What: fmt.Sprintf("%s (%s:%d)", what, s.Pos.File, s.Pos.Line)}
	}
	return &Error{File: s.Pos.File, Line: s.Pos.Line, Col: max(s.Pos.Col, 1), What: what}
}

type insertion struct {
	at   int
	text string
}

// instrumenter inserts what a witness says into a text of the program.
type instrumenter struct {
	file  string
	text  []byte
	src   sourceText
	said  []Said
	list  []insertion
	loops map[int]*loopChecks // by offset of a loop's condition: the checks of the loop
	heads []int
	funcs map[int]*around // by offset of a function's name: what is inserted around the function
	names []int
}

type loopChecks struct {
	to     int
	checks string
}

// Instrument returns the program with additional checks in C for what the witness says. If Misplaced finds no problem
// in the result, the result is safe if and only if the witness is right: its invariants hold, and no error is
// reached. Lines keep their numbers. The statements of the witness are appended to said, which may already have those
// of other files. The error is an *Error for a statement that has no place in the program.
func (w *Witness) Instrument(file string, text []byte, said []Said) ([]byte, []Said, error) {
	in := &instrumenter{
		file: file, text: text, src: sourceText{files: source.Files{file: text}}, said: said,
		loops: map[int]*loopChecks{}, funcs: map[int]*around{},
	}
	size, seen := 0, map[Invariant]bool{}
	for _, v := range w.Invariants {
		one := v
		one.At = lang.Pos{}
		if seen[one] {
			continue
		}
		seen[one] = true
		if size += len(v.Value) + len(v.Requires); size > maxSaid || len(seen) > mostSaid {
			return nil, nil, Said{Text: "the invariant " + v.Value[:min(len(v.Value), 40)], Pos: lang.Pos{File: file, Line: v.Pos.Line, Col: v.Pos.Col}, At: v.At}.Error("is behind so many others that it is not read")
		}
		place := lang.Pos{File: file, Line: v.Pos.Line, Col: v.Pos.Col}
		s := Said{Text: "the invariant " + v.Value, Pos: place, At: v.At}
		put := in.atStatement
		switch {
		case v.Contract:
			s.Text = "the contract of " + v.Func
			put = func(k int, p lang.Pos, _ string) string { return in.contract(k, p, v) }
		case v.Loop:
			put = in.atLoop
		}
		if !v.Contract && !balanced(v.Value) {
			return nil, nil, s.Error("is no C expression")
		}
		k := len(in.said)
		in.said = append(in.said, s)
		if why := put(k, place, check(k, v.Value)); why != "" {
			return nil, nil, in.said[k].Error(why)
		}
	}
	var declared strings.Builder
	for _, g := range w.Ghosts {
		if why := g.problem(text); why != "" {
			return nil, nil, Said{Text: "the ghost variable " + g.Name, Pos: lang.Pos{File: file, Line: 1}, At: g.At}.Error(why)
		}
		fmt.Fprintf(&declared, "static %s %s = %s;\n", g.Type, g.Name, g.Initial)
	}
	for _, u := range w.Updates {
		place := lang.Pos{File: file, Line: u.Pos.Line, Col: u.Pos.Col}
		s := Said{Text: "the update of " + u.Name, Pos: place, At: u.At}
		if !balanced(u.Value) || !slices.ContainsFunc(w.Ghosts, func(g Ghost) bool { return g.Name == u.Name }) {
			return nil, nil, s.Error("is no assignment of a C expression to a ghost variable")
		}
		k := len(in.said)
		in.said = append(in.said, s)
		if why := in.atStatement(k, place, marked(k, "1", u.Name+" = ("+u.Value+");")); why != "" {
			return nil, nil, s.Error(why)
		}
	}
	return in.write(declared.String()), in.said, nil
}

// atStatement inserts a statement before another one, after its labels.
func (in *instrumenter) atStatement(_ int, place lang.Pos, statement string) string {
	i, ok := in.offset(place)
	if !ok {
		return "is at no place of the program"
	}
	in.list = append(in.list, insertion{at: behindLabels(in.text, i), text: statement})
	return ""
}

// offset returns the byte offset of a place; without a column, the offset of the first text on the line.
func (in *instrumenter) offset(place lang.Pos) (int, bool) {
	col := place.Col
	place.Col = max(col, 1)
	_, i, ok := in.src.offset(place)
	if ok && col == 0 {
		i += len(in.text[i:]) - len(bytes.TrimLeft(in.text[i:], " \t"))
	}
	return i, ok
}

// atLoop inserts a check before the condition of a loop.
func (in *instrumenter) atLoop(_ int, place lang.Pos, statement string) string {
	i, ok := in.offset(place)
	if !ok {
		return "is at no place of the program"
	}
	from, to, ok := condition(in.text, i)
	for place.Col == 0 && !ok && i < len(in.text) && in.text[i] != '\n' {
		for i++; i < len(in.text) && letter(in.text[i]) && letter(in.text[i-1]); i++ {
		}
		if i < len(in.text) {
			from, to, ok = condition(in.text, i)
		}
	}
	if !ok {
		return "is at no loop"
	}
	if in.loops[from] == nil {
		in.loops[from] = &loopChecks{to: to}
		in.heads = append(in.heads, from)
	}
	in.loops[from].checks += statement
	return ""
}

// contract inserts checks around a function.
func (in *instrumenter) contract(k int, place lang.Pos, v Invariant) string {
	i, ok := in.offset(place)
	if !ok {
		return "is at no place of the program"
	}
	a, why := function(in.text, i, v.Func)
	if why != "" {
		return why
	}
	if b := in.funcs[a.nameAt]; b != nil {
		a = b
	} else {
		in.funcs[a.nameAt] = a
		in.names = append(in.names, a.nameAt)
	}
	in.said[k].logic = true
	for _, before := range []bool{true, false} {
		value := v.Value
		if before {
			value = v.Requires
		}
		if value == "" {
			continue
		}
		if before {
			if !balanced(value) {
				return "requires no formula, or one of ACSL that is not understood"
			}
			a.before += check(k, value)
			continue
		}
		text, why := a.ensure(k, value)
		if why != "" {
			return why
		}
		a.after += check(k, text)
	}
	return ""
}

// write returns the text with all insertions.
func (in *instrumenter) write(declared string) []byte {
	for _, from := range in.heads {
		l := in.loops[from]
		end := ")"
		if s := (scanner{text: in.text, at: from}); s.empty(l.to) { // an endless loop
			end = "1)"
		}
		in.list = append(in.list, insertion{at: from, text: "({ " + l.checks + "1; }) && ("}, insertion{at: l.to, text: end})
	}
	for _, at := range in.names {
		a := in.funcs[at]
		in.list = append(in.list, insertion{at: a.start, text: a.head + "; "},
			insertion{at: at, text: inner}, insertion{at: a.end, text: a.outer()})
	}
	slices.SortStableFunc(in.list, func(a, b insertion) int { return a.at - b.at })
	var out bytes.Buffer
	if declared != "" {
		fmt.Fprintf(&out, "%s#line 1 %q\n", declared, in.file)
	}
	done := 0
	for _, x := range in.list {
		out.Write(in.text[done:x.at])
		out.WriteString(x.text)
		done = x.at
	}
	out.Write(in.text[done:])
	return out.Bytes()
}

// behindLabels returns the offset of a statement after the labels that begin at i.
func behindLabels(text []byte, i int) int {
	for {
		s := scanner{text: text, at: i}
		for s.at < len(text) && letter(text[s.at]) {
			s.at++
		}
		switch w := string(text[i:s.at]); {
		case w == "":
			return i
		case w == "case":
			if !s.find(':') {
				return i
			}
		default:
			s.space()
			if s.at >= len(text) || text[s.at] != ':' {
				return i
			}
		}
		s.at++
		s.space()
		i = s.at
	}
}

// condition finds the condition of the loop whose keyword is at i: the text between from and to.
func condition(text []byte, i int) (from, to int, ok bool) {
	word := func(w string) bool {
		return (i == 0 || !letter(text[i-1])) && bytes.HasPrefix(text[i:], []byte(w)) && (i+len(w) >= len(text) || !letter(text[i+len(w)]))
	}
	s := scanner{text: text, at: i}
	switch {
	case word("for"):
		if !s.find('(') {
			return 0, 0, false
		}
		s.at++
		if !s.find(';') {
			return 0, 0, false
		}
		from = s.at + 1
		s.at++
		if !s.find(';') {
			return 0, 0, false
		}
		return from, s.at, true
	case word("while"):
		if !s.find('(') {
			return 0, 0, false
		}
	case word("do"):
		// After the body: a block, or one statement.
		s.at += len("do")
		s.space()
		if s.at < len(text) && text[s.at] == '{' {
			s.at++
			if !s.find('}') {
				return 0, 0, false
			}
		} else if !s.find(';') {
			return 0, 0, false
		}
		s.at++
		s.space()
		i = s.at
		if !word("while") || !s.find('(') {
			return 0, 0, false
		}
	default:
		return 0, 0, false
	}
	from = s.at + 1
	s.at++
	if !s.find(')') {
		return 0, 0, false
	}
	return from, s.at, true
}

// scanner moves over C text and skips comments and literals.
type scanner struct {
	text []byte
	at   int
}

// skip passes a comment or a literal, and reports whether one was there.
func (s *scanner) skip() bool {
	rest := s.text[s.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if k := bytes.IndexByte(rest, '\n'); k >= 0 {
			s.at += k
		} else {
			s.at = len(s.text)
		}
	case bytes.HasPrefix(rest, []byte("/*")):
		if k := bytes.Index(rest[2:], []byte("*/")); k >= 0 {
			s.at += k + 4
		} else {
			s.at = len(s.text)
		}
	case rest[0] == '"' || rest[0] == '\'':
		for s.at++; s.at < len(s.text) && s.text[s.at] != rest[0]; s.at++ {
			if s.text[s.at] == '\\' {
				s.at++
			}
		}
		s.at++
	default:
		return false
	}
	return true
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
			continue
		case '/':
			if s.skip() {
				continue
			}
		}
		return
	}
}

// empty reports whether only white space and comments come before the offset `to`.
func (s *scanner) empty(to int) bool {
	s.space()
	return s.at >= to
}

// find moves to the character c outside of parentheses, brackets and braces that open on the way, and reports whether
// it exists.
func (s *scanner) find(c byte) bool {
	depth := 0
	for s.at < len(s.text) {
		if s.skip() {
			continue
		}
		b := s.text[s.at]
		if depth == 0 && b == c {
			return true
		}
		switch b {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return false
			}
		}
		s.at++
	}
	return false
}

// balanced reports whether the text can be used as an expression without a change to the text around it.
func balanced(value string) bool {
	s := scanner{text: []byte("(" + value + ")"), at: 1}
	if bytes.ContainsAny(s.text, "\n\r;{}#\\") || bytes.Contains(s.text, []byte("//")) || bytes.Contains(s.text, []byte("/*")) {
		return false
	}
	return s.find(')') && s.at == len(s.text)-1 && len(bytes.TrimSpace([]byte(value))) > 0
}
