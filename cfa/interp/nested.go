package interp

import (
	"maps"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Loops in loops. A round of the outer loop is walked through with each inner loop taken together: in
// round k of the outer one, the inner one begins with values that are lines over k, changes them by the
// same numbers each time, and ends after a number of rounds that is a line over k, too. So what is behind
// it is lines over k again, and the inner loop counts as one step. (Closed forms of inner loops as part of
// the outer one's body: Bozga, Iosif, Konecny, "Fast Acceleration of Ultimately Periodic Relations", CAV
// 2010, and Frohn, "A Calculus for Modular Loop Acceleration", TACAS 2020, have this for transition
// relations; here it is for one run, with numbers.)
//
// What bounds the rounds of the inner loop is a line over the rounds of both. It is least in the first
// round or in the last one; these are lines over the rounds of the outer loop, and bound them in turn.
// An inner loop that does different things in its rounds is several loops one after the other, each of
// the rounds that are alike: `if (j == i)` makes three, the rounds before j is i, this one, and the rest.

const (
	mostWalked = 30_000 // edges, in one attempt,
	fewWalked  = 500    // and in one that is made early: no more than takes as long as the steps so far
	mostPieces = 8      // that an inner loop falls into
	walkedStep = 16     // steps that take as long as an edge that is walked
)

// walk is how far an attempt has come.
type walk struct {
	left    int  // edges
	endless bool // the outermost loop never ends
}

// stepCount stands for the number of steps among the variables, which is to be a line as they are.
var stepCount = new(cfa.Var)

// nest makes rounds of a loop at once that has others in it, if it can.
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

// rounds makes rounds of a loop in which variables change by the same amounts: it tells how many rounds
// and which amounts. Where it cannot, nothing is changed.
func (l *lines) rounds(h *node) (n line, by map[*cfa.Var]num.Int, ok bool) {
	start, needs := l.of, l.needs
	// undo gives up.
	undo := func(depth int) (line, map[*cfa.Var]num.Int, bool) {
		l.of, l.needs, l.depth, l.fail = start, needs, depth, false
		return line{}, nil, false
	}
	// moved are the variables of a walk when k rounds have been made.
	at := func(v *cfa.Var, k line) line {
		x, ok := start[v]
		if !ok {
			x = l.load(v)
		}
		return x.plus(by[v], k)
	}
	depth := l.depth
	// what a round changes
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
	// that each does, by induction
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

// round walks from the head of a loop until it is back there.
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
		case at.loc.Depth < h.loc.Depth, at.loc.LoopHead && at.loc.Depth == h.loc.Depth:
			return false // the loop is left
		}
	}
}

// arm is the edge that is taken, in all rounds that the needs allow; nil: that is not known.
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

// variable is what a variable is; one that the walk has not come to is what it is in the run.
func (l *lines) variable(v *cfa.Var) line {
	x, ok := l.of[v]
	if !ok {
		x = l.load(v)
		l.of[v] = x
	}
	return x
}

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

// hasInner reports whether there are loops in a loop.
func hasInner(head *cfa.Loc) bool {
	for _, l := range head.Proc.Locs[head.Index+1:] {
		switch {
		case l.Depth < head.Depth, l.LoopHead && l.Depth == head.Depth:
			return false
		case l.LoopHead:
			return true
		}
	}
	return false
}
