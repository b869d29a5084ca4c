// Single steps between points.

package formula

import (
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/bounds"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// maker makes one point. It implements versions and collects what the translation of a step states.
type maker struct {
	bounds.NoCells
	c     *Coder
	p     *Point
	conds []*smt.Term // conditions of the step
	defs  []*smt.Term // definitions made by the step
	rests bool        // whether defs hold only for runs that pass this point
	n     int         // number of symbols without an owner
}

func (m *maker) step(s cfa.Step) {
	tr := &m.c.tr
	switch s.Kind {
	case cfa.Enter:
		call := s.Edge.Op.(*cfa.Call)
		var args []*smt.Term
		var spans []interval.Interval
		for i := range call.Callee.Params {
			if i < len(call.Args) {
				args = append(args, tr.Value(call.Args[i]))
				spans = append(spans, m.value(call.Args[i]))
			}
		}
		m.p.top = &activation{proc: call.Callee, place: m.p.place, by: s.Edge, up: m.p.top}
		for i, a := range args {
			v := call.Callee.Params[i]
			m.assign(v, a)
			m.span(v, spans[i].Meet(v.Range.Interval()))
		}
		return
	case cfa.Return:
		call := s.Edge.Op.(*cfa.Call)
		results := make([]*smt.Term, len(call.Results))
		spans := make([]interval.Interval, len(call.Results))
		for i, v := range call.Results {
			if v != nil {
				results[i], spans[i] = m.read(call.Callee.Results[i]), m.Var(call.Callee.Results[i])
			}
		}
		if m.p.top.up == nil {
			panic("formula: a return to a caller that is not known")
		}
		m.p.top = m.p.top.up
		for i, v := range call.Results {
			if v != nil {
				m.assign(v, results[i])
				m.span(v, spans[i].Meet(v.Range.Interval()))
			}
		}
		return
	}
	switch op := s.Edge.Op.(type) {
	case *cfa.Assume:
		m.say(tr.cond(op.Cond))
		m.assume(op.Cond)
	case *cfa.Assign:
		t, is := tr.Value(op.RHS), m.value(op.RHS)
		m.assign(op.LHS, t)
		m.span(op.LHS, is.Meet(op.LHS.Range.Interval()))
	case *cfa.Havoc:
		if val, ok := op.Def.Eval(func(a cfa.Expr) (num.Int, bool) { return m.value(a).Point() }); ok {
			m.assign(op.LHS, tr.Const(val))
			m.span(op.LHS, interval.Point(val))
			break
		}
		t := m.c.version(op.LHS, m.p.place)
		m.compute(op, t)
		m.bind(op.LHS, t)
		m.span(op.LHS, op.From.Range.Interval().Meet(op.LHS.Range.Interval()))
		m.p.Facts = m.c.ranges(m.c.ranges(m.p.Facts, t, op.LHS.Range), t, op.From.Range)
		m.p.given = append(m.p.given, givenAt{t, op.LHS, m.p.place})
	case *cfa.Store:
		tr.store(op)
	case *cfa.Fill:
		tr.fill(op)
	case *cfa.Copy:
		tr.copy(op)
	}
}

// own returns the scope of q (nil: the globals) for a change. It copies the activation on top, which other
// points share.
func (m *maker) own(q *cfa.Proc) *binding {
	p := m.p
	if q == nil {
		return &p.global
	}
	// An operation sets only locals of its own procedure, which is on top. Only reads may reach other
	// activations.
	if p.top.proc == q {
		a := *p.top
		p.top = &a
		return &a.is
	}
	panic("formula: a procedure changes what is local to another")
}

func (m *maker) bind(v *cfa.Var, t *smt.Term) {
	is := m.own(v.Proc)
	is.vars = is.vars.set(v.ID, t)
}

// assign makes value the current value of v. It makes a new version, unless fold is on and the value is a
// number or a version.
func (m *maker) assign(v *cfa.Var, value *smt.Term) {
	if m.c.fold && (value.IsValue() || value.IsVar()) {
		m.bind(v, value)
		return
	}
	t := m.c.version(v, m.p.place)
	m.bind(v, t)
	m.define(m.c.b.Eq(t, value))
}

// read implements versions. A variable that nothing has set is an input.
func (m *maker) read(v *cfa.Var) *smt.Term {
	is, place := m.p.scope(v.Proc)
	if t := is.vars.get(v.ID); t != nil {
		return t
	}
	t := m.c.version(v, place)
	m.p.Facts = m.c.ranges(m.p.Facts, t, v.Range)
	m.p.given = append(m.p.given, givenAt{t, v, place})
	m.bind(v, t)
	return t
}

func (m *maker) memory(a *cfa.Array) *memory { return m.c.memory(m.p, a) }

func (m *maker) set(a *cfa.Array, mem *memory) {
	is := m.own(a.Proc)
	is.arrays = is.arrays.set(a.ID, mem)
}

func (m *maker) array(a *cfa.Array) *smt.Term { return m.c.arrayVersion(a, m.p.place) }

func (m *maker) unknown() *smt.Term {
	m.n++
	return m.c.b.Var("any!"+m.p.place+"."+strconv.Itoa(m.n), m.c.tr.ints)
}

func (m *maker) born(l *layer) { l.from = m.p.place }

func (m *maker) say(t *smt.Term) {
	if !t.IsTrue() {
		m.conds = append(m.conds, t)
	}
}

func (m *maker) define(t *smt.Term) {
	if !t.IsTrue() {
		m.defs = append(m.defs, t)
	}
}

// tell states the facts about a cell and about the cells of lower layers that they mention
// (content.below), except those stated at an earlier point.
func (m *maker) tell(c *content) {
	work := []*content{c}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if c.id == 0 {
			m.c.told++
			c.id = m.c.told
		} else if m.p.told.get(c.id) != 0 {
			continue
		}
		m.p.told = m.p.told.set(c.id, 1)
		for _, t := range c.facts {
			m.p.fact(t)
			m.p.cells = append(m.p.cells, cellFact{t, c.of.from})
		}
		m.p.reads = append(m.p.reads, c.reads...)
		work = append(work, c.below...)
	}
}

func (m *maker) open(e cfa.Expr) {
	m.p.Approximations = append(m.p.Approximations, Approximation{cfa.ExprString(e), m.p.Step.Edge.Pos, e})
}

// Skip returns the point at the exit of the procedure that the edge call calls, after a run of the
// procedure about which nothing is known. Everything that the procedure can change and its locals are
// unknown. The new point has the guard of `at`, the point in the caller.
func (c *Coder) Skip(at *Point, call *cfa.Edge) *Point {
	q := call.Op.(*cfa.Call).Callee
	p := &Point{
		Preds: []*Point{at}, Loc: q.Exit, Guard: at.Guard, place: "s" + strconv.Itoa(call.ID) + c.tag,
		root: at.root, global: at.global, frozen: at.frozen, told: at.told,
	}
	p.top = &activation{proc: q, place: p.place, by: call, up: at.top}
	for _, id := range q.Mods.IDs() {
		p.global.vars = p.global.vars.set(id, c.version(c.prog.Vars[id], p.place))
		p.global.spans = p.global.spans.With(c.prog.Vars[id], c.prog.Vars[id].Range.Interval())
	}
	for _, id := range q.ModsArrays.IDs() {
		p.global.arrays = p.global.arrays.set(id, c.unset(c.prog.Arrays[id], p.place))
	}
	return c.number(p)
}
