package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// The lengths of arrays: of variable-length arrays (VLA; C11 6.7.6.2p5), and lengths that a parameter requires with
// static (C11 6.7.6.3p7).

// setLength evaluates the length x of a variable-length array into the hidden object n. It checks that the length is
// positive and, after the last length of a declaration, that the sizes of its arrays fit memory.
func (l *funcLowerer) setLength(n *lang.Object, x lang.Expr, pos lang.Pos) {
	if c, ok := x.(*lang.Cast); ok && c.Implicit {
		x = c.X // test the length before its conversion to size_t, which is never negative
	}
	t := x.Type()
	v := l.rval(x)
	if v == nil {
		v = l.approx(l.rangeOf(t, nil), "an array length that is not modelled", pos)
	}
	if l.checks(VLA) {
		lo, _, ok := cfa.Bounds(v)
		if !ok || lo.Sign() <= 0 {
			l.require(VLA, x, func(bad *cfa.Loc) {
				explain(bad, cfa.Result, v)
				l.must(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(1)), bad, pos)
			})
		}
		if t.Kind == lang.Integer && t.Signed && !l.free(t) {
			u := l.temp(cfa.Range{Bits: int(t.Size)*8 - 1}, pos)
			l.emit(&cfa.Assign{LHS: u, RHS: v}, pos)
			v = u
		}
	}
	l.storePlace(l.objPlace(n), l.convert(v, t, n.Type, pos), pos)
	if l.checks(VLA) {
		l.fitsMemory(n.Length.Whole, x)
	}
	if p := n.Length.AtLeast; p != nil {
		at := &lang.VarRef{Obj: p}
		at.At, at.T = pos, p.Type
		l.leadsTo(at, l.rval(at), l.length(&lang.Type{Kind: lang.Array, LenObj: n}))
	}
}

// fitsMemory checks that no array in the type t is larger than half of the address space, so that differences of
// pointers into the arrays are representable. x is a length of one of them.
func (l *funcLowerer) fitsMemory(t *lang.Type, x lang.Expr) {
	for ; t != nil && (t.Kind == lang.Array || t.Kind == lang.Pointer); t = t.Elem {
		if t.Kind != lang.Array || t.Size >= 0 || t.LenObj == nil && t.Len < 0 {
			continue
		}
		size, most := l.sizeOf(t), num.Pow2(uint(l.u.Model.PtrBits()-1)).Sub(num.Of(1))
		if _, hi, ok := cfa.Bounds(size); ok && hi.Cmp(most) <= 0 {
			return
		}
		l.require(VLA, x, func(bad *cfa.Loc) {
			explain(bad, cfa.Size, size)
			l.must(cfa.MkBinary(cfa.Le, size, cfa.ConstOf(most)), bad, x.Pos())
		})
		return // the elements of the array are smaller, or were declared before
	}
}

// leadFarEnough checks that the arguments of a call of a function of type t lead to at least as many elements as the
// parameters require.
func (l *funcLowerer) leadFarEnough(t *lang.Type, args []arg) {
	for i, n := range t.AtLeast {
		if n > 0 && i < len(args) && args[i].v != nil {
			args[i].v = l.pin(args[i].v, args[i].e.Pos())
			l.leadsTo(args[i].e, args[i].v, cfa.ConstInt(n))
		}
	}
}

// leadsTo checks that the pointer e, with the value v, leads to n elements.
func (l *funcLowerer) leadsTo(e lang.Expr, v, n cfa.Expr) {
	if v == nil || !l.checks(Bounds|Null|Lifetime) || l.driving {
		return
	}
	m, pos := l.pts.Pointee(e), e.Pos()
	if m == nil {
		m = l.pts.Unknown()
	}
	size := cfa.MkBinary(cfa.Mul, n, l.sizeOf(e.Type().Elem))
	l.notNull(v, e, l.extentOf(m).open)
	if d, ok := lang.StripCasts(e).(*lang.Decay); ok && l.checks(Bounds) && d.X.Type().Size > 0 && !flexible(d.X, true) {
		// The argument is an array by its name: the limit applies even if the array is a member with more memory after it.
		room := cfa.ConstInt(d.X.Type().Size)
		l.require(Bounds, e, func(bad *cfa.Loc) {
			explain(bad, cfa.Size, size, cfa.Room, room)
			l.must(cfa.MkBinary(cfa.Le, size, room), bad, pos)
		})
	}
	to := map[Check]*cfa.Loc{}
	for _, c := range l.accessible(m, v, v, size) {
		if c.rule == Null || !l.checks(c.rule) {
			continue
		}
		l.require(c.rule, e, func(bad *cfa.Loc) {
			if to[c.rule] == nil {
				to[c.rule] = bad
				explain(bad, cfa.Pointer, v, cfa.Address, v, cfa.Size, size)
			}
			l.mustHold(c, to[c.rule], pos)
		})
	}
}
