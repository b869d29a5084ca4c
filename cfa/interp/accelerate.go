// Acceleration of loops. If a run repeats the same edges of a loop and changes its variables by the same amounts in
// each round, the state after n more rounds has a closed form, and the run jumps there. (Accelerated execution of
// counting loops: Boigelot, Symbolic Methods for Exploring Infinite State Spaces, 1998; here for one run, with
// numbers.)
//
// The cycle is a sequence of edges that the run took twice in a row. It contains inner loops unrolled, and several
// rounds if the loop alternates. Each variable is assumed to be v + k*d at the start of round k, where d is what it
// gained in the round before. The edges of the cycle are evaluated over such lines (lines.go). A comparison limits the
// rounds to those in which its truth value stays the same. A Wrap limits them to those in which its operand stays
// between the same multiples of 2^Bits. If every variable is v + (k+1)*d at the end of the round, the assumption holds
// by induction within these limits.
//
// With Options.Loses, the value of a variable may be lost if it is no line over the rounds, such as a sum of squares or of
// floating-point numbers. It counts as tainted after the jump, so that a later branch that depends on it taints the run. No branch
// of the cycle itself depends on a lost variable.
//
// Loops that contain other loops are tried first by nested.go. Calls, stores and inputs cannot be accelerated: those rounds are
// made one by one.

package interp

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// rounds schedules the attempts to accelerate one loop.
type rounds struct {
	wait int // visits of the loop head until the next attempt
	next int // the interval between attempts, in visits; it grows; 0 after a success

	outer bool // the loop contains other loops

	// The next cycle is at least so many rounds of the loop. A shorter one, which the run took twice in a row, did not
	// repeat once more.
	least int
}

const (
	accelerateAfter = 64      // visits of a loop head before the first attempt
	longestCycle    = 600     // edges
	longestPeriod   = 16      // rounds of the loop in one cycle
	leastRounds     = 16      // fewer are made one by one
	mostRounds      = 1 << 44 // rounds of one jump
)

// due counts a visit of the loop head and reports whether an attempt is due.
func (r *rounds) due() bool {
	r.wait--
	return r.wait <= 0
}

// failed handles a failed attempt. If an operation of the loop can never be accelerated, it delays the next attempt
// more.
func (r *rounds) failed(l *lines) {
	if l.stuck {
		r.next = min(8*r.next, 1<<20)
		r.wait = r.next
	}
}

// longer makes the next attempt look for a cycle of at least so many rounds. It is due at once.
func (r *rounds) longer(period int) {
	if r.least = period; period <= longestPeriod {
		r.wait = 1
	}
}

