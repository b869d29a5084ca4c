package lower

import (
	"math/bits"

	"github.com/whet-mc/whet/rule"
)

// The rules of C that become properties, as bit sets.

// Check is a set of rules of C that become properties of the program: violations are error
// locations.
type Check uint

// The rules. Each rule's bit is its index in rule.All.
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

	accesses = Bounds | Null | Lifetime // the rules for each access
)

// Groups of rules. Default is the set that is checked if the user names no rules.
var (
	Memory  = Checks(func(r *rule.Rule) bool { return r.Group == rule.Memory })
	Default = Checks((*rule.Rule).IsDefault)
	Float   = Checks(func(r *rule.Rule) bool { return r.Group == rule.Float })
	All     = Checks(func(*rule.Rule) bool { return true })
)

// Checks returns the set of the rules r for which is(r) holds.
func Checks(is func(*rule.Rule) bool) (s Check) {
	for i, r := range rule.All() {
		if is(r) {
			s |= 1 << i
		}
	}
	return s
}

// Has reports whether one of the rules of c is in the set.
func (s Check) Has(c Check) bool { return s&c != 0 }

// Single reports whether the set contains exactly one rule.
func (s Check) Single() bool { return s != 0 && s&(s-1) == 0 }

// kind returns the name of the single rule in the set.
func (s Check) kind() string { return rule.At(bits.TrailingZeros(uint(s))).Name }
