package cfa

import (
	"slices"

	"github.com/bits-and-blooms/bitset"
)

// Live variables, over calls.
//
// A variable is live at a location where some run of the graph from there, back
// through the callers included, reads it before setting it. The equations within a
// procedure are the classic ones (K. Kennedy: A survey of data flow analysis
// techniques, 1981), solved by sweeps in postorder. A call reads its arguments and
// what the callee Uses; it is not taken to set any global for certain. At an exit, the
// procedure's results are live, and the globals that are live after one of the calls:
// procedures are solved callers first, those that are recursive together until
// nothing changes. Without Program.Start, every global is live at every exit.
//
// A Havoc of kind Effect may leave the variable as it is, so it is no setting.
//
// Sets are over the variables that can be live in the procedure, and are kept at
// branches, merges and every keptEvery-th location only: those between are computed
// from them.

const keptEvery = 16

// Liveness says which variables are live where. Its program must be finished, and stay as it is.
type Liveness struct {
	p     *Program
	procs []procLive
}

type procLive struct {
	p     *Program
	vars  []*Var      // the candidates
	index map[int]int // of a variable's ID in vars
	exit  bitset.BitSet
	kept  []*bitset.BitSet // by location, in the order of q.Locs; nil: not kept
	at    map[*Loc]int
}

// Liveness analyses the program.
func (p *Program) Liveness() *Liveness {
	lv := &Liveness{p: p, procs: make([]procLive, len(p.Procs))}
	callees := make([][]int, len(p.Procs))
	behind := make([]VarSet, len(p.Procs)) // globals live after some call of it
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
	in := make([]int, len(p.Procs)) // the component that it is in
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

// LiveAt is the set of the variables that are live at l.
func (lv *Liveness) LiveAt(l *Loc) VarSet {
	pl := &lv.procs[l.Proc.ID]
	live := pl.live(l)
	var s VarSet
	for j, ok := live.NextSet(0); ok; j, ok = live.NextSet(j + 1) {
		s.Add(pl.vars[j])
	}
	return s
}

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

func (pl *procLive) candidate(v *Var) uint {
	i, ok := pl.index[v.ID]
	if !ok {
		i = len(pl.vars)
		pl.index[v.ID] = i
		pl.vars = append(pl.vars, v)
	}
	return uint(i)
}

// live is a fresh copy of the set at l: it goes forward to the next set that is kept, and back.
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

// before turns the set after an edge into the one in front of it.
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
