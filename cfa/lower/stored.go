package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

// Reads of uninitialized memory (Uninit).
//
// A variable, array or region that may be read before it is initialized has flags that record whether it is: a
// variable has a flag variable, an array or a region an array of flags with the same indexes. A flag becomes 0 when
// an object begins to live without a value, and full when a value is stored. Full is 1, or in a region of bytes a bit
// for each bit of the byte, since bit-fields share bytes. A read whose value is used requires that the flag is full.
// A copy that does not use the value copies the flag, too: the copy of a record, of memory, and of a character to a
// character (C11 6.2.6.1p5 lets programs copy objects so).
//
// Flags also exist if no read is checked but annotations use them (\initialized, contracts.go).
//
// During the lowering all regions have flags, and all objects that may be uninitialized. Afterwards the flags that
// are always full by the form of the program are removed (stored_flow.go). The remaining ones are those that checks
// need.
//
// The following count as initialized: memory outside of the program, memory that code outside of the program may have
// stored to, memory after the end of an object (this is for Bounds), and the padding of a long double.

// mayLack reports whether a part of the object o, which is not in memory, may be read before it is initialized.
// Parameters have values, but record parameters may have members without one.
func (l *lowerer) mayLack(o *lang.Object) bool {
	if !l.records.Has(Uninit) || o.Extern || o.Ghost {
		return false
	}
	t := o.Type
	for t.Kind == lang.Array {
		t = t.Elem
	}
	switch {
	case t.Kind == lang.Record:
		return true
	case characterType(t):
		return true // a program may copy an uninitialized character to o
	}
	return o.Storage == lang.Local && (o.Init == nil || l.skipped(o) || l.readsItself(o))
}

// characterType reports whether copies of values of the type do not use them.
func characterType(t *lang.Type) bool { return t.Kind == lang.Integer && t.Size == 1 }

// flag returns the flag variable of a scalar's store, or nil if the scalar is always initialized.
func (l *lowerer) flag(s *store) *cfa.Var {
	if s.lacks && s.flag == nil {
		s.flag = l.newFlag(s.proc, s.name, s.kind)
	}
	return s.flag
}

// flags returns the array of flags of a store inside an array, or nil if it is always initialized.
func (l *lowerer) flags(s *store) *cfa.Array {
	if s.lacks && s.flags == nil {
		s.flags = l.p.NewArray(s.proc, "stored("+s.name+")", cfa.Range{Bits: 1}, s.n)
		s.flags.Shadow = true
		l.isFlag[s.flags] = 1
	}
	return s.flags
}

// newFlag makes a flag variable.
func (l *lowerer) newFlag(q *cfa.Proc, name string, kind cfa.VarKind) *cfa.Var {
	v := l.p.NewVar(q, "stored("+name+")", kind, cfa.Range{Bits: 1})
	v.Shadow = true
	l.isFlagVar[v] = true
	return v
}

// flagsOf returns the array of flags of a region, or nil if flags are not followed.
func (l *lowerer) flagsOf(r *region) *cfa.Array {
	if !l.records.Has(Uninit) || r.float {
		return nil
	}
	if r.flags == nil {
		elem, full := cfa.Range{Bits: 1}, int64(1)
		if r.bytes {
			elem, full = cfa.Range{Bits: 8}, 255
		}
		r.flags = l.p.NewArray(nil, "stored", elem, -1)
		// The flags are accessed like the region's cells: where an access to the region is undefined, so is the access to
		// the flags.
		r.flags.Region, r.flags.Step, r.flags.Align = true, r.arr.Step, r.arr.Align
		r.flags.Shadow = true
		l.isFlag[r.flags] = full
		l.regionFlags = append(l.regionFlags, r)
		l.startDoubt(r)
	}
	return r.flags
}

// A part is a cell of an array of flags, or a flag variable: all of it, or the bits in the mask.
type part struct {
	arr   *cfa.Array // the array of flags; nil: the part is the variable v
	doubt *cfa.Var   // of the region of arr
	v     *cfa.Var
	idx   cfa.Expr // the index of the cell in arr
	full  int64    // the value of the flag for "initialized"
	mask  int64    // the bits of the flag that belong to the part; at most full
}

func (c part) value() cfa.Expr {
	if c.arr == nil {
		return c.v
	}
	return cfa.MkSelect(c.arr, c.idx)
}

