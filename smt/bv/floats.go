package bv

import (
	"github.com/whet-mc/whet/smt"
)

// Floating reports whether t is an atom or a bit-vector that is about floats or rounding modes: what
// package float defines.
func Floating(t *smt.Term) bool {
	switch t.Op() {
	case smt.OpFloatBits, smt.OpFloatOp, smt.OpFloatFits, smt.OpFloatIs, smt.OpFloatLess, smt.OpFloatLessEq:
		return true
	case smt.OpEq:
		return t.Arg(0).Sort().Binary()
	}
	return false
}

// definition is what package float says of t; nil after a failure.
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

// Floats are the floats and rounding modes that are leaves and were met since the last call. For
// each, Canonical must be asserted.
func (x *Blaster) Floats() []*smt.Term {
	f := x.freshFloats
	x.freshFloats = nil
	return f
}

// Canonical is what holds of the bits of a float or a rounding mode that is a leaf.
func (x *Blaster) Canonical(leaf *smt.Term) *smt.Term { return x.floats.Canonical(leaf) }
