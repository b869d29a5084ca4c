package cert

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// What operations on floating numbers give. Over the integers it is known only where the arguments
// are; asked over words, the solver has the operation itself, and the checker of proofs its circuit.

// compute carries out a definition.
func (x *checker) compute(r *reader, op *cfa.Havoc) {
	args := make([]*smt.Term, len(op.Def.Args))
	for i, a := range op.Def.Args {
		args[i] = r.term(a)
	}
	if t := x.computed(args, op); t != nil {
		r.s.set(op.LHS, t)
		return
	}
	t := x.input(op.LHS.Range)
	r.s.set(op.LHS, t)
	// It may be any word, whatever the input is that stands for it.
	for _, f := range x.within(t, rangeSpan(op.From.Range).hull(word(op.Def.Op.Word()))) {
		x.assume(r.s, f)
	}
	x.knownTerms = append(x.knownTerms, words.Known{T: t, Float: &words.Float{Op: op.Def.Op, Args: args}})
	if x.floats == nil {
		x.floats = map[*smt.Term][]*smt.Term{}
	}
	x.floats[t] = args
}

// computed is the value of a definition whose arguments are known; nil where it is any word, or any
// input if it has none.
func (x *checker) computed(args []*smt.Term, op *cfa.Havoc) *smt.Term {
	known := make([]num.Int, len(args))
	for i, t := range args {
		if t.Op() != smt.OpNum || t.Sort() != x.ints {
			return nil
		}
		n, ok := t.Value().Int()
		if !ok {
			return nil
		}
		known[i] = n
	}
	vals := op.Def.Values(known)
	for _, v := range vals {
		if !op.LHS.Range.Contains(v) {
			return nil
		}
	}
	switch len(vals) {
	case 1:
		return x.num(vals[0])
	case 2:
		return x.b.Ite(x.b.Fresh("open", x.b.BoolSort()), x.num(vals[0]), x.num(vals[1]))
	}
	return nil
}

// operandsIn are the arguments of the floating operations whose results formulas speak of, and of
// those that give these arguments.
func (x *checker) operandsIn(fs []*smt.Term) []*smt.Term {
	if len(x.floats) == 0 {
		return nil
	}
	var out []*smt.Term
	seen := map[*smt.Term]bool{}
	visit := func(f *smt.Term) {
		for _, t := range x.constantsOf(f) {
			if !seen[t] {
				seen[t] = true
				out = append(out, x.floats[t]...)
			}
		}
	}
	for _, f := range fs {
		visit(f)
	}
	for i := 0; i < len(out); i++ {
		visit(out[i])
	}
	return out
}

// floatBounds says bounds of floating operations, for a question (words.Bounds).
func (x *checker) floatBounds(fs []*smt.Term) []*smt.Term {
	if len(x.operandsIn(fs)) == 0 && !x.fixed {
		return nil
	}
	within := func(s span, ok bool) (interval.Interval, bool) {
		return interval.Of(s.lo, s.hi), ok && s.hasLo && s.hasHi
	}
	ranges := func(t *smt.Term) (interval.Interval, bool) { return within(x.rangeOf(t)) }
	span := func(t *smt.Term) interval.Interval {
		if i, ok := within(x.spanOf(&state{}, t), true); ok {
			return i
		}
		return interval.All()
	}
	var out []*smt.Term
	for _, b := range words.Bounds(x.b, fs, ranges, span, x.knownTerms) {
		out = append(out, b.Implication)
	}
	return out
}
