// Elements, their kinds and scopes, and their text form.

package precision

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
)

// Kind is the kind of an element.
type Kind int

// The kinds. The text form uses these names.
const (
	Variable  Kind = iota // a variable's value
	Cell                  // the value of a cell of an array
	Predicate             // whether a formula holds
	Bound                 // whether a formula holds; widening keeps it if it does
)

var kinds = [...]string{"variable", "cell", "predicate", "bound"}

func (k Kind) String() string { return kinds[k] }

// Scope is where something is tracked.
type Scope struct {
	Proc *cfa.Proc // the procedure; nil: the whole program
	Loc  *cfa.Loc  // a location of Proc; nil: all of Proc
}

// At returns the scope of a location.
func At(l *cfa.Loc) Scope { return Scope{l.Proc, l} }

// Func returns the name of the procedure, or "" for the whole program.
func (s Scope) Func() string {
	if s.Proc == nil {
		return ""
	}
	return s.Proc.Name
}

// Pos returns the place of the location; it is not valid if the scope is wider.
func (s Scope) Pos() lang.Pos {
	if s.Loc == nil {
		return lang.Pos{}
	}
	return s.Loc.Place()
}

// Element is one thing that is tracked. Elements of one Vocabulary are equal if Scope, Kind and Term are equal.
type Element struct {
	Scope Scope
	Kind  Kind
	// Term is the tracked term, over the plain symbols of the vocabulary's coder: a constant for a variable, a Select
	// for a cell, or a formula.
	Term *smt.Term

	// Name and Index are for output: for a cell, the array and its index; for other kinds Index is "".
	Name, Index string
}

// Text returns the element for users: "i", "a[3]", "i < n".
func (e Element) Text() string {
	if e.Index == "" {
		return e.Name
	}
	return e.Name + "[" + e.Index + "]"
}

// String returns the element in the form that Vocabulary.Read reads.
func (e Element) String() string {
	var b strings.Builder
	b.WriteString(e.Scope.String() + " " + e.Kind.String() + " ")
	smt.Print(&b, e.Term) //nolint:errcheck // into memory
	return b.String()
}

// String returns * for the whole program, or the name of a procedure, followed for a location by its place:
// main@12:5. If several locations of the procedure are at this place, all but the first are followed by a number:
// main@12:5#2.
func (s Scope) String() string {
	if s.Proc == nil {
		return "*"
	}
	text := s.Proc.Name
	if !plainName(text) {
		text = strconv.Quote(text)
	}
	if s.Loc == nil {
		return text
	}
	p := s.Loc.Place()
	text += fmt.Sprintf("@%d:%d", p.Line, p.Col)
	if n := slices.Index(locations(s.Proc, p.Line, p.Col), s.Loc); n > 0 {
		text += "#" + strconv.Itoa(n+1)
	}
	return text
}

// locations returns the locations of a procedure at a place.
func locations(q *cfa.Proc, line, col int) []*cfa.Loc {
	return slices.DeleteFunc(slices.Clone(q.Locs), func(l *cfa.Loc) bool { p := l.Place(); return p.Line != line || p.Col != col })
}

func plainName(s string) bool {
	// only these characters
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.") == ""
}

// Gained returns the elements of the list "after" that are not in the list "before".
func Gained(before, after []Element) []Element {
	type key struct {
		scope Scope
		kind  Kind
		term  *smt.Term
	}
	had := map[key]bool{}
	for _, e := range before {
		had[key{e.Scope, e.Kind, e.Term}] = true
	}
	return slices.DeleteFunc(slices.Clone(after), func(e Element) bool { return had[key{e.Scope, e.Kind, e.Term}] })
}

// ByScope groups elements by scope: first the elements of the whole program, then the other scopes in the order of
// their first element.
func ByScope(es []Element) []Element {
	rank := map[Scope]int{{}: -1}
	for _, e := range es {
		if _, ok := rank[e.Scope]; !ok {
			rank[e.Scope] = len(rank)
		}
	}
	slices.SortStableFunc(es, func(a, b Element) int { return cmp.Compare(rank[a.Scope], rank[b.Scope]) })
	return es
}

// Texts returns the text form of all elements of a precision.
func Texts(es []Element) []string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = e.String()
	}
	return out
}
