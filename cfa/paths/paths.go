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

// Limits bound Explore. Zero is no limit.
type Limits struct {
	Paths int // that are made
	Steps int // of all of them together
	Parts int // places where a path parts from others, of one path: unbounded loops pass many
}

// Exploration is the result of making all paths of a program.
type Exploration struct {
	Paths, Steps int
	// Complete says that every path of the program was made, and none reached an error.
	Complete bool
	// Inputs, where not nil, should lead a run to the error Bug.
	Inputs interp.Inputs
	Bug    *cfa.Property
	// Why says what was in the way, where it is not complete; Limit that it was one of the limits, so
	// that more of them might do; Deep that it was Limits.Parts.
	Why         string
	Limit, Deep bool
	// Done is the part of the search that is over, between 0 and 1, taking it that paths that part
	// are alike.
	Done float64
}

// halt is why the evaluation of a step ends before it is done.
type halt uint8

const (
	undefined halt = iota + 1 // the runs of the path are undefined here
	dead                      // the path has no runs
	parts                     // it has to part: see machine.divided
	failed                    // the search is given up
)

// choice is a place where paths part, with the ways that are left.
type choice struct {
	mark
	left []way
	part float64 // of the search, each of them is
}

// way is one of the ways on from where paths part.
type way struct {
	edge *cfa.Edge // taken, once the condition holds; nil: the location is tried again
	term *term     // not nil: its value lies in only
	only interval.Interval
}

// machine is the state of a search.
type machine struct {
	ctx  context.Context
	prog *cfa.Program
	lim  Limits
	out  Exploration

	slot, arrSlot     []int32
	nvars, narrs      []int32
	globals           []slot
	garrs             []*store
	memEnd            num.Int
	uninit, arrUninit []*cfa.Input
	opposite          []uint8 // by Loc.ID: whether branches, plus 1; 0: not known
	fr                *frame
	loc               *cfa.Loc
	committed         *cfa.Edge // not nil: the only one that is taken from here
	steps             int       // of the path
	partings          int       // of the path: the places where it has parted from others
	total             int
	work, charged     int
	halt              halt
	divided           *term
	retries           int
	epoch, serial     int64
	trail             trail
	choices           []choice
	part              float64 // of the search that the path stands for
	terms             terms
	now               view                       // of the path
	forms             map[cfa.Expr]cfa.FloatForm // of expressions that were looked at
	symbols           []*symbol
	asserted          []condition
}

// condition is something that holds on the path: the value of a term lies in an interval.
type condition struct {
	t    *term
	only interval.Interval
}

// Work is counted in steps, of which package interp makes as many a unit of package effort.
const (
	stepsAUnit = 16
	termWork   = 4
	tableWork  = 60
)

// Explore makes all paths of a program.
func Explore(ctx context.Context, p *cfa.Program, lim Limits) Exploration {
	m := newMachine(ctx, p, lim)
	m.push(p.Start, nil, -1)
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
		if lim.Paths > 0 && m.out.Paths >= lim.Paths {
			m.out.Limit = true
			m.giveUp("there are more than %d paths", lim.Paths)
			break
		}
	}
	m.out.Steps = m.total
	return m.out
}

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

// stop ends the evaluation of a step; only the first reason counts.
func (m *machine) stop(h halt) {
	if m.halt == 0 {
		m.halt = h
	}
}

// giveUp ends the search.
func (m *machine) giveUp(format string, args ...any) {
	if m.halt != failed {
		m.halt = failed
		m.out.Why = fmt.Sprintf(format, args...)
	}
}

// divide ends the evaluation of a step: the path parts by the values of the term first.
func (m *machine) divide(t *term) {
	if m.halt == 0 {
		m.halt, m.divided = parts, t
	}
}

// path goes on until the path ends, or the search.
func (m *machine) path() {
	for m.halt == 0 {
		m.poll()
		switch {
		case m.halt != 0:
			return
		case m.loc.Error != nil:
			m.reached(m.loc.Error)
			return
		case m.loc == m.fr.proc.Exit:
			if m.fr.under == nil {
				return
			}
			m.leave()
		case len(m.loc.Out) == 0: // exit, abort
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

// poll counts a step, and looks at the limits.
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

// choose returns the edge to take. Where there are several, the path parts, and it is that of the
// first; nil where m.halt is set.
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

// branches reports whether the conditions of a location's two edges exclude each other by their
// form.
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

// several is choose for edges that may exclude each other or not.
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
		m.back(k) // what was left out belongs to one of the conditions only
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

// condition is what an edge asks for.
func (m *machine) condition(e *cfa.Edge) val {
	a, ok := e.Op.(*cfa.Assume)
	if !ok || a.Chosen { // the model chooses what it speaks of so that it holds
		return number(num.Of(1))
	}
	return m.truth(m.eval(a.Cond))
}

// only returns the edge if it can be taken.
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

// assert adds a condition to the path, the value of a term of 0 or 1; false where that leaves it no
// runs.
func (m *machine) assert(t *term, holds bool) bool {
	return m.restrict(t, interval.Point(num.OfBool(holds)))
}

// restrict adds to the path that the value of a term lies in an interval; false where that leaves it
// no runs.
func (m *machine) restrict(t *term, only interval.Interval) bool {
	m.asserted = append(m.asserted, condition{t, only})
	return m.narrow(t, only)
}

// partBy makes the path part by the values of a term, and tries the location again.
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

const mostRetries = 200

// Of a condition.
var yes, no = interval.Point(num.Of(1)), interval.Point(num.Int{})

// ways makes the path part. It goes on as the first of the ways that is possible says.
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

// another goes the next way of the last place at which paths part; m.halt is set where there is
// none that is possible.
func (m *machine) another() *cfa.Edge {
	c := &m.choices[len(m.choices)-1]
	for len(c.left) > 0 {
		w := c.left[0]
		c.left = c.left[1:]
		m.part = c.part
		last := len(c.left) == 0
		if last { // nothing more is to be put back for it
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

// goOn goes a way: false where it is not possible.
func (m *machine) goOn(w way) (*cfa.Edge, bool) {
	m.work += 4
	if w.term != nil {
		return w.edge, m.restrict(w.term, w.only)
	}
	m.committed = w.edge
	return nil, true
}

// next goes back to the last place at which paths part, and on from there another way.
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
