// Steps: what the operations of edges do to the state, calls and returns included.
//
// Each step follows the one of package interp. An uninitialized variable, and an input that is not the result of a
// call, become symbols only when the program reads them: until then, the slot has no value.

package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// slot is the content of a variable: a value, or an input that has not been read.
type slot struct {
	v     val
	wait  *pending // if known is false: the input; nil: the variable is uninitialized since the activation began
	known bool     // the slot has the value v
	saved int64    // the machine's serial at the last write; that write saved the old content in the trail if needed
}

// pending is an input that has not been read.
type pending struct {
	in    *cfa.Input
	of    *cfa.Var // the variable for which package interp asks for the input
	birth int      // the step of the Havoc, or of the call that made the variable's activation; -1: the start
	asked bool     // package interp asks for the input, too
}

// frame is an activation of a procedure.
type frame struct {
	proc   *cfa.Proc
	call   *cfa.Edge // the call that made the activation; nil for the start procedure
	under  *frame    // the frame of the caller; nil for the start procedure
	vars   []slot
	arrs   []*store
	birth  int   // the step of the call; -1 for the start procedure
	depth  int   // the number of calls that have not returned
	serial int64 // the machine's serial when the frame was made: no older state refers to the frame
}

// push makes an activation of q, which the edge `call` calls at the step `birth`, and moves to the entry of q.
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

// deepestCalls bounds the depth of calls.
const deepestCalls = 1 << 14

// at returns the slot of v and the activation that it belongs to, nil for a global variable.
func (m *machine) at(v *cfa.Var) (*frame, *slot) {
	if v.Proc == nil {
		return nil, &m.globals[m.slot[v.ID]]
	}
	return m.fr, &m.fr.vars[m.slot[v.ID]]
}

// read returns the value of v. An input that has not been read becomes a symbol.
func (m *machine) read(v *cfa.Var) val {
	f, s := m.at(v)
	if !s.known {
		w := m.waits(v, s)
		t := m.symbol(w.in, symbol{asked: w.asked, step: m.steps, birth: w.birth, v: w.of})
		m.set(f, s, slot{v: val{t: t}, known: true})
	}
	return m.settle(s.v)
}

// waits returns the input that v stands for, where its slot s holds no value.
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

// assign sets v to x.
func (m *machine) assign(v *cfa.Var, x val) {
	f, s := m.at(v)
	m.set(f, s, slot{v: x, known: true})
}

// take carries out the operation of e, whose condition holds, and moves to the end of e unless m.halt is set.
func (m *machine) take(e *cfa.Edge) {
	to := e.To
	switch op := e.Op.(type) {
	case *cfa.Assign:
		if x := m.eval(op.RHS); m.halt == 0 {
			m.assign(op.LHS, x)
		}
	case *cfa.Store:
		if !op.Arr.ForProofs() {
			m.storeCell(op)
		}
	case *cfa.Fill:
		if !op.Arr.ForProofs() {
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

// storeCell carries out a store to one cell.
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

// havoc carries out a Havoc: the variable becomes the value of op.Def where that can be computed, and else an input.
// The result of a call becomes a symbol at once, every other input when it is read.
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

// compute returns the value of the definition d: a number if all arguments are numbers and C leaves nothing open, a
// term where floating has one. Otherwise it returns false.
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

// enter carries out the first half of a call: it evaluates the arguments, makes the activation and sets the parameters.
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

// leave carries out the second half of a call: it returns to the caller, sets the variables of the results, and moves
// to the end of the call's edge. A result that is an unread input stays an unread input.
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
