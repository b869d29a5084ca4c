package lower

import (
	"math/bits"

	"github.com/whet-mc/whet/rule"
)

// Check is a set of rules of C that become properties of the program: violations are error
// locations.
type Check uint

// The rules: the bit of each is its place in rule.All.
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
)

// Groups of rules; Default are those that are looked for where nothing else is said.
var (
	Memory  = Checks(func(r *rule.Rule) bool { return r.Group == rule.Memory })
	Default = Checks((*rule.Rule).IsDefault)
	Float   = Checks(func(r *rule.Rule) bool { return r.Group == rule.Float })
	All     = Checks(func(*rule.Rule) bool { return true })
)

// Checks is the set of those rules of which is holds.
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

// Single reports whether the set is one rule.
func (s Check) Single() bool { return s != 0 && s&(s-1) == 0 }

// kind is the name of the rule that is the set.
func (s Check) kind() string { return rule.At(bits.TrailingZeros(uint(s))).Name }
