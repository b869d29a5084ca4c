package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// Formulas over integers do not describe the results of operations on floating-point numbers: such a result
// can be any word. The definitions of the results are kept separately, for callers that solve formulas over
// words.

// compute records that the version t, which op sets, is the value of the operation op.Def. This may be
// recorded without the guard: if the run does not pass this point, no other fact restricts t.
func (m *maker) compute(op *cfa.Havoc, t *smt.Term) {
	if op.Def == nil || !interval.Word(op.Def.Op.Word()).Within(op.From.Range.Interval()) {
		return
	}
	args := make([]*smt.Term, len(op.Def.Args))
	for i, a := range op.Def.Args {
		args[i] = m.c.tr.Value(a)
	}
	m.p.computed = append(m.p.computed, words.Known{T: t, Float: &words.Float{Op: op.Def.Op, Args: args}})
}

// Computed lists the results of the floating-point operations between two points in the form of package
// words, in the order in which the points were made.
func (c *Coder) Computed(end, from *Point) []words.Known {
	var out []words.Known
	said := map[*smt.Term]bool{}
	for _, p := range Between(end, from) {
		for _, k := range p.computed {
			if !said[k.T] {
				said[k.T] = true
				out = append(out, k)
			}
		}
	}
	return out
}

// Interval returns an interval that always contains the value of t, if t is a symbol of a variable, or the
// value of each cell of t, if t is a symbol of an array. The result is false if the interval is unbounded.
func (c *Coder) Interval(t *smt.Term) (interval.Interval, bool) {
	i := interval.All()
	switch o := c.owners[t]; {
	case o.Var != nil:
		i = o.Var.Range.Interval()
	case o.Array != nil:
		i = o.Array.Elem.Interval()
	}
	return i, i.Bounded()
}
