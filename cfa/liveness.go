package cfa

import (
	"slices"

	"github.com/bits-and-blooms/bitset"
)

// Live variables of a program with calls.
//
// A variable is live at a location if some path from there reads it before setting it. The path may leave the
// procedure by its exit and go on in a caller. The equations within a procedure are the classic ones (K. Kennedy: A
// survey of data flow analysis techniques, 1981), solved by sweeps in postorder. A call reads its arguments and the
// globals that the callee Uses. The callee is not assumed to set any global, since it may do so on some paths only. At
// an exit, the procedure's results are live, and the globals that are live after one of its calls. So callers are
// solved before callees, and procedures that call each other recursively are solved repeatedly until nothing changes.
// Without Program.Start, every global is live at every exit.
//
// A Havoc of kind Effect may leave the variable unchanged, so it does not count as setting the variable.
//
// The set of a location is stored only at branches, merges, loop heads, ends, and locations whose Index is a multiple
// of keptEvery. The sets at other locations are computed from these when they are requested. A set ranges over the
// variables that may be live in the procedure.

const keptEvery = 16

// Liveness says which variables are live at each location. Its program must be finished and must not change.
type Liveness struct {
	p     *Program
	procs []procLive // by Proc.ID: the live variables of the procedure
}

// procLive has the sets of live variables of one procedure q.
type procLive struct {
	p     *Program
	vars  []*Var           // the variables that may be live: the sets contain indexes into this list
	index map[int]int      // by Var.ID: the variable's index in vars
	exit  bitset.BitSet    // the variables that are live at the exit
	kept  []*bitset.BitSet // by index in q.Locs: the stored set of live variables; nil if none is stored
	at    map[*Loc]int     // the index of each location in q.Locs
}

// Liveness computes the live variables of the program.
func (p *Program) Liveness() *Liveness {
	lv := &Liveness{p: p, procs: make([]procLive, len(p.Procs))}
	callees := make([][]int, len(p.Procs))
	behind := make([]VarSet, len(p.Procs)) // by Proc.ID: the globals that are live after some call of the procedure
	for _, q := range p.Procs {
		for _, e := range q.Calls {
			callees[q.ID] = append(callees[q.ID], e.Op.(*Call).Callee.ID)
		}
		for _, v := range p.Vars {
			if p.Start == nil && v.Proc == nil {
				behind[q.ID].Add(v)
			}
		}
	}
	sccs := Components(callees)
	in := make([]int, len(p.Procs)) // by Proc.ID: the index of the procedure's component
	for k, scc := range sccs {
		for _, i := range scc {
			in[i] = k
		}
	}
	for k, scc := range slices.Backward(sccs) {
		for changed := true; changed; {
			changed = false
			for _, i := range scc {
				q := p.Procs[i]
				pl := lv.solve(q, &behind[i])
				for _, e := range q.Calls {
					c := e.Op.(*Call)
					after := pl.live(e.To)
					for j, ok := after.NextSet(0); ok; j, ok = after.NextSet(j + 1) {
						v, b := pl.vars[j], &behind[c.Callee.ID]
						if v.Proc == nil && !b.Has(v) && !slices.Contains(c.Results, v) {
							b.Add(v)
							changed = changed || in[c.Callee.ID] == k
						}
					}
				}
			}
		}
	}
	return lv
}

// LiveAt returns the set of the variables that are live at l.
func (lv *Liveness) LiveAt(l *Loc) VarSet {
	pl := &lv.procs[l.Proc.ID]
	live := pl.live(l)
	var s VarSet
	for j, ok := live.NextSet(0); ok; j, ok = live.NextSet(j + 1) {
		s.Add(pl.vars[j])
	}
	return s
}

// solve computes the live variables of q. behind are the globals that are live after some call of q.
func (lv *Liveness) solve(q *Proc, behind *VarSet) *procLive {
	pl := &lv.procs[q.ID]
	*pl = procLive{p: lv.p, index: map[int]int{}, at: make(map[*Loc]int, len(q.Locs)), kept: make([]*bitset.BitSet, len(q.Locs))}
	for _, v := range q.Results {
		pl.exit.Set(pl.candidate(v))
	}
	for _, id := range behind.IDs() {
		pl.exit.Set(pl.candidate(lv.p.Vars[id]))
	}
	order := slices.Clone(q.Locs)
	slices.SortFunc(order, func(a, b *Loc) int { return b.Index - a.Index })
	for i, l := range q.Locs {
		pl.at[l] = i
		if len(l.Out) != 1 || len(l.In) > 1 || l.LoopHead || l.Index%keptEvery == 0 {
			pl.kept[i] = &bitset.BitSet{}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range order {
			set := pl.kept[pl.at[l]]
			if set == nil {
				continue
			}
			n := set.Count()
			if l == q.Exit {
				set.InPlaceUnion(&pl.exit)
			}
			for _, e := range l.Out {
				live := pl.live(e.To)
				pl.before(e, live)
				set.InPlaceUnion(live)
			}
			changed = changed || set.Count() != n
		}
	}
	return pl
}

// candidate returns the index of v in pl.vars. It adds v if needed.
func (pl *procLive) candidate(v *Var) uint {
	i, ok := pl.index[v.ID]
	if !ok {
		i = len(pl.vars)
		pl.index[v.ID] = i
		pl.vars = append(pl.vars, v)
	}
	return uint(i)
}

// live returns the set at l, which the caller may change. It goes forward to the next location with a stored set, and
// computes the sets from there back to l.
func (pl *procLive) live(l *Loc) *bitset.BitSet {
	var path [keptEvery]*Edge
	es := path[:0]
	for pl.kept[pl.at[l]] == nil {
		es = append(es, l.Out[0])
		l = l.Out[0].To
	}
	live := pl.kept[pl.at[l]].Clone()
	for _, e := range slices.Backward(es) {
		pl.before(e, live)
	}
	return live
}

// before changes live from the set after the edge e to the set before it.
func (pl *procLive) before(e *Edge, live *bitset.BitSet) {
	if h, ok := e.Op.(*Havoc); !ok || h.From == nil || h.From.Kind != Effect {
		Writes(e.Op, func(v *Var) { live.Clear(pl.candidate(v)) }, nil)
	}
	Reads(e.Op, func(v *Var) { live.Set(pl.candidate(v)) }, nil)
	if c, ok := e.Op.(*Call); ok {
		for _, id := range c.Callee.Uses.IDs() {
			live.Set(pl.candidate(pl.p.Vars[id]))
		}
	}
}
