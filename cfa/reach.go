package cfa

// Reachability in the graph, procedures entered only by calls from what is
// reached, and returned from only where their exit is reached. Conditions count
// only where they are the constant 0.

// closed reports whether nothing ever passes the edge.
func closed(e *Edge) bool {
	if a, ok := e.Op.(*Assume); ok {
		v, isConst := IsConst(a.Cond)
		return isConst && v.IsZero()
	}
	return false
}

// reached returns the locations that runs from the start can reach, by ID.
// Without a start, every procedure is one.
func (p *Program) reached() []bool {
	var (
		seen = make([]bool, len(p.Locs))
		// behind calls, by callee, until it is known to return
		pending = make([][]*Loc, len(p.Procs))
		work    []*Loc
	)
	visit := func(l *Loc) {
		if !seen[l.ID] {
			seen[l.ID] = true
			work = append(work, l)
		}
	}
	if p.Start != nil {
		visit(p.Start.Entry)
	} else {
		for _, q := range p.Procs {
			visit(q.Entry)
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if l == l.Proc.Exit {
			for _, to := range pending[l.Proc.ID] {
				visit(to)
			}
			pending[l.Proc.ID] = nil
		}
		for _, e := range l.Out {
			if closed(e) {
				continue
			}
			c, isCall := e.Op.(*Call)
			if !isCall {
				visit(e.To)
				continue
			}
			visit(c.Callee.Entry)
			if seen[c.Callee.Exit.ID] {
				visit(e.To)
			} else {
				pending[c.Callee.ID] = append(pending[c.Callee.ID], e.To)
			}
		}
	}
	return seen
}

// prune takes out the edges that no run takes and the locations that none
// reaches. What stays of a procedure at least is its entry and its exit. A call that
// never returns keeps a location to lead to, from which nothing goes on.
func (p *Program) prune() {
	seen := p.reached()
	stub := make([]*Loc, len(p.Procs))
	for _, q := range p.Procs {
		var keep []*Loc
		for _, l := range q.Locs {
			if !seen[l.ID] {
				l.Out = nil
				if l == q.Entry || l == q.Exit {
					keep = append(keep, l)
				}
				continue
			}
			keep = append(keep, l)
			var out []*Edge
			for _, e := range l.Out {
				if closed(e) {
					continue
				}
				out = append(out, e)
				if to := e.To; !seen[to.ID] {
					if stub[q.ID] == nil {
						stub[q.ID] = &Loc{Proc: q, Pos: to.Pos}
					}
					e.To = stub[q.ID]
				}
			}
			l.Out = out
		}
		if s := stub[q.ID]; s != nil {
			keep = append(keep, s)
		}
		q.Locs = keep
	}
	p.renumber()
}

// renumber makes IDs dense again: of the locations that the procedures list, and of the
// edges that leave these.
func (p *Program) renumber() {
	locs, edges := 0, 0
	for _, q := range p.Procs {
		locs += len(q.Locs)
		for _, l := range q.Locs {
			edges += len(l.Out)
			l.In = nil
		}
	}
	p.Locs, p.Edges = make([]*Loc, 0, locs), make([]*Edge, 0, edges)
	for _, q := range p.Procs {
		for _, l := range q.Locs {
			l.ID = len(p.Locs)
			p.Locs = append(p.Locs, l)
		}
	}
	// All lists of edges into locations lie in one piece.
	into := make([]int, locs)
	for _, l := range p.Locs {
		for _, e := range l.Out {
			into[e.To.ID]++
		}
	}
	all := make([]*Edge, edges)
	for _, l := range p.Locs {
		if n := into[l.ID]; n > 0 {
			l.In, all = all[:0:n], all[n:]
		}
	}
	for _, l := range p.Locs {
		for _, e := range l.Out {
			e.ID, e.From = len(p.Edges), l
			p.Edges = append(p.Edges, e)
			e.To.In = append(e.To.In, e)
		}
	}
}
