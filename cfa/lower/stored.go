package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/rule"
)

// Reads of what was never stored to (Uninit).
//
// What may be read before it is stored to has a companion, which says whether it was: a variable
// beside a variable, an array with the same indexes beside an array or a region. It becomes 0 where
// an object begins to live without a value, and full where a value is stored: 1, or in a region of
// bytes a bit for each bit of the byte, since bit-fields share bytes. A read whose value is used
// requires that it is full. A copy that uses no value takes the companion along: that of a record,
// of memory, and of a character to a character (C11 6.2.6.1p5 lets programs copy objects so).
//
// There are companions, too, where no read is checked but annotations ask (\initialized,
// contracts.go).
//
// All regions have companions while the program is lowered, and so have the objects that may hold
// something which was not stored. Afterwards those that are full by the form of the program are
// taken out (stored_flow.go): the others are what checks need.
//
// Counted as stored: what lies outside of the program, what code outside may have stored to, what
// lies after the end of an object (Bounds is about that), and the padding of a long double.

// mayLack reports whether something in a variable's object may be read before it is stored to.
// Parameters come with values, but those of records may have members without one.
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
		return true // a character without a value may be copied to it
	}
	return o.Storage == lang.Local && (o.Init == nil || l.skipped(o) || l.readsItself(o))
}

// characterType reports whether values of the type are copied without being used.
func characterType(t *lang.Type) bool { return t.Kind == lang.Integer && t.Size == 1 }

// flag is the companion variable of a scalar's store, nil where the scalar is always stored.
func (l *lowerer) flag(s *store) *cfa.Var {
	if s.lacks && s.flag == nil {
		s.flag = l.newFlag(s.proc, s.name, s.kind)
	}
	return s.flag
}

// flags is the companion array of a store inside an array.
func (l *lowerer) flags(s *store) *cfa.Array {
	if s.lacks && s.flags == nil {
		s.flags = l.p.NewArray(s.proc, "stored("+s.name+")", cfa.Range{Bits: 1}, s.n)
		s.flags.Shadow = true
		l.isFlag[s.flags] = 1
	}
	return s.flags
}

// newFlag makes a companion variable.
func (l *lowerer) newFlag(q *cfa.Proc, name string, kind cfa.VarKind) *cfa.Var {
	v := l.p.NewVar(q, "stored("+name+")", kind, cfa.Range{Bits: 1})
	v.Shadow = true
	l.isFlagVar[v] = true
	return v
}

// flagsOf is the companion of the region of a class; nil without the check.
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
		// An access to it is one to the region: where that is undefined, so is this.
		r.flags.Region, r.flags.Step, r.flags.Align = true, r.arr.Step, r.arr.Align
		r.flags.Shadow = true
		l.isFlag[r.flags] = full
		l.regionFlags = append(l.regionFlags, r)
	}
	return r.flags
}

// part is a cell of a companion: all of it, or the bits in the mask.
type part struct {
	arr  *cfa.Array // nil: v
	v    *cfa.Var
	idx  cfa.Expr
	full int64
	mask int64 // at most full
}

func (c part) value() cfa.Expr {
	if c.arr == nil {
		return c.v
	}
	return cfa.MkSelect(c.arr, c.idx)
}

// stored is the condition that the part was stored to. It is one inequality where it can be.
func (c part) stored() cfa.Expr {
	if c.mask == c.full {
		return cfa.MkBinary(cfa.Ge, c.value(), cfa.ConstInt(c.full))
	}
	return cfa.MkBinary(cfa.Eq, cfa.MkBinary(cfa.BitAnd, c.value(), cfa.ConstInt(c.mask)), cfa.ConstInt(c.mask))
}

