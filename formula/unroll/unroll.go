// The unrolling: New, Grow and the joins at instances.

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/heap"
	"github.com/whet-mc/whet/smt"
)

// Options are the options of an Unrolling.
type Options struct {
	// Words makes numbers bit-vectors. That is worth a try if the program's arithmetic is machine
	// arithmetic; see Wide.
	Words bool
	// Induct, if not nil, selects k-induction.
	Induct *Induct
}

// Unrolling is a program that is unrolled as far as Grow has been called for. It is not safe for concurrent
// use.
type Unrolling struct {
	maths
	prog   *cfa.Program
	main   *activation
	live   *cfa.Liveness
	deaths *cfa.Deaths
	shapes map[*cfa.Proc]*shape
	induct *Induct
	loops  map[*cfa.Loc]*changed
	broken []Broken

	queue     heap.Heap[*instance]
	table     map[place]*instance
	cuts      []*instance
	found     []*Event
	bound     int
	room      int // the number of instances up to which loops with known conditions are followed
	names     int
	passed    int // the number of layers of memory that the current read has visited
	prefix    string
	told      int // the number of facts that Facts has returned so far
	Instances int // number of locations unrolled so far, counted once per iteration
	Layers    int // number of layers of memory that all reads have visited so far
	// Rounds is the greatest number of rounds of a loop, or of simultaneous activations of a procedure, that were
	// unrolled so far.
	Rounds int
}

// place is a location in an iteration.
type place struct {
	it  *iteration
	loc *cfa.Loc
}

// Event is an error that a run may reach, or a place where the unrolling is cut off.
type Event struct {
	Loc *cfa.Loc
	// Call, if not nil, is a call of a procedure that is active already. The unrolling is cut off at this call.
	Call *cfa.Edge
	// Cond is true only of runs that reach the event: if it can be true, the event can be reached. (It can
	// be false of such runs as well.)
	Cond *smt.Term

	u  *Unrolling
	at *instance
}

// Rounds returns, for a place where the unrolling was cut off, the number of rounds of the loop that are
// unrolled together with what follows the loop, or the number of activations of the procedure.
func (e *Event) Rounds() int {
	if e.Call != nil {
		return e.at.it.act.depthOf(e.Call.Op.(*cfa.Call).Callee)
	}
	return e.at.it.count - 1
}

// New returns an unrolling of a finished program in which nothing is unrolled yet.
func New(b *smt.Builder, p *cfa.Program, o Options) *Unrolling {
	u := &Unrolling{
		maths: maths{b: b, words: o.Words, ints: b.IntSort()},
		prog:  p, live: p.Liveness(), shapes: map[*cfa.Proc]*shape{}, induct: o.Induct, loops: map[*cfa.Loc]*changed{},
	}
	u.deaths = u.live.Deaths()
	u.main = newActivation(p.Start, nil)
	first := u.instance(u.main.root, p.Start.Entry)
	first.st = &state{act: u.main}
	if heads := u.shape(p.Start).heads[p.Start.Entry]; len(heads) > 0 {
		panic("unroll: the program starts in a loop")
	}
	u.cuts = []*instance{first}
	return u
}

func newActivation(q *cfa.Proc, caller *instance) *activation {
	a := &activation{proc: q, caller: caller, births: map[*cfa.Var]*number{}, arrays: map[*cfa.Array]*memory{}}
	a.root = &iteration{act: a}
	if caller != nil {
		a.root.key = append(a.root.key, caller.it.key...)
		a.root.key = append(a.root.key, caller.pos)
		a.root.mute = caller.it.mute
	}
	return a
}

// depthOf counts the activations of q on the stack.
func (a *activation) depthOf(q *cfa.Proc) int {
	n := 0
	for ; a != nil; a = a.up() {
		if a.proc == q {
			n++
		}
	}
	return n
}

func (a *activation) up() *activation {
	if a.caller == nil {
		return nil
	}
	return a.caller.it.act
}

// Wide reports whether a number occurred that is unbounded or too wide for a word. Then the results so far
// must not be used; an Unrolling in integers is needed.
func (u *Unrolling) Wide() bool { return u.wide }

// Open reports whether some value was left open, so that a model need not be a run.
func (u *Unrolling) Open() bool { return u.inexact }

// Facts returns the facts added since it was last called. The conditions of returned events are meaningful
// only together with all facts.
func (u *Unrolling) Facts() []*smt.Term {
	f := u.facts[u.told:]
	u.told = len(u.facts)
	return f
}

