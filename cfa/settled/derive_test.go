package settled

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
)

// Facts may follow from one another in cycles. A fact holds only if one of the facts on the cycle holds for another
// reason.
func TestDeriveCycle(t *testing.T) {
	l := &cfa.Loc{Index: 0}
	f := &facts{
		stronger: [][]int32{{1}, {2}, {0, 3}, nil, {0}},
		byBounds: map[int32][]byBounds{},
		joint:    map[int32][][]int32{4: {{2, 3}}},
		tried:    make([]int32, 5),
		at:       [][]uint64{{0}},
	}
	x := &analysis{w: &program{}, facts: f}
	for k := range int32(5) {
		if x.have(l, k) {
			t.Errorf("fact %d follows from nothing but itself", k)
		}
	}
	f.at[0][0] = 1 << 3
	for k := range int32(5) {
		if d := &x.w.derivation; !x.have(l, k) || len(d.facts) == 0 || d.facts[0] != 3 {
			t.Errorf("fact %d does not follow from fact 3: %v", k, d.facts)
		}
	}
}
