package witness

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/source"
)

// failed is the call that stands for an invariant that does not hold. Programs may declare it, in
// the same way.
const failed = "__VERIFIER_error"

// Instrument returns the program with each invariant as a check of its own, in C, so that the
// program is safe if and only if the witness is right: its invariants hold, and no error is
// reached. Lines keep their numbers. The error is an *Error; it says which invariant has no place
// in the program.
func (w *Witness) Instrument(file string, text []byte) ([]byte, error) {
	type insertion struct {
		at   int
		text string
	}
	var list []insertion
	type loop struct {
		to     int
		checks string
	}
	at := map[int]*loop{} // by where the condition begins
	var heads []int
	src := sourceText{files: source.Files{file: text}}
	for _, v := range w.Invariants {
		bad := func(why string) error {
			return &Error{File: file, Line: v.Pos.Line, Col: max(v.Pos.Col, 1), What: fmt.Sprintf("the invariant %s %s", v.Value, why)}
		}
		if !balanced(v.Value) {
			return nil, bad("is no C expression")
		}
		check := fmt.Sprintf("if (!(%s)) %s();", v.Value, failed)
		place := lang.Pos{File: file, Line: v.Pos.Line, Col: max(v.Pos.Col, 1)}
		if !v.Loop {
			_, i, ok := src.offset(place)
			if ok && v.Pos.Col == 0 {
				i += len(text[i:]) - len(bytes.TrimLeft(text[i:], " \t"))
			}
			if !ok {
				return nil, bad("is at no place of the program")
			}
			list = append(list, insertion{i, check + " "})
			continue
		}
		if v.Pos.Col == 0 {
			p, ok := src.loop(place)
			if !ok {
				return nil, bad("is at no loop")
			}
			place = p
		}
		_, i, ok := src.offset(place)
		if !ok {
			return nil, bad("is at no place of the program")
		}
		from, to, ok := condition(text, i)
		if !ok {
			return nil, bad("is at no loop")
		}
		if at[from] == nil {
			at[from] = &loop{to: to}
			heads = append(heads, from)
		}
		at[from].checks += check + " "
	}
	for _, from := range heads {
		l := at[from]
		end := ")"
		if s := (scanner{text: text, at: from}); s.empty(l.to) { // for ever
			end = "1)"
		}
		list = append(list, insertion{from, "({ " + l.checks + "1; }) && ("}, insertion{l.to, end})
	}
	slices.SortStableFunc(list, func(a, b insertion) int { return a.at - b.at })
	var out bytes.Buffer
	if len(list) > 0 {
		out.WriteString("extern void " + failed + "(void); ")
	}
	done := 0
	for _, x := range list {
		out.Write(text[done:x.at])
		out.WriteString(x.text)
		done = x.at
	}
	out.Write(text[done:])
	return out.Bytes(), nil
}

// condition finds the condition of the loop whose keyword is at i: the text between from and to.
func condition(text []byte, i int) (from, to int, ok bool) {
	word := func(w string) bool {
		return bytes.HasPrefix(text[i:], []byte(w)) && (i+len(w) >= len(text) || !letter(text[i+len(w)]))
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
		// Behind the body: a block, or one statement.
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

// scanner walks over C, past comments and literals.
type scanner struct {
	text []byte
	at   int
}

// skip passes a comment, a literal or white space, and reports whether there was one.
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

// empty reports whether there are nothing but white space and comments before to.
func (s *scanner) empty(to int) bool {
	s.space()
	return s.at >= to
}

// find goes on to the character, outside of parentheses, brackets and braces that open on the way.
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

// balanced reports whether the text can stand where an expression does without changing what is
// around it.
func balanced(value string) bool {
	s := scanner{text: []byte("(" + value + ")"), at: 1}
	if bytes.ContainsAny(s.text, "\n\r;{}#\\") || bytes.Contains(s.text, []byte("//")) || bytes.Contains(s.text, []byte("/*")) {
		return false
	}
	return s.find(')') && s.at == len(s.text)-1 && len(bytes.TrimSpace([]byte(value))) > 0
}
