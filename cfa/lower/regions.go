package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// region is the array that holds the cells of one class of memory.
//
// A typed region has one cell at the address of each object of Step bytes; a
// load or store of that size touches one cell. That needs accesses not to overlap
// in part (alignment.go). Where objects of several sizes or bit-fields share a
// class, cells are bytes, and values are put together from them (little endian).
type region struct {
	arr   *cfa.Array
	bytes bool
	acc   access // typed: the one form
	float bool   // only what is not modelled: no cells are kept
	align int64  // typed: the addresses are multiples of this
}

// regionOf gives the class its region. All accesses are known by then.
func (l *lowerer) regionOf(n *node) *region {
	n = n.find()
	if n.region != nil {
		return n.region
	}
	r := &region{}
	n.region = r
	first := true
	for _, a := range n.accs {
		if a.float {
			continue
		}
		if first {
			r.acc, first = a, false
			continue
		}
		b := r.acc
		switch {
		case a.bitfield || b.bitfield, a.size != b.size, a.padded != b.padded:
			r.bytes = true
		default:
			// Same size: the cell holds an unsigned word if the accesses differ in
			// signedness, a plain char if one of them is _Bool.
			if a.isBool != b.isBool {
				r.acc.isBool, r.acc.signed, r.acc.bits = false, false, 8
				if !a.isBool && len(n.accs) == 2 {
					r.acc.signed = a.signed
				} else if !b.isBool {
					r.acc.signed = b.signed
				}
			} else if a.signed != b.signed {
				r.acc.signed = false
			}
		}
	}
	if first { // no access but floating ones
		r.float = true
		return r
	}
	for _, a := range n.accs {
		r.bytes = r.bytes || a.float && a.size != r.acc.size
	}
	r.bytes = r.bytes || n.bytes && r.acc.size > 1
	if r.acc.bitfield && n.bytes {
		r.bytes = true
	}
	l.settleCells(n, r)
	elem, step := l.elemOf(r)
	r.arr = l.p.NewArray(nil, "", elem, -1)
	r.arr.Region = true
	r.arr.Step = step
	if !r.bytes && !r.acc.bitfield {
		r.arr.Align = r.align
		r.arr.Pointer = n.ptrs || r.acc.size == l.u.Model.PtrSize() && n.addresses()
		r.arr.Float = floatCells(n.accs)
	}
	l.regionNodes = append(l.regionNodes, n)
	return r
}

// floatCells is the format of cells that are accessed as floating numbers of one format only.
func floatCells(accs []access) fp.Format {
	f := accs[0].real
	for _, a := range accs {
		if a.real != f {
			return fp.Format{}
		}
	}
	return f
}

// accRange is the range of the cells of a typed region.
func (l *lowerer) accRange(a access) cfa.Range {
	switch {
	case a.isBool:
		return cfa.Range{Bits: 1}
	case a.bitfield:
		return cfa.Range{Bits: a.bits, Signed: a.signed}
	case l.opt.Arith != cfa.Machine && a.size >= 4:
		return cfa.Range{}
	case a.padded:
		return cfa.Range{Bits: a.bits, Signed: a.signed}
	}
	return cfa.Range{Bits: int(a.size) * 8, Signed: a.signed}
}

// accessOf describes a scalar lvalue of type t (of bit-field f, if not nil).
func accessOf(t *lang.Type, f *lang.Field) access {
	if f != nil && f.BitField {
		return access{size: int64(f.BitOff+f.BitWidth+7) / 8, signed: t.Signed, bitfield: true, bitOff: f.BitOff, bits: f.BitWidth, isBool: t.Kind == lang.Bool}
	}
	switch t.Kind {
	case lang.Vector:
		return access{size: t.Size, float: true}
	case lang.Float:
		f, ok := t.Format()
		if !ok {
			return access{size: t.Size, float: true}
		}
		return access{size: t.Size, signed: true, bits: f.Bits(), padded: int64(f.Bits()) < 8*t.Size, real: f}
	case lang.Bool:
		return access{size: 1, isBool: true, bits: 1}
	}
	return access{size: t.Size, signed: t.Signed, bits: int(t.Size) * 8}
}

