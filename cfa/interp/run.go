// The machine: Run, the loop over steps, the choice of edges, activations, calls and returns. choose and take define
// what a step means. Where possible, hurry (fast.go) makes the same steps faster.

package interp

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Options limit and direct a run. The zero value runs to the end without a limit.
type Options struct {
	// MaxSteps bounds Outcome.Work, which is the number of steps if all are made one by one. 0 means no limit.
	MaxSteps int
	// Trace asks for Outcome.Path and Outcome.Changes. They are left empty if the run has more than longestTrace steps and
	// does not follow a path (Outcome.Untraced).
	Trace  bool
	Follow cfa.Path // if not nil, the run takes exactly these steps
	// Check makes a run panic if a variable or a cell gets a value outside its range, or is used in the wrong procedure:
	// the program is not well formed then. For tests.
	Check bool
	// Unrecorded leaves Outcome.Inputs empty. Without the inputs a run cannot be repeated, so that a run with
	// Outcome.Open that reaches an error counts as Tainted.
	Unrecorded bool
	// Loses allows the run to jump over rounds of a loop although the values of some variables are not known afterwards
	// (accelerate.go). A recorded run that did so may do so again (Taken.Loses).
	Loses bool
	// Watch, if not nil, is called before each step.
	Watch func(View)

	// Cover, if not nil, counts how often the run takes each edge, by Edge.ID. Of the edges in loops with many rounds, it
	// counts only the first times.
	Cover []uint32

	// Variant selects the result where a floating-point operation may give one of two values.
	Variant fp.Variant

	exhaustive bool // a choice that Inputs does not make ends the run: see Exhaust
}

// These limits keep a run within the memory of the computer. A run that exceeds one ends with StepLimit. (The stack of
// a C program has about 2^20 to 2^22 words.)
const (
	maxStack  = 1 << 22 // variables in all activations, and number of activations
	maxCells  = 1 << 23 // cells held one by one, and segments
	maxBits   = 1 << 16 // bits of a number (Arith Int only: machine words are small)
	pollAfter = 1 << 12 // steps between looks at the context

	// StepsAUnit is the number of steps that take as long as one unit of package effort.
	StepsAUnit = 16
	quickAStep = 8 // steps over machine words that take as long as one single step
)

// Run executes p from the entry of p.Start on the inputs that in supplies. It
// never fails: everything that can happen is an Outcome. The cost of a step is the
// cost of its expressions, except for Copy, whose cost is proportional to the cells
// and segments copied.
func Run(ctx context.Context, p *cfa.Program, in Inputs, opt Options) *Outcome {
	m := newMachine(p, in, opt)
	m.run(ctx)
	if m.tape != nil {
		m.fold()
	}
	m.out.Steps, m.out.Work = m.steps, m.work()+m.walked
	if m.out.Open && m.out.Kind == ErrorFound && !m.out.Tainted {
		m.out.Tainted = opt.Unrecorded || !again(ctx, p, &m.out, opt)
	}
	return &m.out
}

// again reports whether a run on the inputs of was reaches the same error with the other Variant, so that the error
// does not depend on the choice between two results of floating-point operations.
func again(ctx context.Context, p *cfa.Program, was *Outcome, opt Options) bool {
	other := Options{MaxSteps: opt.MaxSteps, Variant: fp.A + fp.B - opt.Variant}
	if opt.MaxSteps == 0 {
		other.MaxSteps = 2*was.Work + 1000
	}
	m := newMachine(p, Recorded(was.Inputs), other)
	m.run(ctx)
	return m.out.Kind == ErrorFound && m.out.Error == was.Error && !m.out.Tainted
}

// frame is one activation.
type frame struct {
	proc  *cfa.Proc
	call  *cfa.Edge // the call that made it; nil for Start
	base  int       // its variables are machine.slab from base up to, not including, top
	top   int
	birth int      // the step that made it, -1 for Start
	arrs  []*store // its arrays, each nil until first used
}

