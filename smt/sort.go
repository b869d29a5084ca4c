// Sorts, the types of terms.

package smt

import "strconv"

// A Kind classifies sorts.
type Kind uint8

// The kinds of sorts.
const (
	Bool     Kind = iota // true and false
	Int                  // the integers
	Real                 // the reals
	BitVec               // 0 … 2^Width-1, with bits
	Array                // total functions from Index to Elem
	Free                 // a declared sort: any non-empty set
	Float                // floating-point numbers of a format, with one NaN
	Rounding             // the five rounding modes of IEEE 754
)

// A Sort is a set of values; every term has one. Sorts are unique in their builder: equal sorts are the same pointer.
type Sort struct {
	Kind  Kind
	Width int    // BitVec: the number of bits, at least 1; Float and Rounding: the number of bits of the representation
	Exp   int    // Float: the number of exponent bits; the significand has Width-Exp
	Index *Sort  // Array
	Elem  *Sort  // Array
	Name  string // Free

	id uint32
}

// String returns the sort as SMT-LIB writes it.
func (s *Sort) String() string {
	switch s.Kind {
	case Bool:
		return "Bool"
	case Int:
		return "Int"
	case Real:
		return "Real"
	case BitVec:
		return "(_ BitVec " + strconv.Itoa(s.Width) + ")"
	case Free:
		return Symbol(s.Name)
	case Float:
		return "(_ FloatingPoint " + strconv.Itoa(s.Exp) + " " + strconv.Itoa(s.Width-s.Exp) + ")"
	case Rounding:
		return "RoundingMode"
	}
	// Nested array sorts. A loop follows the element sorts, so only sorts nested in the index take stack.
	open := 0
	out := []byte{}
	for ; s.Kind == Array; s = s.Elem {
		out = append(append(append(out, "(Array "...), s.Index.String()...), ' ')
		open++
	}
	out = append(out, s.String()...)
	for ; open > 0; open-- {
		out = append(out, ')')
	}
	return string(out)
}

// Arithmetic reports whether the sort is Int or Real.
func (s *Sort) Arithmetic() bool { return s.Kind == Int || s.Kind == Real }

// Finite reports whether the sort is known to have finitely many values. A free sort may have an infinite
// interpretation, so it does not count as finite.
func (s *Sort) Finite() bool {
	for ; s.Kind == Array; s = s.Elem {
		if !s.Index.Finite() {
			return false
		}
	}
	return s.Kind == Bool || s.Kind == BitVec || s.Binary()
}

// Binary reports whether s is a sort of floats or the sort of the rounding modes.
func (s *Sort) Binary() bool { return s.Kind == Float || s.Kind == Rounding }

type sortKey struct {
	kind        Kind
	width, exp  int
	index, elem *Sort
	name        string
}

func (b *Builder) sort(k sortKey) *Sort {
	if s := b.sorts[k]; s != nil {
		return s
	}
	s := &Sort{Kind: k.kind, Width: k.width, Exp: k.exp, Index: k.index, Elem: k.elem, Name: k.name, id: uint32(len(b.sorts))}
	b.sorts[k] = s
	return s
}

// BoolSort returns the sort of formulas.
func (b *Builder) BoolSort() *Sort { return b.boolSort }

// IntSort returns the sort of the integers.
func (b *Builder) IntSort() *Sort { return b.intSort }

// RealSort returns the sort of the reals.
func (b *Builder) RealSort() *Sort { return b.realSort }

// BitVecSort returns the sort of the bit-vectors of width bits. It panics unless width is at least 1.
func (b *Builder) BitVecSort(width int) *Sort {
	if width < 1 {
		panic("smt: a bit-vector needs at least one bit, not " + strconv.Itoa(width))
	}
	return b.sort(sortKey{kind: BitVec, width: width})
}

// ArraySort returns the sort of the arrays with the given index and element sorts.
func (b *Builder) ArraySort(index, elem *Sort) *Sort {
	return b.sort(sortKey{kind: Array, index: index, elem: elem})
}

// FreeSort returns the declared sort with the given name.
func (b *Builder) FreeSort(name string) *Sort { return b.sort(sortKey{kind: Free, name: name}) }
