package octagon

import "github.com/whet-mc/whet/num"

// Point returns a point of o, an integer one over the integers, and false for
// bottom. Of the values that a coordinate can have beside those before it that
// nearest to 0 is taken. Cost: O(n^2) once o is closed.
func (o *Octagon) Point() ([]num.Rat, bool) {
	o.check("Point")
	c := o.closed()
	if c.empty {
		return nil, false
	}
	// A closed matrix without some variables is the projection on the others: so
	// whatever satisfies the bounds among the coordinates so far can be completed.
	// That holds for integers as well, where it is tightly closed.
	at := make([]num.Rat, o.dims)
	for _, b := range c.blocks {
		m := b.mat()
		for p, v := range b.vars {
			hi, lo := m.at(unary(2*p+1)).half(), m.at(unary(2*p)).half() // of x, of -x
			for q, u := range b.vars[:p] {
				y := ext{r: at[u]}
				minus := ext{r: at[u].Neg()}
				// The entry (i, j) with i a literal of y bounds V_j by V_i plus it.
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
