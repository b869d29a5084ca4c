// This file has the notes of constructs that are not modelled.

package lang

// NotCovered is the text of notes for constructs whose effect is not modelled.
const NotCovered = "not modelled: nothing is claimed of runs that come to it"

// UnmodelledNote returns the note of a construct at pos whose effect is not modelled.
func UnmodelledNote(pos Pos, what string) Note {
	return Note{Pos: pos, What: what, Done: NotCovered, Kind: Unmodelled}
}
