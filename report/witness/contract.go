// This file puts checks of contracts around functions.

package witness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/internal/lazyregexp"
)

// A function's contract is checked around the function. The function gets another name, and a new function with its
// old name calls it, with a check of the precondition before and of the postcondition after the call. Therefore
// parameters in a postcondition have their values from the call, as in ACSL, and no local variable hides a name of
// the contract. Arithmetic is C's.

const (
	inner    = "__whet_body_"
	result   = "__whet_result"
	snapshot = "__whet_old"
)

var snapshotName = lazyregexp.New(`^` + snapshot + `_([0-9]{1,9})_[0-9]+$`)

// snapshotOf returns the index of the statement that a variable with an earlier value belongs to.
func snapshotOf(name string) (int, bool) {
	m := snapshotName.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	k, err := strconv.Atoi(m[1])
	return k, err == nil
}

// around is the new function around another function.
type around struct {
	head        string // the head of the function, up to its opening brace, on one line
	named       int    // offset of the name in head
	name        string
	nameAt      int // offset of the name in the text
	start, end  int // offsets in the text: the head's start, and the end of the body
	params      []string
	void        bool
	before, old string // statements
	after       string
}

var (
	word       = lazyregexp.New(`[A-Za-z_][A-Za-z0-9_]*`)
	brackets   = lazyregexp.New(`\[[^\]]*\]`)
	ofFunction = []string{"static", "extern", "inline", "__inline", "__inline__"}
)

// function finds the definition of a function whose declaration begins at start.
func function(text []byte, start int, name string) (*around, string) {
	s := scanner{text: text, at: start}
	for s.at < len(text) && text[s.at] != '(' {
		if strings.IndexByte(";{}#/=\"'", text[s.at]) >= 0 {
			return nil, "is at no definition of a function"
		}
		s.at++
	}
	head := string(text[start:min(s.at, len(text))])
	words := word.FindAllStringIndex(head, -1)
	if s.at >= len(text) || len(words) < 2 {
		return nil, "is at no definition of a function"
	}
	last := words[len(words)-1]
	a := &around{name: head[last[0]:last[1]], named: last[0], nameAt: start + last[0], start: start}
	if name != "" && a.name != name {
		return nil, fmt.Sprintf("is of %s, but %s is defined there", name, a.name)
	}
	types := word.FindAllString(head[:last[0]], -1)
	types = slices.DeleteFunc(types, func(w string) bool { return slices.Contains(ofFunction, w) })
	a.void = slices.Equal(types, []string{"void"}) && !strings.Contains(head, "*")
	open := s.at
	s.at++
	if !s.find(')') {
		return nil, "is at no definition of a function"
	}
	list := string(text[open+1 : s.at])
	a.head = strings.NewReplacer("\n", " ", "\r", " ").Replace(string(text[start : s.at+1]))
	s.at++
	s.space()
	if s.at >= len(text) || text[s.at] != '{' {
		return nil, "is at no definition of a function with a prototype"
	}
	s.at++
	if !s.find('}') {
		return nil, "is at no definition of a function"
	}
	a.end = s.at + 1
	if strings.ContainsAny(list, "(/") || strings.Contains(list, "...") {
		return nil, "is of a function with parameters of a form that is not understood"
	}
	if l := strings.TrimSpace(list); l != "" && l != "void" {
		for _, p := range strings.Split(list, ",") {
			w := word.FindAllString(brackets.ReplaceAllString(p, ""), -1)
			if len(w) < 2 {
				return nil, "is of a function with parameters without names"
			}
			a.params = append(a.params, w[len(w)-1])
		}
	}
	return a, ""
}

var (
	resultWord = lazyregexp.New(`\\result\b`)
	atPre      = lazyregexp.New(`^(.*),\s*(Pre|Old|\\pre|\\old)\s*$`)
)

// ensure writes a postcondition in C: the result and earlier values become variables.
func (a *around) ensure(k int, value string) (text, why string) {
	if a.void && resultWord.MatchString(value) {
		return "", "speaks of the result of a function that has none"
	}
	value = resultWord.ReplaceAllString(value, result)
	for n := 0; ; n++ {
		i, w := strings.Index(value, `\old`), `\old`
		if j := strings.Index(value, `\at`); j >= 0 && (i < 0 || j < i) {
			i, w = j, `\at`
		}
		if i < 0 {
			break
		}
		s := scanner{text: []byte(value), at: i + len(w)}
		s.space()
		if s.at >= len(value) || value[s.at] != '(' {
			return "", "is no formula"
		}
		from := s.at + 1
		s.at++
		if !s.find(')') {
			return "", "is no formula"
		}
		e := value[from:s.at]
		if w == `\at` {
			m := atPre.FindStringSubmatch(e)
			if m == nil {
				return "", `has \at with a label that is not understood (Pre is)`
			}
			e = m[1]
		}
		if !balanced(e) {
			return "", "is no formula, or one of ACSL that is not understood"
		}
		v := fmt.Sprintf("%s_%d_%d", snapshot, k, n)
		a.old += fmt.Sprintf("__typeof__(%s) %s = (%s); ", e, v, e)
		value = value[:i] + v + value[s.at+1:]
	}
	if !balanced(value) {
		return "", "is no formula, or one of ACSL that is not understood"
	}
	return value, ""
}

// outer returns the new function; it follows the function that it calls.
func (a *around) outer() string {
	call := inner + a.name + "(" + strings.Join(a.params, ", ") + ")"
	s := " " + a.head + " { " + a.before + a.old
	if a.void {
		return s + call + "; " + a.after + "}"
	}
	return s + "__typeof__(" + call + ") " + result + " = " + call + "; " + a.after + "return " + result + "; }"
}
