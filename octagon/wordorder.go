package octagon

import "math/bits"

// The order in which closing eliminates variables (wordclose.go). It is greedy by the number of pairs of neighbours,
// including the fill of the eliminations so far. Sets of literals are bitsets; an elimination costs a few words for
// each neighbour.

// edges fills c.out with the edges of m and returns their number.
func edges[T word](c *closer, m []T) int {
	c.out = grow(c.out, 2*c.n*c.words)
	clear(c.out)
	count, at := 0, 0
	for i := range 2 * c.n {
		for j, v := range m[at : at+i|1+1] {
			if v < T(infinity()) && j != i {
				c.set(i, j)
				c.set(j^1, i^1)
				count++
			}
		}
		at += i | 1 + 1
	}
	return count
}

func (c *closer) set(i, j int) { c.out[i*c.words+j>>6] |= 1 << (j & 63) }

func (c *closer) outOf(i int) []uint64 { return c.out[i*c.words:][:c.words] }

// arrange chooses the order. It repeatedly eliminates the variable whose elimination shortens the fewest pairs,
// including the fill of the eliminations before it.
func (c *closer) arrange() {
	n := c.n
	c.degree = grow(c.degree, n)
	for v := range n {
		c.degree[v] = c.cost(v)
	}
	for p := n - 1; p >= 0; p-- {
		best, v := int32(1<<30), 0
		for u, d := range c.degree {
			if uint32(d) < uint32(best) { // eliminated variables have degree -1
				best, v = d, u
			}
		}
		c.order[p], c.place[v] = int32(v), int32(p)
		c.degree[v] = -1
		c.cut(v)
	}
}

// cost returns the cost of eliminating v. Its two literals each have as many incoming edges as the other has outgoing
// ones.
func (c *closer) cost(v int) int32 {
	a, b := 0, 0
	for k := range c.words {
		a += bits.OnesCount64(c.out[2*v*c.words+k])
		b += bits.OnesCount64(c.out[(2*v+1)*c.words+k])
	}
	return int32(a*b)*4 + int32(a+b)
}

// cut removes v from the graph and adds the edges between its neighbours.
func (c *closer) cut(v int) {
	x, y := c.outOf(2*v), c.outOf(2*v+1)
	at, bx, by := 2*v>>6, uint64(1)<<(2*v&63), uint64(2)<<(2*v&63)
	xy, yx := x[at]&by != 0, y[at]&bx != 0
	x[at] &^= bx | by
	y[at] &^= bx | by
	if xy {
		for k := range x {
			x[k] |= y[k]
		}
	}
	if yx {
		for k := range y {
			y[k] |= x[k]
		}
	}
	// i^1 in y = out of 2v+1 means that i has an edge to 2v.
	for k := range x {
		for s := x[k] | y[k]; s != 0; s &= s - 1 {
			i := (k<<6 + bits.TrailingZeros64(s)) ^ 1
			o := c.outOf(i)
			bit := s & -s
			toX, toY := y[k]&bit != 0, x[k]&bit != 0
			o[at] &^= bx | by
			for l := range o {
				if toX {
					o[l] |= x[l]
				}
				if toY {
					o[l] |= y[l]
				}
			}
			o[i>>6] &^= 1 << (i & 63)
		}
	}
	for k := range x {
		for s := x[k] | y[k]; s != 0; s &= s - 1 {
			u := (k<<6 + bits.TrailingZeros64(s)) >> 1
			c.degree[u] = c.cost(u)
		}
	}
}
