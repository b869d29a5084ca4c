package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Pointers that leave their objects.
//
// C does not define what p + n is where that leaves the object. A machine does: it adds, and where the object lies high, the sum
// wraps around and is small, so that p + n > end is false and a check that was meant to keep n small lets it pass (CERT
// C, INT30 and ARR38, tell of such bugs). Here objects lie low, at one layout of many, on which nothing wraps.
//
// So where a class of memory has pointers that move by an amount wide enough for that, comparisons by <, <=, >, >= of pointers
// into it have any result as soon as one of them points behind all memory: what depends on that is unknown.

// undecided reports whether x compares pointers of which some may have left all memory.
func (l *lowerer) undecided(x *lang.Binary) bool {
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

// condRoaming is cond for a comparison that may be undecided.
func (l *lowerer) condRoaming(x *lang.Binary, t, f *cfa.Loc) {
	lv, rv := l.pair(x.L, x.R, x.At)
	if lv == nil || rv == nil {
		l.test(nil, t, f, x.At)
		return
	}
	end := cfa.ConstInt(l.memoryEnd())
	far := cfa.MkBinary(cfa.Or, cfa.MkBinary(cfa.Ge, lv, end), cfa.MkBinary(cfa.Ge, rv, end))
	in, out := l.newLoc(x.At), l.newLoc(x.At)
	l.test(far, out, in, x.At)
	l.cur = out
	l.test(l.approx(cfa.Range{Bits: 1}, "a comparison of pointers far outside of their objects", x.At), t, f, x.At)
	l.cur = in
	l.test(l.operate(x.Op, lv, rv, x.T, x.L.Type(), x.At), t, f, x.At)
}
