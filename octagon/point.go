// This file finds a point of an octagon.

package octagon

import "github.com/whet-mc/whet/num"

// Point returns a point of o, with integer coordinates over the integers, and false for bottom. Each coordinate is the
// value nearest to 0 among those that are possible with the coordinates before it. Cost: O(n^2) once o is closed.
func (o *Octagon) Point() ([]num.Rat, bool) {
	o.check("Point")
	c := o.closed()
	if c.empty {
		return nil, false
	}
	// A closed matrix restricted to some variables is the projection onto them. So any values that satisfy the bounds
	// among the first coordinates can be completed. This also holds for integers, if the matrix is tightly closed.
	at := make([]num.Rat, o.dims)
	for _, b := range c.blocks {
		m := b.mat()
		for p, v := range b.vars {
			hi, lo := m.at(unary(2*p+1)).half(), m.at(unary(2*p)).half() // the bounds of x and of -x
			for q, u := range b.vars[:p] {
				y := ext{r: at[u]}
				minus := ext{r: at[u].Neg()}
				// If i is a literal of y, the entry (i, j) says that V_j is at most V_i plus the entry.
				hi = hi.min(m.at(pos(2*q, 2*p)).add(y)).min(m.at(pos(2*q+1, 2*p)).add(minus))
				lo = lo.min(m.at(pos(2*q, 2*p+1)).add(y)).min(m.at(pos(2*q+1, 2*p+1)).add(minus))
			}
			switch {
			case hi.neg():
				at[v] = hi.r
			case lo.neg():
				at[v] = lo.r.Neg()
			}
		}
	}
	return at, true
}
