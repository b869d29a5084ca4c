// Acceleration of nested loops. A round of the outer loop is evaluated symbolically, with each inner loop as one step.
// In round k of the outer loop, the inner loop begins with values that are lines over k, changes them by the same
// numbers in each of its rounds, and ends after a number of rounds that is also a line over k. So the values after the
// inner loop are lines over k again. (Closed forms of inner loops as part of the outer loop's body: Bozga, Iosif,
// Konecny, "Fast Acceleration of Ultimately Periodic Relations", CAV 2010, and Frohn, "A Calculus for Modular Loop
// Acceleration", TACAS 2020, have this for transition relations; here it is for one run, with numbers.)
//
// A need of the inner loop is a line over the rounds of both loops. It is least in the first or in the last inner
// round; both are lines over the rounds of the outer loop, and become needs of that loop. An inner loop whose rounds
// differ is split into pieces of equal rounds: `if (j == i)` makes three, the rounds with j < i, the round j == i, and
// the rest.

package interp

import (
	"maps"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

const (
	mostWalked = 30_000 // edges evaluated in one attempt
	fewWalked  = 500    // edges that an attempt may always evaluate; above, at most as much work as the run so far
	mostPieces = 8      // pieces that an inner loop is split into
	walkedStep = 16     // steps that take as long as evaluating one edge
)

// walk is the progress of one attempt.
type walk struct {
	left    int  // edges that may still be evaluated
	endless bool // the outermost loop never ends
}

// stepCount is a pseudo-variable for the number of steps, so that it is computed as a line like the variables.
var stepCount = new(cfa.Var)

// nest jumps over rounds of a loop that contains other loops, if it can. It ends the run if the rounds repeat for ever.
func (m *machine) nest(head *node) {
	most := min(max(fewWalked, (m.work()+m.walked)/walkedStep), mostWalked)
	l := lines{m: m, of: map[*cfa.Var]line{stepCount: {}}, walk: walk{left: most}}
	start := l.of
	rounds, by, ok := l.rounds(head)
	m.walked += walkedStep * (most - l.walk.left)
	if l.walk.endless {
		m.stop(Endless, "the rounds of a loop repeat for ever")
		return
	}
	if !ok {
		head.head.failed(&l)
	}
	n := atOnce(rounds)
	if !ok || n < leastRounds {
		return
	}
	l.of = start
	to := map[*cfa.Var]int64{}
	for v, c := range by {
		if v == stepCount {
			continue
		}
		if to[v], ok = l.variable(v).at.Add(c.Mul(num.Of(n))).Int64(); !ok || l.fail {
			return
		}
	}
	for v, x := range to {
		m.become(v, x)
	}
	m.jump(by[stepCount].Mul(num.Of(n)))
	head.head.next, head.head.wait = 0, 4
}

// rounds evaluates as many rounds as possible of the loop at h in which the variables change by the same amounts. It
// returns the number of rounds and the amount by which each variable changes in a round; l.of is the state afterwards.
// If that fails, ok is false and l is as before.
func (l *lines) rounds(h *node) (n line, by map[*cfa.Var]num.Int, ok bool) {
	start, needs := l.of, l.needs
	// undo restores l and reports failure.
	undo := func(depth int) (line, map[*cfa.Var]num.Int, bool) {
		l.of, l.needs, l.depth, l.fail = start, needs, depth, false
		return line{}, nil, false
	}
	// at returns the value of v after k rounds.
	at := func(v *cfa.Var, k line) line {
		x, ok := start[v]
		if !ok {
			x = l.load(v)
		}
		return x.plus(by[v], k)
	}
	depth := l.depth
	// Evaluate the first round, to find the amounts.
	l.of, l.needs = maps.Clone(start), nil
	if !l.round(h) {
		return undo(depth)
	}
	by = make(map[*cfa.Var]num.Int, len(l.of))
	for v, x := range l.of {
		d := x.minus(at(v, line{}))
		if !d.flat() || l.fail {
			return undo(depth)
		}
		by[v] = d.at
	}
	// Evaluate round k, to show by induction that each round changes the variables by these amounts.
	k := line{}.moving(depth, num.Of(1))
	vars := l.of
	l.of, l.needs, l.depth = make(map[*cfa.Var]line, len(vars)), nil, depth+1
	for v := range vars {
		l.of[v] = at(v, k)
	}
	if !l.round(h) {
		return undo(depth)
	}
	for v, x := range l.of {
		if !x.equal(at(v, k.add(flat(num.Of(1))))) || l.fail {
			return undo(depth)
		}
	}
	n, bounded := l.close()
	if !bounded || l.fail {
		l.walk.endless = !bounded && depth == 0 && !l.fail
		return undo(depth)
	}
	inner := l.needs
	for v := range l.of {
		l.of[v] = at(v, n)
	}
	l.needs = append(needs[:len(needs):len(needs)], inner...)
	return n, by, true
}

// round evaluates one round of the loop at h, with inner loops as single steps. It returns false if the run leaves the
// loop, if an edge fails, or if walk.left is used up.
func (l *lines) round(h *node) bool {
	for at := h; ; {
		if l.walk.left <= 0 {
			return false
		}
		if at != h && at.loc.LoopHead {
			for range mostPieces {
				if _, _, ok := l.rounds(at); !ok {
					break
				}
			}
		}
		a := l.arm(at)
		if a == nil || l.fail {
			return false
		}
		l.walk.left--
		if !a.cond {
			l.edge(a.edge)
		}
		l.of[stepCount] = l.of[stepCount].add(flat(num.Of(1)))
		at = a.to
		switch {
		case l.fail:
			return false
		case at == h:
			return true
		case at.loc.LeavesLoop(h.loc):
			return false // the loop is left
		}
	}
}

// arm returns the edge that is taken from n in all rounds that the needs allow; nil if that is not known.
func (l *lines) arm(n *node) *arm {
	if n.arms == nil && n.visits >= 0 {
		l.m.compileNode(n)
	}
	if l.m.opt.exhaustive && !alone(n.loc) {
		return nil
	}
	for i := range n.arms {
		a, ok := n.arms[i].edge.Op.(*cfa.Assume)
		if !ok || a.Chosen || l.holds(a.Cond) {
			return &n.arms[i]
		}
	}
	return nil
}

// variable returns the value of v. A variable that was not evaluated yet has its value in the run.
func (l *lines) variable(v *cfa.Var) line {
	if l.lost[v] {
		return l.failed()
	}
	x, ok := l.of[v]
	if !ok {
		x = l.load(v)
		l.of[v] = x
	}
	return x
}

// load returns the value of v in the run, as a constant line. It sets l.fail if the value is unknown.
func (l *lines) load(v *cfa.Var) line {
	if v == stepCount {
		return line{}
	}
	x, ok := l.m.number(v)
	if !ok {
		l.fail = true
	}
	return flat(num.Of(x))
}

// hasInner reports whether the loop at head contains another loop. It relies on the order of Proc.Locs, in which a
// loop's locations come after its head.
func hasInner(head *cfa.Loc) bool {
	for _, l := range head.Proc.Locs[head.Index+1:] {
		switch {
		case l.LeavesLoop(head):
			return false
		case l.LoopHead:
			return true
		}
	}
	return false
}