// stored returns the condition that the part is initialized. It is one inequality if possible.
func (c part) stored() cfa.Expr {
	if c.mask == c.full {
		return cfa.MkBinary(cfa.Ge, c.value(), cfa.ConstInt(c.full))
	}
	return cfa.MkBinary(cfa.Eq, cfa.MkBinary(cfa.BitAnd, c.value(), cfa.ConstInt(c.mask)), cfa.ConstInt(c.mask))
}

// parts returns the flags of a scalar; none if the scalar is always initialized. With write set, it returns the flags
// that a store to the scalar makes full, which include those of padding.
func (l *funcLowerer) parts(p place, write bool) []part {
	if !l.records.Has(Uninit) {
		return nil
	}
	if !p.inMemory() {
		if p.st.many {
			if a := l.flags(p.st); a != nil {
				idx := p.idx
				if idx == nil {
					idx = cfa.ConstInt(0)
				}
				return []part{{arr: a, idx: idx, full: 1, mask: 1}}
			}
		} else if v := l.flag(p.st); v != nil {
			return []part{{v: v, full: 1, mask: 1}}
		}
		return nil
	}
	r := l.regionOf(p.n)
	arr := l.flagsOf(r)
	if arr == nil {
		return nil
	}
	if !r.bytes {
		return []part{{arr: arr, doubt: r.doubt, idx: p.addr, full: 1, mask: 1}}
	}
	a := pointsto.AccessOf(p.t, p.field)
	n := max(1, a.Size)
	if !a.Opaque && !a.BitField && !write {
		n = a.Stored()
	}
	if write && !a.BitField {
		n += p.pad // a store to a member makes the padding unspecified, which is a value (C11 6.2.6.1p6)
	}
	var list []part
	for i := range n {
		c := part{arr: arr, doubt: r.doubt, idx: cfa.MkBinary(cfa.Add, p.addr, cfa.ConstInt(i)), full: 255, mask: 255}
		if a.BitField {
			lo, hi := max(0, a.BitOff-int(8*i)), min(8, a.BitOff+a.Bits-int(8*i))
			if lo >= hi {
				continue
			}
			c.mask = int64(1)<<hi - int64(1)<<lo
		}
		list = append(list, c)
	}
	return list
}

// padBehind returns the number of bytes between the member f of the record p and the next member.
func padBehind(p place, f *lang.Field) int64 {
	if p.t.Kind != lang.Record || p.t.Union || f.BitField || f.Index >= len(p.t.Fields) {
		return 0
	}
	next, last := p.t.Size, f.Index == len(p.t.Fields)-1
	if !last {
		next = p.t.Fields[f.Index+1].Offset
	}
	gap := max(0, next-f.Offset-max(0, f.Type.Size))
	if last {
		gap += p.pad
	}
	return gap
}

// use requires that a scalar whose value is about to be used is initialized. It returns the place with its other
// checks done.
func (l *funcLowerer) use(p place, e lang.Expr) place {
	if !l.records.Has(Uninit) {
		return p
	}
	p = l.guard(p)
	if p.inMemory() && l.regionOf(p.n).float {
		// Numbers that are not modelled have no cells, and no flags.
		if !l.opt.Check.Has(Uninit) {
			return p
		}
		l.lookedAway("whether numbers in memory that are not modelled were stored to", e.Pos())
		return p
	}
	list := l.parts(p, false)
	if l.copied == e {
		l.copied, l.copiedFrom = nil, list
		l.storedInTail(list, p.cell, e.Pos())
		l.readInTail(p.cell, e.Pos())
		return p
	}
	l.requireStored(list, p.cell, e)
	l.readInTail(p.cell, e.Pos())
	return p
}

// lookedAway records that something is not checked in a run that goes on: a verdict of SAFE cannot rest on it.
func (l *funcLowerer) lookedAway(what string, pos lang.Pos) {
	t := l.temp(cfa.Range{Bits: 1}, pos)
	l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Effect, Name: what, Range: t.Range, Pos: pos}}, pos)
	l.unless(cfa.MkBinary(cfa.Ne, t, cfa.ConstInt(0)), what, pos)
}

