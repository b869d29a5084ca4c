package interp

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Acceleration. A run that goes round a loop on the same edges again and again, and changes its
// variables by the same amounts each time, is in a state after n more rounds that can be written
// down; so those rounds are not made one by one. (Accelerated execution of counting loops: Boigelot,
// Symbolic Methods for Exploring Infinite State Spaces, 1998; here for one run, with numbers.)
//
// The rounds are those of a cycle of edges that was seen twice in a row: with inner loops written
// out, or of several rounds where what a loop does alternates. Each variable is assumed to have the
// value v + k*d at the start of round k, d being what it gained in the round before. The edges of the
// cycle are then evaluated over such lines. A comparison bounds the rounds for which it keeps its
// truth, a Wrap those in which its operand stays between the same multiples of 2^Bits. If every
// variable has the value v + (k+1)*d at the end of a round, the assumption holds, by induction, as
// long as all bounds do.
//
// Where the rounds of a loop go through other loops, these are taken together first: see nested.go.
//
// Where anything else is met (a call, a store, an input, the product of two variables that change),
// the rounds are made.

// rounds is what is known of going round a loop.
type rounds struct {
	wait int // visits until acceleration is tried
	next int // what wait is then

	outer bool // there are loops in the loop
}

const (
	accelerateAfter = 64
	longestCycle    = 600 // edges
	longestPeriod   = 4   // rounds of the loop that make a cycle
	leastRounds     = 16  // fewer are made one by one
	mostRounds      = 1 << 44
)

// due counts a visit and tells whether acceleration is to be tried.
func (r *rounds) due() bool {
	r.wait--
	return r.wait <= 0
}

// failed puts off the next attempt further where it would hardly do better.
func (r *rounds) failed(l *lines) {
	if l.stuck {
		r.next = min(8*r.next, 1<<20)
		r.wait = r.next
	}
}

// accelerate makes some rounds from the head of a loop, and those that follow from them at once. It
// returns where the run is then.
func (m *machine) accelerate(head *node, end int) *node {
	r := head.head
	r.next = min(max(2*r.next, accelerateAfter), 1<<20)
	r.wait = r.next
	if r.outer {
		if m.nest(head); m.done || r.next == 0 {
			return head
		}
	}
	cycle, at := m.findCycle(head, end)
	if cycle == nil {
		return at
	}
	// Each attempt is work, whether or not it succeeds: a run for ever that makes all of its rounds at
	// once would otherwise seem to do nothing, and keep other engines waiting.
	m.walked += walkedStep * len(cycle)
	vars := varsOf(cycle)
	was := make([]int64, len(vars))
	for i, v := range vars {
		x, ok := m.number(v)
		if !ok {
			return head
		}
		was[i] = x
	}
	if !m.follow(head, cycle, end) {
		return m.node(m.loc)
	}
	l := lines{m: m, of: make(map[*cfa.Var]line, len(vars)), depth: 1, needs: make([]line, 0, 8)}
	start := make([]line, len(vars))
	for i, v := range vars {
		x, ok := m.number(v)
		if !ok {
			return head
		}
		start[i] = flat(num.Of(x)).moving(0, num.Of(x).Sub(num.Of(was[i])))
		l.of[v] = start[i]
	}
	for _, a := range cycle {
		l.edge(a.edge)
	}
	for i, v := range vars {
		if !l.of[v].equal(start[i].next(0)) {
			l.fail = true
		}
	}
	if l.fail {
		r.failed(&l)
		return head
	}
	rounds, bounded := l.close()
	if !bounded {
		m.stop(Endless, "the rounds of a loop repeat for ever")
		return head
	}
	n := atOnce(rounds)
	if n < leastRounds {
		return head
	}
	var ok bool
	for i := range vars {
		if was[i], ok = start[i].after(num.Of(n)).Int64(); !ok {
			return head
		}
	}
	for i, v := range vars {
		m.become(v, was[i])
	}
	m.jump(num.Of(n).Mul(num.Of(int64(len(cycle)))))
	r.next, r.wait = 0, 4 // what is left of the loop now are a few rounds; the next time will be the same
	return head
}

// atOnce is how many of the rounds that could be made at once are.
func atOnce(rounds line) int64 {
	n, ok := rounds.at.Int64()
	if !ok || n > mostRounds {
		return mostRounds
	}
	return n
}

// MostSteps is how many steps of a run are counted. There may be more.
const MostSteps = 1 << 60

// jump counts steps that were not made one by one. Beyond MostSteps they are not.
func (m *machine) jump(steps num.Int) {
	n, ok := steps.Int64()
	if !ok || n > int64(MostSteps-m.steps) {
		n = int64(max(MostSteps-m.steps, 0))
	}
	m.steps += int(n)
	m.jumped += int(n)
}

// follow makes the steps of a cycle once more, from the head; false where the run does not take them:
// it is at m.loc then.
func (m *machine) follow(head *node, cycle []*arm, end int) bool {
	at := head
	for _, want := range cycle {
		a, to := m.hopWithin(at, end)
		if a != nil {
			at = to
		}
		if m.loc = at.loc; a != want {
			return false
		}
	}
	return true
}

// hopWithin makes a step, if there may be one more.
func (m *machine) hopWithin(at *node, end int) (*arm, *node) {
	if at.arms == nil || m.steps-m.jumped >= end {
		return nil, at
	}
	return m.hop(at)
}

// findCycle makes rounds until the last ones repeat those before: cycle is what repeats, and the run
// is at the head. cycle is nil where the run leaves the loop, or nothing repeats soon; at is where the
// run is.
func (m *machine) findCycle(head *node, end int) (cycle []*arm, at *node) {
	var seen []*arm
	ends := []int{0} // in seen, of the rounds
	at = head
	for len(ends) <= 2*longestPeriod && len(seen) < longestCycle {
		a, to := m.hopWithin(at, end)
		if a == nil {
			return nil, at
		}
		seen = append(seen, a)
		if at = to; at != head {
			continue
		}
		ends = append(ends, len(seen))
		k := len(ends) - 1
		for p := 1; 2*p <= k; p++ {
			last, before := seen[ends[k-p]:], seen[ends[k-2*p]:ends[k-p]]
			if slices.Equal(last, before) {
				return last, at
			}
		}
	}
	return nil, at
}

// varsOf lists the variables that a cycle reads or writes.
func varsOf(cycle []*arm) []*cfa.Var {
	var out []*cfa.Var
	add := func(e cfa.Expr) {
		if v, ok := e.(*cfa.Var); ok && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	done := map[*cfa.Edge]bool{}
	for _, a := range cycle {
		if done[a.edge] {
			continue
		}
		done[a.edge] = true
		switch op := a.edge.Op.(type) {
		case *cfa.Assume:
			if !op.Chosen {
				cfa.Walk(op.Cond, add)
			}
		case *cfa.Assign:
			cfa.Walk(op.RHS, add)
			add(op.LHS)
		}
	}
	return out
}
