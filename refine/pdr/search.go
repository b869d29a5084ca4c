// The search: frames, proof obligations and lemmas.

package pdr

import (
	"container/heap"
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// search holds the frames. Frame i at a place is the conjunction of the lemmas there whose level is at least i: a
// superset of the states that a run can have there after at most i blocks. Frame 0 is the start state alone.
type search struct {
	*houdini.Search
	root   *houdini.Place
	errors []*houdini.Place
	askers map[*houdini.Block]*asker
	at     map[*houdini.Place][]*lemma
	// the congruences that literals were made from
	congruences map[*smt.Term]congruence
	intervals   *predicate.Intervals // intervals of variables at locations, or nil
	top         int                  // the index of the last frame
	queries     int
	stuck       reason.Reason // the reason why the search ended without an answer
	path        cfa.Path      // the path to an error, if one was found
}

// cube is a conjunction of literals, sorted by ID and without duplicates.
type cube []*smt.Term

func newCube(ts []*smt.Term) cube {
	c := slices.Clone(ts)
	slices.SortFunc(c, func(a, b *smt.Term) int { return a.ID() - b.ID() })
	return slices.Compact(c)
}

// within reports whether every literal of c occurs in d.
func (c cube) within(d cube) bool {
	for _, l := range c {
		if !slices.Contains(d, l) {
			return false
		}
	}
	return true
}

func (c cube) without(l *smt.Term) cube {
	return slices.DeleteFunc(slices.Clone(c), func(t *smt.Term) bool { return t == l })
}

// lemma says that no state of the cube is reached at a place by at most level blocks.
type lemma struct {
	cube   cube
	clause *smt.Term
	level  int
	gone   bool
}

// obligation says that the states of the cube, which lead to an error, must be excluded at the level.
type obligation struct {
	at    *houdini.Place
	cube  cube
	level int
	next  *obligation // the obligation that the path leads to, or nil if it leads to an error
	path  cfa.Path
	n     int
}

// obligations is a priority queue with the lowest level first.
type obligations []*obligation

func (o obligations) Len() int { return len(o) }
func (o obligations) Less(i, j int) bool {
	if o[i].level != o[j].level {
		return o[i].level < o[j].level
	}
	return o[i].n > o[j].n
}
func (o obligations) Swap(i, j int) { o[i], o[j] = o[j], o[i] }

// Push implements heap.Interface.
func (o *obligations) Push(x any) { *o = append(*o, x.(*obligation)) }

// Pop implements heap.Interface.
func (o *obligations) Pop() any {
	k := len(*o) - 1
	x := (*o)[k]
	*o = (*o)[:k]
	return x
}

// run searches for inductive lemmas that exclude the errors, and reports whether it found them.
func (x *search) run(ctx context.Context, progress func(level int)) bool {
	for x.top = 1; !x.Stopped(); x.top++ {
		progress(x.top)
		for _, e := range x.errors {
			for _, b := range e.In {
				if !x.exclude(ctx, b) {
					return false
				}
			}
		}
		if x.propagate(ctx) {
			return true
		}
	}
	return false
}

// exclude adds lemmas until the block b does not lead from the top frame to an error. It returns false if it fails,
// or if the error is reached.
func (x *search) exclude(ctx context.Context, b *houdini.Block) bool {
	q := x.ask(b)
	for !x.Stopped() {
		a := q.reaches(ctx, nil, x.top, nil)
		switch a.Status {
		case solver.Unsat:
			return true
		case solver.Unknown:
			return x.giveUp(undecided)
		}
		c, path := q.before(nil, a.model)
		if path == nil {
			return x.giveUp(unspeakable)
		}
		if !x.block(ctx, &obligation{at: b.From, cube: c, level: x.top, path: path}) {
			return false
		}
	}
	return false
}

// The reasons why a search ends without an answer.
var (
	undecided   = reason.New(reason.Undecided, "the solver does not decide whether a part of the program leads on")
	unspeakable = reason.New(reason.Imprecise, "what leads to an error cannot be said")
)

func (x *search) giveUp(why reason.Reason) bool {
	x.stuck = why
	return false
}

// block excludes the states of an obligation, and the states that lead to them. It returns false if the states are
// reachable from the start, or if it fails.
func (x *search) block(ctx context.Context, first *obligation) bool {
	queue := &obligations{first}
	n := 0
	for queue.Len() > 0 {
		if x.Stopped() {
			return false
		}
		o := heap.Pop(queue).(*obligation)
		if o.at == x.root {
			for ; o != nil; o = o.next {
				x.path = append(x.path, o.path...)
			}
			return false
		}
		if x.excluded(o) {
			continue
		}
		core, b, m, ok := x.blocked(ctx, o.at, o.cube, o.level)
		if !ok {
			return x.giveUp(undecided)
		}
		if b != nil {
			c, path := x.ask(b).before(o.cube, m)
			if path == nil {
				return x.giveUp(unspeakable)
			}
			n++
			heap.Push(queue, &obligation{at: b.From, cube: c, level: o.level - 1, next: o, path: path, n: n})
			heap.Push(queue, o)
			continue
		}
		core = x.generalise(ctx, o.at, core, o.level)
		level := o.level
		for level < x.top {
			if _, b, _, ok := x.blocked(ctx, o.at, core, level+1); b != nil || !ok {
				break
			}
			level++
		}
		x.add(o.at, core, level)
		if level < x.top {
			o.level = level + 1
			heap.Push(queue, o)
		}
	}
	return true
}

// excluded reports whether a single lemma excludes an obligation.
func (x *search) excluded(o *obligation) bool {
	return slices.ContainsFunc(x.at[o.at], func(l *lemma) bool {
		return !l.gone && l.level >= o.level && l.cube.within(o.cube)
	})
}

// add adds a lemma, and drops the lemmas that it makes redundant.
func (x *search) add(p *houdini.Place, c cube, level int) {
	c = newCube(c)
	x.at[p] = slices.DeleteFunc(x.at[p], func(l *lemma) bool {
		l.gone = l.level <= level && c.within(l.cube)
		return l.gone
	})
	x.at[p] = append(x.at[p], &lemma{cube: c, clause: x.B.Not(x.B.And(c...)), level: level})
}

// lemmas returns the number of lemmas.
func (x *search) lemmas() int {
	n := 0
	for _, p := range x.Places {
		n += len(x.at[p])
	}
	return n
}

// blocked asks whether a block leads to the cube c at the place p from the frame with index level-1. If so, it
// returns the block and the model. Otherwise it returns a core: literals of the cube that suffice for unreachability.
// ok is false if the solver does not decide this.
func (x *search) blocked(ctx context.Context, p *houdini.Place, c cube, level int) (core cube, by *houdini.Block, m *smt.Model, ok bool) {
	for i, b := range p.In {
		if level == 1 && b.From != x.root {
			continue
		}
		a := x.ask(b).reaches(ctx, c, level-1, nil)
		switch a.Status {
		case solver.Sat:
			// try this block first next time: it is the most likely to reach the next cube, too
			copy(p.In[1:i+1], p.In[:i])
			p.In[0] = b
			return nil, b, a.model, true
		case solver.Unknown:
			return nil, nil, nil, false
		}
		core = append(core, a.core...)
	}
	return newCube(core), nil, nil, true
}

// generalise drops literals of a blocked cube while the cube remains blocked.
func (x *search) generalise(ctx context.Context, p *houdini.Place, c cube, level int) cube {
	for _, l := range slices.Clone(c) {
		if !slices.Contains(c, l) || x.Stopped() {
			continue
		}
		if core, b, _, ok := x.blocked(ctx, p, c.without(l), level); ok && b == nil {
			c = core
		}
	}
	return c
}

// propagate moves lemmas to later frames where they hold as well, and reports whether two frames have become equal.
// In that case the lemmas from that frame on are inductive, and the others are dropped.
func (x *search) propagate(ctx context.Context) bool {
	for level := 1; level < x.top; level++ {
		left := false
		for _, p := range x.Places {
			for _, l := range slices.Clone(x.at[p]) {
				if l.gone || l.level != level {
					continue
				}
				if x.Stopped() {
					return false
				}
				if _, b, _, ok := x.blocked(ctx, p, l.cube, level+1); ok && b == nil {
					x.add(p, l.cube, level+1)
				} else {
					left = true
				}
			}
		}
		if !left {
			for _, p := range x.Places {
				x.at[p] = slices.DeleteFunc(x.at[p], func(l *lemma) bool { return l.level <= level })
			}
			return true
		}
	}
	return false
}

// needed selects the lemmas that a proof needs, once the search has succeeded: the lemmas that exclude the errors,
// and the lemmas that make these inductive. Each question is first asked with the lemmas already selected, and then
// with all.
func (x *search) needed(ctx context.Context) bool {
	need := map[*lemma]bool{}
	type fact struct {
		at *houdini.Place
		*lemma
	}
	var work []fact
	visit := func(b *houdini.Block, c cube) bool {
		q := x.ask(b)
		a := q.reaches(ctx, c, 0, func(l *lemma) bool { return need[l] })
		if a.Status != solver.Unsat {
			a = q.reaches(ctx, c, 0, nil)
		}
		for _, l := range a.used {
			if !need[l] {
				need[l] = true
				x.Keep(b.From, l.clause)
				work = append(work, fact{b.From, l})
			}
		}
		return a.Status == solver.Unsat
	}
	for _, p := range x.Places {
		for _, l := range x.at[p] {
			if l.level == always {
				need[l] = true
				x.Keep(p, l.clause)
			}
		}
	}
	for _, p := range x.errors {
		for _, b := range p.In {
			if !visit(b, nil) {
				return false
			}
		}
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		for _, b := range f.at.In {
			if !visit(b, f.cube) {
				return false
			}
		}
	}
	return true
}
