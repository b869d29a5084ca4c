package read

import "github.com/whet-mc/whet/lang"

// basic are the basic types of a data model.
type basic struct {
	void, boolT                       *lang.Type
	char, schar, uchar                *lang.Type
	short, ushort                     *lang.Type
	intT, uintT                       *lang.Type
	long, ulong, llong, ullong        *lang.Type
	int128, uint128                   *lang.Type
	float, double, ldouble            *lang.Type
	cfloat, cdouble, cldouble         *lang.Type
	cfloat128                         *lang.Type
	float128                          *lang.Type
	float16                           *lang.Type // _Float16 and __bf16
	decimal32, decimal64, decimal128  *lang.Type
	size, ptrdiff, wchar, voidp, strp *lang.Type
	integer                           *lang.Type // ACSL's
	// the result of a builtin that is refused: it goes with every type
	unknown *lang.Type
}

func newBasic(m lang.DataModel, unsignedChar bool) basic {
	in := func(name string, bytes int64, signed bool, r lang.Rank) *lang.Type {
		return &lang.Type{Kind: lang.Integer, Size: bytes, Align: min(bytes, 16), Bits: int(bytes * 8), Signed: signed, Rank: r, Name: name}
	}
	fl := func(name string, bytes, align int64, r lang.Rank, complex bool) *lang.Type {
		return &lang.Type{Kind: lang.Float, Size: bytes, Align: align, Name: name, FloatRank: r, Complex: complex}
	}
	w := m.PtrSize()
	ld, lda := int64(16), int64(16)
	if m == lang.ILP32 {
		ld, lda = 12, 4
	}
	// long long and double are aligned to 8 as objects on i386, too: see fieldAlign for members.
	b := basic{
		void:      &lang.Type{Kind: lang.Void, Align: 1, Name: "void"},
		boolT:     &lang.Type{Kind: lang.Bool, Size: 1, Align: 1, Bits: 1, Name: "_Bool"},
		char:      in("char", 1, !unsignedChar, lang.RankChar),
		schar:     in("signed char", 1, true, lang.RankChar),
		uchar:     in("unsigned char", 1, false, lang.RankChar),
		short:     in("short", 2, true, lang.RankShort),
		ushort:    in("unsigned short", 2, false, lang.RankShort),
		intT:      in("int", 4, true, lang.RankInt),
		uintT:     in("unsigned int", 4, false, lang.RankInt),
		long:      in("long", w, true, lang.RankLong),
		ulong:     in("unsigned long", w, false, lang.RankLong),
		llong:     in("long long", 8, true, lang.RankLongLong),
		ullong:    in("unsigned long long", 8, false, lang.RankLongLong),
		int128:    in("__int128", 16, true, lang.RankInt128),
		uint128:   in("unsigned __int128", 16, false, lang.RankInt128),
		float:     fl("float", 4, 4, 1, false),
		double:    fl("double", 8, 8, 2, false),
		ldouble:   fl("long double", ld, lda, 3, false),
		integer:   newInteger(),
		float128:  fl("_Float128", 16, 16, 4, false),
		cfloat:    fl("_Complex float", 8, 4, 1, true),
		cdouble:   fl("_Complex double", 16, 8, 2, true),
		cldouble:  fl("_Complex long double", 2*ld, lda, 3, true),
		cfloat128: fl("_Complex _Float128", 32, 16, 4, true),
	}
	opaque := func(t *lang.Type) *lang.Type { t.Opaque = true; return t }
	b.float16 = opaque(fl("_Float16", 2, 2, 0, false))
	b.decimal32 = opaque(fl("_Decimal32", 4, 4, 1, false))
	b.decimal64 = opaque(fl("_Decimal64", 8, 8, 2, false))
	b.decimal128 = opaque(fl("_Decimal128", 16, 16, 4, false))
	b.unknown = in("int", 4, true, lang.RankInt)
	b.size, b.ptrdiff, b.wchar = b.ulong, b.long, b.intT
	if m == lang.ILP32 {
		b.size, b.ptrdiff, b.wchar = b.uintT, b.intT, b.long
	}
	b.voidp = &lang.Type{Kind: lang.Pointer, Size: w, Align: w, Bits: m.PtrBits(), Elem: b.void}
	b.strp = &lang.Type{Kind: lang.Pointer, Size: w, Align: w, Bits: m.PtrBits(), Elem: b.char}
	return b
}

// newInteger is the type of mathematical integers.
func newInteger() *lang.Type {
	return &lang.Type{Kind: lang.Integer, Size: 16, Align: 16, Signed: true, Rank: lang.RankInt128 + 1, Name: "integer"}
}

func (c *maker) pointer(to *lang.Type) *lang.Type {
	switch to {
	case c.void:
		return c.voidp
	case c.char:
		return c.strp
	}
	return c.model.PointerTo(to)
}

func (c *maker) array(elem *lang.Type, n int64) *lang.Type {
	t := &lang.Type{Kind: lang.Array, Elem: elem, Len: n, Align: max(1, elem.Align)}
	switch {
	case elem.Size < 0:
		t.Size = -1
	case n >= 0:
		t.Size = elem.Size * n
	}
	return t
}
