package widening

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/precision"
)

// Reports of the engine widening to an observer. The engine analyses all paths to an error node at once; the observer
// gets one of them.

// look begins the iteration of an error node. It does nothing if there is no observer.
func (r *run[E]) look(a *Analysis[E]) {
	r.it = nil
	if r.Session.Options.Observe == nil {
		return
	}
	r.it = r.iteration()
	r.it.States += r.x.Stats.Nodes
	way := a.Real
	if way == nil {
		way = a.Any()
	}
	for l := way; l != nil; l = l.Next {
		r.it.Path = append(r.it.Path, cfa.Step{Edge: l.Edge, Kind: l.Kind})
	}
}

// domain returns the domain's name for reports.
func (r *run[E]) domain() string {
	name := cmp.Or(r.dom.Plural, r.dom.Name)
	if r.opt.Relaxed {
		name += " over the rationals"
	}
	return name
}

// observe completes the iteration that look began, and reports it once.
func (r *run[E]) observe(what func(*refine.Iteration)) {
	it := r.it
	r.it = nil
	r.Observe(it, what)
}

// observeEnd reports the end of a safe run.
func (r *run[E]) observeEnd() {
	if r.Session.Options.Observe == nil || r.Outcome.Verdict != refine.Safe {
		return
	}
	r.it = r.iteration()
	r.observe(func(it *refine.Iteration) { it.Done = true })
}

// iteration returns an iteration without a path, with the current states and precision.
func (r *run[E]) iteration() *refine.Iteration {
	return &refine.Iteration{
		Program: r.Slice, Precision: r.Vocabulary().Cells(r.prec), Domain: r.domain(), States: r.Outcome.Stats.States,
		Reached: func(yield func(*cfa.Loc, fmt.Stringer) bool) {
			names := r.x.Layout().Names()
			for _, p := range r.x.Places() {
				for _, n := range p.Nodes {
					if !yield(p.Loc, constraints{n.State.Constraints(), names}) {
						return
					}
				}
			}
		},
	}
}

// constraints is the list of a state's constraints, with the names of its dimensions.
type constraints struct {
	list  []linear.Constraint
	names []string
}

func (c constraints) String() string {
	texts := make([]string, len(c.list))
	for i, k := range c.list {
		texts[i] = k.Format(c.names)
	}
	return strings.Join(texts, ", ")
}

// repairs describes the repairs rs, in the order of the program. The same repair of several nodes of a place is shown
// once.
func (r *run[E]) repairs(rs []Repaired[E]) []refine.Repair {
	kinds := map[Repair]refine.RepairKind{
		Bounded: refine.WideningBounded, Image: refine.ImageInstead, Apart: refine.JoinUndone,
		Join: refine.JoinFiner, Finer: refine.StepFiner, Cases: refine.StepByCases,
	}
	var out []refine.Repair
	for _, x := range slices.Backward(rs) {
		p := refine.Repair{Kind: kinds[x.What]}
		if x.Edge != nil {
			p.Pos = x.Edge.Place()
		} else {
			p.Pos = x.Node.Place.Loc.Place()
		}
		for _, c := range x.Bounds {
			p.Bounds = append(p.Bounds, r.Vocabulary().Bound(precision.At(x.Node.Place.Loc), r.x.Layout().Slots, c))
		}
		same := func(q refine.Repair) bool {
			return q.Pos == p.Pos && q.Kind == p.Kind && slices.EqualFunc(q.Bounds, p.Bounds, func(a, b precision.Element) bool { return a.Term == b.Term })
		}
		if !slices.ContainsFunc(out, same) {
			out = append(out, p)
		}
	}
	return out
}

// letWrap describes the repair that gives up the guard at g.
func (r *run[E]) letWrap(g *dag.Place[E]) []refine.Repair {
	return []refine.Repair{{Pos: g.Guard.Place(), Kind: refine.WrapAllowed}}
}
