package cfa

import "slices"

// Components partitions the nodes 0 to len(succ)-1 into strongly connected
// components, successors before predecessors: what a component can reach comes
// before it. Within a component, nodes ascend.
//
// R. Tarjan: Depth-first search and linear graph algorithms. SIAM J. Comput. 1 (1972).
// The depth-first search keeps its own stack.
func Components(succ [][]int) [][]int {
	const unseen = 0
	var (
		n      = len(succ)
		num    = make([]int, n) // from 1 in order of discovery
		low    = make([]int, n) // least num known to be reached; n+1 once in a component
		next   = make([]int, n) // successors done
		path   []int            // from the root of the search to the node at hand
		open   []int            // discovered, component not complete
		count  int
		result [][]int
	)
	for root := range n {
		if num[root] != unseen {
			continue
		}
		path = append(path, root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if num[v] == unseen {
				count++
				num[v], low[v] = count, count
				open = append(open, v)
			}
			if next[v] < len(succ[v]) {
				w := succ[v][next[v]]
				next[v]++
				if num[w] == unseen {
					path = append(path, w)
				} else {
					low[v] = min(low[v], low[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if low[v] == num[v] {
				i := len(open) - 1
				for open[i] != v {
					i--
				}
				c := slices.Sorted(slices.Values(open[i:]))
				for _, w := range c {
					low[w] = n + 1
				}
				open = open[:i]
				result = append(result, c)
			}
			if len(path) > 0 {
				u := path[len(path)-1]
				low[u] = min(low[u], low[v])
			}
		}
	}
	return result
}
