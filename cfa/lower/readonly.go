package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// This file checks stores to objects that may not change (rule Const). These are: objects that are defined const,
// const members of other objects, string literals, and records with temporary lifetime that an expression makes
// (C11 6.7.3p6, 6.4.5p7, 6.2.4p8). Blocks of the heap are not defined, and so never const.
//
// C lets no program assign to an lvalue of a const type. So such a store goes through a pointer that lost the const,
// or never had it, such as one to a literal. The lowering knows the read-only objects of each class of memory; a
// store through a pointer into a class without such objects needs no test. In other classes the test compares the
// address. Read-only objects at known addresses lie next to each other (layout), so that one comparison covers many
// of them: no object between two of them may be changed by the program. Read-only objects whose addresses are only
// known at run time (objects of recursive functions, and objects that get a new address for each life) are entered in
// an array, at each of their bytes.
//
// If the rule is not checked, such a store is lowered like any other, since a machine may execute it.

// readOnly reports whether the object o may not change.
func (l *lowerer) readOnly(o *lang.Object) bool {
	if o.Storage == lang.Literal || o.Temporary {
		return true
	}
	if o.Ghost || !lang.IsConst(o.Type) || o.Made {
		return false
	}
	return l.u.Driver == nil || !slices.ContainsFunc(l.u.Driver.Objects, func(d *lang.DriverObject) bool { return d.Object == o })
}

// constParts returns the parts of an object that may not change, in order, relative to its start: the whole object,
// or members that are declared const. It omits const members in long arrays of records.
func (l *lowerer) constParts(o *lang.Object) []span {
	if l.readOnly(o) {
		return []span{{0, max(o.Bytes(), 1)}}
	}
	if o.Ghost || o.Made {
		return nil
	}
	return constMembers(nil, o.Type, 0)
}

// mostConstMembers bounds the number of const members in an array.
const mostConstMembers = 64

// constMembers adds to list the const members of an object of type t at the offset `at`.
func constMembers(list []span, t *lang.Type, at int64) []span {
	switch t.Kind {
	case lang.Record:
		for _, f := range t.Fields {
			switch {
			case t.Union: // the members of a union share their bytes
			case f.BitField:
			case lang.IsConst(f.Type):
				list = append(list, span{at + f.Offset, at + f.Offset + max(f.Type.Size, 0)})
			default:
				list = constMembers(list, f.Type, at+f.Offset)
			}
		}
	case lang.Array:
		if one := constMembers(nil, t.Elem, 0); len(one) > 0 && int64(len(one))*t.Len <= mostConstMembers {
			for i := range t.Len {
				for _, s := range one {
					list = append(list, span{at + i*t.Elem.Size + s.lo, at + i*t.Elem.Size + s.hi})
				}
			}
		}
	}
	return list
}

// separated moves the objects that may not change to the end of a list, if the rule Const is followed.
func (l *lowerer) separated(list []*lang.Object) []*lang.Object {
	if !l.records.Has(Const) {
		return list
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *lang.Object) int {
		return int(oneIf(l.readOnly(a)) - oneIf(l.readOnly(b)))
	})
	return list
}

// findReadOnly finds the read-only objects of the classes. All objects must have their addresses.
func (l *lowerer) findReadOnly() {
	if !l.records.Has(Const) {
		return
	}
	var others []span // objects that may change
	for _, o := range l.memObjs {
		k, isConst := cfa.IsConst(l.addrs[o])
		lo, ok := k.Int64()
		if !isConst || !ok {
			continue
		}
		at, end := lo, lo+max(o.Bytes(), 1)
		for _, s := range l.constParts(o) {
			s.lo, s.hi = s.lo+at, s.hi+at
			if lo < s.lo {
				others = append(others, span{lo, s.lo})
			}
			lo = s.hi
			l.pts.Object(o).EachPart(func(n *pointsto.Class) {
				x := l.extentOf(n)
				x.readOnly = append(x.readOnly, s)
			})
		}
		if lo < end {
			others = append(others, span{lo, end})
		}
	}
	slices.SortFunc(others, func(a, b span) int { return int(a.lo - b.lo) })
	for _, x := range l.extentsOf {
		x.readOnly = joinReadOnly(x.readOnly, others)
	}
	for _, f := range l.pts.Funcs {
		for _, o := range l.automatic(f) {
			if l.memory(o) && l.addrs[o] == nil && len(l.constParts(o)) > 0 {
				l.pts.Object(o).EachPart(func(n *pointsto.Class) { l.extentOf(n).readOnlyToo = true })
			}
		}
	}
	for _, x := range l.extentsOf {
		if x.readOnlyToo && l.fixed == nil {
			l.fixed = l.p.NewArray(nil, "read-only", cfa.Range{Bits: 1}, -1)
			l.fixed.Shadow = true
		}
	}
}