// takes reports whether the region's cells are made for the access: the points-to analysis has seen one like
// it. One that it has not would touch the wrong cells of a typed region.
func (r *region) takes(a access) bool {
	if r.bytes || r.acc == a {
		return true
	}
	return !a.bitfield && !r.acc.bitfield && a.size == r.acc.size && a.padded == r.acc.padded
}

const unseen = "an access that the points-to analysis has not seen"

// loadMem reads the scalar at addr from the class n.
func (l *lowerer) loadMem(n *node, addr cfa.Expr, t *lang.Type, f *lang.Field) cfa.Expr {
	a := accessOf(t, f)
	r := l.regionOf(n)
	if a.float || r.float {
		return nil
	}
	if !r.takes(a) {
		l.cannot(l.cur.Pos, unseen)
		return nil
	}
	if !r.bytes {
		v := cfa.MkSelect(r.arr, addr)
		switch {
		case r.acc == a:
			return v
		case a.isBool:
			return cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0))
		case l.opt.Arith != cfa.Machine && a.size >= 4:
			return v
		}
		return cfa.MkWrap(a.bits, a.signed, v)
	}
	var v cfa.Expr
	for i := range a.stored() {
		b := cfa.MkSelect(r.arr, cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(i)))
		if i == 0 {
			v = b
		} else {
			v = cfa.MkBinary(cfa.Add, v, cfa.MkBinary(cfa.Mul, b, cfa.ConstOf(num.Pow2(uint(8*i)))))
		}
	}
	if a.bitfield && a.bitOff > 0 {
		v = cfa.MkBinary(cfa.Shr, v, cfa.ConstInt(int64(a.bitOff)))
	}
	if a.isBool && !a.bitfield {
		return cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0))
	}
	return cfa.MkWrap(a.bits, a.signed, v)
}

// storeMem writes v (in the range of t) at addr in the class n. v nil: a value
// that is not modelled.
func (l *lowerer) storeMem(n *node, addr cfa.Expr, t *lang.Type, f *lang.Field, v cfa.Expr, pos lang.Pos) {
	a := accessOf(t, f)
	r := l.regionOf(n)
	if r.float {
		return
	}
	if !a.float && !r.takes(a) {
		l.cannot(pos, unseen)
		return
	}
	if v == nil {
		addr = l.pin(addr, pos)
		l.emit(&cfa.Fill{Arr: r.arr, Lo: addr, Hi: cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(max(1, a.size))),
			From: &cfa.Input{Kind: cfa.Approx, Name: "floating point", Range: r.arr.Elem, Pos: pos}}, pos)
		return
	}
	if !r.bytes {
		if r.acc.signed != a.signed && !(l.opt.Arith != cfa.Machine && a.size >= 4) {
			v = cfa.MkWrap(r.acc.bits, r.acc.signed, v)
		}
		l.emit(&cfa.Store{Arr: r.arr, Idx: addr, Val: v}, pos)
		return
	}
	addr, v = l.pin(addr, pos), l.pin(v, pos)
	if a.bitfield {
		// Read, replace the field's bits, write back: other fields share the bytes.
		for i := int64(0); i < a.size; i++ {
			lo, hi := max(0, a.bitOff-int(8*i)), min(8, a.bitOff+a.bits-int(8*i))
			at := cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(i))
			mask := int64(1)<<hi - int64(1)<<lo
			var part cfa.Expr
			if sh := int(8*i) - a.bitOff; sh >= 0 {
				part = cfa.MkBinary(cfa.Shr, v, cfa.ConstInt(int64(sh)))
			} else {
				part = cfa.MkBinary(cfa.Shl, v, cfa.ConstInt(int64(-sh)))
			}
			b := cfa.MkBinary(cfa.BitOr,
				cfa.MkBinary(cfa.BitAnd, cfa.MkSelect(r.arr, at), cfa.ConstInt(255&^mask)),
				cfa.MkBinary(cfa.BitAnd, part, cfa.ConstInt(mask)))
			l.emit(&cfa.Store{Arr: r.arr, Idx: at, Val: cfa.MkWrap(8, false, b)}, pos)
		}
		return
	}
	for i := range a.stored() {
		b := v
		if i > 0 {
			b = cfa.MkBinary(cfa.Shr, v, cfa.ConstInt(8*i))
		}
		l.emit(&cfa.Store{Arr: r.arr, Idx: cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(i)), Val: cfa.MkWrap(8, false, b)}, pos)
	}
	if a.padded && l.fn != nil { // C leaves open what the padding is then (C11 6.2.6.1p6); that of static objects is 0 at the start
		l.emit(&cfa.Fill{Arr: r.arr, Lo: cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(a.stored())), Hi: cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(a.size)),
			From: &cfa.Input{Kind: cfa.Approx, Name: "padding", Range: r.arr.Elem, Pos: pos}}, pos)
	}
}

