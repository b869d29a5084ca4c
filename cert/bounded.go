// This file writes programs out: every loop, round by round, and every call. Paths that meet continue as one. The
// checker does this by itself; the certificate only gives the number of rounds.
//
// With Unwind every loop is written out so many times, and every procedure may be active so many times at once. The
// checker proves that no run goes further.
//
// With Induction the rounds of a loop are the rounds of k-induction (Donaldson, Haller, Kroening, Rümmer, "Software
// Verification Using k-Induction", SAS 2011). Consider a run in a loop that has reached the loop's head n times since
// it entered the loop. If n < k, the checker writes out these rounds from the state in which the run entered the
// loop: the start. If n >= k, the run was at the head k rounds ago. Since it entered the loop, only what the loop
// changes can have become different, and the auxiliary annotations of the head hold. The checker writes out k rounds
// from there: the middle. The run has completed the first k-1 of them, so errors and exits in these rounds are left
// out: a run that takes one of them has made fewer rounds, or takes it in the last of another k rounds. This argument
// concerns each loop separately, so loops may be nested or follow each other. A run that enters a loop other than
// through its head first makes the rest of a round. Invariants of loops may be proved in the same way: see heads.go.
// head first makes the rest of a round. Invariants of loops may be proved in the same way: see heads.go.

package cert

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// runner writes a program out. It collects the conditions under which a run reaches an error or goes further than the
// certificate allows, and proves at the end that none of them holds.
type runner struct {
	*checker
	live   *liveness
	shapes map[*cfa.Proc]*shape
	active map[*cfa.Proc]int // the number of activations that each procedure has at present
	depth  int               // the number of all activations at present
	mute   int               // the number of enclosing rounds that are assumed to complete without an error

	facts  []*smt.Term // definitions of conditions
	bad    []*smt.Term // conditions under which a run reaches an error, or goes further than the certificate allows
	badAt  []*Error    // for each condition in bad, the error to report if a run can satisfy it
	passed int         // the number of locations visited
}

// shape is the loop structure of a procedure.
type shape struct {
	w       *cfa.WTO
	changes map[int]*changes // what each loop changes, by the position of the loop's head
}

// changes is what a loop can set.
type changes struct {
	vars   cfa.VarSet
	arrays cfa.ArraySet
}

// mostCond bounds the number of a path's conditions. More of them are replaced by a name: see name.
const mostCond = 6

// mostActive bounds the depth of calls, since the recursion of procedure takes stack.
const mostActive = 5000

// bounded checks a certificate with Unwind or Induction.
func (x *checker) bounded() *Error {
	r := &runner{checker: x, live: alive(x.p), shapes: map[*cfa.Proc]*shape{}, active: map[*cfa.Proc]int{}}
	x.begin(nil)
	x.naming = true
	if _, err := r.procedure(x.p.Start, &state{}, false); err != nil {
		return err
	}
	return r.excluded()
}

// procedure runs the procedure q from the state s at its entry. behind says whether an error can be reached after q
// has returned. The result is the state at its exit, or nil if no path reaches the exit.
func (r *runner) procedure(q *cfa.Proc, s *state, behind bool) (*state, *Error) {
	sh := r.shapes[q]
	if sh == nil {
		sh = &shape{q.WTO(), map[int]*changes{}}
		r.shapes[q] = sh
	}
	if r.depth >= mostActive {
		return nil, &Error{Pos: q.Pos, Why: fmt.Sprintf("there are more than %d activations at a time", mostActive)}
	}
	r.active[q]++
	r.depth++
	defer func() {
		r.active[q]--
		r.depth--
	}()
	b := block{runner: r, shape: sh, behind: behind, hi: len(sh.w.Order), in: states{}}
	b.come(&cfa.Edge{To: q.Entry, Op: cfa.Skip{}}, s)
	if err := b.run(); err != nil {
		return nil, err
	}
	return b.exit, nil
}

// states are states by the location that they are at.
type states map[*cfa.Loc]*state

// block is one pass over the positions lo to hi of a procedure: the whole procedure, or one round of a loop.
type block struct {
	*runner
	*shape
	behind bool
	lo, hi int
	loop   bool // the block is a round of the loop whose head is the location at lo

	in      states     // states that wait at locations of the block
	head    *state     // the state of the paths that have returned to the head
	out     states     // the states of the paths that have left the block
	left    []*cfa.Loc // the keys of out, in order
	exit    *state     // the state at the exit of the procedure
	through bool       // the round is assumed to be completed: no path leaves it
}

