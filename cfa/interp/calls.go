package interp

import "github.com/whet-mc/whet/cfa"

// Calls over machine words: a call whose arguments are words makes an activation, and one whose results
// are words is left, as enter and leave do it.

// callSite is a call whose arguments are words.
type callSite struct {
	edge *cfa.Edge
	to   *cfa.Proc
	step int // of the block
	args []uint16
	at   []int32 // of the parameters
}

// mostWords bounds the arguments and the results of calls that are made so.
const mostWords = 12

// call adds a call.
func (c *emitter) call(e *cfa.Edge, op *cfa.Call) {
	if len(op.Args) > mostWords {
		c.fail = true
		return
	}
	s := callSite{edge: e, to: op.Callee, step: len(c.b.nodes) - 1}
	for i, a := range op.Args {
		x := c.expr(a)
		c.fits(&x, wide(op.Callee.Params[i].Range))
		if c.fail {
			return
		}
		s.args = append(s.args, c.placed(x).at)
		s.at = append(s.at, c.m.slot[op.Callee.Params[i].ID])
	}
	c.b.calls = append(c.b.calls, s)
	c.add(instr{op: opCall, d: uint16(len(c.b.calls) - 1)})
}

// call makes an activation; false where single steps are to say that it is too deep.
func (m *machine) call(s *callSite, x []value) bool {
	if m.fr.top+int(m.nvars[s.to.ID]) > m.stack || len(m.frames) >= m.stack {
		return false
	}
	var buf [mostWords]int64
	for i, a := range s.args {
		buf[i] = x[a].word
	}
	m.push(s.to, s.edge, m.steps+s.step)
	m.activate()
	for i, k := range s.at {
		m.locals[k] = value{buf[i], plain}
	}
	return true
}

// activate takes note that another activation is the last one, or that a variable may be no word.
func (m *machine) activate() {
	m.locals = m.slab.values[m.fr.base : m.fr.top+mostTemps]
	m.epoch++
}

// quickLeave leaves an activation that was called from another than that of Start; nil: it is left to
// leave, and nothing was changed.
func (m *machine) quickLeave() *node {
	e := m.fr.call
	op := e.Op.(*cfa.Call)
	if len(op.Results) > mostWords {
		return nil
	}
	var buf [mostWords]int64
	for i, v := range op.Results {
		if v != nil {
			r := op.Callee.Results[i]
			s, at := m.place(r)
			c := &s.values[at]
			if c.is != plain || c.word < 0 && wide(r.Range) != wide(v.Range) {
				return nil
			}
			buf[i] = c.word
		}
	}
	m.pop()
	m.activate()
	for i, v := range op.Results {
		if v != nil {
			s, at := m.place(v)
			s.values[at] = value{buf[i], plain}
		}
	}
	m.steps++
	return m.node(e.To)
}

// pop ends the last activation.
func (m *machine) pop() {
	for _, s := range m.fr.arrs {
		if s != nil {
			m.held -= s.held
		}
	}
	if m.fr.arrs != nil {
		m.fr.arrs = nil
	}
	m.frames = m.frames[:len(m.frames)-1]
	m.fr = &m.frames[len(m.frames)-1]
}

// slowly makes a step by choose and take from a location that a run goes on from; nil where that ends
// the run.
func (m *machine) slowly(n *node) *node {
	m.loc, m.edge = n.loc, nil
	e := m.choose()
	if e == nil {
		return nil
	}
	n.took(e)
	if m.take(e); m.done {
		return nil
	}
	m.steps++
	m.activate()
	return m.node(m.loc)
}
