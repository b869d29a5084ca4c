package cfa

// Programs with other error locations: some of a program's own (Asking), or locations that the caller chooses
// (EndingAt).

// Asking returns the program with only the error locations that keep selects. At the others, runs simply end. If keep
// selects all of them, Asking returns p itself. Procedures, locations, edges, variables and arrays keep their IDs.
//
// An error location has no edges out, so a run reaches at most one of them and does the same before it in both
// programs. Therefore a run of one program reaches a kept error location if and only if the same run of the other
// does. So the error locations can be divided into two parts, and each part be proved in its own program. The two
// proofs together prove all error locations, and neither relies on the other.
//
// After a run has reached a construct that the program model does not cover (Property.Unsupported), the run says
// nothing about the C program. So a proof is about the C program only if no run reaches these error locations. A
// caller must keep them, or prove in a separate program that they are unreachable.
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

// EndingAt returns a program in which runs end at the given locations, which are listed by ID. They are its error
// locations, instead of p's. It is safe if and only if no run of p reaches one of them. Procedures, locations,
// edges, variables and arrays keep their IDs; edges out of the given locations are detached.
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
