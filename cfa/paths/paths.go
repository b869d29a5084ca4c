// The search: Explore, the state of a path, and where paths part.
//
// The search is depth first. m.choices holds the places where the current path parted from others, with the
// alternatives (ways) that are left. When a path ends, next restores the state of the last such place and takes another
// way. Evaluation does not return errors: it sets m.halt, and every caller checks it. A step that needs the value of a
// term sets m.halt to parts; the path then parts by the values of the term, and the location is tried again on each.

package paths

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// Limits bound Explore. Zero means no limit.
type Limits struct {
	Paths int // the number of paths
	Steps int // the steps of all paths together; an eighth of the other work is added (see poll)
	Parts int // the places where one path parts from others; a path through an unbounded loop has many
}

// Exploration is the result of exploring all paths of a program.
type Exploration struct {
	Paths, Steps int // the paths that were finished, and the steps of all paths
	// Complete says that every path of the program was explored, and none reached an error.
	Complete bool
	// Inputs, if not nil, should lead a run to the error Bug.
	Inputs interp.Inputs
	Bug    *cfa.Property
	// Why says why the search is not complete. Limit says that one of the limits ended the search, so that a higher limit
	// might help. Deep says that Limits.Parts is this limit.
	Why         string
	Limit, Deep bool
	// Partings is the number of places where the last path parted from others.
	Partings int
	// Done is the explored part of the search, between 0 and 1, on the assumption that all ways from a place where
	// paths part take equally long.
	Done float64
}

// halt is the reason why the evaluation of a step ends early. It is 0 as long as the evaluation goes on.
type halt uint8

const (
	undefined halt = iota + 1 // the runs of the path are undefined here
	dead                      // the path has no runs
	parts                     // the path has to part first, by the values of machine.divided
	failed                    // the whole search ends
)

// choice is a place where paths part. Its mark is the state there.
type choice struct {
	mark
	left []way   // the ways that have not been tried
	part float64 // the share of the search that each way stands for
}

// way is a way to go on from a place where paths part: it takes an edge, restricts the value of a term, or does both.
type way struct {
	edge *cfa.Edge         // the edge to take, once the restriction is made; nil: the location is tried again
	term *term             // the term to restrict; nil: the condition of edge is evaluated first
	only interval.Interval // the values to which the term is restricted
}

// machine is the state of a search, and of the path that it is on.
type machine struct {
	ctx  context.Context
	prog *cfa.Program
	lim  Limits
	out  Exploration
	// errors, if not nil, makes the search go on after an error: see Survey.
	errors   func(at *cfa.Loc, in interp.Inputs)
	surveyed map[*cfa.Loc]bool // by error location that a path reaches: inputs were found that lead there

	slot, arrSlot     []int32 // by Var.ID and Array.ID: the place in the activation or among the globals
	nvars, narrs      []int32 // by Proc.ID: the number of variables and arrays of an activation
	globals           []slot
	garrs             []*store
	memEnd            num.Int      // the number after the last address
	uninit, arrUninit []*cfa.Input // by Var.ID and Array.ID: the input for uninitialized content; nil: not made yet
	opposite          []uint8      // by Loc.ID: the result of branches for the location: 2 for true, 1 for false; 0: not known yet
	fr                *frame       // the current activation
	loc               *cfa.Loc
	committed         *cfa.Edge // if not nil, the only edge to take from loc
	steps             int       // edges that the path has taken
	partings          int       // places where the path has parted from others
	total             int       // steps of all paths, including those that were tried again
	work, charged     int       // work done, in steps, and the part of it charged to package effort
	halt              halt
	divided           *term // if halt is parts: the term by whose values the path parts
	retries           int   // how often the path has parted by values since its last step
	// epoch changes whenever a fact does: what was computed from facts is valid in one epoch. serial changes whenever
	// the list of choices does or the state is restored: what was saved in the trail at the current serial need not be
	// saved again.
	epoch, serial int64
	trail         trail
	choices       []choice
	part          float64 // the share of the search that the path stands for
	terms         terms
	now           view                       // the facts about terms that hold on the path
	forms         map[cfa.Expr]cfa.FloatForm // the result of cfa.FloatFormOf, by expression
	symbols       []*symbol                  // the inputs of the path, in the order they were made
	asserted      []condition                // the conditions of the path
}

