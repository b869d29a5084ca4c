package lang

// NotCovered is what notes say of constructs whose effect is not modelled.
const NotCovered = "not modelled: nothing is claimed of runs that come to it"

// UnmodelledNote is the note of a construct whose effect is not modelled.
func UnmodelledNote(pos Pos, what string) Note {
	return Note{Pos: pos, What: what, Done: NotCovered, Kind: Unmodelled}
}