// Grow unrolls further where the unrolling was cut off (at first: at the entry), loops up to bound rounds
// and recursion up to bound activations. Beyond the bound, Grow follows a loop whose conditions have known
// values until they end the loop, as long as it has made at most room instances. It returns the errors that
// the new part may reach. It calls stop repeatedly, and returns nil and false if stop returned true.
func (u *Unrolling) Grow(stop func() bool, bound, room int) (errs []*Event, ok bool) {
	u.bound, u.room = bound, u.Instances+room
	u.table, u.found = map[place]*instance{}, nil
	u.queue = heap.New((*instance).less)
	for _, i := range u.cuts {
		u.table[place{i.it, i.loc}] = i // more arrivals may follow
		i.queued = true
		u.queue.Push(i)
	}
	u.cuts = nil
	for u.queue.Len() > 0 {
		if stop() {
			return nil, false
		}
		u.visit(u.queue.Pop())
	}
	return u.found, true
}

// Cuts returns the places where the unrolling is cut off. If no run reaches one of them, the unrolling is
// complete.
func (u *Unrolling) Cuts() []*Event {
	out := make([]*Event, 0, len(u.cuts))
	for _, i := range u.cuts {
		e := &Event{Loc: i.loc, Cond: u.named(i.guard), u: u, at: i}
		if !i.it.heads(i.loc) {
			e.Call = i.loc.Out[0]
		}
		out = append(out, e)
	}
	return out
}

// heads reports whether l, a location in the iteration, is the head of its loop.
func (it *iteration) heads(l *cfa.Loc) bool { return it.head == l }

// Drop removes a place where the unrolling is cut off. The caller knows that no run reaches it.
func (u *Unrolling) Drop(e *Event) {
	for k, i := range u.cuts {
		if i == e.at {
			u.cuts = append(u.cuts[:k:k], u.cuts[k+1:]...)
			return
		}
	}
}

// instance returns the instance of l in the iteration `it`.
func (u *Unrolling) instance(it *iteration, l *cfa.Loc) *instance {
	k := place{it, l}
	i := u.table[k]
	if i == nil {
		i = &instance{it: it, loc: l, pos: -1}
		if !it.heads(l) {
			i.pos = u.shape(l.Proc).pos[l]
		}
		if u.table == nil {
			u.table = map[place]*instance{}
		}
		u.table[k] = i
	}
	return i
}

// arrive adds an arrival at l in the iteration `it`.
func (u *Unrolling) arrive(it *iteration, l *cfa.Loc, a *arrival) {
	i := u.instance(it, l)
	if i.done {
		panic("unroll: a way to an instance that has been left")
	}
	if !i.queued {
		i.queued = true
		u.queue.Push(i)
	}
	i.arrivals = append(i.arrivals, a)
}

// join joins the states of the arrivals at i. It goes from the last arrival to the first, because arrivals
// that leave a loop in later rounds have more in common.
func (u *Unrolling) join(i *instance) {
	last := len(i.arrivals)
	if i.st == nil {
		last--
		i.guard, i.st = i.arrivals[last].guard, i.arrivals[last].st
		u.Instances++
	}
	for k := last - 1; k >= i.joined; k-- {
		a := i.arrivals[k]
		up, x, y := fork(u.b, a.guard, i.guard)
		i.st = u.chooseState(x, a.st, i.st) // at most one of the two conditions holds in a run
		i.guard, _ = up.and(u.b, u.b.Or(x, y))
	}
	for _, a := range i.arrivals[i.joined:] {
		a.st = nil
	}
	i.joined = len(i.arrivals)
}

// visit unrolls the instance i, all of whose arrivals are known.
func (u *Unrolling) visit(i *instance) {
	u.join(i)
	it := i.it
	if it.heads(i.loc) {
		u.Rounds = max(u.Rounds, it.count+1)
		if u.induct != nil && it.count < middle {
			u.keeps(it, i.st, i.guard)
			if it.count == 0 {
				u.begin(it.outer, i.loc, i.st, i.guard, i)
			}
			if !u.starts(it) {
				i.st = nil
				return
			}
		}
		if p := it.before; p != nil {
			it.free = p.free
			if !p.asked {
				it.free++
			}
			if u.induct == nil && (it.free > u.bound || p.asked && u.Instances > u.room) {
				u.cuts = append(u.cuts, i)
				return
			}
		}
	}
	switch {
	case i.loc.Error != nil:
		if !it.mute {
			u.found = append(u.found, &Event{Loc: i.loc, Cond: u.named(i.guard), u: u, at: i})
		}
	case i.loc == it.act.proc.Exit:
		if it.act.caller != nil {
			u.leave(i)
		}
	default:
		u.branch(i)
	}
	if len(u.cuts) == 0 || u.cuts[len(u.cuts)-1] != i {
		i.st, i.done = nil, true
	}
}
