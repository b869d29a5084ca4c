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
		// after calls, by callee, until it is known to return
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
// reaches; which are reached is given by Loc.ID. What stays of a procedure at least is its entry
// and its exit. A call that never returns keeps a location to lead to, from which nothing goes on.
func (q *Proc) prune(reached []bool) {
	var stub *Loc
	keep := q.Locs[:0]
	for _, l := range q.Locs {
		if !reached[l.ID] {
			l.In, l.Out = nil, nil
			if l == q.Entry || l == q.Exit {
				keep = append(keep, l)
			}
			continue
		}
		keep = append(keep, l)
		out := l.Out[:0]
		for _, e := range l.Out {
			if closed(e) {
				continue
			}
			out = append(out, e)
			if to := e.To; !reached[to.ID] {
				if stub == nil {
					stub = &Loc{Proc: q, Pos: to.Pos}
				}
				e.To = stub
			}
		}
		clear(l.Out[len(out):])
		l.Out = out
	}
	clear(q.Locs[len(keep):])
	if stub != nil {
		keep = append(keep, stub)
	}
	q.Locs = keep
}

// numbering makes the IDs of a program dense, procedure by procedure: while one is at hand anyway.
// Between begin and end the program's own lists are unfinished.
type numbering struct {
	p     *Program
	locs  []*Loc
	edges []*Edge
	into  []int32 // by place in the procedure
	lists []*Edge
}

func (p *Program) renumbered() *numbering {
	return &numbering{p: p, locs: p.Locs[:0], edges: p.Edges[:0]}
}

// link finds the edges into the locations of a procedure, until add does so for good.
func (n *numbering) link(q *Proc) {
	edges := n.count(q)
	if cap(n.lists) < edges {
		n.lists = make([]*Edge, edges+edges/4)
	}
	n.fill(q, n.lists[:edges])
}

// add numbers the locations of a procedure and the edges that leave these, and finds the edges into
// them.
func (n *numbering) add(q *Proc) {
	// All lists of edges into locations lie in one piece.
	n.fill(q, make([]*Edge, n.count(q)))
	for _, l := range q.Locs {
		l.ID = len(n.locs)
		n.locs = append(n.locs, l)
		for _, e := range l.Out {
			e.ID, e.From = len(n.edges), l
			n.edges = append(n.edges, e)
		}
	}
}

// count numbers the locations within their procedure, and counts the edges, into each and all.
func (n *numbering) count(q *Proc) (edges int) {
	for i, l := range q.Locs {
		l.Index = i // until Finish
	}
	n.into = append(n.into[:0], make([]int32, len(q.Locs))...)
	for _, l := range q.Locs {
		edges += len(l.Out)
		for _, e := range l.Out {
			n.into[e.To.Index]++
		}
	}
	return edges
}

func (n *numbering) fill(q *Proc, all []*Edge) {
	for i, l := range q.Locs {
		k := n.into[i]
		l.In, all = all[:0:k], all[k:]
		if k == 0 {
			l.In = nil
		}
	}
	for _, l := range q.Locs {
		for _, e := range l.Out {
			e.To.In = append(e.To.In, e)
		}
	}
}

// end completes the program's lists. They keep no memory that was needed for longer ones.
func (n *numbering) end() {
	n.p.Locs, n.p.Edges = fitted(n.locs, n.p.Locs), fitted(n.edges, n.p.Edges)
}

// fitted is the list, which has taken the place of another one, or a copy.
func fitted[T any](list, was []T) []T {
	if 2*len(list) < cap(list) {
		return append(make([]T, 0, len(list)), list...)
	}
	if len(was) > len(list) {
		clear(was[len(list):])
	}
	return list
}
