package lower

import "github.com/whet-mc/whet/lang"

// The front end's notes become the program's notes: the unit's notes always, the notes of a function or an object
// when the program reaches it. A construct that is not modelled ends the runs that reach it (see cannot). For the
// unit and for static objects, which have their effect from the start, runs end at the start of the program. For a
// function with a body they end at its entry, for a function without a body at its call.

// takeNotes adds notes at the current location.
func (l *funcLowerer) takeNotes(notes []lang.Note) {
	for _, n := range notes {
		if !l.notesTaken[n] {
			l.notesTaken[n] = true
			l.p.Notes = append(l.p.Notes, n)
		}
		if n.Kind == lang.Unmodelled {
			p := l.property("unsupported", n.What, n.Pos)
			p.Unsupported = true
			l.fail(p)
		}
	}
}

// takeStaticNotes adds the notes that apply from the start of the program.
func (l *funcLowerer) takeStaticNotes() {
	l.takeNotes(l.u.Notes)
	for _, o := range l.pts.Statics {
		l.takeNotes(o.Notes)
	}
	for _, f := range l.pts.Taken {
		if f.Body == nil {
			l.takeNotes(f.Notes) // the calls of f through its address are not known
		}
	}
}
