package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// computed is the value of a definition, nil where it is any of its range; and the input that it
// is where the operation has no value, nil where it has one always.
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

// constants is the value of a definition whose arguments are known, or are one of few values each;
// else nil.
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
	var open *smt.Term // which of two results it is
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
