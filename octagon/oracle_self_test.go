package octagon

import (
	"math/big"
	"testing"

	"github.com/whet-mc/whet/linear"
)

// TestOracleItself compares the oracle's closure with sets of integer points, so
// that what the others are compared with is right.
func TestOracleItself(t *testing.T) {
	draws := newLCG(1)
	for range 300 {
		d := newDense(2, linear.Integers)
		for v := range 4 { // a box around the origin
			d.lower(v, v^1, big.NewRat(int64(2*(1+draws.below(3))), 1))
		}
		for range draws.below(5) {
			i := draws.below(4)
			j := (i + 1 + draws.below(3)) % 4
			d.lower(i, j, big.NewRat(int64(draws.below(11)-5), 1))
		}
		best := newDense(2, linear.Integers) // the maxima over the points
		best.empty = true
		for x := int64(-4); x <= 4; x++ {
			for y := int64(-4); y <= 4; y++ {
				at := [4]int64{x, -x, y, -y}
				if d.has(at[:]) {
					best.cover(at[:])
				}
			}
		}
		closed := d.close()
		if closed.empty != best.empty || !closed.empty && closed.String() != best.String() {
			t.Fatalf("closure of %v is %v, want %v", d, closed, best)
		}
	}
}

// has reports whether a point, given by the values of all V, satisfies d.
func (d *dense) has(at []int64) bool {
	for i := range d.m {
		for j, c := range d.m[i] {
			if c != nil && c.Cmp(big.NewRat(at[j]-at[i], 1)) < 0 {
				return false
			}
		}
	}
	return !d.empty
}

// cover enlarges d, the best octagon of some points, by a point.
func (d *dense) cover(at []int64) {
	for i := range d.m {
		for j := range d.m {
			if x := big.NewRat(at[j]-at[i], 1); d.empty || d.m[i][j].Cmp(x) < 0 {
				d.m[i][j] = x
			}
		}
	}
	d.empty = false
}

// lcg is a small random generator, for tests whose cases need no shrinking.
type lcg uint64

func newLCG(seed uint64) *lcg { g := lcg(seed); return &g }

func (g *lcg) below(n int) int {
	*g = *g*6364136223846793005 + 1442695040888963407
	return int(uint64(*g) >> 33 % uint64(n))
}
