package read

import (
	"bytes"

	"github.com/whet-mc/whet/lang/cpp"
	"github.com/whet-mc/whet/lang/parse"
)

// This file splits the text of the models into declarations and definitions.

// part is a declaration in the text of the models, or the definition of a function, which has a body.
type part struct {
	cpp.Range
	body  cpp.Range // the body of a function with its braces; empty for declarations
	types bool      // set if the part declares types
}

func (k *part) defines() bool { return k.body.To > 0 }

// head returns the ranges of the declaration, or of the definition with an empty body.
func (k *part) head() []cpp.Range {
	if !k.defines() {
		return []cpp.Range{k.Range}
	}
	return []cpp.Range{{From: k.From, To: k.body.From + 1}, {From: k.body.To - 1, To: k.To}}
}

// eachName calls f for the names that the part k of the text may declare. It calls f with tagSuffix added
// for the tags that k defines, and first for the function that k defines. Some of the names may not be
// declared.
func (k *part) eachName(text []byte, f func(string)) {
	to := k.To
	if k.defines() {
		to = k.body.From
	}
	head := text[k.From:to]
	depth, tag, enum := 0, false, false
	for i := 0; i < len(head); {
		if !parse.IdentStart(head[i]) {
			switch head[i] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
			i++
			continue
		}
		from := i
		for i < len(head) && (parse.IdentStart(head[i]) || parse.Digit(head[i])) {
			i++
		}
		word := string(head[from:i])
		for i < len(head) && (head[i] == ' ' || head[i] == '\n') {
			i++
		}
		next := byte(0)
		if i < len(head) {
			next = head[i]
		}
		switch word {
		case "struct", "union", "enum":
			tag, enum = true, enum || word == "enum"
			continue
		case "__attribute__":
			continue
		}
		if tag && next == '{' {
			f(word + tagSuffix)
		}
		tag = false
		if next == '(' || enum || depth == 0 && (next == ';' || next == '=' || next == '[' || next == ',' || bytes.HasPrefix(head[i:], attributeWord)) {
			f(word)
		}
	}
}

var attributeWord = []byte("__attribute__")

// tagSuffix distinguishes tags from other names.
const tagSuffix = " struct"

// topLevel splits the text of the models into parts. It relies on the style of the models: at the top level,
// a { after a ) always begins a body.
func topLevel(text []byte) (parts []part) {
	begin, open, depth := 0, 0, 0
	last := byte(0) // the last byte other than white space
	body := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case '"', '\'':
			for i++; text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{':
			if depth == 0 && last == ')' {
				body, open = true, i
			}
			depth++
		case '(', '[':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth == 0 && (c == ';' || c == '}' && body) {
			k := part{Range: cpp.Range{From: begin, To: i + 1}}
			if body {
				k.body = cpp.Range{From: open, To: i + 1}
			}
			parts = append(parts, k)
			begin, body = i+1, false
		}
		if c != ' ' && c != '\n' {
			last = c
		}
	}
	return parts
}

// declaresType reports whether a declaration declares a name that the parser must know: a type name, or
// __predefined_declarator, which the parser requires.
func declaresType(text []byte) bool {
	found := false
	eachWord(text, func(w []byte, _ int) {
		found = found || string(w) == "typedef" || string(w) == "__predefined_declarator"
	})
	return found
}

// eachWord calls f for each identifier in text, also in strings, with its start in text.
func eachWord(text []byte, f func(word []byte, at int)) {
	for i := 0; i < len(text); i++ {
		if !parse.IdentStart(text[i]) {
			for i < len(text) && parse.Digit(text[i]) {
				i++ // skip a number; its suffix counts as a word
			}
			if i == len(text) || !parse.IdentStart(text[i]) {
				continue
			}
		}
		from := i
		for i < len(text) && (parse.IdentStart(text[i]) || parse.Digit(text[i])) {
			i++
		}
		f(text[from:i], from)
	}
}
