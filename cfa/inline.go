package cfa

import (
	"errors"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/lang"
)

// Programs without calls, for analyses that follow one graph: the body of a procedure is copied to
// every place that calls it, with variables and arrays of its own, as often as there are ways to
// come to it through calls.

// ErrInlineSize says that a program without calls would have more edges than allowed.
var ErrInlineSize = errors.New("too large with all calls replaced by what they call")

// A RecursionError says that a program has no finite equivalent without calls.
type RecursionError struct{ Proc *Proc }

func (e *RecursionError) Error() string { return fmt.Sprintf("%s is recursive", e.Proc.Name) }

// Inlined is a program in which calls have been replaced by the bodies of what they call.
type Inlined struct {
	Program *Program // of one procedure, Start; finished
	// by Edge.ID: what the edge is on a path of the program with calls; without an Edge, nothing
	Steps []Step
	// by Loc.ID: the location that it is a copy of; nil for one between two parts of a call
	Locs   []*Loc
	Vars   []*Var   // by Var.ID: the variable that it stands for
	Arrays []*Array // by Array.ID

	Activations []*Activation // all of them, callers before callees
	LocOf       []*Activation // by Loc.ID; between two parts of a call, that of the callee
	VarOf       []*Activation // by Var.ID; nil for globals
	ArrayOf     []*Activation // by Array.ID
}

// Activation is a call stack, and with that one copy of a procedure.
type Activation struct {
	Proc   *Proc
	Call   *Edge       // nil for the start
	Parent *Activation // of the caller
}

// Below reports whether the activation is b, or the caller of one that is.
func (a *Activation) Below(b *Activation) bool {
	for ; b != nil; b = b.Parent {
		if a == b {
			return true
		}
	}
	return false
}

// Inline returns the part of a finished program that can be reached from its start, without calls.
// Runs and paths of the two correspond to each other (Path). The error is a *RecursionError, or
// ErrInlineSize where the result had more than limit edges. The cost is linear in the result.
//
// The variables of an activation are unknown when it begins. As an activation in a loop begins
// again and again with the same copies, those that may be read before they are set, and all its
// arrays, get an unknown value at the copy of the entry.
func (p *Program) Inline(limit int) (*Inlined, error) {
	x := &inliner{
		from: p, to: NewProgram(p.Model, p.Arith), limit: limit, live: p.Liveness(),
		steps: map[*Edge]Step{}, locs: map[*Loc]*Loc{}, on: map[*Proc]bool{}, locOf: map[*Loc]*Activation{},
		vars: make([]*Var, len(p.Vars)), arrays: make([]*Array, len(p.Arrays)),
	}
	x.to.Unit, x.to.Notes, x.to.Proved, x.to.Own = p.Unit, p.Notes, p.Proved, p.Own
	for _, v := range p.Vars {
		if v.Proc == nil {
			x.vars[v.ID] = x.variable(v)
		}
	}
	for _, a := range p.Arrays {
		if a.Proc == nil {
			x.arrays[a.ID] = x.array(a)
		}
	}
	x.q = x.to.NewProc(p.Start.Name)
	x.to.Start = x.q
	x.enter(p.Start, nil)
	for _, v := range p.Start.Locals {
		x.vars[v.ID] = x.variable(v)
	}
	for _, a := range p.Start.Arrays {
		x.arrays[a.ID] = x.array(a)
	}
	if err := x.body(p.Start, x.q.Entry, x.q.Exit); err != nil {
		return nil, err
	}
	x.to.Finish()
	out := &Inlined{Program: x.to, Vars: x.varsOf, Arrays: x.arraysOf, Activations: x.all, VarOf: x.varOf, ArrayOf: x.arrayOf}
	for _, e := range x.to.Edges {
		out.Steps = append(out.Steps, x.steps[e])
	}
	for _, l := range x.to.Locs {
		out.Locs = append(out.Locs, x.locs[l])
		out.LocOf = append(out.LocOf, x.locOf[l])
	}
	return out, nil
}

// Path returns the path of the program with calls that a path of the program without is.
func (n *Inlined) Path(path Path) Path {
	var out Path
	for _, s := range path {
		if t := n.Steps[s.Edge.ID]; t.Edge != nil {
			out = append(out, t)
		}
	}
	return out
}

type inliner struct {
	from, to *Program
	q        *Proc
	limit    int
	live     *Liveness
	steps    map[*Edge]Step
	locs     map[*Loc]*Loc // the original of a copy
	on       map[*Proc]bool
	vars     []*Var // of the globals and the activation at hand: the copies
	arrays   []*Array
	varsOf   []*Var
	arraysOf []*Array

	act            *Activation // at hand; nil while the globals are copied
	all            []*Activation
	varOf, arrayOf []*Activation
	locOf          map[*Loc]*Activation
}

// enter begins an activation.
func (x *inliner) enter(q *Proc, call *Edge) {
	x.act = &Activation{q, call, x.act}
	x.all = append(x.all, x.act)
}

func (x *inliner) loc(pos lang.Pos) *Loc {
	l := x.to.NewLoc(x.q, pos)
	x.locOf[l] = x.act
	return l
}

