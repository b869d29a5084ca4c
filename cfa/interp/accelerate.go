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
// Where anything else is met (a call, a store, an input, the product of two variables that change),
// the rounds are made.

// rounds is what is known of going round a loop.
type rounds struct {
	wait int // visits until acceleration is tried
	next int // what wait is then
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

// accelerate makes some rounds from the head of a loop, and those that follow from them at once. It
// returns where the run is then.
func (m *machine) accelerate(head *node, end int) *node {
	r := head.head
	r.next = min(max(2*r.next, accelerateAfter), 1<<20)
	r.wait = r.next
	cycle, at := m.findCycle(head, end)
	if cycle == nil {
		return at
	}
	vars := varsOf(cycle)
	was := make([]int64, len(vars))
	for i, v := range vars {
		x, ok := m.ref(v).plain()
		if !ok {
			return head
		}
		was[i] = x
	}
	if !m.follow(head, cycle, end) {
		return m.node(m.loc)
	}
	l := lines{m: m, of: make(map[*cfa.Var]line, len(vars))}
	start := make([]line, len(vars))
	for i, v := range vars {
		x, ok := m.ref(v).plain()
		if !ok {
			return head
		}
		start[i] = line{num.Of(x), num.Of(x).Sub(num.Of(was[i]))}
		l.of[v] = start[i]
	}
	for _, a := range cycle {
		l.edge(a.edge)
	}
	for i, v := range vars {
		s := start[i]
		if e := l.of[v]; !e.at.Equal(s.at.Add(s.by)) || !e.by.Equal(s.by) {
			l.fail = true
		}
	}
	if l.fail {
		return head
	}
	if !l.bounded {
		m.stop(Endless, "the rounds of a loop repeat for ever")
		return head
	}
	n, ok := l.rounds.Int64()
	if !ok || n > mostRounds {
		n = mostRounds
	}
	if n < leastRounds {
		return head
	}
	for i := range vars {
		if was[i], ok = start[i].after(num.Of(n)).Int64(); !ok {
			return head
		}
	}
	for i, v := range vars {
		m.ref(v).become(was[i])
	}
	m.steps += int(n) * len(cycle)
	m.jumped += int(n) * len(cycle)
	r.next, r.wait = 0, 4 // what is left of the loop now are a few rounds; the next time will be the same
	return head
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
			cfa.Walk(op.Cond, add)
		case *cfa.Assign:
			cfa.Walk(op.RHS, add)
			add(op.LHS)
		}
	}
	return out
}

// line is the number at + k*by of round k.
type line struct{ at, by num.Int }

func (l line) after(k num.Int) num.Int { return l.at.Add(l.by.Mul(k)) }

func (l line) flat() bool { return l.by.IsZero() }

// lines evaluates edges over lines.
type lines struct {
	m    *machine
	of   map[*cfa.Var]line
	fail bool // something is no line, or not known

	bounded bool    // there is a bound
	rounds  num.Int // with bounded: for rounds 0 <= k < rounds all comparisons keep their truth
}

func (l *lines) edge(e *cfa.Edge) {
	switch op := e.Op.(type) {
	case cfa.Skip:
	case *cfa.Assume:
		if !l.holds(op.Cond) {
			l.fail = true // it did hold when the cycle was made
		}
	case *cfa.Assign:
		l.of[op.LHS] = l.eval(op.RHS)
	default:
		l.fail = true
	}
}

func (l *lines) failed() line {
	l.fail = true
	return line{}
}

func flat(x num.Int) line { return line{at: x} }

// bound takes note that something holds for rounds below n only.
func (l *lines) bound(n num.Int) {
	if n.Sign() < 0 {
		n = num.Int{}
	}
	if !l.bounded || n.Less(l.rounds) {
		l.bounded, l.rounds = true, n
	}
}

// notNegative takes note of the rounds for which x stays at 0 or above, where it is now.
func (l *lines) notNegative(x line) {
	if x.at.Sign() < 0 {
		l.fail = true
		return
	}
	if x.by.Sign() < 0 {
		l.bound(x.at.Quo(x.by.Neg()).Add(num.Of(1)))
	}
}

func (x line) minus(y line) line { return line{x.at.Sub(y.at), x.by.Sub(y.by)} }

