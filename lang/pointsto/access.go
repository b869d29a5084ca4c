package pointsto

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num/fp"
)

// Accesses to scalars. All accesses to a class together determine which cells its objects need.

func fieldOf(e lang.Expr) *lang.Field {
	if m, ok := e.(*lang.Member); ok {
		return m.Field
	}
	return nil
}

// An Access is a form in which a location is read or written.
type Access struct {
	Size     int64 // the size in bytes
	Bits     int   // the width of the value
	Signed   bool
	Bool     bool
	BitField bool
	BitOff   int       // bit-field: its first bit
	Format   fp.Format // floating number: its format
	Padded   bool      // a number with fewer bits than its size, and not a bit-field
	Opaque   bool      // the values of the type are not modelled
}

// AccessOf returns the access to a scalar lvalue of type t, or to the bit-field f if f is not nil and is one.
func AccessOf(t *lang.Type, f *lang.Field) Access {
	if f != nil && f.BitField {
		return Access{
			Size: int64(f.BitOff+f.BitWidth+7) / 8, Signed: t.Signed, BitField: true,
			BitOff: f.BitOff, Bits: f.BitWidth, Bool: t.Kind == lang.Bool,
		}
	}
	switch t.Kind {
	case lang.Float:
		f, ok := t.Format()
		if !ok {
			return Access{Size: t.Size, Opaque: true}
		}
		padded := int64(f.Bits()) < 8*t.Size
		return Access{Size: t.Size, Signed: true, Bits: f.Bits(), Padded: padded, Format: f}
	case lang.Bool:
		return Access{Size: 1, Bool: true, Bits: 1}
	}
	return Access{Size: t.Size, Signed: t.Signed, Bits: int(t.Size) * 8}
}

// Stored returns the number of bytes of the value. The rest of the object is padding.
func (a Access) Stored() int64 {
	if a.Padded {
		return int64(a.Bits+7) / 8
	}
	return a.Size
}
