package cfa

// Asking returns the program with fewer properties: error locations that are not kept are places
// where a run ends, and no more. Procedures, locations, edges, variables and arrays have the IDs
// that they have in the program.
//
// An error location has no edges out, so a run reaches at most one of them, and what it does before
// is the same in both programs. Therefore a run of the one reaches an error location that is kept if
// and only if the same run of the other does, and proofs for one half of the error locations and for
// the other half, each of its own program, are together a proof for all of them; neither rests on
// the other.
//
// A run that comes to what the program model does not cover (Property.Unsupported) says nothing of C
// from there on, so nothing is proved of the C program before these locations are excluded as well:
// who takes others out keeps them, or asks for them separately.
func (p *Program) Asking(keep func(*Loc) bool) *Program {
	kept := make([]bool, len(p.Locs))
	all := true
	for _, l := range p.Errors {
		kept[l.ID] = keep(l)
		all = all && kept[l.ID]
	}
	if all {
		return p
	}
	q := p.Clone()
	q.Errors = nil
	for _, l := range p.Errors {
		if m := q.Locs[l.ID]; kept[l.ID] {
			q.Errors = append(q.Errors, m)
		} else {
			m.Error = nil
		}
	}
	return q
}

// EndingAt returns the program in which runs end at some locations, by ID, which are its errors instead of
// those that it has: it is safe if and only if no run of the program reaches one of them. Procedures,
// locations, edges, variables and arrays have the IDs that they have in the program.
func (p *Program) EndingAt(at map[int]*Loc) *Program {
	q := p.Clone()
	q.Errors, q.Settled, q.Proved = nil, nil, nil
	for _, l := range q.Locs {
		l.Error = nil
		if at[l.ID] != nil {
			l.Error = &Property{Kind: "reached", Pos: l.Place(), Func: l.Proc.Name}
			q.Errors = append(q.Errors, l)
		}
	}
	s := &slicer{p: q, info: &SliceInfo{}}
	s.detach(func(e *Edge) bool { return at[e.From.ID] == nil })
	q.analyse()
	return q
}
