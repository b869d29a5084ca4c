package cfa

import "slices"

// The last step of the construction of a program: the order of its locations, its loop heads, and its call graph.

// Finish completes a program that has been built. It removes unreachable locations, orders and renumbers the others,
// and computes the call graph and the globals that each call can access. Afterwards
//
//   - IDs are dense; Proc.Locs is in a weak topological order, followed by the exit if it is not
//     reached, and Proc.Locs[i].Index is i;
//   - every edge leads to a location with a greater Index or to a loop head (Loc.LoopHead), so that every
//     cycle contains a loop head;
//   - the locations of a loop are contiguous and come before the locations after the loop, wherever a run
//     leaves the loop (a reverse postorder alone does not ensure this);
//   - Errors are the remaining error locations.
//
// Procedures, variables and arrays keep their IDs. A procedure that is never called keeps only an entry and an exit.
// The cost is linear in the size of the program, except for the sets of globals, which cost their size for each call.
func (p *Program) Finish() {
	reached := p.reached()
	n := p.renumbered()
	p.Errors = nil
	for _, q := range p.Procs {
		q.prune(reached)
		for i, l := range q.Locs {
			l.ID = i // WTO needs IDs close together; n.add sets the final IDs
		}
		w := q.WTO()
		order := w.Order
		for _, l := range q.Locs {
			if w.Pos(l) < 0 {
				order = append(order, l) // l is the exit, which the entry does not reach
			}
		}
		q.Locs = order
		p.order(q, w)
		n.add(q)
	}
	n.end()
	p.callGraph()
	p.finished, p.arena = true, nil
}

// analyse computes everything that Finish computes except IDs and the order of Proc.Locs. It removes no locations. It
// serves programs in which edges were detached.
func (p *Program) analyse() {
	p.Errors = nil
	for _, q := range p.Procs {
		p.order(q, q.WTO())
	}
	p.callGraph()
}

// order stores the weak topological order w of q in the locations of q, and adds the error locations of q to
// p.Errors.
func (p *Program) order(q *Proc, w *WTO) {
	depth := make([]int, len(w.Order))
	for i, l := range w.Order {
		if w.Outer[i] >= 0 {
			depth[i] = depth[w.Outer[i]]
		}
		if l.LoopHead = w.End[i] != 0; l.LoopHead {
			depth[i]++
		}
		l.Index, l.Depth = i, depth[i]
	}
	n := len(w.Order)
	for _, l := range q.Locs {
		if w.Pos(l) < 0 {
			l.Index, l.LoopHead, l.Depth = n, false, 0
			n++
		} else if l.Error != nil {
			p.Errors = append(p.Errors, l)
		}
	}
}

// callGraph sets the fields that depend on which procedures call which. A call of a procedure accesses the
// globals that the procedure itself accesses and the globals that its callees access. Procedures that call each other
// recursively have the same set, so one pass over the components of the call graph, callees first, finds the least
// solution.
func (p *Program) callGraph() {
	for _, q := range p.Procs {
		q.Calls, q.Callers, q.Recursive = nil, nil, false
		q.Uses, q.Mods, q.UsesArrays, q.ModsArrays = VarSet{}, VarSet{}, ArraySet{}, ArraySet{}
	}
	callees := make([][]int, len(p.Procs))
	for _, q := range p.Procs {
		for _, l := range q.Locs {
			for _, e := range l.Out {
				q.own(e.Op)
				if c, ok := e.Op.(*Call); ok {
					q.Calls = append(q.Calls, e)
					c.Callee.Callers = append(c.Callee.Callers, e)
					callees[q.ID] = append(callees[q.ID], c.Callee.ID)
				}
			}
		}
		slices.Sort(callees[q.ID])
		callees[q.ID] = slices.Compact(callees[q.ID])
	}
	for _, scc := range Components(callees) {
		first := p.Procs[scc[0]]
		for _, i := range scc {
			q := p.Procs[i]
			q.Recursive = len(scc) > 1 || slices.Contains(callees[i], i)
			first.touch(q)
			for _, j := range callees[i] {
				first.touch(p.Procs[j])
			}
		}
		for _, i := range scc[1:] {
			p.Procs[i].touch(first)
		}
	}
}

// own adds to the sets of q the globals that the operation o itself reads and writes.
func (q *Proc) own(o Op) {
	Reads(o, func(v *Var) {
		if v.Proc == nil {
			q.Uses.Add(v)
		}
	}, func(a *Array) {
		if a.Proc == nil {
			q.UsesArrays.Add(a)
		}
	})
	Writes(o, func(v *Var) {
		if v.Proc == nil {
			q.Mods.Add(v)
		}
	}, func(a *Array) {
		if a.Proc == nil {
			q.ModsArrays.Add(a)
		}
	})
}

// touch adds to the sets of q the globals that r accesses.
func (q *Proc) touch(r *Proc) {
	if q == r {
		return
	}
	q.Uses.Union(&r.Uses)
	q.Mods.Union(&r.Mods)
	q.UsesArrays.Union(&r.UsesArrays)
	q.ModsArrays.Union(&r.ModsArrays)
}
