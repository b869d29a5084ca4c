package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// slot is the content of a variable: known, or an input that nobody has read.
type slot struct {
	v     val
	wait  *pending // where not known; nil: as at the start of the activation
	known bool
	saved int64 // serial when it was last put into the trail
}

// pending is an input that nobody has read.
type pending struct {
	in    *cfa.Input
	of    *cfa.Var // that it was asked for first
	birth int
	asked bool
}

// frame is an activation.
type frame struct {
	proc   *cfa.Proc
	call   *cfa.Edge // that made it; nil for Start
	under  *frame
	vars   []slot
	arrs   []*store
	birth  int
	depth  int
	serial int64 // when it was made
}

// push makes an activation of q and moves to its entry.
func (m *machine) push(q *cfa.Proc, call *cfa.Edge, birth int) {
	f := &frame{proc: q, call: call, under: m.fr, birth: birth, serial: m.serial, vars: make([]slot, m.nvars[q.ID])}
	if k := m.narrs[q.ID]; k > 0 {
		f.arrs = make([]*store, k)
	}
	if m.fr != nil {
		if f.depth = m.fr.depth + 1; f.depth > deepestCalls {
			m.giveUp("calls are nested too deeply")
			return
		}
	}
	m.work += len(f.vars) / 8
	m.fr, m.loc = f, q.Entry
}

const deepestCalls = 1 << 14

// at is where a variable lies.
func (m *machine) at(v *cfa.Var) (*frame, *slot) {
	if v.Proc == nil {
		return nil, &m.globals[m.slot[v.ID]]
	}
	return m.fr, &m.fr.vars[m.slot[v.ID]]
}

// read is the value of a variable; an input that nobody has read becomes a symbol.
func (m *machine) read(v *cfa.Var) val {
	f, s := m.at(v)
	if !s.known {
		w := m.waits(v, s)
		t := m.symbol(w.in, symbol{asked: w.asked, step: m.steps, birth: w.birth, v: w.of})
		m.set(f, s, slot{v: val{t: t}, known: true})
	}
	return m.settle(s.v)
}

// waits is what a variable that is not known waits for.
func (m *machine) waits(v *cfa.Var, s *slot) *pending {
	if s.wait != nil {
		return s.wait
	}
	if m.uninit[v.ID] == nil {
		m.uninit[v.ID] = &cfa.Input{Kind: cfa.Uninit, Name: v.Name, Range: v.Range, Pos: v.Pos}
	}
	birth := -1
	if v.Proc != nil {
		birth = m.fr.birth
	}
	return &pending{m.uninit[v.ID], v, birth, true}
}

func (m *machine) assign(v *cfa.Var, x val) {
	f, s := m.at(v)
	m.set(f, s, slot{v: x, known: true})
}

// take carries out an edge's operation, whose condition holds, and moves on if nothing is in the
// way.
func (m *machine) take(e *cfa.Edge) {
	to := e.To
	switch op := e.Op.(type) {
	case *cfa.Assign:
		if x := m.eval(op.RHS); m.halt == 0 {
			m.assign(op.LHS, x)
		}
	case *cfa.Store:
		m.storeCell(op)
	case *cfa.Fill:
		if op.Arr.Tails == nil { // the model chooses these
			m.fill(op)
		}
	case *cfa.Copy:
		m.copy(op)
	case *cfa.Havoc:
		m.havoc(op)
	case *cfa.Call:
		m.enter(op, e)
		to = op.Callee.Entry
	}
	if m.halt == 0 {
		m.loc = to
		m.steps++
		m.retries = 0
	}
}

func (m *machine) storeCell(op *cfa.Store) {
	i, ok := m.index(op.Idx)
	if !ok {
		return
	}
	x := m.eval(op.Val)
	if m.halt != 0 {
		return
	}
	if op.Arr.Align > 1 && i%op.Arr.Align != 0 {
		m.stop(undefined)
		return
	}
	if m.inside(op.Arr, i) {
		m.put(m.array(op.Arr), i, x)
	}
}

// havoc makes a variable an input: the result of a call at once, all else when it is read.
func (m *machine) havoc(op *cfa.Havoc) {
	if op.Def != nil {
		if v, ok := m.compute(op.Def); ok || m.halt != 0 {
			if m.halt == 0 {
				m.assign(op.LHS, v)
			}
			return
		}
	}
	switch op.From.Kind {
	case cfa.Nondet, cfa.External:
		t := m.symbol(op.From, symbol{asked: true, step: m.steps, birth: m.steps, v: op.LHS})
		m.assign(op.LHS, m.settle(val{t: t}))
	default:
		f, s := m.at(op.LHS)
		asked := op.From.Kind != cfa.Effect && op.Def == nil
		m.set(f, s, slot{wait: &pending{op.From, op.LHS, m.steps, asked}})
	}
}

// compute is the value of a definition, where its arguments are numbers and C leaves nothing open, or
// a term; else false.
func (m *machine) compute(d *cfa.Computed) (val, bool) {
	args, vals := make([]num.Int, 0, 4), make([]val, 0, 4)
	all := true
	for _, a := range d.Args {
		v := m.settle(m.eval(a))
		if m.halt != 0 {
			return val{}, false
		}
		all = all && v.t == nil
		args, vals = append(args, v.n), append(vals, v)
	}
	if !all {
		return m.floating(d.Op, vals)
	}
	r, ok := d.Op.Apply(fp.A, args...)
	return number(r.Val), ok && !r.Open
}

// enter is the first half of a call.
func (m *machine) enter(op *cfa.Call, e *cfa.Edge) {
	args := make([]val, 0, 8)
	for _, a := range op.Args {
		v := m.eval(a)
		if m.halt != 0 {
			return
		}
		args = append(args, v)
	}
	if m.push(op.Callee, e, m.steps); m.halt != 0 {
		return
	}
	for i, x := range args {
		m.assign(op.Callee.Params[i], x)
	}
}

// leave is the second half of a call: the way back after it.
func (m *machine) leave() {
	e := m.fr.call
	op := e.Op.(*cfa.Call)
	given := make([]slot, len(op.Results))
	for i, v := range op.Results {
		if v == nil {
			continue
		}
		_, s := m.at(op.Callee.Results[i])
		given[i] = *s
		if !s.known {
			given[i].wait = m.waits(op.Callee.Results[i], s)
		}
	}
	m.fr = m.fr.under
	for i, v := range op.Results {
		if v != nil {
			f, s := m.at(v)
			m.set(f, s, given[i])
		}
	}
	m.loc = e.To
	m.steps++
	m.retries = 0
}
