// Formulas without versions, and paths and inputs of a model.

package formula

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/smt"
)

// Plain returns the symbol of v without a version, which predicates and invariants use. For a local
// variable, it refers to the innermost activation of the procedure.
func (c *Coder) Plain(v *cfa.Var) *smt.Term {
	t := c.plainVars[v.ID]
	if t == nil {
		t = c.b.Var(c.vars[v.ID], c.tr.ints)
		c.plainVars[v.ID] = t
		c.owners[t] = Owner{Var: v}
	}
	return t
}

// PlainArray returns the symbol of a without a version.
func (c *Coder) PlainArray(a *cfa.Array) *smt.Term {
	t := c.plainArrays[a.ID]
	if t == nil {
		t = c.b.Var(c.arrays[a.ID], c.tr.arrays)
		c.plainArrays[a.ID] = t
		c.owners[t] = Owner{Array: a}
	}
	return t
}

// PlainExpr translates e over plain symbols. The condition conds holds wherever the value of e is defined.
// If inexact is set, part of e was left open, and the result must not be used.
func (c *Coder) PlainExpr(e cfa.Expr) (t, conds *smt.Term, inexact bool) {
	return c.plainly(func() *smt.Term { return c.tr.Value(e) })
}

// PlainCond translates e as a condition over plain symbols; the results are as for PlainExpr.
func (c *Coder) PlainCond(e cfa.Expr) (t, conds *smt.Term, inexact bool) {
	return c.plainly(func() *smt.Term { return c.tr.cond(e) })
}

func (c *Coder) plainly(f func() *smt.Term) (t, conds *smt.Term, inexact bool) {
	p := &plainly{c: c}
	c.tr.to = p
	c.tr.begin()
	t = f()
	c.tr.to = nil
	return t, c.b.And(p.conds...), p.inexact
}

// At returns the formula plain with the versions current at p in place of plain symbols. The facts are what
// always holds for the cells and variables in the result; the points' own facts need not contain them.
func (c *Coder) At(p *Point, plain *smt.Term) (at *smt.Term, facts []*smt.Term) {
	sub := c.b.Substitution()
	bases := map[*smt.Term]*memory{}
	for _, t := range smt.FreeVars(plain) {
		switch o := c.owners[t]; {
		case o.Var != nil && t == c.plainVars[o.Var.ID]:
			v := c.Value(p, o.Var)
			sub.Set(t, v)
			facts = c.ranges(facts, v, o.Var.Range)
		case o.Array != nil && t == c.plainArrays[o.Array.ID]:
			m := c.memory(p, o.Array)
			sub.Set(t, m.term)
			bases[m.term] = m
		}
	}
	at = sub.Apply(plain)
	if len(bases) > 0 {
		told := map[*content]bool{}
		smt.Walk(at, map[*smt.Term]bool{}, nil, func(t *smt.Term) {
			if t.Op() == smt.OpSelect {
				a := t.Arg(0)
				for a.Op() == smt.OpStore {
					a = a.Arg(0)
				}
				if m := bases[a]; m != nil {
					facts = c.tr.know(m.base, t.Arg(1)).all(facts, told)
				}
			}
		})
	}
	return at, facts
}

// all appends to out the facts of c, and of the contents that they mention (content.below), except contents
// in told.
func (c *content) all(out []*smt.Term, told map[*content]bool) []*smt.Term {
	work := []*content{c}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if !told[c] {
			told[c] = true
			out = append(out, c.facts...)
			work = append(work, c.below...)
		}
	}
	return out
}

// Strip replaces in f the versions current at p by plain symbols. It returns false if f contains other
// symbols.
func (c *Coder) Strip(p *Point, f *smt.Term) (*smt.Term, bool) {
	sub := c.b.Substitution()
	for _, t := range smt.FreeVars(f) {
		switch o := c.owners[t]; {
		case o.Var != nil && c.Value(p, o.Var) == t:
			sub.Set(t, c.Plain(o.Var))
		case o.Array != nil && c.Array(p, o.Array) == t:
			sub.Set(t, c.PlainArray(o.Array))
		default:
			return nil, false
		}
	}
	return sub.Apply(f), true
}

