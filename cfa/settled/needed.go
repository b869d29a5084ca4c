package settled

import (
	"cmp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The facts and bounds that the conclusions rest on. The analysis knows much more than a proof needs.

// A demand is something that a conclusion needs at a place: a bound of a variable, a fact, or that no run reaches the
// place.
type demand struct {
	place
	v     *cfa.Var // the variable, if a bound is needed
	low   bool     // it is the lower bound of v
	fact  int      // the fact that is needed, if v is nil and never is false
	never bool     // what is needed is that no run reaches the place: facts contradict a test on each path to it
}

// needed walks back from conclusions to the facts and bounds that they rest on, also through calls, and records
// these. The record is inductive: what is recorded at a location follows from what is recorded at its predecessors.
type needed struct {
	w    *program
	out  *cfa.Settled
	work []demand
	// What has been demanded: sets of facts, and of bounds of variables, by context and Loc.Index. nil is the empty
	// set.
	seenFacts, seenBounds [][][]uint64
	// The comparisons that are recorded. Each has one term, since many of them are needed at many locations.
	terms   []term
	byText  map[string][]int32
	ofFacts [][]int32 // by context and fact: the ID of its term, plus 1; 0: not recorded yet
	ofBound map[end]int32
	at      [][][]int32              // by context and Loc.Index: the IDs of the terms that are recorded there
	cells   map[*cfa.Edge][]cfa.Expr // see cfa.Settled.Cells
	dead    []bool                   // by Loc.ID: it is in front of a promise to an error, and no run reaches it
	never   [][]bool                 // by context and Loc.Index: no run reaches the location, because of facts
}

// term is a comparison that is recorded, and its text.
type term struct {
	e    cfa.Expr
	text string
	id   int32 // the index in needed.terms
}

// end is a bound of a variable: v >= val if low is set, and otherwise v <= val.
type end struct {
	v   *cfa.Var
	low bool
	val num.Int
}

// newNeeded returns a record in which nothing is demanded.
func newNeeded(w *program) *needed {
	k := len(w.order)
	n := &needed{
		w: w, cells: map[*cfa.Edge][]cfa.Expr{}, dead: make([]bool, len(w.p.Locs)),
		out:       &cfa.Settled{Olds: map[*cfa.Array]*cfa.Array{}, Old: w.oldEnd, OldOf: w.heapEnd, Any: w.any, Errors: make([]bool, len(w.p.Locs)), Dead: make([]bool, len(w.p.Locs))},
		seenFacts: make([][][]uint64, k), seenBounds: make([][][]uint64, k),
		byText: map[string][]int32{}, ofFacts: make([][]int32, k), ofBound: map[end]int32{}, at: make([][][]int32, k), never: make([][]bool, k),
	}
	for i, x := range w.order {
		n.seenBounds[i], n.at[i] = make([][]uint64, len(x.q.Locs)), make([][]int32, len(x.q.Locs))
		n.never[i] = make([]bool, len(x.q.Locs))
	}
	return n
}

// start prepares for the facts of a new round, which have new numbers.
func (n *needed) start() {
	for i, x := range n.w.order {
		n.ofFacts[i] = make([]int32, len(x.facts.list))
		n.seenFacts[i] = make([][]uint64, len(x.q.Locs))
	}
}

// state returns the state at l: bounds of variables.
func (x *analysis) state(l *cfa.Loc) state { return x.at[l.Index] }

// settle reports whether the analysis shows that no run reaches the error location l in any context. If so, it
// demands the reasons.
func (n *needed) settle(l *cfa.Loc) bool {
	var reasons []reason
	var also []*cfa.Loc
	for _, e := range l.In {
		list, ok := n.closed(e)
		if !ok && e.From.Promised() == e {
			// What is known does not contradict the promised edge e itself (see cfa.Loc.Promised). But no run gets to e
			// if it contradicts every edge into e.From.
			ok, also = true, append(also, e.From)
			for _, t := range e.From.In {
				more, closed := n.closed(t)
				ok, list = ok && closed, append(list, more...)
			}
		}
		if !ok {
			return false
		}
		reasons = append(reasons, list...)
	}
	for _, l := range also {
		n.dead[l.ID] = true
	}
	for _, r := range reasons {
		if r.never {
			n.unreached(r.place)
		} else if r.fact < 0 {
			n.bounds(r.place, r.bounds)
		} else {
			n.fact(r.place, r.fact)
		}
	}
	n.out.Errors[l.ID] = true
	return true
}

// A reason is a fact or bounds that hold at a place, because of which no run takes an edge.
type reason struct {
	place
	because
	never bool // instead, the reason is that no run reaches the place, because of facts
}

// closed reports whether no run takes e in any context, and lists the reasons. The edge e leads to an error location,
// or to the location in front of a promise that leads to one.
func (n *needed) closed(e *cfa.Edge) (reasons []reason, ok bool) {
	for _, x := range n.w.of[e.From.Proc.ID] {
		if !x.state(e.From).live {
			continue
		}
		a, ok := e.Op.(*cfa.Assume)
		if !ok {
			return nil, false
		}
		if x.facts.at[e.From.Index] == nil {
			reasons = append(reasons, reason{place: place{x, e.From}, never: true})
			continue
		}
		list := []because{{fact: -1, bounds: a.Cond}}
		if x.passes(e) {
			if list, ok = x.facts.holds(e.From, cfa.MkNot(a.Cond)); !ok {
				return nil, false
			}
		}
		for _, b := range list {
			reasons = append(reasons, reason{place: place{x, e.From}, because: b})
		}
	}
	return reasons, true
}

// bounds demands, at a place, the bounds of all variables in e.
func (n *needed) bounds(at place, e cfa.Expr) {
	cfa.ExprReads(e, func(v *cfa.Var) {
		n.demand(demand{place: at, v: v, low: true})
		n.demand(demand{place: at, v: v})
	}, nil)
}

// demand adds d to the work, unless it has been demanded before or says nothing.
func (n *needed) demand(d demand) {
	bit, sets := d.fact, n.seenFacts
	if d.v != nil {
		if !n.tells(d) {
			return
		}
		bit, sets = 2*d.x.number(d.v), n.seenBounds
		if d.low {
			bit++
		}
	}
	seen := &sets[d.x.id][d.l.Index]
	for len(*seen) <= bit/64 {
		*seen = append(*seen, 0)
	}
	if has(*seen, bit) {
		return
	}
	(*seen)[bit/64] |= 1 << (bit % 64)
	n.work = append(n.work, d)
}

// tells reports whether the bound in d says more than the type of the variable.
func (n *needed) tells(d demand) bool {
	val, ok := d.x.state(d.l).env.Get(d.v)
	all := d.v.Range.Interval()
	switch {
	case !ok:
		return false
	case d.low:
		return !val.NoLo && (all.NoLo || all.Lo.Less(val.Lo))
	}
	return !val.NoHi && (all.NoHi || val.Hi.Less(all.Hi))
}

// reasons walks back from all demands. Before that, it looks for locations that no run reaches by bounds. For each
// test that leads to such a location, it demands the bounds that contradict the test.
func (n *needed) reasons() {
	for _, x := range n.w.order {
		for _, l := range x.q.Locs {
			if !x.state(l).live {
				continue
			}
			for _, e := range l.Out {
				if a, ok := e.Op.(*cfa.Assume); ok && !x.state(e.To).live && !n.out.Errors[e.To.ID] && !n.dead[e.To.ID] {
					n.bounds(place{x, l}, a.Cond)
				}
			}
		}
	}
	for len(n.work) > 0 {
		d := n.work[len(n.work)-1]
		n.work = n.work[:len(n.work)-1]
		if d.never {
			n.beforeUnreached(d.place)
			continue
		}
		at := &n.at[d.x.id][d.l.Index]
		*at = append(*at, n.term(d))
		for _, e := range d.l.In {
			if d.x.state(e.From).live && !n.out.Errors[e.To.ID] && !n.dead[e.To.ID] {
				n.before(e, d)
			}
		}
		if d.l == d.x.q.Entry {
			n.beforeCalls(d)
		}
	}
}

// write stores the record in n.out. The facts of a location are sorted by their texts.
func (n *needed) write() {
	for a, old := range n.w.olds {
		n.out.Olds[old] = a
	}
	sorted := slices.Clone(n.terms)
	slices.SortFunc(sorted, func(a, b term) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.id, b.id)) })
	place := make([]int32, len(sorted)) // by the ID of a term: its index in sorted
	for i, t := range sorted {
		place[t.id] = int32(i)
	}
	for i := range n.out.Dead {
		n.out.Dead[i] = true
	}
	for i, x := range n.w.order {
		c := cfa.SettledContext{Proc: x.q, Facts: make([][]cfa.Expr, len(x.q.Locs)), Dead: make([]bool, len(x.q.Locs))}
		for k, l := range x.byIndex {
			c.Dead[k] = !x.state(l).live || n.dead[l.ID] || n.never[i][k]
			n.out.Dead[l.ID] = n.out.Dead[l.ID] && c.Dead[k]
			list := n.at[i][k]
			for j, id := range list {
				list[j] = place[id]
			}
			slices.Sort(list)
			for _, j := range slices.Compact(list) {
				c.Facts[k] = append(c.Facts[k], sorted[j].e)
			}
		}
		n.out.Contexts = append(n.out.Contexts, c)
	}
}

