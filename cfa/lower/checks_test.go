package lower

import (
	"math/bits"
	"testing"

	"github.com/whet-mc/whet/rule"
)

// The bits stand for the rows of the table.
func TestChecks(t *testing.T) {
	for c, name := range map[Check]string{
		Bounds: rule.OutOfBounds, Null: rule.NullAccess, Lifetime: rule.DeadAccess, Free: rule.BadFree, Const: rule.ConstWrite, Pointer: rule.BadPointer,
		Overflow: rule.Overflow, Division: rule.DivisionByZero, Shift: rule.BadShift, VLA: rule.BadLength, Sequence: rule.Unsequenced, Restrict: rule.Restricted,
		NoReturn: rule.Returned, Uninit: rule.Uninitialised, Library: rule.LibraryContract, Leak: rule.Leak, Cleanup: rule.Cleanup,
		UnsignedOverflow: rule.UnsignedOverflow, Conversion: rule.Conversion, FloatConversion: rule.FloatConversion, FloatNaN: rule.FloatNaN,
		FloatOverflow: rule.FloatOverflow,
	} {
		if c.kind() != name {
			t.Errorf("%b is %s, not %s", c, c.kind(), name)
		}
	}
	if n := bits.Len(uint(FloatOverflow)); len(rule.All()) != n {
		t.Errorf("%d rules, %d bits", len(rule.All()), n)
	}
}
