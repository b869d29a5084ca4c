package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Regions: the cells of memory classes, and loads, stores, fills and copies of them.

// A region is the array that holds the cells of one class of memory.
//
// A typed region has one cell at the address of each object of Step bytes; a load or store of this size accesses one
// cell. This requires that accesses do not overlap in part (cells.go). If objects of several sizes or bit-fields
// share a class, the cells are bytes, and values are composed from them (little endian).
type region struct {
	class *pointsto.Class
	arr   *cfa.Array
	bytes bool            // the cells are bytes; otherwise the region is typed
	acc   pointsto.Access // if the region is typed: the form of all accesses
	float bool            // all accesses are to values that are not modelled: no cells are kept
	align int64           // if the region is typed: a number of which all addresses of accesses are multiples
	flags *cfa.Array      // the flags of the cells (stored.go), once they are needed
	doubt *cfa.Var        // see stored_outside.go; nil if flags are exact
	tails *cfa.Array      // the lengths of the tails at the cells (tails.go), once they are needed
}

// regionOf returns the region of the class. All accesses must be known.
func (l *lowerer) regionOf(n *pointsto.Class) *region {
	n = n.Find()
	if r := l.regions[n]; r != nil {
		return r
	}
	r := &region{class: n}
	l.regions[n] = r
	first := true
	for _, a := range n.Accesses {
		if a.Opaque {
			continue
		}
		if first {
			r.acc, first = a, false
			continue
		}
		b := r.acc
		switch {
		case a.BitField || b.BitField, a.Size != b.Size, a.Padded != b.Padded:
			r.bytes = true
		default:
			// The accesses have the same size. The cell holds an unsigned word if the accesses
			// differ in signedness, and a plain char if one of them is _Bool.
			if a.Bool != b.Bool {
				r.acc.Bool, r.acc.Signed, r.acc.Bits = false, false, 8
				if !a.Bool && len(n.Accesses) == 2 {
					r.acc.Signed = a.Signed
				} else if !b.Bool {
					r.acc.Signed = b.Signed
				}
			} else if a.Signed != b.Signed {
				r.acc.Signed = false
			}
		}
	}
	if first { // all accesses are opaque
		r.float = true
		return r
	}
	for _, a := range n.Accesses {
		r.bytes = r.bytes || a.Opaque && a.Size != r.acc.Size
	}
	r.bytes = r.bytes || n.Has(pointsto.Bytewise) && r.acc.Size > 1
	if r.acc.BitField && n.Has(pointsto.Bytewise) {
		r.bytes = true
	}
	l.settleCells(n, r)
	elem, step := l.elemOf(r)
	r.arr = l.p.NewArray(nil, "", elem, -1)
	r.arr.Region = true
	r.arr.Step = step
	if !r.bytes && !r.acc.BitField {
		r.arr.Align = r.align
		r.arr.Pointer = n.Has(pointsto.HoldsPointers) || r.acc.Size == l.u.Model.PtrSize() && n.HoldsOutsideAddresses()
		r.arr.Float = floatCells(n.Accesses)
	}
	l.regionClasses = append(l.regionClasses, n)
	l.startTails(n, r)
	if l.holding && r.arr.Pointer && l.holds(n) {
		l.holders[r.arr] = &holdingRegion{arr: r.arr}
	}
	return r
}

// floatCells returns the format of cells if all accesses to them are floating numbers of this format.
func floatCells(accs []pointsto.Access) fp.Format {
	f := accs[0].Format
	for _, a := range accs {
		if a.Format != f {
			return fp.Format{}
		}
	}
	return f
}

// accRange returns the range of the cells of a typed region.
func (l *lowerer) accRange(a pointsto.Access) cfa.Range {
	switch {
	case a.Bool:
		return cfa.Range{Bits: 1}
	case a.BitField:
		return cfa.Range{Bits: a.Bits, Signed: a.Signed}
	case l.opt.Arith != cfa.Machine && a.Size >= 4:
		return cfa.Range{}
	case a.Padded:
		return cfa.Range{Bits: a.Bits, Signed: a.Signed}
	}
	return cfa.Range{Bits: int(a.Size) * 8, Signed: a.Signed}
}