// term returns the ID of the term for the bound or fact of d.
func (n *needed) term(d demand) int32 {
	if d.v == nil {
		of := &n.ofFacts[d.x.id][d.fact]
		if *of == 0 {
			*of = n.add(d.x.facts.list[d.fact]) + 1
		}
		return *of - 1
	}
	val, _ := d.x.state(d.l).env.Get(d.v)
	op, at := cfa.Le, val.Hi
	if d.low {
		op, at = cfa.Ge, val.Lo
	}
	// Large numbers are keys by their addresses. So a bound may be missed here, which does no harm, since add looks
	// it up.
	k, ok := n.ofBound[end{d.v, d.low, at}]
	if !ok {
		k = n.add(&cfa.Binary{Op: op, X: d.v, Y: cfa.ConstOf(at)})
		n.ofBound[end{d.v, d.low, at}] = k
	}
	return k
}

// add returns the ID of the term for e, and makes this term if it is new.
func (n *needed) add(e cfa.Expr) int32 {
	text := cfa.ExprString(e)
	for _, id := range n.byText[text] {
		if cfa.SameForm(n.terms[id].e, e) {
			return id
		}
	}
	id := int32(len(n.terms))
	n.terms = append(n.terms, term{e, text, id})
	n.byText[text] = append(n.byText[text], id)
	return id
}

