package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// The rule Free: frees of blocks of the heap.

// release ends the life of the block that the argument of __whet_free points to. The argument must be null, or the
// start of a live block of the heap (C11 7.22.3.3); otherwise the call of the model breaks the rule Free.
func (l *funcLowerer) release(x *lang.Call) {
	if !l.tracksHeap() || l.shadow.live == nil && !l.opt.Check.Has(Free) || len(x.Args) != 1 {
		for _, e := range x.Args {
			if p := l.rval(e); p != nil {
				l.keepFreed(p, x.At)
			}
		}
		return
	}
	p := l.rval(x.Args[0])
	if p == nil {
		l.cannot(x.At, "a pointer that is not modelled is freed")
		return
	}
	p = l.pin(p, x.At)
	null := cfa.MkBinary(cfa.Eq, p, cfa.ConstInt(0))
	lives := cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.liveArray(), p), cfa.ConstInt(0))
	n := l.pts.Pointee(x.Args[0])
	if at, fn := l.site(x); l.opt.Check.Has(Free) {
		l.requireAt(Free, at, fn, func(bad *cfa.Loc) {
			explain(bad, cfa.Pointer, p)
			fine := cfa.MkOr(null, lives)
			if n == nil || !l.extentOf(n).open {
				l.must(fine, bad, at.Pos())
				return
			}
			// The pointer may come from code outside of the program. Then a failure is not reported as a bug, and nothing
			// is proved either.
			l.unlessDecided(fine, "whether a pointer that may come from outside of the program is that of a block that lives", bad, at.Pos())
		})
	}
	l.freed(n, p, x.At)
	l.releaseFreed(n, p, x.At)
	l.endsLife(n, p, true, x.At)
	l.keepFreed(p, x.At)
}

// site returns the call in the program that led to the call x in a model, and the function that contains it. If there
// are too many calls for private copies, a model has several callers; then site returns the call in the model.
func (l *funcLowerer) site(x *lang.Call) (lang.Expr, *lang.Func) {
	if l.fn.Model {
		if y, caller := l.pts.UserCall(l.fn); y != nil {
			return y, caller
		}
	}
	return x, l.fn
}