// stored is how many bytes the value takes; what lies behind it in the object is padding.
func (a access) stored() int64 {
	if a.padded {
		return int64(a.bits+7) / 8
	}
	return a.size
}

// fillMem sets the bytes lo <= i < hi of the class n: to the byte c, or where c is
// nil to unknown values from the given source.
func (l *lowerer) fillMem(n *node, lo, hi cfa.Expr, c cfa.Expr, from *cfa.Input, pos lang.Pos) {
	n.leaves(func(m *node) {
		r := l.regionOf(m)
		if r.float {
			return
		}
		if c == nil {
			in := *from
			in.Range, in.Pointer = r.arr.Elem, r.arr.Pointer
			l.emit(&cfa.Fill{Arr: r.arr, Lo: lo, Hi: hi, From: &in}, pos)
			return
		}
		val := l.repeated(r, c)
		if val == nil {
			l.note(pos, "memory filled with a byte pattern", "any value")
			l.emit(&cfa.Fill{Arr: r.arr, Lo: lo, Hi: hi, From: &cfa.Input{Kind: cfa.Approx, Name: "memset", Range: r.arr.Elem, Pos: pos}}, pos)
			return
		}
		l.emit(&cfa.Fill{Arr: r.arr, Lo: lo, Hi: hi, Val: val}, pos)
	})
}

// repeated is the value of a cell all of whose bytes are c; nil where that is no simple expression.
func (l *lowerer) repeated(r *region, c cfa.Expr) cfa.Expr {
	k, isConst := c.(*cfa.Const)
	if isConst {
		b := k.Val.Wrap(8, false)
		switch {
		case b.IsZero(), r.acc.isBool && b.Equal(num.Of(1)) && !r.bytes && !r.acc.bitfield:
			return cfa.ConstOf(b)
		case r.acc.bitfield && b.Equal(num.Of(255)):
			return cfa.ConstOf(num.Of(-1).Wrap(r.acc.bits, r.acc.signed))
		}
	}
	if r.bytes || r.acc.size == 1 && !r.acc.isBool && !r.acc.bitfield {
		return cfa.MkWrap(8, !r.bytes && r.acc.signed, c)
	}
	if r.acc.isBool || r.acc.bitfield || r.arr.Elem.Bits == 0 && !isConst {
		return nil
	}
	var ones num.Int
	for i := int64(0); i < r.acc.size; i++ {
		ones = ones.Add(num.Pow2(uint(8 * i)))
	}
	return cfa.MkWrap(r.acc.bits, r.acc.signed, cfa.MkBinary(cfa.Mul, cfa.MkWrap(8, false, c), cfa.ConstOf(ones)))
}

// copyMem copies n bytes within the class m (both sides are of one class).
func (l *lowerer) copyMem(m *node, dst, src, n cfa.Expr, pos lang.Pos) {
	m.leaves(func(m *node) {
		if r := l.regionOf(m); !r.float {
			l.emit(&cfa.Copy{Dst: r.arr, DstLo: dst, Src: r.arr, SrcLo: src, N: n}, pos)
		}
	})
}
