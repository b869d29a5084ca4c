// This file makes the basic types of a data model, pointer types and array types.

package build

import "github.com/whet-mc/whet/lang"

// Basic has the basic types of a data model.
type Basic struct {
	Void, BoolT                       *lang.Type
	Char, Schar, Uchar                *lang.Type
	Short, Ushort                     *lang.Type
	IntT, UintT                       *lang.Type
	Long, Ulong, Llong, Ullong        *lang.Type
	Int128, Uint128                   *lang.Type
	Float, Double, Ldouble            *lang.Type
	Cfloat, Cdouble, Cldouble         *lang.Type
	Cfloat128                         *lang.Type
	Float128                          *lang.Type
	Float16                           *lang.Type // _Float16 and __bf16
	Decimal32, Decimal64, Decimal128  *lang.Type
	Size, Ptrdiff, Wchar, Voidp, Strp *lang.Type
	// Integer is the type integer of ACSL.
	Integer *lang.Type
	// Unknown is the result type of a builtin that is refused. It is compatible with every type.
	Unknown *lang.Type
}

// NewBasic returns the basic types of the data model m. unsignedChar says that plain char is unsigned.
func NewBasic(m lang.DataModel, unsignedChar bool) Basic {
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
	// On i386, too, objects of type long long and double are aligned to 8; for members see
	// lang.DataModel.AlignInRecord.
	b := Basic{
		Void:      &lang.Type{Kind: lang.Void, Align: 1, Name: "void"},
		BoolT:     &lang.Type{Kind: lang.Bool, Size: 1, Align: 1, Bits: 1, Name: "_Bool"},
		Char:      in("char", 1, !unsignedChar, lang.RankChar),
		Schar:     in("signed char", 1, true, lang.RankChar),
		Uchar:     in("unsigned char", 1, false, lang.RankChar),
		Short:     in("short", 2, true, lang.RankShort),
		Ushort:    in("unsigned short", 2, false, lang.RankShort),
		IntT:      in("int", 4, true, lang.RankInt),
		UintT:     in("unsigned int", 4, false, lang.RankInt),
		Long:      in("long", w, true, lang.RankLong),
		Ulong:     in("unsigned long", w, false, lang.RankLong),
		Llong:     in("long long", 8, true, lang.RankLongLong),
		Ullong:    in("unsigned long long", 8, false, lang.RankLongLong),
		Int128:    in("__int128", 16, true, lang.RankInt128),
		Uint128:   in("unsigned __int128", 16, false, lang.RankInt128),
		Float:     fl("float", 4, 4, 1, false),
		Double:    fl("double", 8, 8, 2, false),
		Ldouble:   fl("long double", ld, lda, 3, false),
		Integer:   newInteger(),
		Float128:  fl("_Float128", 16, 16, 4, false),
		Cfloat:    fl("_Complex float", 8, 4, 1, true),
		Cdouble:   fl("_Complex double", 16, 8, 2, true),
		Cldouble:  fl("_Complex long double", 2*ld, lda, 3, true),
		Cfloat128: fl("_Complex _Float128", 32, 16, 4, true),
	}
	opaque := func(t *lang.Type) *lang.Type { t.Opaque = true; return t }
	b.Float16 = opaque(fl("_Float16", 2, 2, 0, false))
	b.Decimal32 = opaque(fl("_Decimal32", 4, 4, 1, false))
	b.Decimal64 = opaque(fl("_Decimal64", 8, 8, 2, false))
	b.Decimal128 = opaque(fl("_Decimal128", 16, 16, 4, false))
	b.Unknown = in("int", 4, true, lang.RankInt)
	b.Size, b.Ptrdiff, b.Wchar = b.Ulong, b.Long, b.IntT
	if m == lang.ILP32 {
		b.Size, b.Ptrdiff, b.Wchar = b.UintT, b.IntT, b.Long
	}
	b.Voidp = &lang.Type{Kind: lang.Pointer, Size: w, Align: w, Bits: m.PtrBits(), Elem: b.Void}
	b.Strp = &lang.Type{Kind: lang.Pointer, Size: w, Align: w, Bits: m.PtrBits(), Elem: b.Char}
	return b
}

// newInteger returns the type of mathematical integers.
func newInteger() *lang.Type {
	return &lang.Type{Kind: lang.Integer, Size: 16, Align: 16, Signed: true, Rank: lang.RankInt128 + 1, Name: "integer"}
}

// Pointer returns the type of pointers to the type `to`.
func (c *Maker) Pointer(to *lang.Type) *lang.Type {
	switch to {
	case c.Void:
		return c.Voidp
	case c.Char:
		return c.Strp
	}
	return c.Model.PointerTo(to)
}

// Array returns the type of arrays with n elements of type elem; a negative n says that the number is unknown.
func (c *Maker) Array(elem *lang.Type, n int64) *lang.Type {
	t := &lang.Type{Kind: lang.Array, Elem: elem, Len: n, Align: max(1, elem.Align)}
	switch {
	case elem.Size < 0:
		t.Size = -1
	case n >= 0:
		t.Size = elem.Size * n
	}
	return t
}
