package cfa

// Asking returns the program with fewer properties. At error locations that are not kept, runs simply end.
// Procedures, locations, edges, variables and arrays keep their IDs.
//
// An error location has no edges out, so a run reaches at most one of them and does the same before it in both
// programs. Therefore a run of one program reaches a kept error location if and only if the same run of the other
// does. Proofs for two halves of the error locations, each of its own program, together prove all of them, and
// neither relies on the other.
//
// After a run has reached a construct that the program model does not cover (Property.Unsupported), it says nothing
// about C. So nothing is proved about the C program until these locations are excluded as well: a caller that removes
// other properties must keep these, or ask for them separately.
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

// EndingAt returns a program in which runs end at the given locations, by ID. These are its error locations, instead
// of the ones of p. It is safe if and only if no run of p reaches one of them. Procedures, locations, edges,
// variables and arrays keep their IDs.
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