// condition is a condition of the path: the value of the term t lies in the interval `only`.
type condition struct {
	t    *term
	only interval.Interval
}

// Work is counted in steps. stepsAUnit steps are one unit of package effort, as in package interp. Making a term takes
// termWork steps, filling its table tableWork more.
const (
	stepsAUnit = 16
	termWork   = 4
	tableWork  = 60
)

// Explore explores all paths of a program, until none is left, one reaches an error, or something is in the way.
func Explore(ctx context.Context, p *cfa.Program, lim Limits) Exploration {
	return newMachine(ctx, p, lim).explore()
}

// Survey explores all paths of a program like Explore, but goes on with other paths after an error. It calls errors for
// each error location that a path reaches, once. The inputs in should lead a run there; they are nil if none were found,
// and then no run may come there at all. If the result is Complete, no run reaches any other error location.
func Survey(ctx context.Context, p *cfa.Program, lim Limits, errors func(at *cfa.Loc, in interp.Inputs)) Exploration {
	m := newMachine(ctx, p, lim)
	m.errors, m.surveyed = errors, map[*cfa.Loc]bool{}
	e := m.explore()
	for _, l := range p.Errors {
		if found, reached := m.surveyed[l]; reached && !found {
			errors(l, nil)
		}
	}
	return e
}

// explore makes the search.
func (m *machine) explore() Exploration {
	m.push(m.prog.Start, nil, -1)
	for {
		m.path()
		if m.halt == failed {
			break
		}
		m.halt = 0
		m.out.Paths++
		m.out.Done += m.part
		if !m.next() {
			m.out.Complete = m.halt == 0
			break
		}
		if n := m.lim.Paths; n > 0 && m.out.Paths >= n {
			m.out.Limit = true
			m.giveUp("there are more than %d paths", n)
			break
		}
	}
	m.out.Steps, m.out.Partings = m.total, m.partings
	return m.out
}

// newMachine returns a machine without an activation.
func newMachine(ctx context.Context, p *cfa.Program, lim Limits) *machine {
	slots := cfa.NewSlots(p)
	m := &machine{
		ctx: ctx, prog: p, lim: lim, part: 1, serial: 1, memEnd: num.Pow2(uint(p.Model.PtrBits())),
		slot: slots.Var, nvars: slots.Vars, arrSlot: slots.Array, narrs: slots.Arrays,
		opposite: make([]uint8, len(p.Locs)),
		uninit:   make([]*cfa.Input, len(p.Vars)), arrUninit: make([]*cfa.Input, len(p.Arrays)),
		terms: terms{made: map[key]*term{}, small: map[int64]*term{}, large: map[string]*term{}, tables: map[key]*term{}, ops: map[fp.Operation]*fp.Operation{}},
		forms: map[cfa.Expr]cfa.FloatForm{},
	}
	m.now = view{m.ranges, m.both}
	m.globals, m.garrs = make([]slot, slots.GlobalVars), make([]*store, slots.GlobalArrays)
	return m
}

// stop ends the evaluation of a step. Only the first reason counts.
func (m *machine) stop(h halt) {
	if m.halt == 0 {
		m.halt = h
	}
}

// giveUp ends the search, with the reason why.
func (m *machine) giveUp(format string, args ...any) {
	if m.halt != failed {
		m.halt = failed
		m.out.Why = fmt.Sprintf(format, args...)
	}
}

// divide ends the evaluation of a step, so that the path parts by the values of t before the step is tried again.
func (m *machine) divide(t *term) {
	if m.halt == 0 {
		m.halt, m.divided = parts, t
	}
}

