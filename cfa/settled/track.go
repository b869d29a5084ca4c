package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// numbers numbers the variables of a procedure in the order in which they are met, so that what is
// known of them can be kept in lists instead of maps. One table is for all procedures, one after
// another: it is as long as the program has variables.
type numbers struct {
	of   []int32 // by Var.ID, plus 1; 0: not met
	vars []*cfa.Var
}

// number returns the number of a variable, a new one where it had none.
func (n *numbers) number(v *cfa.Var) int {
	if n.of[v.ID] == 0 {
		n.vars = append(n.vars, v)
		n.of[v.ID] = int32(len(n.vars))
	}
	return int(n.of[v.ID]) - 1
}

// known is the number of a variable, -1 where it has none.
func (n *numbers) known(v *cfa.Var) int { return int(n.of[v.ID]) - 1 }

// clear forgets all variables.
func (n *numbers) clear() {
	for _, v := range n.vars {
		n.of[v.ID] = 0
	}
	n.vars = n.vars[:0]
}

// track finds the variables whose bounds may matter to the tests: those that the tests read, those
// that they are set from, and those that they are compared with. It collects their thresholds.
func (x *analysis) track(errors []*cfa.Loc) {
	var from [][]int32 // by number: those that the variable depends on
	number := func(v *cfa.Var) int {
		k := x.vars.number(v)
		if k == len(from) {
			from, x.tracked = append(from, nil), append(x.tracked, false)
		}
		return k
	}
	var work []int
	need := func(k int) {
		if !x.tracked[k] {
			x.tracked[k] = true
			work = append(work, k)
		}
	}
	for _, l := range errors {
		for _, e := range l.In {
			if a, ok := e.Op.(*cfa.Assume); ok {
				cfa.ExprReads(a.Cond, func(v *cfa.Var) { need(number(v)) }, nil)
			}
		}
	}
	link := func(v *cfa.Var, e cfa.Expr) {
		if _, isConst := e.(*cfa.Const); !isConst && cfa.Small(e, smallNodes) {
			k := number(v)
			cfa.ExprReads(e, func(w *cfa.Var) {
				j := number(w)
				from[k] = append(from[k], int32(j))
			}, nil)
		}
	}
	for _, l := range x.q.Locs {
		x.loops = x.loops || l.LoopHead
		for _, e := range l.Out {
			switch op := e.Op.(type) {
			case *cfa.Assign:
				link(op.LHS, op.RHS)
			case *cfa.Assume:
				cfa.Conjuncts(op.Cond, func(b *cfa.Binary) {
					if v, ok := b.X.(*cfa.Var); ok {
						link(v, b.Y)
						if w, ok := b.Y.(*cfa.Var); ok {
							link(w, v)
						}
					}
				})
			}
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for _, j := range from[k] {
			need(int(j))
		}
	}
	if x.loops {
		x.findThresholds()
	}
}

// tracks reports whether bounds are kept of a variable.
func (x *analysis) tracks(v *cfa.Var) bool {
	k := x.vars.known(v)
	return 0 <= k && k < len(x.tracked) && x.tracked[k]
}

// findThresholds collects the constants that tracked variables are set to and compared with.
func (x *analysis) findThresholds() {
	x.thresholds = make([][]num.Int, len(x.tracked))
	for _, l := range x.q.Locs {
		for _, e := range l.Out {
			switch op := e.Op.(type) {
			case *cfa.Assign:
				x.threshold(op.LHS, op.RHS)
			case *cfa.Assume:
				cfa.Conjuncts(op.Cond, func(b *cfa.Binary) {
					if v, ok := b.X.(*cfa.Var); ok {
						x.threshold(v, b.Y)
					}
				})
			}
		}
	}
	for k, ts := range x.thresholds {
		slices.SortFunc(ts, num.Int.Cmp)
		x.thresholds[k] = slices.CompactFunc(ts, num.Int.Equal)
	}
}

// threshold adds the constant, if it is one, and its neighbours.
func (x *analysis) threshold(v *cfa.Var, e cfa.Expr) {
	c, isConst := cfa.IsConst(e)
	if !isConst || !x.tracks(v) {
		return
	}
	if k := x.vars.known(v); len(x.thresholds[k]) < 3*maxThresholds {
		one := num.Of(1)
		x.thresholds[k] = append(x.thresholds[k], c.Sub(one), c, c.Add(one))
	}
}
