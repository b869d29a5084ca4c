package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Blocks that realloc leaves in place. C leaves open whether realloc moves a block. A program can observe this only by
// comparing or subtracting pointers to blocks of the class, or by converting them to integers. If no part of the
// program does this with pointers of the class, every block moves, so that its old address is never used again.
// Otherwise the environment chooses.
//
// A block may stay if the addresses that it needs are free. In programs in which blocks may stay, blocks lie at
// multiples of blockGap, and all addresses after the last block are free. The model does not cover a block that grows
// in place by more than the gap although another block was made later; memory has one layout (SOUNDNESS.md).

// blockGap returns the distance of blocks in programs in which some may stay.
func (l *lowerer) blockGap() int64 {
	if l.u.Model == lang.ILP32 {
		return 1 << 10
	}
	return 1 << 16
}

// findCompared finds the classes whose addresses the program compares.
func (l *lowerer) findCompared() {
	var resized []*pointsto.Class // blocks that realloc makes
	for _, f := range l.pts.Funcs {
		if f.Model && (f.Name == "realloc" || f.Name == "reallocarray") {
			lang.Walk(f.Body, nil, func(e lang.Expr) {
				if x, ok := e.(*lang.Call); ok && x.Direct() != nil && x.Direct().Name == "__whet_alloc" {
					resized = append(resized, l.pts.Block(x))
				}
			})
		}
	}
	if len(resized) == 0 {
		return
	}
	l.compared = map[*pointsto.Class]bool{}
	add := func(e lang.Expr) {
		if n := l.pts.Pointee(e); n != nil {
			l.compared[n.Find()] = true
		}
	}
	for _, f := range l.pts.Funcs {
		if f.Model || f.Body == nil || calls.IsError(f) {
			continue
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			switch x := e.(type) {
			case *lang.Binary:
				switch x.Op {
				case lang.Eq, lang.Ne, lang.Lt, lang.Le, lang.Gt, lang.Ge, lang.PtrDiff:
					if x.L.Type().Kind == lang.Pointer && !isNull(x.L) && !isNull(x.R) {
						add(x.L)
						add(x.R)
					}
				}
			case *lang.Cast:
				if x.T.Kind == lang.Integer && x.X.Type().Kind == lang.Pointer {
					add(x.X)
				}
			}
		})
	}
	if !slices.ContainsFunc(resized, l.mayStay) {
		l.compared = nil
	}
}

// isNull reports whether e is the constant 0, possibly converted to a pointer.
func isNull(e lang.Expr) bool {
	k, ok := lang.StripCasts(e).(*lang.IntLit)
	return ok && k.Val.IsZero()
}

// mayStay reports whether the program can tell if a block of the class stays in place.
func (l *lowerer) mayStay(n *pointsto.Class) bool {
	return anyPart(n, l.compared)
}

// anyPart reports whether a part of the class, which may be nil, is in the set.
func anyPart(n *pointsto.Class, set map[*pointsto.Class]bool) bool {
	found := false
	if n != nil && len(set) > 0 {
		n.Find().EachPart(func(m *pointsto.Class) { found = found || set[m.Find()] })
	}
	return found
}

// isStays reports whether x is a call of the intrinsic that stays lowers. Models use it as a condition only.
func isStays(x *lang.Call) bool {
	f := x.Direct()
	return f != nil && f.Name == "__whet_stays" && len(x.Args) == 2
}

// stays lowers the choice whether realloc leaves the block p in place with n bytes; p and n are the arguments of x. If
// the block stays, its size is n from then on, and the run continues at yes. Otherwise it continues at no, where the model of
// realloc, which calls the intrinsic, moves the block and checks p.
func (l *funcLowerer) stays(x *lang.Call, yes, no *cfa.Loc) {
	m := l.pts.Pointee(x.Args[0])
	p, n := l.rval(x.Args[0]), l.rval(x.Args[1])
	pos := x.At
	if !l.mayStay(m) || p == nil || n == nil {
		l.jump(no, pos)
		return
	}
	p, n = l.pin(p, pos), l.pin(n, pos)
	may, fits := l.newLoc(pos), l.newLoc(pos)
	l.choose("whether "+l.fn.Name+" leaves the block where it is", cfa.External, may, no, pos)
	l.cur = may
	old := l.pin(cfa.MkSelect(l.blockSizes(), p), pos)
	next := cfa.MkBinary(cfa.Add, p, l.spread(old))
	last := cfa.MkBinary(cfa.Eq, next, l.heapTop)
	c := cfa.MkAnd(cfa.MkBinary(cfa.Ge, p, cfa.ConstInt(l.heapLo)), cfa.MkBinary(cfa.Lt, p, l.heapTop))
	if l.tracksHeap() {
		c = cfa.MkAnd(c, cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.liveArray(), p), cfa.ConstInt(0)))
	}
	c = cfa.MkAnd(c, cfa.MkBinary(cfa.Le, n, cfa.ConstInt(l.heapSpan()/4)))
	c = cfa.MkAnd(c, cfa.MkOr(last, cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, p, l.spread(n)), next)))
	l.test(c, fits, no, pos)
	l.cur = fits
	l.resizedTails(m, p, cfa.MkBinary(cfa.Add, p, old), pos)
	l.emit(&cfa.Store{Arr: l.blockSizes(), Idx: p, Val: l.fitPtr(n)}, pos)
	if l.located() {
		l.emit(&cfa.Fill{Arr: l.ownerArray(), Lo: p, Hi: cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Add, p, n), cfa.ConstInt(1)), Val: p}, pos)
	}
	behind := cfa.MkBinary(cfa.Add, p, n)
	l.markOwn(m, p, behind, pos)
	l.freshIn(m, cfa.MkBinary(cfa.Add, p, old), behind, pos)
	grow := l.newLoc(pos)
	l.test(cfa.MkAnd(last, cfa.MkBinary(cfa.Gt, cfa.MkBinary(cfa.Add, p, l.spread(n)), l.heapTop)), grow, yes, pos)
	l.cur = grow
	l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, p, cfa.MkBinary(cfa.Sub, cfa.ConstInt(l.heapLo+l.heapSpan()-l.blockGap()), n))}, pos)
	l.emit(&cfa.Assign{LHS: l.heapTop, RHS: l.fitPtr(cfa.MkBinary(cfa.Add, p, l.spread(n)))}, pos)
	l.jump(yes, pos)
}

// spread returns the distance from the start of a block of n bytes to the next block: a multiple of the alignment of
// blocks, or of blockGap. It includes a red zone, so that one past the end is never in another object.
func (l *lowerer) spread(n cfa.Expr) cfa.Expr {
	unit, zone := int64(16), int64(redZone)
	if l.compared != nil {
		unit = l.blockGap()
	}
	up := func(v int64) int64 { return (v + unit - 1) / unit * unit }
	if k, ok := n.(*cfa.Const); ok {
		v, _ := k.Val.Int64()
		if l.compared == nil {
			return cfa.ConstInt(up(v) + zone)
		}
		return cfa.ConstInt(up(v + zone))
	}
	multiple := func(n cfa.Expr) cfa.Expr {
		return cfa.MkBinary(cfa.Mul, cfa.MkBinary(cfa.Div, cfa.MkBinary(cfa.Add, n, cfa.ConstInt(unit-1)), cfa.ConstInt(unit)), cfa.ConstInt(unit))
	}
	if l.compared == nil {
		return cfa.MkBinary(cfa.Add, multiple(n), cfa.ConstInt(zone))
	}
	return multiple(cfa.MkBinary(cfa.Add, n, cfa.ConstInt(zone)))
}
