package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Contexts: a procedure has a context for each chain of calls that leads to it, up to a limit. Beyond the limit, and if
// the procedure is recursive, all its calls share one context (M. Sharir, A. Pnueli: Two approaches to interprocedural
// data flow analysis. 1981: the call-string approach, here with a bound on the size instead of on the length).

// ownLocs is the largest number of locations that the contexts that are not shared have together. With twice the size of the
// program instead, large tools take twice the time, and a few percent more of their checks are proved.
const ownLocs = 4000

// caller is a call of a context: the edge by in the context from.
type caller struct {
	from *analysis
	by   *cfa.Edge
}

// newProgram finds the contexts of a program. Shorter chains of calls get their contexts first.
func newProgram(p *cfa.Program) *program {
	w := &program{p: p, any: &cfa.Var{ID: len(p.Vars), Name: "any", Kind: cfa.GlobalVar, Ghost: true}, olds: map[*cfa.Array]*cfa.Array{}, of: make([][]*analysis, len(p.Procs)), tailed: map[*cfa.Array]bool{}, dataOf: map[*cfa.Array]*cfa.Array{}}
	for _, a := range p.Arrays {
		if a.Tails != nil {
			w.tailed[a.Tails] = true
		}
		if a.Flags != nil {
			w.dataOf[a.Flags] = a
		}
	}
	shared := make([]*analysis, len(p.Procs))
	left := ownLocs
	var all []*analysis
	add := func(q *cfa.Proc) *analysis {
		x := newAnalysis(w, q)
		x.id = len(all)
		all = append(all, x)
		w.of[q.ID] = append(w.of[q.ID], x)
		return x
	}
	add(p.Start)
	for i := 0; i < len(all); i++ {
		x := all[i]
		for _, e := range x.q.Calls {
			q := e.Op.(*cfa.Call).Callee
			y := shared[q.ID]
			if y == nil {
				y = add(q)
				if !q.Recursive && len(q.Locs) <= left {
					left -= len(q.Locs)
				} else {
					shared[q.ID] = y
				}
			}
			x.callees[e] = y
			y.callers = append(y.callers, caller{x, e})
		}
	}
	succ := make([][]int, len(all))
	for _, x := range all {
		for _, e := range x.q.Calls {
			succ[x.id] = append(succ[x.id], x.callees[e].id)
		}
	}
	for _, c := range slices.Backward(cfa.Components(succ)) {
		for _, id := range c {
			w.order = append(w.order, all[id])
		}
	}
	for i, x := range w.order {
		x.id = i
	}
	return w
}
