// This file lists the clauses of ACSL annotations that were not read, although a verdict can depend on them.

package lang

import (
	"slices"
	"strings"
)

// Unread is a clause of an ACSL annotation that was not read and that a verdict can depend on. A claim (assert,
// check, a loop invariant, a postcondition and the like) has not been checked; an assumption (admit, requires of the
// entry function) restricts the runs that count. Ghost code, logic definitions and the clauses for frames and
// termination (assigns, variant and the like) do not say whether a state is an error; they are not listed.
type Unread struct {
	Word    string // the phrase that the clause begins with
	Claim   bool   // the clause is a claim; otherwise it is an assumption
	Pos     Pos    // without a column
	Problem *Diagnostic
}

var (
	// ACSLClaims and ACSLAssumptions list the phrases that clauses begin with.
	ACSLClaims      = []string{"assert", "check", "loop invariant", "invariant", "ensures", "requires", "behavior", "complete", "disjoint", "type invariant", "global invariant"}
	ACSLAssumptions = []string{"admit", "assume", "assumes", "axiom", "axiomatic"}
)

// Unread lists the clauses of the unit's annotations that were not read, in order.
func (u *Unit) Unread() []Unread {
	list := slices.Clone(u.UnreadTerms)
	for _, c := range u.ACSL {
		if c.Read && len(c.Skipped) == 0 {
			continue
		}
		if c.Of != nil && u.Driver != nil && u.Driver.Reaches != nil && !u.Driver.Reaches[c.Of] {
			continue // no run reaches the function, so its contract does not matter
		}
		if c.Read {
			for _, n := range c.Skipped {
				driven := u.Driver != nil && c.Of != nil && c.Of.Name == u.Driver.Entry.Name
				if n.Word == "requires" && (driven || entryContract(u, c)) {
					n.Claim = false
				}
				list = append(list, n)
			}
			continue
		}
		for _, clause := range clauses(c) {
			n := Unread{Word: LeadingPhrase(clause.text, ACSLClaims), Claim: true, Pos: Pos{File: c.Pos.File, Line: clause.line}, Problem: c.Problem}
			if n.Word == "" && LeadingPhrase(clause.text, ACSLAssumptions) != "" {
				n.Word, n.Claim = strings.Fields(clause.text)[0], false
			}
			if n.Word == "requires" && entryContract(u, c) {
				n.Claim = false
			}
			if n.Word != "" {
				list = append(list, n)
			}
		}
	}
	return list
}

// acslClause is the text of a clause and the line that it begins on.
type acslClause struct {
	text string
	line int
}

// clauses splits the annotation c at the semicolons that end its clauses.
func clauses(c Comment) []acslClause {
	var list []acslClause
	line := c.Pos.Line
	for _, part := range strings.Split(c.Text, ";") {
		text := strings.TrimLeft(part, " \t\r\n@*")
		at := line + strings.Count(part[:len(part)-len(text)], "\n")
		line += strings.Count(part, "\n")
		// A clause may name behaviors first: "for b: assert …".
		if strings.HasPrefix(text, "for ") {
			if i := strings.IndexByte(text, ':'); i > 0 {
				text = strings.TrimLeft(text[i+1:], " \t\r\n@*")
			}
		}
		if text != "" {
			list = append(list, acslClause{text, at})
		}
	}
	return list
}

// LeadingPhrase returns the first element of phrases that text begins with, or "" if text begins with no element.
func LeadingPhrase(text string, phrases []string) string {
	text = strings.Join(strings.Fields(text[:min(len(text), 200)]), " ")
	for _, p := range phrases {
		if rest, ok := strings.CutPrefix(text, p); ok && (rest == "" || !word(rest[0])) {
			return p
		}
	}
	return ""
}

// word reports whether c can be part of an identifier.
func word(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// entryContract reports whether the annotation c belongs to the entry function. If the annotation is not attached to
// a function, that is decided by position: no other function definition begins between the annotation and the entry
// function.
func entryContract(u *Unit, c Comment) bool {
	if c.Of != nil {
		return c.Of == u.Entry
	}
	if u.Entry == nil || u.Entry.Pos.File != c.Pos.File || u.Entry.Pos.Line < c.Pos.Line {
		return false
	}
	for _, f := range u.Funcs {
		if f != u.Entry && f.Body != nil && f.Pos.File == c.Pos.File && f.Pos.Line >= c.Pos.Line && f.Pos.Line < u.Entry.Pos.Line {
			return false
		}
	}
	return true
}