// takes reports whether the region's cells support the access: the points-to analysis has seen an access of this
// form. An access of another form would use the wrong cells of a typed region.
func (r *region) takes(a pointsto.Access) bool {
	if r.bytes || r.acc == a {
		return true
	}
	return !a.BitField && !r.acc.BitField && a.Size == r.acc.Size && a.Padded == r.acc.Padded
}

const notSeen = "an access that the points-to analysis has not seen"

// loadMem reads the scalar at addr from the class n.
func (l *funcLowerer) loadMem(n *pointsto.Class, addr cfa.Expr, t *lang.Type, f *lang.Field) cfa.Expr {
	a := pointsto.AccessOf(t, f)
	r := l.regionOf(n)
	if a.Opaque || r.float {
		return nil
	}
	if !r.takes(a) {
		l.cannot(l.cur.Pos, notSeen)
		return nil
	}
	if !r.bytes {
		v := cfa.MkSelect(r.arr, addr)
		switch {
		case r.acc == a:
			return v
		case a.Bool:
			return cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0))
		case l.opt.Arith != cfa.Machine && a.Size >= 4:
			return v
		}
		return cfa.MkWrap(a.Bits, a.Signed, v)
	}
	var v cfa.Expr
	for i := range a.Stored() {
		b := cfa.MkSelect(r.arr, cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(i)))
		if i == 0 {
			v = b
		} else {
			v = cfa.MkBinary(cfa.Add, v, cfa.MkBinary(cfa.Mul, b, cfa.ConstOf(num.Pow2(uint(8*i)))))
		}
	}
	if a.BitField && a.BitOff > 0 {
		v = cfa.MkBinary(cfa.Shr, v, cfa.ConstInt(int64(a.BitOff)))
	}
	if a.Bool && !a.BitField {
		return cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0))
	}
	return cfa.MkWrap(a.Bits, a.Signed, v)
}

// storeMem writes v (in the range of t) at addr in the class n. If v is nil, the value is not modelled.
func (l *funcLowerer) storeMem(n *pointsto.Class, addr cfa.Expr, t *lang.Type, f *lang.Field, v cfa.Expr, pos lang.Pos) {
	a, as := pointsto.AccessOf(t, f), cfa.CType{Type: t, Field: f}
	r := l.regionOf(n)
	if r.float {
		return
	}
	if !a.Opaque && !r.takes(a) {
		l.cannot(pos, notSeen)
		return
	}
	if v == nil {
		addr = l.pin(addr, pos)
		l.emit(&cfa.Fill{Arr: r.arr, Lo: addr, Hi: cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(max(1, a.Size))),
			From: &cfa.Input{Kind: cfa.Approx, Name: "floating point", Range: r.arr.Elem, Pos: pos}}, pos)
		return
	}
	if !r.bytes {
		if r.acc.Signed != a.Signed && !(l.opt.Arith != cfa.Machine && a.Size >= 4) {
			v = cfa.MkWrap(r.acc.Bits, r.acc.Signed, v)
		}
		l.emit(&cfa.Store{Arr: r.arr, Idx: addr, Val: v, As: as}, pos)
		return
	}
	addr, v = l.pin(addr, pos), l.pin(v, pos)
	if a.BitField {
		// Other fields share the bytes: read them, replace the field's bits, and write them back.
		for i := int64(0); i < a.Size; i++ {
			lo, hi := max(0, a.BitOff-int(8*i)), min(8, a.BitOff+a.Bits-int(8*i))
			at := cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(i))
			mask := int64(1)<<hi - int64(1)<<lo
			var part cfa.Expr
			if sh := int(8*i) - a.BitOff; sh >= 0 {
				part = cfa.MkBinary(cfa.Shr, v, cfa.ConstInt(int64(sh)))
			} else {
				part = cfa.MkBinary(cfa.Shl, v, cfa.ConstInt(int64(-sh)))
			}
			b := cfa.MkBinary(cfa.BitOr,
				cfa.MkBinary(cfa.BitAnd, cfa.MkSelect(r.arr, at), cfa.ConstInt(255&^mask)),
				cfa.MkBinary(cfa.BitAnd, part, cfa.ConstInt(mask)))
			l.emit(&cfa.Store{Arr: r.arr, Idx: at, Val: cfa.MkWrap(8, false, b), As: as}, pos)
		}
		return
	}
	for i := range a.Stored() {
		b := v
		if i > 0 {
			b = cfa.MkBinary(cfa.Shr, v, cfa.ConstInt(8*i))
		}
		l.emit(&cfa.Store{Arr: r.arr, Idx: cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(i)), Val: cfa.MkWrap(8, false, b), As: as}, pos)
	}
	// C leaves the padding unspecified after the store (C11 6.2.6.1p6). The padding of static objects is 0 at the
	// start.
	if a.Padded && l.fn != nil {
		l.emit(&cfa.Fill{Arr: r.arr, Lo: cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(a.Stored())), Hi: cfa.MkBinary(cfa.Add, addr, cfa.ConstInt(a.Size)),
			From: &cfa.Input{Kind: cfa.Approx, Name: "padding", Range: r.arr.Elem, Pos: pos}}, pos)
	}
}

