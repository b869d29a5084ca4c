package cfa

import "slices"

// Strongly connected components.
//
// R. Tarjan: Depth-first search and linear graph algorithms. SIAM J. Comput. 1 (1972). Here the depth-first search uses
// an explicit stack instead of recursion.

// Components partitions the nodes 0 to len(succ)-1 of a graph into strongly connected components, where succ has the
// successors of each node. If a component can reach another one, the other one comes first in the result. The nodes of
// a component are in ascending order.
func Components(succ [][]int) [][]int {
	const unseen = 0
	var (
		n      = len(succ)
		num    = make([]int, n) // by node: the position in the order of discovery, from 1 on; 0: not discovered
		low    = make([]int, n) // the least num known to be reachable; n+1 if the node's component is complete
		next   = make([]int, n) // the number of successors that have been visited
		path   []int            // the nodes from the root of the search to the current node
		open   []int            // the discovered nodes whose component is not complete
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
