package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Comparisons of pointers whose result the addresses of the model do not decide. There are two cases. In the first,
// the address of a freed block is compared (reuse.go). In the second, one of the pointers may have wrapped around the
// address space. lang/pointsto (wraparound.go) finds the classes with such pointers. In the model objects lie at low
// addresses, in one layout of many, in which nothing wraps. So a comparison by <, <=, >, >= of such pointers has any
// result as soon as one of them points after all memory, and values that depend on the result are unknown.

// mayWrap reports whether x compares pointers that may have wrapped around.
func (l *lowerer) mayWrap(x *lang.Binary) bool {
	if x.Op < lang.Lt || x.Op > lang.Ge || x.L.Type().Kind != lang.Pointer || l.opt.Arith != cfa.Machine {
		return false
	}
	for _, e := range []lang.Expr{x.L, x.R} {
		if l.pts.MayWrapAround(e) {
			return true
		}
	}
	return false
}

// wrapped returns the condition that one of the pointers p and q points after all memory.
func (l *lowerer) wrapped(p, q cfa.Expr) cfa.Expr {
	end := cfa.ConstInt(l.memoryEnd())
	return cfa.MkBinary(cfa.Or, cfa.MkBinary(cfa.Ge, p, end), cfa.MkBinary(cfa.Ge, q, end))
}

// uncertain reports whether a machine may give another result for the comparison x than the addresses of the model.
func (l *funcLowerer) uncertain(x *lang.Binary) bool { return l.mayWrap(x) || l.mayBeOld(x) }

// condUncertain is cond for a comparison that is uncertain.
func (l *funcLowerer) condUncertain(x *lang.Binary, t, f *cfa.Loc) {
	was := l.compares
	l.compares = ordersPointers(x)
	p, q := l.pair(x.L, x.R, x.At)
	l.compares = was
	if p == nil || q == nil {
		l.test(nil, t, f, x.At)
		return
	}
	l.oneObject(x, p, q)
	unless := func(doubt cfa.Expr, what string) {
		open, next := l.newLoc(x.At), l.newLoc(x.At)
		l.test(doubt, open, next, x.At)
		l.cur = open
		l.test(l.approx(cfa.Range{Bits: 1}, what, x.At), t, f, x.At)
		l.cur = next
	}
	if l.mayBeOld(x) {
		p, q = l.once(p, x.At), l.once(q, x.At)
		unless(l.old(p, q), "a comparison of the address of a freed block with that of a block made since")
	}
	if l.mayWrap(x) {
		unless(l.wrapped(p, q), "a comparison of pointers far outside of their objects")
	}
	l.test(l.operate(x, x.Op, p, q, x.T, x.L.Type()), t, f, x.At)
}
