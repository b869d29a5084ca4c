// Floats: package float defines their operations by operations on bit-vectors.

package bv

import (
	"github.com/whet-mc/whet/smt"
)

// Floating reports whether t is an atom or a bit-vector about floats or rounding modes, which package float defines.
func Floating(t *smt.Term) bool {
	switch t.Op() {
	case smt.OpFloatBits, smt.OpFloatOp, smt.OpFloatFits, smt.OpFloatIs, smt.OpFloatLess, smt.OpFloatLessEq:
		return true
	case smt.OpEq:
		return t.Arg(0).Sort().Binary()
	}
	return false
}

// definition returns package float's definition of t, or nil after a failure.
func (x *Blaster) definition(t *smt.Term) *smt.Term {
	if d := x.defined[t]; d != nil {
		return d
	}
	if !x.spend(t.NumArgs()) {
		return nil
	}
	d := x.floats.Define(t)
	if d == nil {
		x.failed = ErrFloat
		return nil
	}
	x.defined[t] = d
	return d
}

// Floats returns the floats and rounding modes that are leaves and were met since the last call. For each of them, the
// formula that Canonical returns must be asserted.
func (x *Blaster) Floats() []*smt.Term {
	f := x.freshFloats
	x.freshFloats = nil
	return f
}

// Canonical returns the formula that holds for the bits of a leaf: a NaN has the bits of the standard NaN, and a
// rounding mode is at most 4.
func (x *Blaster) Canonical(leaf *smt.Term) *smt.Term { return x.floats.Canonical(leaf) }
