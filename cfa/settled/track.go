package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The variables whose bounds are computed, and their thresholds: the numbers at which the ends of a variable's
// interval may stop while it is widened.

// number returns the number of v in the context x. If v has none, it gets the next one.
func (x *analysis) number(v *cfa.Var) int {
	k, ok := x.vars[v]
	if !ok {
		k = len(x.vars)
		x.vars[v] = k
	}
	return k
}

// track finds the variables whose bounds may matter to the tests for errors, and their thresholds. These are the
// variables that the tests read, that are compared with characters, or that are stored in strings, and all variables from
// which such a variable is set, also by calls, or with which it is compared.
func (w *program) track(errors []*cfa.Loc) {
	w.tracked = make([]bool, len(w.p.Vars))
	from := make([][]*cfa.Var, len(w.p.Vars)) // by Var.ID: the variables that it depends on
	var work []*cfa.Var
	need := func(v *cfa.Var) {
		if !w.tracked[v.ID] {
			w.tracked[v.ID] = true
			work = append(work, v)
		}
	}
	if w.heapEnd != nil {
		need(w.heapEnd) // blocks are not null
	}
	for _, q := range w.p.Procs {
		for _, v := range q.Params {
			if w.isEntry(q) && isCount(v) {
				need(v)
			}
		}
	}
	for _, l := range errors {
		for _, e := range testsOf(l) {
			if a, ok := e.Op.(*cfa.Assume); ok {
				cfa.ExprReads(a.Cond, need, nil)
			}
		}
	}
	text := map[*cfa.Array]bool{} // arrays with tails: a character that is compared with one that is not 0 ends no string
	for _, a := range w.p.Arrays {
		if a.Tails != nil {
			text[a.Tails] = true
		}
	}
	character := func(cell, other cfa.Expr) {
		if c, ok := cell.(*cfa.Select); ok && text[c.Arr] && cfa.Small(other, smallNodes) {
			cfa.ExprReads(other, need, nil)
		}
	}
	link := func(v *cfa.Var, e cfa.Expr) {
		if _, isConst := e.(*cfa.Const); !isConst && cfa.Small(e, smallNodes) {
			cfa.ExprReads(e, func(u *cfa.Var) { from[v.ID] = append(from[v.ID], u) }, nil)
		}
	}
	for _, l := range w.p.Locs {
		for _, e := range l.Out {
			switch op := e.Op.(type) {
			case *cfa.Assign:
				link(op.LHS, op.RHS)
				if v, c := constantSum(op.RHS); v != nil && !v.Pointer && c.Equal(num.Of(-1)) {
					need(op.LHS) // it may count down (countdown.go)
				}
			case *cfa.Fill:
				if op.Arr.Tails != nil && op.Hi != nil && cfa.Small(op.Hi, smallNodes) {
					cfa.ExprReads(op.Hi, need, nil) // a character that is stored in a string may end it
				}
			case *cfa.Assume:
				cfa.Conjuncts(op.Cond, func(b *cfa.Binary) {
					if !cfa.Small(b, smallNodes) {
						return
					}
					cfa.ExprReads(b.X, func(v *cfa.Var) {
						link(v, b.Y)
						cfa.ExprReads(b.Y, func(u *cfa.Var) { link(u, v) }, nil)
					}, nil)
					if b.Op == cfa.Eq {
						character(b.X, b.Y)
						character(b.Y, b.X)
					}
				})
			case *cfa.Call:
				for i, a := range op.Args {
					link(op.Callee.Params[i], a)
				}
				for i, v := range op.Results {
					if v != nil {
						link(v, op.Callee.Results[i])
					}
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range from[v.ID] {
			need(u)
		}
	}
	w.findThresholds()
	w.findDefinitions()
	w.findRepeated()
	w.findLayouts()
}

// findThresholds collects the constants that tracked variables are set to and compared with.
func (w *program) findThresholds() {
	w.thresholds = make([][]num.Int, len(w.p.Vars))
	for _, l := range w.p.Locs {
		for _, e := range l.Out {
			switch op := e.Op.(type) {
			case *cfa.Assign:
				w.threshold(op.LHS, op.RHS)
			case *cfa.Assume:
				cfa.Conjuncts(op.Cond, func(b *cfa.Binary) {
					if v, ok := b.X.(*cfa.Var); ok {
						w.threshold(v, b.Y)
					}
				})
			}
		}
	}
	for id, ts := range w.thresholds {
		slices.SortFunc(ts, num.Int.Cmp)
		w.thresholds[id] = slices.CompactFunc(ts, num.Int.Equal)
	}
}

// threshold adds e and its two neighbours to the thresholds of v, if e is a constant and v is tracked.
func (w *program) threshold(v *cfa.Var, e cfa.Expr) {
	c, isConst := cfa.IsConst(e)
	if !isConst || !w.tracked[v.ID] {
		return
	}
	if ts := w.thresholds[v.ID]; len(ts) < 3*maxThresholds {
		one := num.Of(1)
		w.thresholds[v.ID] = append(ts, c.Sub(one), c, c.Add(one))
	}
}
