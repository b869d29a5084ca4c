package lang

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// DataModel gives the sizes of C's integer types.
type DataModel int

const (
	LP64  DataModel = iota // long and pointers have 64 bits (linux/amd64)
	ILP32                  // int, long and pointers have 32 bits (linux/386)
)

func (m DataModel) String() string {
	if m == ILP32 {
		return "ilp32"
	}
	return "lp64"
}

// PtrBits is the width of a pointer, of long, and of size_t.
func (m DataModel) PtrBits() int {
	if m == ILP32 {
		return 32
	}
	return 64
}

// PtrSize is the size of a pointer in bytes.
func (m DataModel) PtrSize() int64 { return int64(m.PtrBits() / 8) }

// Kind says what sort of type a Type is.
type Kind int

const (
	Void    Kind = iota
	Bool         // _Bool: converts by comparing with 0, not by wrapping
	Integer      // char to __int128, and enumerations
	Float        // float, double, long double, _Complex
	Pointer
	Array
	Record // struct or union
	Function
)

// Type is a C type without its qualifiers but const and volatile. Types are built once by
// the front end and never changed after Load returns; two types that C calls
// compatible need not be the same pointer (use Compatible).
type Type struct {
	Kind Kind
	// in bytes; 0 for void, functions and incomplete types; -1 where only a run knows it (VLA)
	Size  int64
	Align int64 // in bytes, at least 1

	// Bool, Integer: Bits is the width of the value (1 for _Bool), Rank the conversion rank.
	Bits   int
	Signed bool
	Rank   Rank
	Name   string // as people would write it: "unsigned int", "size_t", "struct s", "enum e"

	// Pointer, Array: what it points to or is made of.
	// Function: the result.
	Elem *Type

	// Array: Len is the number of elements, -1 where the type is incomplete or variable.
	// LenObj holds the length of a variable-length array (a hidden local of type size_t,
	// set when the declaration is reached).
	Len    int64
	LenObj *Object

	// Record. Complete is false for a record that is only declared.
	Tag      string
	Typedef  string // the first name that a typedef at file scope gives a record without a tag
	Union    bool
	Complete bool
	Fields   []*Field
	Lanes    *Type // of a GNU vector, whose one member is the array of them: see IsVector

	// Function. NoProto is true for f() and K&R declarations.
	Params   []*Type
	Variadic bool
	NoProto  bool
	// AtLeast has for each parameter how many elements it points to at least, where it is declared
	// as an array with static and a constant; 0 for others, nil where there is none.
	AtLeast []int64

	Const    bool // the object is declared const (only kept at the top of a type and behind a pointer)
	Volatile bool // the same, of volatile
	Restrict bool // the same, of restrict: Pointer

	pointer     *Type // pointer to this type, when there is one already
	constVar    *Type // the const variant, when there is one already
	volatileVar *Type // the volatile variant, when there is one already
	// set on a variant (const, volatile, restrict, or with an alignment of its own): the type it is a variant of
	orig  *Type
	Enum  bool  // Integer: an enumeration
	Fixed *Type // of an enumeration, the type that C23 lets it name; nil: none
	width bool  // Integer: of the value of a bit-field, for gcc: see OfWidth
	// of an enumeration, in the order of their declaration
	Enumerators []Enumerator
	UserAlign   bool // Align comes from an attribute
	Complex     bool // Float: _Complex
	FloatRank   Rank // Float: rank among the floating types
	Opaque      bool // Float: of a format that is not modelled
	OpenEnded   bool // Record: ends in an array of no known length

	Refused []Note // attributes and pragmas that are not modelled: see lang/read/note.go
}

// Rank orders integer types for the usual arithmetic conversions (C11 6.3.1.1).
type Rank int

const (
	RankBool Rank = iota
	RankChar
	RankShort
	RankInt
	RankLong
	RankLongLong
	RankInt128
)

// Field is a member of a record. An anonymous struct or union member has the
// name "" and is reached by an explicit Member step through it.
type Field struct {
	Name     string
	Index    int // in Record.Fields
	Type     *Type
	Offset   int64 // in bytes from the start of the record; for a bit-field, of its first byte
	BitField bool
	// bit-field: first bit, counted from bit 0 of the byte at Offset (little endian), 0..7
	BitOff   int
	BitWidth int  // bit-field: its width in bits
	Volatile bool // it is declared so, or made of what is
}

// Format is the layout of a real floating type; false for types without one, and for those that are
// not modelled.
func (t *Type) Format() (fp.Format, bool) {
	if t.Kind != Float || t.Complex || t.Opaque {
		return fp.Format{}, false
	}
	return [...]fp.Format{fp.Single, fp.Single, fp.Double, fp.X87, fp.Quad}[t.FloatRank], true
}

// Enumerator is a constant of an enumeration.
type Enumerator struct {
	Name string
	Val  num.Int
}

// Enumerator is the name of the first constant of an enumeration that has the value; "" where there
// is none.
func (t *Type) Enumerator(v num.Int) string {
	for _, e := range t.Enumerators {
		if e.Val.Equal(v) {
			return e.Name
		}
	}
	return ""
}

// IsScalar reports whether values of the type are single numbers or addresses.
func (t *Type) IsScalar() bool {
	return t.Kind == Bool || t.Kind == Integer || t.Kind == Float || t.Kind == Pointer
}

// IsInteger reports whether the type is an integer type (_Bool and enumerations included).
func (t *Type) IsInteger() bool { return t.Kind == Bool || t.Kind == Integer }

// IsAggregate reports whether the type is a struct, a union or an array.
func (t *Type) IsAggregate() bool { return t.Kind == Record || t.Kind == Array }

// Unbounded reports whether the type is ACSL's integer: no C expression has it.
func (t *Type) Unbounded() bool { return t.Kind == Integer && t.Bits == 0 }

// IsVolatile reports whether an object of the type is volatile, or made of elements that are.
func (t *Type) IsVolatile() bool {
	for t.Kind == Array {
		t = t.Elem
	}
	return t.Volatile
}

// IsWidth reports whether a type was made by OfWidth. No object has such a type.
func (t *Type) IsWidth() bool { return t.width }

// IsVector reports whether the type is a GNU vector.
func (t *Type) IsVector() bool { return t.Kind == Record && t.Lanes != nil }

// IsConst reports whether the type, or that of the elements of an array, is const.
func IsConst(t *Type) bool {
	for t.Kind == Array {
		if t.Const {
			return true
		}
		t = t.Elem
	}
	return t.Const
}
