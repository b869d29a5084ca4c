package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// findRecursion finds the functions that may be active twice at once.
func (l *lowerer) findRecursion() map[*lang.Func]bool {
	index := map[*lang.Func]int{}
	for i, f := range l.funcs {
		index[f] = i
	}
	out := make([][]int, len(l.funcs))
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
				} else if in := l.a.byCall[c]; in != nil {
					for _, g := range l.candidates(in) {
						add(g)
					}
				}
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
				rec[l.funcs[v]] = true
			}
		}
	}
	return rec
}