// parts are the cells of companions that a scalar has; none where it is always stored. With write
// they are those that a store to it makes full: padding, too.
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
		return []part{{arr: arr, idx: p.addr, full: 1, mask: 1}}
	}
	a := pointsto.AccessOf(p.t, p.field)
	n := max(1, a.Size)
	if !a.Opaque && !a.BitField && !write {
		n = a.Stored()
	}
	if write && !a.BitField {
		n += p.pad // a store to a member makes it unspecified, which is a value (C11 6.2.6.1p6)
	}
	var list []part
	for i := range n {
		c := part{arr: arr, idx: cfa.MkBinary(cfa.Add, p.addr, cfa.ConstInt(i)), full: 255, mask: 255}
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

// padBehind is the number of bytes between the member f of the record p and what comes next.
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

// use requires of a scalar whose value is about to be read and used that it was stored to. It
// returns the place with its other checks done.
func (l *funcLowerer) use(p place, e lang.Expr) place {
	if !l.records.Has(Uninit) {
		return p
	}
	p = l.guard(p)
	if p.inMemory() && l.regionOf(p.n).float {
		// Numbers that are not modelled have no cells, and no companions.
		if !l.opt.Check.Has(Uninit) {
			return p
		}
		l.lookedAway("whether numbers in memory that are not modelled were stored to", e.Pos())
		return p
	}
	list := l.parts(p, false)
	if l.copied == e {
		l.copied, l.copiedFrom = nil, list
		return p
	}
	l.requireStored(list, e)
	return p
}

// lookedAway says of a run that goes on that something was not looked for: it is not safe for that.
func (l *funcLowerer) lookedAway(what string, pos lang.Pos) {
	t := l.temp(cfa.Range{Bits: 1}, pos)
	l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.Effect, Name: what, Range: t.Range, Pos: pos}}, pos)
	l.unless(cfa.MkBinary(cfa.Ne, t, cfa.ConstInt(0)), what, pos)
}

// requireStored requires that all parts of what the lvalue e denotes were stored to. What a model of
// a library function uses is used by the call in the program that led to it.
func (l *funcLowerer) requireStored(list []part, e lang.Expr) {
	if len(list) == 0 || !l.opt.Check.Has(Uninit) || l.inClaim || l.fn == nil || madeAccess(e) {
		return
	}
	if l.fn.Model {
		l.mustBeStored(list, l.usedBy(l.fn), e.Pos())
		return
	}
	l.mustBeStored(list, l.property(rule.Uninitialised, lang.ExprString(e), e.Pos()), e.Pos())
}

// mustBeStored leads to the property, if not nil, where one of the parts was not stored to.
func (l *funcLowerer) mustBeStored(list []part, prop *cfa.Property, pos lang.Pos) {
	if len(list) == 0 || prop == nil {
		return
	}
	bad := l.newLoc(pos)
	bad.Error = prop
	for _, c := range list {
		l.must(c.stored(), bad, pos)
	}
}

// usedBy is the property of what a model uses; nil where no function of the program calls it.
func (l *lowerer) usedBy(f *lang.Func) *cfa.Property {
	x, caller := l.pts.UserCall(f)
	switch {
	case x == nil && strings.HasPrefix(f.Name, "__whet_"):
		return nil
	case x == nil: // called through pointers, or from very many places
		return &cfa.Property{Kind: rule.Uninitialised, Text: f.Name, Pos: f.Pos, Func: f.Name}
	}
	return l.useOfCall(x, caller)
}

// useOfCall is the property of what a call of a library function uses.
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

// readByLibrary requires that a character of a string that the library reads was stored to.
func (l *funcLowerer) readByLibrary(p place, pos lang.Pos) {
	if !l.opt.Check.Has(Uninit) || l.fn == nil || l.reader == nil {
		return
	}
	prop := l.useOfCall(l.reader, l.fn)
	if l.fn.Model {
		prop = l.usedBy(l.fn)
	}
	l.mustBeStored(l.parts(p, false), prop, pos)
}

// setStored says of a scalar that it is stored to. from are the companions of what is copied there,
// where it is a copy that uses no value; else nil.
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
			// A place that is thought to hold only what was stored to.
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

