package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Comparisons of pointers that may have wrapped around the address space. lang/pointsto (wraparound.go) finds the
// classes with such pointers. Here objects lie at low addresses, in one layout of many, in which nothing wraps. So a
// comparison by <, <=, >, >= of such pointers has any result as soon as one of them points after all memory, and
// values that depend on it are unknown.

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

// condWrapping is cond for such a comparison.
func (l *funcLowerer) condWrapping(x *lang.Binary, t, f *cfa.Loc) {
	was := l.compares
	l.compares = true
	lv, rv := l.pair(x.L, x.R, x.At)
	l.compares = was
	if lv == nil || rv == nil {
		l.test(nil, t, f, x.At)
		return
	}
	l.oneObject(x, lv, rv)
	end := cfa.ConstInt(l.memoryEnd())
	far := cfa.MkBinary(cfa.Or, cfa.MkBinary(cfa.Ge, lv, end), cfa.MkBinary(cfa.Ge, rv, end))
	in, out := l.newLoc(x.At), l.newLoc(x.At)
	l.test(far, out, in, x.At)
	l.cur = out
	l.test(l.approx(cfa.Range{Bits: 1}, "a comparison of pointers far outside of their objects", x.At), t, f, x.At)
	l.cur = in
	l.test(l.operate(x, x.Op, lv, rv, x.T, x.L.Type()), t, f, x.At)
}
