package interp

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Steps over machine words. A location that a run comes to often is compiled: conditions of its
// edges, assignments and stores as words. A step that cannot be made so, since a word misses or the
// operation is another one, is left to choose and take, which are what a step means; nothing was
// changed then.
//
// Runs that are watched, traced, checked or follow a path are not made so.

// node is a compiled location.
type node struct {
	loc    *cfa.Loc
	arms   []arm // in the order of loc.Out; nil: every step from here is left to choose and take
	visits int
	head   *rounds // of a loop; nil: none
	either bool    // there are two arms, and where the condition of one does not hold, that of the other does
	ends   bool    // there are no steps from here but back from a call: it is left to end and leave, or
	exit   bool    // the exit of a procedure
}

// arm is a compiled edge.
type arm struct {
	edge *cfa.Edge
	cond word             // nil: there is none
	do   func(m *machine) // nil: nothing
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
	m.locals = m.slab[m.fr.base:]
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
			}
		}
		if n.arms != nil {
			if n.head != nil && n.head.due() {
				if n = m.accelerate(n, end); m.done || n.arms == nil || m.steps-m.jumped >= end {
					continue
				}
			}
			if a, to := m.hop(n); a != nil {
				n = to
				continue
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

// hop makes a step from a compiled location, and tells by which edge; nil: it is left to choose and
// take.
func (m *machine) hop(n *node) (*arm, *node) {
	a := m.arm(n)
	if a == nil {
		return nil, n
	}
	if a.do != nil {
		if a.do(m); m.miss {
			m.miss = false
			return nil, n
		}
	}
	m.steps++
	return a, a.to
}

// arm is the edge that is taken; nil: choose is to say.
func (m *machine) arm(n *node) *arm {
	if n.either {
		x := n.arms[0].cond(m)
		switch {
		case m.miss:
			m.miss = false
			return nil
		case x != 0:
			return &n.arms[0]
		}
		return &n.arms[1]
	}
	if m.opt.exhaustive {
		return m.soleArm(n)
	}
	for i := range n.arms {
		a := &n.arms[i]
		if a.cond == nil {
			return a
		}
		x := a.cond(m)
		if m.miss {
			m.miss = false
			return nil
		}
		if x != 0 {
			return a
		}
	}
	return nil
}

// soleArm is arm where no other edge may be one that can be taken.
func (m *machine) soleArm(n *node) (sole *arm) {
	for i := range n.arms {
		a := &n.arms[i]
		x := int64(1)
		if a.cond != nil {
			x = a.cond(m)
		}
		if m.miss || x != 0 && sole != nil {
			m.miss = false
			return nil
		}
		if x != 0 {
			sole = a
		}
	}
	return sole
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

// compileNode compiles the edges of a location, if all can be.
func (m *machine) compileNode(n *node) {
	n.visits = -1
	l := n.loc
	arms := make([]arm, len(l.Out))
	for i, e := range l.Out {
		a := &arms[i]
		a.edge = e
		switch op := e.Op.(type) {
		case cfa.Skip:
		case *cfa.Assume:
			if a.cond = m.compile(op.Cond); a.cond == nil {
				return
			}
		case *cfa.Assign:
			a.do = m.compileAssign(op)
		case *cfa.Store:
			a.do = m.compileStore(op)
		case *cfa.Call:
			a.do, a.to = m.compileCall(e, op), m.node(op.Callee.Entry)
		default:
			return
		}
		switch e.Op.(type) {
		case *cfa.Assign, *cfa.Store, *cfa.Call:
			if a.do == nil {
				return
			}
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

func (m *machine) compileAssign(op *cfa.Assign) func(m *machine) {
	x, at := m.compile(op.RHS), int(m.slot[op.LHS.ID])
	if x == nil {
		return nil
	}
	global := op.LHS.Proc == nil
	return func(m *machine) {
		k := x(m)
		if m.miss {
			return
		}
		c := &m.globals
		if !global {
			c = &m.locals
		}
		(*c)[at].become(k)
	}
}

// become gives a variable a number that is exact.
func (c *value) become(k int64) {
	if c.state == known {
		c.val, c.taint = num.Of(k), false
		return
	}
	*c = value{val: num.Of(k), state: known}
}

func (m *machine) compileStore(op *cfa.Store) func(m *machine) {
	i, x := m.compile(op.Idx), m.compile(op.Val)
	if i == nil || x == nil {
		return nil
	}
	a := op.Arr
	return func(m *machine) {
		k, v := i(m), x(m)
		if m.miss || !m.plainCell(a, k) {
			m.miss = true
			return
		}
		m.putPlain(a, k, v)
	}
}

// putPlain is put of words.
func (m *machine) putPlain(a *cfa.Array, k, v int64) {
	s := m.array(a)
	c, fresh := s.place(k)
	*c = cell{val: num.Of(v), at: s.clock}
	if fresh {
		n := s.held
		s.weigh()
		m.hold(s.held - n)
	}
}
