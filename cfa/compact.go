package cfa

// Compact takes steps out of the graph that do nothing, before Finish: a location
// whose only way on is a Skip is passed over, jumps to jumps lead to their end, two
// branches to the same place on a condition and on its negation are one Skip, an
// assumption that always holds is one, too, and one that never holds is no edge.
// Temporaries are folded into where they are used (fold.go). What no run reaches goes.
//
// What a run can do stays the same: which errors it reaches, with which inputs, where
// it ends or runs for ever, and what is in variables that are not temporaries.
// Conditions are only taken out where they are total. IDs are dense afterwards.
//
// All is done for one procedure before the next, whose locations and edges need to be fetched from
// memory only once then.
func (p *Program) Compact() {
	reached := p.reached()
	n := p.renumbered()
	f := &folding{temps: make([]temp, len(p.Vars))}
	c := &compaction{}
	// The first time, and when a fifth of what was gathered then has gone meanwhile.
	gather := 5*len(p.Locs) < 4*p.gathered || p.gathered == 0
	for _, q := range p.Procs {
		q.prune(reached)
		c.thread(q)
		n.link(q)
		f.fold(q)
		c.thread(q)
		if gather {
			q.gather()
		}
		n.add(q)
	}
	n.end()
	if gather {
		p.gathered = len(p.Locs)
	}
}

// gather moves what is left of a procedure to where it lies together, in the order in which it is
// walked through: all that comes later waits for memory more than it computes, and what was taken out
// need not be kept. Nothing else may know the locations and edges. Those into locations are found later.
// Where a location is allocated together with others, it keeps them all, so the old ones lead nowhere.
func (q *Proc) gather() {
	edges := 0
	for i, l := range q.Locs {
		l.Index = i // until Finish
		edges += len(l.Out)
	}
	newLocs, newEdges, lists := make([]Loc, len(q.Locs)), make([]Edge, edges), make([]*Edge, edges)
	for i, l := range q.Locs {
		to := &newLocs[i]
		*to = *l
		to.In, to.Out = nil, lists[:len(l.Out):len(l.Out)]
		lists = lists[len(l.Out):]
		for k, e := range l.Out {
			newEdges[0] = Edge{From: to, To: &newLocs[e.To.Index], Op: e.Op, Pos: e.Pos}
			to.Out[k], newEdges = &newEdges[0], newEdges[1:]
		}
		if len(to.Out) == 0 {
			to.Out = nil
		}
		l.In, l.Out = nil, nil
	}
	q.Entry, q.Exit = &newLocs[q.Entry.Index], &newLocs[q.Exit.Index]
	for i := range q.Locs {
		q.Locs[i] = &newLocs[i]
	}
}

// compaction is what is needed for one procedure at a time, by place in it.
type compaction struct {
	end   []*Loc
	ins   []int32
	chain []*Loc
}

// thread does all but the folding.
func (c *compaction) thread(q *Proc) {
	for _, l := range q.Locs {
		l.simplifyOut()
	}
	// The end of the chain of jumps that starts at a location. A cycle of jumps ends at the
	// location where it was met first, which keeps its jump: an empty endless loop.
	for i, l := range q.Locs {
		l.Index = i // until Finish
	}
	c.end = append(c.end[:0], make([]*Loc, len(q.Locs))...)
	c.ins = append(c.ins[:0], make([]int32, len(q.Locs))...)
	end, ins, chain := c.end, c.ins, c.chain
	for _, l := range q.Locs {
		chain = chain[:0]
		for end[l.Index] == nil {
			end[l.Index] = l // until known better: ends a cycle
			chain = append(chain, l)
			next := l.jump()
			if next == nil {
				break
			}
			l = next
		}
		for _, c := range chain {
			end[c.Index] = end[l.Index]
			if !end[l.Index].Pos.Valid() {
				end[l.Index].Pos = c.Pos
			}
		}
	}
	c.chain = chain[:0]
	for _, l := range q.Locs {
		for _, e := range l.Out {
			e.To = end[e.To.Index]
			if end[l.Index] == l || l == q.Entry { // l stays
				ins[e.To.Index]++
			}
		}
	}
	// The entry is no target, so it can move only to a location that nothing else leads to.
	if to := q.Entry.jump(); to != nil && ins[to.Index] == 1 && to.Error == nil && to != q.Exit && to != q.Entry {
		to.Pos = q.Entry.Pos
		q.Entry.In, q.Entry.Out = nil, nil
		q.Entry = to
		ins[to.Index] = 0
	}
	keep := q.Locs[:0]
	for _, l := range q.Locs {
		if l == q.Entry || l == q.Exit || end[l.Index] == l {
			keep = append(keep, l)
		} else {
			l.In, l.Out = nil, nil
		}
	}
	clear(q.Locs[len(keep):])
	q.Locs = keep
}

