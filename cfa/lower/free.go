package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// release ends the life of the block that the argument of __whet_free points to. What is freed is
// null, or the start of a block of the heap that lives (C11 7.22.3.3): else the rule Free is broken,
// by the call of the model.
func (l *funcLowerer) release(x *lang.Call) {
	if !l.tracksHeap() || l.shadow.live == nil && !l.opt.Check.Has(Free) || len(x.Args) != 1 {
		for _, e := range x.Args {
			l.effects(e)
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
	switch at, fn := l.site(x); {
	case !l.opt.Check.Has(Free):
	case n != nil && l.extentOf(n).open:
		l.noteOnce(at.Pos(), "pointers that are freed and may come from code outside", "taken to be blocks that live")
		if l.extentOf(n).dynamic() {
			// It may as well be a block of the program's. One that is no more is no bug, since the value may
			// come from outside, where such addresses cannot; but it does not count as proved either.
			outside := cfa.MkOr(cfa.MkBinary(cfa.Lt, p, cfa.ConstInt(l.heapLo)), cfa.MkBinary(cfa.Ge, p, l.heapTop))
			l.requireAt(Free, at, fn, func(bad *cfa.Loc) {
				explain(bad, cfa.Pointer, p)
				l.unlessDecided(cfa.MkOr(cfa.MkOr(null, lives), outside), "whether a pointer comes from outside", bad, at.Pos())
			})
		}
	default:
		l.requireAt(Free, at, fn, func(bad *cfa.Loc) {
			explain(bad, cfa.Pointer, p)
			l.must(cfa.MkOr(null, lives), bad, at.Pos())
		})
	}
	l.freed(n, p, x.At)
	l.emit(&cfa.Store{Arr: l.liveArray(), Idx: p, Val: cfa.ConstInt(0)}, x.At)
}

// site is the call of the program that led to a call in a model, and the function that it is in. A
// model whose copies have become too many has several callers: then the call in the model.
func (l *funcLowerer) site(x *lang.Call) (lang.Expr, *lang.Func) {
	if l.fn.Model {
		if y, caller := l.pts.UserCall(l.fn); y != nil {
			return y, caller
		}
	}
	return x, l.fn
}