// requireStored requires that the lvalue e is initialized; list are its parts. cell describes the accessed cell for
// unlessInTail. A use in a model of a library function counts as a use by the call in the program that led to the model.
func (l *funcLowerer) requireStored(list []part, cell *tailCell, e lang.Expr) {
	if len(list) == 0 || !l.opt.Check.Has(Uninit) || l.inClaim || l.fn == nil || madeAccess(e) {
		return
	}
	if l.fn.Model {
		l.mustBeStored(list, cell, l.usedBy(l.fn), e.Pos())
		return
	}
	l.mustBeStored(list, cell, l.property(rule.Uninitialised, lang.ExprString(e), e.Pos()), e.Pos())
}

// mustBeStored leads to the property prop, if not nil, if one of the parts is not initialized.
func (l *funcLowerer) mustBeStored(list []part, cell *tailCell, prop *cfa.Property, pos lang.Pos) {
	if len(list) == 0 || prop == nil {
		return
	}
	bad := l.newLoc(pos)
	bad.Error = prop
	l.mustBeKnown(list, cell, pos)
	bad = l.unlessInTail(cell, bad, pos)
	for _, c := range list {
		l.must(c.stored(), bad, pos)
	}
}

// usedBy returns the property for the uses in a model, or nil if no function of the program calls the model.
func (l *lowerer) usedBy(f *lang.Func) *cfa.Property {
	x, caller := l.pts.UserCall(f)
	switch {
	case x == nil && strings.HasPrefix(f.Name, "__whet_"):
		return nil
	case x == nil: // f is called through pointers, or from very many places
		return &cfa.Property{Kind: rule.Uninitialised, Text: f.Name, Pos: f.Pos, Func: f.Name}
	}
	return l.useOfCall(x, caller)
}

// useOfCall returns the property for the uses by a call of a library function.
func (l *lowerer) useOfCall(x *lang.Call, caller *lang.Func) *cfa.Property {
	if x.For != nil {
		x = x.For
	}
	p := l.uses[x]
	if p == nil {
		p = &cfa.Property{Kind: rule.Uninitialised, Text: lang.ExprString(x), Pos: x.At}
		if caller != nil {
			p.Func = caller.Name
		}
		l.uses[x] = p
	}
	return p
}

// readByLibrary requires that a character of a string that the library reads is initialized.
func (l *funcLowerer) readByLibrary(p place, cell *tailCell, pos lang.Pos) {
	if !l.opt.Check.Has(Uninit) || l.fn == nil || l.reader == nil {
		return
	}
	prop := l.useOfCall(l.reader, l.fn)
	if l.fn.Model {
		prop = l.usedBy(l.fn)
	}
	l.mustBeStored(l.parts(p, false), cell, prop, pos)
}

// setStored marks the scalar p as initialized. But if copied is set, p gets its value by a copy that does not use the
// value; then p gets the flags `from` of the source.
func (l *funcLowerer) setStored(p place, from []part, copied bool, pos lang.Pos) {
	if !l.records.Has(Uninit) {
		return
	}
	to := l.parts(p, true)
	if len(from) == 0 {
		copied = false
	}
	if len(to) == 0 {
		if copied {
			// The target is assumed to hold only initialized values.
			l.unless(cfa.MkNot(allStored(from)), "a copy of what was not stored to", pos)
		}
		return
	}
	var all cfa.Expr = cfa.ConstInt(1)
	same := copied && len(to) >= len(from)
	for i := range to {
		same = same && (i >= len(from) || to[i].full == from[i].full && to[i].mask == to[i].full && from[i].mask == from[i].full)
	}
	if copied && !same {
		all = allStored(from)
	}
	if copied {
		l.copyDoubt(to, from, pos)
	}
	values := make([]cfa.Expr, len(to))
	for i, c := range to {
		switch {
		case same && i < len(from):
			values[i] = from[i].value()
		case c.mask == c.full:
			values[i] = cfa.MkBinary(cfa.Mul, cfa.ConstInt(c.full), all)
		default:
			values[i] = cfa.MkWrap(8, false, cfa.MkBinary(cfa.BitOr,
				cfa.MkBinary(cfa.BitAnd, c.value(), cfa.ConstInt(c.full&^c.mask)), cfa.MkBinary(cfa.Mul, cfa.ConstInt(c.mask), all)))
		}
	}
	for i, c := range to {
		if c.arr == nil {
			l.emit(&cfa.Assign{LHS: c.v, RHS: values[i]}, pos)
		} else {
			l.emit(&cfa.Store{Arr: c.arr, Idx: c.idx, Val: values[i]}, pos)
		}
	}
}

