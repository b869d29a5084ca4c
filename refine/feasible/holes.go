// Values excluded from the range of a symbol.

package feasible

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// holes is a set of values that a symbol does not have. A path through a loop that tests i != x in each round has as
// many holes as rounds, so membership is a map lookup.
type holes map[index]bool

func (h holes) has(x num.Int) bool { return len(h) > 0 && h[indexOf(x)] }

// add adds a value. It returns false if the value was already in the set.
func (h *holes) add(x num.Int) bool {
	if h.has(x) {
		return false
	}
	if *h == nil {
		*h = holes{}
	}
	(*h)[indexOf(x)] = true
	return true
}

// outOf narrows an interval until its ends are not in the set.
func (h holes) outOf(i interval.Interval) interval.Interval {
	for !i.NoLo && !i.IsEmpty() && h.has(i.Lo) {
		i = i.Without(i.Lo)
	}
	for !i.NoHi && !i.IsEmpty() && h.has(i.Hi) {
		i = i.Without(i.Hi)
	}
	return i
}
