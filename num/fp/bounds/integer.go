// Conversions between integers and floating-point numbers on sets.

package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// FromInt returns the set of the numbers to which the integers of an interval with two ends are converted.
func FromInt(f fp.Format, m fp.Mode, i interval.Interval) Set {
	return Set{Interval: interval.Of(Order(f, f.FromInt(m, i.Lo)), Order(f, f.FromInt(m, i.Hi)))}
}

// ToInt returns the interval of the integers to which the words of a set are converted by o, an fp.OpToInt. It
// returns false if a word may have no integer in the range of o.
func ToInt(o fp.Operation, m fp.Mode, s Set) (interval.Interval, bool) {
	if s.NaN || s.IsEmpty() || o.Raises {
		return interval.Empty(), false
	}
	lo, ok := o.Apply(fp.A, num.Of(int64(m)), Word(o.F, s.Lo))
	hi, too := o.Apply(fp.A, num.Of(int64(m)), Word(o.F, s.Hi))
	return interval.Of(lo.Val, hi.Val), ok && too
}
