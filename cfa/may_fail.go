package cfa

// This file finds the procedures from which an error location can be reached by calls.

// MayFail returns the procedures that contain an error location or call such a procedure, directly or through other
// procedures.
func (p *Program) MayFail() map[*Proc]bool {
	found := map[*Proc]bool{}
	var work []*Proc
	add := func(q *Proc) {
		if !found[q] {
			found[q] = true
			work = append(work, q)
		}
	}
	for _, l := range p.Errors {
		add(l.Proc)
	}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range q.Callers {
			add(e.From.Proc)
		}
	}
	return found
}
