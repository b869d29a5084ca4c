package settled

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Why an error location is not settled, for people who improve the analysis. A fact that a test needs was lost, because
// another fact was lost before, and so on. The chain of these losses ends at their cause. The order of the losses tells
// the cause from its consequences.

// Explain writes to out why the error locations for which asked holds are not settled after the round with the given
// number. Rounds are numbered from 0. If the analysis does not make the round, Explain writes nothing. For each test, it
// writes about at most the given number of facts.
func Explain(p *cfa.Program, round, facts int, asked func(*cfa.Loc) bool, out io.Writer) {
	analyse(p, nil, &explainer{out: out, round: round, facts: facts, asked: asked})
}

// ExplainFact writes to out in which ways the fact with the given text may hold at the location in a round. For each part of
// such a way it says whether it holds, or else the order in which it was lost.
func ExplainFact(p *cfa.Program, round int, at *cfa.Loc, fact string, out io.Writer) {
	analyse(p, nil, &explainer{out: out, round: round, at: at, fact: fact})
}

// explainer records where facts are lost in one round.
type explainer struct {
	out    io.Writer
	round  int
	facts  int
	asked  func(*cfa.Loc) bool // nil: only the fact at one location is explained
	at     *cfa.Loc
	fact   string
	losses map[lossAt]loss
	seen   map[lossAt]bool // the losses that the chain has
}

// lossAt is fact k at a place where it does not hold.
type lossAt struct {
	place
	k int32
}

// loss says when a fact was lost, and over which edge or call.
type loss struct {
	order int
	edge  *cfa.Edge // nil: the call
	call  caller
}

// lost records that the facts in before, which is nil for all facts, and not in after are lost at a location of x.
func (e *explainer) lost(x *analysis, l *cfa.Loc, before, after []uint64, by loss) {
	by.order = len(e.losses)
	for k := range x.facts.list {
		if !has(after, k) && (before == nil || has(before, k)) {
			e.losses[lossAt{place{x, l}, int32(k)}] = by
		}
	}
}

const lasts = math.MaxInt // the order of a loss that did not happen

// end returns the order of the loss because of which fact k no longer follows at a place, and this loss. Of several ways in
// which the fact may follow, the one that was lost last counts. Ways that need other contexts or bounds are left out.
func (e *explainer) end(at place, k int32, depth int) (int, lossAt) {
	own := lossAt{at, k}
	by, lost := e.losses[own]
	if !lost {
		return lasts, own
	}
	last, which := by.order, own
	if depth == 0 {
		return last, which
	}
	for _, d := range at.x.facts.derivations(k) {
		if first, by := e.first(at, d.from, depth-1); first != lasts && first > last {
			last, which = first, by
		}
	}
	return last, which
}

// derived says how a fact follows at the same place, and from which facts together.
type derived struct {
	how  string
	from []int32
}

// derivations lists the ways in which fact k may follow from other facts at the same place, without those that need bounds.
func (f *facts) derivations(k int32) (list []derived) {
	for _, from := range f.joint[k] {
		list = append(list, derived{"follows from", from})
	}
	for _, j := range f.stronger[k] {
		list = append(list, derived{"is weaker than", []int32{j}})
	}
	for _, in := range f.instances[k] {
		list = append(list, derived{"is an instance at " + cfa.ExprString(in.at), append([]int32{in.own}, in.needs...)})
	}
	return list
}

// first returns the earliest of the losses because of which one of the facts in the list no longer follows at a place.
func (e *explainer) first(at place, list []int32, depth int) (int, lossAt) {
	order, which := lasts, lossAt{}
	for _, k := range list {
		if o, by := e.end(at, k, depth); o < order {
			order, which = o, by
		}
	}
	return order, which
}

// mostDerived limits the number of derivations between a fact and the loss because of which it does not hold.
const mostDerived = 2

// explain writes about each of the error locations that are open after the round.
func (e *explainer) explain(w *program, n *needed, errors []*cfa.Loc) {
	if e.asked == nil {
		for _, x := range w.of[e.at.Proc.ID] {
			for k, b := range x.facts.list {
				if b.String() == e.fact && x.facts.at[e.at.Index] != nil {
					e.ways(place{x, e.at}, int32(k))
				}
			}
		}
		return
	}
	for _, l := range errors {
		tests := slices.DeleteFunc(slices.Clone(testsOf(l)), func(t *cfa.Edge) bool { _, closed := n.closed(t); return closed })
		if !e.asked(l) || len(tests) == 0 {
			continue
		}
		fmt.Fprintf(e.out, "%s %s\n", l.Pos, l.Error)
		for _, t := range tests {
			a, ok := t.Op.(*cfa.Assume)
			if !ok {
				continue
			}
			fmt.Fprintf(e.out, "  test %s\n", t)
			for _, x := range w.of[l.Proc.ID] {
				e.test(x, t.From, cfa.MkNot(a.Cond))
			}
		}
	}
}

// test writes why c does not hold at l.
func (e *explainer) test(x *analysis, l *cfa.Loc, c cfa.Expr) {
	if x.facts.at[l.Index] == nil {
		return
	}
	list := e.wanted(x, l, c)
	if len(list) == 0 {
		fmt.Fprintf(e.out, "    no fact is known that would show it\n")
	}
	for i, k := range list {
		if i == e.facts {
			break
		}
		fmt.Fprintf(e.out, "    wanted: %s\n", x.facts.list[k])
		e.seen = map[lossAt]bool{}
		if order, by := e.end(place{x, l}, k, mostDerived); order != lasts {
			e.chain(by)
		} else {
			fmt.Fprintf(e.out, "      holds\n")
		}
	}
}