// before demands in front of the edge e, or at the exit of its callee, what makes d hold after e.
func (n *needed) before(e *cfa.Edge, d demand) {
	x := d.x
	at := place{x, e.From}
	if d.v == nil {
		n.beforeFact(e, d)
		if a, ok := e.Op.(*cfa.Assume); ok && !x.passes(e) {
			n.bounds(at, a.Cond)
		}
		return
	}
	switch op := e.Op.(type) {
	case *cfa.Assume:
		n.demand(demand{place: at, v: d.v, low: d.low})
		if !x.passes(e) || reads(op.Cond, d.v) {
			n.bounds(at, op.Cond)
		}
		n.byDefinition(at, e, d.v)
		return
	case *cfa.Assign:
		if op.LHS == d.v {
			n.bounds(at, op.RHS)
			return
		}
	case *cfa.Havoc:
		if op.LHS == d.v {
			return
		}
	case *cfa.Call:
		y := x.callees[e]
		if i := slices.Index(op.Results, d.v); i >= 0 {
			n.demand(demand{place: place{y, y.q.Exit}, v: y.q.Results[i], low: d.low})
			return
		}
		if d.v.Proc == nil && op.Callee.Mods.Has(d.v) {
			n.demand(demand{place: place{y, y.q.Exit}, v: d.v, low: d.low})
			return
		}
	}
	n.demand(demand{place: at, v: d.v, low: d.low})
}

// used returns the facts of each context, by its number, that are a part of a proof in the last round.
func (n *needed) used() [][]proved {
	list := make([][]proved, len(n.w.order))
	for i, x := range n.w.order {
		var all []uint64
		for _, set := range n.seenFacts[i] {
			for k, word := range set {
				for len(all) <= k {
					all = append(all, 0)
				}
				all[k] |= word
			}
		}
		for k, b := range x.facts.list {
			if k/64 < len(all) && has(all, k) {
				list[i] = append(list[i], proved{b, x.facts.depth[k]})
			}
		}
	}
	return list
}

// keepUnreached demands that no run reaches the locations that facts have not reached, except for ends of runs. So later
// rounds, which have other facts, need not show this again.
func (n *needed) keepUnreached() {
	for _, x := range n.w.order {
		for _, l := range x.q.Locs {
			if x.facts.at[l.Index] == nil && !x.isEnd(l) {
				n.unreached(place{x, l})
			}
		}
	}
}

// close makes the locations that no run reaches because of facts count as such in later rounds. It reports whether there are new
// ones.
func (n *needed) close() (some bool) {
	for i, x := range n.w.order {
		for k, never := range n.never[i] {
			if never && !x.closed[k] {
				x.at[k].live, x.closed[k], some = false, true, true
			}
		}
	}
	return some
}

// forgetBounds prepares for new bounds of variables.
func (n *needed) forgetBounds() {
	for i, x := range n.w.order {
		n.seenBounds[i] = make([][]uint64, len(x.q.Locs))
	}
}

// unreached demands that no run reaches a place that facts have not reached.
func (n *needed) unreached(at place) {
	if is := &n.never[at.x.id][at.l.Index]; at.x.state(at.l).live && !*is {
		*is = true
		n.work = append(n.work, demand{place: at, never: true})
	}
}

