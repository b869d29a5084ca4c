package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/whet-mc/whet/lang"
)

// maxNotes bounds how many single notes a group lists; Count has them all.
const maxNotes = 50

// groupNotes puts notes together that say the same of different things: "external
// function f" and "external function g", both "any value", are one group with two names.
// Groups come in the order of their first note.
func groupNotes(notes []lang.Note) []NoteGroup {
	var groups []NoteGroup
	index := map[[2]string]int{}
	for _, n := range notes {
		what, name := splitNote(n.What)
		key := [2]string{what, n.Done}
		i, ok := index[key]
		if !ok {
			i = len(groups)
			index[key] = i
			groups = append(groups, NoteGroup{What: what, Done: n.Done})
		}
		g := &groups[i]
		if name != "" && slices.Contains(g.Names, name) && !slices.ContainsFunc(g.Notes, func(m lang.Note) bool { return m.Pos != n.Pos }) {
			continue // the very same note again
		}
		g.Count++
		if name != "" && !slices.Contains(g.Names, name) {
			g.Names = append(g.Names, name)
		}
		g.Notes = append(g.Notes, n)
	}
	for i := range groups {
		g := &groups[i]
		slices.SortStableFunc(g.Notes, func(a, b lang.Note) int {
			return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
		})
		if len(g.Notes) > maxNotes {
			g.Notes = g.Notes[:maxNotes]
		}
	}
	return groups
}

// splitNote splits "external function f" into "external function" and "f": a name is the
// last word where the word before it is one of the nouns that take a name.
func splitNote(what string) (kind, name string) {
	i := strings.LastIndexByte(what, ' ')
	if i < 0 {
		return what, ""
	}
	kind, name = what[:i], what[i+1:]
	if !identifier(strings.TrimSuffix(name, "()")) {
		return what, ""
	}
	switch kind[strings.LastIndexByte(kind, ' ')+1:] {
	case "function", "variable", "array", "object", "parameter", "type", "field", "label", "builtin", "to", "of", "struct", "union":
		return kind, name
	}
	return what, ""
}

func identifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// plural is "1 state", "2 states", "2 entries".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return group(n) + " " + plurals(noun)
}

func plurals(noun string) string {
	// The head noun of "function without a body" is its first.
	for _, sep := range []string{" without ", " of ", " with ", " in ", " to "} {
		if i := strings.Index(noun, sep); i > 0 {
			return plurals(noun[:i]) + noun[i:]
		}
	}
	switch {
	case strings.HasSuffix(noun, "y") && !strings.HasSuffix(noun, "ay"):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "x") || strings.HasSuffix(noun, "ch"):
		return noun + "es"
	}
	return noun + "s"
}

// group writes n with its digits in groups of three: 1,234,567.
func group(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
