// Iterations and activations, and the order in which instances are visited.

package unroll

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// activation is one call of a procedure in the unrolling.
type activation struct {
	proc   *cfa.Proc
	root   *iteration
	caller *instance // the instance of the call; nil for the activation of the start procedure
	call   *cfa.Edge
	saved  *state // the caller's state
	births map[*cfa.Var]*number
	arrays map[*cfa.Array]*memory
	born   []born
	// bornCells are the arrays whose cells may be inputs.
	bornCells []*memory
	entry     *guard // the guard of the call
}

// born is the value of a variable that nothing has set.
type born struct {
	of  *cfa.Var
	val *number
}

// iteration is one round of a loop. An iteration without a head represents an activation and contains the
// iterations of all its loops.
type iteration struct {
	act    *activation
	outer  *iteration
	head   *cfa.Loc
	count  int        // the number of the round, counted from 0
	before *iteration // the previous round; nil for the first
	// free is the number of earlier rounds that were not forced by a condition with a known value.
	free int
	// asked says that a condition for leaving the loop in this round is known to be false.
	asked bool
	key   []int32
	inner map[inner]*iteration

	// For k-induction; see induct.go.
	mute    bool // errors in this round are not reported
	through bool // runs do not leave the loop in this round
	last    bool // no round follows this one
}

// inner names an iteration within another one.
type inner struct {
	head  *cfa.Loc
	count int
}

// shape is what the order of instances needs to know about a procedure.
type shape struct {
	pos   map[*cfa.Loc]int32
	heads map[*cfa.Loc][]*cfa.Loc // the heads of the loops around a location, outermost first
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

// within returns the iteration with the given count of the loop with the given head, within the iteration
// `it`.
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

// nest lists the iteration `it` and the iterations of loops that contain it, within its activation,
// outermost first.
func (it *iteration) nest() []*iteration {
	var all []*iteration
	for ; it.head != nil; it = it.outer {
		all = append(all, it)
	}
	slices.Reverse(all)
	return all
}

// instance is a location in an iteration. All runs that reach it are joined to one state.
type instance struct {
	it       *iteration
	loc      *cfa.Loc
	arrivals []*arrival
	joined   int // number of arrivals that are joined into guard and st
	queued   bool
	done     bool // the successors of the instance have been made
	guard    *guard
	st       *state
	pos      int32 // the position of the location; -1 if it is the head, whose position is the iteration's key
}

// arrival is one way by which runs reach an instance.
type arrival struct {
	from  *instance // the instance that the step leaves
	step  cfa.Step
	guard *guard
	st    *state
	input *number // the value taken by a Havoc
	cells *memory // the layer made by a Fill with inputs
}

// less orders instances so that predecessors come first. The iterations of a loop follow one another, and
// what follows the loop comes after all of them. Within a procedure this is a weak topological order. The
// instances of a callee come between the instances of the call's source and target.
func (a *instance) less(b *instance) bool {
	x, y := a.it.key, b.it.key
	n := min(len(x), len(y))
	for i := range n {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	// After its iteration's key, an instance has the position of its location, unless it is the head, which
	// comes first. A caller comes before its callees' instances, whose keys begin with the caller's key and
	// position.
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

// none is less than every element of a key, including the -1 in keys of callees called at a loop head.
const none = -2

// enter returns the iteration of the location `to` after an edge that starts in the iteration `from` of the
// same activation. This is from itself, the next iteration of the loop whose head is to, or the first
// iteration of a loop that is entered.
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
		case h == to: // the step goes back to the head
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
