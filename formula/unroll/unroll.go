package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/heap"
	"github.com/whet-mc/whet/smt"
)

// Options of an unrolling.
type Options struct {
	// Words: numbers are bit-vectors. That is worth a try where the program's arithmetic is that of
	// the machine; see Wide.
	Words bool
	// Induct, if not nil, makes the unrolling that of an induction.
	Induct *Induct
}

// Unrolling is a program written out as far as it has been grown. It is not safe for concurrent
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
	room      int // instances up to which loops with known conditions go on
	names     int
	passed    int // layers of memory, by the read at hand
	prefix    string
	told      int // facts that Facts has returned
	Instances int // locations written out so far, each iteration counted
	Layers    int // of memory that reads have gone through so far
	// most rounds of a loop, or activations of a procedure at a time, that have been written out
	Rounds int
}

type place struct {
	it  *iteration
	loc *cfa.Loc
}

// Event is something that a run may come to.
type Event struct {
	Loc *cfa.Loc
	// the end of what is written out is this call, of a procedure that is active already
	Call *cfa.Edge
	// Cond is true of no run but those that come here: if it can be true, they can. (It can be
	// false of them as well.)
	Cond *smt.Term

	u  *Unrolling
	at *instance
}

// Rounds is how many rounds of the loop have been written out together with what follows the loop,
// or how many activations of the procedure, where an unrolling was cut off.
func (e *Event) Rounds() int {
	if e.Call != nil {
		return e.at.it.act.depthOf(e.Call.Op.(*cfa.Call).Callee)
	}
	return e.at.it.count - 1
}

// New returns the unrolling of a finished program of which nothing has been written out.
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

// depthOf counts the activations of a procedure on the stack.
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

// Wide reports whether a number was met that is too wide to be a word, or of any width. What was
// written out is no good then; it takes an Unrolling in integers.
func (u *Unrolling) Wide() bool { return u.wide }

// Open reports whether a value was left open, so that a model need not be a run.
func (u *Unrolling) Open() bool { return u.inexact }

// Facts returns what has come to hold since it was last called: Cond of the events that have been
// returned means nothing without.
func (u *Unrolling) Facts() []*smt.Term {
	f := u.facts[u.told:]
	u.told = len(u.facts)
	return f
}

// Grow writes out further where the unrolling was cut off before (at first: the entry): loops up to
// so many rounds, recursion up to so many activations. A loop that ends where a condition with a
// known value says so is followed to that end, as long as Grow has not made more than room
// instances. It returns the errors that may be reached by what is new; nil and false if stop, which
// is called again and again, was true once.
func (u *Unrolling) Grow(stop func() bool, bound, room int) (errs []*Event, ok bool) {
	u.bound, u.room = bound, u.Instances+room
	u.table, u.found = map[place]*instance{}, nil
	u.queue = heap.New((*instance).less)
	for _, i := range u.cuts {
		u.table[place{i.it, i.loc}] = i // more may arrive
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

// Cuts returns the places where the unrolling is cut off. If a run comes to none of them, all there
// is has been written out.
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

// heads reports whether the iteration begins with the location, which is in it.
func (it *iteration) heads(l *cfa.Loc) bool { return it.head == l }

// Drop leaves out a place where the unrolling was cut off: no run comes there.
func (u *Unrolling) Drop(e *Event) {
	for k, i := range u.cuts {
		if i == e.at {
			u.cuts = append(u.cuts[:k:k], u.cuts[k+1:]...)
			return
		}
	}
}

// instance returns the instance of a location in an iteration.
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

// arrive adds a way to a location.
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

// join makes one state of those that arrive. From the last to the first: what leaves a loop later
// has more in common.
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
		i.st = u.chooseState(x, a.st, i.st) // no run comes by both
		i.guard, _ = up.and(u.b, u.b.Or(x, y))
	}
	for _, a := range i.arrivals[i.joined:] {
		a.st = nil
	}
	i.joined = len(i.arrivals)
}

// visit writes out an instance to which all ways are known.
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
