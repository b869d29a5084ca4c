package read

import "github.com/whet-mc/whet/lang"

// What the unit does not describe exactly is noted, and every note reaches the result: those of the
// unit always, those of a function or object where the program uses it. The lowering takes them
// over (cfa/lower/notes.go), the unmodelled ones as ends of the runs that come to them.
//
// Some refusals are met before it is known what bears them: an attribute of a parameter belongs to
// the function that is being declared. They wait in checker.waiting until a declaration takes them
// (bear).

// refuseUnit notes something that may have an effect on every run.
func (c *checker) refuseUnit(pos lang.Pos, what string) {
	c.Note(lang.Unmodelled, pos, what, lang.NotCovered)
}

// refuse notes something whose effect is not modelled, of the declaration that is being read.
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

// touch is called for every type that is named or used: what is refused of it is refused of who uses
// it.
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

// bear gives what waits, from the index on, to a list of notes.
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
