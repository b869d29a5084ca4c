package lower

import (
	"math/bits"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// The driver (lang.Driver), which gives inputs to an entry function other than main, is a part of the program's
// start. Its inputs are of kind External: a bug may rest on them, since a harness can set them.

// isDriver reports whether f is the driver, which has no procedure.
func (l *lowerer) isDriver(f *lang.Func) bool { return l.u.Driver != nil && f == l.u.Driver.Func }

// drive lowers the driver.
func (l *funcLowerer) drive() {
	if what := l.u.Driver.Refused; what != "" {
		l.cannot(l.u.Driver.Pos, what)
	}
	l.startCallers(l.u.Driver.Pos)
	l.flagsMayChange("what ran before the entry", cfa.Approx, l.u.Driver.Pos)
	if l.u.Driver.Any {
		l.errnoMayChange("what ran before the entry", cfa.Approx, l.u.Driver.Pos)
	}
	l.driving = true
	l.stmt(l.u.Driver.Body)
	l.driving = false
}

// inputStmt gives a place any value of its type or, if the statement has choices, the index of any of them.
func (l *funcLowerer) inputStmt(s *lang.Input) {
	if s.Approx {
		l.anyInput(s)
		return
	}
	p := l.place(s.X)
	in := &cfa.Input{Kind: cfa.External, Name: s.Name, Pos: s.At, CType: s.X.Type().Name, Entry: true, Lens: s.Lens}
	if s.Count != nil {
		l.fillMem(p.n, p.addr, cfa.MkBinary(cfa.Add, p.addr, l.scaled(l.rval(s.Count), p.t)), nil, in, s.At)
		return
	}
	if s.Choices == nil {
		l.havocPlace(p, in, s.At)
		if s.Outside && p.t.Kind == lang.Pointer { // the value is null, or an address after the first page
			v := l.rval(s.X)
			l.emit(&cfa.Assume{Cond: cfa.MkOr(cfa.MkBinary(cfa.Eq, v, cfa.ConstInt(0)), cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(cfa.FirstPage)))}, s.At)
		}
		return
	}
	hi := len(s.Choices) - 1
	in.Choices, in.CType = s.Choices, ""
	in.Range = cfa.Range{Bits: max(1, bits.Len(uint(hi)))}
	t := l.temp(in.Range, s.At)
	l.emit(&cfa.Havoc{LHS: t, From: in}, s.At)
	l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, t, cfa.ConstInt(int64(hi)))}, s.At)
	l.storePlace(p, t, s.At)
}
