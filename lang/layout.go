package lang

// The layout of records follows the System V ABIs of i386 and x86-64 as gcc extends them by packed,
// aligned and #pragma pack. In short:
//
//   - A member lies at the next multiple of its alignment; the record's size is a
//     multiple of its own alignment, the greatest of its members'.
//   - On i386, long long and double are aligned to 4 in records though they are to 8 outside,
//     unless an attribute says otherwise.
//   - A bit-field starts at the next free bit. If it would then overlap more units of its type's
//     alignment than its type has, it starts at the next such unit. Under #pragma pack, and in
//     packed records, it may cross such boundaries. A width of zero moves to the next unit.
//     Named bit-fields give their type's alignment to the record, unnamed ones do not.
//   - packed sets alignments to 1, aligned(n) raises them (a member's own attribute overrides packed),
//     and #pragma pack(n) bounds both.
//
// gcc has a few undocumented rules. They were found by comparing the layouts of random records, as the
// tests still do: a bit-field that is as wide as an integer type and happens to be aligned is treated
// as a member of that type; an aligned attribute below the type's alignment has no effect.

// RecordMember is a member of a record before it has an offset.
type RecordMember struct {
	Field   *Field
	Packed  bool  // the member itself has the attribute packed
	Aligned int64 // the alignment that the member's own attribute or _Alignas gives; 0: none
	Width   int   // the width of a bit-field, named or not; -1 for other members
}

// AlignInRecord returns the alignment in bits of a member of type t, where align is the alignment of an object of
// type t. On i386, a member can have a lower alignment than an object.
func (m DataModel) AlignInRecord(t *Type, align int64) int64 {
	if m == LP64 {
		return align
	}
	for t.Kind == Array {
		t = t.Elem
	}
	if t.IsInteger() || t.Kind == Float && t.Name != "long double" && t.Name != "_Float128" {
		return min(align, 32)
	}
	return align
}

// layouter lays out one record. All sizes and positions are in bits.
type layouter struct {
	model  DataModel
	packed bool
	pack   int64 // #pragma pack, 0: none
	align  int64
	user   bool // an attribute of the record or a member determines the alignment
}

// LayOut sets the offsets of the members of rec, and the size and alignment of rec. pack is the value of #pragma pack
// (0: none), aligned the record's own attribute (0: none), both in bytes.
func LayOut(m DataModel, rec *Type, members []RecordMember, packed bool, aligned, pack int64) {
	l := &layouter{model: m, packed: packed, pack: pack * 8, align: max(8, aligned*8), user: aligned > 0}
	pos, size := int64(0), int64(0)
	for i := range members {
		mb := &members[i]
		if rec.Union {
			pos = 0
		}
		n := max(0, mb.Field.Type.Size) * 8
		if mb.Width >= 0 {
			n = int64(mb.Width)
			pos = l.placeBits(mb, pos)
		} else {
			pos = roundUp(pos, l.member(mb))
		}
		if rec.Union {
			pos = 0
		}
		mb.Field.Offset = pos / 8
		mb.Field.BitOff = int(pos % 8)
		pos += n
		size = max(size, pos)
	}
	rec.Align = l.align / 8
	rec.UserAlign = l.user
	rec.Size = roundUp(roundUp(size, 8), l.align) / 8
}

// member returns the alignment of the member mb, which is not a bit-field.
func (l *layouter) member(mb *RecordMember) int64 {
	t := mb.Field.Type
	own, user := mb.Aligned*8, mb.Aligned > 0
	typed := max(8, t.Align*8)
	var a int64
	switch {
	case (mb.Packed || l.packed) && user:
		a = own
	case mb.Packed || l.packed:
		a = 8
	default:
		a = max(8, own)
		if typed > a {
			a, user = typed, t.UserAlign
		}
		if !user {
			a = l.model.AlignInRecord(t, a)
		}
	}
	a = l.bounded(a)
	l.align = max(l.align, a)
	l.user = l.user || user
	return a
}

func (l *layouter) bounded(a int64) int64 {
	if l.pack > 0 {
		return min(a, l.pack)
	}
	return a
}

// placeBits returns the position of the bit-field mb, at or after pos.
func (l *layouter) placeBits(mb *RecordMember, pos int64) int64 {
	t := mb.Field.Type
	w := int64(mb.Width)
	packed := mb.Packed || l.packed
	typed := t.Align * 8
	if !t.UserAlign {
		typed = l.model.AlignInRecord(t, typed)
	}
	if w == 0 {
		return roundUp(pos, max(typed, mb.Aligned*8))
	}
	a := max(1, mb.Aligned*8)
	user := mb.Aligned > 0
	// A bit-field as wide as an integer type, and aligned like it, is laid out as a member of that type.
	whole := false
	if w == 8 || w == 16 || w == 32 || w == 64 {
		if known := pos & -pos; !(w > 8 && packed) && (known == 0 || known >= w) {
			a = max(a, w)
			whole = true
		}
	}
	if !packed && !user {
		a = l.model.AlignInRecord(t, a)
	}
	a = l.bounded(a)
	if mb.Field.Name != "" {
		ta := typed
		switch {
		case l.pack > 0:
			ta = min(ta, l.pack)
		case packed:
			ta = 8
		}
		l.align = max(l.align, a, ta)
		l.user = l.user || t.UserAlign
	}
	l.user = l.user || user
	pos = roundUp(pos, a)
	if !whole && !packed && l.pack == 0 {
		if (pos%typed+w+typed-1)/typed > t.Size*8/typed {
			pos = roundUp(pos, typed)
		}
	}
	return pos
}

func roundUp(n, to int64) int64 {
	if to <= 1 {
		return n
	}
	return (n + to - 1) / to * to
}