// machine is the state of a run.
type machine struct {
	prog *cfa.Program
	in   Inputs
	opt  Options
	out  Outcome

	// Where each variable is: a global in globals at its slot, a local in slab at frame.base plus its slot.
	slot    []int32 // by Var.ID
	arrSlot []int32 // by Array.ID
	nvars   []int32 // number of locals by Proc.ID
	narrs   []int32 // number of local arrays by Proc.ID

	globals space
	garrs   []*store
	slab    space
	frames  []frame
	fr      *frame // the top of frames

	loc   *cfa.Loc
	edge  *cfa.Edge // being taken
	steps int       // steps made, including skipped rounds
	taint bool      // the expression being evaluated depends on an input of kind Approx
	done  bool      // the run has ended
	stack int       // maxStack; smaller in tests
	cells int       // maxCells; smaller in tests
	held  int       // memory taken by all stores, in cells

	memEnd num.Int // the first number above all addresses
	memTop int64   // memEnd as a word; -1 if it does not fit

	// For steps over machine words (fast.go).
	code   []*node // by Loc.ID; nil: the run makes no steps over words
	locals []value // variables of the current activation, and room for intermediate results
	epoch  int     // incremented when a local variable may no longer be a word: see block.ready
	mixed  []bool  // by Array.ID: the result of mixes; nil: not computed yet
	missed int     // the step of a block at which an instruction missed
	quick  int     // number of steps made over words
	jumped int     // steps of rounds that acceleration skipped (accelerate.go)
	walked int     // cost, in steps, of the attempts to accelerate (accelerate.go, nested.go)

	charged int // work already charged to package effort

	// For rounds on inputs that repeat (laps.go).
	tape  *tape // the inputs if they may repeat; else nil
	loses bool  // see Options.Loses
	laps  *laps

	uninit    []*cfa.Input // by Var.ID, made when needed
	arrUninit []*cfa.Input // by Array.ID
	buf       []content    // arguments and results in transit
}

// newMachine returns a machine for a run of p. The run has not begun: machine.run makes the first activation.
func newMachine(p *cfa.Program, in Inputs, opt Options) *machine {
	slots := cfa.NewSlots(p)
	m := &machine{
		prog: p, in: in, opt: opt, stack: maxStack, cells: maxCells,
		slot: slots.Var, nvars: slots.Vars, arrSlot: slots.Array, narrs: slots.Arrays,
		uninit: make([]*cfa.Input, len(p.Vars)), arrUninit: make([]*cfa.Input, len(p.Arrays)),
	}
	if t, ok := in.(*tape); ok && opt.Follow == nil && !opt.Unrecorded && opt.Watch == nil {
		if m.tape = t; opt.Trace && t.long() {
			m.opt.Trace, m.out.Untraced = false, true
		}
	}
	m.loses = (opt.Loses || m.tape != nil && m.tape.loses) && !opt.exhaustive && !opt.Unrecorded
	m.memEnd, m.memTop = num.Pow2(uint(p.Model.PtrBits())), -1
	if top, ok := m.memEnd.Int64(); ok {
		m.memTop = top
	}
	m.compiles()
	m.globals.values = make([]value, slots.GlobalVars)
	m.garrs = make([]*store, slots.GlobalArrays)
	return m
}

// compiles allows steps over words, unless the options need each step by itself.
func (m *machine) compiles() {
	if o := m.opt; !o.Trace && !o.Check && o.Follow == nil && o.Watch == nil {
		m.code = make([]*node, len(m.prog.Locs))
	}
}

// stop ends the run with an outcome. It has no effect on a run that has ended already.
func (m *machine) stop(k Kind, reason string) {
	if m.done {
		return
	}
	m.done = true
	m.out.Kind, m.out.Reason, m.out.Loc = k, reason, m.loc
	var pos lang.Pos
	if m.edge != nil {
		pos = m.edge.Pos
	}
	if !pos.Valid() && m.loc != nil {
		pos = m.loc.Pos
	}
	m.out.Pos = pos
}

// undefined ends the run with undefined behaviour.
func (m *machine) undefined(format string, args ...any) {
	if !m.done {
		m.stop(Undefined, fmt.Sprintf(format, args...))
	}
}

// diverge ends a run that cannot take the next step of Options.Follow.
func (m *machine) diverge(k Kind, format string, args ...any) {
	if !m.done {
		m.out.Diverged = true
		m.stop(k, fmt.Sprintf("step %d: ", m.steps)+fmt.Sprintf(format, args...))
	}
}

