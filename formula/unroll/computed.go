// Definitions (cfa.Computed) of known arguments.

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// computed returns the value n of the definition op.Def, or nil if the value may be any in its range. If
// the operation may be undefined, input is the unknown value that it then has; otherwise input is nil.
func (x *coder) computed(op *cfa.Havoc) (n, input *number) {
	if op.Def == nil {
		return nil, nil
	}
	args := make([]*number, len(op.Def.Args))
	for i, a := range op.Def.Args {
		args[i] = x.Value(a)
	}
	if n := x.constants(op, args); n != nil {
		return n, nil
	}
	return x.float(op, args)
}

// constants returns the value of the definition op.Def if each argument is known or is one of few values;
// otherwise nil.
func (x *coder) constants(op *cfa.Havoc, args []*number) *number {
	ways := 1
	for _, a := range args {
		if a.cases == nil {
			return nil
		}
		if ways *= len(a.cases); ways > maxPairs {
			return nil
		}
	}
	var all []oneOf
	vals := make([]num.Int, len(args))
	var open *smt.Term // chooses between two possible results
	var each func(i int, is *smt.Term) bool
	each = func(i int, is *smt.Term) bool {
		if is.IsFalse() {
			return true
		}
		if i == len(args) {
			vs := op.Def.Values(vals)
			for k, v := range vs {
				if !op.From.Range.Contains(v) {
					return false
				}
				which := is
				if len(vs) == 2 {
					if open == nil {
						x.Unrolling.made++
						open = x.b.Var("open#"+itoa(x.Unrolling.made), x.b.BoolSort())
					}
					which = x.b.And(is, [2]*smt.Term{open, x.b.Not(open)}[k])
				}
				all = append(all, oneOf{v, which})
			}
			return len(vs) > 0
		}
		for _, c := range args[i].cases {
			vals[i] = c.val
			if !each(i+1, x.b.And(is, c.is)) {
				return false
			}
		}
		return true
	}
	if !each(0, x.b.True()) || len(all) == 0 {
		return nil
	}
	return x.among(all)
}
