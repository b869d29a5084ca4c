// Blocks restricted to runs with certain values of variables, which another analysis knows.

package predicate

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Values lists variables with their values, as another analysis that runs next to this one knows them. Each variable
// is global or belongs to the location's procedure. nil lists nothing.
//
// A block with such values at its points stands for the runs with these values. The values go into the question as
// predicates that are not tracked anywhere, so that equal questions are asked once.
type Values func(func(v *cfa.Var, x num.Int))

// relevance determines the variables whose values matter for an abstraction.
type relevance struct {
	d     *Domain
	block *block
	preds map[int]bool // the IDs of the variables of predicates at either end of the block
}

// relevant returns the relevance for the block x, which begins at the location `at` and ends where preds are
// tracked.
func (d *Domain) relevant(x *block, at *cfa.Loc, preds []int) *relevance {
	if x.about == nil {
		x.about = map[int]bool{}
		for _, t := range smt.FreeVars(x.facts...) {
			if o, ok := d.coder.Owner(t); ok && o.Var != nil {
				x.about[o.Var.ID] = true
			}
		}
	}
	r := &relevance{d, x, map[int]bool{}}
	for _, ns := range [][]int{preds, d.prec.At(at)} {
		for _, n := range ns {
			for _, v := range d.prec.vars[n] {
				r.preds[v.ID] = true
			}
		}
	}
	return r
}

// set returns the values of the relevant variables as a set.
func (r *relevance) set(vs Values) Set {
	out := all
	if vs == nil {
		return out
	}
	d := r.d
	vs(func(v *cfa.Var, x num.Int) {
		if !r.block.about[v.ID] && !r.preds[v.ID] {
			return
		}
		atom, negated := d.b.Eq(d.coder.Plain(v), d.b.Num(num.RatOfInt(x), d.b.IntSort())).Atom()
		switch {
		case atom.IsTrue() || atom.IsFalse():
			return
		}
		out = d.sets.and(out, d.sets.literal(d.prec.numberOf(atom), !negated))
	})
	return out
}
