package interp

import "github.com/whet-mc/whet/cfa"

// Calls over machine words: a call whose arguments are words makes an activation, and one whose results
// are words is left, as enter and leave do it.

// mostWords bounds the arguments and the results of calls that are made so.
const mostWords = 8

func (m *machine) compileCall(e *cfa.Edge, op *cfa.Call) func(m *machine) {
	if len(op.Args) > mostWords {
		return nil
	}
	q := op.Callee
	args, at := make([]word, len(op.Args)), make([]int, len(op.Args))
	for i, a := range op.Args {
		if args[i] = m.compile(a); args[i] == nil {
			return nil
		}
		at[i] = int(m.slot[q.Params[i].ID])
	}
	vars := int(m.nvars[q.ID])
	return func(m *machine) {
		var buf [mostWords]int64
		for i, a := range args {
			buf[i] = a(m)
		}
		if m.miss || len(m.slab)+vars > m.stack || len(m.frames) >= m.stack {
			m.miss = true // too deep: push says so
			return
		}
		m.push(q, e, m.steps)
		m.locals = m.slab[m.fr.base:]
		for i, k := range at {
			m.locals[k].become(buf[i])
		}
	}
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
			x, ok := m.ref(op.Callee.Results[i]).plain()
			if !ok {
				return nil
			}
			buf[i] = x
		}
	}
	m.pop()
	m.locals = m.slab[m.fr.base:]
	for i, v := range op.Results {
		if v != nil {
			m.ref(v).become(buf[i])
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
	m.slab = m.slab[:m.fr.base]
	m.frames[len(m.frames)-1] = frame{}
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
	if m.take(e); m.done {
		return nil
	}
	m.steps++
	m.locals = m.slab[m.fr.base:]
	return m.node(m.loc)
}
