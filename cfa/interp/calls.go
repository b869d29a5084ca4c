// Calls and returns over machine words. They do the same as enter and leave in run.go, for calls whose arguments and
// results are all words. Other calls are left to those functions.

package interp

import "github.com/whet-mc/whet/cfa"

// callSite is a compiled call.
type callSite struct {
	edge *cfa.Edge
	to   *cfa.Proc
	step int      // the step of the block
	args []uint16 // places of the arguments
	at   []int32  // slots of the parameters
}

// mostWords is the largest number of arguments, and of results, of a call over words.
const mostWords = 12

// call emits a call, which is the last step of its block.
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

// call enters the procedure of a compiled call; x has the arguments. It returns false and changes nothing if the
// recursion is too deep: enter reports that then.
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

// activate makes locals the variables of the current activation. It also begins a new epoch, since a variable may no
// longer be a word.
func (m *machine) activate() {
	m.locals = m.slab.values[m.fr.base : m.fr.top+mostTemps]
	m.epoch++
}

// quickLeave returns from the current procedure to its caller, which must not be Start, and returns the location
// after the call. If a result is no word, it changes nothing and returns nil: leave does the step then.
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

// pop removes the current activation and gives back the memory that its arrays held.
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

// slowly makes one step from n by choose and take. It returns the location afterwards, or nil if the run ended.
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