// Between lists the points that the point `end` was made from, including end, in the order in which they
// were made. It omits the point `from` and the points that from was made from; if from is nil, it omits
// none.
func Between(end, from *Point) []*Point {
	var out []*Point
	seen := map[*Point]bool{}
	if from != nil {
		seen[from] = true
	}
	work := []*Point{end}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		out = append(out, p)
		work = append(work, p.Preds...)
	}
	slices.SortFunc(out, func(p, q *Point) int { return p.n - q.n })
	return out
}

// Model reports which formulas are true in a model.
type Model interface {
	Holds(*smt.Term) (bool, error)
}

// Taken lists the points that a run passes, from the start to the point `end`. The run is given by a model
// m of the facts and of end's guard.
func (c *Coder) Taken(end *Point, m Model) ([]*Point, error) {
	var out []*Point
	for p := end; p != nil; {
		out = append(out, p)
		switch len(p.Preds) {
		case 0:
			p = nil
		case 1:
			p = p.Preds[0]
		default:
			i := 0
			for ; i < len(p.via); i++ {
				here, err := m.Holds(p.via[i])
				if err != nil {
					return nil, err
				}
				if here {
					break
				}
			}
			if i == len(p.via) {
				return nil, fmt.Errorf("formula: the model takes no way to %s", p.place)
			}
			p = p.Preds[i]
		}
	}
	slices.Reverse(out)
	return out, nil
}

// Path returns the path to the point `end` that the run described by m takes. m is a model of the facts and
// of end's guard.
func (c *Coder) Path(end *Point, m Model) (cfa.Path, error) {
	points, err := c.Taken(end, m)
	var path cfa.Path
	for _, p := range points {
		if p.Step.Edge != nil {
			path = append(path, p.Step)
		}
	}
	return path, err
}

// Inputs returns the inputs with which the program takes the model's path, as [Path.Inputs] does. The start
// must be the program's start.
func (c *Coder) Inputs(end *Point, m *smt.Model) (*interp.Plan, error) {
	points, err := c.Taken(end, m)
	if err != nil {
		return nil, err
	}
	plan := &interp.Plan{Else: interp.Zero()}
	birth := map[string]int{points[0].root: -1}
	steps := 0
	for _, p := range points {
		if p.Step.Edge != nil {
			birth[p.place] = steps
			steps++
		}
	}
	d := drawn{m, plan}
	for _, p := range points {
		for _, g := range p.given {
			if at, ok := birth[g.place]; ok { // otherwise the version belongs to a way not taken
				if err := d.given(at, g.of, g.term); err != nil {
					return nil, err
				}
			}
		}
		for _, r := range p.reads {
			if at, ok := birth[r.of.from]; ok {
				if err := d.read(at, r); err != nil {
					return nil, err
				}
			}
		}
	}
	return plan, nil
}

// plainly implements versions for plain expressions: it returns plain symbols and collects conditions.
type plainly struct {
	c       *Coder
	conds   []*smt.Term
	inexact bool
}

func (p *plainly) read(v *cfa.Var) *smt.Term { return p.c.Plain(v) }

func (p *plainly) memory(a *cfa.Array) *memory {
	t := p.c.PlainArray(a)
	return &memory{t, &layer{term: t, arr: a, all: true}}
}

func (p *plainly) say(t *smt.Term) { p.conds = append(p.conds, t) }

func (p *plainly) unknown() *smt.Term {
	p.inexact = true
	return p.c.b.IntNum(0)
}

func (p *plainly) wrap(e *cfa.Wrap, x *smt.Term) *smt.Term { return p.c.b.Wrap(x, e.Bits, e.Signed) }

func (p *plainly) open(cfa.Expr) { p.inexact = true }

// Plain expressions do not need the following methods.
func (p *plainly) set(*cfa.Array, *memory)    {}
func (p *plainly) array(*cfa.Array) *smt.Term { return nil }
func (p *plainly) born(*layer)                {}
func (p *plainly) define(*smt.Term)           {}
func (p *plainly) tell(*content)              {}
