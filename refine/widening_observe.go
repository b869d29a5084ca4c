package refine

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/widening"
)

// What the engine widening tells an observer. It looks at all paths to an error node at once; the one that is shown
// is one of them.

// look begins the iteration of an error node; without an observer nothing is done.
func (r *wideningRun[E]) look(a *widening.Analysis[E]) {
	r.it = nil
	if r.Session.Options.Observe == nil {
		return
	}
	r.it = &Iteration{
		Program: r.Slice, Kept: KeptCells(r.Slice, r.prec), Domain: r.domain(),
		States: r.Outcome.Stats.States + r.x.Stats.Nodes,
	}
	way := a.Real
	if way == nil {
		way = a.Any()
	}
	for l := way; l != nil; l = l.Next {
		r.it.Path = append(r.it.Path, cfa.Step{Edge: l.Edge, Kind: l.Kind})
	}
}

// domain names the domain of a run as people would.
func (r *wideningRun[E]) domain() string {
	name := r.dom.Name
	if name == "octagon" {
		name = "octagons"
	}
	if r.opt.Relaxed {
		name += " over the rationals"
	}
	return name
}

// asked adds what the solver says of the path.
func (r *wideningRun[E]) asked(path cfa.Path, a *arrays.Answer) {
	if r.it != nil {
		r.it.Path, r.it.Formula, r.it.Builder, r.it.Proof, r.it.Core = path, a.Path, a.Builder, a.Proof, a.Core
	}
}

// observe ends the iteration that look began, once.
func (r *wideningRun[E]) observe(what func(*Iteration)) {
	it := r.it
	if it == nil {
		return
	}
	r.it = nil
	what(it)
	if it.Domain != r.toldOf {
		it.Instead = r.toldOf
		r.toldOf = it.Domain
	}
	r.Session.Options.Observe(it)
}

// observeEnd tells of the end of a safe run.
func (r *wideningRun[E]) observeEnd() {
	if r.Session.Options.Observe == nil || r.Outcome.Verdict != Safe {
		return
	}
	r.it = &Iteration{
		Program: r.Slice, Kept: KeptCells(r.Slice, r.prec), Domain: r.domain(), States: r.Outcome.Stats.States, Done: true,
	}
	r.observe(func(*Iteration) {})
}

// repairs describes what was done to nodes, in the order of the program; what is done to several nodes of a place is
// told once.
func (r *wideningRun[E]) repairs(rs []widening.Repaired[E]) []Repair {
	var names []string
	for _, s := range r.x.Layout().Slots {
		names = append(names, s.Name())
	}
	kinds := map[widening.Repair]RepairKind{
		widening.Bounded: WideningBounded, widening.Image: ImageInstead, widening.Apart: JoinUndone,
		widening.Join: JoinFiner, widening.Finer: StepFiner, widening.Cases: StepByCases,
	}
	var out []Repair
	for _, x := range slices.Backward(rs) {
		p := Repair{Kind: kinds[x.What], Integers: r.Slice.Arith != cfa.Real}
		if x.Edge != nil {
			p.Pos = Step(x.Edge)
		} else {
			p.Pos = Place(x.Node.Place.Loc)
		}
		if p.Bounds = x.Bounds; len(p.Bounds) > 0 {
			p.Names = names
		}
		same := func(q Repair) bool {
			return q.Pos == p.Pos && q.Kind == p.Kind && slices.EqualFunc(q.Bounds, p.Bounds, linear.Constraint.Equal)
		}
		if !slices.ContainsFunc(out, same) {
			out = append(out, p)
		}
	}
	return out
}

// letWrap describes that a guard is given up.
func (r *wideningRun[E]) letWrap(g *dag.Place[E]) []Repair {
	return []Repair{{Pos: Step(g.Guard), Kind: WrapAllowed, Integers: true}}
}