// accelerate makes a few rounds from the head of a loop one by one, then as many further rounds as possible in one
// jump. end limits the steps made one by one. It returns the location where the run is afterwards.
func (m *machine) accelerate(head *node, end int) *node {
	r := head.head
	r.next = min(max(2*r.next, accelerateAfter), 1<<20)
	r.wait = r.next
	if r.outer {
		if m.nest(head); m.done || r.next == 0 {
			return head
		}
	}
	cycle, period, at := m.findCycle(head, end)
	if cycle == nil {
		return at
	}
	// Each attempt costs work, even if it succeeds. Otherwise an endless run that makes all of its rounds by jumps would
	// seem to cost nothing, and other engines would wait for it.
	m.walked += walkedStep * len(cycle)
	vars := varsOf(cycle)
	var lost map[*cfa.Var]bool
	if m.loses && len(m.out.Inputs) > 0 {
		lost = map[*cfa.Var]bool{}
	}
	was, ok := m.numbers(vars, lost)
	if !ok {
		return head
	}
	if !m.follow(head, cycle, end) {
		r.longer(period + 1)
		return m.node(m.loc)
	}
	r.least = 0
	is, ok := m.numbers(vars, lost)
	if !ok {
		return head
	}
	start := make([]line, len(vars))
	for i := range vars {
		start[i] = flat(num.Of(is[i])).moving(0, num.Of(is[i]).Sub(num.Of(was[i])))
	}
	l := m.evaluate(cycle, vars, start, lost)
	if l.fail {
		if n, ok := l.again.Int64(); ok && 1 < n && n <= longestPeriod {
			r.longer(period * int(n))
		}
		r.failed(l)
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
	for i, v := range vars {
		if was[i], ok = start[i].after(num.Of(n)).Int64(); !ok && !lost[v] {
			return head
		}
	}
	for i, v := range vars {
		if lost[v] {
			m.lose(v)
			m.out.Inputs[len(m.out.Inputs)-1].Loses = true
		} else {
			m.become(v, was[i])
		}
	}
	m.jump(num.Of(n).Mul(num.Of(int64(len(cycle)))))
	r.next, r.wait = 0, 4 // only a few rounds of the loop are left; the next execution of the loop will be alike
	return head
}

// numbers returns the values of variables that are known. It adds to lost those whose values are tainted. It returns false if a
// value is not known, or if one is tainted and lost is nil.
func (m *machine) numbers(vars []*cfa.Var, lost map[*cfa.Var]bool) (list []int64, ok bool) {
	list = make([]int64, len(vars))
	for i, v := range vars {
		if list[i], ok = m.number(v); ok {
			continue
		}
		if lost == nil || !m.tainted(v) {
			return nil, false
		}
		lost[v] = true
	}
	return list, true
}

// evaluate evaluates a cycle, at the start of which the variables that are not lost have the given lines. It adds to lost the variables
// that do not end one round later on these lines; if lost is nil, they make the result fail.
func (m *machine) evaluate(cycle []*arm, vars []*cfa.Var, start []line, lost map[*cfa.Var]bool) *lines {
	for {
		l := &lines{m: m, of: make(map[*cfa.Var]line, len(vars)), lost: maps.Clone(lost), depth: 1, needs: make([]line, 0, 8)}
		for i, v := range vars {
			if !lost[v] {
				l.of[v] = start[i]
			}
		}
		for _, a := range cycle {
			if l.edge(a.edge); l.fail {
				return l
			}
		}
		known := len(lost)
		for i, v := range vars {
			switch {
			case lost[v] || !l.lost[v] && l.of[v].equal(start[i].next(0)):
			case lost == nil:
				l.fail = true
			default:
				lost[v] = true
			}
		}
		if len(lost) == known {
			return l
		}
	}
}

// atOnce returns the number of rounds to jump over, at most mostRounds, if rounds of them are possible.
func atOnce(rounds line) int64 {
	n, ok := rounds.at.Int64()
	if !ok || n > mostRounds {
		return mostRounds
	}
	return n
}

// MostSteps is the largest number of steps that Outcome.Steps counts. A run may have more.
const MostSteps = 1 << 60

// jump adds steps that a jump skipped to the counts. It stops counting at MostSteps.
func (m *machine) jump(steps num.Int) {
	n, ok := steps.Int64()
	if !ok || n > int64(MostSteps-m.steps) {
		n = int64(max(MostSteps-m.steps, 0))
	}
	m.steps += int(n)
	m.jumped += int(n)
}

// follow makes the steps of a cycle once more, from its head. It returns false if the run takes another edge or cannot
// go on; m.loc is then where the run is.
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

// hopWithin makes one step over words, unless the run has reached the limit end. It returns the edge, or nil if it made
// none, and the location afterwards.
func (m *machine) hopWithin(at *node, end int) (*arm, *node) {
	if at.arms == nil || m.steps-m.jumped >= end {
		return nil, at
	}
	return m.hop(at)
}

// findCycle makes rounds of the loop one by one until the last rounds equal those before them. It returns the edges
// that repeat, and the number of rounds in them; the run is at the head then. cycle is nil if the run leaves the loop
// or no repetition is found soon. at is the location where the run is.
func (m *machine) findCycle(head *node, end int) (cycle []*arm, period int, at *node) {
	var seen []*arm
	ends := []int{0} // in seen, of the rounds
	at = head
	for len(ends) <= 2*longestPeriod && len(seen) < longestCycle {
		a, to := m.hopWithin(at, end)
		if a == nil {
			return nil, 0, at
		}
		seen = append(seen, a)
		if at = to; at != head {
			continue
		}
		ends = append(ends, len(seen))
		k := len(ends) - 1
		for p := max(1, head.head.least); 2*p <= k; p++ {
			last, before := seen[ends[k-p]:], seen[ends[k-2*p]:ends[k-p]]
			if slices.Equal(last, before) {
				return last, p, at
			}
		}
	}
	head.head.least = 0
	return nil, 0, at
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
		case *cfa.Havoc:
			for _, a := range op.Def.Args {
				cfa.Walk(a, add)
			}
			add(op.LHS)
		}
	}
	return out
}
