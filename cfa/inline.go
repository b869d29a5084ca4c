package cfa

import (
	"errors"
	"fmt"
	"slices"

	"github.com/whet-mc/whet/lang"
)

// Programs without calls, for analyses that work on one graph. Each call is replaced by a copy of the callee's body
// with its own variables and arrays. So a procedure has one copy for each chain of calls from the start to it.

// ErrInlineSize is the error if the program without calls would have more edges than allowed.
var ErrInlineSize = errors.New("too large with all calls replaced by what they call")

// A RecursionError is the error if a program is recursive, so that it cannot be inlined.
type RecursionError struct{ Proc *Proc }

func (e *RecursionError) Error() string { return fmt.Sprintf("%s is recursive", e.Proc.Name) }

// Inlined is a program in which calls were replaced by the bodies of the callees. Its lists map this program to the
// original program.
type Inlined struct {
	Program *Program // finished; it has one procedure, Start
	// by Edge.ID: the edge's step on a path of the original program; a Step without an Edge if the edge is an additional
	// part of a call
	Steps []Step
	// by Loc.ID: the original of the location; nil for a location between two parts of a call
	Locs   []*Loc
	Vars   []*Var   // by Var.ID: the original of the variable
	Arrays []*Array // by Array.ID: the original of the array

	Activations []*Activation // all activations, callers before callees
	LocOf       []*Activation // by Loc.ID: the location's activation; between two parts of a call, the callee's
	VarOf       []*Activation // by Var.ID: the variable's activation; nil for globals
	ArrayOf     []*Activation // by Array.ID: the array's activation; nil for globals
}

// Activation is a call stack. It has one copy of the procedure at its top.
type Activation struct {
	Proc   *Proc
	Call   *Edge       // the call in the original program; nil for the start
	Parent *Activation // the caller's activation; nil for the start
}

// Below reports whether the call stack a is b or a lower part of b: b is a, or a is a direct or indirect caller of b.
func (a *Activation) Below(b *Activation) bool {
	for ; b != nil; b = b.Parent {
		if a == b {
			return true
		}
	}
	return false
}

// Inline returns the part of a finished program that is reachable from its start, without calls. Runs and paths of the
// two programs correspond to each other (Path). If a procedure is recursive, the error is a *RecursionError. If the
// result would have more than limit edges, the error is ErrInlineSize. The cost is linear in the size of the result.
//
// The local variables and arrays of an activation have unknown values when it begins. If a call is in a loop, its
// activation begins again in each round, with the same copies of the variables. So before the copy of the entry, all
// arrays are set to unknown values, and so are the variables that may be read before they are set.
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

// Path returns the path of the original program that corresponds to a path of the program without calls.
func (n *Inlined) Path(path Path) Path {
	var out Path
	for _, s := range path {
		if t := n.Steps[s.Edge.ID]; t.Edge != nil {
			out = append(out, t)
		}
	}
	return out
}

// inliner is the state of Inline. Maps by location and edge become lists when their IDs are final.
type inliner struct {
	from, to *Program
	q        *Proc // the only procedure of to
	limit    int
	live     *Liveness
	steps    map[*Edge]Step // see Inlined.Steps
	locs     map[*Loc]*Loc  // see Inlined.Locs
	on       map[*Proc]bool // the procedures on the current call stack
	vars     []*Var         // by ID in from: the copies of globals and of the current activation's variables
	arrays   []*Array       // by ID in from: the copies of global arrays and of the current activation's arrays
	varsOf   []*Var         // see Inlined.Vars
	arraysOf []*Array       // see Inlined.Arrays

	act            *Activation          // the current activation; nil while the globals are copied
	all            []*Activation        // see Inlined.Activations
	varOf, arrayOf []*Activation        // see Inlined.VarOf and ArrayOf
	locOf          map[*Loc]*Activation // see Inlined.LocOf
}

// enter begins an activation of q by a call.
func (x *inliner) enter(q *Proc, call *Edge) {
	x.act = &Activation{q, call, x.act}
	x.all = append(x.all, x.act)
}

// loc adds a location of the current activation.
func (x *inliner) loc(pos lang.Pos) *Loc {
	l := x.to.NewLoc(x.q, pos)
	x.locOf[l] = x.act
	return l
}

// variable adds a copy of v: a global if v is one, else a local variable of the current activation.
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

// array adds a copy of a: a global if a is one, else an array of the current activation.
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

// body copies the body of q. entry and exit are the copies of its entry and exit. x.vars and x.arrays have the copies
// of its variables and arrays.
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

// renamed returns a cloner that copies operations and replaces variables and arrays by their copies in the current
// activation.
func (x *inliner) renamed() *cloner {
	return &cloner{p: Program{Vars: x.vars, Arrays: x.arrays}, memo: map[Expr]Expr{}}
}

// call replaces the call c on the edge e by its parts, between the locations from and to: assignments of the arguments
// to the parameters, unknown values for other variables and arrays of the callee, the callee's body, and assignments
// of the results.
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

// chain adds a chain of edges with the operations ops between two locations. If ops is empty, it adds a Skip. The first
// edge is the step of the kind given, for the call edge e; the others are no steps of the original program.
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

// edge adds an edge. step is its step in the original program, without an Edge if it has none.
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
