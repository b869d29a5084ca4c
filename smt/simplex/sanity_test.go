package simplex

import (
	"fmt"

	"github.com/whet-mc/whet/num"
)

// Sanity checks the invariants of the tableau and returns the first one broken. It
// is for tests; its cost is that of the whole tableau.
func (t *Tableau) Sanity() error {
	entries := 0
	for r, row := range t.rows {
		entries += len(row)
		if t.rowOf[row[0].v] != int32(r) {
			return fmt.Errorf("row %d: its basic variable %d is of row %d", r, row[0].v, t.rowOf[row[0].v])
		}
		if row[0].coef.Sign() <= 0 {
			return fmt.Errorf("row %d: the basic coefficient %v is not positive", r, row[0].coef)
		}
		var g num.Int
		var sum Delta
		for i, e := range row {
			if e.coef.IsZero() {
				return fmt.Errorf("row %d: variable %d has coefficient 0", r, e.v)
			}
			if i > 0 && t.rowOf[e.v] >= 0 {
				return fmt.Errorf("row %d: variable %d is basic in row %d", r, e.v, t.rowOf[e.v])
			}
			if int(e.pos) >= len(t.cols[e.v]) || t.cols[e.v][e.pos] != (place{int32(r), int32(i)}) {
				return fmt.Errorf("row %d: entry %d is not in the column of %d", r, i, e.v)
			}
			g = num.GCD(g, e.coef)
			sum = sum.AddMul(num.RatOfInt(e.coef), t.value[e.v])
		}
		if !g.Equal(one) {
			return fmt.Errorf("row %d: the coefficients have the common factor %v", r, g)
		}
		if !sum.IsZero() {
			return fmt.Errorf("row %d: the values add up to %v", r, sum)
		}
	}
	basic := 0
	for v := range t.value {
		entries -= len(t.cols[v])
		v := Var(v)
		if t.rowOf[v] >= 0 {
			basic++
		}
		if t.side(v) != 0 && (t.rowOf[v] < 0 || !t.broken.has(v)) {
			return fmt.Errorf("variable %d is outside its bounds and nobody knows", v)
		}
		for _, b := range [2]int32{t.lower[v], t.upper[v]} {
			if b >= 0 && (int(b) >= len(t.bounds) || t.bounds[b].v != v || t.bounds[b].upper != (b == t.upper[v])) {
				return fmt.Errorf("variable %d has the bound %d, which is not its own", v, b)
			}
		}
		if t.at[v] != 0 {
			return fmt.Errorf("variable %d is still in the scratch space", v)
		}
	}
	if entries != 0 || basic != len(t.rows) {
		return fmt.Errorf("%d entries of rows too many, %d basic variables for %d rows", entries, basic, len(t.rows))
	}
	if !t.good {
		return nil
	}
	// The assignment to go back to.
	old := make([]Delta, len(t.value))
	copy(old, t.value)
	for _, s := range t.undo {
		old[s.v] = s.val
	}
	for _, b := range t.bounds[:t.checked] {
		if c := old[b.v].Cmp(b.val); b.upper && c > 0 || !b.upper && c < 0 {
			return fmt.Errorf("the assignment to go back to gives variable %d the value %v, against the bound %v", b.v, old[b.v], b.val)
		}
	}
	for r, row := range t.rows {
		var sum Delta
		for _, e := range row {
			sum = sum.AddMul(num.RatOfInt(e.coef), old[e.v])
		}
		if !sum.IsZero() {
			return fmt.Errorf("row %d: the values to go back to add up to %v", r, sum)
		}
	}
	return nil
}