// path follows the current path until it ends: at an error, after the last edge, or where m.halt is set.
func (m *machine) path() {
	for m.halt == 0 {
		m.poll()
		switch {
		case m.halt != 0:
			return
		case m.loc.Error != nil:
			m.reached(m.loc)
			return
		case m.loc == m.fr.proc.Exit:
			if m.fr.under == nil {
				return
			}
			m.leave()
		case len(m.loc.Out) == 0: // the run has ended, for example by exit or abort
			return
		default:
			if e := m.choose(); e != nil {
				m.take(e)
			}
		}
		if m.halt == parts {
			m.partBy(m.divided)
		}
	}
}

// poll counts a step and ends the search at its limits. Work other than steps counts towards Limits.Steps at an eighth.
func (m *machine) poll() {
	m.total++
	m.work++
	if m.lim.Steps > 0 && m.total+m.work/8 > m.lim.Steps {
		m.out.Limit = true
		m.giveUp("the paths have more than %d steps", m.lim.Steps)
		return
	}
	if n := (m.work - m.charged) / stepsAUnit; n >= 64 {
		effort.Charge(m.ctx, n)
		m.charged = m.work
		if effort.Done(m.ctx) {
			m.giveUp("%v", m.ctx.Err())
		}
	}
}

// choose returns the edge to take from the current location. If several may be taken, the path parts, and choose
// returns the edge of the first possible way. It returns nil if m.halt is set, or if the condition of the committed
// edge is still to be evaluated.
func (m *machine) choose() *cfa.Edge {
	out := m.loc.Out
	if e := m.committed; e != nil {
		if m.only(e) == nil {
			return nil
		}
		m.committed = nil
		return e
	}
	if len(out) == 1 {
		return m.only(out[0])
	}
	if len(out) == 2 && m.branches(m.loc) {
		c := m.condition(out[0])
		switch {
		case m.halt != 0:
			return nil
		case c.t == nil && c.n.IsZero():
			return out[1]
		case c.t == nil:
			return out[0]
		}
		return m.ways([]way{{out[0], c.t, yes}, {out[1], c.t, no}})
	}
	return m.several(out)
}

// branches reports whether the conditions of the two edges out of l exclude each other by their form.
func (m *machine) branches(l *cfa.Loc) bool {
	known := &m.opposite[l.ID]
	if *known == 0 {
		*known = 1
		a, ok1 := l.Out[0].Op.(*cfa.Assume)
		b, ok2 := l.Out[1].Op.(*cfa.Assume)
		if ok1 && ok2 && cfa.Opposite(a.Cond, b.Cond) {
			*known = 2
		}
	}
	return *known == 2
}

// several chooses among edges whose conditions need not exclude each other. If every condition is a known number and
// exactly one holds, it returns that edge. Otherwise the path parts, into one way for each edge.
func (m *machine) several(out []*cfa.Edge) *cfa.Edge {
	k, epoch := m.mark(), m.epoch
	var sole *cfa.Edge
	open := false
	for _, e := range out {
		c := m.condition(e)
		if m.halt == failed {
			return nil
		}
		if open = m.halt != 0 || c.t != nil; open {
			break
		}
		if !c.n.IsZero() {
			if open = sole != nil; open {
				break
			}
			sole = e
		}
	}
	m.halt = 0
	if m.epoch != epoch {
		m.back(k) // a fact found in one condition need not hold where another edge is taken
	}
	if !open {
		if sole == nil {
			m.stop(dead)
		}
		return sole
	}
	ways := make([]way, len(out))
	for i, e := range out {
		ways[i].edge = e
	}
	return m.ways(ways)
}

// condition returns the value of the condition under which a run takes e, or 1 if e has no condition.
func (m *machine) condition(e *cfa.Edge) val {
	a, ok := e.Op.(*cfa.Assume)
	if !ok || a.Chosen { // the model chooses the values that the condition reads so that the condition holds
		return number(num.Of(1))
	}
	return m.truth(m.eval(a.Cond))
}

