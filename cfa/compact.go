package cfa

// Removal of steps that do nothing, and comparison of expressions by their form.

// Compact removes steps that do nothing from the graph. It is called before Finish.
//
//   - A location with one edge out, a Skip, is bypassed: edges to it lead to the end of its chain of Skips instead.
//   - Two branches to the same location, with a condition and with its negation, become one Skip.
//   - An assumption that always holds becomes a Skip. The edge of an assumption that never holds is removed.
//   - Temporaries are folded into the operations that use them (fold.go).
//   - Edges that no run takes and locations that no run reaches are removed.
//
// The program's behaviour stays the same: which errors a run reaches with which inputs, where it ends or whether it
// runs for ever, and the values of all variables except temporaries. A condition is removed only if it is total.
// Afterwards IDs are dense.
//
// Compact completes one procedure before it begins the next, so that the locations and edges of a procedure are
// fetched from memory only once.
func (p *Program) Compact() {
	reached := p.reached()
	n := p.renumbered()
	f := &folding{temps: make([]temp, len(p.Vars))}
	c := &compaction{}
	// Gather at the first call, and if the locations have become fewer by a fifth since the last time.
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

// gather moves the locations and edges of a procedure into contiguous memory, in the order in which later passes visit
// them. Later passes wait for memory more than they compute. It also lets the memory of removed locations and edges be
// freed. No other data structure may refer to the old locations and edges.
//
// gather leaves the lists of edges into locations empty; numbering.add fills them. It clears the lists of the old
// locations: the old locations were allocated many at once, so a single reference keeps all of them in memory, and with
// their lists it would also keep their edges.
func (q *Proc) gather() {
	edges := 0
	for i, l := range q.Locs {
		l.Index = i // a preliminary index; Finish sets the final one
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

// compaction holds the buffers of thread, for reuse in the next procedure.
type compaction struct {
	end   []*Loc  // by Loc.Index: the end of the chain of jumps from the location
	ins   []int32 // by Loc.Index: the number of edges to the location from locations that stay
	chain []*Loc  // the chain of jumps that is being followed
}

// thread simplifies the edges of q and bypasses its jumps.
func (c *compaction) thread(q *Proc) {
	for _, l := range q.Locs {
		l.simplifyOut()
	}
	// Find the end of the chain of jumps from each location. The end of a cycle of jumps is its location that is visited
	// first. That location keeps its jump, so the cycle remains an empty endless loop.
	for i, l := range q.Locs {
		l.Index = i // a preliminary index; Finish sets the final one
	}
	c.end = append(c.end[:0], make([]*Loc, len(q.Locs))...)
	c.ins = append(c.ins[:0], make([]int32, len(q.Locs))...)
	end, ins, chain := c.end, c.ins, c.chain
	for _, l := range q.Locs {
		chain = chain[:0]
		for end[l.Index] == nil {
			end[l.Index] = l // preliminary: it ends the chain if the jumps lead back here
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
	// No edge may lead to the entry. So a jump at the entry can be removed only if no other edge leads to its target,
	// which becomes the entry.
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

// jump returns the target of l's edge if l has only one edge out and this is a Skip; else nil.
func (l *Loc) jump() *Loc {
	if len(l.Out) == 1 && l.Error == nil && l != l.Proc.Exit {
		if _, ok := l.Out[0].Op.(Skip); ok {
			return l.Out[0].To
		}
	}
	return nil
}

// simplifyOut simplifies each edge out of l by itself, then pairs of edges to the same location.
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
			// Successive Skips to the same location become one.
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

// Opposite reports whether the form of the conditions c and d shows that both are defined in the same states, and that
// exactly one of them holds in each of these states. For example, x < 1 and x >= 1 are opposite.
func Opposite(c, d Expr) bool {
	fuel := 1000
	return sameExpr(MkNot(c), MkBool(d), &fuel) || sameExpr(MkBool(c), MkNot(d), &fuel)
}

// SameForm reports whether two expressions have the same structure. It compares up to a thousand nodes, and returns
// false for larger expressions unless they share nodes.
func SameForm(x, y Expr) bool {
	fuel := 1000
	return sameExpr(x, y, &fuel)
}

// sameExpr reports whether x and y have the same structure. It compares at most *fuel pairs of different nodes and
// subtracts their number from *fuel. If this is not enough, it returns false.
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
