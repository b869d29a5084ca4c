package cfa

import "slices"

// The rules of C whose violations can be looked for: kinds of properties, and the names of the
// checks that ask for them. The text of such a property is the expression that breaks the rule.
const (
	OutOfBounds      = "bounds"   // an access stays inside of its object, and of its array
	NullAccess       = "null"     // an access, or a call, is through a pointer to an object, or function
	DeadAccess       = "lifetime" // the object that is accessed is still there
	BadFree          = "free"     // what is freed is the start of a block that is still there
	ConstWrite       = "const"    // nothing is stored to a const object or a string literal
	BadPointer       = "pointer"  // pointers that are compared or subtracted lead to one object, and none is computed outside of its own
	Overflow         = "overflow" // signed arithmetic stays in the range of its type
	DivisionByZero   = "division"
	BadShift         = "shift"    // the amount of a shift is less than the width; what is shifted left fits
	BadLength        = "vla"      // the length of a variable-length array is positive
	Unsequenced      = "sequence" // side effects on an object, and its reads, have an order
	Restricted       = "restrict" // what a restrict pointer leads to is accessed through it alone
	Returned         = "noreturn" // a function that is declared not to return does not
	Uninitialised    = "uninit"   // what is read was stored
	LibraryContract  = "library"  // a library function is called as its contract asks
	Leak             = "leak"     // at the end, something points to each block that was not freed
	Cleanup          = "cleanup"  // at the end, all blocks are freed
	UnsignedOverflow = "unsigned-overflow"
	Conversion       = "conversion"       // conversions between integers that C makes itself keep the value
	FloatConversion  = "float-conversion" // floating numbers that become integers are in the range of their type
	FloatNaN         = "float-nan"        // operations make NaNs of NaNs only
	FloatOverflow    = "float-overflow"   // operations and conversions make infinities of infinities only
)

var checks = []string{
	OutOfBounds, NullAccess, DeadAccess, BadFree, ConstWrite, BadPointer, Overflow, DivisionByZero, BadShift, BadLength, Unsequenced,
	Restricted, Returned, Uninitialised, LibraryContract, Leak, Cleanup,
	UnsignedOverflow, Conversion, FloatConversion, FloatNaN, FloatOverflow,
}

// Checks are the names of all rules.
func Checks() []string { return slices.Clone(checks) }

// IsCheck reports whether the property is a rule of C, and not something that the program asserts.
func (p *Property) IsCheck() bool { return slices.Contains(checks, p.Kind) }
