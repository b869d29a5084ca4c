package arrays

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// Loops that continue for ever in the abstraction. An exact union of states does not converge by itself, so a loop
// whose conditions read variables that are not kept is explored round after round, with more and more states. No
// error path reveals this: there may be no error path. So if many states gather at a loop head, the variables in its
// conditions are kept, scalars first. Cells are kept only if there are many states with the same values of these
// scalars, which a loop that merely counts never has.

const (
	manyStates = 300 // states at a loop head after which scalars are kept
	manyAlike  = 60  // states with the same scalars after which cells are kept
	fewStates  = 30  // number of states at the head of a loop from which exhausted considers the loop
	mostCells  = 256 // cells of one array that are kept
)

// loops has the program's loops.
type loops struct {
	heads []*loop
	prec  *cells.Precision // the precision, which grows
}

// loop is a component of a weak topological order.
type loop struct {
	head   *cfa.Loc
	seen   int        // number of states at the head when they were last counted
	vars   []*cfa.Var // the variables in exit conditions of the loop
	inside []*cfa.Var // the variables in all conditions of the loop
	reads  []*cfa.Select
	body   []*cfa.Edge // the edges of the loop and of the procedures that it calls
}

func newLoops(p *cfa.Program, prec *cells.Precision) *loops {
	ls := &loops{prec: prec}
	for _, q := range p.Procs {
		w := q.WTO()
		for _, l := range q.Locs {
			if body := w.Component(l); body != nil {
				ls.heads = append(ls.heads, newLoop(body))
			}
		}
	}
	return ls
}

func newLoop(body []*cfa.Loc) *loop {
	lp := &loop{head: body[0], body: edgesOf(body)}
	in := map[*cfa.Loc]bool{}
	for _, l := range body {
		in[l] = true
	}
	add := func(to *[]*cfa.Var, v *cfa.Var) {
		if !slices.Contains(*to, v) {
			*to = append(*to, v)
		}
	}
	for _, l := range body {
		for _, e := range l.Out {
			a, ok := e.Op.(*cfa.Assume)
			if !ok {
				continue
			}
			cfa.Walk(a.Cond, func(x cfa.Expr) {
				switch x := x.(type) {
				case *cfa.Var:
					if add(&lp.inside, x); !in[e.To] {
						add(&lp.vars, x)
					}
				case *cfa.Select:
					lp.reads = append(lp.reads, x)
				}
			})
		}
	}
	return lp
}

// edgesOf returns the edges from locs, and the edges of the procedures that they call.
func edgesOf(locs []*cfa.Loc) []*cfa.Edge {
	var out []*cfa.Edge
	called := map[*cfa.Proc]bool{}
	for len(locs) > 0 {
		l := locs[0]
		locs = locs[1:]
		for _, e := range l.Out {
			out = append(out, e)
			if c, ok := e.Op.(*cfa.Call); ok && !called[c.Callee] {
				called[c.Callee] = true
				locs = append(locs[:len(locs):len(locs)], c.Callee.Locs...)
			}
		}
	}
	return out
}

// forget resets the numbers of seen states.
func (ls *loops) forget() {
	for _, l := range ls.heads {
		l.seen = 0
	}
}

// watch checks the loops and reports whether the precision has grown.
func (ls *loops) watch(g *mc.Graph) bool {
	at := gathered(g)
	grew := false
	for _, lp := range ls.heads {
		nodes := at[lp.head]
		if len(nodes) < max(manyStates, 2*lp.seen) {
			continue
		}
		lp.seen = len(nodes)
		grew = ls.keepVars(lp.vars) || grew
		if !grew && alike(nodes) >= manyAlike {
			grew = ls.keepVars(lp.inside) || ls.keepReads(lp) || ls.keepSources(lp, true)
		}
	}
	return grew
}

