package lower

import "github.com/whet-mc/whet/cfa"

// Check is a set of rules of C that become properties of the program: violations are error
// locations.
type Check uint

// The rules, and groups of them.
const (
	Bounds Check = 1 << iota
	Null
	Lifetime
	Free
	Const
	Pointer
	Overflow
	Division
	Shift
	VLA
	Sequence
	Restrict
	NoReturn
	Uninit
	Library
	Leak
	Cleanup
	UnsignedOverflow
	Conversion
	FloatConversion
	FloatNaN
	FloatOverflow

	accesses = Bounds | Null | Lifetime // what each access must keep to

	Memory  = Bounds | Null | Lifetime | Free | Library
	Default = Memory | Const | Pointer | Overflow | Division | Shift | VLA | Sequence | Restrict | NoReturn | FloatConversion | Uninit
	Float   = FloatNaN | FloatOverflow
	All     = Default | Leak | Cleanup | UnsignedOverflow | Conversion | Float
)

// Has reports whether one of the rules of c is in the set.
func (s Check) Has(c Check) bool { return s&c != 0 }

// Single reports whether the set is one rule.
func (s Check) Single() bool { return s != 0 && s&(s-1) == 0 }

// kinds are those of the rules' properties.
var kinds = map[Check]string{
	Bounds: cfa.OutOfBounds, Null: cfa.NullAccess, Lifetime: cfa.DeadAccess, Free: cfa.BadFree, Const: cfa.ConstWrite, Pointer: cfa.BadPointer, VLA: cfa.BadLength, Sequence: cfa.Unsequenced,
	Restrict: cfa.Restricted, NoReturn: cfa.Returned, Overflow: cfa.Overflow,
	Division: cfa.DivisionByZero, Shift: cfa.BadShift, Uninit: cfa.Uninitialised, Library: cfa.LibraryContract, Leak: cfa.Leak,
	Cleanup: cfa.Cleanup, UnsignedOverflow: cfa.UnsignedOverflow, Conversion: cfa.Conversion, FloatConversion: cfa.FloatConversion,
	FloatNaN: cfa.FloatNaN, FloatOverflow: cfa.FloatOverflow,
}