// allStored returns the condition that all parts are initialized.
func allStored(list []part) cfa.Expr {
	var all cfa.Expr = cfa.ConstInt(1)
	for _, c := range list {
		all = cfa.MkAnd(all, c.stored())
	}
	return all
}

// fillStored marks the cells lo <= i < hi of a region (nil: all) as initialized, or as uninitialized if value is 0.
func (l *funcLowerer) fillStored(r *region, lo, hi cfa.Expr, value int64, pos lang.Pos) {
	if a := l.flagsOf(r); a != nil && !l.keepsFlags {
		l.emit(&cfa.Fill{Arr: a, Lo: lo, Hi: hi, Val: cfa.ConstInt(value * l.isFlag[a])}, pos)
	}
}

// markStored marks the bytes lo <= a < hi of a class as initialized.
func (l *funcLowerer) markStored(n *pointsto.Class, lo, hi cfa.Expr, pos lang.Pos) {
	l.eachRegion(n, func(r *region) { l.fillStored(r, lo, hi, 1, pos) })
}

// fresh marks the bytes lo <= a < hi of a class as uninitialized: an object without a value begins there.
func (l *funcLowerer) fresh(n *pointsto.Class, lo, hi cfa.Expr, pos lang.Pos) {
	l.eachRegion(n, func(r *region) { l.fillStored(r, lo, hi, 0, pos) })
}

// freshIn is fresh for bytes of a block to whose tails the operation before it has given any values: the fill ends no other
// ones.
func (l *funcLowerer) freshIn(n *pointsto.Class, lo, hi cfa.Expr, pos lang.Pos) {
	was := l.making
	l.making = true
	l.fresh(n, lo, hi, pos)
	l.making = was
}

// storedBy returns 0 for values of uninitialized objects, else 1.
func storedBy(from *cfa.Input) int64 {
	if from != nil && from.Kind == cfa.Uninit {
		return 0
	}
	return 1
}

// eachRegion visits the regions of the scalars in a class, if flags are followed.
func (l *lowerer) eachRegion(n *pointsto.Class, visit func(r *region)) {
	if l.records.Has(Uninit) && n != nil {
		n.EachScalar(func(m *pointsto.Class) { visit(l.regionOf(m)) })
	}
}

// markPlace marks all scalars in a place as initialized, or as uninitialized if value is 0.
func (l *funcLowerer) markPlace(p place, value int64, pos lang.Pos) {
	if !l.records.Has(Uninit) || l.keepsFlags {
		return
	}
	if p.inMemory() {
		hi := cfa.MkBinary(cfa.Add, p.addr, l.sizeOf(p.t))
		l.eachRegion(p.n, func(r *region) { l.fillStored(r, p.addr, hi, value, pos) })
		if value == 0 {
			l.padStored(p, pos)
		}
		return
	}
	l.eachStored(p, func(q place) {
		switch {
		case !q.st.many:
			l.emit(&cfa.Assign{LHS: l.flag(q.st), RHS: cfa.ConstInt(value)}, pos)
		default:
			lo, hi := l.cells(p, q)
			l.emit(&cfa.Fill{Arr: l.flags(q.st), Lo: lo, Hi: hi, Val: cfa.ConstInt(value)}, pos)
		}
	})
}

// eachStored visits the scalars of a place in a store that have flags.
func (l *lowerer) eachStored(p place, visit func(place)) {
	switch t := p.t; {
	case !p.st.lacks:
	case t.Kind == lang.Record:
		for _, f := range t.Fields {
			l.eachStored(place{t: f.Type, st: p.st.field0(f), idx: p.idx}, visit)
		}
	case t.Kind == lang.Array:
		l.eachStored(place{t: t.Elem, st: p.st.element(), idx: p.idx}, visit)
	default:
		visit(p)
	}
}

