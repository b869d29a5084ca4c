// Longest common subsequences (Myers 1986).

package migrate

import "slices"

// mostEdits bounds the number of insertions and deletions. Sequences that differ in more count as having nothing in
// common.
const mostEdits = 2_000

// common returns a longest common subsequence of two sequences, as ascending pairs of positions. (Myers, "An O(ND)
// Difference Algorithm and Its Variations", 1986, greedy.)
func common(a, b []int) [][2]int {
	var out [][2]int
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		out = append(out, [2]int{start, start})
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for _, p := range middle(a[start:len(a)-end], b[start:len(b)-end]) {
		out = append(out, [2]int{start + p[0], start + p[1]})
	}
	for i := end; i > 0; i-- {
		out = append(out, [2]int{len(a) - i, len(b) - i})
	}
	return out
}

// middle does what common does, for sequences whose first and last elements differ.
func middle(a, b []int) [][2]int {
	n, m := len(a), len(b)
	if n == 0 || m == 0 {
		return nil
	}
	limit := min(n+m, mostEdits)
	// furthest[d][k+d] is the furthest position in a on diagonal k with d edits
	var furthest [][]int
	reach := func(d, k int) int { return furthest[d][k+d] }
	from := func(d, k int) (x int, down bool) { // position before the common elements
		if k == -d || k != d && reach(d-1, k-1) < reach(d-1, k+1) {
			return reach(d-1, k+1), true
		}
		return reach(d-1, k-1) + 1, false
	}
	for d := 0; d <= limit; d++ {
		row := make([]int, 2*d+1)
		furthest = append(furthest, row)
		for k := -d; k <= d; k += 2 {
			x := 0
			if d > 0 {
				x, _ = from(d, k)
			}
			for x < n && x-k < m && x >= 0 && x-k >= 0 && a[x] == b[x-k] {
				x++
			}
			row[k+d] = x
			if x < n || x-k < m {
				continue
			}
			var out [][2]int
			for x := n; ; {
				first := 0
				var down bool
				if d > 0 {
					first, down = from(d, k)
				}
				for ; x > first; x-- {
					out = append(out, [2]int{x - 1, x - 1 - k})
				}
				if d == 0 {
					break
				}
				if d--; down {
					k++
				} else {
					k--
					x--
				}
			}
			slices.Reverse(out)
			return out
		}
	}
	return nil
}
