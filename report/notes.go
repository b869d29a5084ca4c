// This file groups the notes of a program: assumptions, axioms, and imprecisions of the model.

package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/prose"
)

// maxNotes bounds the single notes that a group lists; Count counts all of them.
const maxNotes = 50

// takeNotes sorts the notes of a program into the assumptions that the user chose, the axioms that the program relies
// on, and what the model does not describe exactly.
func (r *Result) takeNotes(notes []lang.Note) {
	var chosen, axioms, rest []lang.Note
	for _, n := range notes {
		switch n.Kind {
		case lang.Chosen:
			chosen = append(chosen, n)
		case lang.Environment:
			axioms = append(axioms, n)
		default:
			rest = append(rest, n)
		}
	}
	r.Assumed, r.Relies, r.Notes = groupNotes(chosen), groupNotes(axioms), groupNotes(rest)
}

// Assume adds an assumption that the user chose and that is not among the program's notes.
func (r *Result) Assume(name, what, done string) {
	r.Assumed = append(r.Assumed, groupNotes([]lang.Note{{What: what, Done: done, Kind: lang.Chosen, Name: name}})...)
}

// Assuming returns the names of the assumptions of a safe verdict that the user chose, each once.
func (r *Result) Assuming() []string {
	if r.Verdict != Safe || len(r.Checked) == 0 {
		return nil
	}
	var list []string
	for _, g := range r.Assumed {
		if !slices.Contains(list, g.Name) {
			list = append(list, g.Name)
		}
	}
	if len(r.Task.Inputs) > 0 {
		list = append(list, "inputs")
	}
	return list
}

// VerdictLine returns the verdict with its assumptions, or with the reason why it is unknown:
//
//	safe
//	safe (nothing to check)
//	safe (assuming malloc-succeeds)
//	safe (no run reaches a check)
//	unsafe
//	unknown (reason)
func (r *Result) VerdictLine() string {
	s := string(r.Verdict)
	switch {
	case r.Verdict == Unknown && r.Reason != "":
		s += " (" + prose.OneLine(r.Reason) + ")"
	case r.Verdict == Safe && len(r.Checked) == 0:
		s += " (nothing to check)"
	}
	var but []string
	if r.Vacuous() {
		but = append(but, "no run reaches a check")
	}
	if names := r.Assuming(); len(names) > 0 {
		but = append(but, "assuming "+strings.Join(names, ", "))
	}
	if len(but) > 0 {
		s += " (" + strings.Join(but, "; ") + ")"
	}
	return s
}

// JoinNotes merges the notes of several programs that were made from the same files.
func JoinNotes(lists ...[]NoteGroup) []NoteGroup {
	var all []NoteGroup
	for _, g := range slices.Concat(lists...) {
		i := slices.IndexFunc(all, func(o NoteGroup) bool { return o.What == g.What && o.Done == g.Done })
		if i < 0 {
			g.Names, g.Notes = slices.Clone(g.Names), slices.Clone(g.Notes)
			all = append(all, g)
			continue
		}
		o := &all[i]
		known := 0
		for _, n := range g.Notes {
			if slices.Contains(o.Notes, n) {
				known++
			} else {
				o.Notes = append(o.Notes, n)
			}
		}
		for _, n := range g.Names {
			if !slices.Contains(o.Names, n) {
				o.Names = append(o.Names, n)
			}
		}
		o.Count += g.Count - known
		slices.SortStableFunc(o.Notes, func(a, b lang.Note) int { return a.Pos.Compare(b.Pos) })
		o.Notes = o.Notes[:min(len(o.Notes), maxNotes)]
	}
	return all
}

// groupNotes groups notes that say the same about different things: "external function f" and "external function g",
// both "any value", become one group with two names. Groups are in the order of their first notes.
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
			groups = append(groups, NoteGroup{What: what, Done: n.Done, Name: n.Name})
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
			return a.Pos.Compare(b.Pos)
		})
		if len(g.Notes) > maxNotes {
			g.Notes = g.Notes[:maxNotes]
		}
	}
	return groups
}

// splitNote splits "external function f" into "external function" and "f". The last word is a name if the word before
// it is one of the nouns that take a name.
func splitNote(what string) (kind, name string) {
	i := strings.LastIndexByte(what, ' ')
	if i < 0 {
		return what, ""
	}
	kind, name = what[:i], what[i+1:]
	if !prose.Identifier(strings.TrimSuffix(name, "()")) {
		return what, ""
	}
	switch kind[strings.LastIndexByte(kind, ' ')+1:] {
	case "function", "variable", "array", "object", "parameter", "type", "field", "label", "builtin", "to", "of", "struct", "union":
		return kind, name
	}
	return what, ""
}

// Text says what was found and how the model treats it. It lists no more than `most` names. For an axiom, Text states
// the axiom and names in parentheses what relies on it.
func (g NoteGroup) Text(r *Result, most int) string {
	s := g.found(r, most)
	switch {
	case g.Done == "assumed": // the heading says so
		return s
	case len(g.Notes) > 0 && g.Notes[0].Kind == lang.Environment:
		return g.Name + ": " + g.Done + " (" + s + ")"
	}
	return s + " — " + g.Done
}

// found describes what the notes are about.
func (g NoteGroup) found(r *Result, most int) string {
	s := g.What
	switch {
	case len(g.Names) == 1:
		s += " " + g.Names[0]
		if g.Count > 1 {
			s += fmt.Sprintf(" (%d places)", g.Count)
		}
	case len(g.Names) > most:
		s = fmt.Sprintf("%s: %s and %d more", prose.Plural(len(g.Names), g.What), strings.Join(g.Names[:most], ", "), len(g.Names)-most)
	case len(g.Names) > 1:
		s = fmt.Sprintf("%s: %s", prose.Plural(len(g.Names), g.What), strings.Join(g.Names, ", "))
	case g.Count > 1:
		s += fmt.Sprintf(" (%d places", g.Count)
		if len(g.Notes) > 0 && g.Notes[0].Pos.Valid() {
			s += ", first " + r.Place(g.Notes[0].Pos)
		}
		s += ")"
	}
	if g.Count == 1 && len(g.Notes) == 1 && g.Notes[0].Pos.Valid() {
		s += ", " + r.Place(g.Notes[0].Pos)
	}
	return s
}