// fillMem sets the bytes lo <= i < hi of the class n to the byte c, or if c is nil to unknown values from the given
// source.
func (l *funcLowerer) fillMem(n *pointsto.Class, lo, hi cfa.Expr, c cfa.Expr, from *cfa.Input, pos lang.Pos) {
	n.EachScalar(func(m *pointsto.Class) {
		r := l.regionOf(m)
		if r.float {
			return
		}
		// The flags are set after the cells: a flag never says that a cell is initialized before the cell has its value.
		// Package settled relies on this.
		defer l.fillStored(r, lo, hi, storedBy(from), pos)
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

// changeMem gives any values to the cells lo <= i < hi of a class (nil: all). Their flags stay as they are.
func (l *funcLowerer) changeMem(n *pointsto.Class, lo, hi cfa.Expr, from *cfa.Input, pos lang.Pos) {
	l.keepsFlags = true
	l.fillMem(n, lo, hi, nil, from, pos)
	l.keepsFlags = false
}

// repeated returns the value of a cell whose bytes are all c, or nil if it is not a simple expression.
func (l *lowerer) repeated(r *region, c cfa.Expr) cfa.Expr {
	k, isConst := c.(*cfa.Const)
	if isConst {
		if b := k.Val.Wrap(8, false); b.IsZero() || r.acc.Bool && b.Equal(num.Of(1)) && !r.bytes && !r.acc.BitField {
			return cfa.ConstOf(b)
		}
	}
	if r.bytes || r.acc.Size == 1 && !r.acc.Bool && !r.acc.BitField {
		return cfa.MkWrap(8, !r.bytes && r.acc.Signed, c)
	}
	if r.acc.Bool && !r.acc.BitField || r.arr.Elem.Bits == 0 && !isConst {
		return nil
	}
	size := r.acc.Size
	if r.acc.BitField {
		size = int64(r.acc.BitOff+r.acc.Bits+7) / 8
	}
	var ones num.Int
	for i := int64(0); i < size; i++ {
		ones = ones.Add(num.Pow2(uint(8 * i)))
	}
	row := cfa.MkBinary(cfa.Mul, cfa.MkWrap(8, false, c), cfa.ConstOf(ones))
	if r.acc.BitField {
		row = cfa.MkBinary(cfa.Shr, row, cfa.ConstInt(int64(r.acc.BitOff)))
	}
	return cfa.MkWrap(r.acc.Bits, r.acc.Signed, row)
}

// copyMem copies n bytes within the class m, which contains both sides.
func (l *funcLowerer) copyMem(m *pointsto.Class, dst, src, n cfa.Expr, pos lang.Pos) {
	m.EachScalar(func(m *pointsto.Class) {
		if r := l.regionOf(m); !r.float {
			l.copyStored(r, r, dst, src, n, pos)
			l.emit(&cfa.Copy{Dst: r.arr, DstLo: dst, Src: r.arr, SrcLo: src, N: n}, pos)
		}
	})
}
