package lower

import (
	"sort"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Pointers that the analysis may have lost.
//
// carry.go follows the bits of pointers as far as they are data. What remains are choices: a loop that tests the bits of a pointer one
// by one and sets those of a number, a comparison of a guessed number with an address. Where a program makes
// such choices (leaks), a pointer that was made from a number can lead anywhere, whatever its class says. The same holds
// for the sum of a pointer and a number that a pointer is carried in.
//
// The classes that such pointers lead into are lost. Objects have addresses that do not overlap, so that an access through a
// pointer into a lost class can be checked where it happens: at an address where an object of another class lies, the class
// was wrong, and nothing is claimed of such a run. An address at which no object lies is left alone.

// home tells where objects lie that a lost class does not have, and that the program tells the addresses of.
type home struct {
	others []span     // at known addresses
	blocks *cfa.Array // its cell at an address is 1 where a dynamic object of the class lies; nil: there are none
	alone  bool       // no other class has dynamic objects that are told
}

// homes finds out where the objects of lost classes lie, and others. All objects have their addresses.
func (l *lowerer) homes() {
	l.home = map[*pointsto.Class]*home{}
	var list []*pointsto.Class
	for _, n := range l.pts.Classes() {
		if n.Has(pointsto.Forged) {
			n.EachPart(func(m *pointsto.Class) {
				if l.home[m] == nil {
					l.home[m] = &home{}
					list = append(list, m)
				}
			})
		}
	}
	if len(list) == 0 {
		return
	}
	// An access through a lost pointer is to a part of what it leads to, so that the parts of objects are what counts.
	within := func(o *pointsto.Class) map[*pointsto.Class]bool {
		in, told := map[*pointsto.Class]bool{}, false
		o.Find().EachPart(func(m *pointsto.Class) {
			in[m] = true
			told = told || m.Has(pointsto.Leaked)
		})
		if !told {
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
			if h := l.home[n]; in != nil && !in[n] {
				h.others = append(h.others, span{lo, lo + max(o.Type.Size, 1)})
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
	for _, n := range l.pts.Blocks() {
		dynamic = append(dynamic, within(n))
	}
	for _, n := range list {
		h := l.home[n]
		h.others = merged(h.others)
		own := 0
		h.alone = true
		for _, in := range dynamic {
			if in[n] {
				own++
			} else if in != nil {
				h.alone = false
			}
		}
		if !h.alone {
			h.blocks = l.p.NewArray(nil, "objects", cfa.Range{Bits: 1}, -1)
			l.homeArrays = append(l.homeArrays, h.blocks)
		}
	}
}

// merged joins spans that have nothing but the gaps between objects between them.
func merged(list []span) []span {
	sort.Slice(list, func(i, j int) bool { return list[i].lo < list[j].lo })
	var out []span
	for _, s := range list {
		if k := len(out) - 1; k >= 0 && s.lo-out[k].hi <= 2*gap {
			out[k].hi = s.hi
		} else {
			out = append(out, s)
		}
	}
	return out
}

// settleIn marks the bytes lo <= a < hi as those of an object of class n, for lost classes.
func (l *lowerer) settleIn(n *pointsto.Class, lo, hi cfa.Expr, pos lang.Pos) {
	if len(l.homeArrays) == 0 || n == nil {
		return
	}
	done := map[*cfa.Array]bool{}
	n.Find().EachPart(func(m *pointsto.Class) {
		if h := l.home[m]; h != nil && h.blocks != nil && !done[h.blocks] {
			done[h.blocks] = true
			l.emit(&cfa.Fill{Arr: h.blocks, Lo: lo, Hi: hi, Val: cfa.ConstInt(1)}, pos)
		}
	})
}

// unsettle says that no object of a lost class lies at lo <= a < hi any more; lo nil: anywhere.
func (l *lowerer) unsettle(lo, hi cfa.Expr, pos lang.Pos) {
	for _, arr := range l.homeArrays {
		l.emit(&cfa.Fill{Arr: arr, Lo: lo, Hi: hi, Val: cfa.ConstInt(0)}, pos)
	}
}

// lost reports whether pointers into the class may lead elsewhere.
func (l *lowerer) lost(n *pointsto.Class) bool { return n != nil && n.Find().Has(pointsto.Forged) }

// elsewhere covers an access to size bytes at the address, which a lost pointer into n gave, and returns the address. Where it is one of
// another class's object, what is read there is not known, and what that object holds is not known any more. There is no
// branch for it, so that it costs nothing where the memory does not matter.
func (l *lowerer) elsewhere(n *pointsto.Class, addr, size cfa.Expr, pos lang.Pos) cfa.Expr {
	if addr == nil {
		return addr
	}
	addr = l.pin(addr, pos)
	h := l.home[n.Find()]
	if h == nil {
		h = &home{others: []span{{firstStatic, l.heapLo}}} // a part that nothing has
	}
	var away cfa.Expr = cfa.ConstInt(0)
	for _, o := range h.others {
		away = cfa.MkOr(away, cfa.MkAnd(
			cfa.MkBinary(cfa.Gt, addr, cfa.MkBinary(cfa.Sub, cfa.ConstInt(o.lo), size)), cfa.MkBinary(cfa.Lt, addr, cfa.ConstInt(o.hi))))
	}
	if !h.alone {
		dynamic := cfa.MkAnd(
			cfa.MkBinary(cfa.Gt, addr, cfa.MkBinary(cfa.Sub, cfa.ConstInt(l.heapLo), size)), cfa.MkBinary(cfa.Lt, addr, cfa.ConstInt(l.memoryEnd())))
		if h.blocks != nil {
			dynamic = cfa.MkAnd(dynamic, cfa.MkBinary(cfa.Eq, cfa.MkSelect(h.blocks, addr), cfa.ConstInt(0)))
		}
		away = cfa.MkOr(away, dynamic)
	}
	if k, ok := cfa.IsConst(away); ok && k.IsZero() {
		return addr
	}
	const what = "an access through a pointer that was put together from numbers"
	if l.opt.Check.Bounds {
		l.unless(away, what, pos) // bounds of another class's objects are not known here
		return addr
	}
	l.note(pos, what, "any value, where it leads to an object that the analysis does not know of")
	in := &cfa.Input{Kind: cfa.Approx, Name: what, Pos: pos}
	l.fillMem(n, addr, cfa.MkBinary(cfa.Add, addr, cfa.MkBinary(cfa.Mul, size, away)), nil, in, pos)
	if l.spread == nil {
		q := l.p.NewProc("elsewhere")
		l.p.NewVar(q, "address", cfa.ParamVar, l.rangeOfPtr())
		l.p.NewVar(q, "size", cfa.ParamVar, l.rangeOfPtr())
		l.spread = q
	}
	l.emit(&cfa.Call{Callee: l.spread, Args: []cfa.Expr{l.fitPtr(addr), l.fitPtr(size)}}, pos)
	return addr
}

// spreading writes the procedure that covers writes through lost pointers: size bytes at an address are not known any more, whatever
// object that the program tells the address of they are part of. All regions are there by now.
func (l *lowerer) spreading() {
	if l.spread == nil {
		return
	}
	q := l.spread
	l.fn, l.proc, l.cur = nil, q, q.Entry
	revealed := l.pts.LeakedParts()
	in := cfa.Input{Kind: cfa.Approx, Name: "memory that a pointer put together from numbers may lead to"}
	for _, n := range l.regionNodes {
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
func (l *lowerer) unless(c cfa.Expr, what string, pos lang.Pos) {
	if k, ok := cfa.IsConst(c); ok && k.IsZero() {
		return
	}
	bad, next := l.newLoc(pos), l.newLoc(pos)
	l.test(c, bad, next, pos)
	l.cur = bad
	l.cannot(pos, what)
	l.cur = next
}

// otherFunctions ends the run, as one of which nothing is claimed, where a call through the pointer fun, which may be lost, is to a
// function of another class.
func (l *lowerer) otherFunctions(in *pointsto.IndirectCall, fun cfa.Expr, pos lang.Pos) {
	if n := in.Target.Find(); n.Has(pointsto.Forged) {
		for _, f := range l.pts.Taken {
			if m := l.pts.Function(f); m != n && m.Has(pointsto.Leaked) {
				l.unless(cfa.MkBinary(cfa.Eq, fun, l.funcAddress(f)), "a call through a pointer that was put together from numbers", pos)
			}
		}
	}
}