// run makes steps from the entry of Start until the run ends.
func (m *machine) run(ctx context.Context) {
	m.push(m.prog.Start, nil, -1)
	poll := 0
	for !m.done {
		m.edge = nil
		if m.end() {
			break
		}
		if m.work() >= poll {
			if m.charge(ctx); effort.Done(ctx) {
				m.stop(Cancelled, ctx.Err().Error())
				break
			}
			poll = m.work() + pollAfter
		}
		left := pollAfter
		if m.opt.MaxSteps > 0 {
			left = min(left, m.opt.MaxSteps-m.work())
			if m.opt.exhaustive {
				left = min(left, m.opt.MaxSteps-m.work()-m.walked)
			}
		}
		if left <= 0 {
			m.stop(StepLimit, "number of steps")
			break
		}
		if m.tape.expects() {
			left = 1 // a later block begins when the inputs repeat
		}
		if m.tape.repeats() {
			if m.lap(); m.done {
				break
			}
		} else if m.laps = nil; m.code != nil && m.hurry(quickAStep*left) || m.done {
			continue
		}
		if m.opt.Follow != nil && m.steps >= len(m.opt.Follow) {
			m.stop(PathEnd, "")
			break
		}
		if m.opt.Watch != nil {
			m.opt.Watch(View{m})
		}
		if m.loc == m.fr.proc.Exit {
			m.leave()
		} else if e := m.choose(); e != nil {
			m.take(e)
		}
		if !m.done {
			m.steps++
		}
	}
	m.charge(ctx)
}

// work returns the cost of the run so far in single steps, without the attempts to accelerate.
func (m *machine) work() int { return m.steps - m.jumped - m.quick + m.quick/quickAStep }

// charge charges to package effort the work of an exhaustive run since the last charge.
func (m *machine) charge(ctx context.Context) {
	if m.opt.exhaustive {
		n := (m.work() + m.walked - m.charged) / StepsAUnit
		effort.Charge(ctx, n)
		m.charged += n * StepsAUnit
	}
}

// end ends the run and returns true if runs end at the current location: at an error, at the exit of Start, or at a
// location without edges.
func (m *machine) end() bool {
	switch {
	case m.loc.Error != nil:
		m.out.Error = m.loc.Error
		m.stop(ErrorFound, "")
		if m.loc.Error.Pos.Valid() {
			m.out.Pos = m.loc.Error.Pos
		}
	case m.loc == m.fr.proc.Exit:
		if len(m.frames) > 1 {
			return false
		}
		m.result(m.prog.Start)
		m.ended()
	case len(m.loc.Out) == 0: // exit, abort
		m.ended()
	default:
		return false
	}
	return true
}

// ended ends the run at the end of the program. The outcome is divergence if Options.Follow has more steps.
func (m *machine) ended() {
	if m.opt.Follow != nil && m.steps < len(m.opt.Follow) {
		m.diverge(Exited, "the program ends here")
		return
	}
	m.stop(Exited, "")
}

// result records the first result of q, which is being left, as the program's result if it is known. run calls it for
// Start and for the procedures that Start calls, the last of which is the entry function.
func (m *machine) result(q *cfa.Proc) {
	if len(q.Results) == 0 {
		return
	}
	if c := m.ref(q.Results[0]); c.state == known {
		v := c.val
		m.out.Exit = &v
	}
}

// choose returns the edge to take from the current location: the next one of Options.Follow, else the first one that is
// enabled. If no edge is enabled, it ends the run and returns nil.
func (m *machine) choose() *cfa.Edge {
	if m.opt.Follow != nil {
		s := m.opt.Follow[m.steps]
		_, call := s.Edge.Op.(*cfa.Call)
		switch {
		case s.Edge.From != m.loc, s.Kind == cfa.Return, call != (s.Kind == cfa.Enter):
			m.diverge(Blocked, "the path does not go on from here")
			return nil
		case !m.enabled(s.Edge):
			m.diverge(Blocked, "the condition of the edge does not hold")
			return nil
		case m.done:
			return nil
		}
		return s.Edge
	}
	for _, e := range m.loc.Out {
		if m.enabled(e) {
			if m.opt.exhaustive && !m.sole(e) {
				if !m.done {
					m.stop(OutOfInputs, "the program model leaves open how the run goes on")
				}
				return nil
			}
			return e
		}
		if m.done {
			return nil
		}
	}
	m.stop(Blocked, "")
	return nil
}

// enabled reports whether e can be taken. It evaluates the condition if e is an assumption; if the evaluation fails,
// m.done is set.
func (m *machine) enabled(e *cfa.Edge) bool {
	a, ok := e.Op.(*cfa.Assume)
	if !ok || a.Chosen {
		return true
	}
	m.edge = e
	tainted := &m.out.Tainted
	if a.Contract {
		tainted = new(bool) // it holds for the real value, too, so that the branch does not taint the run
	}
	return !m.eval0(a.Cond, tainted).IsZero() && !m.done
}