// compare is the truth of a comparison, which bounds the rounds for which that stays.
func (l *lines) compare(op cfa.BinOp, x, y line) bool {
	one := flat(num.Of(1))
	switch op {
	case cfa.Ne:
		return !l.compare(cfa.Eq, x, y)
	case cfa.Lt:
		return !l.compare(cfa.Ge, x, y)
	case cfa.Gt:
		return !l.compare(cfa.Le, x, y)
	case cfa.Le:
		return l.compare(cfa.Ge, y, x)
	case cfa.Ge:
		d := x.minus(y)
		if d.at.Sign() >= 0 {
			l.notNegative(d)
			return true
		}
		l.notNegative(line{d.at.Neg(), d.by.Neg()}.minus(one))
		return false
	}
	d := x.minus(y) // Eq
	switch {
	case d.flat():
	case d.at.IsZero():
		l.bound(num.Of(1))
	case d.at.Rem(d.by).IsZero() && d.at.Sign() != d.by.Sign():
		l.bound(d.at.Neg().Quo(d.by))
	}
	return d.at.IsZero()
}

// holds is the truth of a condition.
func (l *lines) holds(e cfa.Expr) bool { return l.compare(cfa.Ne, l.eval(e), line{}) }

func (l *lines) eval(e cfa.Expr) line {
	if l.fail {
		return line{}
	}
	switch e := e.(type) {
	case *cfa.Const:
		return flat(e.Val)
	case *cfa.Var:
		return l.of[e]
	case *cfa.Select:
		i := l.eval(e.Idx)
		k, ok := i.at.Int64()
		if l.fail || !i.flat() || !ok {
			return l.failed()
		}
		// No edge of the cycle changes a cell.
		if w := l.m.compileSelect(&cfa.Select{Arr: e.Arr, Idx: cfa.ConstOf(num.Of(k))}); w != nil {
			if x := w(l.m); !l.m.miss {
				return flat(num.Of(x))
			}
			l.m.miss = false
		}
	case *cfa.Wrap:
		return l.wrap(e)
	case *cfa.Unary:
		x := l.eval(e.X)
		switch e.Op {
		case cfa.Neg:
			return line{x.at.Neg(), x.by.Neg()}
		case cfa.BitNot:
			return line{x.at.Not(), x.by.Neg()}
		case cfa.Not:
			return flat(num.OfBool(l.compare(cfa.Eq, x, line{})))
		}
	case *cfa.Binary:
		return l.binary(e)
	case *cfa.Ite:
		if l.holds(e.C) {
			return l.eval(e.T)
		}
		return l.eval(e.E)
	}
	return l.failed()
}

// wrap keeps the operand between the multiples of 2^Bits (moved by half of that where it is signed)
// that it lies between now.
func (l *lines) wrap(e *cfa.Wrap) line {
	x := l.eval(e.X)
	least, _, most, _ := cfa.Range{Bits: e.Bits, Signed: e.Signed}.Bounds()
	moved := x.at.Sub(x.at.Wrap(e.Bits, e.Signed)) // a multiple
	w := x.minus(flat(moved))
	l.notNegative(w.minus(flat(least)))
	l.notNegative(flat(most).minus(w))
	return w
}

func (l *lines) binary(e *cfa.Binary) line {
	x, y := l.eval(e.X), l.eval(e.Y)
	switch {
	case l.fail:
	case e.Op == cfa.Add:
		return line{x.at.Add(y.at), x.by.Add(y.by)}
	case e.Op == cfa.Sub:
		return x.minus(y)
	case e.Op == cfa.Mul && x.flat():
		return line{x.at.Mul(y.at), x.at.Mul(y.by)}
	case e.Op == cfa.Mul && y.flat():
		return line{x.at.Mul(y.at), x.by.Mul(y.at)}
	case e.Op.Comparison():
		return flat(num.OfBool(l.compare(e.Op, x, y)))
	case e.Op == cfa.And || e.Op == cfa.Or:
		x = flat(num.OfBool(l.compare(cfa.Ne, x, line{})))
		y = flat(num.OfBool(l.compare(cfa.Ne, y, line{})))
		fallthrough
	case x.flat() && y.flat():
		if v, ok := e.Op.Apply(x.at, y.at); ok {
			return flat(v)
		}
	case e.Op == cfa.Rem && y.flat() && !y.at.IsZero() && x.by.Rem(y.at).IsZero():
		// Where the sign of x does not change, so that it rounds the same way.
		if x.at.Sign() >= 0 {
			l.notNegative(x)
		} else {
			l.notNegative(line{x.at.Neg(), x.by.Neg()})
		}
		return flat(x.at.Rem(y.at))
	case e.Op == cfa.BitAnd && y.flat() && y.at.Sign() >= 0 && x.by.Rem(num.Pow2(uint(y.at.Big().BitLen()))).IsZero():
		return flat(x.at.And(y.at)) // x changes by multiples of what y does not look at
	}
	return l.failed()
}