// jump is where l leads to by a lone Skip; nil where it does not.
func (l *Loc) jump() *Loc {
	if len(l.Out) == 1 && l.Error == nil && l != l.Proc.Exit {
		if _, ok := l.Out[0].Op.(Skip); ok {
			return l.Out[0].To
		}
	}
	return nil
}

// simplifyOut simplifies the edges out of l, each by itself and pairs of branches.
func (l *Loc) simplifyOut() {
	out := l.Out[:0]
	for _, e := range l.Out {
		if a, ok := e.Op.(*Assume); ok {
			if v, isConst := IsConst(a.Cond); isConst {
				if v.IsZero() {
					continue
				}
				e.Op = Skip{}
			}
		}
		if _, ok := e.Op.(Skip); ok && len(out) > 0 {
			// Several skips to one place are one.
			if prev := out[len(out)-1]; prev.To == e.To && prev.Op == e.Op {
				continue
			}
		}
		out = append(out, e)
	}
	if len(out) == 2 && out[0].To == out[1].To {
		a, ok1 := out[0].Op.(*Assume)
		b, ok2 := out[1].Op.(*Assume)
		if ok1 && ok2 && Opposite(a.Cond, b.Cond) && total(a.Cond) {
			out[0].Op = Skip{}
			out = out[:1]
		}
	}
	clear(l.Out[len(out):])
	l.Out = out
}

// Opposite reports whether, by their form, exactly one of the conditions holds
// wherever both are defined, and both are defined in the same states.
func Opposite(c, d Expr) bool {
	fuel := 1000
	return sameExpr(MkNot(c), MkBool(d), &fuel) || sameExpr(MkBool(c), MkNot(d), &fuel)
}

// SameForm reports whether two expressions have the same structure, as far as a thousand nodes show.
func SameForm(x, y Expr) bool {
	fuel := 1000
	return sameExpr(x, y, &fuel)
}

// sameExpr compares the structure of so many nodes; false means that the expressions may differ.
func sameExpr(x, y Expr, fuel *int) bool {
	if x == y {
		return true
	}
	if *fuel--; *fuel < 0 {
		return false
	}
	switch x := x.(type) {
	case *Const:
		y, ok := y.(*Const)
		return ok && x.Val.Equal(y.Val)
	case *Select:
		y, ok := y.(*Select)
		return ok && x.Arr == y.Arr && sameExpr(x.Idx, y.Idx, fuel)
	case *Unary:
		y, ok := y.(*Unary)
		return ok && x.Op == y.Op && sameExpr(x.X, y.X, fuel)
	case *Wrap:
		y, ok := y.(*Wrap)
		return ok && x.Bits == y.Bits && x.Signed == y.Signed && sameExpr(x.X, y.X, fuel)
	case *Binary:
		y, ok := y.(*Binary)
		return ok && x.Op == y.Op && sameExpr(x.X, y.X, fuel) && sameExpr(x.Y, y.Y, fuel)
	case *Ite:
		y, ok := y.(*Ite)
		return ok && sameExpr(x.C, y.C, fuel) && sameExpr(x.T, y.T, fuel) && sameExpr(x.E, y.E, fuel)
	}
	return false
}
