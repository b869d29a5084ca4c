package octagon

// The coherent half of a difference-bound matrix (Miné 2006, section 4.5).
//
// A block of n variables has 2n literals: literal 2k stands for V_2k = x_k,
// literal 2k+1 for V_2k+1 = -x_k, so that i^1 is the negation of i. The entry
// (i, j) bounds V_j - V_i from above. V_j - V_i = V_i^1 - V_j^1, so (i, j) and
// (j^1, i^1) say the same (coherence), and only entries with j <= i|1 are kept:
// row i has (i|1)+1 of them, after those of the rows before it.

// size is the number of entries of the half matrix over n variables.
func size(n int) int { return 2 * n * (n + 1) }

// row is the position of the entry (i, 0). The entry (i, j) with j <= i|1 lies at
// row(i) + j.
func row(i int) int { return (i + 1) * (i + 1) >> 1 }

// pos is the position of the entry (i, j), for any i and j.
func pos(i, j int) int {
	if j > i|1 {
		i, j = j^1, i^1
	}
	return row(i) + j
}

// unary is the position of the entry that bounds -2 V_i: the one of (i, i^1).
func unary(i int) int { return row(i) + (i ^ 1) }

// pick returns the half matrix over len(lits) variables in which literal 2p
// means what lits[p] means in src: a projection, a permutation, a negation of
// variables, copies of them, or all of that.
func pick[T any](src []T, lits []int) []T {
	if ascending(lits) {
		return project(src, lits)
	}
	dst := make([]T, size(len(lits)))
	at := 0
	for p := range lits {
		for e := range 2 {
			a := lits[p] ^ e
			ra := row(a)
			for q := 0; q <= p; q++ {
				b := lits[q]
				if b|1 <= a|1 {
					dst[at], dst[at+1] = src[ra+b], src[ra+(b^1)]
				} else { // by coherence
					dst[at], dst[at+1] = src[row(b^1)+(a^1)], src[row(b)+(a^1)]
				}
				at += 2
			}
		}
	}
	return dst
}

// ascending reports whether lits are distinct variables in their own order.
func ascending(lits []int) bool {
	last := -1
	for _, l := range lits {
		if l <= last || l&1 != 0 {
			return false
		}
		last = l
	}
	return true
}

// project is pick for ascending variables: rows are copied in runs. Those before the
// first variable that is left out come with the memory, which append does not clear
// first.
func project[T any](src []T, lits []int) []T {
	dst := append([]T(nil), src[:size(len(lits))]...)
	type run struct{ from, n int } // columns
	var buf [16]run
	runs := buf[:0]
	at := 0
	for p, l := range lits {
		if k := len(runs) - 1; k >= 0 && runs[k].from+runs[k].n == l {
			runs[k].n += 2
		} else {
			runs = append(runs, run{l, 2})
		}
		if l == 2*p {
			at = size(p + 1)
			continue
		}
		for i := l; i <= l+1; i++ {
			r := row(i)
			for _, u := range runs {
				at += copy(dst[at:], src[r+u.from:r+u.from+u.n])
			}
		}
	}
	return dst
}