func (x *inliner) variable(v *Var) *Var {
	c := *v
	c.ID = len(x.to.Vars)
	if v.Proc != nil {
		c.Proc, c.Kind = x.q, LocalVar
		x.q.Locals = append(x.q.Locals, &c)
	}
	x.to.Vars = append(x.to.Vars, &c)
	x.varsOf, x.varOf = append(x.varsOf, v), append(x.varOf, x.act)
	return &c
}

func (x *inliner) array(a *Array) *Array {
	c := *a
	c.ID = len(x.to.Arrays)
	if a.Proc != nil {
		c.Proc = x.q
		x.q.Arrays = append(x.q.Arrays, &c)
	}
	x.to.Arrays = append(x.to.Arrays, &c)
	x.arraysOf, x.arrayOf = append(x.arraysOf, a), append(x.arrayOf, x.act)
	return &c
}

// body copies a procedure between two locations, under the copies of its variables in x.vars and
// x.arrays.
func (x *inliner) body(q *Proc, entry, exit *Loc) error {
	if x.on[q] {
		return &RecursionError{q}
	}
	x.on[q] = true
	defer delete(x.on, q)
	copies := make(map[*Loc]*Loc, len(q.Locs))
	for _, l := range q.Locs {
		c := entry
		switch l {
		case q.Entry:
		case q.Exit:
			c = exit
		default:
			c = x.loc(l.Pos)
		}
		copies[l] = c
		c.Pos, c.Error = l.Pos, l.Error
		x.locs[c], x.locOf[c] = l, x.act
	}
	for _, l := range q.Locs {
		for _, e := range l.Out {
			if c, isCall := e.Op.(*Call); isCall {
				if err := x.call(copies[l], copies[e.To], e, c); err != nil {
					return err
				}
			} else if err := x.edge(copies[l], copies[e.To], x.renamed().op(e.Op), e.Pos, Step{Edge: e}); err != nil {
				return err
			}
		}
	}
	return nil
}

// renamed puts the copies of the activation at hand into operations.
func (x *inliner) renamed() *cloner {
	return &cloner{p: Program{Vars: x.vars, Arrays: x.arrays}, memo: map[Expr]Expr{}}
}

// call copies what a call does: the parameters, what else of the activation is unknown, the body,
// the results.
func (x *inliner) call(from, to *Loc, e *Edge, c *Call) error {
	q := c.Callee
	caller, callerVars, callerArrays := x.renamed(), x.vars, x.arrays
	x.vars, x.arrays = slices.Clone(x.vars), slices.Clone(x.arrays)
	act := x.act
	x.enter(q, e)
	defer func() { x.vars, x.arrays, x.act = callerVars, callerArrays, act }()
	for _, v := range q.Locals {
		x.vars[v.ID] = x.variable(v)
	}
	for _, a := range q.Arrays {
		x.arrays[a.ID] = x.array(a)
	}
	var before []Op
	isParam := map[*Var]bool{}
	for i, v := range q.Params {
		if isParam[v] = i < len(c.Args); isParam[v] {
			clear(caller.memo)
			before = append(before, &Assign{x.vars[v.ID], caller.expr(c.Args[i])})
		}
	}
	live := x.live.LiveAt(q.Entry)
	for _, v := range q.Locals {
		if !isParam[v] && live.Has(v) {
			before = append(before, &Havoc{x.vars[v.ID], &Input{Kind: Uninit, Name: v.Name, Range: v.Range, Pos: v.Pos, Pointer: v.Pointer}, nil})
		}
	}
	for _, a := range q.Arrays {
		before = append(before, &Fill{Arr: x.arrays[a.ID], From: &Input{Kind: Uninit, Name: a.Name, Range: a.Elem, Pos: a.Pos, Pointer: a.Pointer}})
	}
	entry, exit := x.loc(q.Entry.Pos), x.loc(q.Exit.Pos)
	if err := x.chain(from, entry, before, e, Enter); err != nil {
		return err
	}
	if err := x.body(q, entry, exit); err != nil {
		return err
	}
	var after []Op
	for i, v := range c.Results {
		if v != nil {
			after = append(after, &Assign{callerVars[v.ID], x.vars[q.Results[i].ID]})
		}
	}
	return x.chain(exit, to, after, e, Return)
}

// chain leads from one location to another by some operations, of which the first is the step of
// the path.
func (x *inliner) chain(from, to *Loc, ops []Op, e *Edge, kind StepKind) error {
	if len(ops) == 0 {
		ops = []Op{Skip{}}
	}
	step := Step{Edge: e, Kind: kind}
	for i, op := range ops {
		next := to
		if i < len(ops)-1 {
			next = x.loc(e.Pos)
		}
		if err := x.edge(from, next, op, e.Pos, step); err != nil {
			return err
		}
		from, step = next, Step{}
	}
	return nil
}

// edge makes an edge.
func (x *inliner) edge(from, to *Loc, op Op, pos lang.Pos, step Step) error {
	if len(x.to.Edges) >= x.limit {
		return ErrInlineSize
	}
	e := x.to.NewEdge(from, to, op, pos)
	if step.Edge != nil {
		x.steps[e] = step
	}
	return nil
}