// ways writes the ways in which fact k may hold at a place.
func (e *explainer) ways(at place, k int32) {
	f := at.x.facts
	fmt.Fprintf(e.out, "%s#%d %s: %s\n", at.x.q.Name, at.x.id, at.l, e.state(at, k))
	for _, d := range f.derivations(k) {
		e.list(d.how, at, d.from)
	}
	for _, in := range at.l.In {
		fmt.Fprintf(e.out, "  over %s\n", in)
		for _, st := range f.affected(in) {
			for way := &st; way != nil && st.fact == k; way = way.or {
				if way.kind == stepLost {
					fmt.Fprintf(e.out, "    it is lost\n")
					continue
				}
				e.list("  needs", at.x.before(in, *way), way.before)
				if y := at.x.callees[in]; y != nil && len(way.atExit) > 0 {
					e.list("  needs at the exit", place{y, y.q.Exit}, way.atExit)
				}
			}
		}
	}
}

// list writes the facts at a place from which together another one follows.
func (e *explainer) list(how string, at place, from []int32) {
	fmt.Fprintf(e.out, "  %s\n", how)
	for _, k := range from {
		fmt.Fprintf(e.out, "      %s\n", e.state(at, k))
	}
}

// state returns the text of fact k, and whether it holds at a place.
func (e *explainer) state(at place, k int32) string {
	is := "holds"
	if at.x.facts.at[at.l.Index] != nil && !at.x.have(at.l, k) {
		order, _ := e.end(at, k, mostDerived)
		is = fmt.Sprintf("lost %d", order)
	}
	return is + "  " + at.x.facts.list[k].String()
}

// wanted lists the facts that are a part of c, or that goals at l which are a part of c need.
func (e *explainer) wanted(x *analysis, l *cfa.Loc, c cfa.Expr) (list []int32) {
	f := x.facts
	b, ok := c.(*cfa.Binary)
	if !ok {
		return nil
	}
	if k := f.number(b); k >= 0 {
		list = append(list, k)
	}
	for _, d := range []*cfa.Binary{guarded(b), unlessZero(b)} {
		if d != nil && f.number(d) >= 0 {
			list = append(list, f.number(d))
		}
	}
	clauses := []*cfa.Binary{b}
	for _, c := range slices.Concat(f.clauses(b, false), f.clauses(b, true)) {
		clauses = append(clauses, anyOf(c))
	}
	for _, g := range f.goals {
		if g.at == l && hasForm(clauses, g.c) {
			list = append(list, g.by.before...)
		}
	}
	if b.Op == cfa.And || b.Op == cfa.Or {
		list = append(append(list, e.wanted(x, l, b.X)...), e.wanted(x, l, b.Y)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// chain writes the loss at, and the losses that led to it.
func (e *explainer) chain(at lossAt) {
	by, x, f := e.losses[at], at.x, at.x.facts
	e.seen[at] = true
	fmt.Fprintf(e.out, "      %s#%d %s %s: %s\n", x.q.Name, x.id, at.l, at.l.Pos, f.list[at.k])
	for by.edge != nil { // go back to the first place of the procedure where the fact was lost
		before, ok := e.losses[lossAt{place{x, by.edge.From}, at.k}]
		if _, may := f.stepOver(by.edge, at.k); !ok || before.order > by.order || may {
			break
		}
		at.l, by = by.edge.From, before
	}
	if by.edge == nil {
		fmt.Fprintf(e.out, "        at the call in %s#%d %s\n", by.call.from.q.Name, by.call.from.id, by.call.by)
		e.because(f.entries[by.call][at.k], func(st step) (from, exit place, atExit []int32) {
			return place{by.call.from, by.call.by.From}, from, nil
		})
		return
	}
	fmt.Fprintf(e.out, "        over %s\n", by.edge)
	if st, may := f.stepOver(by.edge, at.k); may {
		e.because(st, func(st step) (from, exit place, atExit []int32) {
			if y := x.callees[by.edge]; y != nil {
				exit = place{y, y.q.Exit}
			}
			return x.before(by.edge, st), exit, st.atExit
		})
	} else if order, next := e.end(place{x, by.edge.From}, at.k, mostDerived); order != lasts && !e.seen[next] {
		e.chain(next)
	}
}

// stepOver returns the step of fact k over the edge e, if e may change the fact.
func (f *facts) stepOver(e *cfa.Edge, k int32) (st step, may bool) {
	list := f.affected(e)
	if i := slices.IndexFunc(list, func(st step) bool { return st.fact == k }); i >= 0 {
		return list[i], true
	}
	return step{}, false
}

// because writes why st and the other ways of its fact do not show it. Of these ways, the one that was lost last counts. The function at
// returns the place where the facts of a way have to hold, and the facts that have to hold at the exit of the callee as well.
func (e *explainer) because(st step, at func(step) (from, exit place, atExit []int32)) {
	last, which := -1, lossAt{}
	for way := &st; way != nil; way = way.or {
		from, exit, atExit := at(*way)
		first, by := e.first(from, way.before, mostDerived)
		if len(atExit) > 0 {
			if o, b := e.first(exit, atExit, mostDerived); o < first {
				first, by = o, b
			}
		}
		if way.kind == stepFact && first != lasts && first > last {
			last, which = first, by
		}
	}
	switch {
	case last < 0:
		fmt.Fprintf(e.out, "        no way is known\n")
	case e.seen[which]:
		fmt.Fprintf(e.out, "        see above: %s\n", which.x.facts.list[which.k])
	default:
		e.chain(which)
	}
}
