package octagon

import "sync"

// Full closure in words.
//
// The shortest paths between all pairs of literals are found by elimination and re-insertion (Planken, de Weerdt, van
// der Krogt, "Computing all-pairs shortest paths by leveraging low treewidth", JAIR 43, 2012). Here both literals of a
// variable are eliminated at once, so that coherence is kept and half of the matrix is enough while eliminating:
//
// 1. Order the variables so that one with few neighbours is eliminated first. Bitsets keep track
//     of the fill of each elimination.
// 2. Eliminating a variable shortens the paths between its remaining neighbours by the paths
//     through it. A negative cycle shows on the diagonal, at the last but one of its variables.
// 3. Variables are re-inserted in the opposite order. A shortest path from a variable leaves it
//     through a neighbour that it had when it was eliminated, and all distances from that neighbour
//     are already known.
//
// The cost is O(n^2 d), where d is the greatest number of neighbours at an elimination. On a dense matrix this is the
// cost of Floyd and Warshall; it is far less if each variable is related to few others. Afterwards unary bounds are
// tightened to even numbers if the variables are integers, and bounds on pairs are strengthened by unary ones (Miné
// 2006; Bagnara, Hill, Zaffanella, "Weakly-relational shapes for numeric abstractions", FMSD 35, 2009).
//
// Words. Let M be the greatest magnitude of a finite input. As long as no negative cycle has shown, a finite entry is
// the length of a shortest path through eliminated variables, which is simple: at most 2nM in magnitude. A sum with an
// infinite entry is stored only where the entry was infinite and the other summand negative. It is inf plus the
// lengths of two shortest walks, before and after the infinite edge, so at least inf - 4nM. Re-insertion resets
// infinite entries to inf row by row. The unary bounds are sums of two entries, and strengthened bounds are halves of
// sums of unary bounds. So 4nM < limit suffices; doubling (below) takes one more bit.

// roomToClose reports whether bounds of magnitude m over n variables can be closed in words.
func roomToClose(m int64, n int) bool { return fits(m, 8*int64(n)+8, limit) }

// closer is the working memory for closing a matrix.
type closer struct {
	n      int         // the number of variables
	words  int         // the number of words of a set of literals
	stride int         // the distance of the rows of sq
	out    []uint64    // by literal: the set of literals to which it has an edge
	degree []int32     // by variable: the cost of eliminating it; -1: it is eliminated
	order  []int32     // by position: the variable; the variable at the last position is eliminated first
	place  []int32     // by variable: the position
	sq     []int64     // the matrix, by positions
	h      []int64     // half of the unary bounds
	from   [2][]edgeTo // memory for the finite entries of the two rows of a variable
}

// edgeTo is a finite entry of a row.
type edgeTo struct {
	to int
	w  int64
}

var closers = sync.Pool{New: func() any { return new(closer) }}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// closeWords returns the strong closure of m over n variables (over integers the tight one), or false if there is no
// point. All unary bounds of m must be even, and m must have room (roomToClose). If a bound of the result needs half a
// unit, all bounds and the scale are doubled. The result is new; m is not changed. Sums are computed in long words;
// the result is in short words if it fits.
func (m *matrix) closeWords(n int, integer bool) (matrix, bool) {
	c := closers.Get().(*closer)
	defer closers.Put(c)
	if m.s != nil {
		load(c, m.s, n)
	} else {
		load(c, m.w, n)
	}
	for p := n - 1; p >= 0; p-- {
		if !c.eliminate(p) {
			return matrix{}, false
		}
	}
	for p := range n {
		c.insert(p)
	}
	double, empty := c.tighten(integer)
	if empty {
		return matrix{}, false
	}
	// The paths are simple; strengthening halves sums of two.
	r := matrix{scale: m.scale, mag: m.mag * 4 * int64(n)}
	if r.mag >= shortLimit/2 {
		r.mag = c.magnitude()
	}
	if double {
		r.scale, r.mag = 2*r.scale, 2*r.mag
	}
	if r.mag < shortLimit {
		r.s = strengthened[int32](c, double)
	} else {
		r.w = strengthened[int64](c, double)
	}
	return r, true
}

