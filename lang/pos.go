// This file has positions in source files, and notes about what a model does not describe exactly.

package lang

import (
	"cmp"
	"fmt"
)

// Pos is a place in a source file. Line and Col are physical, from 1, as people and witnesses count them; 0 is
// unknown.
type Pos struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"column"`
}

// String returns "file:line:column", without the unknown parts.
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

// Compare compares positions by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Valid reports whether the place is known.
func (p Pos) Valid() bool { return p.Line > 0 }

// A Note says what in the program the model does not describe exactly, and what the model does instead. Notes are
// part of every result.
type Note struct {
	Pos Pos `json:"pos"`
	// what was found: "floating point", "inline assembly", "external function f"
	What string `json:"what"`
	// what it is replaced by: "any value", "changes what it was given a pointer to"
	Done string `json:"done"`
	// Kind is the effect of the note on a verdict. Results list notes of all kinds.
	Kind NoteKind `json:"-"`
	// Name identifies an assumption (an axiom or a flag) in one word; "" for other kinds.
	Name string `json:"-"`
}

// NoteKind is the effect of a note on a verdict.
type NoteKind int

const (
	// Approximated: the model has more runs than the program. A run that depends on the added behaviour is not a bug.
	Approximated NoteKind = iota
	// Chosen: the user chose an assumption, by a flag or an annotation. A verdict holds for the runs that satisfy the
	// assumption, and its line says so.
	Chosen
	// Environment: the program depends on an axiom about its environment (Axioms).
	Environment
	// Unmodelled: the program may do something that the model does not show. Nothing is claimed of runs that reach
	// it.
	Unmodelled
)
