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

// Options limit and direct a run. The zero value runs to the end, however far.
type Options struct {
	// MaxSteps bounds Outcome.Work, which is the number of steps where all are made one by one. 0: no
	// limit.
	MaxSteps int
	// Trace asks for Outcome.Path and Outcome.Changes. Of a run of more than a million steps that
	// does not follow a path there are none (Outcome.Untraced).
	Trace  bool
	Follow cfa.Path // not nil: take exactly these steps
	// Check makes a run panic when a variable or a cell gets a value outside its range: the
	// program is then not well formed. For tests.
	Check bool
	// Unrecorded leaves Outcome.Inputs away. Where it is open what floating operations give, an error
	// counts as one that depends on it.
	Unrecorded bool
	// Watch, where not nil, is called before each step.
	Watch func(View)

	// Variant is the answer where it is open which of two values a floating operation gives.
	Variant fp.Variant

	exhaustive bool // a choice that is not one of Inputs ends the run: see Exhaust
}

// Limits that keep a run within the machine's memory; a run that meets one ends with StepLimit.
// A C program has about 2^20 to 2^22 words of stack, too.
const (
	maxStack  = 1 << 22 // variables in all activations
	maxCells  = 1 << 23 // cells that are held one by one, and segments
	maxBits   = 1 << 16 // size of a number (Arith Int only: machine words are small)
	pollAfter = 1 << 12 // steps

	// StepsAUnit is how many steps take as long as a unit of package effort.
	StepsAUnit = 16
	quickAStep = 8 // steps over machine words that take as long as another
)

// Run executes p from the entry of p.Start on the inputs that in supplies. It
// never fails: whatever happens is an Outcome. The cost of a step is that of the
// expressions in it, except for Copy, which costs as much as there is to copy.
func Run(ctx context.Context, p *cfa.Program, in Inputs, opt Options) *Outcome {
	m := newMachine(p, in, opt)
	m.run(ctx)
	m.out.Steps, m.out.Work = m.steps, m.work()+m.walked
	if m.out.Open && m.out.Kind == ErrorFound && !m.out.Tainted {
		m.out.Tainted = opt.Unrecorded || !again(ctx, p, &m.out, opt)
	}
	return &m.out
}

// again reports whether a run on the same inputs comes to the same error where floating operations
// give the other of the values between which it is open what they give.
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
	base  int       // of its variables in machine.slab, and top is after them
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

	// Where each variable lies: globals by slot, locals at their slot after frame.base.
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
	steps int
	taint bool // the expression being evaluated depends on an input of kind Approx
	done  bool
	stack int // maxStack and maxCells, smaller in tests
	cells int
	held  int // memory taken by all stores, in cells

	memEnd num.Int // the address after the last one
	memTop int64   // the same, -1 where that does not fit

	// Of steps over machine words (fast.go).
	code   []*node // by Loc.ID; nil: none are made
	locals []value // of the activation, and room for what is computed from them
	epoch  int     // since when no variable has become anything but a word: see block.ready
	mixed  []bool  // by Array.ID: see mixes; nil: not computed yet
	missed int     // the step of a block that was left to single steps
	quick  int     // steps over words
	jumped int     // steps of rounds that were not made one by one (accelerate.go)
	walked int     // steps that would take as long as attempts to make rounds at once (accelerate.go, nested.go)

	charged int // work that was counted

	uninit    []*cfa.Input // by Var.ID, made when needed
	arrUninit []*cfa.Input // by Array.ID
	buf       []content    // arguments and results in transit
}

func newMachine(p *cfa.Program, in Inputs, opt Options) *machine {
	slots := cfa.NewSlots(p)
	m := &machine{
		prog: p, in: in, opt: opt, stack: maxStack, cells: maxCells,
		slot: slots.Var, nvars: slots.Vars, arrSlot: slots.Array, narrs: slots.Arrays,
		uninit: make([]*cfa.Input, len(p.Vars)), arrUninit: make([]*cfa.Input, len(p.Arrays)),
	}
	m.memEnd, m.memTop = num.Pow2(uint(p.Model.PtrBits())), -1
	if top, ok := m.memEnd.Int64(); ok {
		m.memTop = top
	}
	m.compiles()
	m.globals.values = make([]value, slots.GlobalVars)
	m.garrs = make([]*store, slots.GlobalArrays)
	return m
}

