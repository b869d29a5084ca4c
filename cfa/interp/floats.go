// Floating-point operations in blocks. An operation is first tried on words (fp.Operation.Words). If that is not
// possible, it is computed as in single steps.

package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// compute emits a floating-point operation and the assignment of its result.
func (c *emitter) compute(op *cfa.Havoc) {
	if op.Def == nil || len(op.Def.Args) > 4 {
		c.fail = true
		return
	}
	f := floatSite{op: op}
	for _, a := range op.Def.Args {
		f.args = append(f.args, c.placed(c.signed(c.expr(a))).at)
	}
	if c.fail {
		return
	}
	c.b.floats = append(c.b.floats, f)
	d := c.temp()
	c.add(instr{op: opFloat, d: d, k: int64(len(c.b.floats) - 1)})
	c.fresh(d)
	c.assign(op.LHS, operand{at: d, wide: wide(op.LHS.Range), last: true})
}

// floatSite is a compiled floating-point operation.
type floatSite struct {
	op   *cfa.Havoc
	args []uint16 // places of the arguments
}

// float computes a floating-point operation on the arguments in x. It returns false if the operation has no value, if
// it may have one of two values, or if the value does not fit a word.
func (m *machine) float(f *floatSite, x []value) (int64, bool) {
	var words [4]int64
	for i, a := range f.args {
		words[i] = x[a].word
	}
	r := f.op.LHS.Range
	if w, ok := f.op.Def.Op.Words(words[:len(f.args)]...); ok {
		return w, w >= 0 || !wide(r)
	}
	var buf [4]num.Int
	for i := range f.args {
		buf[i] = num.Of(words[i])
	}
	y, ok := f.op.Def.Op.Apply(m.opt.Variant, buf[:len(f.args)]...)
	if !ok || y.Open {
		return 0, false
	}
	return toWord(r, y.Val)
}
