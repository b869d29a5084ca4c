package cfa

import "slices"

// Finish completes a program that has been built: unreachable locations go, the
// others are put in order and numbered anew, the call graph and what
// each call can touch are computed. Afterwards
//
//   - IDs are dense; Proc.Locs is in a weak topological order, so that Proc.Locs[i].Index is i,
//     behind it the exit where it is not reached;
//   - every edge leads to a greater Index, or to a location with LoopHead, so that every cycle
//     contains one; and what is in a loop lies together, before what comes after the loop,
//     wherever in the loop it is left (a reverse postorder alone does not ensure that);
//   - Errors are the error locations that are left.
//
// Procedures, variables and arrays keep their IDs; a procedure that is never
// called is left with an entry and an exit. The cost is linear in the size of the
// program, but for the sets of globals: these cost their size for each call.
func (p *Program) Finish() {
	reached := p.reached()
	n := p.renumbered()
	p.Errors = nil
	for _, q := range p.Procs {
		q.prune(reached)
		for i, l := range q.Locs {
			l.ID = i // for the order
		}
		w := q.WTO()
		order := w.Order
		for _, l := range q.Locs {
			if w.Pos(l) < 0 {
				order = append(order, l) // the exit
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

// analyse computes everything that Finish promises but IDs and the order of Proc.Locs.
func (p *Program) analyse() {
	p.Errors = nil
	for _, q := range p.Procs {
		p.order(q, q.WTO())
	}
	p.callGraph()
}

// order writes the weak topological order of a procedure down in its locations, and adds its error
// locations to those of the program.
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

// callGraph sets what depends on who calls whom. The sets of globals that a call touches are
// those of what the procedure does itself and of all its callees; procedures that call each
// other recursively have one set, so that one pass over the components of the call
// graph, callees first, finds the least solution.
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

// own adds the globals that the operation reads and writes itself.
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

// touch adds what r touches.
func (q *Proc) touch(r *Proc) {
	if q == r {
		return
	}
	q.Uses.Union(&r.Uses)
	q.Mods.Union(&r.Mods)
	q.UsesArrays.Union(&r.UsesArrays)
	q.ModsArrays.Union(&r.ModsArrays)
}
