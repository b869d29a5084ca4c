package settled

import (
	"cmp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// demand is something that a conclusion needs at a location: an end of the bounds of a variable, or
// a fact.
type demand struct {
	loc  *cfa.Loc
	v    *cfa.Var
	low  bool
	fact int // where v is nil
}

// needed walks back from conclusions to what they rest on, also through calls, and records it. What is
// recorded is inductive: it follows at each location from what is recorded at those before it.
type needed struct {
	w    *program
	out  *cfa.Settled
	work []demand
	seen [][]uint64 // by Loc.ID: a set of what is demanded there; nil: nothing
	// What is recorded, each once: much of it holds at many locations.
	terms   []term
	ofFacts [][]int32 // by Proc.ID and fact, plus 1; 0: not recorded yet
	ofBound map[end]int32
	at      [][]int32 // by Loc.ID
}

// term is a comparison, and how it is written.
type term struct {
	e    cfa.Expr
	text string
	id   int32 // the place in needed.terms
}

// end is a bound of a variable.
type end struct {
	v   *cfa.Var
	low bool
	val num.Int
}

func newNeeded(w *program, out *cfa.Settled) *needed {
	n := &needed{
		w: w, out: out, seen: make([][]uint64, len(w.p.Locs)), ofFacts: make([][]int32, len(w.p.Procs)),
		ofBound: map[end]int32{}, at: make([][]int32, len(w.p.Locs)),
	}
	for _, x := range w.procs {
		n.ofFacts[x.q.ID] = make([]int32, len(x.facts.list))
	}
	return n
}

// of is the analysis of the procedure of a location, and at the state there.
func (n *needed) of(l *cfa.Loc) *analysis { return n.w.procs[l.Proc.ID] }

func (x *analysis) state(l *cfa.Loc) state { return x.at[l.Index] }

// settle reports whether no run comes to the error location, and demands the reasons.
func (n *needed) settle(l *cfa.Loc) bool {
	type reason struct {
		e     *cfa.Edge
		facts []int
	}
	var list []reason
	x := n.of(l)
	for _, e := range l.In {
		if !x.state(e.From).live {
			continue
		}
		a, ok := e.Op.(*cfa.Assume)
		if !ok {
			return false
		}
		if !x.passes(e) {
			list = append(list, reason{e: e})
			continue
		}
		fs, ok := x.facts.holds(x.facts.at[e.From.Index], cfa.MkNot(a.Cond))
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
	}, nil)
}

func (n *needed) demand(d demand) {
	x := n.of(d.loc)
	bit := d.fact
	if d.v != nil {
		if !n.tells(d) {
			return
		}
		bit = len(x.facts.list) + 2*x.vars.number(d.v)
		if d.low {
			bit++
		}
	}
	seen := &n.seen[d.loc.ID]
	for len(*seen) <= bit/64 {
		*seen = append(*seen, 0)
	}
	if has(*seen, bit) {
		return
	}
	(*seen)[bit/64] |= 1 << (bit % 64)
	n.work = append(n.work, d)
}

// tells reports whether the bound says more than the type of the variable.
func (n *needed) tells(d demand) bool {
	val, ok := n.of(d.loc).state(d.loc).env.Get(d.v)
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
func (n *needed) reasons() {
	for _, x := range n.w.procs {
		for _, l := range x.q.Locs {
			if !x.state(l).live {
				n.out.Dead[l.ID] = true
				continue
			}
			for _, e := range l.Out {
				if a, ok := e.Op.(*cfa.Assume); ok && !x.state(e.To).live && !n.out.Errors[e.To.ID] {
					n.bounds(l, a.Cond)
				}
			}
		}
	}
	for len(n.work) > 0 {
		d := n.work[len(n.work)-1]
		n.work = n.work[:len(n.work)-1]
		n.at[d.loc.ID] = append(n.at[d.loc.ID], n.term(d))
		x := n.of(d.loc)
		for _, e := range d.loc.In {
			if x.state(e.From).live && !n.out.Errors[e.To.ID] {
				n.before(e, d)
			}
		}
		if d.loc == x.q.Entry {
			n.beforeCalls(x.q, d)
		}
	}
	n.write()
}

// write lists at each location what is recorded there, in the order of the texts.
func (n *needed) write() {
	sorted := slices.Clone(n.terms)
	slices.SortFunc(sorted, func(a, b term) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.id, b.id)) })
	place := make([]int32, len(sorted))
	for i, t := range sorted {
		place[t.id] = int32(i)
	}
	for _, l := range n.w.p.Locs {
		list := n.at[l.ID]
		if len(list) == 0 {
			continue
		}
		for i, id := range list {
			list[i] = place[id]
		}
		slices.Sort(list)
		facts := make([]cfa.Expr, len(list))
		for i, k := range list {
			facts[i] = sorted[k].e
		}
		n.out.Facts[l.ID] = facts
	}
}

