package lower

import (
	"sort"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Accesses through forged pointers: the pointers without provenance that lang/pointsto marks (see forged.go there).
//
// Objects have addresses that do not overlap. So an access through a pointer into a forged class is checked at the
// time of the access. If an object of another class lies at the address, the class was wrong. Then the value read is
// unknown, and the contents of the other object become unknown; nothing is claimed about runs that depend on them. An
// address at which no object lies needs no treatment. This is sufficient for soundness: the address determines the
// object, whatever the pointer was made from.

// An otherObjects describes, for a forged class, where the objects of other classes lie. Only objects with leaked
// addresses count (pointsto.Leaked).
type otherObjects struct {
	known     []span     // the objects at known addresses
	own       *cfa.Array // an array whose cell a is 1 if a dynamic object of the forged class lies at the address a
	noDynamic bool       // all dynamic objects with leaked addresses belong to the class; own is nil
}

// locateOthers finds, for each forged class, where objects of other classes lie. Where dynamic objects lie is known
// only at run time: it declares arrays for that. All objects must have their addresses.
func (l *lowerer) locateOthers() {
	l.otherObjects = map[*pointsto.Class]*otherObjects{}
	var list []*pointsto.Class
	for _, n := range l.pts.Classes() {
		if n.Has(pointsto.Forged) {
			n.EachPart(func(m *pointsto.Class) {
				if l.otherObjects[m] == nil {
					l.otherObjects[m] = &otherObjects{}
					list = append(list, m)
				}
			})
		}
	}
	if len(list) == 0 {
		return
	}
	// An access through a forged pointer may be to a part of an object, so parts count.
	within := func(o *pointsto.Class) map[*pointsto.Class]bool {
		in, leaked := map[*pointsto.Class]bool{}, false
		o.Find().EachPart(func(m *pointsto.Class) {
			in[m] = true
			leaked = leaked || m.Has(pointsto.Leaked)
		})
		if !leaked {
			return nil // nothing reveals the address of the object
		}
		return in
	}
	for _, o := range l.memObjs {
		k, ok := cfa.IsConst(l.addrs[o])
		if !ok {
			continue
		}
		lo, _ := k.Int64()
		in := within(l.pts.Object(o))
		for _, n := range list {
			if h := l.otherObjects[n]; in != nil && !in[n] {
				h.known = append(h.known, span{lo, lo + max(o.Bytes(), 1)})
			}
		}
	}
	var dynamic []map[*pointsto.Class]bool
	for _, f := range l.pts.Funcs {
		if calls.IsError(f) {
			continue
		}
		for _, o := range l.automatic(f) {
			if l.memory(o) && l.addrs[o] == nil {
				dynamic = append(dynamic, within(l.pts.Object(o)))
			}
		}
	}
	for _, b := range l.pts.Blocks() {
		dynamic = append(dynamic, within(b.Class))
	}
	for _, n := range list {
		h := l.otherObjects[n]
		h.known = joinSpans(h.known)
		own := 0
		h.noDynamic = true
		for _, in := range dynamic {
			if in[n] {
				own++
			} else if in != nil {
				h.noDynamic = false
			}
		}
		if !h.noDynamic {
			h.own = l.p.NewArray(nil, "objects", cfa.Range{Bits: 1}, -1)
			l.ownArrays = append(l.ownArrays, h.own)
		}
	}
}

// joinSpans joins spans that are separated only by the gaps between objects.
func joinSpans(list []span) []span {
	sort.Slice(list, func(i, j int) bool { return list[i].lo < list[j].lo })
	var out []span
	for _, s := range list {
		if k := len(out) - 1; k >= 0 && s.lo-out[k].hi <= 2*redZone {
			out[k].hi = s.hi
		} else {
			out = append(out, s)
		}
	}
	return out
}

// markOwn marks the bytes lo <= a < hi as bytes of an object of n, if n or a part of n is a forged class.
func (l *funcLowerer) markOwn(n *pointsto.Class, lo, hi cfa.Expr, pos lang.Pos) {
	if len(l.ownArrays) == 0 || n == nil {
		return
	}
	done := map[*cfa.Array]bool{}
	n.Find().EachPart(func(m *pointsto.Class) {
		if h := l.otherObjects[m]; h != nil && h.own != nil && !done[h.own] {
			done[h.own] = true
			l.emit(&cfa.Fill{Arr: h.own, Lo: lo, Hi: hi, Val: cfa.ConstInt(1)}, pos)
		}
	})
}

// clearOwn records that no object of a forged class lies at lo <= a < hi any more, or anywhere if lo is nil.
func (l *funcLowerer) clearOwn(lo, hi cfa.Expr, pos lang.Pos) {
	for _, arr := range l.ownArrays {
		l.emit(&cfa.Fill{Arr: arr, Lo: lo, Hi: hi, Val: cfa.ConstInt(0)}, pos)
	}
}

// forged reports whether pointers into the class may lead to other classes.
func (l *lowerer) forged(n *pointsto.Class) bool { return n != nil && n.Find().Has(pointsto.Forged) }

// forgedAccess handles an access to size bytes at addr, an address from a forged pointer into n, and returns the
// address. If an object of another class lies there and bounds or initialized memory are followed, the run ends with
// nothing claimed. Otherwise n and that object get unknown values. This takes no branch: only the size of the changed
// memory, which may be 0, depends on the address. So it costs nothing where the memory does not matter.
func (l *funcLowerer) forgedAccess(n *pointsto.Class, addr, size cfa.Expr, pos lang.Pos) cfa.Expr {
	if addr == nil {
		return addr
	}
	addr = l.pin(addr, pos)
	h := l.otherObjects[n.Find()]
	if h == nil {
		h = &otherObjects{known: []span{{firstStatic, l.heapLo}}} // no object has a part in the class n
	}
	var away cfa.Expr = cfa.ConstInt(0)
	for _, o := range h.known {
		away = cfa.MkOr(away, cfa.MkAnd(
			cfa.MkBinary(cfa.Gt, addr, cfa.MkBinary(cfa.Sub, cfa.ConstInt(o.lo), size)), cfa.MkBinary(cfa.Lt, addr, cfa.ConstInt(o.hi))))
	}
	if !h.noDynamic {
		dynamic := cfa.MkAnd(
			cfa.MkBinary(cfa.Gt, addr, cfa.MkBinary(cfa.Sub, cfa.ConstInt(l.heapLo), size)), cfa.MkBinary(cfa.Lt, addr, cfa.ConstInt(l.memoryEnd())))
		if h.own != nil {
			dynamic = cfa.MkAnd(dynamic, cfa.MkBinary(cfa.Eq, cfa.MkSelect(h.own, addr), cfa.ConstInt(0)))
		}
		away = cfa.MkOr(away, dynamic)
	}
	if k, ok := cfa.IsConst(away); ok && k.IsZero() {
		return addr
	}
	const what = "an access through a pointer that was put together from numbers"
	if l.opt.Check.Has(Bounds) || l.records.Has(Uninit) || l.undefined != nil {
		l.unless(away, what, pos) // the bounds of another class's objects and their flags are not known here
		return addr
	}
	l.note(pos, what, "any value, where it leads to an object that the analysis does not know of")
	in := &cfa.Input{Kind: cfa.Approx, Name: what, Pos: pos}
	size = l.pin(cfa.MkBinary(cfa.Mul, size, away), pos) // 0 if the address is in n
	l.fillMem(n, addr, cfa.MkBinary(cfa.Add, addr, size), nil, in, pos)
	if l.forgedWrites == nil {
		q := l.p.NewProc("elsewhere")
		l.p.NewVar(q, "address", cfa.ParamVar, l.rangeOfPtr())
		l.p.NewVar(q, "size", cfa.ParamVar, l.rangeOfPtr())
		l.forgedWrites = q
	}
	l.emit(&cfa.Call{Callee: l.forgedWrites, Args: []cfa.Expr{l.fitPtr(addr), l.fitPtr(size)}}, pos)
	return addr
}

// lowerForgedWrites makes the procedure for writes through forged pointers. The procedure gives unknown values to size
// bytes at an address, in all leaked objects. All regions must exist.
func (p *lowerer) lowerForgedWrites() {
	q := p.forgedWrites
	if q == nil {
		return
	}
	l := p.in(q, nil)
	revealed := l.pts.LeakedParts()
	in := cfa.Input{Kind: cfa.Approx, Name: "memory that a pointer put together from numbers may lead to"}
	for _, n := range l.regionClasses {
		if !revealed[n.Find()] {
			continue
		}
		from := in
		arr := l.regions[n.Find()].arr
		from.Range, from.Pointer = arr.Elem, arr.Pointer
		// The cell with the first written byte may begin up to Step-1 bytes before this byte.
		l.emit(&cfa.Fill{
			Arr: arr, Lo: cfa.MkBinary(cfa.Sub, q.Params[0], cfa.ConstInt(arr.Step-1)), Hi: cfa.MkBinary(cfa.Add, q.Params[0], q.Params[1]), From: &from,
		}, lang.Pos{})
	}
	l.jump(q.Exit, lang.Pos{})
}

// unless ends the run, with nothing claimed, where c holds.
func (l *funcLowerer) unless(c cfa.Expr, what string, pos lang.Pos) {
	l.endWhere(c, pos, func() { l.cannot(pos, what) })
}

// endWhere ends the run where c holds. There it calls end, which leads to an error location.
func (l *funcLowerer) endWhere(c cfa.Expr, pos lang.Pos, end func()) {
	if k, ok := cfa.IsConst(c); ok && k.IsZero() {
		return
	}
	bad, next := l.newLoc(pos), l.newLoc(pos)
	l.test(c, bad, next, pos)
	l.cur = bad
	end()
	l.cur = next
}

// otherFunctions ends the run, with nothing claimed, if a call through the pointer fun, which may be forged, leads to
// a function of another class.
func (l *funcLowerer) otherFunctions(in *pointsto.IndirectCall, fun cfa.Expr, pos lang.Pos) {
	if n := in.Target.Find(); n.Has(pointsto.Forged) {
		for _, f := range l.pts.Taken {
			if m := l.pts.Function(f); m != n && m.Has(pointsto.Leaked) {
				l.unless(cfa.MkBinary(cfa.Eq, fun, l.funcAddress(f)), "a call through a pointer that was put together from numbers", pos)
			}
		}
	}
}
