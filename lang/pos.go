package lang

import (
	"cmp"
	"fmt"
)

// Pos is a place in a source file: physical line and column, both from 1
// (0: unknown), as people and witnesses count them.
type Pos struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"column"`
}

// String is "file:line:column", with unknown parts left out.
func (p Pos) String() string {
	switch {
	case p.File == "":
		return "-"
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Compare orders by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Valid reports whether the place is known.
func (p Pos) Valid() bool { return p.Line > 0 }

// A Note tells of something in the program that the model does not describe
// exactly, and of what was done instead. Notes are part of every result.
type Note struct {
	Pos Pos `json:"pos"`
	// what was found: "floating point", "inline assembly", "external function f"
	What string `json:"what"`
	// what it became: "any value", "changes what it was given a pointer to"
	Done string `json:"done"`
	// Kind says what the note does to a verdict. Results list notes of all kinds.
	Kind NoteKind `json:"-"`
	// Name is one word for an assumption: of an axiom, of a flag; "" for other kinds.
	Name string `json:"-"`
}

// NoteKind is the effect of a note.
type NoteKind int

const (
	// Approximated: the model has more runs than the program; a run that depends on what was added
	// is no bug.
	Approximated NoteKind = iota
	// Chosen: the user asked for it, by a flag or an annotation. A verdict holds for the runs for which
	// it is true, and says so on its own line.
	Chosen
	// Environment: an axiom about what surrounds the program (Axioms).
	Environment
	// Unmodelled: the program may do what the model does not show, so that nothing is claimed of
	// runs that come to it.
	Unmodelled
)