// beforeUnreached demands, for each way to a place that facts have not reached, what keeps runs from taking it.
func (n *needed) beforeUnreached(at place) {
	x := at.x
	for _, e := range at.l.In {
		from := place{x, e.From}
		if !x.state(e.From).live {
			continue
		}
		y := x.callees[e]
		switch a, test := e.Op.(*cfa.Assume); {
		case x.facts.at[e.From.Index] == nil:
			n.unreached(from)
		case test && !x.passes(e):
			n.bounds(from, a.Cond)
		case y != nil:
			n.unreached(place{y, y.q.Exit})
		default:
			if k := x.blockedBy(e); k >= 0 {
				n.fact(from, k)
			}
		}
	}
	if at.l == x.q.Entry {
		for _, c := range x.callers {
			n.unreached(place{c.from, c.by.From})
		}
	}
}

// beforeFact demands in front of the edge e, or at the exit of its callee, what makes the fact of d hold after e.
func (n *needed) beforeFact(e *cfa.Edge, d demand) {
	f := d.x.facts
	in := f.at[e.From.Index]
	if in == nil {
		n.unreached(place{d.x, e.From})
		return
	}
	if k := d.x.blockedBy(e); k >= 0 {
		n.fact(place{d.x, e.From}, k)
		return
	}
	if y := d.x.callees[e]; y != nil && y.facts.at[y.q.Exit.Index] == nil {
		n.unreached(place{y, y.q.Exit})
		return
	}
	held := has(in, d.fact)
	if _, test := e.Op.(*cfa.Assume); !test || !held {
		for _, st := range f.affected(e) {
			if int(st.fact) == d.fact && after(d.x, e, st) {
				by := *d.x.way(e, st)
				n.beforeStep(d.x.before(e, by), by)
				n.atExits(e, d.x, by)
				return
			}
		}
	}
	n.fact(place{d.x, e.From}, int32(d.fact)) // it was propagated, or derived there (solver.keep)
}

// beforeStep demands the bounds and facts of st.bounds and st.before at a place.
func (n *needed) beforeStep(at place, st step) {
	for _, b := range st.bounds {
		n.bounds(at, b)
	}
	for _, k := range st.before {
		n.fact(at, k)
	}
}

// fact demands fact k at a place, or the facts and bounds from which it follows there.
func (n *needed) fact(at place, k int32) {
	f := at.x.facts
	if f.at[at.l.Index] == nil {
		n.unreached(at)
		return
	}
	at.x.have(at.l, k)
	d := &n.w.derivation
	for _, j := range d.facts {
		n.demand(demand{place: at, fact: int(j)})
	}
	for _, b := range d.bounds {
		n.bounds(at, b)
	}
	for _, in := range d.instances {
		n.inAllContexts(at, in.all)
		for _, e := range at.l.Out {
			n.cell(e, in.at)
		}
	}
}

// inAllContexts demands the fact b at the location of a place, in all contexts of the procedure.
func (n *needed) inAllContexts(at place, b *cfa.Binary) {
	for _, y := range n.w.of[at.x.q.ID] {
		switch {
		case !y.state(at.l).live:
		case y.facts.at[at.l.Index] == nil:
			n.unreached(place{y, at.l})
		default:
			n.demand(demand{place: place{y, at.l}, fact: int(y.facts.number(b))})
		}
	}
}

// cell records that, on the edge e, facts about all cells are used for the cell at the address at.
func (n *needed) cell(e *cfa.Edge, at cfa.Expr) {
	if !slices.ContainsFunc(n.cells[e], func(x cfa.Expr) bool { return cfa.SameForm(x, at) }) {
		n.cells[e] = append(n.cells[e], at)
		n.out.Cells = append(n.out.Cells, cfa.SettledCell{Edge: e, At: at})
	}
}

// atExits demands st.atExit, of a step over the call e, at the exit of the callee.
func (n *needed) atExits(e *cfa.Edge, x *analysis, st step) {
	for _, at := range st.cells {
		n.cell(e, at)
	}
	y := x.callees[e]
	for _, k := range st.atExit {
		exit := place{y, y.q.Exit}
		if st.cells != nil {
			n.inAllContexts(exit, y.facts.list[k])
		} else if y.state(exit.l).live && y.facts.at[exit.l.Index] != nil {
			n.demand(demand{place: exit, fact: int(k)})
		}
	}
}

// beforeCalls demands, at the calls of a context, what makes d hold at the context's entry.
func (n *needed) beforeCalls(d demand) {
	for _, c := range d.x.callers {
		at := place{c.from, c.by.From}
		if !at.x.state(at.l).live {
			continue
		}
		if d.v == nil {
			n.beforeStep(at, d.x.facts.entries[c][d.fact])
		} else if i := slices.Index(d.x.q.Params, d.v); i >= 0 {
			n.bounds(at, c.by.Op.(*cfa.Call).Args[i])
		} else {
			n.demand(demand{place: at, v: d.v, low: d.low})
		}
	}
}

// reads reports whether e reads v.
func reads(e cfa.Expr, v *cfa.Var) (yes bool) {
	cfa.ExprReads(e, func(w *cfa.Var) { yes = yes || v == w }, nil)
	return yes
}