// come adds a state that reaches the target of the edge e.
func (b *block) come(e *cfa.Edge, s *state) {
	l := e.To
	if s == nil || s.false || !b.live.matters(l, b.behind) {
		return
	}
	if l.Error != nil {
		b.error(e, s, fmt.Sprintf("the error at line %d is not excluded", l.Pos.Line))
		return
	}
	join := func(old *state) *state {
		if old == nil {
			return s
		}
		s = b.merge(old, s)
		b.name(s)
		return s
	}
	switch pos := b.w.Pos(l); {
	case b.loop && pos == b.lo:
		b.head = join(b.head)
	case pos >= b.lo && pos < b.hi:
		b.in[l] = join(b.in[l])
	case b.through:
	default:
		if b.out == nil {
			b.out = states{}
		}
		if b.out[l] == nil {
			b.left = append(b.left, l)
		}
		b.out[l] = join(b.out[l])
	}
}

// error records that no run may reach the target of e from the state s. Nothing is recorded in rounds that are assumed
// to complete.
func (r *runner) error(e *cfa.Edge, s *state, why string) {
	if r.mute > 0 {
		return
	}
	r.bad = append(r.bad, r.b.And(s.cond...))
	r.badAt = append(r.badAt, &Error{Edge: e, Pos: e.To.Pos, Why: why})
}

// run executes the block once, in the weak topological order of its locations (Bourdoncle).
func (b *block) run() *Error {
	for i := b.lo; i < b.hi; i++ {
		if end := b.w.End[i]; end != 0 && !(b.loop && i == b.lo) {
			if err := b.inner(i, end); err != nil {
				return err
			}
			i = end - 1
			continue
		}
		l := b.w.Order[i]
		s := b.in[l]
		if s == nil {
			continue
		}
		delete(b.in, l)
		if err := b.visit(l, s); err != nil {
			return err
		}
	}
	for l := range b.in { // never happens, by the definition of the order; if it did, states would be lost
		return &Error{Pos: l.Pos, Why: "the order of locations is none that follows the edges"}
	}
	return nil
}

// visit takes all steps from the location l in the state s.
func (b *block) visit(l *cfa.Loc, s *state) *Error {
	if err := b.stopped(); err != nil {
		return &Error{Pos: l.Pos, Why: err.Error(), Err: err}
	}
	b.passed++
	b.name(s)
	if l == l.Proc.Exit {
		b.exit = s
		return nil
	}
	for i, e := range l.Out {
		t := s
		if i < len(l.Out)-1 {
			t = s.clone()
		}
		call, ok := e.Op.(*cfa.Call)
		if !ok {
			b.take(t, e)
			b.come(e, t)
			continue
		}
		t, err := b.call(t, e, call)
		if err != nil {
			return err
		}
		b.come(e, t)
	}
	return nil
}

// name replaces the conditions of s by one new constant that implies them if there are many, so that they are not
// repeated.
func (r *runner) name(s *state) {
	if len(s.cond) <= mostCond {
		return
	}
	g := r.b.Fresh("here", r.b.BoolSort())
	r.facts = append(r.facts, r.b.Implies(g, r.b.And(s.cond...)))
	s.cond = []*smt.Term{g}
}

// call writes out the call on the edge e. It returns the state after the call, or nil if the call does not return.
func (b *block) call(s *state, e *cfa.Edge, call *cfa.Call) (*state, *Error) {
	q := call.Callee
	if n := b.active[q]; n > 0 && n >= b.c.Unwind {
		b.error(e, s, "there is one activation more of "+q.Name)
		return nil, nil
	}
	// If the callee is active already, its variables are restored after the call.
	saved := make([]*smt.Term, len(q.Locals))
	for i, v := range q.Locals {
		saved[i] = b.read(s, v)
	}
	memories := make([]*memory, len(q.Arrays))
	for i, a := range q.Arrays {
		memories[i] = b.array(s, a)
	}
	b.enter(s, call)
	s, err := b.procedure(q, s, b.live.matters(e.To, b.behind))
	if s == nil {
		return nil, err
	}
	results := make([]*smt.Term, len(call.Results))
	for i, v := range call.Results {
		if v != nil {
			results[i] = b.read(s, q.Results[i])
		}
	}
	for i, v := range q.Locals {
		s.set(v, saved[i])
	}
	for i, a := range q.Arrays {
		s.setArray(a, memories[i])
	}
	for i, v := range call.Results {
		if v != nil {
			s.set(v, results[i])
		}
	}
	return s, nil
}
