package lower

import (
	"math/bits"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// The driver (lang.Driver), which gives an entry function other than main its inputs, is a part of
// the start of the program. Inputs are of kind External: a bug may rest on them, since the harness
// brings them about.

// isDriver reports whether a function is the driver, which has no procedure of its own.
func (l *lowerer) isDriver(f *lang.Func) bool { return l.u.Driver != nil && f == l.u.Driver.Func }

// drive runs the driver.
func (l *funcLowerer) drive() {
	l.fn = l.u.Driver.Func
	l.stmt(l.fn.Body)
	l.fn = nil
}

// inputStmt gives a place any value of its type.
func (l *funcLowerer) inputStmt(s *lang.Input) {
	p := l.place(s.X)
	in := &cfa.Input{Kind: cfa.External, Name: s.Name, Pos: s.At, CType: s.X.Type().Name}
	if !s.Choice {
		l.havocPlace(p, in, s.At)
		return
	}
	in.Range = cfa.Range{Bits: max(1, bits.Len64(uint64(s.Hi)))}
	t := l.temp(in.Range, s.At)
	l.emit(&cfa.Havoc{LHS: t, From: in}, s.At)
	l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, t, cfa.ConstInt(s.Hi))}, s.At)
	l.storePlace(p, t, s.At)
}
