package lower

import (
	"sort"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Accesses through forged pointers: those without provenance that lang/pointsto marks (forged.go
// there says which).
//
// Objects have addresses that do not overlap. So an access through a pointer into a forged class is
// checked where it happens: at an address where an object of another class lies, the class was
// wrong. Then what is read is not known, and what the other object holds is not known any more;
// nothing is claimed of runs that depend on it. An address at which no object lies is left alone.
// Soundness needs no more: the address tells which object is meant, whatever the pointer was made
// of.

// otherObjects tells where objects lie that a forged class does not have, of those with leaked
// addresses.
type otherObjects struct {
	known     []span     // at known addresses
	own       *cfa.Array // its cell at an address is 1 where a dynamic object of the class lies
	noDynamic bool       // no other class has such dynamic objects; own is nil
}

// locateOthers finds out where the objects of forged classes lie, and others. All objects have
// their addresses.
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
	// An access through a forged pointer is to a part of what it leads to: parts of objects count.
	within := func(o *pointsto.Class) map[*pointsto.Class]bool {
		in, leaked := map[*pointsto.Class]bool{}, false
		o.Find().EachPart(func(m *pointsto.Class) {
			in[m] = true
			leaked = leaked || m.Has(pointsto.Leaked)
		})
		if !leaked {
			return nil // nothing is known of where it lies
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

// joinSpans joins spans that have nothing but the gaps between objects between them.
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

// markOwn marks the bytes lo <= a < hi as those of an object of class n, for forged classes.
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

// clearOwn says that no object of a forged class lies at lo <= a < hi any more; lo nil: anywhere.
func (l *funcLowerer) clearOwn(lo, hi cfa.Expr, pos lang.Pos) {
	for _, arr := range l.ownArrays {
		l.emit(&cfa.Fill{Arr: arr, Lo: lo, Hi: hi, Val: cfa.ConstInt(0)}, pos)
	}
}

// forged reports whether pointers into the class may lead elsewhere.
func (l *lowerer) forged(n *pointsto.Class) bool { return n != nil && n.Find().Has(pointsto.Forged) }

// forgedAccess covers an access to size bytes at the address, which a forged pointer into n gave,
// and returns the address. Where it is one of another class's object, n and that object get unknown
// values. There is no branch for it, so that it costs nothing where the memory does not matter.
func (l *funcLowerer) forgedAccess(n *pointsto.Class, addr, size cfa.Expr, pos lang.Pos) cfa.Expr {
	if addr == nil {
		return addr
	}
	addr = l.pin(addr, pos)
	h := l.otherObjects[n.Find()]
	if h == nil {
		h = &otherObjects{known: []span{{firstStatic, l.heapLo}}} // a part that nothing has
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
		l.unless(away, what, pos) // bounds of another class's objects are not known here, nor whether they were stored to
		return addr
	}
	l.note(pos, what, "any value, where it leads to an object that the analysis does not know of")
	in := &cfa.Input{Kind: cfa.Approx, Name: what, Pos: pos}
	size = l.pin(cfa.MkBinary(cfa.Mul, size, away), pos) // none, where it leads to where it says
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

// lowerForgedWrites writes the procedure that covers writes through forged pointers: size bytes at
// an address are not known any more, in whichever leaked object they lie. All regions are there by
// now.
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
		// A cell begins up to its size before the first byte that is written.
		l.emit(&cfa.Fill{
			Arr: arr, Lo: cfa.MkBinary(cfa.Sub, q.Params[0], cfa.ConstInt(arr.Step-1)), Hi: cfa.MkBinary(cfa.Add, q.Params[0], q.Params[1]), From: &from,
		}, lang.Pos{})
	}
	l.jump(q.Exit, lang.Pos{})
}

// unless ends the run where c holds, as one of which nothing is claimed.
func (l *funcLowerer) unless(c cfa.Expr, what string, pos lang.Pos) {
	if k, ok := cfa.IsConst(c); ok && k.IsZero() {
		return
	}
	bad, next := l.newLoc(pos), l.newLoc(pos)
	l.test(c, bad, next, pos)
	l.cur = bad
	l.cannot(pos, what)
	l.cur = next
}

// otherFunctions ends the run, as one of which nothing is claimed, where a call through the pointer
// fun, which may be forged, is to a function of another class.
func (l *funcLowerer) otherFunctions(in *pointsto.IndirectCall, fun cfa.Expr, pos lang.Pos) {
	if n := in.Target.Find(); n.Has(pointsto.Forged) {
		for _, f := range l.pts.Taken {
			if m := l.pts.Function(f); m != n && m.Has(pointsto.Leaked) {
				l.unless(cfa.MkBinary(cfa.Eq, fun, l.funcAddress(f)), "a call through a pointer that was put together from numbers", pos)
			}
		}
	}
}
