package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// What operations on floating numbers give is no matter of formulas over integers, in which a result
// is any word. That it is the result is said beside them, for those who ask over words.

// compute notes that the version t of what a definition sets is its value. This holds on all ways:
// where the run does not come here, nothing else is said of t.
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

// Computed lists what the floating operations between two points give, as package words has it, in
// the order in which the points were made.
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

// Interval is what a symbol, or a cell of an array, can be whatever happens; false where that is not
// bounded.
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