// copyStored copies the flags of n bytes from one region to another, or within one region.
func (l *funcLowerer) copyStored(dst, src *region, dstLo, srcLo, n cfa.Expr, pos lang.Pos) {
	d, s := l.flagsOf(dst), l.flagsOf(src)
	if d != nil && s != nil && dst != src {
		l.addDoubt(dst.doubt, src.doubt, pos)
	}
	switch {
	case d == nil:
	case s == nil:
		l.emit(&cfa.Fill{Arr: d, Lo: dstLo, Hi: cfa.MkBinary(cfa.Add, dstLo, n), Val: cfa.ConstInt(l.isFlag[d])}, pos)
	default:
		l.emit(&cfa.Copy{Dst: d, DstLo: dstLo, Src: s, SrcLo: srcLo, N: n}, pos)
	}
}

// copiedChar returns the lvalue whose value the expression e gives unchanged to an object of the character type t.
// Such a copy does not use the value. It returns nil for other expressions.
func copiedChar(t *lang.Type, e lang.Expr) lang.Expr {
	if !characterType(t) {
		return nil
	}
	for {
		x, ok := e.(*lang.Cast)
		if !ok {
			break
		}
		if x.T.Kind != lang.Integer {
			return nil
		}
		e = x.X
	}
	if !characterType(e.Type()) {
		return nil
	}
	switch x := e.(type) {
	case *lang.VarRef, *lang.Index, *lang.Deref:
		return e
	case *lang.Member:
		if !x.Field.BitField {
			return e
		}
	}
	return nil
}

// rvalCopied returns the value of e, for a store to a scalar of type t. used says that the program uses the value of the
// assignment. If e is a character that is copied without being used, copied is true, and `from` are its flags.
func (l *funcLowerer) rvalCopied(t *lang.Type, e lang.Expr, used bool) (v cfa.Expr, from []part, copied bool) {
	c := copiedChar(t, e)
	if c == nil || used || !l.records.Has(Uninit) {
		v = l.rval(e)
		l.storing = &storedWindow{l.win}
		return v, nil, false
	}
	l.copied, l.copiedFrom = c, nil
	v = l.rval(e)
	l.storing = &storedWindow{}
	from, copied = l.copiedFrom, l.copied == nil
	l.copied, l.copiedFrom = nil, nil
	return v, from, copied
}

// grown lowers a statement in the model of realloc: a block p was copied to a new block q with n bytes. The bytes of
// q after the size of p are uninitialized.
func (l *funcLowerer) grown(x *lang.Call) {
	if !l.records.Has(Uninit) {
		return
	}
	q, p, n := l.rval(x.Args[0]), l.rval(x.Args[1]), l.rval(x.Args[2])
	if m := l.pts.Pointee(x.Args[0]); m != nil {
		l.freshIn(m, cfa.MkBinary(cfa.Add, q, cfa.MkSelect(l.blockSizes(), p)), cfa.MkBinary(cfa.Add, q, n), x.At)
	}
}

// storedUsed marks the scalars of a static object as initialized.
func (l *funcLowerer) storedUsed(s *store, pos lang.Pos) {
	if s == nil {
		return
	}
	if s.flag != nil {
		l.emit(&cfa.Assign{LHS: s.flag, RHS: cfa.ConstInt(1)}, pos)
	}
	if s.flags != nil {
		l.emit(&cfa.Fill{Arr: s.flags, Val: cfa.ConstInt(1)}, pos)
	}
	for _, f := range s.fields {
		l.storedUsed(f, pos)
	}
	l.storedUsed(s.elem, pos)
}

// startStored marks all memory as initialized before the program begins. It adds edges between two locations of the
// start, after all regions are known.
func (p *lowerer) startStored() {
	if p.storedFrom == nil {
		return
	}
	l := p.in(p.p.Start, nil)
	l.cur = p.storedFrom
	for _, r := range p.regionFlags {
		r.flags.Name = "stored(" + r.arr.Name + ")"
		if !r.bytes {
			r.arr.Flags = r.flags
		}
		l.emit(&cfa.Fill{Arr: r.flags, Val: cfa.ConstOf(num.Of(p.isFlag[r.flags]))}, lang.Pos{})
		if r.doubt != nil {
			l.emit(&cfa.Assign{LHS: r.doubt, RHS: cfa.ConstInt(0)}, lang.Pos{})
		}
	}
	l.jump(p.storedTo, lang.Pos{})
}
