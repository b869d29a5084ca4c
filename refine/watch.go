package refine

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/unions"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly"
)

// Loops that go on for ever in the abstraction. An exact union of states does not converge by itself, so a loop whose
// conditions read what is not kept is explored round after round, with more and more states. No error path says so: there may be none. So where
// many states gather at the head of a loop, what its conditions read is kept, scalars first; cells only where
// the states are many for the same values of these scalars, which a loop that merely counts never has.

const (
	manyStates = 300 // at the head of a loop: scalars
	manyAlike  = 60  // with the same scalars: cells
	mostCells  = 256 // of one array
)

// loops knows the loops of a program.
type loops struct {
	heads []*loop
}

// loop is a component of a weak topological order.
type loop struct {
	head   *cfa.Loc
	vars   []*cfa.Var // in conditions on the way out
	inside []*cfa.Var // in all its conditions
	reads  []*cfa.Select
}

func newLoops(p *cfa.Program) *loops {
	ls := &loops{}
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
	lp := &loop{head: body[0]}
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

// watch looks at the loops and reports whether the precision has grown.
func (r *arraysRun) watch() bool {
	at := map[*cfa.Loc][]*mc.Node{}
	for _, n := range r.x.Graph().Nodes {
		if n.Loc.LoopHead && n.By == nil {
			at[n.Loc] = append(at[n.Loc], n)
		}
	}
	grew := false
	for _, lp := range r.loops.heads {
		nodes := at[lp.head]
		if len(nodes) < manyStates {
			continue
		}
		for _, v := range lp.vars {
			grew = r.prec.Keep(v) || grew
		}
		if grew || alike(nodes) < manyAlike {
			continue
		}
		for _, v := range lp.inside {
			grew = r.prec.Keep(v) || grew
		}
		if grew {
			continue
		}
		for _, s := range lp.reads {
			grew = r.keepCells(s) || grew
		}
	}
	return grew
}

// alike is the greatest number of states in which the same scalars have one value, and the same.
func alike(nodes []*mc.Node) int {
	count := map[uint64]int{}
	most := 0
	for _, n := range nodes {
		s := n.State.(*unions.State[*poly.Polyhedron])
		h := uint64(n.Act.ID)
		for d, slot := range s.Layout.Slots {
			h *= 0x9e3779b97f4a7c15
			if slot.Var != nil && !slot.Entry {
				if i, ok := s.Elem.Bounds(linear.X(d)); ok && i.IsPoint() {
					h ^= i.Lo.At.Hash() + 1
				}
			}
			h ^= h >> 31
		}
		count[h]++
		most = max(most, count[h])
	}
	return most
}

// keepCells keeps the cells that a read can be of, if they are known and few.
func (r *arraysRun) keepCells(s *cfa.Select) bool {
	if k, ok := cfa.IsConst(s.Idx); ok {
		return r.prec.KeepCell(s.Arr, cells.Index{Num: k})
	}
	grew := false
	if s.Arr.Len >= 0 && s.Arr.Len <= mostCells {
		for k := range s.Arr.Len {
			grew = r.prec.KeepCell(s.Arr, cells.Index{Num: num.Of(k)}) || grew
		}
	}
	return grew
}