// allStored is the condition that all parts were stored to.
func allStored(list []part) cfa.Expr {
	var all cfa.Expr = cfa.ConstInt(1)
	for _, c := range list {
		all = cfa.MkAnd(all, c.stored())
	}
	return all
}

// fillStored says of the cells lo <= i < hi of a region (nil: all) that they are stored to, or
// where value is 0 that they are not.
func (l *funcLowerer) fillStored(r *region, lo, hi cfa.Expr, value int64, pos lang.Pos) {
	if a := l.flagsOf(r); a != nil && !l.keepsFlags {
		l.emit(&cfa.Fill{Arr: a, Lo: lo, Hi: hi, Val: cfa.ConstInt(value * l.isFlag[a])}, pos)
	}
}

// fresh says of the bytes lo <= a < hi of a class that an object without a value begins there.
func (l *funcLowerer) fresh(n *pointsto.Class, lo, hi cfa.Expr, pos lang.Pos) {
	l.eachRegion(n, func(r *region) { l.fillStored(r, lo, hi, 0, pos) })
}

// storedBy is 0 for values of objects that are not initialised, 1 for all others.
func storedBy(from *cfa.Input) int64 {
	if from != nil && from.Kind == cfa.Uninit {
		return 0
	}
	return 1
}

// eachRegion visits the regions of the scalars in a class, where the check is on.
func (l *lowerer) eachRegion(n *pointsto.Class, visit func(r *region)) {
	if l.records.Has(Uninit) && n != nil {
		n.EachScalar(func(m *pointsto.Class) { visit(l.regionOf(m)) })
	}
}

// markPlace says of all scalars in a place that they are stored to, or with 0 that they are not.
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

// eachStored visits the scalars of a place in a store that have companions.
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

// copyStored copies the companions of n bytes from one region to another, or within one.
func (l *funcLowerer) copyStored(dst, src *region, dstLo, srcLo, n cfa.Expr, pos lang.Pos) {
	d, s := l.flagsOf(dst), l.flagsOf(src)
	switch {
	case d == nil:
	case s == nil:
		l.emit(&cfa.Fill{Arr: d, Lo: dstLo, Hi: cfa.MkBinary(cfa.Add, dstLo, n), Val: cfa.ConstInt(l.isFlag[d])}, pos)
	default:
		l.emit(&cfa.Copy{Dst: d, DstLo: dstLo, Src: s, SrcLo: srcLo, N: n}, pos)
	}
}

// copiedChar returns the lvalue whose value the expression gives unchanged to an object of character
// type t; nil where it gives another. Such a copy uses no value.
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

// rvalCopied is the value of e, which a scalar of type t is set to, and the companions of the
// character that this copies, if it is one; copied is false where the value counts as used.
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

// grown lowers what realloc says of a new block q with n bytes, to which a block p was copied: what
// lies in it after the size of p was not stored to.
func (l *funcLowerer) grown(x *lang.Call) {
	if !l.records.Has(Uninit) {
		return
	}
	q, p, n := l.rval(x.Args[0]), l.rval(x.Args[1]), l.rval(x.Args[2])
	if m := l.pts.Pointee(x.Args[0]); m != nil {
		l.fresh(m, cfa.MkBinary(cfa.Add, q, cfa.MkSelect(l.blockSizes(), p)), cfa.MkBinary(cfa.Add, q, n), x.At)
	}
}

// storedUsed says of a static object's scalars that they are stored to.
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

// startStored says of all memory that it is stored to before the program begins. It writes edges
// between two locations of the start when all regions are known.
func (p *lowerer) startStored() {
	if p.storedFrom == nil {
		return
	}
	l := p.in(p.p.Start, nil)
	l.cur = p.storedFrom
	for _, r := range p.regionFlags {
		r.flags.Name = "stored(" + r.arr.Name + ")"
		l.emit(&cfa.Fill{Arr: r.flags, Val: cfa.ConstOf(num.Of(p.isFlag[r.flags]))}, lang.Pos{})
	}
	l.jump(p.storedTo, lang.Pos{})
}
