package read

import "github.com/whet-mc/whet/lang"

// This file notes the parts of the program that the unit does not describe exactly. Every note affects
// the result: a note of the unit always, a note of a function or object if the program uses it. The
// lowering copies the notes (cfa/lower/notes.go). A run ends at an unmodelled note.
//
// Some refusals occur before the declaration that they belong to is known: an attribute of a parameter
// belongs to the function that is being declared. Such refusals wait in checker.waiting until a
// declaration takes them (bear).

// refuseUnit notes on the unit that the construct `what` at pos may affect every run.
func (c *checker) refuseUnit(pos lang.Pos, what string) {
	c.Note(lang.Unmodelled, pos, what, lang.NotCovered)
}

// refuse notes that the effect of the construct `what` at pos is not modelled. The declaration that is being read
// gets the note.
func (c *checker) refuse(pos lang.Pos, what string) {
	if c.InModel {
		return
	}
	n := lang.UnmodelledNote(pos, what)
	for _, m := range c.waiting {
		if m == n {
			return
		}
	}
	c.waiting = append(c.waiting, n)
}

// touch is called for every type that is named or used. The refusals of the type t also apply to the
// declaration that uses t.
func (c *checker) touch(t *lang.Type) {
	for t != nil && t.Kind == lang.Array {
		t = t.Elem
	}
	if t == nil {
		return
	}
	for _, n := range t.Refused {
		c.refuse(n.Pos, n.What)
	}
}

// bear adds the waiting refusals from the index `from` on to the list `to`.
func (c *checker) bear(from int, to *[]lang.Note) {
	if from >= len(c.waiting) {
		return
	}
	for _, n := range c.waiting[from:] {
		dup := false
		for _, m := range *to {
			dup = dup || m == n
		}
		if !dup {
			*to = append(*to, n)
		}
	}
}