// compiles makes room for compiled locations, where they can be used.
func (m *machine) compiles() {
	if o := m.opt; !o.Trace && !o.Check && o.Follow == nil && o.Watch == nil {
		m.code = make([]*node, len(m.prog.Locs))
	}
}

// stop ends the run; only the first reason counts.
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

func (m *machine) undefined(format string, args ...any) {
	if !m.done {
		m.stop(Undefined, fmt.Sprintf(format, args...))
	}
}

func (m *machine) diverge(k Kind, format string, args ...any) {
	if !m.done {
		m.out.Diverged = true
		m.stop(k, fmt.Sprintf("step %d: ", m.steps)+fmt.Sprintf(format, args...))
	}
}

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
		if m.code != nil && m.hurry(quickAStep*left) || m.done {
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

// work is what the run has cost, in steps that are no quick ones.
func (m *machine) work() int { return m.steps - m.jumped - m.quick + m.quick/quickAStep }

// charge counts the work of an exhaustive run that was not counted yet.
func (m *machine) charge(ctx context.Context) {
	if m.opt.exhaustive {
		n := (m.work() + m.walked - m.charged) / StepsAUnit
		effort.Charge(ctx, n)
		m.charged += n * StepsAUnit
	}
}

// end stops the run where the location is one in which runs end.
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

func (m *machine) ended() {
	if m.opt.Follow != nil && m.steps < len(m.opt.Follow) {
		m.diverge(Exited, "the program ends here")
		return
	}
	m.stop(Exited, "")
}

// result notes the first result of the procedure that is being left, if it has a value, as the
// program's: Start has results of its own, or its last call is of the entry function.
func (m *machine) result(q *cfa.Proc) {
	if len(q.Results) == 0 {
		return
	}
	if c := m.ref(q.Results[0]); c.state == known {
		v := c.val
		m.out.Exit = &v
	}
}

// choose returns the edge to take, or nil when it has stopped the run.
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

// enabled reports whether the edge can be taken, and evaluates its condition for that. Where that
// fails, m.done is set.
func (m *machine) enabled(e *cfa.Edge) bool {
	a, ok := e.Op.(*cfa.Assume)
	if !ok || a.Chosen {
		return true
	}
	m.edge = e
	tainted := &m.out.Tainted
	if a.Contract {
		tainted = new(bool) // it holds of the real value, whatever that is
	}
	return !m.eval0(a.Cond, tainted).IsZero() && !m.done
}

// take carries out the edge's operation, and moves on if that does not end the run.
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
		m.enter(op)
		to = op.Callee.Entry
	}
	if m.done {
		return
	}
	m.trace(e)
	m.loc = to
}

func (m *machine) trace(e *cfa.Edge) {
	if m.opt.Trace {
		k := cfa.Intra
		if _, ok := e.Op.(*cfa.Call); ok {
			k = cfa.Enter
		}
		m.out.Path = append(m.out.Path, cfa.Step{Edge: e, Kind: k})
		if len(m.out.Path) > longestTrace && m.opt.Follow == nil {
			m.forget()
		}
	}
}

// longestTrace is how many steps a trace has at most, so that it fits memory, and people's time.
const longestTrace = 1 << 20

// forget gives up a trace that is too long, and goes on without one.
func (m *machine) forget() {
	m.opt.Trace = false
	m.out.Path, m.out.Changes, m.out.Untraced = nil, nil, true
	m.compiles()
}

// push makes an activation of q and moves to its entry.
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

// given is the content of a result variable that is being left. If nobody has read it, nobody is
// asked now, either: the caller may not use the result. The input stays that of the callee's
// variable.
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

// enter is the first half of a call.
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

// leave is the second half of a call: the way back after it.
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
	m.loc = e.To
}
