package cfa

// MayFail finds the procedures in which there are error locations, and those that call them.
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
