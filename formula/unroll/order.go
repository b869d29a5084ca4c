package unroll

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// activation is one call of a procedure, written out.
type activation struct {
	proc   *cfa.Proc
	root   *iteration
	caller *instance // nil: the start
	call   *cfa.Edge
	saved  *state // of the caller
	births map[*cfa.Var]*number
	arrays map[*cfa.Array]*memory
	born   []born
	// bornCells are the arrays of which cells may be inputs.
	bornCells []*memory
	entry     *guard // under which it was called
}

// born is a variable's value that nothing has set.
type born struct {
	of  *cfa.Var
	val *number
}

// iteration is one round of a loop (or, without a head, an activation, which is around all its
// loops).
type iteration struct {
	act    *activation
	outer  *iteration
	head   *cfa.Loc
	count  int        // from 0
	before *iteration // the round before; nil for the first
	// rounds before this one that were not asked for by a condition with a known value
	free int
	// in this round, a condition for leaving the loop had a known value: it does not hold
	asked bool
	key   []int32
	inner map[inner]*iteration

	// Of an induction; see induct.go.
	mute    bool // errors in it do not count
	through bool // runs do not leave the loop in it
	last    bool // and no round follows it
}

type inner struct {
	head  *cfa.Loc
	count int
}

// shape is what the order needs to know of a procedure.
type shape struct {
	pos   map[*cfa.Loc]int32
	heads map[*cfa.Loc][]*cfa.Loc // of the loops around a location, outermost first
}

func (u *Unrolling) shape(q *cfa.Proc) *shape {
	s := u.shapes[q]
	if s != nil {
		return s
	}
	s = &shape{pos: map[*cfa.Loc]int32{}, heads: map[*cfa.Loc][]*cfa.Loc{}}
	w := q.WTO()
	for _, l := range q.Locs {
		s.pos[l] = int32(w.Pos(l))
		hs := w.Heads(l)
		slices.Reverse(hs)
		s.heads[l] = hs
	}
	u.shapes[q] = s
	return s
}

// within returns the iteration of a loop in another one.
func (u *Unrolling) within(it *iteration, head *cfa.Loc, count int) *iteration {
	k := inner{head, count}
	n := it.inner[k]
	if n == nil {
		n = &iteration{act: it.act, outer: it, head: head, count: count, mute: it.mute}
		n.key = append(slices.Clip(it.key), u.shape(head.Proc).pos[head], int32(count))
		if u.induct != nil {
			u.inductive(n)
		}
		if it.inner == nil {
			it.inner = map[inner]*iteration{}
		}
		it.inner[k] = n
	}
	return n
}

// nest lists the iterations around and including it, those of its activation, outermost first,
// without that of the activation.
func (it *iteration) nest() []*iteration {
	var all []*iteration
	for ; it.head != nil; it = it.outer {
		all = append(all, it)
	}
	slices.Reverse(all)
	return all
}

// instance is a location in an iteration: what comes there is one state.
type instance struct {
	it       *iteration
	loc      *cfa.Loc
	arrivals []*arrival
	joined   int // arrivals that are in guard and st
	queued   bool
	done     bool // it has been followed
	guard    *guard
	st       *state
	pos      int32 // of the location; -1: it is the head, and the iteration's key is its own
}

// arrival is one way to an instance.
type arrival struct {
	from  *instance // nil: the start
	step  cfa.Step
	guard *guard
	st    *state
	input *number // what a Havoc took
	cells *memory // what a Fill with inputs made
}

// less orders instances such that what leads to one comes before it: iterations one after the
// other, what follows a loop after all of them. Within a procedure that is a weak topological
// order; a callee's instances lie between those of the call's source and its target.
func (a *instance) less(b *instance) bool {
	x, y := a.it.key, b.it.key
	n := min(len(x), len(y))
	for i := range n {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	// Behind its iteration's key an instance has the position of its location, unless it is the
	// head, which comes first. A caller comes before its callee's, whose keys begin with its own.
	at := func(k []int32, pos int32, i int) int32 {
		switch {
		case i < len(k):
			return k[i]
		case i == len(k) && pos >= 0:
			return pos
		}
		return none
	}
	for i := n; i <= n+1; i++ {
		if p, q := at(x, a.pos, i), at(y, b.pos, i); p != q {
			return p < q
		}
	}
	return false
}

// none is before what any key has, those of callees of a loop head included, which go on with -1.
const none = -2

// enter returns the iteration that the location is in when an edge leads there from an instance of
// the same activation: the one that it is in already, the next of the loop that the location is the
// head of, or the first of a loop that is entered.
func (u *Unrolling) enter(from *iteration, to *cfa.Loc) *iteration {
	s := u.shape(to.Proc)
	heads := s.heads[to]
	at := from.act.root
	nest := from.nest()
	inside := true
	for i, h := range heads {
		switch {
		case !inside || i >= len(nest) || nest[i].head != h:
			inside = false
			at = u.within(at, h, 0)
		case h == to: // back to the head
			prev := nest[i]
			at = u.within(at, h, prev.count+1)
			if at.before == nil {
				at.before = prev
			}
		default:
			at = nest[i]
		}
	}
	return at
}
