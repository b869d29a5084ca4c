package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// A weak function or object that the unit does not define exists if another unit of the whole program defines it;
// otherwise its address is null. One over-approximated choice for the whole run decides this: a run that depends on
// it is not reported as a bug.

// weakAddress returns a new variable for the address of the weak symbol. The start of the program sets the variable to
// `at`, or to null if the symbol does not exist.
func (l *lowerer) weakAddress(name string, at cfa.Expr, pos lang.Pos) *cfa.Var {
	r := l.rangeOfPtr()
	v := l.p.NewVar(nil, "&"+name, cfa.GlobalVar, r)
	v.Pos, v.Pointer = pos, true
	l.weaks = append(l.weaks, weakSymbol{v, at, name, pos})
	return v
}

type weakSymbol struct {
	v    *cfa.Var
	at   cfa.Expr
	name string
	pos  lang.Pos
}

// missing reports whether a function may not exist.
func missing(f *lang.Func) bool { return f.Weak && f.Body == nil }

// present continues if the weak symbol that addr begins with exists. A call of a missing function, or an access to a
// missing object, ends the run. If accesses are checked, nothing is claimed about such a run.
func (l *funcLowerer) present(addr cfa.Expr, pos lang.Pos) {
	v := l.weakBase(addr)
	if v == nil {
		return
	}
	if !pos.Valid() {
		pos = v.Pos
	}
	ok, no := l.newLoc(pos), l.newLoc(pos)
	l.test(cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0)), ok, no, pos)
	if l.opt.Check.Has(Bounds) || l.undefined != nil {
		l.cur = no
		l.cannot(pos, "the use of a weak symbol that may be missing")
	}
	l.cur = ok
}

// weakBase returns the address of the weak symbol that an address expression begins with, or nil.
func (l *lowerer) weakBase(addr cfa.Expr) *cfa.Var {
	for len(l.weaks) > 0 {
		switch x := addr.(type) {
		case *cfa.Var:
			for _, w := range l.weaks {
				if w.v == x {
					return x
				}
			}
			return nil
		case *cfa.Binary:
			addr = x.X
		case *cfa.Wrap:
			addr = x.X
		default:
			return nil
		}
	}
	return nil
}

// placeWeak gives all weak symbols their addresses, as if they existed, so that the contents of all objects are
// entered at these addresses and not at null. chooseWeak decides afterwards, before an initializer uses the
// addresses, whether they exist.
func (l *funcLowerer) placeWeak() {
	for _, w := range l.weaks {
		l.emit(&cfa.Assign{LHS: w.v, RHS: w.at}, w.pos)
	}
}

// chooseWeak decides for each weak symbol whether it exists.
func (l *funcLowerer) chooseWeak() {
	for _, w := range l.weaks {
		what := "the weak symbol " + w.name + " without a definition"
		l.noteOnce(w.pos, what, "may be missing or not")
		t := l.temp(cfa.Range{Bits: 1}, w.pos)
		l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Approx, Name: what, Range: t.Range, Pos: w.pos}}, w.pos)
		l.emit(&cfa.Assign{LHS: w.v, RHS: cfa.MkBinary(cfa.Mul, t, w.at)}, w.pos)
	}
}
