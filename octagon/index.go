package octagon

// The coherent half of a difference-bound matrix (Miné 2006, section 4.5).
//
// A block of n variables has 2n literals: literal 2k represents V_2k = x_k, literal 2k+1 represents V_2k+1 = -x_k, so
// i^1 is the negation of i. The entry (i, j) is an upper bound of V_j - V_i. As V_j - V_i = V_i^1 - V_j^1, the entries
// (i, j) and (j^1, i^1) are equal (coherence), and only entries with j <= i|1 are stored. Row i has (i|1)+1 of them
// and follows the rows before it.

// size returns the number of entries of the half matrix over n variables.
func size(n int) int { return 2 * n * (n + 1) }

// row returns the position of the entry (i, 0). The entry (i, j) with j <= i|1 is at row(i) + j.
func row(i int) int { return (i + 1) * (i + 1) >> 1 }

// pos returns the position of the entry (i, j), for any i and j.
func pos(i, j int) int {
	if j > i|1 {
		i, j = j^1, i^1
	}
	return row(i) + j
}

// unary returns the position of the entry (i, i^1), which bounds -2 V_i.
func unary(i int) int { return row(i) + (i ^ 1) }

// pick returns the half matrix over len(lits) variables in which literal 2p is the literal lits[p] of src. It serves
// for projections, permutations, negations and copies of variables.
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
				} else { // read the coherent entries in the other half
					dst[at], dst[at+1] = src[row(b^1)+(a^1)], src[row(b)+(a^1)]
				}
				at += 2
			}
		}
	}
	return dst
}

// ascending reports whether lits are distinct positive literals in ascending order.
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

// project does what pick does, for ascending variables. It copies rows in runs. The rows before the first omitted
// variable are copied by the allocation: append does not clear memory that it then overwrites.
func project[T any](src []T, lits []int) []T {
	dst := append([]T(nil), src[:size(len(lits))]...)
	type run struct{ from, n int } // n columns, from the column `from` on
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