// load finds the edges of m, chooses the elimination order, and copies m into c.sq by positions.
func load[T word](c *closer, m []T, n int) {
	c.n, c.words = n, (2*n+63)/64
	c.order, c.place = grow(c.order, n), grow(c.place, n)
	// Columns are written as well as rows: if the distance of rows were a power of 2, the entries of a column would
	// evict each other from the cache.
	c.stride = 2*n + 8
	c.sq, c.h = grow(c.sq, 2*n*c.stride), grow(c.h, 2*n)
	for v := range n {
		c.order[v], c.place[v] = int32(v), int32(v)
	}
	if n > 3 && edges(c, m) < size(n)/2 {
		c.arrange()
	}
	for p := range n {
		v := 2 * int(c.order[p])
		for e := range 2 {
			i := v + e
			dst := c.sq[(2*p+e)*c.stride:][:2*p+2]
			ri := row(i)
			for q, u := range c.order[:p+1] {
				j := 2 * int(u)
				if j <= i {
					dst[2*q], dst[2*q+1] = int64(m[ri+j]), int64(m[ri+j+1])
				} else {
					dst[2*q], dst[2*q+1] = int64(m[row(j+1)+(i^1)]), int64(m[row(j)+(i^1)])
				}
			}
			if isShort[T]() {
				for q, v := range dst {
					if v == int64(T(infinity())) {
						dst[q] = inf
					}
				}
			}
		}
	}
}

// eliminate shortens the paths between the positions before p by the paths through p. It returns false at a negative
// cycle.
func (c *closer) eliminate(p int) bool {
	stride, n := c.stride, 2*p
	r0, r1 := c.sq[n*stride:][:n+2], c.sq[(n+1)*stride:][:n+2]
	e01, e10 := r0[n+1], r1[n]
	r0, r1 = r0[:n], r1[:n]
	if !isInf(e01) && !isInf(e10) && e01+e10 < 0 {
		return false
	}
	if !isInf(e01) {
		relax(r0, r1, e01)
	}
	if !isInf(e10) {
		relax(r1, r0, e10)
	}
	f0, f1 := c.from[0][:0], c.from[1][:0]
	for j := range n {
		if !isInf(r0[j]) {
			f0 = append(f0, edgeTo{j, r0[j]})
		}
		if !isInf(r1[j]) {
			f1 = append(f1, edgeTo{j, r1[j]})
		}
	}
	c.from[0], c.from[1] = f0, f1
	if 2*(len(f0)+len(f1)) <= n {
		return c.through(f1, f0) && c.through(f0, f1)
	}
	for i := range n {
		a, b := r1[i^1], r0[i^1] // the paths from i to 2p and to 2p+1
		ri := c.sq[i*stride:][:i|1+1]
		switch {
		case !isInf(a) && !isInf(b):
			relax2(ri, r0, r1, a, b)
		case !isInf(a):
			relax(ri, r0, a)
		case !isInf(b):
			relax(ri, r1, b)
		default:
			continue
		}
		if ri[i] < 0 {
			return false
		}
	}
	return true
}

// through eliminates one literal. The list `out` holds its outgoing edges. By coherence, its incoming edges are the
// outgoing edges of its negation, which the list `into` holds.
func (c *closer) through(into, out []edgeTo) bool {
	for _, f := range into {
		i := f.to ^ 1
		ri := c.sq[i*c.stride:][:i|1+1]
		for _, g := range out {
			if g.to >= len(ri) {
				break
			}
			ri[g.to] = min(ri[g.to], f.w+g.w)
		}
		if ri[i] < 0 {
			return false
		}
	}
	return true
}

func relax(dst, r []int64, a int64) {
	r = r[:len(dst)]
	for j, v := range dst {
		dst[j] = min(v, a+r[j])
	}
}

func relax2(dst, r, s []int64, a, b int64) {
	r, s = r[:len(dst)], s[:len(dst)]
	for j, v := range dst {
		dst[j] = min(v, a+r[j], b+s[j])
	}
}

