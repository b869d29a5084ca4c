// The meaning of floating-point operations (cfa.Havoc with a definition). Over the integers the result is known only
// if the arguments are numbers; otherwise it is an unknown in the range of the result. The translation to words has
// the operation itself, and the proof checker verifies its circuit.

package cert

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// compute executes an assignment that is defined by a floating-point operation.
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
	// The result may be any value of the input that stands for it, or any word of the operation's result type.
	for _, f := range x.within(t, rangeSpan(op.From.Range).hull(word(op.Def.Op.Word()))) {
		x.assume(r.s, f)
	}
	x.knownTerms = append(x.knownTerms, words.Known{T: t, Float: &words.Float{Op: op.Def.Op, Args: args}})
	if x.floats == nil {
		x.floats = map[*smt.Term][]*smt.Term{}
	}
	x.floats[t] = args
}

// computed returns the value of a definition whose arguments are numbers. It returns nil if an argument is not a
// number, if a value is outside the variable's range, or if the definition does not have one or two values.
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
		// either value is possible: see fp.Variant
		return x.b.Ite(x.b.Fresh("open", x.b.BoolSort()), x.num(vals[0]), x.num(vals[1]))
	}
	return nil
}

// operandsIn returns the arguments of the floating-point operations whose results occur in the formulas fs, and of the
// operations that compute these arguments, and so on.
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

// floatBounds returns implications that bound the results of floating-point operations in the formulas fs
// (words.Bounds).
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
