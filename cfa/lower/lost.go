package lower

import (
	"sort"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
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

// leak records a choice by the value of e.
func (a *analysis) leak(e lang.Expr) {
	if n := a.decision(e); n != nil {
		a.leaks = append(a.leaks, n)
	}
	a.tested(e)
	for _, b := range a.comparisons(e) {
		if l, r := a.val(b.L), a.val(b.R); l != nil && r != nil {
			a.guesses = append(a.guesses, [2]*node{l, r})
		}
	}
}

// comparisons lists those of pointers in the condition e.
func (a *analysis) comparisons(e lang.Expr) []*lang.Binary {
	switch x := e.(type) {
	case *lang.Binary:
		if a.asPointers(x) {
			return []*lang.Binary{x}
		}
	case *lang.Logical:
		return append(a.comparisons(x.L), a.comparisons(x.R)...)
	case *lang.Unary:
		if x.Op == lang.LogNot {
			return a.comparisons(x.X)
		}
	}
	return nil
}

// tested marks the numbers that a choice by e narrows down: one that was guessed may be an address from then on.
func (a *analysis) tested(e lang.Expr) {
	switch x := e.(type) {
	case *lang.Logical:
		a.tested(x.L)
		a.tested(x.R)
		return
	case *lang.Unary:
		if x.Op == lang.LogNot {
			a.tested(x.X)
			return
		}
	case *lang.Binary:
		if x.Op >= lang.Eq && x.Op <= lang.Ge {
			if !a.asPointers(x) && !a.nullish(x.L) && !a.nullish(x.R) {
				a.guess(x.L)
				a.guess(x.R)
			} else if a.composed(x.L) || a.composed(x.R) {
				a.guess(x.L)
				a.guess(x.R)
			}
			return
		}
	}
	if a.composed(e) {
		a.guess(e)
	}
}

// guess says that the number e may be an address by what was tested of it.
func (a *analysis) guess(e lang.Expr) {
	if n := a.val(e); n != nil && e.Type().Kind != lang.Pointer {
		a.holder(n).made = true
	}
}

// composed reports whether the number e is put together by arithmetic: not a copy, a constant, or a pointer that is moved, or
// rounded to a multiple.
func (a *analysis) composed(e lang.Expr) bool {
	if e.Type().Kind == lang.Pointer || a.pointer(e) {
		return false
	}
	if _, ok := a.constant(e); ok {
		return false
	}
	switch x := e.(type) {
	case *lang.Unary:
		return true
	case *lang.Binary:
		return !(x.Op == lang.And && (a.pointer(x.L) || a.pointer(x.R)))
	case *lang.Logical, *lang.AssignOp, *lang.IncDec:
		return true
	case *lang.Cast:
		return a.composed(x.X)
	case *lang.Cond:
		return x.Then != nil && a.composed(x.Then) || a.composed(x.Else)
	case *lang.Comma:
		return a.composed(x.R)
	case *lang.Assign:
		return a.composed(x.R)
	case *lang.StmtExpr:
		return x.Value != nil && a.composed(x.Value)
	}
	return false
}

// number is a place for pointers that are made from the number e, beside those that val tells.
func (a *analysis) number(e lang.Expr, t *lang.Type) *node {
	if !a.composed(e) {
		if a.pointer(e) {
			a.moved(a.val(e))
		}
		return a.part(e, t)
	}
	n := a.fresh()
	n.made = true
	a.flow(a.whole(e), n)
	if v := a.val(e); v != nil {
		a.holder(v).made = true
	}
	return n
}

// moved says that pointers into the class n are moved by some number: what comes out leads where they did, if they led anywhere.
func (a *analysis) moved(n *node) {
	if n != nil {
		a.bases = append(a.bases, n)
	}
}

// struc reports whether the class is one of structs that are seen in several ways (from their members, or as the start of a larger
// one): then numbers and pointers in it lie side by side, as members. That a pointer is put together in a member, by
// choices alone and from parts, is not looked for there.
func (n *node) struc() bool {
	return n.mixed && n.view != nil && n.view.Kind == lang.Record && !n.view.Union
}

// findLost marks the classes that the program may lead lost pointers into. Nothing is merged any more.
func (a *analysis) findLost() {
	for again := true; again; {
		again = false
		for _, f := range a.flows {
			if !f.from.find().made || f.to.find().made || f.from.find().struc() {
				continue
			}
			f.to.find().made = true
			again = true
		}
	}
	var made []*node
	for _, n := range a.all {
		if n.link == nil && n.pointee != nil && !n.struc() && (n.made || n.ptrs && n.ints) {
			n.pointee.find().guessed = true
			made = append(made, n.pointee.find())
		}
	}
	for _, n := range a.bases {
		if !n.inhabited() { // null, moved by a number
			n.find().guessed = true
			made = append(made, n.find())
		}
	}
	for _, n := range a.leaks {
		if t, ok := n.points(); ok {
			a.told[t] = true
		}
	}
	for _, g := range a.guesses {
		l, r := g[0].find(), g[1].find()
		if l != r && l.guessed && r.inhabited() {
			a.told[r] = true
		}
		if l != r && r.guessed && l.inhabited() {
			a.told[l] = true
		}
	}
	if len(a.told) > 0 {
		for _, n := range made {
			n.lost = true
		}
	}
	for _, s := range a.sums {
		if t, ok := s.num.points(); ok && t != s.base.find() {
			s.base.find().lost = true
			a.told[t] = true
		}
	}
}

// revealed are the classes of all parts of objects whose addresses choices depend on: who knows where a part lies knows where
// the others do.
func (a *analysis) revealed() map[*node]bool {
	all, up := map[*node]bool{}, map[*node]bool{}
	var work []*node
	for n := range a.told {
		work = append(work, n)
	}
	for len(work) > 0 {
		n := work[len(work)-1].find()
		work = work[:len(work)-1]
		if up[n] {
			continue
		}
		up[n] = true
		n.parts(func(m *node) { all[m] = true })
		work = append(work, n.ups...)
	}
	return all
}

// home tells where objects lie that a lost class does not have, and that the program tells the addresses of.
type home struct {
	others []span     // at known addresses
	blocks *cfa.Array // its cell at an address is 1 where a dynamic object of the class lies; nil: there are none
	alone  bool       // no other class has dynamic objects that are told
}

// homes finds out where the objects of lost classes lie, and others. All objects have their addresses.
func (l *lowerer) homes() {
	l.home = map[*node]*home{}
	var list []*node
	for _, n := range l.a.all {
		if n.link == nil && n.lost {
			n.parts(func(m *node) {
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
	within := func(o *node) map[*node]bool {
		in, told := map[*node]bool{}, false
		o.find().parts(func(m *node) {
			in[m] = true
			told = told || l.a.told[m]
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
		in := within(l.a.obj(o))
		for _, n := range list {
			if h := l.home[n]; in != nil && !in[n] {
				h.others = append(h.others, span{lo, lo + max(o.Type.Size, 1)})
			}
		}
	}
	var dynamic []map[*node]bool
	for _, f := range l.funcs {
		if special(f) {
			continue
		}
		for _, o := range l.automatic(f) {
			if l.memory(o) && l.addrs[o] == nil {
				dynamic = append(dynamic, within(l.a.obj(o)))
			}
		}
	}
	for _, n := range l.a.blocks {
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
func (l *lowerer) settleIn(n *node, lo, hi cfa.Expr, pos lang.Pos) {
	if len(l.homeArrays) == 0 || n == nil {
		return
	}
	done := map[*cfa.Array]bool{}
	n.find().parts(func(m *node) {
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
func (l *lowerer) lost(n *node) bool { return n != nil && n.find().lost }

// elsewhere covers an access to size bytes at the address, which a lost pointer into n gave, and returns the address. Where it is one of
// another class's object, what is read there is not known, and what that object holds is not known any more. There is no
// branch for it, so that it costs nothing where the memory does not matter.
func (l *lowerer) elsewhere(n *node, addr, size cfa.Expr, pos lang.Pos) cfa.Expr {
	if addr == nil {
		return addr
	}
	addr = l.pin(addr, pos)
	h := l.home[n.find()]
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
	revealed := l.a.revealed()
	in := cfa.Input{Kind: cfa.Approx, Name: "memory that a pointer put together from numbers may lead to"}
	for _, n := range l.regionNodes {
		if !revealed[n.find()] {
			continue
		}
		from := in
		arr := n.find().region.arr
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
func (l *lowerer) otherFunctions(in *indirect, fun cfa.Expr, pos lang.Pos) {
	if n := in.fun.find(); n.lost {
		for _, f := range l.taken {
			if m := l.a.fun(f); m != n && l.a.told[m] {
				l.unless(cfa.MkBinary(cfa.Eq, fun, l.funcAddress(f)), "a call through a pointer that was put together from numbers", pos)
			}
		}
	}
}
