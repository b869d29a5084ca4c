package lower

import "github.com/whet-mc/whet/lang"

// The front end's notes become the program's: those of the unit always, those of a function or an
// object when the program comes to it. A construct that is not modelled ends the runs that come to
// it (see cannot): the start of the program for the unit's and for static objects, which have their
// effect from the start, the entry of a function that has a body, the call of one that has none.

// takeNotes takes over notes at the current location.
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

// takeStaticNotes takes over what holds from the start of the program.
func (l *funcLowerer) takeStaticNotes() {
	l.takeNotes(l.u.Notes)
	for _, o := range l.pts.Statics {
		l.takeNotes(o.Notes)
	}
	for _, f := range l.pts.Taken {
		if f.Body == nil {
			l.takeNotes(f.Notes) // who calls it through its address is not known
		}
	}
}
