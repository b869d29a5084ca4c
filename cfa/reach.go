package cfa

// This file finds the locations that runs can reach in the graph, removes the others, and renumbers what is left.
//
// A procedure is entered only by calls from reached locations. A call goes on only if the callee's exit is reached. Of
// the conditions, only the constant 0 is taken into account, so the result over-approximates reachability.

// closed reports whether no run takes the edge, because it assumes the constant 0.
func closed(e *Edge) bool {
	if a, ok := e.Op.(*Assume); ok {
		v, isConst := IsConst(a.Cond)
		return isConst && v.IsZero()
	}
	return false
}

// reached reports, by Loc.ID, which locations runs from p.Start can reach. If p.Start is nil, runs may begin in every
// procedure.
func (p *Program) reached() []bool {
	var (
		seen = make([]bool, len(p.Locs))
		// by callee: the locations after calls of the callee, as long as the callee's exit is not known to be reached
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

// prune removes the closed edges, and the locations that are not reached according to reached, which is indexed by
// Loc.ID. The entry and the exit always stay. If a call never returns, the location after it is not reached; the call
// then leads to a new location without edges out of it.
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

// numbering makes the IDs of locations and edges dense. It handles one procedure at a time, so that a caller can do it
// while the procedure's locations and edges are in the processor's cache. From renumbered to end, the lists of the
// program are incomplete.
type numbering struct {
	p     *Program
	locs  []*Loc
	edges []*Edge
	into  []int32 // by Loc.Index: the number of edges into the location
	lists []*Edge // memory for link
}

// renumbered begins a numbering of p. It reuses the memory of the program's lists.
func (p *Program) renumbered() *numbering {
	return &numbering{p: p, locs: p.Locs[:0], edges: p.Edges[:0]}
}

// link sets Loc.In of the locations of q. The lists lie in memory that the next call of link overwrites; add replaces
// them.
func (n *numbering) link(q *Proc) {
	edges := n.count(q)
	if cap(n.lists) < edges {
		n.lists = make([]*Edge, edges+edges/4)
	}
	n.fill(q, n.lists[:edges])
}

// add gives IDs to the locations of q and to the edges out of them, and sets Loc.In.
func (n *numbering) add(q *Proc) {
	// The lists of all locations share one allocation.
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

// count sets Loc.Index to the position in q.Locs. It stores the number of edges into each location in n.into, and
// returns the number of all edges.
func (n *numbering) count(q *Proc) (edges int) {
	for i, l := range q.Locs {
		l.Index = i // a preliminary index; Finish sets the final one
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

// fill sets Loc.In of the locations of q to parts of all, with the lengths that count found.
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

// end sets the lists of the program.
func (n *numbering) end() {
	n.p.Locs, n.p.Edges = fitted(n.locs, n.p.Locs), fitted(n.edges, n.p.Edges)
}

// fitted returns list, which uses the memory of was. If list needs less than half of that memory, fitted returns a copy
// of the right size, so that the memory can be freed. Otherwise it clears the elements of was after the end of list.
func fitted[T any](list, was []T) []T {
	if 2*len(list) < cap(list) {
		return append(make([]T, 0, len(list)), list...)
	}
	if len(was) > len(list) {
		clear(was[len(list):])
	}
	return list
}
