package pointsto

import "github.com/whet-mc/whet/lang"

// Pointer arithmetic that may wrap around the address space.
//
// C does not define p + n if it leaves the object. A machine adds, and if the object lies at high addresses, the sum
// wraps around and is small. Then p + n > end is false, and a check that should keep n small passes (CERT C, INT30-C
// and ARR38-C). Wraps marks the classes with pointers that move by an amount large enough for this.

// mayWrap records that e is added to a pointer into n: the sum may wrap around, unless e is small.
func (a *Analysis) mayWrap(n *Class, e lang.Expr) {
	if n == nil {
		return
	}
	for { // a conversion to a wider type does not make the amount larger
		c, ok := e.(*lang.Cast)
		if !ok || !c.T.IsInteger() || !c.X.Type().IsInteger() || c.T.Size < c.X.Type().Size {
			break
		}
		e = c.X
	}
	if int(e.Type().Size)*8 < a.unit.Model.PtrBits() || e.Type().Kind == lang.Bool {
		return
	}
	// n & 3 and n % 8 are small; n & -4 is not.
	least := int64(-nearby)
	if b, ok := e.(*lang.Binary); ok && (b.Op == lang.And || b.Op == lang.Rem) {
		e, least = b.R, 0
	}
	if k, ok := a.Constant(e); ok && least <= k && k <= nearby {
		return
	}
	n.Find().set(Wraps)
}

// MayWrapAround reports whether the pointer e may have wrapped around the address space.
func (a *Analysis) MayWrapAround(e lang.Expr) bool {
	n := a.pointees[e]
	return n != nil && n.Find().Has(Wraps)
}

// nearby bounds the constant amounts, in elements, by which pointers move without wrapping around.
const nearby = 1 << 16
