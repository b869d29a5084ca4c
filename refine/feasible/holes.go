package feasible

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// holes are values that a symbol does not have. A path through a loop that asks i != x each time has as
// many of them as rounds, so that none is looked for twice.
type holes map[index]bool

func (h holes) has(x num.Int) bool { return len(h) > 0 && h[indexOf(x)] }

// add adds a value; false where it is there.
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

// outOf moves the ends of an interval until they are none of the values.
func (h holes) outOf(i interval.Interval) interval.Interval {
	for !i.NoLo && !i.IsEmpty() && h.has(i.Lo) {
		i = i.Without(i.Lo)
	}
	for !i.NoHi && !i.IsEmpty() && h.has(i.Hi) {
		i = i.Without(i.Hi)
	}
	return i
}
