package octagon

// Incremental closure in words: a strongly closed matrix and one new bound.
//
// A new bound c on V_b - V_a is an edge from a to b and, by coherence, one from b^1 to a^1. A shortest path takes each
// at most once (Miné 2006, section 4.3.4; Chawdhary, Robbins, King, "Incrementally closing octagons", FMSD 54, 2019),
// so with
//
//	alpha_i = the length of the shortest path from i to b that ends with the first edge,
//	beta_i  = the length of the shortest path from i to a^1 that ends with the second,
//
// the new distance of i and j is min(d(i,j), alpha_i + d(b,j), beta_i + d(a^1,j)). A row i can only change if alpha_i
// < d(i,b) or beta_i < d(i,a^1), because the old matrix satisfies the triangle inequality. By coherence, a column j
// can only change if row j^1 can. The cost is the product of the numbers of such rows and columns.
//
// The old matrix was strongly closed, so strengthening is needed only for the rows of literals whose unary bound
// changed.
//
// Words: if all finite bounds and c are at most M, alpha and beta are sums of two c and two bounds, and distances are
// at most 5M.

// addRoom times the magnitude of the bounds must fit words, so that a bound can be added in them.
const addRoom = 16

// outcome is the result of adding a bound.
type outcome uint8

const (
	changed outcome = iota
	doubled         // like changed, but all bounds are doubled, so the caller must double the scale
	emptied         // no point satisfies the bounds
)

// addWords adds the bound c on V_b - V_a, in place, to the strongly closed matrix m over n variables, and closes it
// again. m must have room for it (addRoom).
func (m *matrix) addWords(n, a, b int, c int64, integer bool) outcome {
	if m.s != nil {
		return addWords(m.s, n, a, b, int32(c), integer)
	}
	return addWords(m.w, n, a, b, c, integer)
}

func addWords[T word](m []T, n, a, b int, c T, integer bool) outcome {
	var buf [8 * 64]T
	mem := buf[:0:len(buf)]
	if 8*n > len(buf) {
		mem = make([]T, 0, 8*n)
	}
	take := func() []T {
		k := len(mem)
		mem = mem[:k+2*n]
		return mem[k : k+2*n : k+2*n]
	}
	fromB, fromA1 := take(), take() // the distances d(b, .) and d(a^1, .)
	wholeRow(fromB, m, b)
	wholeRow(fromA1, m, a^1)
	if c+fromB[a] < 0 || c+fromB[b^1]+c+fromA1[a] < 0 {
		return emptied
	}
	alpha, beta := take(), take()
	var ibuf [128]int32
	hit := ibuf[:0] // the rows that can change
	for i := range 2 * n {
		// By coherence, d(i,a) = d(a^1,i^1) and d(i,b^1) = d(b,i^1).
		toA, toB1 := fromA1[i^1], fromB[i^1]
		alpha[i] = min(toA, toB1+c+fromA1[a]) + c
		beta[i] = min(toB1, toA+c+fromB[b^1]) + c
		if alpha[i] < entry(m, i, b) || beta[i] < entry(m, i, a^1) {
			hit = append(hit, int32(i))
		}
		if isInf(alpha[i]) {
			alpha[i] = T(farthest())
		}
		if isInf(beta[i]) {
			beta[i] = T(farthest())
		}
	}
	strong := hit[len(hit):] // the rows in hit whose unary bounds have changed
	for _, i := range hit {
		ri, x, y := m[row(int(i)):][:i|1+1], alpha[i], beta[i]
		u := ri[i^1]
		for _, k := range hit {
			if j := int(k ^ 1); j < len(ri) {
				ri[j] = min(ri[j], x+fromB[j], y+fromA1[j])
			}
		}
		if ri[i^1] != u {
			strong = append(strong, i)
		}
	}
	if len(strong) == 0 {
		return changed
	}
	return strengthenRows(m, n, strong, integer)
}

// entry returns the bound (i, j).
func entry[T word](m []T, i, j int) T { return m[pos(i, j)] }

// wholeRow writes the bounds (i, j) for all j to dst, far if there is no bound.
func wholeRow[T word](dst, m []T, i int) {
	n := i | 1 + 1
	copy(dst, m[row(i):][:n])
	for j := n; j < len(dst); j++ {
		dst[j] = m[row(j^1)+(i^1)]
	}
	for j, v := range dst {
		if v == T(infinity()) {
			dst[j] = T(farthest())
		}
	}
}

// strengthenRows finishes adding a bound: it strengthens m after the unary bounds of rows have changed.
func strengthenRows[T word](m []T, n int, rows []int32, integer bool) outcome {
	result := changed
	for _, i := range rows {
		u := &m[unary(int(i))]
		switch {
		case *u&1 == 0:
		case integer:
			*u--
		default:
			result = doubled
		}
	}
	if integer {
		for _, i := range rows {
			if u, v := m[unary(int(i))], m[unary(int(i)^1)]; !isInf(u) && !isInf(v) && u+v < 0 {
				return emptied
			}
		}
	}
	if result == doubled {
		for k, v := range m {
			if v < T(infinity()) {
				m[k] = 2 * v
			}
		}
	}
	var buf [128]T
	h := buf[:]
	if 2*n > len(h) {
		h = make([]T, 2*n)
	}
	h = h[:2*n]
	halves(h, m)
	for _, i := range rows {
		strengthenRow(m, h, int(i))
	}
	return result
}

// strengthenRow lowers the bounds of row i, and those coherent with them, to the bounds that the unary bounds imply. h
// holds the halves of the unary bounds.
func strengthenRow[T word](m, h []T, i int) {
	if h[i] == T(farthest()) {
		return
	}
	ri := m[row(i):][:i|1+1]
	for j := range ri {
		ri[j] = min(ri[j], h[i]+h[j^1])
	}
	for j := len(ri); j < len(h); j++ {
		e := &m[row(j^1)+(i^1)]
		*e = min(*e, h[i]+h[j^1])
	}
}