// term is the place in the list of terms of what is demanded.
func (n *needed) term(d demand) int32 {
	if d.v == nil {
		of := &n.ofFacts[d.loc.Proc.ID][d.fact]
		if *of == 0 {
			*of = n.add(n.of(d.loc).facts.list[d.fact]) + 1
		}
		return *of - 1
	}
	val, _ := n.of(d.loc).state(d.loc).env.Get(d.v)
	op, at := cfa.Le, val.Hi
	if d.low {
		op, at = cfa.Ge, val.Lo
	}
	// Large numbers are compared by where they are, so that terms may be there twice: no harm.
	k, ok := n.ofBound[end{d.v, d.low, at}]
	if !ok {
		k = n.add(&cfa.Binary{Op: op, X: d.v, Y: cfa.ConstOf(at)})
		n.ofBound[end{d.v, d.low, at}] = k
	}
	return k
}

func (n *needed) add(e cfa.Expr) int32 {
	id := int32(len(n.terms))
	n.terms = append(n.terms, term{e, cfa.ExprString(e), id})
	return id
}

// before demands in front of an edge what makes d hold after it.
func (n *needed) before(e *cfa.Edge, d demand) {
	l, x := e.From, n.of(e.From)
	if d.v == nil {
		if has(x.facts.at[l.Index], d.fact) {
			// It was there, or the edge has made it anew.
			written := false
			x.facts.drops(e.Op, func(ks []int32) { written = written || slices.Contains(ks, int32(d.fact)) })
			if !written {
				n.demand(demand{loc: l, fact: d.fact})
			}
		}
		if a, ok := e.Op.(*cfa.Assume); ok && !x.passes(e) {
			n.bounds(l, a.Cond)
		}
		return
	}
	switch op := e.Op.(type) {
	case *cfa.Assume:
		n.demand(demand{loc: l, v: d.v, low: d.low})
		if !x.passes(e) || reads(op.Cond, d.v) {
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
		if i := slices.Index(op.Results, d.v); i >= 0 {
			n.demand(demand{loc: op.Callee.Exit, v: op.Callee.Results[i], low: d.low})
			return
		}
		if d.v.Proc == nil && op.Callee.Mods.Has(d.v) {
			n.demand(demand{loc: op.Callee.Exit, v: d.v, low: d.low})
			return
		}
	}
	n.demand(demand{loc: l, v: d.v, low: d.low})
}

// beforeCalls demands at the calls of a procedure what makes d hold at its entry.
func (n *needed) beforeCalls(q *cfa.Proc, d demand) {
	for _, e := range q.Callers {
		if d.v == nil || !n.of(e.From).state(e.From).live {
			continue
		}
		if i := slices.Index(q.Params, d.v); i >= 0 {
			n.bounds(e.From, e.Op.(*cfa.Call).Args[i])
		} else {
			n.demand(demand{loc: e.From, v: d.v, low: d.low})
		}
	}
}

func reads(e cfa.Expr, v *cfa.Var) (yes bool) {
	cfa.ExprReads(e, func(w *cfa.Var) { yes = yes || v == w }, nil)
	return yes
}
