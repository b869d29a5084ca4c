package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// Recursion, on the graph of calls.

// findRecursion finds the functions that may have two activations at once.
func (l *lowerer) findRecursion() map[*lang.Func]bool {
	index := map[*lang.Func]int{}
	for i, f := range l.pts.Funcs {
		index[f] = i
	}
	out := make([][]int, len(l.pts.Funcs))
	for i, f := range l.pts.Funcs {
		if calls.IsError(f) {
			continue
		}
		seen := map[int]bool{}
		l.eachCallee(f, func(g *lang.Func) {
			if j, ok := index[g]; ok && !seen[j] {
				seen[j] = true
				out[i] = append(out[i], j)
			}
		})
	}
	rec := map[*lang.Func]bool{}
	for _, scc := range cfa.Components(out) {
		self := false
		for _, w := range out[scc[0]] {
			self = self || w == scc[0]
		}
		if len(scc) > 1 || self {
			for _, v := range scc {
				rec[l.pts.Funcs[v]] = true
			}
		}
	}
	return rec
}

// eachCallee visits the functions that the body of f may call.
func (l *lowerer) eachCallee(f *lang.Func, visit func(*lang.Func)) {
	lang.Walk(f.Body, nil, func(e lang.Expr) {
		if c, ok := e.(*lang.Call); ok {
			if g := c.Direct(); g != nil {
				visit(g)
			} else if in := l.pts.Indirect(c); in != nil {
				for _, g := range l.pts.Candidates(in) {
					visit(g)
				}
			}
		}
	})
}