// joinReadOnly joins the spans in list that have no span of others between them. others is sorted.
func joinReadOnly(list, others []span) []span {
	slices.SortFunc(list, func(a, b span) int { return int(a.lo - b.lo) })
	var out []span
	for _, s := range list {
		if k := len(out) - 1; k >= 0 {
			i, _ := slices.BinarySearchFunc(others, s.lo, func(o span, at int64) int { return int(o.lo - at) })
			if i == 0 || others[i-1].lo < out[k].lo {
				out[k].hi = max(out[k].hi, s.hi)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// mayStore returns the condition that none of the size bytes at addr, in the class n, belong to a read-only object. For
// objects whose addresses are only known at run time, the condition is only about the byte at addr. mayStore returns
// nil if the class has no read-only object.
func (l *lowerer) mayStore(n *pointsto.Class, addr, size cfa.Expr) cfa.Expr {
	if n == nil || !l.records.Has(Const) {
		return nil
	}
	x := l.extentOf(n)
	if len(x.readOnly) == 0 && !x.readOnlyToo {
		return nil
	}
	var c cfa.Expr = cfa.ConstInt(1)
	for _, o := range x.readOnly {
		c = cfa.MkAnd(c, cfa.MkOr(cfa.MkBinary(cfa.Lt, addr, l.before(o.lo+1, size)), cfa.MkBinary(cfa.Ge, addr, cfa.ConstInt(o.hi))))
	}
	if x.readOnlyToo {
		c = cfa.MkAnd(c, cfa.MkBinary(cfa.Eq, cfa.MkSelect(l.fixed, addr), cfa.ConstInt(0)))
	}
	return c
}

// enterReadOnly records which parts of an object may not change, if its address is only known at run time.
func (l *funcLowerer) enterReadOnly(o *lang.Object, addr cfa.Expr) {
	if l.fixed == nil {
		return
	}
	fill := func(s span, val int64) {
		at := func(k int64) cfa.Expr { return cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(k)) }
		l.emit(&cfa.Fill{Arr: l.fixed, Lo: at(s.lo), Hi: at(s.hi), Val: cfa.ConstInt(val)}, o.Pos)
	}
	if l.readOnly(o) {
		fill(span{0, max(o.Type.Size, 1)}, 1)
		return
	}
	fill(span{0, max(o.Type.Size, 1)}, 0)
	for _, s := range l.constParts(o) {
		fill(s, 1)
	}
}

// storable checks that the place of the lvalue e may be stored to, after the other checks of the access. It returns
// the place without these checks.
func (l *funcLowerer) storable(p place, e lang.Expr) place {
	if c, ok := lang.Root(e).(*lang.CompoundLit); ok && c.Obj.Temporary && l.checksStores() {
		p = l.guard(p)
		l.require(Const, e, func(bad *cfa.Loc) { l.must(cfa.ConstInt(0), bad, e.Pos()) })
		return p
	}
	if !p.led || !p.inMemory() || !l.checksStores() {
		return p
	}
	p = l.guard(p)
	if c := l.mayStore(p.n, p.addr, cfa.ConstInt(l.accessSize(p))); c != nil {
		l.require(Const, e, func(bad *cfa.Loc) {
			explain(bad, cfa.Address, p.addr, cfa.Size, cfa.ConstInt(l.accessSize(p)))
			l.must(c, bad, e.Pos())
		})
	}
	return p
}

// storableBytes is storable for the size bytes at an address in the class n, to which a call of a library function
// stores.
func (l *funcLowerer) storableBytes(n *pointsto.Class, addr, size cfa.Expr, bad breach, pos lang.Pos) {
	if !l.checksStores() {
		return
	}
	if c := l.mayStore(n, addr, size); c != nil {
		to := bad(Const)
		explain(to, cfa.Address, addr, cfa.Size, size)
		l.must(cfa.MkOr(cfa.MkBinary(cfa.Le, size, cfa.ConstInt(0)), c), to, pos)
	}
}

// checksStores reports whether stores are checked in the current procedure.
func (l *funcLowerer) checksStores() bool {
	return l.opt.Check.Has(Const) && l.undefined == nil && l.fn != nil
}
