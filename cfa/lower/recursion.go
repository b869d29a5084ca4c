package lower

import "github.com/whet-mc/whet/lang"

// findRecursion finds the functions that may be active twice at once.
func (l *lowerer) findRecursion() map[*lang.Func]bool {
	index := map[*lang.Func]int{}
	for i, f := range l.funcs {
		index[f] = i
	}
	out := make([][]int, len(l.funcs))
	byCall := map[*lang.Call]*indirect{}
	for _, in := range l.a.pending {
		byCall[in.call] = in
	}
	for i, f := range l.funcs {
		if special(f) {
			continue
		}
		seen := map[int]bool{}
		add := func(g *lang.Func) {
			if j, ok := index[g]; ok && !seen[j] {
				seen[j] = true
				out[i] = append(out[i], j)
			}
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			if c, ok := e.(*lang.Call); ok {
				if g := direct(c); g != nil {
					add(g)
				} else if in := byCall[c]; in != nil {
					for _, g := range l.candidates(in) {
						add(g)
					}
				}
			}
		})
	}
	rec := map[*lang.Func]bool{}
	for _, scc := range components(out) {
		self := false
		for _, w := range out[scc[0]] {
			self = self || w == scc[0]
		}
		if len(scc) > 1 || self {
			for _, v := range scc {
				rec[l.funcs[v]] = true
			}
		}
	}
	return rec
}

// components lists the strongly connected components of a graph (Tarjan 1972,
// with a stack of its own).
func components(out [][]int) [][]int {
	n := len(out)
	num, low, next := make([]int, n), make([]int, n), make([]int, n)
	on := make([]bool, n)
	var stack, call []int
	var comps [][]int
	count := 0
	for r := range n {
		if num[r] != 0 {
			continue
		}
		call = append(call[:0], r)
		for len(call) > 0 {
			v := call[len(call)-1]
			if num[v] == 0 {
				count++
				num[v], low[v] = count, count
				stack = append(stack, v)
				on[v] = true
			}
			if next[v] < len(out[v]) {
				w := out[v][next[v]]
				next[v]++
				if num[w] == 0 {
					call = append(call, w)
				} else if on[w] {
					low[v] = min(low[v], num[w])
				}
				continue
			}
			call = call[:len(call)-1]
			if len(call) > 0 {
				u := call[len(call)-1]
				low[u] = min(low[u], low[v])
			}
			if low[v] == num[v] {
				i := len(stack) - 1
				for stack[i] != v {
					i--
				}
				comp := append([]int(nil), stack[i:]...)
				for _, w := range comp {
					on[w] = false
				}
				stack = stack[:i]
				comps = append(comps, comp)
			}
		}
	}
	return comps
}
