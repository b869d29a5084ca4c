// Execution from block to block. From a location that a run visits often, steps are made by compiled blocks (block.go).
// A step that cannot be compiled, or in which an instruction misses, is left to choose and take in run.go, which define
// what a step means. A miss changes nothing of its step.
//
// Runs with Options.Watch, Trace, Check or Follow do not use blocks.

package interp

import "github.com/whet-mc/whet/cfa"

// node is a location and what is compiled for it.
type node struct {
	loc    *cfa.Loc
	arms   []arm   // the edges in the order of loc.Out; nil: all steps from here are left to choose and take
	block  *block  // the block that begins here; nil: none
	one    *block  // the block of one step for hop; nil: not compiled yet
	visits int     // number of visits so far; -1 after compileNode
	likely int     // index of the edge that was taken last in a single step
	head   *rounds // set at the head of a loop
	either bool    // there are two arms, and exactly one of their conditions holds
	ends   bool    // no edges are taken from here: an error, the exit of a procedure, or a location without edges
	exit   bool    // the exit of a procedure, which is no error
}

// arm is an edge and the location after it.
type arm struct {
	edge *cfa.Edge
	cond bool  // the edge is an assumption whose condition is evaluated
	to   *node // the callee's entry if the edge is a call
}

// compileAfter is the number of visits before a location is compiled. Most locations are visited only a few times.
var compileAfter = 50 // smaller in tests

// hurry makes steps by blocks, and single steps between them, until it has made about most steps over words. A single
// step counts as quickAStep. It also stops at a location from which no edge is taken, if quickLeave cannot return from
// there, and at the end of the run. It reports whether it made any step.
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
			if b.fails++; b.fails == mostFails { // perhaps only a later step of the block reads the variable that is no word
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

// mostFails is how often a block may be found not ready before it is cut down to one step.
const mostFails = 100

// hop makes one step over words from n and returns its edge and the location afterwards. If that is not possible, it
// returns nil and n, and the step is left to choose and take.
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

// took records that a step took the edge e.
func (n *node) took(e *cfa.Edge) {
	for i, f := range n.loc.Out {
		if f == e {
			n.likely = i
		}
	}
}

// node returns the node of a location, and makes it if needed.
func (m *machine) node(l *cfa.Loc) *node {
	n := m.code[l.ID]
	if n == nil {
		n = &node{loc: l, ends: l.Error != nil || l == l.Proc.Exit || len(l.Out) == 0}
		n.exit = l.Error == nil && l == l.Proc.Exit
		m.code[l.ID] = n
	}
	return n
}

// compileNode makes the arms of a location if all operations of its edges may be possible over words.
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
			if !op.Arr.ForProofs() {
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
