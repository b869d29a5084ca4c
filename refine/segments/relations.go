package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// What the program itself says of cells, one after the other, is guessed of all cells of a segment:
// the conditions that it asks, and the values that it computes from other cells and stores. So
//
//	c[i] = a[i] + b[i];
//
// says c[p] = a[p] + b[p] of the cells that a loop has passed, in the widths of the program: sums
// that wrap around are such sums in the claim, too, and no arithmetic is needed to see that they are
// the same. (Numeric domains, which other engines have for cells, need a case for each time around.)

// mostRelations bounds what is guessed in this way.
const mostRelations = 16

// relation is what the program says of cells whose indexes have the ghost p in place of a variable.
type relation struct {
	says   *smt.Term // in plain symbols
	vars   []*cfa.Var
	arrays []*cfa.Array
	by     *smt.Term // the variable
}

// stores notes that a cell gets a value that is computed from other cells, or from its index.
func (u *usage) stores(op *cfa.Store) {
	switch bare(op.Val).(type) {
	case *cfa.Const, *cfa.Var: // see moves
		return
	}
	u.conds = append(u.conds, cfa.MkBinary(cfa.Eq, cfa.MkSelect(op.Arr, op.Idx), op.Val))
}

// findRelations makes relations of what the program says.
func (x *search) findRelations() {
	for _, e := range x.u.conds {
		if len(x.relations) >= mostRelations {
			return
		}
		var vars, counters []*cfa.Var
		var arrays []*cfa.Array
		cfa.Walk(e, func(e cfa.Expr) {
			switch e := e.(type) {
			case *cfa.Var:
				vars = append(vars, e)
			case *cfa.Select:
				arrays = append(arrays, e.Arr)
				cfa.Walk(e.Idx, func(i cfa.Expr) {
					if v, ok := i.(*cfa.Var); ok && x.u.moved[v] && !slices.Contains(counters, v) {
						counters = append(counters, v)
					}
				})
			}
		})
		if len(arrays) == 0 || len(counters) == 0 {
			continue
		}
		says, _, inexact := x.Coder.PlainCond(e) // a guess may speak of what is not defined
		if inexact {
			continue
		}
		for _, v := range counters {
			sub := x.B.Substitution()
			by := x.Coder.Plain(v)
			sub.Set(by, x.p)
			r := relation{says: sub.Apply(says), arrays: arrays, by: by}
			for _, w := range vars {
				if w != v {
					r.vars = append(r.vars, w)
				}
			}
			if !slices.ContainsFunc(x.relations, func(o relation) bool { return o.says == r.says }) {
				x.relations = append(x.relations, r)
			}
		}
	}
}

// sayable reports whether a relation speaks of nothing that is not spoken of at the place.
func (r relation) sayable(g *guesser) bool {
	return !slices.ContainsFunc(r.vars, func(v *cfa.Var) bool { return !slices.Contains(g.vars(g.at), v) }) &&
		!slices.ContainsFunc(r.arrays, func(a *cfa.Array) bool { return !g.at.Sees(a.Proc) })
}

// relate guesses relations of the cells of segments.
func (g *guesser) relate() {
	for _, r := range g.relations {
		if r.sayable(g) {
			g.segments(g.p, func(in *smt.Term) {
				g.add(g.B.Implies(in, r.says))
				g.add(g.B.Implies(in, g.B.Not(r.says)))
			})
		}
	}
}
