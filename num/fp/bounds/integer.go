package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// FromInt is the set of the numbers that integers of an interval with two ends become.
func FromInt(f fp.Format, m fp.Mode, i interval.Interval) Set {
	return Set{Interval: interval.Of(Order(f, f.FromInt(m, i.Lo)), Order(f, f.FromInt(m, i.Hi)))}
}

// ToInt is the interval of the integers that the words of a set become; false where there may be none
// that the operation, an fp.OpToInt, has.
func ToInt(o fp.Operation, m fp.Mode, s Set) (interval.Interval, bool) {
	if s.NaN || s.IsEmpty() || o.Raises {
		return interval.Empty(), false
	}
	lo, ok := o.Apply(fp.A, num.Of(int64(m)), Word(o.F, s.Lo))
	hi, too := o.Apply(fp.A, num.Of(int64(m)), Word(o.F, s.Hi))
	return interval.Of(lo.Val, hi.Val), ok && too
}
