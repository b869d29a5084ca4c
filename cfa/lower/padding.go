package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Records without arrays and unions are copied, passed and returned member by member. The bytes between the members
// are visible if the destination is also read as bytes. C leaves them unspecified after such a copy (C11 6.2.6.1p6),
// but compilers usually copy them. So if both sides have bytes, memory is copied; otherwise the bytes between the
// members are unknown, and neither a proof nor a bug may rest on them.

// cellsOf returns the array with all bytes of the records in n, or nil if they are not kept as bytes.
func (l *lowerer) cellsOf(n *pointsto.Class) *cfa.Array {
	n = n.Find()
	if !n.Has(pointsto.Collapsed) && !n.Has(pointsto.Overlapping) || len(n.Accesses) == 0 {
		return nil // each field has a class of its own, so no class has the bytes of the whole record
	}
	if r := l.regionOf(n); r.bytes && !r.float {
		return r.arr
	}
	return nil
}

// copyBytes copies a record from one class to another as memory, if both have its bytes. It reports whether it did.
func (l *funcLowerer) copyBytes(dst, src place, pos lang.Pos) bool {
	if !dst.inMemory() || !src.inMemory() {
		return false
	}
	d, s := l.cellsOf(dst.n), l.cellsOf(src.n)
	if d == nil || s == nil {
		return false
	}
	l.copyStored(l.regionOf(dst.n), l.regionOf(src.n), dst.addr, src.addr, l.sizeOf(dst.t), pos)
	l.emit(&cfa.Copy{Dst: d, DstLo: dst.addr, Src: s, SrcLo: src.addr, N: l.sizeOf(dst.t)}, pos)
	return true
}

// havocPadding gives unknown values to the bytes between the members of a record, whose members are about to be
// stored one by one, if the bytes are visible. Unused bits in the byte of a bit-field stay as they are, because a
// load of the bit-field reads that byte.
func (l *funcLowerer) havocPadding(p place, pos lang.Pos) {
	if p.t.Kind != lang.Record || !p.inMemory() || l.fn == nil || l.cellsOf(p.n) == nil {
		return // static objects are copied before the program starts: the bytes between members are 0
	}
	eachGap(p.t, func(lo, hi int64) {
		l.note(pos, "what lies between the members of a copied record", "any value")
		l.fillMem(p.n, cfa.MkBinary(cfa.Add, p.addr, cfa.ConstInt(lo)), cfa.MkBinary(cfa.Add, p.addr, cfa.ConstInt(hi)), nil,
			&cfa.Input{Kind: cfa.Approx, Name: "between members", Pos: pos}, pos)
	})
}

// padStored marks the bytes between the members of a new record as initialized: as soon as a member is stored they
// have a value, though an unspecified one (C11 6.2.6.1p6).
func (l *funcLowerer) padStored(p place, pos lang.Pos) {
	if !l.records.Has(Uninit) || p.t.Kind != lang.Record || l.cellsOf(p.n) == nil {
		return
	}
	eachGap(p.t, func(lo, hi int64) {
		l.fillStored(l.regionOf(p.n), cfa.MkBinary(cfa.Add, p.addr, cfa.ConstInt(lo)), cfa.MkBinary(cfa.Add, p.addr, cfa.ConstInt(hi)), 1, pos)
	})
}

// eachGap visits the bytes lo <= i < hi of a record that lie between members.
func eachGap(t *lang.Type, visit func(lo, hi int64)) {
	used := make([]bool, t.Size)
	coverMembers(t, 0, used)
	for i := 0; i < len(used); i++ {
		lo := i
		for i < len(used) && !used[i] {
			i++
		}
		if lo < i {
			visit(int64(lo), int64(i))
		}
	}
}

// coverMembers marks in used the bytes that contain bits of members of an object of type t. The object lies at the
// offset `off`.
func coverMembers(t *lang.Type, off int64, used []bool) {
	if t.Kind == lang.Record {
		for _, f := range t.Fields {
			if f.BitField {
				for i := range int64(f.BitOff+f.BitWidth+7) / 8 {
					used[off+f.Offset+i] = true
				}
				continue
			}
			coverMembers(f.Type, off+f.Offset, used)
		}
		return
	}
	for i := range t.Size {
		used[off+i] = true
	}
}