// take carries out the operation of e and moves to the next location, unless the operation ends the run.
func (m *machine) take(e *cfa.Edge) {
	m.edge = e
	to := e.To
	switch op := e.Op.(type) {
	case *cfa.Assume: // enabled has evaluated it
	case *cfa.Assign:
		m.taint = false
		x := m.eval(op.RHS)
		m.assign(op.LHS, x, m.taint)
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
		m.enter(op)
		to = op.Callee.Entry
	}
	if m.done {
		return
	}
	m.trace(e)
	m.laps.add(step(e))
	m.loc = to
}

// step returns the step that takes e.
func step(e *cfa.Edge) cfa.Step {
	if _, ok := e.Op.(*cfa.Call); ok {
		return cfa.Step{Edge: e, Kind: cfa.Enter}
	}
	return cfa.Step{Edge: e, Kind: cfa.Intra}
}

// trace adds e to Outcome.Path, and counts it.
func (m *machine) trace(e *cfa.Edge) {
	if m.opt.Cover != nil {
		m.opt.Cover[e.ID]++
	}
	if m.opt.Trace {
		m.out.Path = append(m.out.Path, step(e))
		if len(m.out.Path) > longestTrace && m.opt.Follow == nil {
			m.forget()
		}
	}
}

// longestTrace is the largest number of steps of a trace.
const longestTrace = 1 << 20

// forget drops a trace that is too long. The run goes on without one.
func (m *machine) forget() {
	m.opt.Trace = false
	m.out.Path, m.out.Changes, m.out.Untraced = nil, nil, true
	m.compiles()
}

// push makes an activation of q and moves to its entry. call is the edge of the call, birth its step. If the stack is
// full, it ends the run.
func (m *machine) push(q *cfa.Proc, call *cfa.Edge, birth int) {
	base := 0
	if m.fr != nil {
		base = m.fr.top
	}
	top := base + int(m.nvars[q.ID])
	if top > m.stack || len(m.frames) > m.stack {
		m.stop(StepLimit, "depth of recursion")
		return
	}
	if n := top + mostTemps - len(m.slab.values); n > 0 {
		m.slab.values = append(m.slab.values, make([]value, max(n, len(m.slab.values)))...)
	}
	clear(m.slab.values[base:top])
	f := frame{proc: q, call: call, base: base, top: top, birth: birth}
	if k := m.narrs[q.ID]; k > 0 {
		f.arrs = make([]*store, k)
	}
	m.frames = append(m.frames, f)
	m.fr = &m.frames[len(m.frames)-1]
	m.loc = q.Entry
}

// given returns the content of v, a result variable of the procedure being left. If the content is an input that has
// not been read yet, it remains so, because the caller may not use the result. The input remains the callee's
// variable's.
func (m *machine) given(v *cfa.Var) content {
	x := m.ref(v)
	if x.state == unborn {
		x = content{in: m.uninitVar(v), birth: m.birth(v.Proc), state: pending}
	}
	if x.state == pending && x.of == nil {
		x.of = v
	}
	return x
}

// enter makes the first step of a call: it evaluates the arguments and makes the activation.
func (m *machine) enter(op *cfa.Call) {
	m.buf = m.buf[:0]
	for _, a := range op.Args {
		m.taint = false
		x := m.eval(a)
		m.buf = append(m.buf, content{val: x, taint: m.taint})
	}
	if m.done {
		return
	}
	at := m.loc
	if m.push(op.Callee, m.edge, m.steps); m.done {
		m.loc = at
		return
	}
	for i, x := range m.buf {
		m.assign(op.Callee.Params[i], x.val, x.taint)
	}
}

// leave makes the second step of a call: it removes the activation and assigns the results.
func (m *machine) leave() {
	e := m.fr.call
	m.edge = e
	if m.opt.Follow != nil {
		if s := m.opt.Follow[m.steps]; s.Kind != cfa.Return || s.Edge != e {
			m.diverge(Blocked, "the procedure returns here")
			return
		}
	}
	op := e.Op.(*cfa.Call)
	m.buf = m.buf[:0]
	for i, v := range op.Results {
		var x content
		if v != nil {
			x = m.given(op.Callee.Results[i])
		}
		m.buf = append(m.buf, x)
	}
	if len(m.frames) == 2 {
		m.result(op.Callee)
	}
	m.pop()
	for i, v := range op.Results {
		switch {
		case v == nil:
		case m.buf[i].state == known:
			m.assign(v, m.buf[i].val, m.buf[i].taint)
		default:
			m.put(v, m.buf[i])
		}
	}
	if m.done {
		return
	}
	if m.opt.Trace {
		m.out.Path = append(m.out.Path, cfa.Step{Edge: e, Kind: cfa.Return})
	}
	m.laps.add(cfa.Step{Edge: e, Kind: cfa.Return})
	m.loc = e.To
}