// exhausted is called when an exploration has become too large although no loop is conspicuous. It goes through the
// loops with at least fewStates states at the head, most states first. For the first loop that depends on scalars
// which are not kept yet, it keeps these scalars. It reports whether there is such a loop. It keeps no cells: a loop
// over a long array legitimately has many states.
func (ls *loops) exhausted(g *mc.Graph) bool {
	at := gathered(g)
	heads := slices.Clone(ls.heads)
	slices.SortStableFunc(heads, func(a, b *loop) int { return len(at[b.head]) - len(at[a.head]) })
	for _, lp := range heads {
		if len(at[lp.head]) >= fewStates && (ls.keepVars(lp.inside) || ls.keepSources(lp, false)) {
			return true
		}
	}
	return false
}

// gathered returns the states at each loop head.
func gathered(g *mc.Graph) map[*cfa.Loc][]*mc.Node {
	at := map[*cfa.Loc][]*mc.Node{}
	for _, n := range g.Nodes {
		if n.Loc.LoopHead && n.By == nil {
			at[n.Loc] = append(at[n.Loc], n)
		}
	}
	return at
}

func (ls *loops) keepVars(vars []*cfa.Var) bool {
	grew := false
	for _, v := range vars {
		grew = ls.prec.Keep(v) || grew
	}
	return grew
}

// keepReads keeps the cells that a loop's conditions read.
func (ls *loops) keepReads(lp *loop) bool {
	grew := false
	for _, s := range lp.reads {
		grew = ls.keepCells(s) || grew
	}
	return grew
}

// keepSources keeps the variables from which the loop computes the values of kept variables and cells, and the
// variables in its conditions. If cells is set, it also keeps the cells that are read there.
func (ls *loops) keepSources(lp *loop, cells bool) bool {
	grew := false
	source := func(e cfa.Expr) {
		if e != nil {
			cfa.Walk(e, func(e cfa.Expr) {
				switch e := e.(type) {
				case *cfa.Var:
					grew = ls.prec.Keep(e) || grew
				case *cfa.Select:
					grew = cells && ls.keepCells(e) || grew
				}
			})
		}
	}
	before := ls.prec.Clone()
	for _, e := range lp.body {
		switch op := e.Op.(type) {
		case *cfa.Assign:
			if before.Keeps(op.LHS) {
				source(op.RHS)
			}
		case *cfa.Store:
			if len(before.Cells(op.Arr)) > 0 {
				source(op.Idx)
				source(op.Val)
			}
		case *cfa.Call:
			for i, p := range op.Callee.Params {
				if i < len(op.Args) && before.Keeps(p) {
					source(op.Args[i])
				}
			}
			for i, v := range op.Results {
				if v != nil && before.Keeps(v) {
					source(op.Callee.Results[i])
				}
			}
		case *cfa.Assume:
			source(op.Cond)
		}
	}
	return grew
}

// pointed is a state that knows which dimensions have a single value.
type pointed interface {
	Slots() []cells.Slot
	Points() (dims []int, values []num.Rat)
}

// alike returns the maximal number of states of one activation in which the same scalars have the same single values.
func alike(nodes []*mc.Node) int {
	count := map[uint64]int{}
	most := 0
	for _, n := range nodes {
		s := n.State.(pointed)
		h := uint64(n.Act.ID)
		dims, values := s.Points()
		for i, d := range dims {
			if slot := s.Slots()[d]; slot.Var != nil && !slot.Entry {
				h = (h ^ uint64(d)) * 0x9e3779b97f4a7c15
				h = (h ^ values[i].Hash()) * 0xbf58476d1ce4e5b9
				h ^= h >> 31
			}
		}
		count[h]++
		most = max(most, count[h])
	}
	return most
}

// keepCells keeps the cells that a read may access, if they are known and few.
func (ls *loops) keepCells(s *cfa.Select) bool {
	if k, ok := cfa.IsConst(s.Idx); ok {
		return ls.prec.KeepCell(s.Arr, cells.Index{Num: k})
	}
	grew := false
	if s.Arr.Len >= 0 && s.Arr.Len <= mostCells {
		for k := range s.Arr.Len {
			grew = ls.prec.KeepCell(s.Arr, cells.Index{Num: num.Of(k)}) || grew
		}
	}
	return grew
}
