package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// A weak function or object that the unit does not define is there if another unit of the whole
// program defines it, else its address is null. Which it is, is one over-approximated choice for
// the whole run: a run that depends on it is no bug.

// weakAddress is the variable that holds the address, or null. It is set at the start of the
// program.
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

// missing reports whether a function may not be there.
func missing(f *lang.Func) bool { return f.Weak && f.Body == nil }

// present goes on where a weak symbol is there: calling a function that is not, or an access to an
// object, ends the run. Where accesses are checked such a run is an error that the choice does not
// let us claim.
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

// weakBase is the weak symbol's address that an address begins with, nil where it begins with none.
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

// placeWeak gives all weak symbols their addresses, as if they were there: so what is known of the
// contents of objects is entered for all of them, and not at a null pointer. It is chosen afterwards
// whether they are there, before an initialiser asks for it.
func (l *funcLowerer) placeWeak() {
	for _, w := range l.weaks {
		l.emit(&cfa.Assign{LHS: w.v, RHS: w.at}, w.pos)
	}
}

// chooseWeak decides for each weak symbol whether it is there.
func (l *funcLowerer) chooseWeak() {
	for _, w := range l.weaks {
		what := "the weak symbol " + w.name + " without a definition"
		l.noteOnce(w.pos, what, "may be missing or not")
		t := l.temp(cfa.Range{Bits: 1}, w.pos)
		l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Approx, Name: what, Range: t.Range, Pos: w.pos}}, w.pos)
		l.emit(&cfa.Assign{LHS: w.v, RHS: cfa.MkBinary(cfa.Mul, t, w.at)}, w.pos)
	}
}
