// This file has C's types.

package lang

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// DataModel determines the sizes of C's integer types.
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

// PtrBits returns the width of a pointer, of long, and of size_t.
func (m DataModel) PtrBits() int {
	if m == ILP32 {
		return 32
	}
	return 64
}

// PtrSize returns the size of a pointer in bytes.
func (m DataModel) PtrSize() int64 { return int64(m.PtrBits() / 8) }

// Kind is the kind of a Type.
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

// Type is a C type; of its qualifiers, it has const, volatile and restrict. The front end makes types, and nothing
// changes them after Load returns. Two types that C calls compatible may be different pointers (use Compatible).
type Type struct {
	Kind Kind
	// Size is the size in bytes: 0 for void, functions and incomplete types; -1 if it is known only at run time (a
	// variable-length array).
	Size  int64
	Align int64 // the alignment in bytes, at least 1

	// Bits is the width of the value of a Bool or an Integer (1 for _Bool), and Rank its conversion rank.
	Bits   int
	Signed bool
	Rank   Rank
	Name   string // the name as people write it: "unsigned int", "size_t", "struct s", "enum e"

	// Elem is the type that a Pointer points to, the type of the elements of an Array, or the type of the result of a
	// Function.
	Elem *Type

	// Len is the number of elements of an Array, or -1 if the type is incomplete or variable. LenObj holds the length
	// of a variable-length array: a hidden local of type size_t, which is set when a run reaches the declaration.
	Len    int64
	LenObj *Object

	// Tag is the tag of a Record. Complete is false for a Record that is only declared.
	Tag string
	// Typedef is, for a Record without a tag, the first name that a typedef at file scope gives it.
	Typedef  string
	Union    bool
	Complete bool
	Fields   []*Field
	Lanes    *Type // for a GNU vector: the type of its one member, an array of the lanes; see IsVector

	// Params are the types of the parameters of a Function. NoProto is true for f() and K&R declarations.
	Params   []*Type
	Variadic bool
	NoProto  bool
	// AtLeast has an element for each parameter: the least number of array elements that the parameter points to, if
	// it is declared as an array with static and a constant, otherwise 0. nil if all would be 0.
	AtLeast []int64

	// Const is set if the object is declared const. It is kept only at the top of a type and for the targets of
	// pointers.
	Const    bool
	Volatile bool // set if the object is declared volatile; kept in the same places as Const
	Restrict bool // set if a Pointer is declared restrict; kept in the same places as Const

	pointer     *Type // the pointer to this type, once it exists
	constVar    *Type // the const variant, once it exists
	volatileVar *Type // the volatile variant, once it exists
	// orig is the type that this one is a variant of (by const, volatile, restrict or an alignment from an attribute),
	// or nil.
	orig  *Type
	Enum  bool  // set if an Integer is an enumeration
	Fixed *Type // for an enumeration: the underlying type, which C23 allows to declare; nil: none
	width bool  // set if an Integer is the type of a bit-field's value, as gcc has it; see OfWidth
	// Enumerators are the constants of an enumeration, in the order of declaration.
	Enumerators []Enumerator
	UserAlign   bool // set if Align comes from an attribute
	Complex     bool // set if a Float is _Complex
	FloatRank   Rank // the rank of a Float among the floating types
	Opaque      bool // set if the format of a Float is not modelled
	OpenEnded   bool // set if a Record ends in an array of unknown length

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

// Field is a member of a record. An anonymous struct or union member has the name ""; the tree reaches its members by
// an explicit Member step through it.
type Field struct {
	Name     string
	Index    int // the index in the record's Fields
	Type     *Type
	Offset   int64 // the offset in bytes from the start of the record; for a bit-field, the offset of its first byte
	BitField bool
	// BitOff is the first bit of a bit-field, counted from bit 0 of the byte at Offset (little endian): 0..7.
	BitOff   int
	BitWidth int  // the width of a bit-field in bits
	Volatile bool // set if the member is declared volatile, or has volatile parts
}

// Format returns the format of a real floating type. It returns false for other types and for formats that are not
// modelled.
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

// Enumerator returns the name of the first constant of the enumeration with value v, or "".
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

// Unbounded reports whether the type is ACSL's integer, which no C expression has.
func (t *Type) Unbounded() bool { return t.Kind == Integer && t.Bits == 0 }

// IsVolatile reports whether an object of the type is volatile, or an array of volatile elements.
func (t *Type) IsVolatile() bool {
	for t.Kind == Array {
		t = t.Elem
	}
	return t.Volatile
}

// IsWidth reports whether the type was made by OfWidth. No object has such a type.
func (t *Type) IsWidth() bool { return t.width }

// IsVector reports whether the type is a GNU vector.
func (t *Type) IsVector() bool { return t.Kind == Record && t.Lanes != nil }

// IsConst reports whether the type, or the element type of an array, is const.
func IsConst(t *Type) bool {
	for t.Kind == Array {
		if t.Const {
			return true
		}
		t = t.Elem
	}
	return t.Const
}
