package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// demand is something that a conclusion needs at a location: an end of the bounds of a variable, or
// a fact.
type demand struct {
	loc  *cfa.Loc
	v    *cfa.Var
	low  bool
	fact int // where v is nil
}

// needed walks back from conclusions to what they rest on, and records it. What is recorded is
// inductive: it follows at each location from what is recorded at those before it.
type needed struct {
	x    *intervals
	f    *facts
	out  *cfa.Settled
	work []demand
	seen map[demand]bool
}

// settle reports whether no run comes to the error location, and demands the reasons.
func (n *needed) settle(l *cfa.Loc) bool {
	type reason struct {
		e     *cfa.Edge
		facts []int
	}
	var list []reason
	for _, e := range l.In {
		if !n.x.at[e.From.Index].live {
			continue
		}
		a, ok := e.Op.(*cfa.Assume)
		if !ok {
			return false
		}
		if !n.x.passes(e) {
			list = append(list, reason{e: e})
			continue
		}
		fs, ok := n.f.holds(n.f.at[e.From.Index], cfa.MkNot(a.Cond))
		if !ok {
			return false
		}
		list = append(list, reason{e, fs})
	}
	for _, r := range list {
		if r.facts == nil {
			n.bounds(r.e.From, r.e.Op.(*cfa.Assume).Cond)
		}
		for _, k := range r.facts {
			n.demand(demand{loc: r.e.From, fact: k})
		}
	}
	return true
}

// bounds demands the bounds of the variables of an expression.
func (n *needed) bounds(l *cfa.Loc, e cfa.Expr) {
	cfa.ExprReads(e, func(v *cfa.Var) {
		n.demand(demand{loc: l, v: v, low: true})
		n.demand(demand{loc: l, v: v})
	}, func(*cfa.Array) {})
}

func (n *needed) demand(d demand) {
	if d.v != nil && !n.tells(d) || n.seen[d] {
		return
	}
	n.seen[d] = true
	n.work = append(n.work, d)
}

// tells reports whether the bound says more than the type of the variable.
func (n *needed) tells(d demand) bool {
	val, ok := n.x.at[d.loc.Index].env.get(d.v.ID)
	all := d.v.Range.Interval()
	switch {
	case !ok:
		return false
	case d.low:
		return !val.NoLo && (all.NoLo || all.Lo.Less(val.Lo))
	}
	return !val.NoHi && (all.NoHi || val.Hi.Less(all.Hi))
}

// reasons demands that what no run comes to by the bounds is not come to, and walks back from all
// demands.
func (n *needed) reasons(q *cfa.Proc) {
	for _, l := range q.Locs {
		if !n.x.at[l.Index].live {
			n.out.Dead[l.ID] = true
			continue
		}
		for _, e := range l.Out {
			if a, ok := e.Op.(*cfa.Assume); ok && !n.x.at[e.To.Index].live && !n.out.Errors[e.To.ID] {
				n.bounds(l, a.Cond)
			}
		}
	}
	for len(n.work) > 0 {
		d := n.work[len(n.work)-1]
		n.work = n.work[:len(n.work)-1]
		n.record(d)
		for _, e := range d.loc.In {
			if n.x.at[e.From.Index].live && !n.out.Errors[e.To.ID] {
				n.before(e, d)
			}
		}
	}
	for _, l := range q.Locs {
		slices.SortFunc(n.out.Facts[l.ID], func(a, b cfa.Expr) int { return compare(a, b) })
	}
}

func compare(a, b cfa.Expr) int {
	x, y := cfa.ExprString(a), cfa.ExprString(b)
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// record writes down what is demanded.
func (n *needed) record(d demand) {
	var e cfa.Expr
	switch val, _ := n.x.at[d.loc.Index].env.get(varID(d.v)); {
	case d.v == nil:
		e = n.f.list[d.fact]
	case d.low:
		e = &cfa.Binary{Op: cfa.Ge, X: d.v, Y: cfa.ConstOf(val.Lo)}
	default:
		e = &cfa.Binary{Op: cfa.Le, X: d.v, Y: cfa.ConstOf(val.Hi)}
	}
	n.out.Facts[d.loc.ID] = append(n.out.Facts[d.loc.ID], e)
}

func varID(v *cfa.Var) int {
	if v == nil {
		return -1
	}
	return v.ID
}

// before demands in front of an edge what makes d hold behind it.
func (n *needed) before(e *cfa.Edge, d demand) {
	l := e.From
	if d.v == nil {
		if has(n.f.at[l.Index], d.fact) {
			// It was there, or the edge has made it anew.
			written := false
			for _, w := range n.f.transferDrops(e.Op) {
				written = written || w == d.fact
			}
			if !written {
				n.demand(demand{loc: l, fact: d.fact})
			}
		}
		if a, ok := e.Op.(*cfa.Assume); ok && !n.x.passes(e) {
			n.bounds(l, a.Cond)
		}
		return
	}
	switch op := e.Op.(type) {
	case *cfa.Assume:
		n.demand(demand{loc: l, v: d.v, low: d.low})
		if !n.x.passes(e) || reads(op.Cond, d.v) {
			n.bounds(l, op.Cond)
		}
		return
	case *cfa.Assign:
		if op.LHS == d.v {
			n.bounds(l, op.RHS)
			return
		}
	case *cfa.Havoc:
		if op.LHS == d.v {
			return
		}
	case *cfa.Call:
		if slices.Contains(op.Results, d.v) {
			return
		}
	}
	n.demand(demand{loc: l, v: d.v, low: d.low})
}

func reads(e cfa.Expr, v *cfa.Var) (yes bool) {
	cfa.ExprReads(e, func(w *cfa.Var) { yes = yes || v == w }, func(*cfa.Array) {})
	return yes
}