// insert finds all distances of the two literals of p from and to the literals of the positions before p, whose
// distances among each other are already known.
func (c *closer) insert(p int) {
	stride, n := c.stride, 2*p
	rows := [2][]int64{c.sq[n*stride:][:n+2], c.sq[(n+1)*stride:][:n+2]}
	for e, r := range rows {
		f := c.from[e][:0]
		for j, v := range r[:n] {
			if !isInf(v) {
				f = append(f, edgeTo{j, v})
			}
		}
		c.from[e] = f
		c.distances(r[:n], f)
		// A path to the negation also ends with an edge of p: the distance from v to 2p+1 is the one from 2p to v^1.
		back := r[n+1-e]
		for _, g := range f {
			back = min(back, g.w+r[g.to^1])
		}
		if isInf(back) {
			back = inf
		}
		r[n+1-e], r[n+e] = back, 0
	}
	r0, r1 := rows[0], rows[1]
	for j := 0; j < n; j += 2 {
		x0, y0 := clip(r0[j]), clip(r0[j+1])
		x1, y1 := clip(r1[j]), clip(r1[j+1])
		r0[j], r0[j+1], r1[j], r1[j+1] = x0, y0, x1, y1
		up := c.sq[j*stride+n:]
		up[0], up[1] = y1, y0
		up = c.sq[(j+1)*stride+n:]
		up[0], up[1] = x1, x0
	}
}

func clip[T word](v T) T {
	if isInf(v) {
		return T(infinity())
	}
	return v
}

// distances sets dst[j] to the least f.w + (distance from f.to to j).
func (c *closer) distances(dst []int64, f []edgeTo) {
	stride, n := c.stride, len(dst)
	switch len(f) {
	case 0:
		return // no edge: dst is already infinite everywhere
	case 1:
		a, w := c.sq[f[0].to*stride:][:n], f[0].w
		for j := range dst {
			dst[j] = a[j] + w
		}
		return
	}
	a, b := c.sq[f[0].to*stride:][:n], c.sq[f[1].to*stride:][:n]
	v, w := f[0].w, f[1].w
	for j := range dst {
		dst[j] = min(a[j]+v, b[j]+w)
	}
	for f = f[2:]; len(f) >= 2; f = f[2:] {
		relax2(dst, c.sq[f[0].to*stride:], c.sq[f[1].to*stride:], f[0].w, f[1].w)
	}
	if len(f) == 1 {
		relax(dst, c.sq[f[0].to*stride:], f[0].w)
	}
}

// magnitude returns the greatest magnitude of the bounds, including those that strengthening will produce.
func (c *closer) magnitude() int64 {
	m := int64(1) // tightening changes a bound by at most 1
	for i := range 2 * c.n {
		m = max(m, magnitude(c.sq[i*c.stride:][:2*c.n])+1)
	}
	return m
}

// tighten fills c.h with halves of the unary bounds, tightened for integers. If a half is not an integer, it stores
// the unary bounds themselves and returns double: all bounds must be doubled. It returns empty if there is no point.
func (c *closer) tighten(integer bool) (double, empty bool) {
	stride, h := c.stride, c.h
	for i := range h {
		p := 2*int(c.place[i>>1]) + i&1
		h[i] = c.sq[p*stride+(p^1)]
	}
	if integer {
		for i, u := range h {
			h[i] = u &^ 1
		}
		for i := 0; i < len(h); i += 2 {
			if !isInf(h[i]) && h[i]+h[i+1] < 0 {
				return false, true
			}
		}
	}
	for _, u := range h {
		double = double || u&1 != 0
	}
	for i, u := range h {
		switch {
		case isInf(u):
			h[i] = far
		case !double:
			h[i] = u >> 1
		}
	}
	return double, false
}

// strengthened returns the half matrix of c's bounds, strengthened.
func strengthened[T word](c *closer, double bool) []T {
	stride, h := c.stride, c.h
	out := make([]T, size(c.n))
	at := 0
	for i, hi := range h {
		p := 2*int(c.place[i>>1]) + i&1
		src := c.sq[p*stride:][:stride]
		dst := out[at : at+i|1+1]
		for k, q := range c.place[:i>>1+1] {
			x, y := src[2*q], src[2*q+1]
			if double {
				x, y = twice(x), twice(y)
			}
			dst[2*k], dst[2*k+1] = T(min(x, hi+h[2*k+1])), T(min(y, hi+h[2*k]))
		}
		at += len(dst)
	}
	return out
}

func twice(v int64) int64 {
	if isInf(v) {
		return inf
	}
	return 2 * v
}
