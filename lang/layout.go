package lang

// The layout of records follows the System V ABIs of i386 and x86-64 as gcc
// implements them:
//
//   - A member lies at the next multiple of its alignment; the record's size is a
//     multiple of its own alignment, the greatest of its members'.
//   - On i386, long long, double and what contains nothing stricter are aligned to 4 in records
//     though they are 8 outside; arrays and records take that over from their members.
//   - A bit-field goes to the next free bit, unless it would then lie over a boundary of
//     its declared type's size and alignment; then it starts at the next such boundary. A width of zero moves
//     to the boundary; only named bit-fields give their type's alignment to the record.
//   - packed makes alignments 1 (and lets bit-fields straddle); aligned(n) raises them; #pragma
//     pack(n) is an upper bound of them. A member's own aligned(n) counts against packed.

// member is a member of a record before it has its place.
type member struct {
	field   *Field
	packed  bool  // its own attribute or the record's
	aligned int64 // its own attribute or _Alignas, 0: none
	typed   int64 // alignment that its type got by an attribute, 0: none
	width   int   // bit-field: its width (also of the unnamed ones), else -1
}

// fieldAlign is the alignment that a type has as a member (i386 differs from objects).
func (m DataModel) fieldAlign(t *Type) int64 {
	if t.Kind == Record || t.userAlign {
		return t.Align
	}
	if t.Kind == Array {
		return m.fieldAlign(t.Elem)
	}
	if m == ILP32 && (t.Kind == Integer || t.Kind == Float) && t.Align == 8 {
		return 4
	}
	return max(1, t.Align)
}

// layout gives the members of rec their offsets, and rec its size and alignment.
// pack is the value of #pragma pack (0: none), aligned the record's own attribute (0: none).
func layout(m DataModel, rec *Type, members []member, packed bool, aligned, pack int64) {
	var (
		bits  int64     // the next free bit (struct)
		size  int64     // in bits (union)
		align int64 = 1 // of the record, in bytes
	)
	for i := range members {
		mb := &members[i]
		t := mb.field.Type
		a := m.fieldAlign(t)
		if mb.packed || packed {
			a = 1
		}
		if mb.width >= 0 {
			bits, size, align = layoutBits(m, rec, mb, bits, size, align, packed, pack)
			continue
		}
		a = max(a, mb.aligned)
		if pack > 0 {
			a = min(a, pack)
		}
		align = max(align, a)
		n := max(0, t.Size) * 8
		if rec.Union {
			mb.field.Offset = 0
			size = max(size, n)
			continue
		}
		bits = roundUp(bits, a*8)
		mb.field.Offset = bits / 8
		bits += n
	}
	if rec.Union {
		bits = size
	}
	align = max(align, aligned)
	rec.Align = align
	rec.Size = roundUp(roundUp(bits, 8)/8, align)
}

func layoutBits(m DataModel, rec *Type, mb *member, bits, size, align int64, packed bool, pack int64) (int64, int64, int64) {
	t := mb.field.Type
	w := int64(mb.width)
	unit := t.Size * 8
	// The alignment of the declared type rules where the bit-field may lie.
	a := m.fieldAlign(t)
	loose := mb.packed || packed // may straddle
	own := max(mb.aligned, 0)
	if loose {
		a = 1
	}
	ta := a
	if pack > 0 && pack < ta {
		ta = pack
	}
	if rec.Union {
		if w > 0 || mb.field.Name != "" {
			size = max(size, w)
		}
		if mb.field.Name != "" {
			align = max(align, max(ta, own))
		}
		mb.field.Offset, mb.field.BitOff = 0, 0
		return bits, size, align
	}
	switch {
	case w == 0:
		// :0 ends the unit, packed or not. On x86 it does not align the record.
		b := m.fieldAlign(t)
		bits = roundUp(bits, max(b, own)*8)
		return bits, size, align
	case own > 0:
		bits = roundUp(bits, own*8)
	}
	if !loose {
		// Straddling: the bits from the boundary below the first bit would be more than the type has.
		if lim := ta * 8; bits%lim+w > unit && pack == 0 || pack > 0 && ta*8 >= unit && bits%lim+w > unit {
			bits = roundUp(bits, lim)
		}
	}
	mb.field.Offset = bits / 8
	mb.field.BitOff = int(bits % 8)
	bits += w
	if mb.field.Name != "" {
		align = max(align, max(ta, own))
	}
	return bits, size, align
}

func roundUp(n, to int64) int64 {
	if to <= 1 {
		return n
	}
	return (n + to - 1) / to * to
}
