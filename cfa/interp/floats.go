package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Floating operations in blocks. What the machine has no operation for is computed as single steps do.

// compute adds a floating operation.
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

// floatSite is a floating operation whose arguments are words.
type floatSite struct {
	op   *cfa.Havoc
	args []uint16
}

// float computes a floating operation; false where it has no value, or it is open which.
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
