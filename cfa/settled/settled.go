package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Analyse looks for error locations of checks that no run comes to, in a program that Finish has
// completed, and sets Program.Settled, to nil where there are none.
func Analyse(p *cfa.Program) {
	out := &cfa.Settled{Errors: make([]bool, len(p.Locs)), Facts: make([][]cfa.Expr, len(p.Locs)), Dead: make([]bool, len(p.Locs))}
	some := false
	for _, q := range p.Procs {
		some = procedure(q, out) || some
	}
	p.Settled = nil
	if some {
		p.Settled = out
	}
}

func isCheck(l *cfa.Loc) bool { return l.Error != nil && l.Error.IsCheck() && !l.Error.Unsupported }

// procedure settles the errors of one procedure.
func procedure(q *cfa.Proc, out *cfa.Settled) bool {
	var errors []*cfa.Loc
	for _, l := range q.Locs {
		if isCheck(l) {
			errors = append(errors, l)
		}
	}
	if len(errors) == 0 {
		return false
	}
	x := &intervals{q: q}
	x.track(errors)
	if !x.analyse() {
		return false
	}
	f := newFacts(x)
	for _, l := range errors {
		for _, e := range l.In {
			if a, ok := e.Op.(*cfa.Assume); ok && x.passes(e) {
				f.collect(cfa.MkNot(a.Cond))
			}
		}
	}
	f.solve(q)
	n := &needed{x: x, f: f, out: out, seen: map[demand]bool{}}
	some := false
	for _, l := range errors {
		if n.settle(l) {
			out.Errors[l.ID], some = true, true
		}
	}
	if some {
		n.reasons(q)
	}
	return some
}

// passes reports whether a run may take the edge, by the bounds.
func (x *intervals) passes(e *cfa.Edge) bool {
	s := x.at[e.From.Index]
	if !s.live {
		return false
	}
	if a, ok := e.Op.(*cfa.Assume); ok {
		return x.assume(s, a.Cond).live
	}
	return true
}

// track finds the variables whose bounds may matter to the tests: those that the tests read, those
// that they are set from, and those that they are compared with. It collects their thresholds.
func (x *intervals) track(errors []*cfa.Loc) {
	x.tracked, x.thresholds = map[*cfa.Var]bool{}, map[*cfa.Var][]num.Int{}
	var work []*cfa.Var
	need := func(v *cfa.Var) {
		if !x.tracked[v] {
			x.tracked[v] = true
			work = append(work, v)
		}
	}
	for _, l := range errors {
		for _, e := range l.In {
			if a, ok := e.Op.(*cfa.Assume); ok {
				cfa.ExprReads(a.Cond, need, func(*cfa.Array) {})
			}
		}
	}
	from := map[*cfa.Var][]*cfa.Var{}
	link := func(v *cfa.Var, e cfa.Expr) {
		if cfa.Small(e, smallNodes) {
			cfa.ExprReads(e, func(w *cfa.Var) { from[v] = append(from[v], w) }, func(*cfa.Array) {})
		}
	}
	for _, l := range x.q.Locs {
		for _, e := range l.Out {
			switch op := e.Op.(type) {
			case *cfa.Assign:
				link(op.LHS, op.RHS)
				if k, isConst := cfa.IsConst(op.RHS); isConst {
					x.threshold(op.LHS, k)
				}
			case *cfa.Assume:
				conjuncts(op.Cond, func(b *cfa.Binary) {
					v, ok := b.X.(*cfa.Var)
					if !ok {
						return
					}
					if k, isConst := cfa.IsConst(b.Y); isConst {
						x.threshold(v, k)
						return
					}
					link(v, b.Y)
					if w, ok := b.Y.(*cfa.Var); ok {
						link(w, v)
					}
				})
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, w := range from[v] {
			need(w)
		}
	}
	for v, ts := range x.thresholds {
		slices.SortFunc(ts, num.Int.Cmp)
		x.thresholds[v] = slices.CompactFunc(ts, num.Int.Equal)
	}
}

// threshold adds the constant that v is compared with, and its neighbours.
func (x *intervals) threshold(v *cfa.Var, k num.Int) {
	if len(x.thresholds[v]) < 3*maxThresholds {
		one := num.Of(1)
		x.thresholds[v] = append(x.thresholds[v], k.Sub(one), k, k.Add(one))
	}
}
