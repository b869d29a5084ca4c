package interp

import "github.com/whet-mc/whet/cfa"

// Steps over machine words. From a location that a run comes to often, steps are made by blocks of
// instructions (block.go). A step that cannot be made so, since an instruction misses or the operation is
// another one, is left to choose and take, which are what a step means; nothing was changed then.
//
// Runs that are watched, traced, checked or follow a path are not made so.

// node is a location.
type node struct {
	loc    *cfa.Loc
	arms   []arm   // its edges, in the order of loc.Out; nil: every step from here is left to choose and take
	block  *block  // that begins here; nil: none does
	one    *block  // of one step; nil: none was made
	visits int     // until arms are made; then -1
	likely int     // the edge that was taken last
	head   *rounds // of a loop; nil: none
	either bool    // there are two arms, and where the condition of one does not hold, that of the other does
	ends   bool    // there are no steps from here but back from a call: it is left to end and leave, or
	exit   bool    // the exit of a procedure
}

// arm is an edge.
type arm struct {
	edge *cfa.Edge
	cond bool // it is an assumption
	to   *node
}

// compileAfter is how often a run comes to a location before that is compiled: most locations are
// passed a few times only.
var compileAfter = 50 // smaller in tests

// hurry makes steps over words, at most so many, and stops where the next one is to be made by choose
// and take, or the run ends. It tells whether it made any.
func (m *machine) hurry(most int) bool {
	n := m.code[m.loc.ID]
	if n == nil {
		n = m.node(m.loc)
	}
	m.activate()
	from := m.steps - m.jumped
	end := from + most
	slow := 0
	for m.steps-m.jumped < end && !m.done {
		if n.ends {
			if !n.exit || len(m.frames) <= 2 {
				break
			}
			to := m.quickLeave()
			if to == nil {
				break
			}
			n = to
			continue
		}
		if n.visits >= 0 {
			if n.visits++; n.visits > compileAfter {
				m.compileNode(n)
				n.block = m.build(n, mostInBlock)
			}
		}
		if n.head != nil && n.head.due() {
			if n = m.accelerate(n, end); m.done || n.block == nil || m.steps-m.jumped >= end {
				continue
			}
		}
		if b := n.block; b != nil && b.ready(m) {
			x := m.exec(b)
			if x != nil {
				m.steps += x.steps
				if n = x.to; !x.slow {
					continue
				}
			} else {
				m.steps += m.missed
				n = b.nodes[m.missed]
			}
		} else if b != nil {
			if b.fails++; b.fails == mostFails { // a variable that is read late in it may be the one
				n.block = m.build(n, 1)
			}
		}
		to := m.slowly(n)
		if to == nil {
			break
		}
		n = to
		slow++
		end -= quickAStep - 1
	}
	if !m.done {
		m.loc = n.loc
	}
	made := m.steps - m.jumped - from
	m.quick += made - slow
	return made > 0
}

// mostFails is how often a block may not be ready until it is cut down to one step.
const mostFails = 100

// hop makes one step over words, and tells by which edge; nil: it is left to choose and take.
func (m *machine) hop(n *node) (*arm, *node) {
	if n.one == nil {
		if n.one = m.build(n, 1); n.one == nil {
			return nil, n
		}
	}
	if !n.one.ready(m) {
		return nil, n
	}
	x := m.exec(n.one)
	if x == nil || x.slow {
		return nil, n
	}
	m.steps++
	return x.arm, x.to
}

// took takes note of the edge that a step has taken.
func (n *node) took(e *cfa.Edge) {
	for i, f := range n.loc.Out {
		if f == e {
			n.likely = i
		}
	}
}

func (m *machine) node(l *cfa.Loc) *node {
	n := m.code[l.ID]
	if n == nil {
		n = &node{loc: l, ends: l.Error != nil || l == l.Proc.Exit || len(l.Out) == 0}
		n.exit = l.Error == nil && l == l.Proc.Exit
		m.code[l.ID] = n
	}
	return n
}

// compileNode makes the arms of a location, if all its operations may be done over words.
func (m *machine) compileNode(n *node) {
	n.visits = -1
	l := n.loc
	arms := make([]arm, len(l.Out))
	for i, e := range l.Out {
		a := &arms[i]
		a.edge = e
		switch op := e.Op.(type) {
		case cfa.Skip, *cfa.Assign, *cfa.Store, *cfa.Copy:
		case *cfa.Havoc:
			if op.Def == nil {
				return
			}
		case *cfa.Assume:
			a.cond = !op.Chosen
		case *cfa.Fill:
			if op.Arr.Tails == nil {
				return
			}
		case *cfa.Call:
			a.to = m.node(op.Callee.Entry)
		default:
			return
		}
		if a.to == nil {
			a.to = m.node(e.To)
		}
	}
	n.arms = arms
	n.either = len(arms) == 2 && opposite(l.Out[0], l.Out[1])
	if l.LoopHead {
		n.head = &rounds{wait: accelerateAfter, outer: hasInner(l)}
	}
}