// only adds the condition of e to the path and returns e, or sets m.halt and returns nil if e cannot be taken.
func (m *machine) only(e *cfa.Edge) *cfa.Edge {
	c := m.condition(e)
	switch {
	case m.halt != 0:
	case c.t == nil && c.n.IsZero(), c.t != nil && !m.assert(c.t, true):
		m.stop(dead)
	default:
		return e
	}
	return nil
}

// assert adds to the path that the condition t, a term of value 0 or 1, holds or does not hold. It returns false if the
// path has no runs then.
func (m *machine) assert(t *term, holds bool) bool {
	return m.restrict(t, interval.Point(num.OfBool(holds)))
}

// restrict adds to the path that the value of t lies in the interval `only`. It returns false if the path has no runs
// then.
func (m *machine) restrict(t *term, only interval.Interval) bool {
	m.asserted = append(m.asserted, condition{t, only})
	return m.narrow(t, only)
}

// partBy makes the path part by the values of t, and tries the current location again on each way. The search ends if t
// has more than branchy values, or if this has happened mostRetries times within one step.
func (m *machine) partBy(t *term) {
	if m.retries++; m.retries > mostRetries {
		m.giveUp("a step depends on too many values")
		return
	}
	m.halt = 0
	var ways []way
	if t.boolean() {
		ways = []way{{nil, t, yes}, {nil, t, no}}
	} else {
		xs, ok := m.values(t, branchy)
		if !ok {
			m.giveUp("an index can have more than %d values", branchy)
			return
		}
		for _, x := range xs {
			ways = append(ways, way{nil, t, interval.Point(x)})
		}
	}
	m.ways(ways)
}

// mostRetries bounds how often a path may part by values within one step.
const mostRetries = 200

// yes and no are the values of a condition that holds and of one that does not.
var yes, no = interval.Point(num.Of(1)), interval.Point(num.Int{})

// ways makes the path part into ws, and goes on with the first way that is possible. It returns the edge to take, if
// the way has one that needs no further check.
func (m *machine) ways(ws []way) *cfa.Edge {
	if len(ws) == 0 {
		m.stop(dead)
		return nil
	}
	m.partings++
	if m.lim.Parts > 0 && m.partings > m.lim.Parts {
		m.out.Limit, m.out.Deep = true, true
		m.giveUp("a path parts from others at more than %d places", m.lim.Parts)
		return nil
	}
	m.choices = append(m.choices, choice{mark: m.mark(), left: ws, part: m.part / float64(len(ws))})
	m.serial++
	return m.another()
}

// another takes the next possible way of the last choice. It returns that way's edge, or nil if the location is to be
// tried again. If no way is possible, it sets m.halt.
func (m *machine) another() *cfa.Edge {
	c := &m.choices[len(m.choices)-1]
	for len(c.left) > 0 {
		w := c.left[0]
		c.left = c.left[1:]
		m.part = c.part
		last := len(c.left) == 0
		if last { // no state is restored for this choice any more
			m.choices = m.choices[:len(m.choices)-1]
			m.serial++
		}
		if e, ok := m.goOn(w); ok || m.halt == failed {
			return e
		}
		m.halt = 0
		m.out.Done += m.part
		if last {
			break
		}
		m.back(c.mark)
	}
	m.stop(dead)
	m.part = 0
	return nil
}

// goOn starts a way and returns its edge if that can be taken at once. It returns false if the way is not possible.
func (m *machine) goOn(w way) (*cfa.Edge, bool) {
	m.work += 4
	if w.term != nil {
		return w.edge, m.restrict(w.term, w.only)
	}
	m.committed = w.edge
	return nil, true
}

// next goes back to the last place where paths part and takes another way from there. It returns false if none is left
// or the search has ended.
func (m *machine) next() bool {
	for len(m.choices) > 0 {
		m.back(m.choices[len(m.choices)-1].mark)
		if e := m.another(); m.halt == 0 {
			if e != nil {
				m.take(e)
				if m.halt == parts {
					m.partBy(m.divided)
				}
			}
			return true
		} else if m.halt == failed {
			return false
		}
		m.halt = 0
	}
	return false
}
